#!/usr/bin/env python3
"""Writes the playground: the page of `rxrepl serve` with the engine in a worker instead of a server.

  Site/playground.py folder

`Scripts/engine` must have built the engine. Any server of files can serve the folder. `rxrepl page --engine folder` writes
pages that use it, and other pages load its element <marble-diagram>.
"""
import html
import re
import shutil
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
page_parts = root / "Sources/EmbeddedFiles/Page"
engine = root / ".build/engine/marble-engine.wasm"


def page(*changes):
    """Returns the page, with more changes of its text."""
    text = (page_parts / "page.html").read_text()
    policy = (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
        "style-src 'self' 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'")
    for old, new in (
        ('<html lang="en">', '<html lang="en" data-engine="engine.js">'),
        ("The marbles cannot be dragged without JavaScript.", "The playground needs JavaScript."),
        ("<title>rxrepl</title>", f'<title>Playground · rxrepl</title>\n<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        *changes,
    ):
        if old not in text:
            sys.exit(f"{page_parts}/page.html: error: there is no {old}")
        text = text.replace(old, new)
    return text


def page_of_site(words):
    """Returns the page with a description and a link to the first page of the site."""
    return page(
        ("<title>", f'<meta name="description" content="{html.escape(words)}">\n<title>'),
        ("<h1>rxrepl</h1>", '<h1><a href="../index.html">rxrepl</a></h1>'))


def write(folder, page):
    """Writes the page and what it loads."""
    # The parts of the page, in the order in which the program joins them.
    names = re.findall(r'#embed "Page/(\w+\.js)"', (root / "Sources/EmbeddedFiles/Page.c").read_text())
    engine_code, worker = ((page_parts / name).read_text() for name in ("engine.js", "worker.js"))
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("index.html", page),
        ("page.js", "".join((page_parts / name).read_text() for name in names if name != "baked.js")),
        ("page.css", (page_parts / "live.css").read_text() + (page_parts / "page.css").read_text()),
        ("engine.js", engine_code),
        ("marble-diagram.js", engine_code + worker + (root / "Site/diagram.js").read_text()),
    ):
        (folder / name).write_text(text)
    for module in engine.parent.glob("marble-engine*.wasm"):
        shutil.copyfile(module, folder / module.name)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: Site/playground.py folder")
    if not engine.is_file():
        sys.exit("Site/playground.py: error: the engine is not built: Scripts/engine")
    write(Path(sys.argv[1]), page())
