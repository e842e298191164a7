"""Markdown to HTML: anchors, links, highlighted scripts, frames around what is wide."""
import html
import re
import subprocess
import tempfile
from pathlib import Path


def rendered(path):
    command = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def with_code(text):
    """Returns a sentence of Markdown as HTML. Code is all the markup that it has."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))


def with_anchors(body):
    """Adds an anchor to each heading, with the same name as on GitHub, and a link to it."""
    seen = {}

    def heading(match):
        words = plain(match[2]).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        name = html.escape(f"{name}-{count}" if count else name)
        link = "" if match[1] == "1" else f'<a class="anchor" href="#{name}" aria-label="Link to this section">#</a>'
        return f'<h{match[1]} id="{name}">{match[2]}{link}</h{match[1]}>'

    return re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body, flags=re.S)


def with_messages(body):
    """Replaces each heading, the name of an error, by the first message below it, and keeps the anchors."""

    def heading(match):
        message = re.search(r"\d: (?:error|warning): (.*?)\n", match[3])[1]
        return f"{match[1]}{with_code(html.unescape(message))}{match[2]}{match[3]}"

    return re.sub(r'(<h3 id="[^"]*">).*?(<a class="anchor")(.*?)(?=<h[23]|\Z)', heading, body, flags=re.S)


def headings(body, level):
    """Returns the anchors and titles of the headings of a level."""
    found = re.findall(rf'<h{level} id="([^"]*)">(.*?)(?:<a class="anchor".*?)?</h{level}>', body, flags=re.S)
    return [(anchor, plain(title)) for anchor, title in found]


def contents(body):
    """Returns a list of the sections of a page, if it has several."""
    sections = headings(body, 2)
    if len(sections) < 4:
        return ""
    items = "".join(f'<li><a href="#{anchor}">{html.escape(title)}</a></li>' for anchor, title in sections)
    return f'<aside class="contents" aria-label="On this page"><ul>{items}</ul></aside>'


def with_frames(body):
    """Makes wide pictures and tables scroll, so that the page never scrolls horizontally."""
    body = re.sub(r"<p>(<img [^>]*>)</p>", r'<figure tabindex="0">\1</figure>', body)
    return body.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")


class Highlighter:
    """Colors scripts by the tokens of the program, which highlights all of them at once."""

    pattern = re.compile(r'<pre><code class="language-marble[^"]*">(.*?)</code></pre>', flags=re.S)

    def __init__(self, program, bodies):
        scripts = sorted({html.unescape(text) for body in bodies for text in self.pattern.findall(body)})
        self.blocks = {}
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, script in enumerate(scripts):
                paths.append(Path(folder) / f"{number}.marble")
                paths[-1].write_text(script)
            output = subprocess.run([program, "highlight", *paths], check=True, capture_output=True, text=True).stdout
            blocks = re.findall(r'<pre class="marble">.*?</pre>', output, flags=re.S)
            self.blocks = dict(zip(scripts, blocks, strict=True))

    def __call__(self, body):
        return self.pattern.sub(lambda match: self.blocks[html.unescape(match[1])], body)
