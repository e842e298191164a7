"""Runs the marble scripts of documents with the program that this package contains."""
from __future__ import annotations

import functools
import html
import os
import re
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from typing import NamedTuple

__all__ = ["Drawing", "Message", "Page", "load_ipython_extension", "program", "stylesheet"]

#: The status of a script that was stopped.
NOT_RUN = -1

#: The time in seconds after which a script is stopped.
TIMEOUT = 60

#: The words of a fence that take a value and are options of the program.
_SETTINGS = ("theme", "width", "scale", "inner-limit")
# `rxrepl docs` writes the picture of a fence to one file, and shows the script of another. Here both are in the page.
_UNUSED = ("svg", "file")
#: The words that Python-Markdown and Material have for code.
CODE_WORDS = ("title", "title_mode", "linenums", "hl_lines", "annotate", "copy", "no-copy", "select", "no-select")


class Message(NamedTuple):
    """An error, a warning or a failed assertion."""

    #: The line in the document, counted from 1.
    line: int
    #: The message, which begins with the file and the line.
    text: str
    #: The document, if it is another file than that of the script.
    file: str = ""


class Drawing(NamedTuple):
    """The result of a script."""

    #: The picture, or an empty string if nothing was drawn.
    svg: str = ""
    #: The text that the script prints, such as the answer of `why`, with the word `text` also its drawings.
    text: str = ""
    #: Failures that the script announces with the word `fails`.
    expected: list[Message] = []
    #: The messages that the author did not expect.
    messages: list[Message] = []

    def html(self, caption: str = "", identifier: str = "") -> str:
        """Returns the picture and the messages as HTML."""
        parts = []
        if self.svg:
            legend = f"\n<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
            name = f' id="{html.escape(identifier)}"' if identifier else ""
            parts.append(f'<figure class="marble"{name}>\n{self.svg}{legend}\n</figure>')
        for kind, text in self.blocks():
            parts.append(f'<pre class="{kind}">{html.escape(text, quote=False)}</pre>')
        return "\n".join(parts)

    def blocks(self) -> list[tuple[str, str]]:
        """Returns the text below the picture, each part with its class."""
        parts = [("marble-text", message.text) for message in self.expected] + [("marble-text", self.text)]
        parts += [("marble-error", message.text) for message in self.messages]
        return [part for part in parts if part[1]]


class Page:
    """The scripts of a document, which share their names and settings."""

    def __init__(self) -> None:
        #: Markdown fences with the earlier scripts.
        self.earlier: list[str] = []

    def run(
        self, script: str, words: dict[str, str], file: str = "marble", line: int = 1,
        place_of_words: tuple[str, int] | None = None,
    ) -> Drawing:
        """Runs the next script of the page, whose first line is this one of the file.

        By default, the words are on the line above it.
        """
        page, opening = place_of_words or (file, max(1, line - 1))
        problems = [Message(opening, f"{page}:{opening}: {problem}", page) for problem in word_problems(words)]
        if "ignore" in words:
            return Drawing(messages=problems)
        if "new" in words:
            self.earlier.clear()
        earlier = list(self.earlier)
        info = "prompt" if "prompt" in words else ""
        status, svg, output = run(script, earlier, "svg", settings(words), info)
        messages, text = _messages(output, file, line)
        if not is_stopped(status, output):
            self.earlier.append(fence(script, f"{info} hidden fails" if messages else f"{info} hidden"))
        if status and not messages and _NOTHING not in output:
            messages = [Message(line, f"{file}:{line}: error: {output.partition(chr(10))[0]}")]
        if "text" in words and not messages:
            text = text_drawing(script, earlier, info)
        svg = titled(svg, words)
        expected = []
        if "fails" in words:
            expected, messages = messages, []
            if not expected:
                problems.append(Message(line, f"{file}:{line}: error: nothing fails in this script"))
        if setting_error(words):
            svg = ""
        if "hidden" in words:
            svg, text, expected = "", "", []
        return Drawing(svg.strip(), text, expected, problems + messages)


_NOTHING = "nothing was drawn, so there is no picture"
_BEGINNING = re.compile(r"(?:✗ )?script\.marble:(\d+)(?::\d+)?")


def word_problems(words: dict[str, str]) -> list[str]:
    """Returns what the program says about words: a warning for an unknown one, and an error for an invalid setting."""
    shown = [word for word in words if word not in _UNUSED and not word.startswith("#")]
    # Any text is right for these words, so the program is asked only once for the same words.
    values = ["text" if words[word] and word in ("alt", "caption", "name") else words[word] for word in shown]
    escaped = [re.sub(r'(["\\])', r"\\\1", " ".join(value.split())) for value in values]
    # Python-Markdown gives a word without a value its name as the value.
    return _problems(" ".join(
        word if value in ("", word) else f'{word}="{value}"' for word, value in zip(shown, escaped)))


@functools.lru_cache(maxsize=None)
def _problems(info: str) -> list[str]:
    output = run("-1|", [], "svg", info=info)[2] if info else ""
    found = re.findall(r"^script\.marble:0:\d+: (.*\n).*\n.*\n(  help: .*)", output, flags=re.MULTILINE)
    return [message + help for message, help in found]


def titled(svg: str, words: dict[str, str]) -> str:
    """Returns a picture with the text of `alt=` or `name=` as its title, if there is one."""
    if alt := words.get("alt") or words.get("name"):
        svg = re.sub("<title>.*?</title>", lambda _: f"<title>{html.escape(alt, quote=False)}</title>", svg, count=1)
    return svg


def settings(words: dict[str, str]) -> list[str]:
    """Returns the options of the program for the words of a fence, or none if one of them is not valid."""
    return [] if setting_error(words) else _options(words)


def _options(words: dict[str, str]) -> list[str]:
    return [f"--{name}={words[name]}" for name in _SETTINGS if name in words]


def setting_error(words: dict[str, str]) -> str:
    """Returns the reason for which the settings in the words of a fence are not valid, or an empty string."""
    return next((problem for problem in word_problems(words) if problem.startswith("error: ")), "").removeprefix("error: ")


def words(text: str) -> dict[str, str]:
    """Returns the words after `marble` in the first line of a fence, with their values."""
    try:
        parts = shlex.split(text)
    except ValueError:  # a quote without its partner
        parts = text.split()
    return {name.removeprefix("."): value for name, _, value in (part.partition("=") for part in parts)}


def identifier(words: dict[str, str]) -> str:
    """Returns the target of references in the words of a fence, such as `#two`."""
    return next((word[1:] for word in words if word.startswith("#")), "")


def script_html(script: str) -> str:
    """Returns a script as HTML that shows it."""
    return f'<pre class="marble"><code class="language-marble">{html.escape(script, quote=False)}</code></pre>\n'


def fence_words(info: str) -> dict[str, str] | None:
    """Returns the words of a fence from its first line, or nothing if it is not a script.

    The line is `marble drawing` or, for Python-Markdown and pandoc, `{.marble .drawing}`.
    """
    language, _, rest = re.sub(r"^\{(.*)\}$", r"\1", info.strip()).strip().partition(" ")
    return words(rest) if language.removeprefix(".").lower() == "marble" else None


def fence(script: str, info: str) -> str:
    """Returns a Markdown fence with the script."""
    # Words with a backtick can only be after tildes.
    mark = "~" if "`" in info else "`"
    marks = mark * max([3, *(len(run) + 1 for run in re.findall(f"{mark}+", script))])
    return f"{marks}marble {info}\n{script}\n{marks}\n"


def run(
    script: str, earlier: list[str], format: str, options: list[str] = [], info: str = "",
) -> tuple[int, str, str]:
    """Runs a script after the fences of earlier ones, and returns the status, the result and the messages.

    With words of a fence, it runs as such.
    """
    with tempfile.TemporaryDirectory(prefix="rxrepl-") as folder:
        files = {"earlier.md": "\n".join(earlier)}
        files |= {"script.md": fence(script, info)} if info else {"script.marble": script + "\n"}
        for name, content in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
                file.write(content)
        command = [program(), "--safe", "--color=never", f"--format={format}", *options, *files]
        # In a session of its own, the program does not get the signals of the terminal: the caller stops it.
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return NOT_RUN, "", f"script.marble:1: error: stopped after {TIMEOUT} seconds\n"
        finally:
            process.kill()
            process.wait()
    # The line of the fence is not one of the script.
    output, errors = (
        re.sub(r"script\.md:(\d+)", lambda match: f"script.marble:{int(match[1]) - 1}", text.decode())
        for text in (output, errors))
    return process.returncode, output, errors


def is_stopped(status: int, output: str) -> bool:
    """Whether a script did not end, so that it must not run again before later ones."""
    return status == NOT_RUN or "error: stopped: " in output


def text_drawing(script: str, earlier: list[str], info: str = "") -> str:
    """Returns the drawings of a script as text."""
    _, text, _ = run(script, earlier, "plain", info=info)
    # The names of temporary files in lines for assertions that hold are of no use.
    return re.sub(r"^✓ script\.marble:.*\n", "", text, flags=re.MULTILINE).strip("\n")


def answers(output: str) -> list[str]:
    """Returns the texts that a script prints, in what the program wrote: a blank line separates them from messages."""
    found: list[list[str]] = [[]]
    is_inside = True
    for text in output.splitlines():
        if _BEGINNING.match(text) or text.startswith(("✓", "rxrepl: ", "Error: ")):
            is_inside = False
        elif not text and not is_inside:
            is_inside = True
            found.append([])
        elif is_inside:
            found[-1].append(text)
    return [text for text in ("\n".join(lines).strip("\n") for lines in found) if text]


def _messages(output: str, file: str, line: int) -> tuple[list[Message], str]:
    """Returns the errors, warnings and failures in what the program wrote, and the text that the script prints."""
    messages: list[Message] = []
    current: list[str] | None = None
    for text in output.splitlines():
        if match := _BEGINNING.match(text):
            number = line + int(match[1]) - 1
            mark = "✗ " if text.startswith("✗") else ""
            current = [f"{mark}{file}:{number}{text[match.end():]}"]
            messages.append(Message(number, current[0]))
        elif not text or text.startswith(("✓", "rxrepl: ")):
            current = None
        elif current is not None:
            current.append(text)
            messages[-1] = messages[-1]._replace(text="\n".join(current))
    messages = [message._replace(text=message.text.rstrip()) for message in messages]
    return messages, "\n".join(answers(output))


@functools.lru_cache(maxsize=None)
def program() -> str:
    """Returns the path of the program in the folder of scripts of this Python, or else in the PATH."""
    beside = os.path.join(sysconfig.get_path("scripts"), "rxrepl")
    found = beside if os.access(beside, os.X_OK) else shutil.which("rxrepl")
    if not found:
        raise FileNotFoundError("rxrepl is neither beside Python nor in the PATH")
    return found


@functools.lru_cache(maxsize=None)
def stylesheet() -> str:
    """Returns the style of a page, with which pictures have the colors of its theme.

    Pictures name the colors of their light and dark form. A page without a dark form always shows the light one.
    """
    _, svg, _ = run("-1|", [], "svg")
    light, dark = (";".join(f"--marbles-{name}:{color}" for name, color in re.findall(
        r"var\(--marbles-([a-z]+),(#[0-9a-f]+)\)", style)) for style in re.findall(r"\{(--paper:.*?)\}", svg))
    return f"""\
:root{{{light}}}
@media screen{{[data-theme=dark],[data-bs-theme=dark],[data-md-color-scheme=slate]{{{dark}}}}}
@media screen and (prefers-color-scheme:dark){{[data-theme=auto]{{{dark}}}}}
figure.marble{{margin:1em 0}}
.marble-text,.marble-error{{overflow-x:auto;line-height:1.3}}
.marble-error{{border-left:4px solid #c62828;padding:.5em 1em}}
"""


def load_ipython_extension(shell) -> None:
    """Adds the cell magic: `%load_ext rxrepl`."""
    from rxrepl.magic import MarbleMagics

    shell.register_magics(MarbleMagics)
