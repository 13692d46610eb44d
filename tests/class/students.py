#!/usr/bin/env python3
"""Programs of students before the doctor: each has one bug, a patch of a starter kit or of the course's client; the first finding has to name it.

    students.py target/release/arbitre [NAME ...]

Prints a table: the program, its first finding, seconds. Fails if a good program fails, or if too few bugs are named.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ARBITRE = str(Path(sys.argv[1]).resolve())
HERE = Path(__file__).resolve().parent
KITS = HERE.parent.parent / "bots"
AT_ONCE = 3

# The answers of the kits, which most bugs change.
MOVE = 'referee.send({"t": "move", "game": game, "ply": message["ply"], "move": checked(message, choose)})'
CHECKED = "checked(message, choose)"
SEND = "self.send_frame(1, json.dumps(message).encode())"
JAVA_MOVE = '"your_turn" -> sendMove(message, checked(message))'
JAVA_FIELDS = '"game\\":" + integer(message.get("game")) + ",\\"ply\\":" + integer(message.get("ply"))'
C_PUTS = "puts(move);"
C_LINES = "setvbuf(stdout, NULL, _IOLBF, 0);"

# A program of the course in Java, which knows no rules but asks for the moves of a list: enough to fail in the usual ways.
JAVA_LINES = """
import java.util.*;
public class Lines {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        String me = in.nextLine();
        System.out.println("JAVA TEAM");
        String[] moves = me.equals("Blanc") ? new String[] {"B9-A7", "C9-D7"} : new String[] {"B1-A3", "C1-D3"};
        int next = 0;
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.equals("JOUEUR " + me)) {
                /* MOVE */
            } else if (line.startsWith("FIN!")) return;
        }
    }
}
"""

# name: (program, how it is connected, [(old, new)], what the first finding has to say; none for a good program)
PROGRAMS = {
    # Python over WebSocket
    "ply 0 always": ("python", "ws", [(MOVE, MOVE.replace('message["ply"]', "0"))], "`ply`"),
    "counts its own moves as ply": ("python", "ws", [(MOVE, MOVE.replace('message["ply"]', 'globals().__setitem__("N", globals().get("N", -1) + 1) or N'))], "`ply`"),
    "ply of the next position": ("python", "ws", [(MOVE, MOVE.replace('message["ply"]', 'message["ply"] + 1'))], "`ply`"),
    "game 1 always": ("python", "ws", [(MOVE, MOVE.replace('"game": game', '"game": 1'))], "`game`"),
    "ply as the game": ("python", "ws", [(MOVE, MOVE.replace('"game": game', '"game": message["ply"] + 100'))], "`game`"),
    "no ready": ("python", "ws", [('referee.send({"t": "ready", "game": game})', "pass")], '"ready"'),
    "hello without a name": ("python", "ws", [('"bot": {"name": options.name, ', '"bot": {')], "name"),
    "a loop without end": ("python", "ws", [(CHECKED, "checked(message, choose) if message['ply'] < 8 else loop()"), ("\n\ndef play(", "\n\ndef loop():\n    while True:\n        pass\n\n\ndef play(")], "loop"),
    "an exception in choose": ("python", "ws", [(CHECKED, "choose(message) if message['ply'] < 6 else message['hurry']")], "last lines"),
    "no PASSE": ("python", "ws", [(CHECKED, "[move for move in message['legal_moves'] if '-' in move][0]")], "PASSE"),
    "null for PASSE": ("python", "ws", [(CHECKED, "next((move for move in message['legal_moves'] if '-' in move), None)")], "PASSE"),
    "silent without a move": ("python", "ws", [(MOVE, "if message['legal_moves'] != ['PASSE']:\n                " + MOVE)], "PASSE"),
    "a connection for each move": ("python", "ws", [(MOVE, MOVE + "\n            referee.close()\n            raise OSError('next')"), ("wait = 0.25 if", "wait = 0.05 if True else 0.25 if"), ("from urllib", "from urllib")], "one connection"),
    "does not come back": ("python", "ws", [("problem = error\n", "sys.exit(0)\n"), ("problem = closed\n", "sys.exit(0)\n")], "connect again"),
    "frames without a mask": ("python", "ws", [("0x80 | length)", "length)"), ("0x80 | 126, length", "126, length"), ("head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))", "head + payload")], "mask"),
    "16 bits of length": ("python", "ws", [('(length,) = struct.unpack("!Q", self.read(8))', "raise OSError('too long')")], "any length"),
    "fails at unknown messages": ("python", "ws", [('elif kind in ("notice", "error"):', 'elif kind in ("accepted", "opponent", "pong", "game_over"):\n            pass\n        else:')], "do not know"),
    "one game at a time": ("python", "ws", [(MOVE, "if min(known) == game:\n                " + MOVE)], "every `your_turn`"),
    "slow": ("python", "ws", [(CHECKED, "time.sleep(1.5) or checked(message, choose)")], "clock"),
    "lower case": ("python", "ws", [(CHECKED, "checked(message, choose).lower()")], "as it stands there"),
    "ply as text": ("python", "ws", [(MOVE, MOVE.replace('message["ply"]', 'str(message["ply"])'))], "`ply`: expected a whole number"),
    "game as text": ("python", "ws", [('{"t": "ready", "game": game}', '{"t": "ready", "game": str(game)}')], "`game`: expected a whole number"),
    "play for move": ("python", "ws", [(MOVE, MOVE.replace('"t": "move"', '"t": "play"'))], "unknown word `play`"),
    "mv for move": ("python", "ws", [(MOVE, MOVE.replace('"move": checked', '"mv": checked'))], "field `move`"),
    "JSON encoded twice": ("python", "ws", [(SEND, "self.send_frame(1, json.dumps(json.dumps(message)).encode())")], "encoded once"),
    "moves at the first state alone": ("python", "ws", [(MOVE, "pass"), ('referee.send({"t": "ready", "game": game})', 'referee.send({"t": "ready", "game": game})\n                referee.send({"t": "move", "game": game, "ply": 0, "move": "B9-A7"})')], "`state` is not a turn"),
    "another name at each connection": ("python", "ws", [('"bot": {"name": options.name, ', '"bot": {"name": f"{options.name} {time.time_ns()}", ')], "same name"),
    "a move as a list": ("python", "ws", [(CHECKED, "checked(message, choose).split('-')")], "as it stands there"),
    "Python text instead of JSON": ("python", "ws", [(SEND, "self.send_frame(1, str(message).encode())")], "JSON"),
    "moves at every state": ("python", "ws", [(MOVE, "pass"), ('if waits:\n', 'referee.send({"t": "move", "game": game, "ply": message["ply"], "move": "B9-A7"})\n            if waits:\n')], "`your_turn`"),
    "gives up when behind": ("python", "ws", [(MOVE, "if message['ply'] > 5:\n                referee.send({'t': 'resign', 'game': game})\n            else:\n                " + MOVE)], "resign"),
    "expects the turn after its move": ("python", "ws", [(MOVE, MOVE + "; referee.receive()['legal_moves']")], "`t` of every message"),
    "clocks as milliseconds": ("python", "ws", [(CHECKED, "time.sleep(message['clocks'][message['you'] + '_us'] / 40e3) or checked(message, choose)")], "microseconds"),
    "moves at a state that continues": ("python", "ws", [("            if waits:\n", "            if not waits:\n                choose(message)\n            if waits:\n")], "last lines"),
    "the board of the last game": ("python", "ws", [(CHECKED, "globals().setdefault('FIRST', message['legal_moves'])[0] if message['ply'] < 2 else checked(message, choose)")], "anew"),
    # Java over WebSocket
    "numbers with a point": ("java", "ws", [(JAVA_FIELDS, JAVA_FIELDS.replace("integer(message.get(\"ply\"))", "message.get(\"ply\")"))], "whole number"),
    "no dash": ("java", "ws", [(JAVA_MOVE, JAVA_MOVE.replace("checked(message)", 'checked(message).replace("-", "")'))], "as it stands there"),
    "no request(1)": ("java", "ws", [("text.setLength(0);\n                }\n                socket.request(1);", "text.setLength(0);\n                }")], "reading"),
    "parts as messages": ("java", "ws", [("if (last) {", "if (true) {")], "any length|in parts"),
    "waits for the opponent first": ("java", "ws", [(JAVA_MOVE + ";", '"your_turn" -> { if (message.get("last_move") != null) sendMove(message, checked(message)); }')], "every `your_turn`"),
    # C over the bridge
    "C: output in a buffer": ("c", "bridge", [(C_LINES, "")], "flush"),
    "C: a segmentation fault": ("c", "bridge", [(C_PUTS, "puts(move); if (ply > 5) *(volatile int *)0 = 0;")], "program ended|last lines|SIGSEGV"),
    "C: debugging on standard output": ("c", "bridge", [(C_PUTS, 'printf("best of %d moves\\n", given); puts(move);')], "standard error"),
    "C: the squares upside down": ("c", "bridge", [(C_PUTS, 'printf("%c%c-%c%c\\n", move[0], \'1\' + \'9\' - move[1], move[3], \'1\' + \'9\' - move[4]);')], "row|rules"),
    "C: ignores MOUVEMENT": ("c", "bridge", [("play(board, rest);", "")], "MOUVEMENT"),
    "C: ends after its move": ("c", "bridge", [(C_PUTS, "puts(move); return 0;")], "FIN!"),
    # Java over the bridge
    "Java: print without println": ("lines.java", "bridge", [("/* MOVE */", "System.out.print(moves[next++]); System.out.flush();")], "line feed|println"),
    "Java: a prompt before the move": ("lines.java", "bridge", [("/* MOVE */", 'System.out.println("Mon coup : " + moves[next++]);')], "only the move|standard error"),
    "Java: an index out of bounds": ("lines.java", "bridge", [("/* MOVE */", "System.out.println(moves[next++]);")], "program ended|last lines"),
    "Java: moves at the other's JOUEUR": ("lines.java", "bridge", [("/* MOVE */", ""), ("line.startsWith(\"FIN!\")) return", "line.startsWith(\"JOUEUR\")) System.out.println(moves[next++ % 2])")], "JOUEUR"),
    # Python over the bridge
    "bridge: reads all of the input first": ("client", "bridge", [("game(sys.stdin,", "game(sys.stdin.read().splitlines(True),")], "line by line|one line"),
    "bridge: print without flush": ("client", "bridge", [("print(move, flush=True)", "print(move)")], "flush"),
    "bridge: prints the board": ("client", "bridge", [("print(move, flush=True)", "print(move[:2], 'goes to', move[3:]) or print(move, flush=True)")], "standard error"),
    "bridge: PASS for PASSE": ("client", "bridge", [("print(move, flush=True)", 'print(move.replace("PASSE", "PASS"), flush=True)')], "write PASSE"),
    "bridge: silent without a move": ("client", "bridge", [("print(move, flush=True)", 'move == "PASSE" or print(move, flush=True)')], "write PASSE"),
    "bridge: an exception without a move": ("client", "bridge", [(' or ["PASSE"]', "")], "write PASSE"),
    "bridge: moves at JOUEUR Blanc alone": ("client", "bridge", [("rest == [me]", 'rest == ["Blanc"]')], "JOUEUR"),
    "bridge: resigns": ("client", "bridge", [("print(move, flush=True)", "print('ABANDON', flush=True)")], "no line to resign"),
    # Python over TCP
    "tcp: does not strip \\0": ("client", "tcp", [('line.replace("\\0", " ").split()', "line.split()")], r"\\0"),
    "tcp: no name": ("client", "tcp", [('connection.sendall(f"{name}\\n".encode())', "pass")], "name"),
    "tcp: no line feed": ("client", "tcp", [('f"{move}\\n"', 'f"{move}"')], "line feed"),
    "tcp: one game alone": ("client", "tcp", [("        time.sleep(0.2)", "        sys.exit()")], "each game|once for each"),
    "tcp: MOUVEMENT before the move": ("client", "tcp", [('f"{move}\\n"', 'f"MOUVEMENT {move}\\n"')], "sends the move alone"),
    "tcp: writeUTF": ("client", "tcp", [('f"{move}\\n".encode()', 'b"\\0\\6" + f"{move}\\n".encode()')], "writeUTF"),
    # Good programs
    "good: Python": ("python", "ws", [], None),
    "good: Java": ("java", "ws", [], None),
    "good: JavaScript": ("javascript", "ws", [], None),
    "good: C": ("c", "bridge", [], None),
    "good: C++": ("cpp", "bridge", [], None),
    "good: the course's client": ("client", "bridge", [], None),
    "good: the course's client over TCP": ("client", "tcp", [], None),
    "good: ten milliseconds a move": ("python", "ws", [(CHECKED, "time.sleep(0.01) or checked(message, choose)")], None),
    "good: start position alone": ("python", "ws", [('"lang": "Python"', '"openings": False, "lang": "Python"')], None),
    "good: a noisy program": ("client", "bridge", [("print(move, flush=True)", "print('I play', move, file=sys.stderr) or print(move, flush=True)")], None),
    "good: a move in two writes": ("client", "bridge", [("print(move, flush=True)", "print(move[:3], end='', flush=True) or time.sleep(0.01) or print(move[3:], flush=True)")], None),
    "good: greedy": ("greedy", "ws", [], None),
}

SOURCES = {
    "python": KITS / "python/bot.py",
    "java": KITS / "java/Bot.java",
    "javascript": KITS / "javascript/bot.mjs",
    "c": KITS / "c/bot.c",
    "cpp": KITS / "cpp/bot.cpp",
    "client": HERE / "line_client.py",
}
PORT = iter(range(18301, 18400))
FINDING = re.compile(r"^(passed|remark|FAILED|skipped)\b")


def prepared(folder, kind, patches):
    """Writes the patched program; returns its command."""
    if kind == "greedy":
        return [ARBITRE, "bot", "greedy", "--name", "student"]
    text = JAVA_LINES if kind == "lines.java" else SOURCES[kind].read_text()
    for old, new in patches:
        assert old in text, f"{old} is not in the {kind} program"
        text = text.replace(old, new)
    name = "Lines.java" if kind == "lines.java" else SOURCES[kind].name
    source = folder / name
    source.write_text(text)
    match kind:
        case "python":
            return [sys.executable, "-u", str(source), "--name", "student"]
        case "java":
            subprocess.run(["javac", "-d", str(folder), str(source)], check=True)
            return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Bot", "--name", "student"]
        case "javascript":
            shutil.copy(KITS / "javascript/websocket.mjs", folder)
            return ["node", str(source), "--name", "student"]
        case "lines.java":
            subprocess.run(["javac", "-d", str(folder), str(source)], check=True)
            return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Lines"]
        case "c" | "cpp":
            subprocess.run(["gcc" if kind == "c" else "g++", "-O1", "-o", str(folder / "bot"), str(source)], check=True)
            return [str(folder / "bot")]
        case "client":
            return [sys.executable, str(source)]


def findings(lines):
    """The findings of the doctor's report, each with its verdict, as they come."""
    found = []
    for line in lines:
        if FINDING.match(line):
            if found:
                yield found
            found = []
        if found or FINDING.match(line):
            found.append(line.rstrip())
    if found:
        yield found


def examined(name):
    kind, link, patches, _ = PROGRAMS[name]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        command = prepared(folder, kind, patches)
        client = None
        if link == "bridge":
            command = [ARBITRE, "bot", "bridge", "--server", "{url}", "--name", "student", "--", *command]
        elif link == "tcp":
            port = next(PORT)
            client = subprocess.Popen([*command, f"127.0.0.1:{port}", "student"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            command = [ARBITRE, "bot", "bridge", "--server", "{url}", "--name", "student", "--bind", f"127.0.0.1:{port}"]
        doctor = subprocess.Popen([ARBITRE, "--lang", "en", "doctor", "--bind", "127.0.0.1:0", "--time", "30s", "--connect-timeout", "15s", "--", *command],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"})
        wanted = None
        try:
            for finding in findings(doctor.stdout):
                # Remarks on good play are no findings.
                if finding[0].startswith("FAILED") or finding[0].startswith("remark") and "it could have won" not in finding[0]:
                    wanted = wanted or finding
                    if not name.startswith("good") or finding[0].startswith("FAILED"):
                        wanted = finding
                        break
        finally:
            doctor.terminate()
            doctor.wait()
            if client:
                client.kill()
                client.wait()
    return name, wanted, time.monotonic() - began


def main():
    names = [name for name in PROGRAMS if not sys.argv[2:] or any(word in name for word in sys.argv[2:])]
    named = bugs = failed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for name, finding, seconds in pool.map(examined, names):
            expected = PROGRAMS[name][3]
            text = "\n".join(line for line in finding or [] if FINDING.match(line) or "what to change" in line)
            said = text.split(": ", 1)[-1]
            if expected is None:
                is_right = not text.startswith("FAILED")
                failed += not is_right
            else:
                is_right = re.search(expected, said) is not None
                bugs, named = bugs + 1, named + is_right
            print(f"{'ok ' if is_right else 'NOT'} {name} ({seconds:.0f} s)\n    {text or 'no finding'}".replace("\n         what", "\n    what"), flush=True)
    print(f"--- {named} of {bugs} bugs are named by the first finding; {failed} good programs failed")
    sys.exit(1 if failed or named < bugs * 0.9 else 0)


main()
