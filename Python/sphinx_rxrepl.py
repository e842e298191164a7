"""The Sphinx directive `marble`, which draws a script.

HTML gets the picture itself, which follows the theme. LaTeX gets a PDF, which `rsvg-convert` makes: CairoSVG does not
understand the style of the pictures and draws nothing. Other formats get the drawing as text.
"""
from __future__ import annotations

import hashlib
import os
import re
import subprocess

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.ext.graphviz import align_spec, figure_wrapper
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import rxrepl

_log = logging.getLogger(__name__)


class marble(nodes.General, nodes.Element):
    """The picture of a script."""


class marble_answers(nodes.literal_block):
    """The text that a script prints, which its drawing as text contains."""


class MarbleDirective(SphinxDirective):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {
        **dict.fromkeys(("drawing", "ignore", "hidden", "fails", "new", "prompt", "text"), directives.flag),
        **dict.fromkeys(("alt", "caption", "svg", "file"), directives.unchanged_required),
        **dict.fromkeys(("width", "scale", "inner-limit"), directives.nonnegative_int),
        "theme": lambda text: directives.choice(text, ("auto", "light", "dark")),
        "align": align_spec,
        "name": directives.unchanged,
    }

    def run(self):
        document, directive_line = file, line = self.get_source_info()
        if type(self.state_machine).__module__.startswith("myst_parser"):
            line = self.lineno + self.content_offset + 1  # MyST counts from the fence.
        elif self.content:
            # The lines can be those of a docstring or of a page that is included.
            file, offset = self.content.info(0)
            line = offset + 1
        script = "\n".join(self.content)
        if self.arguments:
            relative, file = self.env.relfn2path(self.arguments[0])
            self.env.note_dependency(relative)
            line = 1
            try:
                with open(file, encoding="utf-8") as stream:
                    script = stream.read().rstrip("\n")
            except OSError as error:
                raise self.error(f"cannot read {self.arguments[0]}: {error.strerror}") from error
        words = {name: str(value or "") for name, value in self.options.items() if name not in ("align", "name")}
        page = self.env.temp_data.setdefault("rxrepl", rxrepl.Page())
        earlier = [] if "new" in words else list(page.earlier)
        file, document = (os.path.relpath(path, self.env.srcdir) for path in (file, document))
        drawing = page.run(script, words, file, line, (document, directive_line))
        for message in drawing.messages:
            # The first line of the message repeats the place, which the log shows already.
            text = re.sub(r"^(✗ )?.*?:\d+:?\s*", r"\1", message.text)
            place = os.path.normpath(os.path.join(self.env.srcdir, message.file or file))
            _log.warning(text, location=f"{place}:{message.line}", type="marble")

        result = []
        if not {"drawing", "hidden"} & words.keys():
            result.append(nodes.literal_block(script, script, language="marble"))
        if drawing.svg:
            picture = marble(svg=drawing.svg, script=script, earlier=earlier, settings=rxrepl.settings(words))
            # The text of a failure contains its drawing.
            picture["failed"] = bool(drawing.expected or drawing.messages)
            picture["info"] = "prompt" if "prompt" in words else ""
            picture["has_text"] = "text" in words
            if "align" in self.options:
                picture["align"] = self.options["align"]
            if "caption" in words:
                picture = figure_wrapper(self, picture, words["caption"])
            self.add_name(picture)
            result.append(picture)
        is_repeated = drawing.svg and "text" not in words and not (drawing.expected or drawing.messages)
        for kind, text in drawing.blocks():
            block = marble_answers if is_repeated else nodes.literal_block
            result.append(block(text, text, language="text", classes=[kind]))
        for node in result:
            self.set_source_info(node)
        return result


def _html(self, node):
    classes = ["marble"] + ([f"align-{node['align']}"] if "align" in node else [])
    self.body.append(self.starttag(node, "div", CLASS=" ".join(classes)) + node["svg"] + "</div>\n")
    raise nodes.SkipNode


def _latex(self, node):
    _, svg, _ = rxrepl.run(node["script"], node["earlier"], "svg", [*node["settings"], "--theme=light"], node["info"])
    name = f"marble-{hashlib.sha256(svg.encode()).hexdigest()[:16]}.pdf"
    # A PDF file contains the time of this variable, so two builds give the same file.
    environment = {"SOURCE_DATE_EPOCH": "0", **os.environ}
    try:
        subprocess.run(["rsvg-convert", "--format=pdf", "--dpi-x=96", "--dpi-y=96",
                        f"--output={os.path.join(self.builder.outdir, name)}"], input=svg.encode(), check=True,
                       env=environment)
    except FileNotFoundError:
        _log.warning("rsvg-convert is not installed, so the picture is text. Debian has it in librsvg2-bin", type="marble",
                     once=True)
        _text_block(self, node)
    align = {"center": ("\\begin{center}", "\\end{center}"), "right": ("\\begin{flushright}", "\\end{flushright}")}
    begin, end = align.get(node.get("align", ""), ("", ""))
    self.body.append(f"\n\n{begin}\\sphinxincludegraphics{{{name}}}{end}\n\n")
    raise nodes.SkipNode


def _text_block(self, node):
    has_drawing = node["failed"] or node["has_text"]
    text = "" if has_drawing else rxrepl.text_drawing(node["script"], node["earlier"], node["info"])
    if text:
        block = nodes.literal_block(text, text, language="text")
        block.document = node.document
        block.walkabout(self)
    raise nodes.SkipNode


def _skip(self, node):
    raise nodes.SkipNode


def _style(app):
    if app.builder.format == "html":
        folder = os.path.join(app.outdir, "_static")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "marble.css"), "w", encoding="utf-8") as file:
            file.write(rxrepl.stylesheet())


def setup(app):
    app.add_node(marble, html=(_html, None), latex=(_latex, None), text=(_text_block, None), man=(_text_block, None),
                 texinfo=(_text_block, None))
    app.add_node(marble_answers, text=(_skip, None), man=(_skip, None), texinfo=(_skip, None))
    app.add_directive("marble", MarbleDirective)
    app.add_css_file("marble.css")
    app.connect("builder-inited", _style)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
