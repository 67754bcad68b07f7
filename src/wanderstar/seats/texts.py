"""Puts the sentences into JSON: `text` in every reason and every refusal, as the interface says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .names import NOBODY, Names
from .sentences_reasons import reason_text
from .sentences_refusals import refusal_text


def with_texts(answer: Any, names: Names = NOBODY) -> Any:
    """A copy of an answer in which each reason and each refusal has its `text`, at whatever depth."""
    if isinstance(answer, list | tuple):
        return [with_texts(item, names) for item in answer]
    if not isinstance(answer, Mapping):
        return answer
    made = {key: with_texts(value, names) for key, value in answer.items()}
    reasons = made.get("reasons")
    if isinstance(reasons, list) and all(_is_reason(reason) for reason in reasons):
        made["reasons"] = [{**r, "text": reason_text(r, names, reasons)} for r in reasons]
    refusal = made.get("refusal")
    if isinstance(refusal, dict) and "code" in refusal:
        made["refusal"] = {**refusal, "text": refusal_text(refusal, names)}
    return made


def _is_reason(value: Any) -> bool:
    return isinstance(value, dict) and {"gives", "rule", "why"} <= value.keys()
