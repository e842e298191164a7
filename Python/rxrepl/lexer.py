"""Highlights scripts in Pygments. The program itself splits them into tokens."""
from __future__ import annotations

import html
import re
import subprocess

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

from rxrepl import program

_TOKENS = {
    "tick": Operator, "value": Number, "end": Keyword.Constant, "punctuation": Punctuation, "operator": Name.Function,
    "label": Name.Label, "name": Name.Variable, "unknownName": Name, "string": String, "number": Number,
    "keyword": Keyword, "comment": Comment, "command": Keyword, "argument": Name.Attribute, "error": Error,
}
_SPAN = re.compile(r'<span class="(\w+)">(.*?)</span>|([^<]+)', re.DOTALL)


class MarbleLexer(Lexer):
    name = "Marble"
    aliases = ["marble"]
    filenames = ["*.marble"]
    url = "https://pypi.org/project/rxrepl/"

    def get_tokens_unprocessed(self, text):
        result = subprocess.run([program(), "highlight", "-"], input=text.encode(), capture_output=True, check=True)
        page = result.stdout.decode().removeprefix('<pre class="marble">')
        index = 0
        for match in _SPAN.finditer(page[:page.rindex("</pre>")]):
            value = html.unescape(match[2] or match[3])
            yield index, _TOKENS.get(match[1], Text), value
            index += len(value)
