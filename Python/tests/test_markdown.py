"""MkDocs and Python-Markdown."""
import logging
import re

import markdown
import pytest
from mkdocs.__main__ import cli
from click.testing import CliRunner
from rxrepl import superfences

PAGE = """\
---
title: Title
---
# Page

```marble
a = --1--2--|
a.map { $0 * 10 }
```

1. List

    ```marble drawing name="ten & <1>" caption="Ten" theme=light inner-limit=3
    a.map { $0 * 10 }
    ```

    more

> ```marble drawing
> a == --1--2--|
> ```

~~~{.marble .hidden svg="b.svg"}
b = -1|
~~~

````markdown
```marble
x.y()
```
````

```marble drawing fails
b == --2|
```
"""


@pytest.fixture(params=["mkdocs", "material"])
def build(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Site\nplugins: [rxrepl]\ntheme: {request.param}\n")

    def build(page):
        (tmp_path / "docs/index.md").write_text(page)
        result = CliRunner().invoke(cli, ["build", "--strict"])
        return result.exit_code, (tmp_path / "site/index.html"), result.output
    return build


def test_site(build, tmp_path):
    status, page, output = build(PAGE)
    assert status == 0, output
    html = page.read_text()
    assert len(re.findall('<figure class="marble">\n<svg', html)) == 4
    assert "<title>ten &amp; &lt;1&gt;</title>" in html and "<figcaption>Ten</figcaption>" in html
    assert html.count('<span class="nf">map</span>') == 1
    assert re.search(r"<p>List</p>\s*<figure.*?</figure>\s*<p>more</p>", html, re.DOTALL)
    assert re.search(r"<blockquote>\s*<figure", html)
    assert '<pre class="marble-text">✗ docs/index.md:34  b      3 differences' in html
    assert "marble-drawing" not in html
    assert "[data-md-color-scheme=slate]" in (tmp_path / "site/assets/marble.css").read_text()
    assert 'href="assets/marble.css"' in html


def test_indented_code_stays(build, tmp_path):
    with (tmp_path / "mkdocs.yml").open("a") as file:
        file.write("markdown_extensions: [admonition]\n")
    code = "\n\n    ```marble drawing\n    x.y()\n    ```\n\n"
    status, page, output = build(f"Code:{code}!!! note{code}* x{code}".replace("x.y()", "-1|", 3).replace("-1|", "x.y()", 1))
    assert status == 0, output
    html = page.read_text()
    assert "<code>```marble drawing\nx.y()\n```\n</code>" in html and "marble-drawing" not in html
    assert html.count('<figure class="marble">\n<svg') == 2
    assert "INFO    -  rxrepl: docs/index.md:3: this script is not drawn" in output


def test_words_for_code(build, tmp_path):
    """Words of Python-Markdown and Material stay, a footnote stays together, and a comment does not run."""
    with (tmp_path / "mkdocs.yml").open("a") as file:
        file.write("markdown_extensions: [footnotes, attr_list]\n")
    status, page, output = build(
        '```marble title="a.marble" linenums="1" hl_lines="1 2"\na = -1|\na\n```\n\n``` { .marble .annotate }\na\n```\n\n'
        "Text[^1].\n\n[^1]: Note\n\n    ```marble drawing\n    a.delay(1)\n    ```\n\n"
        "<!--\n```marble\nx.y()\n```\n\n```marble hidden\nb = -2|\n```\n-->\n\n```marble drawing\nb\n```\n")
    assert status == 0, output
    html = page.read_text()
    assert html.count('<figure class="marble">\n<svg') == 4 and "marble-drawing" not in html
    assert ">a.marble<" in html and "linenos" in html and 'class="annotate' in html
    assert '<figure' in html[html.index('<div class="footnote">'):]


def test_error_fails_a_strict_build(build):
    status, _, output = build("---\ntitle: x\n---\n\n* x\n\n    ```marble\n    a.foo()\n    ```\n")
    assert status == 1
    # With `--quiet`, MkDocs shows and counts only errors.
    assert "ERROR   -  rxrepl: docs/index.md:8: error: there is no operator named `foo`" in output


def test_superfences(caplog):
    fences = [{"name": "marble", "class": "marble", "format": superfences.draw, "validator": superfences.validate}]
    converter = markdown.Markdown(
        extensions=["attr_list", "pymdownx.superfences"], extension_configs={"pymdownx.superfences": {"custom_fences": fences}})
    html = converter.convert(
        '```marble hidden\na = -1|\n```\n\n```marble alt="one"\na\n```\n\n```{.marble .new alt="two x"}\nb = -1|\nb\n```\n')
    assert html.count('<figure class="marble">\n<svg') == 2
    assert html.count('<pre class="marble"><code class="language-marble">') == 2
    assert "<title>one</title>" in html and "<title>two x</title>" in html
    assert caplog.records == []
    html = converter.convert("```marble ignore\na < b\n```\n\n```{.marble .drawing #two}\n-1|\n```\n")
    assert html.startswith('<pre class="marble"><code class="language-marble">a &lt; b</code></pre>')
    assert html.count("<pre") == 1 and '<figure class="marble" id="two">' in html and caplog.records == []
    # The next page does not have the names of this one.
    html = converter.reset().convert("```marble\na.map { $0 }\n```")
    assert '<pre class="marble-error">script:1: error: ' in html
    assert [(record.levelno, record.name) for record in caplog.records] == [(logging.WARNING, "rxrepl")]
