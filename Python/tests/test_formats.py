"""Pages that `rxrepl docs` has written, read by the tools that they are for."""
import io
import shutil
import subprocess

import markdown
import pytest
import rxrepl
from docutils.core import publish_string

DRAWING = "     0       5\na    --1...--2...--|\n     = a.map { $0 * 10 } =\nout  --[10]--[20]--|"


def written(folder, name, text):
    """Returns the page after `rxrepl docs`."""
    (folder / name).write_text(text)
    for option in ([], ["--check"]):
        result = subprocess.run([rxrepl.program(), "docs", *option, name], cwd=folder, capture_output=True, text=True)
        assert result.returncode == 0 and not result.stderr, result.stderr + result.stdout
    return (folder / name).read_text()


def test_restructured_text(tmp_path):
    page = written(tmp_path, "page.rst", """\
.. code-block:: marble

   a = --1--2--|
   a.map { $0 * 10 }

* item

  .. marble svg=a.svg alt="one"

  .. code-block:: marble

     a
""")
    warnings = io.StringIO()
    html = publish_string(page, writer_name="html5", settings_overrides={"warning_stream": warnings}).decode()
    assert warnings.getvalue() == ""
    assert f'<pre class="literal-block">{DRAWING}</pre>' in html and '<img alt="one" src="a.svg" />\n' in html


@pytest.mark.skipif(not shutil.which("asciidoctor"), reason="asciidoctor is not installed")
def test_asciidoc(tmp_path):
    written(tmp_path, "page.adoc", """\
[marble]
----
a = --1--2--|
a.map { $0 * 10 }
----

* item
+
[source,marble,svg=a.svg,alt="one, two"]
----
a
----

Text
""")
    html = subprocess.run(["asciidoctor", "--failure-level=WARN", "-o", "-", "page.adoc"], cwd=tmp_path, capture_output=True,
                          text=True, check=True).stdout
    assert f"<pre>{DRAWING}</pre>" in html
    # The picture is a part of the item.
    assert html.index('<img src="a.svg" alt="one, two">') < html.index("</li>") and "drawn" not in html


@pytest.mark.parametrize("extensions", [["fenced_code", "attr_list"], ["pymdownx.superfences"]])
def test_python_markdown(tmp_path, extensions):
    page = written(tmp_path, "page.md", """\
```{.marble name="one"}
a = --1--2--|
a.map { $0 * 10 }
```

```{.marble svg="a.svg" alt="two"}
a
```
""")
    html = markdown.markdown(page, extensions=extensions)
    assert DRAWING in html and '<img alt="two" src="a.svg" />' in html and "```" not in html


BLOCKS = """\
!!! note
    ```marble
    a = --1--2--|
    a.map { $0 * 10 }
    ```

??? tip "More"
    ```marble svg=a.svg
    a
    ```

=== "Tab"

\t```marble svg=b.svg
\ta
\t```

Text[^1]

[^1]: Note

    ```marble svg=c.svg
    a
    ```

Term
:   Definition

    ```marble svg=d.svg
    a
    ```
"""


def test_blocks_of_mkdocs(tmp_path):
    page = written(tmp_path, "page.md", BLOCKS)
    extensions = ["admonition", "def_list", "footnotes", "pymdownx.details", "pymdownx.superfences", "pymdownx.tabbed"]
    # In MkDocs, tabs have the alternate style, whose text is in a block of its own.
    html = markdown.markdown(page, extensions=extensions, extension_configs={"pymdownx.tabbed": {"alternate_style": True}})
    note, rest = html.split("</div>\n<details", 1)
    assert f"<code>{DRAWING}\n</code></pre>" in note and '<div class="admonition note">' in note
    assert '<img alt="a sends 1, 2 and completes at tick 8." src="a.svg" />' in rest.split("</details>")[0]
    assert 'src="b.svg"' in rest.split('<div class="tabbed-block">')[1].split("</div>\n</div>\n</div>")[0]
    assert 'src="c.svg"' in rest.split('<div class="footnote">')[1]
    assert 'src="d.svg"' in rest.split("<dd>")[1].split("</dd>")[0]
    assert "```" not in html


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc is not installed")
def test_blocks_of_pandoc(tmp_path):
    page = written(tmp_path, "page.md", BLOCKS[BLOCKS.index("Text["):].replace("a\n", "a = --1--2--|\n    a\n", 1))
    html = subprocess.run(["pandoc"], input=page, capture_output=True, text=True, check=True).stdout
    assert 'src="d.svg"' in html.split("<dd>")[1].split("</dd>")[0]
    assert 'src="c.svg"' in html.split('id="fn1"')[1]


@pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc is not installed")
def test_latex(tmp_path):
    page = written(tmp_path, "page.tex", """\
\\begin{marble}
a = --1--2--|
a.map { $0 * 10 }
\\end{marble}
% marble svg=a.svg
\\begin{marble}
a
\\end{marble}
""")
    html = subprocess.run(["pandoc", "-f", "latex"], input=page, capture_output=True, text=True, check=True).stdout
    assert f"<pre><code>{DRAWING}</code></pre>" in html and '<img src="a"' in html
