"""Attacks on memory, disk and processor, each against a separate referee beside a victim's game, which must not be affected.

usage: load.py BINARY [NAME...]      (without names: all attacks)
"""

import asyncio
import json
import socket
import time

from websockets.asyncio.client import connect

from attack import BINARY, asked_from, check, mebibytes, run, token_of, victims_are_well
from referee import Bot, Referee, playing


def report(players):
    """A report file of one round paired by starting rank, whose check takes long."""
    lines = []
    for at in range(players):
        opponent, side = (at + players // 2, "w") if at < players // 2 else (at - players // 2, "b")
        lines.append(f"001 {at + 1:>4}      {f'P{at}':<33} {2000 - at % 1000:>4}{'':28}{0.5:>4} {at + 1:>4}  {opponent + 1:>4} {side} =")
    return "\n".join(["012 cup", "XXR 9", *lines]).encode()


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
        check(mebibytes(referee, "VmHWM") < before + 128, f"memory: {before} MiB before, {mebibytes(referee, 'VmHWM')} MiB at most")
        await victims_are_well(bots, 0)
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


async def bodies(folder):
    """300 chunked bodies of a plan that never end, from one address: clients elsewhere still send large bodies, and are answered."""
    referee = Referee(BINARY, folder)
    board = {"start": "/".join(" ".join(str(row * 100 + column) for column in range(100)) for row in range(100))}
    host, port = referee.address.split(":")
    head = b"POST /v1/tournaments HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/toml\r\ntransfer-encoding: chunked\r\n\r\n"
    chunk = b"4000\r\n" + b"#" * 0x4000 + b"\r\n"
    async with playing(referee) as bots:
        for chunks in (0, 29):
            before, pouring = mebibytes(referee), []
            for _ in range(300):
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=("127.0.0.66", 0))
                writer.write(head + chunk * chunks)
                pouring.append(writer)
            await asyncio.sleep(2)
            statuses = [(await asyncio.to_thread(asked_from, referee, "127.0.0.1", "/v1/solve/taquin/board", board))[0] for _ in range(20)]
            what = f"{chunks * len(chunk) // 1024} KiB sent on each of 300 connections"
            check(statuses == [200] * 20, f"{what}: of 20 bodies from elsewhere {statuses.count(200)} are answered")
            check(mebibytes(referee) < before + 128, f"memory: {before} MiB before, {mebibytes(referee)} MiB now")
            for writer in pouring:
                writer.close()
            await asyncio.sleep(1)
        await victims_are_well(bots, 0)
    referee.stop()


run(imports, hogging, filling_the_disk, report_files, large_questions, bodies)
