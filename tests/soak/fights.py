"""One random fight, watched: every property that must hold after every command, whatever was played.

The written lines are put into a second table one by one, as loading a journal does; so a journal cut after any
line is compared with the live table at that line.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from tests.soak import encounters, player

from wanderstar.play.commands import SPECS
from wanderstar.play.journal import check_line, load_lines, parse_lines, put, verify
from wanderstar.play.refusal import Refusal
from wanderstar.play.state_json import state_json
from wanderstar.play.table import Done, Table

MOST_COMMANDS = 400


def text(value: Any) -> str:
    """JSON, byte for byte; NaN and the like are errors."""
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


class Fight:
    """A live table, the lines it wrote, its shadow that is loaded from them."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.encounter = encounters.encounter(self.rng)
        self.rounds = self.rng.randint(2, 10)
        self.lines: list[str] = []
        served = self.rng.random() < 0.8
        self.live = Table(self.encounter, seed=f"soak {seed}" if served else None, write=self._write)
        header = text(self.live.header())
        self.lines.append(header)
        self.shadow = load_lines([(1, json.loads(header))], "soak")
        self.after = [text(self.live.to_json())]
        self.counts: Counter[str] = Counter()

    def _write(self, line: dict[str, Any]) -> None:
        self.lines.append(text(line))
        again = json.loads(self.lines[-1])
        assert not check_line(again, "line")
        put(self.shadow, again)

    # -- playing

    def play(self) -> None:
        """The fight from its beginning to its end, to the round limit, or to the most commands."""
        while not self.live.state.over and self.live.state.round <= self.rounds:
            if self.live.n >= MOST_COMMANDS:
                raise AssertionError(f"no end after {MOST_COMMANDS} commands")
            self.one()
            self.check()
        self.watch_turns()
        self.reload()

    def one(self) -> None:
        """One thing that happens at the table."""
        rng, live = self.rng, self.live
        dice = rng.random()
        if dice < 0.02 and live.n > 1:
            self.undo_and_redo()
        elif dice < 0.03 and live.n > 1:
            self.correct_an_answer()
        elif dice < 0.06 and live.n > 1:
            self.correct_a_die()
        elif dice < 0.065 and live.n > 3:
            self.undo_for_good()
        elif live.state.round == 0 and rng.random() < 0.5:
            self.order({"do": "begin"})
        elif live.state.turn is None or dice < 0.12:
            command = {"do": "end"} if rng.random() < 0.01 else player.gm_command(rng, live)
            self.order(command)
            if live.state.turn is None and live.state.running and rng.random() < 0.3:
                self.wake()
        else:
            command = player.turn_command(rng, live.settled)
            if dice < 0.25:
                self.order(player.drawn(rng, live.settled, rng.choice([*player.TURN, *["attack"] * 12])))
            elif dice < 0.35:
                self.order(player.spoiled(rng, live.settled, command))
            else:
                assert self.order(command), command

    def order(self, command: dict[str, Any]) -> bool:
        """A command and its answers; a refusal must change nothing."""
        before, written = text(self.live.to_json()), len(self.lines)
        result = self.live.order(command)
        if isinstance(result, Refusal):
            self.refused(result, before, written)
            return False
        self.counts[command["do"]] += 1
        self.finish()
        if self.live.entries:
            self.counts.update(event.kind for event in self.live.entries[-1].events)
        return True

    def finish(self) -> None:
        """Answers whatever is asked, now and then wrongly, or takes the command back."""
        live, rng = self.live, self.rng
        while live.run is not None:
            self.check()
            before, written = text(live.to_json()), len(self.lines)
            chance = rng.random()
            if chance < 0.1:
                result = live.answer(player.wrong_answers(rng, live))
                if isinstance(result, Refusal):
                    self.refused(result, before, written)
            elif chance < 0.12:
                self.refused(live.order({"do": "end_turn", "who": live.state.turn}), before, written)
            elif chance < 0.13:
                assert live.cancel()
                assert text(live.to_json()) == self.after[live.n]
            else:
                assert live.answer(player.answers(rng, live))
        del self.after[live.n :]
        self.after.append(text(live.to_json()))
        assert len(self.after) == live.n + 1

    def refused(self, result: Done | Refusal, before: str, written: int) -> None:
        """A refusal has a code and facts that can be shown, and costs nothing."""
        assert isinstance(result, Refusal)
        json.dumps(result.to_json())
        self.counts[f"refused {result.code}"] += 1
        assert text(self.live.to_json()) == before
        assert len(self.lines) == written

    def wake(self) -> None:
        """Nobody can have the turn: the GM clears every stun."""
        for c in list(self.live.state.combatants.values()):
            if c.stunned:
                self.order({"do": "condition", "who": c.id, "name": "stunned", "clear": True})

    # -- undoing

    def undo_and_redo(self) -> None:
        """Back and forward again is as if nothing had been."""
        live, last = self.live, self.live.n
        to = self.rng.randint(1, last - 1)
        assert live.undo(to)
        assert text(live.to_json()) == self.after[to]
        self.check()
        between = self.rng.randint(to + 1, last)
        for n in dict.fromkeys((between, last)):
            assert live.redo(n)
            assert text(live.to_json()) == self.after[n]
            self.check()
        self.counts["undo, redo"] += 1

    def correct_an_answer(self) -> None:
        """Back into a command, to before one of its answers; on from there, or forward again."""
        live, n = self.live, self.live.n
        answers = len(live.entries[-1].line.get("choices", {})) + ("dice" in live.entries[-1].line)
        if not answers:
            return
        assert live.undo(n, 1)
        assert live.asks
        self.check()
        if self.rng.random() < 0.5:
            assert live.redo(n)
            assert text(live.to_json()) == self.after[n]
        else:
            self.finish()
        self.counts["corrected"] += 1

    def correct_a_die(self) -> None:
        """One face of one draw of a late command; what came after it stays as far as it fits."""
        live, rng = self.live, self.rng
        late = [e for e in live.entries[-6:] if "dice" in e.line and "server" not in e.line["rolled"]]
        entry = rng.choice(late or live.entries[-1:])
        n, draws = entry.n, len(entry.line.get("rolled", ()))
        before, written = text(live.to_json()), len(self.lines)
        result = live.correct(n, rng.randint(1, draws + 1), rng.randint(1, 2), rng.randint(1, 6))
        if isinstance(result, Refusal):
            self.refused(result, before, written)
            return
        self.counts["die corrected"] += 1
        del self.after[n:]
        self.after += [text(state_json(entry.after)) for entry in live.entries[len(self.after) - 1 :]]
        self.check()
        if live.run is not None:
            self.finish()

    def undo_for_good(self) -> None:
        """Back by a few commands; what follows is another branch."""
        self.watch_turns()
        assert self.live.undo(self.live.n - self.rng.randint(1, 3))
        assert text(self.live.to_json()) == self.after[self.live.n]
        del self.after[self.live.n + 1 :]
        self.counts["undone"] += 1

    # -- what must hold

    def check(self) -> None:
        """Live equals loaded, byte for byte; nothing is out of its bounds."""
        shown = self.live.to_json()
        assert text(shown) == text(self.shadow.to_json()), "loaded and live differ"
        assert self.live.state.key() == self.shadow.state.key(), "loaded and live differ in what is not shown"
        state, cap = self.live.state, self.encounter.ruleset.momentum_cap
        for c in state.combatants.values():
            assert c.momentum is None or 0 <= c.momentum <= (c.momentum if cap is None else cap), c
            assert 0 <= c.physical <= c.boxes_physical, c
            assert 0 <= c.mental <= max(c.boxes_mental, 0), c
            assert all(left >= 0 for _, left in c.ammo), c
            assert c.significant in (0, 1) and c.minors >= 0 and c.reactions >= 0, c
            assert c.held_by is None or c.held_by in state.combatants
            assert all(use.cover in state.covers for use in c.cover)
        assert state.turn is None or not state.combatants[state.turn].out, "the turn of one who is out"
        if state.running and self.live.run is None:
            assert sorted(state.order) == sorted(state.combatants)
        assert not (state.over and state.turn)

    def watch_turns(self) -> None:
        """On the live branch: one Significant Action a turn, one turn a round for each."""
        spent = 0
        ended: set[str] = set()
        for entry in self.live.entries:
            do = entry.command["do"]
            cost = SPECS[do].cost
            if cost == "significant" or (cost == "either" and entry.command.get("as") == "significant"):
                spent += 1
                assert spent == 1, f"command {entry.n}: a second Significant Action"
            if do == "set" and entry.command["field"] == "significant":
                spent = 0
            for event in entry.events:
                if event.kind in ("round_started", "fight_begun"):
                    ended = set()
                elif event.kind == "turn_started":
                    spent = 0
                    assert event.story["who"] not in ended, f"command {entry.n}: a second turn"
                elif event.kind in ("turn_ended", "turn_passed"):
                    assert event.story["who"] not in ended, f"command {entry.n}: a second turn"
                    ended.add(event.story["who"])

    def reload(self) -> None:
        """The whole journal from its text: the same table, and nothing for `verify` to find."""
        self.live.reveal()
        loaded = load_lines(parse_lines("\n".join(self.lines), "soak"), "soak")
        assert text(loaded.to_json()) == text(self.live.to_json())
        assert [e.n for e in loaded.undone] == [e.n for e in self.live.undone]
        assert verify(loaded) == []
