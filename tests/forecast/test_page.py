"""The page: it stands by itself, names are text, plots say in words what they show."""

import re
from html.parser import HTMLParser

from tests.forecast.duel import duel, person

from wanderstar.forecast.driver import forecast
from wanderstar.forecast.page import page
from wanderstar.forecast.plots import rounds_plot, tracks_plot, win_bar
from wanderstar.forecast.result import Forecast
from wanderstar.sheets.load import encounter_from

EVIL = "<img src=x onerror=alert(1)>"


def made(name: str = "Red") -> Forecast:
    """A forecast of a duel with somebody of that name."""
    source = {**duel().source, "name": name, "adversaries": [person("red"), person("blue")]}
    source["adversaries"][0]["name"] = name
    source["combatants"] = [{"who": w, "side": f"{w}s", "at": i} for i, w in enumerate(("red", "blue"))]
    found = forecast(encounter_from(source), fights=5, seed=1, engine=True)
    assert isinstance(found, Forecast)
    return found


class Tags(HTMLParser):
    """The tags of a page, opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_by_itself() -> None:
    """Well formed, three plots, no script, nothing fetched from anywhere."""
    text = page(made())
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.seen.isdisjoint({"script", "link", "img", "iframe"})
    assert text.count("<svg") == 3
    assert not re.search(r"(?:src|href|url)\s*[=(]|@import|https?:", text)


def test_names_are_text() -> None:
    """C36: markup in a name is shown, never obeyed, in the page and in a notebook."""
    found = made(EVIL)
    for text in (page(found), found._repr_html_()):
        assert "<img" not in text
        assert "&lt;img src=x onerror=alert(1)&gt;" in text


def test_light_and_dark() -> None:
    """Every colour has both."""
    assert "color-scheme:light dark" in page(made())
    assert page(made()).count("light-dark(") >= 10


def test_plots_say_what_they_show() -> None:
    """Whoever does not see the plots is told the same figures."""
    assert 'aria-label="Reds 75.0 %, Draw 25.0 %"' in win_bar([("Reds", 0.75, "--a"), ("Draw", 0.25, "--b")])
    assert "round 3 50.0 %" in rounds_plot({3: 0.5, 5: 0.5})
    assert "Vex: 0: 50.0 %, 2: 50.0 %" in tracks_plot([("Vex", "--a", [0.5, 0, 0.5])])


def test_long_fights_fit() -> None:
    """More rounds than there are bars for: the rest is one bar."""
    drawn = rounds_plot(dict.fromkeys(range(1, 201), 1 / 200))
    assert drawn.count("<rect") == 41
    assert "round more 80.0 %" in drawn
