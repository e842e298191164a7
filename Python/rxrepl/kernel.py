"""A Jupyter kernel for scripts: `rxrepl-kernel install`."""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile

from ipykernel.kernelbase import Kernel

from rxrepl import program
from rxrepl.notebook import Notebook


def _version() -> str:
    return subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout.split()[0]


class MarbleKernel(Kernel):
    implementation = "rxrepl"
    implementation_version = _version()
    language_info = {
        "name": "marble", "version": implementation_version, "mimetype": "text/x-marble", "file_extension": ".marble",
        "pygments_lexer": "marble",
    }
    banner = "rxrepl draws marble diagrams of reactive streams. For help, run `:help`."

    def __init__(self, **arguments):
        super().__init__(**arguments)
        self._notebook = Notebook()

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **others):
        reply = {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}
        if not code.strip():
            return reply
        try:
            output = self._notebook.run(code)
        except KeyboardInterrupt:
            error = {"ename": "Interrupted", "evalue": "", "traceback": ["The run was stopped."]}
            self.send_response(self.iopub_socket, "error", error)
            return {**reply, "status": "error", **error}
        if not silent:
            if output.messages and not output.status:
                self.send_response(self.iopub_socket, "stream", {"name": "stdout", "text": output.messages + "\n"})
            if output.data:
                self.send_response(self.iopub_socket, "display_data", {"data": output.data, "metadata": {}})
        if output.status:
            error = {"ename": "ScriptError", "evalue": output.status, "traceback": output.messages.split("\n")}
            if not silent:
                self.send_response(self.iopub_socket, "error", error)
            return {**reply, "status": "error", **error}
        return reply

    def do_complete(self, code, cursor_pos):
        items, before = self._notebook.ask("textDocument/completion", code, cursor_pos)
        start, matches = cursor_pos, []
        for item in items or []:
            edit = item.get("textEdit")
            matches.append(edit["newText"] if edit else item["label"])
            if edit:
                start = _offset(code, edit["range"]["start"], before)
        return {"status": "ok", "matches": matches, "cursor_start": start, "cursor_end": cursor_pos, "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        answer, _ = self._notebook.ask("textDocument/hover", code, cursor_pos)
        if not answer and cursor_pos:  # after the last character of a word
            answer, _ = self._notebook.ask("textDocument/hover", code, cursor_pos - 1)
        text = answer["contents"]["value"] if answer else ""
        data = {"text/markdown": text, "text/plain": text} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    def do_is_complete(self, code):
        return {"status": "incomplete", "indent": ""} if self._notebook.is_incomplete(code) else {"status": "complete"}


def _offset(code: str, position: dict, before: int) -> int:
    """Returns the offset of a position of the language server, whose document begins with the lines of other cells."""
    lines = code.split("\n")
    line = position["line"] - before
    character = lines[line].encode("utf-16-le")[:2 * position["character"]].decode("utf-16-le")
    return sum(len(earlier) + 1 for earlier in lines[:line]) + len(character)


def main(arguments=None) -> None:
    """Installs the kernel for the user, or in the folder of a Python environment."""
    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="rxrepl-kernel", description="Installs the Jupyter kernel for marble scripts.")
    commands = parser.add_subparsers(required=True)
    install = commands.add_parser("install", help="install the kernel")
    place = install.add_mutually_exclusive_group()
    place.add_argument("--sys-prefix", action="store_const", dest="prefix", const=sys.prefix,
                       help="install it in this Python environment; the default is for this user")
    place.add_argument("--prefix", help="install it below this folder")
    options = parser.parse_args(arguments)
    kernel = {"argv": [sys.executable, "-m", "rxrepl.kernel", "-f", "{connection_file}"], "display_name": "Marble",
              "language": "marble"}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump(kernel, file, indent=2)
        print(KernelSpecManager().install_kernel_spec(folder, "marble", user=not options.prefix, prefix=options.prefix))


if __name__ == "__main__":
    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(kernel_class=MarbleKernel)
