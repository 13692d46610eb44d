"""Games through nginx with TLS, configured as in docs/administer.md. Every kit with an installed language plays one.

usage: proxy.py BINARY      (nginx and openssl are needed; RUST_KIT_TARGET is where the kit in Rust is built)
"""

import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

BINARY = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "administer.md"
KITS = ROOT / "bots"
sys.path.insert(0, str(ROOT / "tests" / "docs"))
from commands import free_port  # noqa: E402


def check(is_so, what):
    print(f"{'ok ' if is_so else 'NOT'} {what}", flush=True)
    if not is_so:
        sys.exit(1)


def configuration(scratch, port, referee):
    """The server of docs/administer.md, with this certificate and these ports."""
    text = PAGE.read_text()
    block = text.split("```nginx\n")[1].split("```")[0]
    for old, new in [
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("server_name chess.example.org", "server_name localhost"),
        ("/etc/ssl/chess.example.org", f"{scratch}/localhost"),
        ("127.0.0.1:8080", referee),
    ]:
        assert old in block, old
        block = block.replace(old, new)
    temporary = "".join(f"{kind}_temp_path {scratch}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return (
        f"daemon off; pid {scratch}/nginx.pid; error_log {scratch}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{block}\n}}\n"
    )


def kits(scratch):
    """The commands that build and start each kit. Java has its own certificate store."""
    rust = pathlib.Path(os.environ.get("RUST_KIT_TARGET", f"{scratch}/rust")).resolve()
    store = ["-Djavax.net.ssl.trustStore=" + f"{scratch}/localhost.jks", "-Djavax.net.ssl.trustStorePassword=localhost"]
    trusted = ["keytool", "-importcert", "-noprompt", "-alias", "localhost", "-file", f"{scratch}/localhost.pem"]
    trusted += ["-keystore", f"{scratch}/localhost.jks", "-storepass", "localhost"]
    bridge = [BINARY, "bot", "bridge", "--seek"]
    cargo = ["cargo", "build", "--release", "--manifest-path", KITS / "rust" / "Cargo.toml", "--target-dir", rust]
    return {
        "Python": (None, ["python3", KITS / "python" / "bot.py"], []),
        "JavaScript": (None, ["node", KITS / "javascript" / "bot.mjs"], []),
        "Java": (trusted, ["java", *store, KITS / "java" / "Bot.java"], []),
        "C, by the bridge,": (["cc", "-O2", "-o", f"{scratch}/bot-c", KITS / "c" / "bot.c"], bridge, ["--", f"{scratch}/bot-c"]),
        "C++, by the bridge,": (["c++", "-std=c++17", "-o", f"{scratch}/bot-cpp", KITS / "cpp" / "bot.cpp"], bridge, ["--", f"{scratch}/bot-cpp"]),
        "Rust": (cargo, [rust / "release" / "arbitre-starter-kit"], []),
    }


def main(scratch):
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
        + ["-keyout", f"{scratch}/localhost.key", "-out", f"{scratch}/localhost.pem"],
        check=True,
        capture_output=True,
    )
    port, processes = free_port(), []
    environment = {**os.environ, "SSL_CERT_FILE": f"{scratch}/localhost.pem", "NODE_EXTRA_CA_CERTS": f"{scratch}/localhost.pem"}

    def start(*command, **how):
        processes.append(subprocess.Popen(command, env=environment, text=True, **how))
        return processes[-1]

    try:
        log = open(f"{scratch}/log", "w")
        referee = start(
            *[BINARY, "--bind", "127.0.0.1:0", "--no-house-bots", "--data", f"{scratch}/data", "--registration", "open"],
            *["--trusted-proxy", "127.0.0.1", "--public-name", "localhost"],
            stdout=subprocess.PIPE,
            stderr=log,
        )
        address = referee.stdout.readline().split("/")[2]
        (pathlib.Path(scratch) / "nginx.conf").write_text(configuration(scratch, port, address))
        start("nginx", "-p", scratch, "-c", f"{scratch}/nginx.conf")
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        trust = ssl.create_default_context(cafile=f"{scratch}/localhost.pem")

        def ask(path, body=None, **headers):
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(f"https://localhost:{port}{path}", data=data, headers={"content-type": "application/json", **headers})
            with urllib.request.urlopen(request, context=trust, timeout=30) as answer:
                return json.loads(answer.read())

        url = f"wss://localhost:{port}/ws"
        with urllib.request.urlopen(f"https://localhost:{port}/kits/", context=trust, timeout=30) as answer:
            check("wss://localhost" in answer.read().decode(), "kits are offered for wss://")
        start(BINARY, "bot", "greedy", "--name", "black", "--server", url)
        time.sleep(2)
        start(BINARY, "bot", "greedy", "--name", "white", "--server", url, "--seek", "--opponent", "black", "--games", "1")
        until = time.monotonic() + 60
        over = []
        while not over and time.monotonic() < until:
            over = [match for match in ask("/v1/matches")["matches"] if match["status"] == "over"]
            time.sleep(0.3)
        check(over and over[0]["reason"] == "rules", f"a game of two `arbitre bot`s over wss:// through nginx: {over and over[0]['why']}")
        for language, (make, command, rest) in kits(scratch).items():
            tools = [tool[0] for tool in (make, command) if tool and "/" not in str(tool[0])]
            if not all(map(shutil.which, tools)):
                print(f"--- {language}: {' or '.join(tools)} is not installed")
                continue
            if make:
                subprocess.run(make, check=True, capture_output=True)
            name = language.split(",")[0].replace("+", "p")
            own = ["--name", name, "--opponent", "black", "--games", "1", "--server", url]
            played = subprocess.run([*command, *own, *rest], env=environment, capture_output=True, text=True, timeout=90)
            output = (played.stdout + played.stderr).strip().splitlines() or [""]
            is_over = any(match["status"] == "over" and name in match["players"].values() for match in ask("/v1/matches")["matches"])
            check(is_over and played.returncode == 0, f"the kit in {language} over wss://: {output[-1]}")
        token = (pathlib.Path(scratch) / "data" / "operator-token").read_text().strip()
        plan = pathlib.Path(scratch) / "cup.toml"
        plan.write_text('name = "cup"\nformat = "round_robin"\nentrants = ["black", "white"]\n')
        listed = subprocess.run(
            [BINARY, "tournament", "create", str(plan), "--server", f"https://localhost:{port}", "--token", token],
            env=environment, capture_output=True, text=True, timeout=30,
        )
        check("cup" in listed.stdout, f"the command line over https://: {listed.stdout.strip()}{listed.stderr.strip()}")
        ask("/v1/matches", {"white": "a", "black": "b"}, authorization=f"Bearer {token}", **{"x-forwarded-for": "203.0.113.7"})
        # The log has its own thread.
        end, act = time.monotonic() + 10, re.compile(r"operator action .*from 203\.0\.113\.7 game=")
        while not (is_logged := act.search(open(f"{scratch}/log").read())) and time.monotonic() < end:
            time.sleep(0.1)
        check(is_logged, "the client's address from the proxy is used")
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(timeout=20)


with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o755)
    main(folder)
