"""Runs each filter in its tool. What is not installed is skipped."""
import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

FILTERS = Path(__file__).parent.parent


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(bool(missing), reason=f"{' '.join(missing)} is not installed")


def run(folder, *command, status=0):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert result.returncode == status, result.stderr
    return result.stdout, result.stderr


MARKDOWN = """\
# Page

```marble
a = --1--2--|
a.map { $0 * 10 }
```

* List

  ```{.marble .drawing alt="ten & <b>" width=600}
  a.map { $0 * 10 }
  ```

```{.marble .hidden}
b = -1|
```

```{.marble .fails .drawing}
b == -2|
```
"""

ERROR = """\
{}:1:3: error: there is no operator named `foo`
  b.foo()
    ^^^
  help: for a list of operators, write `:operators`
"""


@needs("asciidoctor")
def test_asciidoctor_draws_source_blocks(tmp_path):
    block = "[source,marble]\n----\n-1|\n----\n"
    (tmp_path / "page.adoc").write_text(f"{block}\n....\n{block}....\n")
    html, _ = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert html.count("<svg") == 1 and html.count("[source,marble]") == 1


@needs("asciidoctor")
def test_asciidoctor_shows_signs_and_callouts(tmp_path):
    (tmp_path / "page.adoc").write_text("[marble]\n----\na = 1|\na.map { $0 > 1 } // <1>\n----\n<1> late\n")
    html, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert output == "" and 'a.map { $0 &gt; 1 } // <b class="conum">(1)</b>' in html


@needs("asciidoctor")
def test_asciidoctor_ignores(tmp_path):
    (tmp_path / "page.adoc").write_text("[marble%ignore]\n----\nx(\n----\n\n[source%ignore,marble]\n----\ny(\n----\n")
    html, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert output == "" and "<svg" not in html and "x(" in html and "y(" in html


@needs("pandoc")
def test_pandoc_html(tmp_path):
    (tmp_path / "page.md").write_text(MARKDOWN)
    html, output = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert output == ""
    assert html.count('<figure class="marble">\n<svg') == 3 and "prefers-color-scheme" in html
    assert re.search("<ul>\n<li><p>List</p>\n<figure", html) and "<title>ten &amp; &lt;b></title>" in html
    assert '<pre class="marble-text"><code>✗ script-4.marble:1  b      1 difference\n' in html
    assert html.count('<pre class="marble"><code>') == 1


@needs("pandoc")
def test_pandoc_error(tmp_path):
    (tmp_path / "page.md").write_text("```marble\nb = -1|\n```\n\n```marble\nb.foo()\n```\n")
    html, output = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert output == "[WARNING] " + ERROR.format("script-2.marble")
    assert '<pre class="marble-error"><code>script-2.marble:1:3: error: ' in html


@needs("pandoc")
def test_pandoc_name_and_caption(tmp_path):
    (tmp_path / "page.md").write_text('```{.marble name="a b"}\nx(\n```\n\n```{.marble caption="One <b>"}\n-1|\n```\n')
    command = ["pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md"]
    html, output = run(tmp_path, *command)
    assert output.startswith("[WARNING] a b:1:3: error: expected")
    assert "</svg>\n<figcaption>One &lt;b></figcaption>\n</figure>" in html
    assert "\\emph{One \\textless b\\textgreater{}}" in run(tmp_path, *command, "--to=latex")[0]


@needs("pandoc")
def test_pandoc_rejected_option(tmp_path):
    (tmp_path / "page.md").write_text("```{.marble width=30%}\na = -1|\na\n```\n\n```marble\na\n```\n")
    command = ["pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md"]
    html, output = run(tmp_path, *command)
    assert output.startswith("[WARNING] script-1.marble: error: ") and output.count("WARNING") == 1
    assert html.count('<figure class="marble">') == 1
    text, _ = run(tmp_path, *command, "--to=plain")
    assert "earlier.md" not in text and "a  -1|" in text


@needs("pandoc", "rsvg-convert")
def test_pandoc_other_formats(tmp_path):
    (tmp_path / "page.md").write_text(MARKDOWN)
    command = ["pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md"]
    latex, _ = run(tmp_path, *command, "--to=latex", "--extract-media=media")
    pictures = re.findall(r"\\includegraphics\{(media/\w+\.pdf)\}", latex)
    assert len(pictures) == 3
    assert all((tmp_path / picture).read_bytes().startswith(b"%PDF") for picture in pictures)
    rst, _ = run(tmp_path, *command, "--to=rst", "--extract-media=media")
    pictures = re.findall(r"image:: (media/\w+\.svg)", rst)
    assert len(pictures) == 3
    # A converter does not know the variables of the picture in both colors.
    assert all("var(--" not in (tmp_path / picture).read_text() for picture in pictures)
    run(tmp_path, *command, "--output=page.docx")
    with zipfile.ZipFile(tmp_path / "page.docx") as document:
        assert len([name for name in document.namelist() if name.endswith(".svg")]) == 2  # two are equal
    text, _ = run(tmp_path, *command, "--to=plain")
    assert """
         0       5
    a    --1...--2...--|
         = a.map { $0 * 10 } =
    out  --[10]--[20]--|
""" in text


@needs("pandoc")
def test_quarto_div(tmp_path):
    (tmp_path / "page.qmd").write_text("::: {.marble .drawing}\n```\n-x|\n```\n:::\n")
    html, _ = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "--from=markdown", "page.qmd")
    assert html.startswith('<figure class="marble">\n<svg')


ASCIIDOC = """\
= Page

[marble]
----
a = --1--2--|
a.map { $0 * 10 }
----

* List
+
[marble%drawing,alt="ten & <b>"]
.Title
----
a.map { $0 * 10 }
----

|===
a|
[marble%drawing]
....
a
....
|===

[marble%hidden]
b = -1|

[marble%fails]
----
b == -2|
----
"""


@needs("asciidoctor")
def test_names_last_through_a_long_document(tmp_path):
    scripts = ["a = --1--2--|"] + [f"a.delay({count})" for count in range(1, 30)]
    (tmp_path / "page.adoc").write_text("".join(f"[marble]\n----\n{script}\n----\n\n" for script in scripts))
    _, output = run(tmp_path, "asciidoctor", "--failure-level=WARN", "-r", f"{FILTERS}/marble.rb", "page.adoc")
    assert output == ""


@needs("asciidoctor")
def test_asciidoctor(tmp_path):
    (tmp_path / "page.adoc").write_text(ASCIIDOC)
    command = ["asciidoctor", "--failure-level=WARN", "-r", f"{FILTERS}/marble.rb", "page.adoc"]
    _, output = run(tmp_path, *command)
    html = (tmp_path / "page.html").read_text()
    assert output == ""
    assert html.count('<div class="content">\n<svg') == 4
    assert '<div class="title">Title</div>\n<div class="content">\n<svg' in html
    assert "<title>ten &amp; &lt;b></title>" in html
    assert "<pre>✗ page.adoc:30  b      1 difference\n" in html
    run(tmp_path, *command, "-b", "docbook", "-a", "imagesdir=images", "-D", "out")
    xml = (tmp_path / "out/page.xml").read_text()
    names = re.findall(r'fileref="(images/marble-\w+\.svg)"', xml)
    assert len(names) == 4 and all((tmp_path / "out" / name).exists() for name in names)

    block = "[[one]]\n.Title\n[marble,name=\"a lane\"]\n----\n-1|\nx(\n----\n"
    (tmp_path / "page.adoc").write_text(f"<<one>>\n\n{block}\n{block.replace('one', 'two')}")
    _, output = run(tmp_path, *command, status=1)
    assert [line.split(":")[3] for line in output.splitlines() if "error" in line] == ["8", "16"]
    html = (tmp_path / "page.html").read_text()
    assert '<a href="#one">Title</a>' in html and '<div id="one"' in html and "<title>a lane</title>" in html

    (tmp_path / "page.adoc").write_text("= Page\n\n* x\n+\n[marble]\n----\nb = -1|\nb.foo()\n----\n")
    _, output = run(tmp_path, *command, status=1)
    assert output == "asciidoctor: WARNING: " + ERROR.format("page.adoc").replace(":1:3:", ":8:")
    assert "<pre>page.adoc:8: error: there is no" in (tmp_path / "page.html").read_text()


@needs("asciidoctor")
def test_asciidoctor_names_the_line_in_its_file(tmp_path):
    block = "[marble]\n----\na.foo()\n----\n"
    (tmp_path / "part.adoc").write_text(f"Part\n\n{block}")
    # A condition in a block changes its lines.
    changed = block.replace("a.foo()", "\nifdef::asciidoctor[]\na.foo()\nendif::[]")
    page = f"----\na.foo()\n----\n\nifdef::no[]\n{block}endif::[]\n\n====\n{block}====\n\ninclude::part.adoc[]\n\n{changed}"
    (tmp_path / "page.adoc").write_text(page)
    _, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "page.adoc")
    assert re.findall(r"WARNING: (.*): error", output) == ["page.adoc:15", "part.adoc:5", "page.adoc"]


@needs("asciidoctor")
def test_asciidoctor_reads_words_after_a_comma_as_docs_does(tmp_path):
    """Words without a name are words, and not the alternative text."""
    def outputs(words, script="a = -1|\na"):
        (tmp_path / "page.adoc").write_text(f"[marble{words}]\n----\n{script}\n----\n")
        html, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "-e", "page.adoc")
        _, docs = run(tmp_path, "rxrepl", "docs", "page.adoc")
        return html, re.findall("warning: .*", output), re.findall("warning: .*", docs)

    for words, options in [
        (",drawing", "%drawing"), (",hidden", "%hidden"), (",ignore", "%ignore"), (",new,drawing", "%new%drawing"),
        (",drawing svg=a.svg", "%drawing,svg=a.svg"), (",%drawing", "%drawing"),
    ]:
        html, warnings, _ = outputs(words)
        assert (html, warnings) == (outputs(options)[0], []), words
    assert "<title>two, lanes</title>" in outputs(',drawing alt="two, lanes"')[0]
    for words in [",an alt text,svg=z.svg", ",svg", ",hidden=1", ",svg=z.svg,two"]:
        html, warnings, expected = outputs(words)
        assert [text.replace('"', "") for text in warnings] == expected != [], words
        assert html.count("<svg") == 1


@needs("asciidoctor")
def test_asciidoctor_shows_title_and_caption(tmp_path):
    (tmp_path / "page.adoc").write_text("""\
<<one>> <<two>> <<three>>

[[one]]
.One
[marble%drawing,caption="Below *it*"]
----
a = -1|
a
----

[[two]]
.Two
[marble]
----
b = a
----

[[three]]
.Three
[marble%ignore]
----
b
----
""")
    command = ["asciidoctor", "--failure-level=WARN", "-v", "-r", f"{FILTERS}/marble.rb", "-o", "-", "-e", "page.adoc"]
    html, output = run(tmp_path, *command)
    assert output == "" and re.findall('<div class="title">(.*?)</div>', html) == ["One", "Two", "Three"]
    assert '</svg>\n<div class="paragraph marble-caption">\n<p>Below <strong>it</strong></p>' in html.replace("\n\n", "\n")
    assert re.findall('<div id="(.*?)" class="(.*?)">', html) == [
        ("one", "openblock marble"), ("two", "listingblock"), ("three", "listingblock")]
    xml, _ = run(tmp_path, *command, "-b", "docbook")
    assert '</figure>\n<simpara role="marble-caption">Below <emphasis' in xml and xml.count("<title>") == 3


@needs("pandoc", "asciidoctor", "node")
def test_backticks_in_words(tmp_path):
    script = "// ~~~\na = -1|\na"
    (tmp_path / "page.md").write_text(f'~~~~{{.marble .drawing alt="the `map`"}}\n{script}\n~~~~\n')
    html, output = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert "<title>the `map`</title>" in html and output == ""
    (tmp_path / "page.adoc").write_text(f'[marble,alt="the `map`"]\n----\n{script}\n----\n')
    html, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert "<title>the `map`</title>" in html and output == ""
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const tree = {{ children: [{{ type: 'code', lang: 'marble', meta: 'drawing alt="the `map`"', value: {json.dumps(script)} }}] }};
remark()(tree, {{}});
process.stdout.write(JSON.stringify(tree.children[0].children[0].alt));
""")
    assert run(tmp_path, "node", "run.mjs") == ('"the `map`"', "")


FENCES = """\
```marble
a = --1--2--|
a.map { $0 * 10 }
```

* List

  ```marble drawing name="ten & <b>"
  a.map { $0 * 10 }
  ```

```{.marble .hidden name="a .b"}
b = -1|
```

```marble fails drawing
b == -2|
```

```js
b
```

```marble drawing
b.foo()
```
"""


@pytest.mark.skipif(not os.path.exists("/usr/share/nodejs/markdown-it"), reason="node-markdown-it is not installed")
def test_markdown_it(tmp_path):
    (tmp_path / "page.md").write_text(FENCES + '\n```Marble drawing caption="One <b>" alt="say \\"hi\\""\n-1|\n```\n')
    (tmp_path / "run.cjs").write_text(f"""
const md = require('/usr/share/nodejs/markdown-it')().use(require('{FILTERS}/marble.cjs').markdownIt);
process.stdout.write(md.render(require('fs').readFileSync('page.md', 'utf8'), {{ path: 'page.md' }}));
""")
    html, output = run(tmp_path, "node", "run.cjs")
    assert html.count('<p><img class="marble" src="data:image/svg+xml;base64,') == 4
    assert 'alt="say &quot;hi&quot;"' in html and '<p class="marble-caption">One &lt;b></p>' in html.replace("&gt;", ">")
    assert html.count('<code class="language-marble">') == 1 and 'alt="ten &amp; &lt;b&gt;"' in html
    assert '<pre class="marble-text">✗ page.md:17  b      1 difference\n' in html
    assert output == ERROR.format("page.md").replace(":1:3:", ":25:")
    assert '<pre class="marble-error">page.md:25: error: there is no operator named `foo`\n' in html


@needs("node")
def test_quotes_in_remark(tmp_path):
    # remark takes the backslashes away, so the plugin reads the file.
    page = '> ```marble drawing alt="say \\"hi\\""\n> -1|\n> ```\n'
    code = {"type": "code", "lang": "marble", "meta": 'drawing alt="say "hi""', "value": "-1|",
            "position": {"start": {"line": 1, "offset": 2}}}
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const tree = {json.dumps({"type": "root", "children": [code]})};
remark()(tree, {{ toString: () => {json.dumps(page)} }});
process.stdout.write(JSON.stringify(tree));
""")
    tree = json.loads(run(tmp_path, "node", "run.mjs")[0])
    assert tree["children"][0]["children"][0]["alt"] == 'say "hi"'


@needs("node")
def test_remark(tmp_path):
    # remark itself is not in Debian. This host gives the plugin a syntax tree and a file as remark does.
    code = [{"type": "code", "lang": "marble", "meta": info, "value": script, "position": {"start": {"line": line}}}
            for info, script, line in [(None, "a = -1|\na", 1), ('drawing alt="one"', "a", 6), ("fails", "b == -2|", 10)]]
    tree = {"type": "root", "children": [code[0], {"type": "list", "children": [
        {"type": "listItem", "children": [code[1]]}]}, code[2], {**code[0], "value": "b.foo()", "position": {"start": {"line": 20}}},
        {"type": "code", "lang": "js", "meta": None, "value": "a"}]}
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const tree = {json.dumps(tree)};
const messages = [];
remark()(tree, {{ path: 'page.md', message: (reason, place) => messages.push([reason, place]) }});
process.stdout.write(JSON.stringify([tree, messages]));
""")
    tree, messages = json.loads(run(tmp_path, "node", "run.mjs")[0])
    children = tree["children"]
    assert [child["type"] for child in children] == ["code", "paragraph", "list", "code", "code", "code", "code", "code"]
    image = children[1]["children"][0]
    assert image["type"] == "image" and image["url"].startswith("data:image/svg+xml;base64,")
    assert image["alt"] == "a sends 1 and completes at tick 2."
    [[paragraph]] = [item["children"] for item in children[2]["children"]]
    assert paragraph["children"][0]["alt"] == "one"
    assert children[4]["value"].startswith("page.md:11: ")
    assert [(text, place["line"]) for text, place in messages] == [(ERROR.format("page.md").replace(":1:3:", ":21:").rstrip(), 21)]


@needs("pandoc", "asciidoctor", "node")
def test_wrong_words_are_problems_of_their_script(tmp_path):
    error = "error: `blue` is not a valid value for `theme`"
    warning = "warning: `drawin` is not an attribute of a fence"
    scripts = [("", "a = -1|\na"), ("theme=blue", "a.map { $0 }"), ("drawin", "a"), ("", "a"), ("theme=blue fails", "a == -2|"), ("", "a")]
    (tmp_path / "page.md").write_text("\n".join(f"```marble {words}\n{script}\n```\n" for words, script in scripts))
    (tmp_path / "pandoc.md").write_text(
        (tmp_path / "page.md").read_text().replace("marble theme=blue fails", "{.marble .fails theme=blue}")
        .replace("marble theme=blue", "{.marble theme=blue}").replace("marble drawin", "{.marble .drawin}"))
    (tmp_path / "page.adoc").write_text("\n".join(
        f"[{','.join(['marble', *words.split()]).replace(',fails', ',opts=fails').replace(',drawin', '%drawin')}]\n----\n{script}\n----\n" for words, script in scripts))
    (tmp_path / "run.cjs").write_text(f"""
const md = require('/usr/share/nodejs/markdown-it')().use(require('{FILTERS}/marble.cjs').markdownIt);
process.stdout.write(md.render(require('fs').readFileSync('page.md', 'utf8')));
""")
    for command, picture in [
        (["pandoc", f"--lua-filter={FILTERS}/marble.lua", "pandoc.md"], "<svg"),
        (["asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc"], "<svg"),
        (["node", "run.cjs"], "<img"),
    ]:
        html, output = run(tmp_path, *command)
        assert output.count(error) == html.count(error) == 2
        assert output.count(warning) == html.count(warning) == 1
        assert "help: did you mean `drawing`?" in output and "nothing fails" not in output
        # The fence that runs is not in the file.
        assert command[0] == "node" or "```" not in output
        assert html.count(picture) == 4 and "earlier.md" not in html and "1 difference" in html


@needs("pandoc", "node")
def test_hidden_script_in_a_comment(tmp_path):
    page = "<!--\n```marble hidden\na = -1|\n```\n\n~~~{.marble .hidden}\nb = -2|\nx(\n~~~\n\n```marble\ny(\n```\n-->\n\n"
    (tmp_path / "page.md").write_text(page + "```marble\nmerge(a, b)\n```\n")
    (tmp_path / "run.cjs").write_text(f"""
const md = require('/usr/share/nodejs/markdown-it')({{ html: true }}).use(require('{FILTERS}/marble.cjs').markdownIt);
process.stdout.write(md.render(require('fs').readFileSync('page.md', 'utf8'), {{ path: 'page.md' }}));
""")
    html, output = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert html.count("<svg") == 1 and output.startswith("[WARNING] script-2.marble:2:3: error: expected") and "y(" not in output
    html, output = run(tmp_path, "node", "run.cjs")
    assert html.count("<img") == 1 and output.startswith("page.md:8: error: expected") and "y(" not in output
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const tree = {{ children: [
  {{ type: 'mdxFlowExpression', value: '/*\\n```marble hidden\\na = -1|\\n```\\n*/' }},
  {{ type: 'html', value: {json.dumps(page[:-2])}, position: {{ start: {{ line: 3 }} }} }},
  {{ type: 'code', lang: 'marble', meta: 'drawing', value: 'merge(a, b)' }}] }};
const messages = [];
remark()(tree, {{ path: 'page.md', message: (reason) => messages.push(reason) }});
process.stdout.write(JSON.stringify([tree.children.map(({{ type }}) => type), messages]));
""")
    types, messages = json.loads(run(tmp_path, "node", "run.mjs")[0])
    assert types == ["mdxFlowExpression", "html", "code", "paragraph"] and messages[0].startswith("page.md:10: error: ")


@needs("asciidoctor")
def test_asciidoctor_reads_words_for_code(tmp_path):
    (tmp_path / "page.adoc").write_text("""\
[source%nowrap,marble,linenums,highlight=2]
----
a = -1|
a
----

// marble drawing alt="two lanes"
[source,marble]
----
merge(a, "-2|")
----

```marble
a.delay(1)
```
""")
    html, output = run(tmp_path, "asciidoctor", "--failure-level=WARN", "-a", "source-highlighter=pygments",
                       "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert html.count("<svg") == 3 and html.count("listingblock") >= 2 and "<title>two lanes</title>" in html
    assert "<title>linenums</title>" not in html


PROMPT = "c = -1|\nb.foo()"


@needs("pandoc", "asciidoctor", "node")
def test_prompt_fence_draws_bindings(tmp_path):
    """A fence that runs as at the prompt has its bindings in the picture, and errors at its lines."""
    (tmp_path / "page.md").write_text(f"```{{.marble .prompt}}\n{PROMPT}\n```\n")
    html, output = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert "<title>c sends 1" in html and output.startswith("[WARNING] script-1.marble:2:3: error: ")
    (tmp_path / "page.adoc").write_text(f"[marble%prompt]\n----\n{PROMPT}\n----\n")
    html, output = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert "<title>c sends 1" in html and output.startswith("asciidoctor: WARNING: page.adoc:4: error: ")
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const script = {{ type: 'code', lang: '{{.marble', meta: '.prompt}}', value: {json.dumps(PROMPT)}, position: {{ start: {{ line: 1 }} }} }};
const tree = {{ children: [script] }};
const messages = [];
remark()(tree, {{ path: 'page.md', message: (reason) => messages.push(reason) }});
process.stdout.write(JSON.stringify([tree.children[1].children[0].alt, messages]));
""")
    alt, messages = json.loads(run(tmp_path, "node", "run.mjs")[0])
    assert alt.startswith("c sends 1") and messages[0].startswith("page.md:3: error: ")


PRINTED = 'a = --1--2--|\nmerge(a, "-x|")\nwhy 1'


@needs("pandoc", "asciidoctor", "node")
def test_printed_text_and_quotes(tmp_path):
    (tmp_path / "page.md").write_text(f"```marble\n{PRINTED}\n```\n\n```marble\n?(a) == ---1--2--|\n```\n")
    for format in ("html", "plain"):
        page, _ = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md", "-t", format)
        assert page.count("`1` on tick 2: ") == 1 and page.count("  a.delay(1)\n") == 1 and "✓" not in page
    page, _ = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md", "-t", "rst")
    assert 'merge(a, "-x|") sends' in page
    (tmp_path / "page.adoc").write_text(f"[marble]\n----\n{PRINTED}\n----\n\n[marble]\n----\n?(a) == ---1--2--|\n----\n")
    page, _ = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert page.count("<pre>`1` on tick 2: ") == 1 and page.count("<pre>  a.delay(1)\n") == 1
    assert re.search('<title>.* merge\\(a, "-x\\|"\\) sends', page)
    (tmp_path / "run.mjs").write_text(f"""
import {{ remark }} from '{FILTERS}/marble.cjs';
const tree = {{ children: [{{ type: 'code', lang: 'marble', meta: null, value: {json.dumps(PRINTED)} }}] }};
remark()(tree, {{}});
process.stdout.write(JSON.stringify([tree.children[1].children[0].alt, tree.children[2].value]));
""")
    alt, text = json.loads(run(tmp_path, "node", "run.mjs")[0])
    assert 'merge(a, "-x|") sends' in alt and text.startswith("`1` on tick 2: ")


@needs("pandoc", "asciidoctor", "node")
def test_scripts_use_no_files(tmp_path):
    (tmp_path / "secret.marble").write_text("topsecret = -1|\ntopsecret\n")
    script = f":load {tmp_path}/secret.marble"
    (tmp_path / "page.md").write_text(f"```marble\n{script}\n```\n")
    html, _ = run(tmp_path, "pandoc", f"--lua-filter={FILTERS}/marble.lua", "page.md")
    assert "--safe" in html and "topsecret" not in html
    (tmp_path / "page.adoc").write_text(f"[marble]\n----\n{script}\n----\n")
    html, _ = run(tmp_path, "asciidoctor", "-r", f"{FILTERS}/marble.rb", "-o", "-", "page.adoc")
    assert "--safe" in html and "topsecret" not in html
    (tmp_path / "run.cjs").write_text(f"""
const md = require('/usr/share/nodejs/markdown-it')().use(require('{FILTERS}/marble.cjs').markdownIt);
process.stdout.write(md.render(require('fs').readFileSync('page.md', 'utf8')));
""")
    html, _ = run(tmp_path, "node", "run.cjs")
    assert "--safe" in html and "topsecret" not in html
