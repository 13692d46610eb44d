"""Configuration mistakes and failures of a database: each has a clear error or is survived.

usage, with a database: tests/cluster/postgres python tests/cluster/mistakes.py BINARY
"""

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import database
from database import sql

BINARY = os.path.abspath(sys.argv[1])
STORE, SERVER = database.URL, database.FOLDER
PORT = 23100
FOLDER = tempfile.mkdtemp(prefix="arbitre-mistakes-")


class Node:
    """A process with a stored log."""

    def __init__(self, number, store, *flags, name=None, flag="--store"):
        self.address, self.log = f"127.0.0.1:{PORT + number}", f"{FOLDER}/{number}.log"
        command = [BINARY, "--bind", self.address, "--node-name", name or f"node-{number}", "--data", f"{FOLDER}/{number}", "--no-house-bots"]
        output = open(self.log, "w")
        self.process = subprocess.Popen([*command, flag, store, *flags], stdout=output, stderr=output)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def read_log(self):
        return open(self.log).read()

    def ask(self, path, body=None, timeout=20):
        data = body if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data=data, headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def becomes(self, test, seconds=20, path="/readyz"):
        """The first answer that passes the test."""
        end = time.monotonic() + seconds
        while True:
            answer = self.ask(path)
            if test(*answer):
                return answer
            assert time.monotonic() < end, f"{path}: {answer}\n{self.read_log()}"
            time.sleep(0.1)

    def is_ready(self, seconds=20):
        self.becomes(lambda status, _: status == 200, seconds)
        return self

    def logs(self, *words, seconds=20):
        end = time.monotonic() + seconds
        while not all(word in self.read_log() for word in words):
            assert time.monotonic() < end, f"{words} not in: {self.read_log()}"
            time.sleep(0.1)

    def refuses(self, *words):
        """It ends with an error that contains these words and no password."""
        self.process.wait(timeout=20)
        log = self.read_log()
        assert self.process.returncode != 0 and all(word in log for word in words) and "secret" not in log, f"{words} not in: {log}"


def wrong_addresses():
    host = STORE.split("@")[1]
    for number, (store, words) in enumerate([
        ("postgres://ann:the?secret@127.0.0.1:1/cup", ["%3F"]),
        ("postgres://ann:secret@no.such.host.invalid/cup", ["no.such.host.invalid"]),
        (f"postgres://arbitre@{host.split('/')[0]}/nowhere", ["nowhere", "does not exist"]),
        (f"postgres://nobody:secret@{host}", ["nobody", "does not exist"]),
        (f"{STORE}?schema=Cup", ["`Cup` is not a schema"]),
        ("postgres://ann:secret@db:port/cup", ["an address is written postgres://"]),
        (f"{STORE}?sslmode=require", ["TLS"]),
    ]):
        with Node(number, store) as node:
            node.refuses(*words)


    for command in (["worker", "--store"], ["token", "list", "--store"], ["move-store"]):
        done = subprocess.run([BINARY, *command, "postgres://ann:secret@db:port/cup"], capture_output=True, text=True, timeout=20)
        assert done.returncode != 0 and "secret" not in done.stderr, done


def hidden_addresses():
    """A schema named by an SQL keyword; an address in a file; a warning for an address on the command line."""
    file = f"{FOLDER}/address"
    with open(file, "w") as out:
        out.write(f"{STORE.replace('arbitre@', 'arbitre:secret@')}?schema=user\n")
    with Node(15, file, flag="--store-file") as node:
        node.is_ready()
        assert "command line" not in node.read_log() and "secret" not in node.read_log(), node.read_log()
    with Node(16, f"{STORE.replace('arbitre@', 'arbitre:secret@')}?schema=select") as node:
        node.logs("command line")
        assert "secret" not in node.read_log(), node.read_log()


def no_rights():
    sql("CREATE ROLE guest LOGIN")
    with Node(10, STORE.replace("//arbitre@", "//guest@") + "?schema=guests") as node:
        node.refuses("permission denied", "GRANT CREATE ON DATABASE")
    # The schema exists, but the user has no rights.
    with Node(11, f"{STORE}?schema=guests") as node:
        node.is_ready()
        node.process.send_signal(signal.SIGTERM)
        node.process.wait()
    guest = STORE.replace("//arbitre@", "//guest@") + "?schema=guests"
    with Node(10, guest) as node:
        node.refuses("`guest` may not", "GRANT ALL ON SCHEMA guests TO guest")
    sql("GRANT ALL ON SCHEMA guests TO guest; GRANT SELECT ON guests.versions TO guest")
    with Node(10, guest) as node:
        node.refuses("`guest` may not read and write `", "GRANT ALL ON ALL TABLES IN SCHEMA guests TO guest")
    # A worker does not wait either.
    worker = subprocess.run([BINARY, "worker", "--store", guest], capture_output=True, text=True, timeout=20)
    assert worker.returncode != 0 and "GRANT ALL ON ALL TABLES IN SCHEMA guests TO guest" in worker.stderr, worker
    sql("GRANT ALL ON ALL TABLES IN SCHEMA guests TO guest; GRANT ALL ON ALL SEQUENCES IN SCHEMA guests TO guest")
    with Node(10, guest) as node:
        node.is_ready()


def another_version():
    with Node(11, f"{STORE}?schema=later") as node:
        node.is_ready()
        node.process.send_signal(signal.SIGTERM)
        node.process.wait()
    sql("INSERT INTO later.versions VALUES (999)")
    with Node(11, f"{STORE}?schema=later") as node:
        node.refuses("the tables are of version 999", "a later program")


def unreadable_versions():
    sql("CREATE SCHEMA others; CREATE TABLE others.versions (colour text)")
    with Node(12, f"{STORE}?schema=others") as node:
        node.refuses("`versions`", "schema=others", "is not one that this program made")


def one_name_twice():
    store = f"{STORE}?schema=twins"
    with Node(20, store, name="twin") as first, Node(21, store, name="twin") as second:
        first.is_ready()
        second.is_ready()
        _, answer = second.becomes(lambda _, answer: answer.count('"twin"') == 2, path="/v1/nodes")
        standings = sorted(node["role"] for node in json.loads(answer)["nodes"])
        assert standings == ["referees", "stands_by"], answer
        end = time.monotonic() + 10
        while not any("--node-name" in node.read_log() for node in (first, second)):
            assert time.monotonic() < end, first.read_log() + second.read_log()
            time.sleep(0.1)


def wrong_advertised_address():
    store = f"{STORE}?schema=lost"
    with Node(30, store, "--advertise", "192.0.2.1") as lost:
        lost.is_ready()
        with Node(31, store) as other:
            other.logs("stands by")
            status, answer = other.ask("/readyz", timeout=25)
            assert status == 503 and "192.0.2.1" in answer and "--advertise" in answer, answer
            # The referee detects and reports it; the other node is not reported.
            lost.logs("192.0.2.1", "--advertise", seconds=30)
            _, answer = lost.becomes(lambda _, answer: "unreached" in answer, path="/v1/nodes")
            unreached = {node["name"]: node.get("unreached", "") for node in json.loads(answer)["nodes"]}
            assert unreached["node-30"].startswith("192.0.2.1:") and not unreached["node-31"], answer
            assert "--advertise" not in other.read_log().replace("its --advertise", ""), other.read_log()
        # The same for a standby with the address of the referee.
        relay = f"127.0.0.1:{PORT + 132}"
        with Node(32, f"{STORE}?schema=mistaken", "--bind-relay", relay) as referee:
            referee.is_ready()
            with Node(33, f"{STORE}?schema=mistaken", "--advertise", "127.0.0.2", "--bind-relay", relay.replace("127.0.0.1", "127.0.0.3")) as other:
                other.logs("stands by")
                other.logs("127.0.0.2", "--advertise", seconds=30)


def silent_database():
    """Clients see that the referee waits for its database, not an internal error."""
    with Node(80, f"{STORE}?schema=silent") as node:
        node.is_ready()
        database.stop("immediate")
        try:
            status, answer = node.becomes(lambda status, _: status == 503, path="/v1/nodes")
            assert "for the moment" in answer and "inside the referee" not in answer, answer
        finally:
            database.start()
        node.becomes(lambda status, _: status == 200, path="/v1/nodes")


def late_database():
    """A node and a worker that start while the database is down wait for it."""
    store = f"{STORE}?schema=late"
    with Node(81, store) as node:
        node.is_ready()
    database.stop("fast")
    try:
        with Node(82, store) as node, open(f"{FOLDER}/worker.log", "w") as log:
            worker = subprocess.Popen([BINARY, "worker", "--store", store], stdout=log, stderr=log)
            try:
                node.logs("this process waits for it")
                database.start()
                node.is_ready()
                end = time.monotonic() + 20
                while "threads" not in (answer := open(f"{FOLDER}/worker.log").read()):
                    assert time.monotonic() < end and worker.poll() is None, answer
                    time.sleep(0.1)
                assert "this process waits for it" in answer, answer
            finally:
                worker.kill()
                worker.wait()
    finally:
        if "no server" in database.status():
            database.start()


def edited_rows():
    store = f"{STORE}?schema=edited"
    with Node(40, store) as first:
        first.is_ready()
        with Node(41, store) as second:
            second.logs("stands by")
            plan = {"name": "Cup", "format": "swiss", "rounds": 1, "entrants": ["ann", "bob"], "time": "60s"}
            for edit in ["batch = batch + 7", "fence = fence + 1", "fence = fence - 1", "until = '-infinity'", "holder = 'me', key = ''"]:
                sql(f"UPDATE edited.lease SET {edit}")
                first.becomes(lambda status, _: status == 200)
                made = first.becomes(lambda status, _: status < 500, path="/v1/nodes")
                assert made[0] == 200, made
                end = time.monotonic() + 20
                while (made := second.ask("/v1/tournaments", plan))[0] >= 500 or made[0] == 0:
                    assert time.monotonic() < end, f"{edit}: {made}"
                assert made[0] == 201, f"{edit}: {made}"
            # The row names a dead referee without an expiry.
            first.process.kill()
            second.process.kill()
            first.process.wait()
            second.process.wait()
            sql("UPDATE edited.lease SET until = 'infinity'")
        with Node(41, store) as second:
            second.is_ready()
            # Its row is deleted: the referee gives up its term, and a node takes the next.
            for _ in range(2):
                before = int(sql("SELECT fence FROM edited.lease"))
                sql("DELETE FROM edited.lease")
                end = time.monotonic() + 20
                while sql("SELECT count(*) FROM edited.lease") == "0":
                    assert time.monotonic() < end, second.read_log()
                    time.sleep(0.1)
                second.is_ready()
                assert int(sql("SELECT fence FROM edited.lease")) > before
                made = second.ask("/v1/tournaments", plan)
                assert made[0] == 201, made
            assert second.process.poll() is None, second.read_log()


def full_disk():
    disk = f"{SERVER}/small"
    os.mkdir(disk)
    if os.getuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], stderr=subprocess.DEVNULL).returncode != 0:
        print("no small disk can be mounted here: skipped")
        return
    try:
        owner = os.stat(f"{SERVER}/data")
        os.chown(disk, owner.st_uid, owner.st_gid)
        os.chmod(disk, 0o700)
        sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        sql("CREATE DATABASE small TABLESPACE small")
        small = STORE.rsplit("/", 1)[0] + "/small"
        with Node(50, small) as node:
            node.is_ready()
            sql("CREATE TABLE junk (body text); ALTER TABLE junk ALTER body SET STORAGE PLAIN", small)
            size = 7_000
            while size > 50:
                try:
                    sql(f"INSERT INTO junk SELECT repeat('x', {size}) FROM generate_series(1, 50)", small)
                except AssertionError as error:
                    assert "No space left" in str(error), error
                    size //= 2
            names = iter(range(1_000_000))
            plan = lambda: {"name": f"Cup {next(names)} " + "x" * 60, "format": "swiss", "rounds": 1, "entrants": [], "time": "60s"}
            end = time.monotonic() + 20
            kept = 0
            while (made := node.ask("/v1/tournaments", plan()))[0] == 201:
                kept += 1
                assert time.monotonic() < end, f"{made}: it is not full"
            assert made[0] == 503 and "space" in made[1], made
            status, answer = node.ask("/readyz")
            assert status == 503 and "space" in answer, answer
            sql("DROP TABLE junk", small)
            node.is_ready()
            made = node.ask("/v1/tournaments", plan())
            assert made[0] == 201, made
            listed = json.loads(node.ask("/v1/tournaments?limit=100")[1])["tournaments"]
            assert len(listed) >= min(kept, 100), f"{len(listed)} of {kept}"
        sql("DROP DATABASE small")
        sql("DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def encrypted():
    """A database with a self-signed certificate: it is checked."""
    for name in ["db", "other", "arbitre"]:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{FOLDER}/{name}.key", "-out", f"{FOLDER}/{name}.pem"],
            check=True, stderr=subprocess.DEVNULL,
        )
    owner = os.stat(f"{SERVER}/data")
    for name in ["db.key", "db.pem", "arbitre.pem"]:
        path = f"{SERVER}/data/{name}"
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            file.write(open(f"{FOLDER}/{name}").read())
        os.chown(path, owner.st_uid, owner.st_gid)
    for setting in ["ssl_cert_file = 'db.pem'", "ssl_key_file = 'db.key'", "ssl_ca_file = 'arbitre.pem'", "ssl = on"]:
        sql(f"ALTER SYSTEM SET {setting}")
    sql("SELECT pg_reload_conf()")
    time.sleep(0.5)
    with Node(60, f"{STORE}?schema=tls&sslmode=require&sslrootcert={FOLDER}/db.pem") as node:
        node.is_ready()
        plain = sql("SELECT count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'arbitre tls' AND NOT ssl")
        secret = sql("SELECT count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'arbitre tls' AND ssl")
        assert plain == "0" and int(secret) > 0, (plain, secret)
    # The certificate is for the number, not for the name.
    by_name = STORE.replace("127.0.0.1", "localhost")
    with Node(63, f"{by_name}?schema=tls&sslmode=verify-full&sslrootcert={FOLDER}/db.pem") as node:
        node.refuses("not valid for name")
    own = f"sslcert={FOLDER}/arbitre.pem&sslkey={FOLDER}/arbitre.key"
    with Node(64, f"{by_name}?schema=own&sslmode=verify-ca&sslrootcert={FOLDER}/db.pem&{own}") as node:
        node.is_ready()
        shown = sql("SELECT DISTINCT client_dn FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE application_name = 'arbitre own'")
        assert shown == "/CN=arbitre", shown
    with Node(65, f"{STORE}?schema=own&sslmode=require&sslrootcert={FOLDER}/db.pem&sslcert={FOLDER}/arbitre.pem&sslkey={FOLDER}/db.key") as node:
        node.refuses("does not fit the certificate")
    with Node(61, f"{STORE}?schema=tls&sslmode=require&sslrootcert={FOLDER}/other.pem") as node:
        node.refuses("certificate")
    with Node(62, f"{STORE}?schema=tls&sslmode=verify-full&sslrootcert={FOLDER}/none.pem") as node:
        node.refuses("none.pem")


def half_moved():
    """A node reports the remains of an interrupted move of data."""
    store = f"{STORE}?schema=moved"
    folder = f"{FOLDER}/to-move"
    with Node(70, STORE + "?schema=whole") as node:
        node.is_ready()
        for number in range(3):
            plan = {"name": f"Cup {number}", "format": "swiss", "rounds": 1, "entrants": ["ann", "bob"], "time": "60s"}
            assert node.ask("/v1/tournaments", plan)[0] == 201
        node.process.send_signal(signal.SIGTERM)
        node.process.wait()
    move = [BINARY, "move-store", STORE + "?schema=whole", folder]
    done = subprocess.run(move, capture_output=True, text=True)
    assert done.returncode == 0 and "3 tournaments" in done.stdout, done
    move = [BINARY, "move-store", folder, store]
    # Without tables, then with tables, ended immediately.
    moving = subprocess.Popen(move, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 20
    while sql("SELECT to_regclass('moved.moving') IS NOT NULL") == "f":
        assert time.monotonic() < end, "it does not begin"
    moving.kill()
    moving.wait()
    # The kill may have been too early or too late.
    sql("INSERT INTO moved.moving DEFAULT VALUES ON CONFLICT DO NOTHING")
    with Node(71, store) as node:
        node.refuses("only a part", "DROP SCHEMA moved CASCADE")
    sql("DROP SCHEMA moved CASCADE")
    done = subprocess.run(move, capture_output=True, text=True)
    assert done.returncode == 0 and "3 tournaments" in done.stdout, done


tries = [
    wrong_addresses, hidden_addresses, no_rights, another_version, unreadable_versions, one_name_twice, wrong_advertised_address, edited_rows, full_disk, half_moved
]
began = time.monotonic()
with concurrent.futures.ThreadPoolExecutor() as pool:
    running = {pool.submit(tried): tried.__name__ for tried in tries}
    wrong = {name: done.exception() for done, name in running.items() if done.exception()}
# These affect the whole server.
for tried in [silent_database, late_database, encrypted]:
    try:
        tried()
    except Exception as error:
        wrong[tried.__name__] = error
for name, error in wrong.items():
    print(f"{name}: {error}", file=sys.stderr)
print(f"{len(tries) + 3 - len(wrong)} of {len(tries) + 3} kinds of mistakes are reported or survived ({time.monotonic() - began:.1f} s)")
sys.exit(1 if wrong else 0)
