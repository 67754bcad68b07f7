"""What holds for the repository as a whole: the lock, what may be committed, the size of files, the documents."""

import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

# Written in pieces, so that this file does not name what it forbids.
HOSTS = [
    ("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com"),
    ("unpkg", "com"), ("jsdelivr", "net"), ("cdnjs", "com"), ("esm", "sh"), ("crates", "io"),
    ("golang", "org"), ("anaconda", "org"), ("debian", "org"), ("ghcr", "io"), ("docker", "io"),
]  # fmt: skip
HOST = re.compile(r"\b(?:" + "|".join(rf"{name}\.{end}" for name, end in HOSTS) + r")\b", re.IGNORECASE)
DOWNLOAD = re.compile(r"(?:https?|ftp|file|git\+\w+)://\S+\.(?:whl|tar\.\w+|tgz|zip|deb)\b", re.IGNORECASE)
MACHINE_PATH = re.compile(r"(?<![\w.<\-/])/(?:work|root|home/\w+|Users/\w+)(?=/|\b)")


@cache
def committed() -> dict[str, str]:
    """Every committed text file: path to text. Files with a zero byte are not text."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    texts = {}
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and b"\0" not in (raw := path.read_bytes()):
            texts[name] = raw.decode("utf-8")
    return texts


def addresses(text: str) -> list[str]:
    return [found.group() for pattern in (HOST, DOWNLOAD, MACHINE_PATH) for found in pattern.finditer(text)]


def test_no_file_names_a_registry_a_download_or_a_machine() -> None:
    """What is committed works elsewhere: no registry's host, no download's address, no path of one machine."""
    assert {name: found for name, text in committed().items() if (found := addresses(text))} == {}
    assert "pyproject.toml" in committed()


@pytest.mark.parametrize(
    "text",
    [
        "--index-url https://" + "pypi" + ".org/simple",
        "https://files." + "pythonhosted" + ".org/packages/x",
        "see https://example.invalid/a/b-1.0.tar" + ".gz",
        "cd /" + "work/main",
        "'/" + "root/.cache'",
        "/" + "home/ann/wanderstar",
    ],
)
def test_an_address_is_seen(text: str) -> None:
    """The test above can fail."""
    assert addresses(text)


def test_no_source_file_is_longer_than_400_lines() -> None:
    """A file is read in one sitting."""
    long = {
        name: lines
        for name, text in committed().items()
        if name.startswith("src/") and (lines := text.count("\n")) > 400
    }
    assert long == {}


def locked(name: str) -> list[tuple[Requirement, int]]:
    """The pins of a lock, each with the number of its hashes."""
    pins = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [(Requirement(pin.split(" --hash")[0]), pin.count("--hash=sha256:")) for pin in pins]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-uv.lock"])
def test_every_pin_is_exact_and_hashed(lock: str) -> None:
    """A lock installs the same bytes everywhere: one version a line, by hash, from no named address."""
    pins = locked(lock)
    assert pins
    assert [
        str(pin)
        for pin, hashes in pins
        if not hashes or pin.url or [s.operator for s in pin.specifier] != ["=="]
    ] == []


def test_the_lock_satisfies_the_project() -> None:
    """Everything that pyproject.toml asks for is locked, in a release that it accepts (`make lock`)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
        *(line for extra in project["project"]["optional-dependencies"].values() for line in extra),
        *project["build-system"]["requires"],
    ]
    pins: dict[str, list[str]] = {}
    for pin, _ in locked("requirements.lock"):
        pins.setdefault(canonicalize_name(pin.name), []).extend(s.version for s in pin.specifier)
    missing = [
        line
        for line in wanted
        if not (have := pins.get(canonicalize_name(Requirement(line).name)))
        or not all(Requirement(line).specifier.contains(version) for version in have)
    ]
    assert missing == []


def link_targets(text: str) -> list[str]:
    """The relative links of a Markdown text, without their anchors."""
    return [
        target.split("#")[0]
        for target in re.findall(r"\]\(([^)\s]+)\)", text)
        if not re.match(r"\w+:|#", target)
    ]


@pytest.mark.docs
def test_every_link_between_documents_leads_somewhere() -> None:
    """A relative link in a Markdown file names a file or a folder that is there."""
    texts = {name: text for name, text in committed().items() if name.endswith(".md")}
    dead = [
        f"{name}: {target}"
        for name, text in texts.items()
        for target in link_targets(text)
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert dead == []
    assert link_targets(texts["README.md"])


@pytest.mark.docs
@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_make_target_named_is_there(document: str) -> None:
    """`make something` in the documents is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(
        re.findall(r"(?:`|^\$ )make ([a-z]+)", (ROOT / document).read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert "test" in named
    assert named <= targets
