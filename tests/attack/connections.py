"""Attacks on connections, each against a separate referee beside a victim's game, which must not be affected.

usage: connections.py BINARY [NAME...]      (without names: all attacks)
"""

import asyncio
import json
import resource
import socket
import struct

from websockets.asyncio.client import connect

from attack import BINARY, MAX_CHARGED, asked_from, check, mebibytes, run, token_of, victims_are_well
from referee import Bot, Referee, playing


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


def raw_status(referee, home):
    try:
        return asked_from(referee, home, "/v1/formats")[0]
    except OSError:
        return 0


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


async def line_churn(folder):
    """4,000 connections to the line port, each with another name: the log stays short."""
    referee = Referee(BINARY, folder, "--bind-tcp", "127.0.0.1:0")
    host, port = referee.process.stdout.readline().split()[-1].split(":")
    logged = asyncio.create_task(asyncio.to_thread(referee.process.stderr.read))
    for number in range(4_000):
        with socket.create_connection((host, int(port)), timeout=5) as stream:
            stream.sendall(b"ghost%d\n" % number)
        await asyncio.sleep(0)
    referee.stop()
    lines = (await logged).splitlines()
    counted = sum(int(field.split("=")[1]) for line in lines for field in line.split() if field.startswith("suppressed="))
    check(len(lines) < 2_000 and counted > 1_000, f"{len(lines)} lines for 4000 connections, which count {counted} suppressed ones")


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
    referee = Referee(BINARY, folder, "--hello-timeout", "3s")
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


run(readers, line_churn, floods, broken_frames, few_descriptors, connecting)
