"""Who does not know yet that there is a fight, and who is still to come (R31, R67)."""

from __future__ import annotations

from .scene import Scene


def alert(scene: Scene, who: str, why: str) -> None:
    """Whoever was unaware is so no longer: it acted, was attacked, or the GM says so (R31)."""
    if scene[who].unaware:
        scene.change(who, unaware=False)
        scene.emit("alerted", who=who, why=why, rule="R31")


def due(scene: Scene) -> bool:
    """Brings in everybody whose round has come, if anybody's has: they roll initiative as all who join do (R67)."""
    from .turns import Initiative, PlaceInOrder  # turns begin rounds, and rounds bring waves

    state = scene.state
    coming = [c for c in state.waves if c.enters is not None and c.enters <= max(state.round, 1)]
    if not coming:
        return False
    for c in coming:
        scene.join(c._replace(enters=None))
    scene.alter(waves=tuple(c for c in state.waves if c not in coming))
    scene.emit(
        "wave_entered",
        round=state.round,
        who=[c.id for c in coming],
        names=[c.name for c in coming],
        rule="R67",
    )
    if state.running:
        scene.agenda += [step for c in coming for step in (Initiative(c.id), PlaceInOrder(c.id))]
    return True
