"""Attacks on names, rights and secrets, each against a separate referee.

usage: rights.py BINARY [NAME...]      (without names: all attacks)
"""

import asyncio
import json
import socket
import subprocess
import threading
import urllib.parse

from websockets.asyncio.client import connect

from attack import BINARY, asked_from, check, run, token_of, victims_are_well
from referee import Bot, Referee, playing


async def organising(folder):
    """A client without a token tries every operation of an organiser, on a referee that is open to bots."""
    referee = Referee(BINARY, folder, "--public-name", "chess.example.org", "--registration", "open")
    async with playing(referee) as bots:
        token = (folder / "operator-token").read_text().strip()
        check(oct((folder / "operator-token").stat().st_mode)[-3:] == "600", "only the owner can read the first operator's token")
        check(oct((folder / "arbitre.db").stat().st_mode)[-3:] == "600", "only the owner can read the database")
        plan = {"name": "cup", "format": "round_robin", "entrants": [{"bot": "black"}, {"bot": "white"}]}
        for path, body in [("/v1/tournaments", plan), ("/v1/matches", {"white": "black", "black": "white"}), ("/v1/admin/tokens", {})]:
            status, answer, _ = await referee.asked(path, body)
            check(status == 401, f"POST {path}: {json.loads(answer)['detail'][:60]}…")
        check((await referee.asked("/v1/tournaments", plan, token=token))[0] == 201, "the operator's token is accepted")
        check((await referee.asked("/v1/tournaments/1/start", {}, token=token))[0] == 200, "and starts")
        for act in ["pause", "resume", "finish", "archive"]:
            check((await referee.asked(f"/v1/tournaments/1/{act}", {}))[0] == 401, f"{act}: refused")
        check((await referee.asked("/v1/tournaments/1/entrants/black", method="DELETE"))[0] == 401, "withdraw: refused")
        for body, status in [({}, 422), ([None, None], 400), ({"bot": None}, 422)]:
            answered = (await referee.asked("/v1/admin/tokens", body, token=token))[0]
            check(answered == status, f"a token without a name, {json.dumps(body)}: {answered}")
        for path, body, method in [
            ("/v1/tournaments/1/entrants", {"bot": "late"}, "POST"),
            ("/v1/tournaments/1/pause", {}, "POST"),
            ("/v1/tournaments/1/resume", {}, "POST"),
            ("/v1/tournaments/1/finish", {}, "POST"),
            ("/v1/live/pinned", {"game": None}, "PUT"),
            ("/v1/bots/black/rehearsal", {"failed": []}, "PUT"),
        ]:
            print(f"--- the operator's {method} {path}: {(await referee.asked(path, body, method=method, token=token))[0]}")
        await victims_are_well(bots, 0)
    referee.stop()
    acts = [line for line in referee.process.stderr.read().splitlines() if "operator action" in line]
    for act in ["create", "start", "pause", "resume", "finish", "pin", "rehearse"]:
        check(any("the operator with token" in line and act in line for line in acts), f"the log names the operator: {act}")


async def taking_names(folder):
    """A client connects repeatedly under the name of a bot that plays. All connections have one address here: tokens are the protection."""
    referee = Referee(BINARY, folder)
    tokens = [token_of(referee, folder, name) for name in ("black", "white")]
    async with playing(referee, tokens=tokens) as bots:
        answers = set()
        for name in ["white", "white", "White", "wh\u0456te"] * 10:
            async with connect(f"ws://{referee.address}/ws") as socket:
                await socket.send(json.dumps({"t": "hello", "proto": [1], "bot": {"name": name}}))
                answers.add(json.loads(await socket.recv()).get("code"))
        check(answers == {"refused", "name_taken"}, f"codes: {answers}")
        await victims_are_well(bots, 0)
    referee.stop()


async def taking_seats(folder):
    """A client at another address connects repeatedly to the line port under the name of an entrant and closes immediately."""
    referee = Referee(BINARY, folder, "--bind-tcp", "127.0.0.1:0")
    host, port = referee.process.stdout.readline().split()[-1].split(":")
    entrants = [Bot(referee, name, home=f"127.0.0.{10 + number}") for number, name in enumerate(("ann", "bob", "cid"))]
    tasks = [asyncio.create_task(bot.play()) for bot in entrants]
    await asyncio.sleep(0.5)
    plan = {"name": "cup", "format": "round_robin", "games": 4, "time": "60s", "entrants": [bot.name for bot in entrants]}
    check((await referee.asked("/v1/tournaments", plan))[0] == 201, "a tournament is made")
    seats, tried = 0, 0

    async def take():
        nonlocal seats, tried
        while True:
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=("127.0.0.66", 0))
            writer.write(b"ann\n")
            tried += 1
            try:
                answer = await asyncio.wait_for(reader.read(20), 3)
                seats += answer != b"" and not answer.startswith(b"REFUS")
            except TimeoutError:
                pass
            writer.close()

    tasks.append(asyncio.create_task(take()))
    check((await referee.asked("/v1/tournaments/1/start", {}))[0] == 200, "and starts")
    for _ in range(120):
        if json.loads((await referee.asked("/v1/tournaments/1"))[1])["stage"] == "finished":
            break
        await asyncio.sleep(0.5)
    matches = json.loads((await referee.asked("/v1/matches?bot=ann&limit=100"))[1])["matches"]
    reasons = sorted(match["reason"] for match in matches)
    check(reasons == ["rules"] * 8, f"its games ended: {', '.join(reasons)}")
    check(tried > 0 and seats == 0, f"the attacker got {seats} seats in {tried} attempts")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    referee.stop()


async def entering(folder):
    """One address fills an open tournament, and asks the engine about a rated game while it is played."""
    referee = Referee(BINARY, folder)
    token = token_of(referee, folder, "--operator")
    plan = {"name": "cup", "format": "swiss", "rounds": 3, "time": "60s", "capacity": 60, "entrants": ["black", "white"]}
    # The entrants answer after a pause, so that the game runs while it is asked about.
    async with playing(referee, pause=0.3) as bots:
        for rule in ("open", "token", "list"):
            status = (await referee.asked("/v1/tournaments", {**plan, "entry": rule}, token=token))[0]
            check(status == 201, f"a tournament with entry {rule!r}")
        own = {"authorization": f"Bearer {token_of(referee, folder, 'owner')}"}
        enter = lambda id, number, **shown: asyncio.to_thread(
            asked_from, referee, "127.0.0.66", f"/v1/tournaments/{id}/entrants", {"bot": f"ghost {number}"}, **shown
        )
        entered = [(await enter(2, number, **own))[0] for number in range(100)].count(200)
        check(entered == 0, f"of 100 ghosts {entered} enter with another bot's token where a token is needed")
        statuses = [[(await enter(id, number))[0] for number in range(100)] for id in (1, 2, 3)]
        check([each.count(200) for each in statuses] == [58, 0, 0], f"of 100 ghosts enter, by rule: {[each.count(200) for each in statuses]}")
        status, answer, _ = await referee.asked("/v1/tournaments/1/entrants", method="DELETE", token=token)
        check(status == 200 and json.loads(answer)["entrants"] == 2, "one act withdraws those that never came")
        for bot in bots:
            bot.opponent = None
        check((await referee.asked("/v1/tournaments/1/start", {}, token=token))[0] == 200, "and it starts")
        for _ in range(100):
            rows = json.loads((await referee.asked("/v1/matches?status=playing&limit=9"))[1])["matches"]
            games = [row["game"] for row in rows if row["tournament"] == 1]
            if games:
                break
            await asyncio.sleep(0.2)
        position = json.loads((await referee.asked(f"/v1/matches/{games[0]}"))[1])["position"]
        rows, side, plies = position.split(" ")
        turned = "/".join(reversed(rows.split("/"))).swapcase()
        images = {
            "the position on the board": position,
            "the same after two more plies": f"{rows} {side} {int(plies) + 2}",
            "its mirror image": f"{'/'.join(row[::-1] for row in rows.split('/'))} {side} {plies}",
            "the colours swapped": f"{turned} {'b' if side == 'w' else 'w'} {int(plies) + 1}",
        }
        for what, image in images.items():
            for shown, expected in ((None, 403), (token, 200)):
                question = {"position": image, "limits": {"nodes": 1_000}}
                status, _, _ = await referee.asked("/v1/games/knights/analyse", question, token=shown)
                check(status == expected, f"an engine about {what}: {status}")
        path = f"/v1/series/knights?depths=1&format=json&position={urllib.parse.quote(position)}"
        status = (await referee.asked(path))[0]
        check(status == 403, f"a series of the position on the board: {status}")
        status, copied, _ = await referee.asked("/v1/matches", {"white": "absent", "black": "away", "position": position}, token=token)
        copy = json.loads(copied)["game"]
        decision = {"result": "void", "why": "copied"}
        check((await referee.asked(f"/v1/matches/{copy}/decision", decision, token=token))[0] < 300, "a copy of the game is over")
        for shown, expected in ((None, 403), (token, 202)):
            status = (await referee.asked(f"/v1/matches/{copy}/review", token=shown))[0]
            check(status == expected, f"the review of the copy: {status}")
    referee.stop()


async def foreign_pages(folder):
    """What a page of another site can do: a name that resolves to this address, frames, forged headers of a proxy."""
    referee = Referee(BINARY, folder)
    ask = lambda path, **headers: asked_from(referee, "127.0.0.1", path, **headers)
    for host, expected in [("evil.example", 403), ("evil.example:8080", 403), ("127.0.0.1", 200), ("localhost", 200), ("referee:8080", 200), ("evil.local", 403)]:
        check(ask("/v1/bots", host=host)[0] == expected, f"a read under the name {host}: {expected}")
    for path, may_frame in [("/embed/1", True), ("/embed/desk", False), ("/desk", False), ("/", False)]:
        _, headers, text = ask(path, accept="text/html")
        is_framed = "frame-ancestors" not in headers["content-security-policy"]
        check(is_framed == may_frame and ("main.js" in text) != may_frame, f"{path}: other sites {'may' if may_frame else 'may not'} frame it")
    check("wss://" not in ask("/kits/", **{"x-forwarded-proto": "https"})[2], "a forged header of a proxy is ignored")
    referee.stop()


async def operators_token(folder):
    """Another user listens where the referee of a folder is expected, and puts links where its secrets are."""
    referee = Referee(BINARY, folder)
    token_of(referee, folder, "--operator")
    heard = []

    def listen(server):
        while True:
            stream, _ = server.accept()
            heard.append(stream.recv(4_096))
            stream.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 18\r\n\r\n{\"tournaments\":[]}")
            stream.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=listen, args=(server,), daemon=True).start()
        port, own = server.getsockname()[1], referee.address.split(":")[1]
        command = lambda port, *act: subprocess.run(
            [BINARY, "tournament", "--server", f"localhost:{port}", "--data", folder, *act], capture_output=True, text=True, timeout=30
        )
        command(port, "list")
        check(len(heard) > 0 and not any(b"Bearer" in request for request in heard), f"{len(heard)} requests without a token to another server")
        (folder / "plan.toml").write_text('name = "cup"\nformat = "round_robin"\nentrants = ["ann", "bob"]\n')
        check(command(own, "create", str(folder / "plan.toml")).returncode == 0, "the folder's own referee gets it")
        (folder / "operator-token").rename(folder / "moved")
        (folder / "operator-token").symlink_to(folder / "moved")
        refused = command(own, "list")
        check(refused.returncode != 0 and "chmod 600" in refused.stderr, f"a link is not followed: {refused.stderr.strip()[:90]}…")
    referee.stop()


run(organising, taking_names, taking_seats, entering, foreign_pages, operators_token)
