"""The wheel carries the built page: installed in a clean environment, ``puntobanco serve`` needs no Node."""

import re
import subprocess
import sys
import venv
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} exits {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


def test_the_wheel_in_a_clean_environment_serves_the_page_without_node(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    # The pip of the tests installs into it: a clean environment without a pip, and without bytecode, is there sooner.
    venv.create(tmp_path / "clean", with_pip=False)
    pip = ("-m", "pip", "--python", tmp_path / "clean" / "bin" / "python", "install", "-q", "--no-compile")
    run(sys.executable, *pip, "--require-hashes", "-r", ROOT / "requirements" / "run.lock")
    run(sys.executable, *pip, "--no-deps", wheel)
    command = [str(tmp_path / "clean" / "bin" / "puntobanco"), "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/x.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env={"PATH": ""}) as served:
        try:
            assert served.stdout is not None
            address = served.stdout.readline().split()[-1]
            page = httpx.get(address)
            assert page.status_code == 200
            (script,) = re.findall(r'<script[^>]* src="([^"]+)"', page.text)
            answer = httpx.get(address.rstrip("/") + "/" + script.lstrip("./"))
            assert answer.status_code == 200
            assert "javascript" in answer.headers["content-type"]
            assert len(answer.content) > 10_000
        finally:
            served.terminate()
