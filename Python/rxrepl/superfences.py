"""Draws the `marble` fences of Python-Markdown, for which `pymdownx.superfences` calls these functions."""
from __future__ import annotations

import logging

from rxrepl import Page, script_html

_log = logging.getLogger("rxrepl")


class _Pages:
    """The page that a Markdown object converts."""

    def __init__(self) -> None:
        self.page = Page()

    def reset(self) -> None:
        """Starts the next page. Markdown calls this for each extension."""
        self.page = Page()


def validate(language, inputs, options, attrs, md) -> bool:
    """Accepts all words of a fence."""
    # Superfences gives a word without a value its own name as a value.
    options.update(inputs)
    return True


def draw(source, language, css_class, options, md, classes=(), id_value="", attrs={}, **kwargs) -> str:
    """Returns the drawing of a fence as HTML."""
    # The form `{.marble .drawing alt="two lanes"}` has the words as classes and attributes.
    options = {**options, **dict.fromkeys(classes or (), ""), **(attrs or {})}
    pages = next((extension for extension in md.registeredExtensions if isinstance(extension, _Pages)), None)
    if pages is None:
        pages = _Pages()
        md.registerExtension(pages)
    drawing = pages.page.run(source, options, file="script")
    for message in drawing.messages:
        _log.warning(message.text)
    shown = "" if {"drawing", "hidden"} & options.keys() else script_html(source)
    return shown + drawing.html(options.get("caption", ""), id_value)
