#!/usr/bin/env python3
"""Plays transcript.txt as the referee against a starter kit, on the standard library alone.

    play.py [--prints TEXT] [--tls PEM] ws|bridge COMMAND...

`{url}` in the command is replaced by the address to connect to. `--prints` is further text that the kit must print. With `--tls` the address
is a wss:// one; the file holds the key and the certificate of localhost.
"""

import base64
import hashlib
import json
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 120  # timeout in seconds
HUSH = 30  # time in seconds for a bot to detect a silent referee with a heartbeat of one second


class Connection:
    """The referee's end of a WebSocket."""

    def __init__(self, listener, tls):
        self.socket = listener.accept()[0]
        self.socket.settimeout(PATIENCE)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.reader = self.socket.makefile("rb")
        request = b""
        while not request.endswith(b"\r\n\r\n"):
            line = self.reader.readline()
            if not line:
                raise OSError("it hung up in the middle of its HTTP request")
            request += line
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", request)[1]
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        answer = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept
        self.socket.sendall(answer + b"\r\n\r\n")

    def send(self, opcode, payload):
        length = len(payload)
        head = struct.pack("!BB", 0x80 | opcode, length) if length < 126 else struct.pack("!BBH", 0x80 | opcode, 126, length)
        self.socket.sendall(head + payload)

    def receive(self):
        """The next text as JSON, or the code of the close."""
        while True:
            first, length = self.reader.read(2)
            length &= 127
            if length == 126:
                (length,) = struct.unpack("!H", self.reader.read(2))
            mask = self.reader.read(4)
            payload = bytes(byte ^ mask[k % 4] for k, byte in enumerate(self.reader.read(length)))
            if first & 15 == 8:
                self.send(8, payload[:2])
                return struct.unpack("!H", payload[:2])[0] if payload else 1005
            if first & 15 == 1:
                return json.loads(payload)


class Referee:
    def __init__(self, listener, tls):
        self.listener, self.tls = listener, tls
        self.connection = None
        self.received = []  # messages of the bot that no line has expected yet
        self.id = None
        self.legal = {}

    def fits(self, wanted, received):
        if wanted == "$id":
            return isinstance(received, str) and 1 <= len(received) <= 64
        if isinstance(wanted, dict):
            return isinstance(received, dict) and all(self.fits(wanted[name], received.get(name)) for name in wanted)
        return wanted == received

    def expect(self, wanted):
        if self.connection is None:
            self.connection = Connection(self.listener, self.tls)
        legal = self.legal.get(wanted.get("game"), []) if wanted.get("move") == "$legal" else None
        if legal is not None:
            wanted = {name: value for name, value in wanted.items() if name != "move"}
        while True:
            for message in self.received:
                if self.fits(wanted, message) and (legal is None or message.get("move") in legal):
                    self.received.remove(message)
                    self.id = message["id"] if wanted.get("t") == "seek" else self.id
                    return
            message = self.connection.receive()
            if isinstance(message, int):
                raise AssertionError(f"it closed with code {message}, instead of {wanted}")
            self.received.append(message)

    def send_text(self, text):
        message = json.loads(text.replace("$id", self.id or ""))
        if message["t"] == "your_turn":
            self.legal[message["game"]] = message["legal_moves"]
        self.connection.send(1, json.dumps(message).encode())

    def drop(self):
        # No close frame, as for an unplugged cable.
        self.connection.socket.shutdown(socket.SHUT_RDWR)
        self.connection, self.received = None, []

    def hush(self):
        # The connection stays open.
        self.silent, self.received, begin = self.connection, [], time.monotonic()
        self.connection = Connection(self.listener, self.tls)
        took = time.monotonic() - begin
        assert took < HUSH, f"it reconnected {took:.1f} s after the referee became silent"

    def closed(self):
        message = self.connection.receive()
        assert message == 1000, f"it did not close with code 1000: {message}"
        try:
            self.connection.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has disconnected already
        assert not self.received, f"unexpected: {self.received}"


def main():
    arguments = sys.argv[1:]
    prints, silent, tls = [], [], None
    while arguments[0].startswith("--"):
        option, value, *arguments = arguments
        if option == "--prints":
            prints.append(value)
        else:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(value)
    kind, *command = arguments
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(PATIENCE)
    url = f"{'wss://localhost' if tls else 'ws://127.0.0.1'}:{listener.getsockname()[1]}/ws"
    with tempfile.TemporaryFile() as output:
        kit = subprocess.Popen([part.replace("{url}", url) for part in command], stdout=output, stderr=subprocess.STDOUT)
        line = wrong = None
        try:
            referee = Referee(listener, tls)
            for number, line in enumerate((Path(__file__).parent / "transcript.txt").read_text().splitlines(), start=1):
                words = line.split(" ", 1)
                if words[0] in ("ws", "bridge"):
                    if words[0] != kind:
                        continue
                    words = words[1].split(" ", 1)
                if words[0] == ">":
                    referee.expect(json.loads(words[1]))
                elif words[0] == "<":
                    referee.send_text(words[1])
                elif words[0] in ("drop", "hush", "closed"):
                    getattr(referee, words[0])()
                elif words[0] in ("prints", "silent"):
                    (prints if words[0] == "prints" else silent).append(words[1])
            status = kit.wait(PATIENCE)
            assert status == 0, f"it ended with status {status}"
            output.seek(0)
            text = output.read().decode(errors="replace")
            for part in prints:
                assert part in text, f"it did not print `{part}`"
            for part in silent:
                assert part not in text, f"it printed `{part}`"
        except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as error:
            wrong = f"line {number}: {line[:100]}\n{error!r}"
        finally:
            kit.kill()
            kit.wait()
        if wrong:
            output.seek(0)
            sys.exit(f"{wrong}\nwhat it printed:\n{output.read().decode(errors='replace')}")


if __name__ == "__main__":
    main()
