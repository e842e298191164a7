"""Draws the `marble` fences of a MkDocs site."""
from __future__ import annotations

import logging
import os
import re

from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File

from rxrepl import Page, fence_words, stylesheet

_log: logging.LoggerAdapter = get_plugin_logger("rxrepl")
_FENCE = re.compile(r"(?P<indent>[ \t>]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)$")
_DRAWING = "marble-drawing"
_STYLE = "assets/marble.css"


class MarblePlugin(BasePlugin):
    def on_startup(self, *, command, dirty):
        """Lets MkDocs keep this object while it serves a site."""

    def on_config(self, config):
        self._drawings: dict[str, str] = {}
        # Superfences also finds fences in lists and admonitions, and takes a function for the drawing.
        if "pymdownx.superfences" not in config.markdown_extensions:
            config.markdown_extensions.append("pymdownx.superfences")
        superfences = config.mdx_configs.setdefault("pymdownx.superfences", {})
        fences = [fence for fence in superfences.get("custom_fences", []) if fence["name"] != _DRAWING]
        superfences["custom_fences"] = [*fences, {"name": _DRAWING, "class": _DRAWING, "format": self._draw}]
        config.extra_css.append(_STYLE)
        return config

    def on_files(self, files, *, config):
        files.append(File.generated(config, _STYLE, content=stylesheet()))
        return files

    def on_page_markdown(self, markdown, *, page, config, files):
        # The page has no front matter, but lines are counted in the file.
        before = page.file.content_string.count("\n") - markdown.count("\n")
        file = f"{os.path.basename(config.docs_dir)}/{page.file.src_uri}"
        scripts = Page()
        result: list[str] = []
        lines = iter(enumerate(markdown.split("\n"), start=1 + before))
        for number, line in lines:
            opening = _FENCE.match(line)
            if not opening:
                result.append(line)
                continue
            fence, body = [line], []
            for _, line in lines:
                fence.append(line)
                closing = _FENCE.match(line)
                if closing and not closing["info"] and closing["marks"].startswith(opening["marks"]):
                    break
                body.append(line)
            attributes = fence_words(opening["info"])
            if attributes is None:
                result += fence
                continue
            indent = opening["indent"]
            script = "\n".join(line[len(indent):] for line in body)
            drawing = scripts.run(script, attributes, file, number + 1)
            for message in drawing.messages:
                # `--quiet` hides warnings, also from `--strict`.
                _log.log(logging.WARNING if ": warning:" in message.text else logging.ERROR, message.text)
            if not {"drawing", "hidden"} & attributes.keys():
                result += [f"{indent}{opening['marks']}marble", *fence[1:]]
            if content := drawing.html(attributes.get("caption", "")):
                key = f"{page.file.src_uri}:{number}"
                self._drawings[key] = content
                result += [indent.rstrip() if ">" in indent else "", f"{indent}```{_DRAWING}", indent + key, f"{indent}```"]
        return "\n".join(result)

    def _draw(self, source, language, css_class, options, md, **kwargs) -> str:
        return self._drawings[source.strip()]
