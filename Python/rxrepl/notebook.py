"""Runs the cells of a notebook."""
from __future__ import annotations

import json
import re
import subprocess
from typing import NamedTuple

from rxrepl import answers, fence, is_stopped, program, run, setting_error, settings, text_drawing, titled, word_problems


class ScriptError(Exception):
    """An error or a failed assertion in a cell."""

    def _render_traceback_(self):
        return [str(self)]


class Output(NamedTuple):
    """The result of a cell."""

    #: Passed assertions, answers, errors and failures.
    messages: str
    #: The picture and its text, by media type.
    data: dict[str, str]
    #: An empty string, or the first line of the first error or failure.
    status: str


# The picture is the output of a cell, with its text for programs that show no pictures.
_UNUSED = {"svg": "svg=", "drawing": "drawing", "caption": "caption=", "text": "text"}

# The beginning of an error, a warning or a failure.
_PLACE = re.compile(r"^(✗ )?script\.marble:", re.MULTILINE)


def _with_lines(text: str) -> str:
    """Returns text with lines of the cell in place of those of its temporary file."""
    return text.replace("script.marble:", "line ")


class Notebook:
    """The cells that have run. Each run repeats them, because the same script always has the same result."""

    def __init__(self) -> None:
        self._earlier: list[str] = []

    def run(self, script: str, words: dict[str, str] = {}) -> Output:
        """Runs the next cell."""
        script = script.rstrip()
        unused = [f"warning: `{word}` has no effect here" for key, word in _UNUSED.items() if key in words]
        warnings = "\n".join(word_problems(words) + unused)
        if "ignore" in words:
            return Output(warnings, {}, "")
        if "new" in words:
            self._earlier.clear()
        info = "prompt" if "prompt" in words else ""
        status, svg, messages = run(script, self._earlier, "svg", settings(words), info)
        data = {}
        if svg and "hidden" not in words and not setting_error(words):
            text = text_drawing(script, self._earlier, info)
            # The messages contain the answers.
            for answer in answers(messages):
                text = text.replace(answer + "\n", "", 1)
            text = re.sub(r"\n{3,}", "\n\n", text).strip("\n")
            data = {"image/svg+xml": titled(svg, words).strip(), "text/plain": _with_lines(text)}
        fails = bool(_PLACE.search(messages))
        if not is_stopped(status, messages):
            self._earlier.append(fence(script, f"{info} hidden fails" if fails else f"{info} hidden"))
        # A cell that only binds names draws nothing. That is not an error here.
        messages = re.sub(r"^rxrepl: error: nothing was drawn.*\n(  help: .*\n)?", "", messages, flags=re.MULTILINE)
        messages = _with_lines(messages)
        messages = re.sub(r"^(✓ .*\n)\n", r"\1", messages, flags=re.MULTILINE).strip("\n")
        failure = re.search(r"^(✗ .*|line \S+ error: .*|rxrepl: .*)$", messages, re.MULTILINE)
        error = failure[0] if failure else ""
        if "fails" in words:
            error = "" if fails else "error: nothing fails in this script"
            messages = messages if fails else error
        if reason := setting_error(words):
            error = f"error: {reason}"
        if "hidden" in words and not error:
            messages = ""
        return Output("\n".join(part for part in (warnings, messages) if part), data, error)

    def is_incomplete(self, script: str) -> bool:
        """Whether another line could complete the script."""
        _, reports, _ = run(script, self._earlier, "json", ["--until=0", "--events=1"])
        for report in map(json.loads, reports.splitlines()):
            if report["kind"] == "error" and (span := report.get("span")):
                end = len(script.rstrip().encode())
                if span["start"] == span["end"] >= end or report["message"] == "the comment is never closed":
                    return True
        return False

    def ask(self, request: str, script: str, cursor: int) -> tuple[object, int]:
        """Asks the language server about a place in a script.

        Returns the answer and the number of lines of earlier cells, which come first in the document.
        """
        # The first and the last line of a fence are not part of its script.
        earlier = "".join("\n".join(cell.rstrip("\n").split("\n")[1:-1]) + "\n" for cell in self._earlier)
        before = script[:cursor]
        line = earlier.count("\n") + before.count("\n")
        character = len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2
        document = {"uri": "untitled:notebook"}
        requests = [
            ("initialize", {"processId": None, "rootUri": None, "capabilities": {}}),
            ("initialized", {}),
            ("textDocument/didOpen", {"textDocument": {
                **document, "languageId": "marble", "version": 1, "text": earlier + script}}),
            (request, {"textDocument": document, "position": {"line": line, "character": character}}),
            ("shutdown", None),
            ("exit", None),
        ]
        data = b""
        for id, (method, parameters) in enumerate(requests):
            message = {"jsonrpc": "2.0", "method": method, "params": parameters}
            if method in ("initialize", request, "shutdown"):
                message["id"] = id
            body = json.dumps(message).encode()
            data += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        output = subprocess.run([program(), "lsp", "--safe"], input=data, capture_output=True).stdout
        answer = None
        while output:
            header, _, output = output.partition(b"\r\n\r\n")
            length = int(header.split(b":")[1])
            message, output = json.loads(output[:length]), output[length:]
            if message.get("id") == 3:
                answer = message.get("result")
        return answer, earlier.count("\n")
