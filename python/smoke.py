"""Tries the files that `cargo xtask release` has made as those do who download them: on this machine, or in a bare Debian.

    python3 smoke.py target/release-files [--chroot FOLDER]

The command runs the sweep of README, the wheel goes into a fresh environment where its tests run, and the page is served (by
nginx where it is there, as docs/hosting.md says) and schedules a log that Chromium drops on it, where there is a chromedriver.
With --chroot all but Chromium runs in a Debian 12 that debootstrap puts into the folder, which needs root.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import gzip
import hashlib
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
WINDOWS = platform.system() == "Windows"
PATIENCE = 120
JOBS = 200
PACKAGES = "nginx-light,python3,python3-venv"

# As tests/browser/harness/files.rs drops it.
DROP = """
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(arguments[1]), it => it.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], arguments[0]));
    const fire = type => document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    fire("dragenter"); fire("dragover"); fire("drop");"""
SHOWN = """
    return document.body.dataset.state === "idle" && document.getElementById("spent")?.dataset.jobs === arguments[0]
        && document.getElementById("figure-mean-flow-time")?.dataset.value"""


class Machine:
    """This machine, or the one in a folder; `home` is a folder on it for what is tried."""

    def __init__(self, root: Path | None, home: Path) -> None:
        self.root, self.home = root, home

    def inside(self, path: Path) -> str:
        return f"/{path.relative_to(self.root)}" if self.root else str(path)

    def words(self, *words: str | Path) -> list[str]:
        told = [self.inside(word) if isinstance(word, Path) else word for word in words]
        return ["chroot", str(self.root), *told] if self.root else told

    def run(self, *words: str | Path, **environment: str) -> str:
        words = self.words(*words)
        ran = subprocess.run(words, cwd=self.home, env={**os.environ, **environment}, stdout=subprocess.PIPE)
        if ran.returncode != 0:
            sys.exit(f"smoke: `{' '.join(words)}` ended with {ran.returncode}\n{ran.stdout.decode(errors='replace')}")
        return ran.stdout.decode()


def checksums(files: Path) -> None:
    named = [line.split("  ", 1) for line in (files / "SHA256SUMS").read_text().splitlines()]
    for digest, name in named:
        if hashlib.sha256((files / name).read_bytes()).hexdigest() != digest:
            sys.exit(f"smoke: {name} has another checksum than in SHA256SUMS")
    if {name for _, name in named} != {it.name for it in files.iterdir()} - {"SHA256SUMS"}:
        sys.exit("smoke: SHA256SUMS does not name the files that are there")


def unpacked(machine: Machine, archive: Path) -> Path:
    if machine.root:
        there = Path(shutil.copy(archive, machine.home))
        machine.run("tar", "-xf", there, "-C", machine.home)
    else:
        shutil.unpack_archive(archive, machine.home, **({} if WINDOWS else {"filter": "data"}))
    return machine.home / re.sub(r"\.(tar\.gz|zip)$", "", archive.name)


def command(machine: Machine, archive: Path) -> Path:
    folder = unpacked(machine, archive)
    program = folder / "bin" / ("slotscope.exe" if WINDOWS else "slotscope")
    log = machine.home / "log.swf"
    log.write_text(machine.run(program, "generate", "lublin", "--jobs", str(JOBS)), encoding="utf-8", newline="\n")
    line = re.search(r"slotscope (sweep '{}' log.swf .*)", (TREE / "README.md").read_text(encoding="utf-8")).group(1)
    table = machine.run(program, *[{"'{}'": "{}", "log.swf": log}.get(word, word) for word in line.split()])
    if len(table.splitlines()) != 4:
        sys.exit(f"smoke: the sweep of README has three rows, and printed\n{table}")
    for name in ["completions/slotscope.bash", "share/man/man1/slotscope.1", "licences.txt"]:
        if not (folder / name).is_file():
            sys.exit(f"smoke: {archive.name} has no {name}")
    print(f"{archive.name}: the command runs the sweep of README")
    return log


def wheel(machine: Machine, file: Path) -> None:
    for folder in ["python/tests", "examples"]:
        shutil.copytree(TREE / folder, machine.home / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in [file, TREE / "python/requirements.txt", TREE / "python/pyproject.toml"]:
        shutil.copy(name, machine.home / "python")
    there, source = machine.home / "python" / file.name, []
    if machine.root:
        # The bare machine has no network.
        wheels = machine.home / "wheels"
        asked = [f"{file}[pandas,polars]", "--requirement", TREE / "python/requirements.txt"]
        only = ["--only-binary=:all:", "--python-version", machine.run("python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()]
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", *only, "--dest", wheels, *asked], check=True)
        source = ["--no-index", "--find-links", wheels]
    environment = machine.home / "environment"
    machine.run(sys.executable if not machine.root else "python3", "-m", "venv", environment)
    python = environment / ("Scripts/python.exe" if WINDOWS else "bin/python")
    requirements = machine.home / "python/requirements.txt"
    machine.run(python, "-m", "pip", "install", "--quiet", *source, f"{machine.inside(there)}[pandas,polars]", "--requirement", requirements)
    told = machine.run(python, "-m", "pytest", "-q", "--rootdir", machine.home / "python", machine.home / "python/tests")
    print(f"{file.name}: {told.strip().splitlines()[-1]}")


@contextlib.contextmanager
def running(*words: str | Path, cwd: Path):
    program = subprocess.Popen(words, cwd=cwd)
    try:
        yield program
    finally:
        program.terminate()
        program.wait()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def server(machine: Machine, top: Path, port: int):
    """A server of the archive of the page: its words, and whether it is nginx."""
    nginx = "nginx" if machine.root else shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx:
        return [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(top)], False
    block = re.search(r"```nginx\n(.*?)```", (top / "hosting.md").read_text(encoding="utf-8"), re.S).group(1)
    home = machine.inside(machine.home)
    temporary = "".join(f"{it}_temp_path {home}/{it};" for it in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    configuration = machine.home / "nginx.conf"
    user = "user root;" if os.getuid() == 0 else ""
    configuration.write_text(
        f"daemon off; {user} pid {home}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ include /etc/nginx/mime.types; access_log off; {temporary}\n"
        f"server {{ listen 127.0.0.1:{port}; root {machine.inside(top)};\n{block} }} }}\n"
    )
    return machine.words(nginx, "-c", configuration), True


def fetched(address: str, **headers: str):
    for _ in range(PATIENCE * 10):
        try:
            return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10)
        except (ConnectionError, urllib.error.URLError):
            time.sleep(0.1)
    sys.exit(f"smoke: nothing answers at {address}")


def page(machine: Machine, archive: Path, log: Path) -> None:
    top, port = unpacked(machine, archive), free_port()
    words, is_nginx = server(machine, top, port)
    address = f"http://127.0.0.1:{port}/slotscope/"
    with running(*words, cwd=machine.home):
        name = next(it.name for it in (top / "slotscope").glob("worker_bg*.wasm"))
        answer = fetched(address + name, **{"Accept-Encoding": "gzip"})
        body = answer.read()
        if is_nginx:
            if answer.headers["Content-Encoding"] != "gzip" or "default-src" not in answer.headers["Content-Security-Policy"]:
                sys.exit(f"smoke: {name} came without what docs/hosting.md says:\n{answer.headers}")
            body = gzip.decompress(body)
        if body != (top / "slotscope" / name).read_bytes():
            sys.exit(f"smoke: {name} came as other bytes")
        print(f"{archive.name}: {'nginx' if is_nginx else 'Python'} serves it")
        driver = os.environ.get("SLOTSCOPE_CHROMEDRIVER") or shutil.which("chromedriver")
        if driver:
            flow_time = dropped(driver, machine.home, address, log)
            print(f"{archive.name}: Chromium schedules a dropped log, mean flow time {flow_time} s")
        else:
            print(f"{archive.name}: skipped here: there is no chromedriver")


def dropped(driver: str, home: Path, address: str, log: Path) -> str:
    """The mean flow time that the page shows of a log dropped on it."""
    port = free_port()

    def ask(path: str, body: dict | None = None, method: str = "POST"):
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body or {}).encode(), method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    shell = shutil.which("chromium-headless-shell") or shutil.which("chrome-headless-shell")
    chromium = os.environ.get("SLOTSCOPE_CHROMIUM") or shell
    options = {"args": ["--headless", "--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={home / 'profile'}"]}
    capabilities = {"browserName": "chrome", "goog:chromeOptions": options}
    if chromium:
        options["binary"] = chromium
        capabilities["browserName"] = "chrome-headless-shell" if chromium.endswith("headless-shell") else "chrome"
    with running(driver, f"--port={port}", "--log-level=OFF", cwd=home):
        fetched(f"http://127.0.0.1:{port}/status")
        session = f"/session/{ask('/session', {'capabilities': {'alwaysMatch': capabilities}})['sessionId']}"

        def shown(script: str, *arguments: str):
            for _ in range(PATIENCE * 5):
                if value := ask(f"{session}/execute/sync", {"script": script, "args": arguments}):
                    return value
                time.sleep(0.2)
            sys.exit(f"smoke: the page does not come to: {script}")

        try:
            ask(f"{session}/url", {"url": address})
            shown("return document.body.dataset.state === 'idle'")
            ask(f"{session}/execute/sync", {"script": DROP, "args": [log.name, base64.b64encode(log.read_bytes()).decode()]})
            return shown(SHOWN, str(JOBS))
        finally:
            ask(session, method="DELETE")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path)
    arguments.add_argument("--chroot", type=Path, metavar="FOLDER")
    given = arguments.parse_args()
    files, root = given.files.resolve(), given.chroot and given.chroot.resolve()
    if root and not (root / "usr/sbin/nginx").exists():
        subprocess.run(["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(root)], check=True)
    checksums(files)
    with tempfile.TemporaryDirectory(dir=root and root / "tmp", ignore_cleanup_errors=True) as home:
        machine = Machine(root, Path(home))
        archives = [it for it in files.iterdir() if it.name.endswith((".tar.gz", ".zip"))]
        pages = [it for it in archives if "-page." in it.name]
        log = command(machine, next(it for it in archives if it not in pages))
        wheel(machine, next(files.glob("*.whl")))
        for archive in pages:
            page(machine, archive, log)


if __name__ == "__main__":
    main()
