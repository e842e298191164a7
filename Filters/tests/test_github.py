"""Runs the steps of the GitHub action in a shell, and the hooks of pre-commit."""
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
PROGRAM = shutil.which("rxrepl")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "page.md").write_text("# Page\n\n```marble\na = -1|\na\n```\n")
    (tmp_path / "demo.marble").write_text("a = -1|\na == -2|\n")
    return tmp_path


def test_action(folder):
    version = subprocess.run(["make", "--silent", "-C", ROOT, "version"], capture_output=True, text=True).stdout.strip()
    system = f"{os.uname().sysname.lower().replace('darwin', 'macos')}-{os.uname().machine}"
    address = f"https://github.com/owner/rxrepl/releases/download/v{version}/rxrepl-{system}.tar.gz"
    archive, temporary, stubs = folder / "archive", folder / ".temporary", folder / ".stubs"
    with tarfile.open(archive, "w:gz") as file:
        link = tarfile.TarInfo(f"rxrepl-{version}/bin/rxrepl")
        link.type, link.linkname = tarfile.SYMTYPE, PROGRAM
        file.addfile(link)
    temporary.mkdir()
    stubs.mkdir()
    # The stub takes the place of the network.
    (stubs / "curl").write_text(f'#!/bin/sh\n[ "${{7}}" = {address} ] && cp {archive} "${{6}}"\n')
    (stubs / "curl").chmod(0o755)
    environment = {
        "PATH": f"{stubs}:/usr/bin:/bin", "GITHUB_ACTION_PATH": str(ROOT), "RUNNER_TEMP": str(temporary),
        "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "owner/other",
        "GITHUB_PATH": str(folder / ".path"),
    }
    values = {"github.action_repository": "owner/rxrepl", "inputs.paths": "demo.marble page.md", "inputs.docs": "page.md"}
    results = []
    for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]:
        variables = {name: re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match[1]], value)
                     for name, value in step["env"].items()}
        if (folder / ".path").exists():
            environment["PATH"] = (folder / ".path").read_text().strip() + ":/usr/bin:/bin"
        result = subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=folder, env={**environment, **variables},
                                capture_output=True, text=True)
        results.append((result.returncode, result.stdout, result.stderr))
    assert results[0] == (0, "", "")
    assert results[1][0] == 1 and "::error file=demo.marble,line=2" in results[1][1]
    assert results[2][0] == 1 and "+```text drawn\n" in results[2][1]


def test_hooks_read_all_pages():
    message = subprocess.run([PROGRAM, "docs", __file__], capture_output=True, text=True).stderr
    pages = re.findall(r"\.[a-z]+", message.partition("end in ")[2])
    hooks = {hook["id"]: re.compile(hook["files"]) for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    assert len(pages) > 5
    assert all(hooks[name].search("page" + ending) for name in ["rxrepl-test", "rxrepl-docs"] for ending in pages)


@pytest.mark.parametrize("hook, status, words", [
    ("rxrepl-test", 1, "✗ demo.marble:2  a      1 difference"),
    ("rxrepl-fmt", 0, "Passed"),
    ("rxrepl-docs", 1, "files were modified by this hook"),
])
def test_pre_commit(folder, tmp_path_factory, hook, status, words):
    # pre-commit clones the repository of the hooks.
    hooks = tmp_path_factory.mktemp("hooks")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    environment = {**os.environ, "PRE_COMMIT_HOME": str(hooks / ".cache"), "GIT_CONFIG_GLOBAL": os.devnull,
                   **{f"GIT_{role}_{part}": "x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}}
    for place in (hooks, folder):
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Begin"]):
            subprocess.run(["git", *command], cwd=place, env=environment, check=True)
    result = subprocess.run(["pre-commit", "try-repo", str(hooks), hook, "--all-files", "--color=never"], cwd=folder,
                            env=environment, capture_output=True, text=True)
    assert (result.returncode, words in result.stdout) == (status, True), result.stdout + result.stderr
    assert ("```text drawn" in (folder / "page.md").read_text()) == (hook == "rxrepl-docs")
