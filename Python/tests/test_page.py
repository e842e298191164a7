"""The scripts of a page, and the program in the wheel."""
import subprocess
import sys

import pytest
import rxrepl
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name
from rxrepl import Page, words


def test_program_is_in_the_wheel():
    output = subprocess.run([sys.executable, "-m", "rxrepl", "-e", "-1|"], capture_output=True, text=True, check=True)
    assert output.stdout == "   0\n_  -1|\n\n"
    assert rxrepl.program().startswith(sys.prefix)


def test_scripts_share_names():
    page = Page()
    assert page.run("a = --1--2--|", {}) == rxrepl.Drawing()
    drawing = page.run("a.map { $0 * 10 }", {"text": "", "alt": "ten & <more>"})
    assert "<title>ten &amp; &lt;more&gt;</title>" in drawing.svg
    assert drawing.text == """\
     0       5
a    --1...--2...--|
     = a.map { $0 * 10 } =
out  --[10]--[20]--|"""
    assert drawing.messages == []
    assert page.run("a.map { $0 }", {"new": ""}).messages[0].text.startswith("marble:1: error: ")


def test_printed_text():
    page = Page()
    drawing = page.run("a = -1|\na\nwhy 1", {})
    assert drawing.text == "`1` on tick 1: `a` sent `1` on tick 1.\n  1  tick 1  1  a sent it"
    assert page.run("b = --1--2--|\n?(b) == ---1--2--|", {}).text.startswith("  b.delay(1)\n")
    assert page.run("forall a: a == a", {}).text == ""
    drawing = page.run("a == -2|\nwhy 1 in a\nb()", {"fails": ""}, "page.md", 3)
    assert [text.split("\n")[0] for _, text in drawing.blocks()] == [
        "page.md:5: error: there is no operator named `b`", "✗ page.md:3  a      1 difference", "`1` on tick 1: `a` sent `1` on tick 1."]
    assert page.run("why 1 in a", {"hidden": ""}).html() == ""


def test_error_has_file_and_line():
    page = Page()
    drawing = page.run("a = --1--|\na.foo()\na == -1|", {}, "guide.rst", 12)
    assert [message.line for message in drawing.messages] == [13, 14]
    assert drawing.messages[0].text == """\
guide.rst:13: error: there is no operator named `foo`
  a.foo()
    ^^^
  help: for a list of operators, write `:operators`"""
    assert drawing.messages[1].text.startswith("✗ guide.rst:14  a      2 differences\n           0    5\nexpected   -1|")
    # A script with an error does not disturb those after it.
    assert page.run("a", {}).messages == []


def test_words():
    assert words('drawing name="two lanes" theme=light') == {"drawing": "", "name": "two lanes", "theme": "light"}
    page = Page()
    assert page.run("-1|", {"hidden": ""}) == rxrepl.Drawing()
    assert page.run("x.y(", {"ignore": ""}) == rxrepl.Drawing()
    expected = page.run("a.foo()", {"fails": ""}, "page.md", 3)
    assert expected.messages == [] and expected.expected[0].line == 3
    assert '<pre class="marble-text">page.md:3: ' in expected.html()
    assert page.run("-1|", {"fails": ""}, "page.md").messages[0].text == "page.md:1: error: nothing fails in this script"
    assert page.run("-1|", {"darwing": ""}, "page.md").messages[0].text == \
        "page.md:1: warning: `darwing` is not an attribute of a fence\n  help: did you mean `drawing`?"
    assert page.run("-1|", {"width": "wide"}, "page.md").messages[0].text == \
        "page.md:1: error: `wide` is not a valid value for `width`\n  help: write a number from 200 to 10000"
    assert page.run("b = -1|\nx(", {"theme": "blue", "fails": ""}).messages[0].text.startswith("marble:1: error: `blue` is not")
    assert page.run("b = -1|", {}).messages == []
    # A fence of `rxrepl docs` names files that have no use here.
    assert page.run("b", {"file": "b.marble", "svg": "b.svg"}).messages == []
    assert rxrepl.fence_words("{.marble .drawing alt='a .b'}") == {"drawing": "", "alt": "a .b"}
    assert rxrepl.fence_words("marble") == {} and rxrepl.fence_words("{.text}") is rxrepl.fence_words("") is None


def test_prompt_draws_bindings():
    page = Page()
    drawing = page.run("a = --1--|\na\n.map { $0 }\nb.foo()", {"prompt": "", "text": ""}, "page.md")
    assert drawing.svg.count("<svg") == 1 and "a: 1 at 2" in drawing.svg
    assert drawing.messages[0].text.startswith("page.md:4: error: ")
    assert page.run("a", {}).messages == []


def test_stopped_script_does_not_run_again():
    page = Page()
    drawing = page.run(":help\n" * 20_000, {}, "page.md", 5)
    assert drawing.messages[0].text.partition("\n")[0].endswith("error: stopped: the output is longer than about 4 MB")
    assert page.earlier == []
    assert page.run("-1|", {}).svg


def test_settings_and_determinism():
    light, dark = (Page().run("-1|", {"theme": theme}).svg for theme in ("light", "dark"))
    assert "#0d1117" in dark and "#0d1117" not in light
    assert Page().run("-1|", {}) == Page().run("-1|", {})


@pytest.mark.parametrize("command", [":load {}", "a = -1|\n:lo {}", ":svg! {}", "-1|\n:save {}", "-1|\n:sv {}"])
def test_scripts_have_no_access_to_files(command, tmp_path):
    secret = tmp_path / "secret.svg"
    secret.write_text("xyzzy = -1|\n")
    page = Page()
    drawing = page.run(command.format(secret), {"text": ""}, "page.md")
    assert [message.line for message in drawing.messages] == [command.count("\n") + 1]
    assert "xyzzy" not in str(drawing)
    assert secret.read_text() == "xyzzy = -1|\n"
    # The script does not run before the next one either.
    assert page.run("xyzzy.map { $0 }", {}).messages


def test_script_cannot_leave_its_fence():
    page = Page()
    page.run("a = -1| // ```\n// ~~~\n```marble\nb = -1|", {"hidden": ""})
    assert page.run("a", {}).svg


def test_endless_script_is_stopped(monkeypatch):
    monkeypatch.setattr(rxrepl, "TIMEOUT", 0.1)
    page = Page()
    drawing = page.run("forall a, b, c: merge(a, merge(b, c)) == merge(merge(a, b), c)", {}, "page.md", 5)
    assert drawing.messages[0].text == "page.md:5: error: stopped after 0.1 seconds"
    assert page.earlier == []


def test_style_has_both_palettes():
    light, dark, auto = rxrepl.stylesheet().split("\n")[:3]
    assert light.startswith(":root{--marbles-paper:#ffffff;--marbles-ink:")
    assert "[data-md-color-scheme=slate]{--marbles-paper:#0d1117;" in dark
    assert auto.startswith("@media screen and (prefers-color-scheme:dark){[data-theme=auto]{--marbles-paper:#0d1117;")


def test_lexer_keeps_the_text():
    text = 'a = --1--| // é <b> & "x"\n\n  "a".map { $0 & 1 }\n'
    tokens = list(get_lexer_by_name("marble").get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert (Name.Function, "map") in tokens and (Error, "&") in tokens and (Keyword.Constant, "|") in tokens
