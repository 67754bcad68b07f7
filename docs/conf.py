"""The documentation as a site: `make site` builds it, offline, from the Markdown that is also read as it is."""

import re
from importlib.metadata import version as installed
from typing import Any

from docutils import nodes
from pygments.lexers.data import YamlLexer
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

project = "Wanderstar"
author = "Wanderstar contributors"
project_copyright = "Wanderstar contributors, MIT licence"
version = release = installed("wanderstar")

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["README.md"]  # the map for those who read the folder; the site has its own in index.md
nitpicky = True

myst_heading_anchors = 4

html_theme = "furo"
html_title = "Wanderstar"
html_copy_source = False
html_show_sphinx = False
html_static_path: list[str] = []
highlight_language = "text"

_ANCHOR = re.compile(r'<a id="([\w-]+)">')


class Anchors(SphinxTransform):
    """Makes `<a id="r21"></a>`, which any Markdown reader understands, a target that the site's links can find."""

    default_priority = 200  # before MyST looks up what a link's fragment stands for

    def apply(self, **_: Any) -> None:
        for raw in list(self.document.findall(nodes.raw)):
            if found := _ANCHOR.fullmatch(raw.astext()):
                target = nodes.target("", "", ids=[found[1]], names=[found[1]])
                self.document.note_explicit_target(target)
                raw.replace_self(target)


def setup(app: Sphinx) -> None:
    app.add_transform(Anchors)
    # Lines of JSON between comments: nothing of it is not YAML.
    app.add_lexer("jsonl", YamlLexer)
