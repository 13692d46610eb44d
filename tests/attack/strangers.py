"""Attacks of clients, each against a separate referee beside a victim's game, which must not be affected.

usage: strangers.py BINARY [NAME...]      (without names: all attacks)
"""

import asyncio
import http.client
import json
import resource
import socket
import struct
import subprocess
import time

from websockets.asyncio.client import connect

from attack import BINARY, MAX_CHARGED, check, mebibytes, run, victims_are_well
from referee import Bot, Referee, playing

def token_of(referee, folder, *flags):
    """A token for a bot, or an operator's."""
    minted = subprocess.run([BINARY, "token", "mint", *flags, "--data", str(folder)], capture_output=True, text=True, timeout=30)
    return minted.stdout.strip()


def asked_from(referee, home, path, body=None, **headers):
    """Status and headers of the answer to a client at this address, and its text."""
    host, port = referee.address.split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60, source_address=(home, 0))
    data = None if body is None else json.dumps(body)
    connection.request("POST" if data else "GET", path, data, {"content-type": "application/json", **headers})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


def raw(referee, data, timeout=5):
    """What a connection receives after sending these bytes, until it is closed or silent for this long."""
    host, port = referee.address.split(":")
    with socket.create_connection((host, int(port)), timeout=timeout) as stream:
        stream.sendall(data)
        heard = b""
        try:
            while piece := stream.recv(65536):
                heard += piece
        except TimeoutError:
            pass
    return heard


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
        for body in [{}, [None, None], {"bot": None}]:
            check((await referee.asked("/v1/admin/tokens", body, token=token))[0] == 422, f"a token without a name, {json.dumps(body)}: 422")
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
    acts = [line for line in referee.process.stderr.read().splitlines() if "an act" in line]
    for act in ["create", "start", "pause", "resume", "finish", "pin", "rehearse"]:
        check(any("the operator with token" in line and act in line for line in acts), f"the log names the operator: {act}")


async def imports(folder):
    """Archives of 200 MB on twelve connections, without a token."""
    referee = Referee(BINARY, folder, "--registration", "closed")
    tokens = [token_of(referee, folder, name) for name in ("black", "white")]
    async with playing(referee, tokens=tokens) as bots:
        before = mebibytes(referee)
        head = b"POST /v1/tournaments/import HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-ndjson\r\ncontent-length: 209715200\r\n\r\n"

        def pour():
            host, port = referee.address.split(":")
            answers = b""
            with socket.create_connection((host, int(port)), timeout=5) as stream:
                stream.sendall(head)
                try:
                    for _ in range(200):
                        stream.sendall(b"x" * (1 << 20))
                except OSError:
                    pass
                try:
                    answers = stream.recv(4096)
                except OSError:
                    pass
            return answers

        answers = await asyncio.gather(*(asyncio.to_thread(pour) for _ in range(12)))
        check(all(not answer or b" 401 " in answer for answer in answers), f"{sum(b' 401 ' in answer for answer in answers)} times 401, the rest disconnected")
        check(mebibytes(referee) < before + 32, f"memory: {before} MiB before, {mebibytes(referee)} MiB after")
        await victims_are_well(bots, 0)
    referee.stop()


async def readers(folder):
    """4,200 readers of an event stream, from one address."""
    referee = Referee(BINARY, folder)
    tokens = [token_of(referee, folder, name) for name in ("black", "white")]
    operator = token_of(referee, folder, "--operator")
    async with playing(referee, tokens=tokens) as bots:
        host, port = referee.address.split(":")
        request = b"GET /v1/matches/1/log HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        streams = []
        for _ in range(4_200):
            try:
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(request)
                streams.append((reader, writer))
            except OSError:
                break
        await asyncio.sleep(3)
        check((await referee.asked("/v1/bots", token=operator))[0] == 200, "the operator is admitted")
        status, _, _ = await referee.asked("/v1/bots")
        print(f"--- a client without a token gets {status}; {mebibytes(referee)} MiB for {len(streams)} connections")
        late = Bot(referee, "white", token=tokens[1])
        task = asyncio.create_task(late.play())
        await asyncio.sleep(1)
        check(late.welcomed, "a bot with a token reconnects")
        task.cancel()
        check((await referee.asked("/healthz", token=operator))[0] == 200, "the operator is still admitted")
        for _, writer in streams:
            writer.close()
        await asyncio.sleep(2)
        check(max(bots[0].charges) < MAX_CHARGED, f"charged: {max(bots[0].charges)} µs at most")
        check((await referee.asked("/v1/bots"))[0] == 200, "after they disconnect, every client is admitted again")
    referee.stop()


async def hogging(folder):
    """One bot seeks 256 unlimited games against a house bot; another seeks as many matches as possible."""
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        answers = []

        async def hog(name, count, opponent):
            async with connect(f"ws://{referee.address}/ws") as socket:
                await socket.send(json.dumps({"t": "hello", "proto": [1], "bot": {"name": name}}))
                for number in range(count):
                    await socket.send(json.dumps({"t": "seek", "opponent": opponent(number), "time": "unlimited"}))
                    await asyncio.sleep(0.11)
                    while True:
                        try:
                            answers.append(json.loads(await asyncio.wait_for(socket.recv(), 0.01)))
                        except TimeoutError:
                            break
                await asyncio.sleep(1)

        await hog("hog", 60, lambda number: "black")
        running = json.loads((await referee.asked("/v1/matches?status=running&limit=100"))[1])["matches"]
        own = [match for match in running if "hog" in match["players"].values()]
        why = next(message["message"] for message in answers if message["t"] == "error")
        check(len(own) <= 4, f"it has {len(own)} games open, and the reason is: {why}")
        await victims_are_well(bots, 0)
    referee.stop()


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
    """A client at another address connects repeatedly to the line port under the name of an entrant and closes at once."""
    referee = Referee(BINARY, folder, "--tcp", "127.0.0.1:0")
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
                seats += bool(await asyncio.wait_for(reader.read(20), 3))
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


async def line_churn(folder):
    """4,000 connections to the line port, each with another name: the log stays short."""
    referee = Referee(BINARY, folder, "--tcp", "127.0.0.1:0")
    host, port = referee.process.stdout.readline().split()[-1].split(":")
    logged = asyncio.create_task(asyncio.to_thread(referee.process.stderr.read))
    for number in range(4_000):
        with socket.create_connection((host, int(port)), timeout=5) as stream:
            stream.sendall(b"ghost%d\n" % number)
        await asyncio.sleep(0)
    referee.stop()
    lines = (await logged).splitlines()
    counted = sum(int(field.split("=")[1]) for line in lines for field in line.split() if field.startswith("unlogged="))
    check(len(lines) < 2_000 and counted > 1_000, f"{len(lines)} lines for 4000 connections, which count {counted} unlogged ones")


async def floods(folder):
    """Syncs, pings, pongs, half a megabyte of invalid text, frames of spectators: as fast as possible."""
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        game = json.loads((await referee.asked("/v1/matches?limit=1"))[1])["matches"][0]["game"]

        async def flood(what, path, send):
            codes, sent = [], 0
            for number in range(3):
                try:
                    async with connect(f"ws://{referee.address}{path}", ping_interval=None) as socket:
                        if path == "/ws":
                            await socket.send(json.dumps({"t": "hello", "proto": [1], "bot": {"name": f"{what} {number + 2}"}}))
                        while True:
                            await send(socket)
                            sent += 1
                            if sent % 50 == 0:
                                await asyncio.sleep(0)
                except Exception as error:  # The way in which the connection ended is checked below.
                    codes.append(error.rcvd.code if getattr(error, "rcvd", None) else 0)
            return what, codes, sent

        answers = await asyncio.gather(
            flood("sync", "/ws", lambda socket: socket.send(json.dumps({"t": "sync", "game": game}))),
            flood("ping", "/ws", lambda socket: socket.ping()),
            flood("pong", "/ws", lambda socket: socket.pong()),
            flood("large", "/ws", lambda socket: socket.send("x" * 16_000)),
            flood("watcher", f"/v1/matches/{game}/log", lambda socket: socket.send("x")),
        )
        for what, codes, sent in answers:
            check(all(code in (4008, 1000, 0) for code in codes) and len(codes) == 3, f"{what}: {sent} sent, closed with {codes}")
        await victims_are_well(bots, 0)
    referee.stop()


async def broken_frames(folder):
    """Invalid frames, and half a request on a thousand connections, a byte at a time."""
    referee = Referee(BINARY, folder, "--hello-within", "3s")
    async with playing(referee) as bots:
        upgrade = (
            b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        mask = b"\0\0\0\0"
        for what, frame, code in [
            ("invalid UTF-8", b"\x81\x82" + mask + b"\xff\xfe", 1007),
            ("unmasked", b"\x81\x02{}", 1002),
            ("reserved bits", b"\xf1\x82" + mask + b"{}", 1002),
            ("a reserved code", b"\x83\x82" + mask + b"{}", 1002),
            ("a long ping", b"\x89\xfe\x00\xc8" + mask + b"x" * 200, 1002),
        ]:
            heard = await asyncio.to_thread(raw, referee, upgrade + frame)
            check(b"\x88" in heard and struct.pack(">H", code) in heard[heard.rindex(b"\x88") :] and b"16384" not in heard, f"{what}: closed with {code}")
        host, port = referee.address.split(":")
        slow = []
        for number in range(1_000):
            reader, writer = await asyncio.open_connection(host, int(port))
            slow.append((reader, writer))
        for byte in b"GET /healthz HT":
            for _, writer in slow:
                writer.write(bytes([byte]))
            await asyncio.sleep(0.05)
        # The limit is three seconds; on a busy machine the clients notice later.
        for _ in range(20):
            await asyncio.sleep(1)
            # A connection that is closed while a byte is in flight is reset.
            ended = sum(reader.at_eof() or reader.exception() is not None or bool(reader._buffer) for reader, _ in slow)
            if ended == len(slow):
                break
        check(ended == len(slow), f"{ended} of {len(slow)} connections that are too slow are closed")
        for _, writer in slow:
            writer.close()
        await victims_are_well(bots, 0)
    referee.stop()


async def filling_the_disk(folder):
    """Two bots send moves as fast as possible, with the largest info."""
    referee = Referee(BINARY, folder, "--quota-per-bot", "1")
    async with playing(referee, pause=0.05) as bots:
        writers = [Bot(referee, "writer b", info="x" * 12_000), Bot(referee, "writer a", "writer b", info="x" * 12_000)]
        tasks = []
        for writer in writers:
            tasks.append(asyncio.create_task(writer.play()))
            await asyncio.sleep(0.3)
        size = lambda: sum(file.stat().st_size for file in folder.iterdir()) / (1 << 20)
        before, began = size(), time.monotonic()
        while time.monotonic() < began + 40 and "seek_failed" not in writers[1].reasons:
            await asyncio.sleep(0.5)
        grown, moves = size() - before, writers[0].moves + writers[1].moves
        print(f"--- {grown:.1f} MiB for all games in {time.monotonic() - began:.0f} s; the writers made {moves} moves")
        # On a slow machine they do not reach the daily limit of about 2,500 moves.
        is_refused = "seek_failed" in writers[1].reasons
        check(is_refused or moves < 2_000, f"they are refused at the daily limit: {is_refused}")
        check(grown < 12, "and the disk usage is small")
        for task in tasks:
            task.cancel()
        await victims_are_well(bots, 0)
    referee.stop()


async def few_descriptors(folder):
    """256 file descriptors, and more connections than that."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    referee = Referee(BINARY, folder, preexec_fn=limit)
    async with playing(referee) as bots:
        host, port = referee.address.split(":")
        streams = []
        for _ in range(600):
            try:
                streams.append(await asyncio.wait_for(asyncio.open_connection(host, int(port)), 2))
            except (OSError, TimeoutError):
                break
        await asyncio.sleep(1)
        for _, writer in streams:
            writer.close()
        await asyncio.sleep(2)
        if referee.process.poll() is not None:
            check(False, f"it has ended: {referee.process.stderr.read()[-600:]}")
        check((await referee.asked("/healthz"))[0] == 200, f"after {len(streams)} connections it answers")
        await victims_are_well(bots, 0)
    referee.stop()


def report(players):
    """A report file of one round paired by starting rank, whose check takes long."""
    lines = []
    for at in range(players):
        opponent, side = (at + players // 2, "w") if at < players // 2 else (at - players // 2, "b")
        lines.append(f"001 {at + 1:>4}      {f'P{at}':<33} {2000 - at % 1000:>4}{'':28}{0.5:>4} {at + 1:>4}  {opponent + 1:>4} {side} =")
    return "\n".join(["012 cup", "XXR 9", *lines]).encode()


async def report_files(folder):
    """Report files whose check takes long, or that name a million cells in thirty bytes, in a loop; tables do not wait for them."""
    referee = Referee(BINARY, folder)
    async with playing(referee) as bots:
        before = mebibytes(referee)
        ranges = b"250       1.0   1  99    1 9999\n"
        for lines in (1_000, 16_000):
            status, _, seconds = await referee.asked("/v1/trf", ranges * lines, "text/plain")
            check(status == 400 and seconds < 1, f"{lines * len(ranges)} bytes of ranges: {status} after {seconds:.2f} s")
        status, answer, _ = await referee.asked("/v1/trf", report(4_400), "text/plain")
        check(status == 400 and "MiB of memory" in answer, f"4,400 players: {status} {answer[-120:]}")
        entrants = [{"bot": name} for name in ("ann", "bob", "cyd")]
        check((await referee.asked("/v1/tournaments", {"name": "cup", "format": "swiss", "rounds": 3, "entrants": entrants}))[0] == 201, "a tournament")
        left, answers = time.monotonic() + 8, {}

        async def send():
            while time.monotonic() < left:
                status, _, _ = await referee.asked("/v1/trf", report(1_200), "text/plain", timeout=60)
                answers[status] = answers.get(status, 0) + 1

        sending = [asyncio.create_task(send()) for _ in range(3)]
        await asyncio.sleep(1)
        for path in ("standings", "crosstable", "games"):
            status, _, seconds = await referee.asked(f"/v1/tournaments/1/{path}")
            check(status == 200 and seconds < 2, f"{path}: {status} after {seconds:.2f} s")
        status, _, seconds = await referee.asked("/v1/live")
        check(status == 200 and seconds < 2, f"the live page: {status} after {seconds:.2f} s")
        await asyncio.gather(*sending)
        check(mebibytes(referee, "VmHWM") < before + 400, f"answers by status: {answers}; {before} MiB before, {mebibytes(referee, 'VmHWM')} MiB at most")
        await victims_are_well(bots, 0)
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
        enter = lambda id, number: asyncio.to_thread(asked_from, referee, "127.0.0.66", f"/v1/tournaments/{id}/entrants", {"bot": f"ghost {number}"})
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
        question = {"position": position, "limits": {"nodes": 1_000}}
        for shown, expected in ((None, 403), (token, 200)):
            status, answer, _ = await referee.asked("/v1/games/knights/analyse", question, token=shown)
            check(status == expected, f"an engine about the position on the board: {status} {answer[:90] if status != 200 else ''}")
    referee.stop()


async def foreign_pages(folder):
    """What a page of another site can do: a name that resolves to this address, frames, forged headers of a proxy."""
    referee = Referee(BINARY, folder)
    ask = lambda path, **headers: asked_from(referee, "127.0.0.1", path, **headers)
    for host, expected in [("evil.example", 403), ("evil.example:8080", 403), ("127.0.0.1", 200), ("localhost", 200), ("referee:8080", 200)]:
        check(ask("/v1/bots", host=host)[0] == expected, f"a read under the name {host}: {expected}")
    for path, may_frame in [("/embed/1", True), ("/embed/desk", False), ("/desk", False), ("/", False)]:
        _, headers, text = ask(path, accept="text/html")
        is_framed = "frame-ancestors" not in headers["content-security-policy"]
        check(is_framed == may_frame and ("main.js" in text) != may_frame, f"{path}: other sites {'may' if may_frame else 'may not'} frame it")
    check("wss://" not in ask("/kits/", **{"x-forwarded-proto": "https"})[2], "a forged header of a proxy is ignored")
    referee.stop()


async def connecting(folder):
    """1,500 new connections as fast as possible: clients at other addresses, and those with a token, are not affected."""
    referee = Referee(BINARY, folder, "--new-connections-per-address", "20")
    token = token_of(referee, folder, "ann")
    async with playing(referee) as bots:
        attack = lambda: [raw_status(referee, "127.0.0.66") for _ in range(1_500)]
        answers = await asyncio.to_thread(attack)
        check(answers.count(200) < 750, f"of 1500 connections {answers.count(200)} are answered")
        check(asked_from(referee, "127.0.0.66", "/v1/bots", authorization=f"Bearer {token}")[0] == 200, "a client with a token is admitted from there")
        check(asked_from(referee, "127.0.0.1", "/v1/bots")[0] == 200, "and every client from elsewhere")
        await victims_are_well(bots, 0)
    referee.stop()


def raw_status(referee, home):
    try:
        return asked_from(referee, home, "/v1/formats")[0]
    except OSError:
        return 0


async def large_questions(folder):
    """Questions whose parsing takes long, in a loop: the event loop has no more slow steps than while it is idle."""
    referee = Referee(BINARY, folder, "--requests-per-address", "10000")
    scramble = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U"
    # The last one is refused, so that none is solved.
    cubes = {"questions": [{"scramble": scramble}] * 999 + [{"scramble": "nothing"}]}
    taquin = {"start": "/".join(" ".join(str(row * 100 + column) for column in range(100)) for row in range(100))}

    async def steps():
        """The number of steps so far, and of those over 2 ms."""
        metrics = (await referee.asked("/metrics"))[1].splitlines()
        figure = lambda name: float(next(line for line in metrics if line.startswith(name)).split()[-1])
        count = figure("arbitre_step_seconds_count")
        return count, count - figure('arbitre_step_seconds_bucket{le="0.002"}')

    async with playing(referee) as bots:
        idle, slow_idle = await steps()
        await asyncio.sleep(2)
        begin, slow_begin = await steps()
        share = (slow_begin - slow_idle) / (begin - idle)
        for _ in range(30):
            for path, body, expected in [("/v1/batch/rubiks-cube", cubes, 400), ("/v1/solve/taquin/board", taquin, 200)]:
                status = (await referee.asked(path, body))[0]
                assert status == expected, (path, status)
        end, slow_end = await steps()
        most = 30 + 3 * share * (end - begin)
        check(slow_end - slow_begin < most, f"{slow_end - slow_begin:.0f} of {end - begin:.0f} steps over 2 ms for 60 requests; idle: {share:.2%}")
        await victims_are_well(bots, 0)
    referee.stop()


run(organising, imports, readers, hogging, taking_names, taking_seats, line_churn, floods, broken_frames, filling_the_disk, few_descriptors, report_files, entering, foreign_pages, connecting, large_questions)
