"""The cell magic and the Jupyter kernel."""
import json
import subprocess

import nbformat
import psutil
import pytest
from jupyter_client.manager import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter


@pytest.fixture(scope="module", autouse=True)
def kernels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch:
        subprocess.run(["rxrepl-kernel", "install", "--prefix", str(folder)], check=True, stdout=subprocess.DEVNULL)
        patch.setenv("JUPYTER_PATH", str(folder / "share/jupyter"))
        yield folder


@pytest.fixture(scope="module")
def client(kernels):
    manager = KernelManager(kernel_name="marble")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=30)
    client.manager = manager
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def execute(client, code):
    outputs = []
    reply = client.execute_interactive(code, timeout=30, output_hook=outputs.append, stop_on_error=False)
    outputs = [(output["msg_type"], output["content"]) for output in outputs]
    return reply["content"], [output for output in outputs if output[0] in ("stream", "display_data", "error")]


def reply_to(client, message):
    while (reply := client.get_shell_msg(timeout=30))["parent_header"]["msg_id"] != message:
        pass
    return reply["content"]


def test_execute(client):
    reply, outputs = execute(client, "a = --1--2--|\n")
    assert (reply["status"], outputs) == ("ok", [])
    reply, [(kind, content)] = execute(client, "a.map { $0 * 10 }")
    assert (reply["status"], kind) == ("ok", "display_data")
    assert content["data"]["image/svg+xml"].startswith("<svg ") and content["data"]["image/svg+xml"].endswith("</svg>")
    assert content["data"]["text/plain"] == """\
     0       5
a    --1...--2...--|
     = a.map { $0 * 10 } =
out  --[10]--[20]--|"""
    reply, outputs = execute(client, "a == --1--2--|")
    assert outputs[0] == ("stream", {"name": "stdout", "text": "✓ line 1  a\n"})
    reply, outputs = execute(client, "why 1 in a")
    assert outputs[0][1]["text"].startswith("`1` on tick 2: `a` sent `1` on tick 2.\n")
    reply, outputs = execute(client, ":help map")
    assert outputs[0][1]["text"].startswith("source.map { … }\n")


def test_errors(client):
    execute(client, "a = --1--2--|")
    reply, [(kind, content)] = execute(client, "b = -1|\na.foo()")
    assert (reply["status"], kind) == ("error", "error")
    assert content["evalue"] == "line 2:3: error: there is no operator named `foo`"
    assert content["traceback"][1:3] == ["  a.foo()", "    ^^^"]
    reply, outputs = execute(client, "a == -1|")
    assert (reply["status"], [kind for kind, _ in outputs]) == ("error", ["display_data", "error"])
    assert outputs[1][1]["evalue"] == "✗ line 1  a      3 differences"
    assert outputs[0][1]["data"]["text/plain"].startswith("✗ line 1  a      3 differences\n")
    # The other lines of a cell with an error have run.
    assert execute(client, "b")[0]["status"] == "ok"
    reply, [(_, content)] = execute(client, ":load /etc/passwd")
    assert reply["status"] == "error" and "root" not in json.dumps(content)


def test_complete_and_inspect(client):
    execute(client, "name = --1--|")
    code = "é = -1|\nname.ma"
    content = client.complete(code, len(code), reply=True, timeout=30)["content"]
    assert "map { " in content["matches"]
    assert (content["cursor_start"], content["cursor_end"]) == (len(code) - 2, len(code))
    content = client.inspect("name.map { $0 }", 6, reply=True, timeout=30)["content"]
    assert content["found"] and "Sends the closure's result for each value." in content["data"]["text/markdown"]
    assert not client.inspect("   ", 1, reply=True, timeout=30)["content"]["found"]


@pytest.mark.parametrize("code, status", [
    ("a = -1|", "complete"), ("merge(a,", "incomplete"), ("a.map { $0", "incomplete"), ("/* a", "incomplete"),
    ("a.foo", "complete"), ("", "complete"),
])
def test_is_complete(client, code, status):
    assert reply_to(client, client.is_complete(code))["status"] == status


def test_interrupt(client):
    message = client.execute(
        "forall a, b, c: merge(a, merge(b, c)) == merge(merge(a, b), c)", stop_on_error=False)  # the next cell runs
    kernel = psutil.Process(client.manager.provisioner.pid)
    # Before the program runs, the kernel itself would be interrupted.
    while not kernel.children():
        pass
    client.manager.interrupt_kernel()
    reply = reply_to(client, message)
    assert (reply["status"], reply["ename"]) == ("error", "Interrupted")
    assert execute(client, "-1|")[0]["status"] == "ok"


def notebook(kernel, *cells):
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    document.metadata.kernelspec = {"name": kernel, "display_name": kernel}
    return document


def test_convert_a_notebook():
    document = notebook("marble", "a = --1--2--|", "a.map { $0 * 10 }")
    NotebookClient(document).execute()
    html, _ = HTMLExporter().from_notebook_node(document)
    assert html.count("jp-RenderedSVG") >= 1 and "data:image/svg+xml;base64," in html.split("jp-RenderedSVG")[-1]
    assert '<span class="nf">map</span>' in html


def test_magic():
    document = notebook("python3", "%load_ext rxrepl", "%%marble\na = --1--|", "%%marble theme=light\na")
    NotebookClient(document).execute()
    assert document.cells[1].outputs == []
    data = document.cells[2].outputs[0].data
    assert data["text/plain"] == "   0    5\na  --1--|" and "prefers-color-scheme" not in data["image/svg+xml"]

    with pytest.raises(CellExecutionError, match=r"line 1:3: error: there is no operator named `foo`\n  a.foo\(\)\n"):
        NotebookClient(notebook("python3", "%load_ext rxrepl", "%%marble\na.foo()")).execute()


def test_words():
    from rxrepl.notebook import Notebook

    cells = Notebook()
    output = cells.run("a = -1|\na\nwhy 1")
    assert output.messages.startswith("`1` on tick 1") and output.data["text/plain"].startswith("   0\na  -1|\n\n     0\na ")
    output = cells.run("a.foo()", {"fails": ""})
    assert output.messages.startswith("line 1:3: error: ") and output.status == ""
    assert cells.run("a", {"fails": ""}).status == "error: nothing fails in this script"
    assert cells.run("b = -2|\nb", {"hidden": ""}) == ("", {}, "")
    warning = "warning: `darwing` is not an attribute of a fence\n  help: did you mean `drawing`?"
    assert cells.run("x.y(", {"ignore": "", "darwing": ""}) == (warning, {}, "")
    output = cells.run("b", {"caption": "x", "drawing": "", "theme": "dark"})
    assert output.messages == "warning: `drawing` has no effect here\nwarning: `caption=` has no effect here"
    output = cells.run("b == -1|", {"prompt": ""})
    assert output.status == output.data["text/plain"].split("\n")[0] == "✗ line 1  b      1 difference"
    assert "<title>two</title>" in cells.run("b", {"alt": "two"}).data["image/svg+xml"]


@pytest.mark.parametrize("kernel", ["python3", "marble"])
def test_docs_writes_the_outputs_of_jupyter(kernels, tmp_path, kernel):
    magic = "%%marble\n" if kernel == "python3" else ""
    cells = [f"{magic}a = --1--2--|\na.map {{ $0 * 10 }}", f"{magic}a.map {{ _ in \"é\" }}\nwhy é"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    if magic:
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%load_ext rxrepl"))
    language = "python" if magic else "marble"
    notebook.metadata.kernelspec = {"name": kernel, "display_name": kernel, "language": language}
    path = tmp_path / "page.ipynb"
    nbformat.write(notebook, path)
    subprocess.run(["rxrepl", "docs", str(path)], check=True)
    written = nbformat.read(path, as_version=4)
    nbformat.validate(written)
    assert nbformat.writes(written).rstrip("\n") == path.read_text(encoding="utf-8").rstrip("\n")
    NotebookClient(notebook).execute()
    assert [cell.outputs for cell in written.cells[-2:]] == [cell.outputs for cell in notebook.cells[-2:]]
