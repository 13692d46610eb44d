"""Types every command and every plan of README.md, docs/, docker/README.md and the kits, page by page, each in a new folder against a new referee.

usage: commands.py BINARY [PAGE...]

A fence says in its info string what it is:
    sh                  typed, in the order of the page, in one shell
    sh finished         typed once the tournament of the page is finished
    sh no-run (WHY)     not typed
    toml NAME, csv NAME a file of this name
    python              the bot of README.md, the same on each page that has it

`docker compose` is played by this program: `exec` runs a command as the image does (with the variables of `-e` and no other), `up` starts the
referee and its bots with what docker/compose.yaml says. The students of a page connect before its roll call.
"""

import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker" / "compose.yaml"
TIMEOUT = 180


def free_port():
    """A port that no client is given before a server listens, as may happen from 32768 on."""
    while True:
        try:
            with socket.create_server(("", random.randrange(10000, 32768))) as listener:
                return listener.getsockname()[1]
        except OSError:
            continue


def fences(page):
    """(line, language, rest of the info string, text) of each fence."""
    found, begun = [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if begun is None and (match := re.match(r"\s*```(\w+)\s*(.*)$", line)):
            begun = (number, match[1], match[2], [])
        elif begun and line.strip() == "```":
            found.append((*begun[:3], "\n".join(begun[3]) + "\n"))
            begun = None
        elif begun:
            begun[3].append(line)
        elif re.match(r" {4}(arbitre|docker|python3|curl|cargo|referee) ", line):
            sys.exit(f"{page.relative_to(ROOT)}:{number}: a command outside a fence is not tested")
    return found


def service(name):
    """The command and the variables of a service of docker/compose.yaml."""
    text = COMPOSE.read_text().split(f"\n  {name}:\n")[1]
    text = re.split(r"\n  \w+:\n|\n\w+:\n", text)[0]
    command = re.search(r"^    command: \[(.*)\]$", text, re.M)[1].split(", ")
    variables = dict(re.findall(r"^      (ARBITRE_\w+): (.*)$", text, re.M))
    return command, {key: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for key, value in variables.items()}


class Page:
    """A page that is typed: its folder, its ports, what it started."""

    def __init__(self, path, binary):
        self.path, self.binary = path, binary
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.port, self.tcp = free_port(), free_port()
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.bin / "arbitre").symlink_to(binary)
        (self.bin / "docker").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" --docker "{self.folder}" {self.port} {self.tcp} "$@"\n')
        (self.bin / "docker").chmod(0o755)
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("ARBITRE")},
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "ARBITRE_SERVER": f"127.0.0.1:{self.port}",
            "ARBITRE_LANG": "en",
        }

    def here(self, text):
        """The text with the addresses of this page's referee, and a student's token."""
        text = re.sub(r"(THIS-MACHINE|192\.168\.1\.20|127\.0\.0\.1|localhost):8080", f"127.0.0.1:{self.port}", text)
        return re.sub(r"\bTOKEN$", "$(sed -n 's/^ann,.*,//p' tokens.csv | tr -d '[:space:]')", text, flags=re.M)

    def script(self, found):
        lines = ["set -eu -o pipefail", "shopt -s expand_aliases", "trap 'echo \"line $line: $BASH_COMMAND\" >&2' ERR"]
        students = f'"{sys.executable}" "{__file__}" --students "{self.folder}" {self.port}'
        for number, language, rest, text in found:
            if language in ("toml", "csv") and rest:
                lines += [f"cat >{shlex.quote(rest)} <<'END'", text + "END"]
            if language != "sh" or rest.startswith("no-run ("):
                continue
            if rest == "finished":
                lines.append(f'"{sys.executable}" "{__file__}" --finished {self.port}')
            elif rest:
                sys.exit(f"{self.path}:{number}: `sh {rest}`: `finished` and `no-run (WHY)` are known")
            for at, line in enumerate(self.here(text).splitlines(), number + 1):
                if "tournament check" in line:
                    lines.append(students)
                lines += [f"line={at}"] if not lines[-1].endswith("\\") else []
                lines.append(line)
        return "\n".join(lines) + "\n"

    def run(self):
        found = fences(self.path)
        typed = [text for _, language, rest, text in found if language == "sh" and not rest.startswith("no-run (")]
        if not typed:
            return 0, 0.0
        kit = self.path.parent if self.path.parent.parent == ROOT / "bots" else ROOT / "bots" / "python"
        shutil.copytree(kit, self.folder, dirs_exist_ok=True)
        shutil.copytree(ROOT / "docker", self.folder / "docker")
        first = [text for _, language, _, text in fences(ROOT / "README.md") if language == "python"]
        (self.folder / "first.py").write_text(first[0])
        began = time.monotonic()
        try:
            if not typed[0].startswith("docker compose"):
                start(self.folder, [self.binary, "--bind", f"127.0.0.1:{self.port}", "--data", "arbitre-data"], self.environment)
                wait_for(self.port)
            done = subprocess.run(
                ["bash", "-c", self.script(found)], cwd=self.folder, env=self.environment, timeout=TIMEOUT, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            )
            if done.returncode != 0:
                log = self.folder / "log.txt"
                print("\n".join(done.stdout.splitlines()[-25:] + (log.read_text().splitlines()[-25:] if log.exists() else [])))
                sys.exit(f"NOT {self.path.relative_to(ROOT)}")
        finally:
            stop_all(self.folder)
            shutil.rmtree(self.folder, ignore_errors=True)
        return len(typed), time.monotonic() - began


def start(folder, command, environment):
    """Starts a process of a page and notes it."""
    log = open(folder / "log.txt", "a")
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
    with open(folder / "processes", "a") as noted:
        noted.write(f"{process.pid} {' '.join(map(str, command))}\n")


def stop_all(folder, only=""):
    """Stops the processes of a page, or those whose command has this word."""
    noted = (folder / "processes").read_text().splitlines() if (folder / "processes").exists() else []
    for line in noted:
        number, command = line.split(" ", 1)
        if only in command:
            try:
                os.kill(int(number), signal.SIGTERM)
            except ProcessLookupError:
                continue
    for line in noted:
        end = time.monotonic() + 20
        while only in line and pathlib.Path(f"/proc/{line.split()[0]}").exists() and time.monotonic() < end:
            if pathlib.Path(f"/proc/{line.split()[0]}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                break
            time.sleep(0.05)
    (folder / "processes").write_text("".join(line + "\n" for line in noted if only not in line))


def ask(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.read().decode()


def wait_for(port, path="/readyz", holds=lambda _: True, patience=30):
    end = time.monotonic() + patience
    while True:
        try:
            if holds(ask(port, path)):
                return
        except OSError:
            pass
        if time.monotonic() > end:
            sys.exit(f"{path} does not become what it should in {patience} s")
        time.sleep(0.1)


def students(folder, port):
    """Connects a bot for each entrant of the plan that is not connected, with its token if there is one."""
    plan = (folder / "cup.toml").read_text()
    names = re.findall(r'"(\w+)"', plan[plan.index("entrants") :])
    connected = lambda text: {bot["name"] for bot in json.loads(text)["bots"]}
    tokens = folder / "tokens.csv"
    known = dict(re.findall(r"^(\w+),.*,(\S+)$", tokens.read_text(), re.M)) if tokens.exists() else {}
    environment = {"PATH": os.environ["PATH"], "ARBITRE_SERVER": f"http://127.0.0.1:{port}"}
    for name in set(names) - connected(ask(port, "/v1/bots?limit=100")):
        token = {"ARBITRE_BOT_TOKEN": known[name]} if name in known else {}
        start(folder, ["arbitre", "bot", "greedy", "--name", name], {**environment, **token})
    wait_for(port, "/v1/bots?limit=100", lambda text: set(names) <= connected(text))


def docker(folder, port, tcp, arguments):
    """`docker compose` with one machine, which is this one."""
    data = folder / "data"
    environment = {"PATH": os.environ["PATH"], "ARBITRE_DATA": str(data), "ARBITRE_BIND": f"0.0.0.0:{port}"}
    inside = lambda words: [word.replace("/data", str(data)) for word in words]
    assert arguments[:3] == ["compose", "-f", "docker/compose.yaml"], arguments
    act, *rest = arguments[3:]

    def begin(name):
        command, variables = service(name)
        values = {key: value.replace(":8080", f":{port}").replace(":4567", f":{tcp}") for key, value in variables.items()}
        values = {key: value.removeprefix("&server ").replace("ws://referee", "ws://127.0.0.1") for key, value in values.items() if value != "*server"}
        start(folder, ["arbitre", *command], {**environment, "ARBITRE_SERVER": f"ws://127.0.0.1:{port}/ws", **values})

    if act == "up":
        data.mkdir(exist_ok=True)
        stop_all(folder)
        begin("referee")
        wait_for(port)
        for bot in ("greedy", "mcts", "alphabeta"):
            begin(bot)
        wait_for(port, "/v1/bots?limit=100", lambda text: '"connected":3' in text)
    elif act == "exec":
        while rest[0].startswith("-"):
            flag = rest.pop(0)
            if flag == "-e" and rest[0] in os.environ:
                environment[rest[0]] = os.environ[rest[0]]
            if flag == "-e":
                rest.pop(0)
        assert rest.pop(0) == "referee", rest
        # Inside the container the referee is at the usual port.
        os.execvpe(rest[0], inside(rest), {**environment, "ARBITRE_SERVER": f"127.0.0.1:{port}"})
    elif act == "run":
        assert rest[:2] == ["--rm", "referee"], rest
        os.execvpe("arbitre", ["arbitre", *inside(rest[2:])], environment)
    elif act == "cp":
        shutil.copy(inside([rest[0].removeprefix("referee:")])[0], rest[1])
    elif act == "stop":
        stop_all(folder, "" if not rest else "serve")
    elif act == "start":
        begin(*rest)
        wait_for(port)
    else:
        sys.exit(f"docker compose {act} is not known here")


def pages():
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "docker" / "README.md", ROOT / "bots" / "README.md"]
    return found + sorted((ROOT / "bots").glob("*/[RL]*.md"))


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = [(ROOT / name).resolve() for name in sys.argv[2:]]
    bots = {text for page in pages() for _, language, _, text in fences(page) if language == "python" and "ARBITRE_SERVER" in text}
    assert len(bots) == 1, "the first bot is the same on each page"
    for page in pages():
        if not wanted or page.resolve() in wanted:
            typed, seconds = Page(page, binary).run()
            if typed:
                print(f"ok  {page.relative_to(ROOT)}: {typed} blocks in {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--docker":
        docker(pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
    elif sys.argv[1] == "--students":
        students(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1] == "--finished":
        wait_for(int(sys.argv[2]), "/v1/tournaments/1", lambda text: '"stage":"finished"' in text)
    else:
        main()
