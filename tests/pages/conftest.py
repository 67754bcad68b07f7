"""A real Chromium, and servers of their own to look at with it."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.pages.seats import PATIENCE, Party
from tests.pages.telling import told
from tests.table.server import serving

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    """The mark that names a test's encounter: a shipped one, or a file beside the tests."""
    config.addinivalue_line("markers", "encounter(name): what is played at the test's table")
    config.addinivalue_line("markers", "forecast: winning chances are worked out at the test's table")
    expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A slow machine alone fails no test: a browser and a server of one's own take their time where others work too."""
    for item in items:
        if item.get_closest_marker("browser") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(300))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure tells what every page showed: what fails seldom has to say why when it does."""
    report = yield
    party = getattr(item, "funcargs", {}).get("party")
    if report.when == "call" and report.failed and isinstance(party, Party):
        report.sections.append(("the pages", told(party)))
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The distribution's own browser; a missing one fails, it is not passed over.

    One for each file: as long as it is open, no other test of the same process can run an event loop of its own.
    """
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found is not None, "no chromium-headless-shell or chromium on PATH (make browser)"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, timeout=2 * PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture
def party(request: pytest.FixtureRequest, tmp_path: Path, browser: Browser) -> Iterator[Party]:
    """A table with the encounter that the test's `encounter` mark names, and people who come to it."""
    mark = request.node.get_closest_marker("encounter")
    name = mark.args[0] if mark else "golden-fight"
    path = HERE / f"{name}.toml"
    words = ["--forecast", "engine"] if request.node.get_closest_marker("forecast") else []
    with serving(tmp_path / "tables.db", str(path) if path.is_file() else name, *words) as server:
        people = Party(server, browser)
        yield people
        people.leave()
        assert people.errors == []
