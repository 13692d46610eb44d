#!/usr/bin/env python3
"""A Chinese-knights bot in Python 3.8 or later, on the standard library alone.

    python3 bot.py --name my-bot --opponent greedy --games 1

Edit choose(); the rest talks to the referee.
"""

import argparse
import base64
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import traceback
from urllib.parse import urlsplit

# The referee, unless --server or ARBITRE_SERVER names another.
SERVER = "ws://127.0.0.1:8080/ws"
# Refusals after which no later seek can succeed.
HOPELESS = ("contest.bad_name", "contest.self_play")


def websocket(server):
    """The WebSocket address for HOST:PORT, http://HOST or ws://HOST/ws; https and wss are encrypted."""
    url = (server if "://" in server else "ws://" + server).rstrip("/")
    url = "ws" + url[4:] if url.startswith("http") else url
    try:
        parts = urlsplit(url)
        wrong = parts.scheme not in ("ws", "wss") or not parts.hostname or parts.port == 0
    except ValueError:  # such as of the port 99999
        wrong = True
    if wrong:
        raise argparse.ArgumentTypeError(f"{server!r} is not an address like ws://127.0.0.1:8080/ws")
    return url if url.endswith("/ws") else url + "/ws"


def no_path(url):
    """A hint for an address copied from the browser, such as http://HOST:8080/desk."""
    return "" if urlsplit(url).path == "/ws" else "; --server is HOST:PORT, usually without a path"


def choose(turn):
    """Returns the move to play. `turn` is the referee's message, a dict:

    turn["legal_moves"]  every legal move, such as ["B9-A7", "B9-C7"], or ["PASSE"]; of Connect Four ["1", "2", …]
    turn["position"]     the board on one line: rows 1 to 9, "N" a white knight, "n" a black one
    turn["you"]          "white" (moves towards row 1) or "black" (towards row 9)
    turn["moves"]        the moves so far
    turn["clocks"]       {"white_us": …, "black_us": …}: microseconds left, None for no limit
    """
    board = squares(turn["position"])

    def score(move):
        if "-" not in move:  # a pass, or a move of another game
            return random.random()
        start, end = move.split("-")
        capture = 3 if end in board else 0
        return capture + abs(int(start[1]) - int(end[1])) + random.random()

    return max(turn["legal_moves"], key=score)


def squares(position):
    """The pieces of a position: {"B9": "N", "B1": "n", …}."""
    pieces = {}
    for row, text in enumerate(position.split()[0].split("/"), start=1):
        column = 0
        for character in text:
            if character.isdigit():
                column += int(character)
            else:
                pieces["ABCDEFGHI"[column] + str(row)] = character
                column += 1
    return pieces


def checked(turn, choose):
    """The move of choose() if it is legal; otherwise prints the error and returns the first legal move."""
    legal = turn["legal_moves"]
    try:
        move = choose(turn)
        if move in legal:
            return move
        wrong = f"gave {move!r}, which is not a legal move"
    except Exception as error:
        traceback.print_exc()
        wrong = f"failed with {error!r}"
    print(f"choose() {wrong}, at ply {turn['ply']} of game {turn['game']}; {legal[0]} is played instead", file=sys.stderr)
    return legal[0]


def play(options, sought, choose):
    """One connection: returns after the requested games. `sought` are the running games from seek()."""
    referee = WebSocket(options.url)
    hello = {"t": "hello", "proto": [1], "bot": {"name": options.name, "lang": "Python", "games": [options.game]}}
    if options.token:
        hello["token"] = options.token
    if sought:  # their results, if they ended during the disconnection
        hello["resume"] = True
    referee.send(hello)
    known = set(sought)  # the games of this run

    def seek():
        offer = {"game": options.game} if options.opponent == "anybody" else {"game": options.game, "opponent": options.opponent}
        if options.opponent:
            referee.send({"t": "seek", "id": "mine", **offer})

    while True:
        message = referee.receive()
        kind, game = message["t"], message.get("game")
        if kind == "welcome":
            print("connected as", message["bot"])
            referee.expect_within(message["heartbeat_us"] / 1e6 + 5)  # the referee pings each heartbeat
            known.update(message["games"])  # running games of an earlier run are continued
            if not sought and options.games != 0:
                seek()
        elif kind == "state":
            known.add(game)
            if message.get("id") == "mine":
                sought.add(game)
            waits = message["status"] == "waiting"
            print("game", game, "begins:" if waits else "continues:", message["players"]["white"], "-", message["players"]["black"])
            if waits:
                referee.send({"t": "ready", "game": game})
        elif kind == "your_turn":
            referee.send({"t": "move", "game": game, "ply": message["ply"], "move": checked(message, choose)})
        elif kind == "rejected":
            print("rejected:", message["message"])
            if message["code"] == "illegal":  # a forgiven illegal move
                referee.send({"t": "move", "game": game, "ply": message["ply"], "move": message["legal_moves"][0]})
        elif kind == "game_over" and game in known:
            print("game", game, "is over:", message["result"], "-", message["detail"])
            known.discard(game)
            counts = game in sought or not options.opponent
            sought.discard(game)
            if counts and options.games > 0:
                options.games -= 1
            if options.games == 0 and not known:
                return referee.close()
            if counts and options.games != 0:
                seek()
        elif kind in ("notice", "error"):
            print("the referee says:", message["message"])
            if message.get("why", {}).get("code") in HOPELESS:
                sys.exit(1)
            if message["code"] == "seek_failed":
                time.sleep(2)
                seek()


class Closed(Exception):
    """The referee closed the connection."""

    def __init__(self, code, reason):
        super().__init__(f"closed with code {code}: {reason}")
        self.code = code


class WebSocket:
    """The part of RFC 6455 that a bot needs: text messages, ping and close, over ws:// and wss://."""

    def __init__(self, url):
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "wss" else 80)
        self.socket = socket.create_connection((parts.hostname, port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if parts.scheme == "wss":
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=parts.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {parts.path or '/ws'} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.reader = self.socket.makefile("rb")
        status = self.reader.readline().decode("latin-1").split(" ")
        while self.reader.readline().strip():
            pass
        if len(status) < 2 or status[1] != "101":
            raise OSError("the answer is no WebSocket: " + " ".join(status).strip())

    def expect_within(self, seconds):
        """Sets the timeout of a silent connection."""
        self.socket.settimeout(seconds)

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)))

    def read(self, length):
        data = self.reader.read(length)
        if len(data) < length:
            raise OSError("the connection was lost")
        return data

    def receive(self):
        """The next message, as a dict."""
        text = b""
        while True:
            first, length = self.read(2)
            if length == 126:
                (length,) = struct.unpack("!H", self.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.read(8))
            payload = self.read(length)
            opcode = first & 0x0F
            if opcode == 8:
                code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                raise Closed(code, payload[2:].decode(errors="replace"))
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    return json.loads(text)

    def close(self):
        """Sends `bye` and reads until the referee's: a client that closes immediately may lose its last message."""
        self.send_frame(8, struct.pack("!H", 1000))
        self.socket.settimeout(2)
        try:
            while self.reader.read(1):
                pass
        except OSError:
            pass
        self.socket.close()


def read_options():
    """The options of the command line."""
    sys.stdout.reconfigure(line_buffering=True)
    parser = argparse.ArgumentParser(description="A Chinese-knights bot")
    parser.add_argument("--server", dest="url", type=websocket, default=os.environ.get("ARBITRE_SERVER", SERVER))
    parser.add_argument("--name", default=os.environ.get("ARBITRE_NAME", "python-bot"))
    parser.add_argument("--token", default=os.environ.get("ARBITRE_BOT_TOKEN"))
    parser.add_argument("--game", default=os.environ.get("ARBITRE_GAME", "knights"), help="knights, connect-four or tic-tac-toe")
    parser.add_argument("--opponent", help="seek this bot, or `anybody`; by default wait for a game")
    parser.add_argument("--games", type=int, default=-1, help="stop after this many games; by default never")
    options = parser.parse_args()
    if options.games == 0:
        parser.error("--games is 1 or more")
    return options


def main():
    run(read_options(), choose)


def run(options, choose):
    """Plays the requested games, with reconnections."""
    sought = set()
    wait = 0.25
    while True:
        began = time.monotonic()
        try:
            return play(options, sought, choose)
        except Closed as closed:
            if closed.code in (4000, 4001, 4003):  # invalid hello, newer login or invalid token: no reconnection
                sys.exit(str(closed))
            problem = closed
        except OSError as error:
            problem = error
        wait = 0.25 if time.monotonic() - began > 10 else min(wait * 2, 15)
        print(f"not connected to {options.url} ({problem}{no_path(options.url)}); trying again in {wait} s", file=sys.stderr)
        time.sleep(wait * random.uniform(0.5, 1))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
