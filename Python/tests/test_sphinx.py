import re
import shutil

import pytest
from sphinx.cmd.build import build_main

PAGE = """\
Title
=====

.. marble::

   a = --1--2--|
   a.map { $0 * 10 }

.. marble::
   :drawing:
   :alt: five times
   :caption: A *caption*
   :name: figure

   a.map { $0 * 5 }

* .. marble:: other.marble
     :drawing:
     :align: right

.. marble::
   :fails:

   a == -1|

See :numref:`figure`.
"""


@pytest.fixture
def build(tmp_path, capfd):
    (tmp_path / "conf.py").write_text(
        'extensions = ["sphinx_rxrepl", "myst_parser"]\nmyst_fence_as_directive = ["marble"]\nnumfig = True\n'
        'root_doc = "page"\nhtml_theme = "furo"\n')
    (tmp_path / "other.marble").write_text("-x|\n")

    def build(builder, page=None, *options):
        if page is not None:
            (tmp_path / "page.rst").write_text(page)
        capfd.readouterr()
        folder = tmp_path / builder
        status = build_main(["-q", "-W", "--keep-going", "-d", str(tmp_path / "doctrees"), "-b", builder, *options,
                             str(tmp_path), str(folder)])
        return status, folder, capfd.readouterr().err.replace(str(tmp_path) + "/", "")
    return build


def test_formats(build):
    status, folder, output = build("html", PAGE)
    assert (status, output) == (0, "")
    html = (folder / "page.html").read_text()
    assert len(re.findall('<div class="marble[^-]', html)) == 4
    assert html.count("</svg></div>") == 4
    assert "<title>five times</title>" in html
    assert 'id="figure"' in html and 'A <em>caption</em>' in html and 'Fig. 1' in html
    assert '<span class="nf">map</span>' in html  # by the lexer
    assert "✗ page.rst:24  a      3 differences" in html
    assert "--marbles-paper:#0d1117" in (folder / "_static/marble.css").read_text()

    status, folder, output = build("text")  # with the same doctrees
    assert (status, output) == (0, "")
    assert (folder / "page.txt").read_text().startswith("""\
Title
*****

   a = --1--2--|
   a.map { $0 * 10 }

        0       5
   a    --1...--2...--|
        = a.map { $0 * 10 } =
   out  --[10]--[20]--|

           0    5
      a    --1--2...--|
           = a.map { $0 * 5 } =
      out  --5--[10]--|

   A *caption*
""")


def test_place_of_an_error(build, tmp_path):
    """A message has the line of its own file, in docstrings, included pages and MyST too."""
    script = ".. marble::\n   :theme: light\n\n   a = -1|\n   a.foo()\n"
    (tmp_path / "part.txt").write_text(f"\n\n{script}")
    (tmp_path / "module.py").write_text('def f():\n    """Text.\n\n' + "".join(f"    {line}\n" for line in script.split("\n")) + '    """\n')
    (tmp_path / "myst.md").write_text(
        "---\norphan: true\n---\n\n# Title\n\n- x\n\n  ```{marble}\n  :theme: light\n\n  a = -1|\n  a.foo()\n  ```\n\n"
        "```{marble}\n---\ntheme: light\n---\na.foo()\n```\n\n```{marble}\na.foo()\n```\n")
    with (tmp_path / "conf.py").open("a") as file:
        file.write(f'import sys\nsys.path.insert(0, "{tmp_path}")\nextensions.append("sphinx.ext.autodoc")\n')
    _, _, output = build("html", f"Title\n=====\n\n.. include:: part.txt\n\n.. autofunction:: module.f\n\n{script}")
    places = re.findall(r"([\w.]+(?::docstring of [\w.]+)?:\d+): WARNING: error: there is no operator", output)
    assert sorted(places) == ["module.py:docstring of module.f:7", "myst.md:13", "myst.md:20", "myst.md:24", "page.rst:12", "part.txt:7"]


def test_place_of_an_invalid_option(build, tmp_path):
    """It is the line of the directive, also if the script is another file."""
    (tmp_path / "myst.md").write_text("---\norphan: true\n---\n\n# Title\n\n```{marble}\n:scale: 2\n\n-1|\n```\n")
    _, _, output = build(
        "html", "Title\n=====\n\n.. marble::\n   :drawing:\n   :scale: 2\n\n   -1|\n\n.. marble:: other.marble\n   :scale: 3\n")
    assert re.findall(r"([\w.]+:\d+): WARNING: error: `\d` is not", output) == ["myst.md:7", "page.rst:4", "page.rst:10"]


def test_printed_text(build):
    script = "   a = -1|\n   a\n   why 1\n"
    page = f"Title\n=====\n\n.. marble::\n\n{script}\n.. marble::\n   :text:\n\n   a.delay(1)\n"
    status, folder, output = build("html", page)
    assert (status, output) == (0, "")
    assert (folder / "page.html").read_text().count("`1` on tick 1: ") == 1
    status, folder, output = build("text")
    text = (folder / "page.txt").read_text()
    assert text.count("`1` on tick 1: ") == 1 and text.count("= a.delay(1) =") == 1


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")
def test_latex(build):
    status, folder, output = build("latex", PAGE)
    assert (status, output) == (0, "")
    names = re.findall(r"\\sphinxincludegraphics\{(marble-.*?)\}", next(folder.glob("*.tex")).read_text())
    assert len(names) == 4
    assert all((folder / name).read_bytes().startswith(b"%PDF") for name in names)
    assert all(b"/CreationDate (1970" in content or b"/CreationDate" not in content
               for content in [(folder / name).read_bytes() for name in names])


def test_latex_without_converter(build, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    status, folder, output = build("latex", "Title\n=====\n\n.. marble::\n\n   -x|\n")
    assert status == 1
    assert output == "WARNING: rsvg-convert is not installed, so the picture is text. Debian has it in librsvg2-bin [marble]\n"
    assert r"\PYGZus{}" in next(folder.glob("*.tex")).read_text()  # the name `_` of the lane


def test_error_is_a_warning_and_appears_in_the_page(build):
    status, folder, output = build("html", "Title\n=====\n\n.. marble::\n   :caption: x\n\n   a = -1|\n   a.foo()\n")
    assert status == 1
    message = """\
error: there is no operator named `foo`
  a.foo()
    ^^^
"""
    assert output.startswith("page.rst:8: WARNING: " + message)
    assert 'class="marble-error' in (html := (folder / "page.html").read_text())
    assert "page.rst:8: error: there is no operator named `foo`" in html


def test_script_in_a_file(build, tmp_path):
    (tmp_path / "other.marble").write_text("a = -1|\na == -2|\n")
    status, _, output = build("html", "Title\n=====\n\n.. marble:: other.marble\n")
    assert (status, output.split("\n")[0]) == (1, "other.marble:2: WARNING: ✗ a      1 difference")
    status, _, output = build("html", "Title\n=====\n\n.. marble:: none.marble\n")
    assert (status, output.split("\n")[0]) == (1, "page.rst:4: ERROR: cannot read none.marble: No such file or directory [docutils]")


def test_words_are_options(build):
    options = "".join(f"   :{option}\n" for option in ("prompt:", "svg: a.svg", "file: b.marble", "scale: 20", "theme: dark"))
    page = f"Title\n=====\n\n.. marble::\n   :ignore:\n\n   x.y(\n\n.. marble::\n{options}\n   a = -1|\n"
    status, folder, output = build("html", page)
    assert (status, output) == (0, "")
    assert (folder / "page.html").read_text().count("</svg></div>") == 1


def test_line_of_an_error_in_markdown(build, tmp_path):
    (tmp_path / "a.md").write_text(
        "---\norphan: true\n---\n# Page\n\n```marble\nx(\n```\n\n```{marble}\n:alt: two\n\n\ny(\n```\n")
    _, _, output = build("html", "Title\n=====\n")
    assert re.findall(r"^a.md:(\d+): WARNING", output, re.MULTILINE) == ["7", "14"]


def test_markdown_and_parallel_builds(build, tmp_path):
    for number in range(8):
        (tmp_path / f"{number}.md").write_text(f"---\norphan: true\n---\n# Page\n\n```marble\na = -{number}|\n"
                                               "a\n```\n\n```marble\n:drawing:\n\na\n```\n")
    status, folder, output = build("html", "Title\n=====\n", "-j2")
    assert (status, output) == (0, "")
    for number in range(8):
        page = (folder / f"{number}.html").read_text()
        assert page.count("</svg></div>") == 2 and f"<title>a sends {number} and completes at tick 2.</title>" in page
