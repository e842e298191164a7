"""Draws the `marble` fences of a MkDocs site."""
from __future__ import annotations

import logging
import os
import re

from markdown import Markdown
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File

from rxrepl import CODE_WORDS, Page, fence_words, identifier, stylesheet

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
        parts = list(_parts(markdown, 1 + before))
        seen = self._seen(parts, page, config)
        is_comment = False
        for number, opening, lines in parts:
            attributes = fence_words(opening["info"]) if opening else None
            if not opening:
                is_comment = lines[0].rfind("<!--") > lines[0].rfind("-->") or is_comment and "-->" not in lines[0]
            if attributes is None or is_comment and "hidden" not in attributes:
                result += lines
                continue
            if self._key(page, number) not in seen:
                _log.info("%s:%d: this script is not drawn, because it is indented like code", file, number)
                result += lines
                continue
            indent = opening["indent"]
            body = lines[1:] if _closes(lines[-1], opening) is None else lines[1:-1]
            script = "\n".join(line[len(indent):] for line in body)
            drawing = scripts.run(script, attributes, file, number + 1)
            for message in drawing.messages:
                # `--quiet` hides warnings, also from `--strict`.
                _log.log(logging.WARNING if ": warning:" in message.text else logging.ERROR, message.text)
            if not {"drawing", "hidden"} & attributes.keys():
                result += [f"{indent}{opening['marks']}{_code_words(attributes)}", *lines[1:]]
            if content := drawing.html(attributes.get("caption", ""), identifier(attributes)):
                key = self._key(page, number)
                self._drawings[key] = content
                result += _drawing(indent, key, after=result)
        return "\n".join(result)

    def _key(self, page, number) -> str:
        return f"{page.file.src_uri}:{number}"

    def _seen(self, parts, page, config) -> set[str]:
        """Returns the keys of the scripts that Markdown shows as fences, and not as indented code."""
        keys = {self._key(page, number) for number, opening, _ in parts if opening}
        if not any(opening and len(opening["indent"].expandtabs(4)) >= 4 for _, opening, _ in parts):
            return keys
        marks = {key: f"<!-- {_DRAWING} {key} -->" for key in keys}
        self._drawings.update(marks)
        text: list[str] = []
        for number, opening, lines in parts:
            if opening and fence_words(opening["info"]) is not None:
                lines = [f"{opening['indent']}{opening['marks']}marble", *lines[1:]]
                lines += _drawing(opening["indent"], self._key(page, number), after=lines)
            text += lines
        page = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
        html = page.convert("\n".join(text))
        return {key for key, mark in marks.items() if mark in html}

    def _draw(self, source, language, css_class, options, md, **kwargs) -> str:
        return self._drawings[source.strip()]


def _parts(markdown: str, first: int):
    """Returns the lines outside of fences and the fences, each with the number of its first line and its opening."""
    lines = iter(enumerate(markdown.split("\n"), start=first))
    for number, line in lines:
        opening = _FENCE.match(line)
        part = [line]
        if opening:
            for _, line in lines:
                part.append(line)
                if _closes(line, opening):
                    break
        yield number, opening, part


def _closes(line: str, opening: re.Match) -> re.Match | None:
    closing = _FENCE.match(line)
    return closing if closing and not closing["info"] and closing["marks"].startswith(opening["marks"]) else None


def _code_words(words: dict[str, str]) -> str:
    """Returns the first line of a fence that shows a script, with the words that Markdown has for code."""
    kept = [f'{word}="{words[word]}"' if words[word] else f".{word}" for word in words if word in CODE_WORDS]
    return f"{{.marble {' '.join(kept)}}}" if kept else "marble"


def _drawing(indent: str, key: str, after: list[str]) -> list[str]:
    """Returns the lines in whose place a drawing appears. Two blank lines would end a footnote."""
    blank = indent.rstrip() if ">" in indent else ""
    before = [] if after and not after[-1].strip("> \t") else [blank]
    return [*before, f"{indent}```{_DRAWING}", indent + key, f"{indent}```"]
