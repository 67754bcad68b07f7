"""What numba does again and again while it translates, done once or left out: a third of what compiling took.

While `quick` holds, what a call gives is found out once, and what nobody asks for is left out: timers, variables alive
at the entry of a block (only generators need them), passes over functions that are only declared. This leans on
numba's inside (0.68): each of these counts where that looks as expected, else numba does as it always does.

`Pipeline` is the way that numba offers for choosing its passes: it leaves out those that find nothing to do in
functions like ours. A function with another one inside it goes through all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from numba.core import codegen, compiler, event, ir, postproc, targetconfig, transforms, types

from .compile_swap import Swap, fits, names, swapped

IDLE = frozenset(
    {
        "WithLifting",  # with: only for numba's own contexts
        "InlineClosureLikes",  # functions inside functions, comprehensions
        "MakeFunctionToJitFunction",
        "InlineInlinables",  # what was declared with inline=
        "InlineOverloads",
        "FindLiterallyCalls",  # numba.literally, numba.literal_unroll
        "LiteralUnroll",
        "LiteralPropagationSubPipelinePass",
        "NopythonRewrites",  # arithmetic of whole arrays
        "DumpParforDiagnostics",
    }
)
"""Passes that have nothing to do in our functions, by what they are for."""

BUILDER: Any = compiler.DefaultPassBuilder
lifetime: Any = postproc.VariableLifetime
canonical: Any = transforms.canonicalize_cfg


class Pipeline(compiler.CompilerBase):
    """Numba's passes without the idle ones."""

    def define_pipelines(self) -> list[Any]:
        """The passes for one function."""
        made = BUILDER.define_nopython_pipeline(self.state)
        if not any(isinstance(constant, CodeType) for constant in self.state.func_id.code.co_consts):
            made.passes = [one for one in made.passes if getattr(one[0], "__name__", "") not in IDLE]
            made.finalize()
        return [made]


def untimed(own: Any) -> Callable[..., Any]:
    """No timers: of functions that are compiled for each other each would be told of all that others do."""

    @contextmanager
    def install_timer(kind: Any, callback: Any) -> Iterator[None]:
        yield

    return install_timer


def known_calls(own: Any) -> Callable[..., Any]:
    """What a call gives for arguments of some types is found out once: else every template of the function is tried
    for each call, and again for each round of inference."""
    known: dict[Any, tuple[Any, Any]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        key = id(self), context, tuple(args), tuple(kws.items())
        if key not in known:
            signature = own(self, context, args, kws)
            if signature is None:
                return None
            known[key] = self, signature  # itself, too: its id stays its own
        return known[key][1]

    return get_call_type


def unasked(own: Any) -> Callable[..., Any]:
    """Lifetimes of variables wait until somebody asks for them."""

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            own(self, emit_dels, extend_lifetimes)
            return
        function.blocks = canonical(function.blocks)
        function.variable_lifetime = lifetime(function.blocks)
        function.generator_info = None

    return run


def defined(own: Any) -> Callable[..., Any]:
    """Passes over functions that are there, not over those that are only named."""

    def _optimize_functions(self: Any, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    return _optimize_functions


PLAIN = frozenset({str, int, float, bool, type(None), ir.Loc})
"""What no variable is in."""


def listed(own: Any) -> Callable[..., Any]:
    """Variables of an instruction, which has them as attributes, with all sorts of other things."""
    variable = ir.Var

    def _rec_list_vars(self: Any, val: Any) -> list[Any]:
        if type(val) is not dict:
            return list(own(self, val))
        found: list[Any] = []
        for value in val.values():
            kind = type(value)
            if kind is variable:
                found.append(value)
            elif kind not in PLAIN:
                found += own(self, value)
        return found

    return _rec_list_vars


def known_words(own: Any) -> Callable[..., Any]:
    """Records, which spell out all their fields, are written out once, not for thousands of events that nobody
    hears."""
    words: dict[Any, str] = {}

    def __repr__(self: Any) -> str:
        if self not in words:
            words[self] = own(self)
        return words[self]

    return __repr__


def plain_values(own: Any) -> Callable[..., Any]:
    """Options read as they lie."""

    def values(self: Any) -> dict[str, Any]:
        given = self._values
        return {name: given.get(name, option.default) for name, option in self.options.items()}

    return values


RUN = (
    "GeneratorInfo VariableLifetime _compute_generator_info _insert_var_dels analysis block_entry_vars blocks "
    "canonicalize_cfg cfg combined compute_live_variables deadmaps defmap func_ir generator_info is_generator items "
    "transforms usedefs variable_lifetime"
)
OPTIMIZE = (
    "_codegen _data_layout _function_pass_manager _recorded_timings data_layout functions name record run"
)
"""The names that two functions of numba's read, which ours stand for."""

QUICK = (
    Swap(event, "install_timer", ("kind", "callback"), untimed),
    Swap(types, "functions.BaseFunction.get_call_type", ("self", "context", "args", "kws"), known_calls),
    Swap(postproc, "PostProcessor.run", ("self", "emit_dels", "extend_lifetimes"), unasked, names(RUN)),
    Swap(codegen, "CPUCodeLibrary._optimize_functions", ("self", "ll_module"), defined, names(OPTIMIZE)),
    Swap(ir, "Inst._rec_list_vars", ("self", "val"), listed),
    Swap(types, "Record.__repr__", ("self",), known_words),
    Swap(targetconfig, "TargetConfig.values", ("self",), plain_values),
)


@contextmanager
def quick() -> Iterator[None]:
    """While it holds, numba translates without all that. Not for two threads at once."""
    with swapped([swap for swap in QUICK if fits(swap)]):
        yield
