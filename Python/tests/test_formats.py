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
