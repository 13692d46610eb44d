"""Workers on one queue, killed at random: each job is answered once and correctly. And the speed by number of workers.

usage, with a database: tests/cluster/postgres python3 tests/cluster/workers.py BINARY [--jobs 60] [--kills 8] [--curve 240]
"""

import argparse
import atexit
import json
import os
import random
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import database

PORT = 21450
PUZZLE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


class Process:
    """A process with its output in a file."""

    def __init__(self, folder, name, command):
        self.name, self.log = name, f"{folder}/{name}.log"
        self.process = subprocess.Popen(command, stdout=open(self.log, "a"), stderr=subprocess.STDOUT)
        # Ends the processes after a failed check.
        atexit.register(self.process.kill)

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait()

    def processor_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read_log(self):
        return open(self.log).read()


class House:
    """A referee without solvers, and separate workers."""

    def __init__(self, binary, schema):
        self.binary, self.schema = os.path.abspath(binary), schema
        self.store = f"{database.URL}?schema={schema}"
        self.folder = tempfile.mkdtemp(prefix="arbitre-workers-")
        self.workers, self.hired = [], 0
        options = ["--bind", f"127.0.0.1:{PORT}", "--data", f"{self.folder}/data", "--no-house-bots", "--threads", "0", "--solve-queue", "4096"]
        options += ["--requests-per-address", "5000"]
        self.referee = Process(self.folder, "referee", [self.binary, *options, "--store", self.store])
        self.until(lambda: self.ask("GET", "/readyz")[0] == 200, "the referee is ready")

    def hire(self, threads=1):
        self.hired += 1
        name = f"worker-{self.hired}"
        worker = Process(self.folder, name, [self.binary, "worker", "--store", self.store, "--job-threads", str(threads), "--worker-name", name])
        self.workers.append(worker)
        return worker

    def ask(self, method, path, body=None, headers=()):
        data = body if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data=data, method=method, headers={"content-type": "application/json", **dict(headers)})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read().decode()
                return answer.status, json.loads(text) if answer.headers.get_content_type().endswith("json") else text
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "null")
        except OSError:
            return 0, None

    def job(self, path, body):
        status, answer = self.ask("POST", path, body, {"prefer": "respond-async"})
        assert status == 202, f"{path}: {status} {answer}"
        return answer["id"]

    def shown(self, job):
        status, answer = self.ask("GET", f"/v1/jobs/{job}")
        assert status == 200, f"{job}: {status} {answer}"
        return answer

    def sql(self, statement):
        return [line.split("|") for line in database.sql(statement, schema=self.schema).splitlines() if line]

    def until(self, is_so, what, seconds=60):
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"after {seconds} s not yet: {what}; {self.folder}"
            assert self.referee.process.poll() is None, f"the referee has ended: {self.referee.read_log()}"
            time.sleep(0.1)

    def close(self):
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.end(signal.SIGTERM)
        self.referee.end(signal.SIGTERM)


def turned(grid, turn):
    """Another puzzle with another solution: each digit incremented."""
    return "".join(str((int(cell) - 1 + turn) % 9 + 1) if cell.isdigit() and cell != "0" else cell for cell in grid)


def filled(grid, report):
    """Checks a full grid: the givens, and every row and column."""
    assert report["verdict"] == "solved", report
    cells = [str(cell) for cell in report["answer"]["grid"] if str(cell).isalnum()]
    assert len(cells) == 81 and all(clue in (".", "0") or clue == cell for clue, cell in zip(grid, cells)), (grid, cells)
    lines = [cells[at : at + 9] for at in range(0, 81, 9)]
    assert all(len(set(line)) == 9 for line in [*lines, *zip(*lines)]), cells


def questions(lots, number):
    """Questions of all kinds, with a check of each answer."""
    kinds = []
    grids = [turned(EASY, lots.randrange(9)) for _ in range(40)]

    def of_batch(result, grids=grids):
        assert (result["questions"], result["solved"]) == (40, 40), result
        for grid, report in zip(grids, result["reports"], strict=True):
            filled(grid, report)

    def tours(expected):
        def check(result):
            assert result["answer"] == {"solutions": expected, "all": True} or result["answer"].get("solutions") == expected, result

        return check

    def of_analysis(result):
        assert result["depth"] == 3 and result["lines"], result

    def of_review(result):
        assert len(result["moves"]) == 5 and result["game"] == "tic-tac-toe", result

    kinds.append(("/v1/batch/sudoku", {"questions": [{"grid": grid} for grid in grids]}, of_batch))
    kinds.append(("/v1/solve/knights-tour", {"board": "6x6", "kind": "closed", "count": "all"}, tours(9862)))
    kinds.append(("/v1/solve/knights-tour", {"board": "5x6", "kind": "closed", "count": "all"}, tours(8)))
    kinds.append(("/v1/solve/sudoku", {"grid": PUZZLE}, lambda result: filled(PUZZLE, result)))
    kinds.append(("/v1/games/knights/analyse", {"depth": 3}, of_analysis))
    kinds.append(("/v1/games/tic-tac-toe/review", {"moves": ["B2", "A1", "C1", "A3", "A2"]}, of_review))
    return [kinds[place % len(kinds)] for place in range(number)]


# How often each job ended, and each part was recorded.
AUDIT = """
CREATE TABLE audit (job bigint, part bigint);
CREATE FUNCTION note_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit VALUES (NEW.id, -1); RETURN NULL; END $$;
CREATE FUNCTION note_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit VALUES (NEW.job, NEW.part); RETURN NULL; END $$;
CREATE TRIGGER jobs_end AFTER UPDATE OF state ON jobs FOR EACH ROW EXECUTE FUNCTION note_job();
CREATE TRIGGER parts_end AFTER UPDATE OF result ON parts FOR EACH ROW WHEN (NEW.result IS NOT NULL) EXECUTE FUNCTION note_part();
"""


def kills(arguments):
    """Workers are killed, ended and paused while they compute, and the database is stopped; one job kills its worker each time."""
    lots = random.Random(arguments.seed)
    house = House(arguments.binary, "kills")
    house.sql(AUDIT)
    for _ in range(3):
        house.hire()
    begin = time.monotonic()
    asked = []

    def ask():
        asked.extend((house.job(path, body), check) for path, body, check in questions(lots, arguments.jobs))

    ask()
    deadly = house.job("/v1/games/knights/analyse", {"depth": 60})
    deadly_number, deaths, disturbed, next_kill = int(deadly, 16), 0, {"kill": 0, "term": 0, "pause": 0}, time.monotonic() + 1
    asleep, is_restarted = [], False
    # A worker that takes the poison job between this query and the kill is also killed.
    while (waits := house.sql(f"SELECT deaths FROM queue JOIN parts USING (job) WHERE job = {deadly_number}")) or sum(disturbed.values()) < arguments.kills:
        assert time.monotonic() - begin < 240 + 20 * arguments.kills, f"only {deaths} deaths, {waits}, {disturbed}: {house.folder}"
        time.sleep(0.2)
        # The workers are disturbed while they compute.
        status, waiting = house.ask("GET", "/v1/jobs")
        if status == 200 and len(waiting["jobs"]) < arguments.jobs / 4:
            ask()
        if not is_restarted and sum(disturbed.values()) >= arguments.kills // 2:
            database.stop("immediate")
            time.sleep(1)
            database.start()
            is_restarted = True
        now = time.monotonic()
        for entry in [entry for entry in asleep if entry[0] < now]:
            asleep.remove(entry)
            entry[1].process.send_signal(signal.SIGCONT)
        awake = [worker for worker in house.workers if worker.process.poll() is None and all(worker is not other for _, other in asleep)]
        # A process has workers for several queues; the part after the comma is the queue.
        holds = [row[0].split(",")[0] for row in house.sql(f"SELECT worker FROM parts WHERE job = {deadly_number} AND worker IS NOT NULL")]
        victim = next((worker for worker in awake if worker.name in holds), None)
        if victim:
            victim.end(signal.SIGKILL)
            deaths += 1
            house.hire()
        elif now > next_kill and sum(disturbed.values()) < arguments.kills and len(awake) > 1:
            how = lots.choice(["kill", "kill", "term", "pause"])
            worker = lots.choice([worker for worker in awake if worker is not victim])
            if how == "pause":
                worker.process.send_signal(signal.SIGSTOP)
                asleep.append((now + lots.choice([1, 4, arguments.pause]), worker))
            else:
                worker.end(signal.SIGKILL if how == "kill" else signal.SIGTERM)
            house.hire()
            disturbed[how] += 1
            next_kill = now + 0.5 + 2 * lots.random()
    for _, worker in asleep:
        worker.process.send_signal(signal.SIGCONT)
    house.until(lambda: not house.ask("GET", "/v1/jobs")[1]["jobs"], "all jobs are over", 180)
    seconds = time.monotonic() - begin
    lost = house.shown(deadly)
    assert lost["state"] == "failed" and "2 workers died" in lost["why"]["sentence"], lost
    # Only jobs whose workers were killed twice, also by chance, may fail: few.
    unlucky = 0
    for job, check in asked:
        shown = house.shown(job)
        if shown["state"] == "failed" and "2 workers died" in shown["why"]["sentence"]:
            unlucky += 1
            continue
        assert shown["state"] == "done", shown
        check(shown["result"])
    assert 8 * unlucky <= len(asked), f"{unlucky} of {len(asked)} jobs failed"
    twice = house.sql("SELECT job, part, count(*) FROM audit GROUP BY job, part HAVING count(*) > 1")
    assert not twice, f"recorded more than once: {twice}"
    ended = house.sql("SELECT count(*) FROM audit WHERE part = -1")[0][0]
    assert int(ended) == len(asked) + 1, ended
    print(f"{len(asked)} jobs on 3 workers, {disturbed}, a database that was ended, and a job that killed 2 workers: each answered once, {seconds:.1f} s", flush=True)
    return house


def cancelled(house):
    """A running job is cancelled: its worker takes another."""
    for worker in house.workers:
        if worker.process.poll() is None:
            worker.end(signal.SIGTERM)
    house.hire()
    job = house.job("/v1/solve/taquin", {"start": "25 1 23 3 4/5 6 7 8 9/10 11 12 13 14/15 16 17 18 19/20 21 22 24 2", "blank": "25", "method": "ida-star"})
    house.until(lambda: (house.shown(job)["progress"] or {"generated": 0})["generated"] > 0, "the job shows its progress")
    assert house.ask("DELETE", f"/v1/jobs/{job}")[0] == 202
    begin = time.monotonic()
    other = house.job("/v1/solve/sudoku", {"grid": EASY})
    house.until(lambda: house.shown(other)["state"] == "done", "the next job is done")
    shown = house.shown(job)
    assert (shown["state"], shown["why"]["sentence"]) == ("cancelled", "it was cancelled"), shown
    print(f"cancelled while running; the same worker finished the next job after {time.monotonic() - begin:.2f} s")
    # A waiting client is answered by a worker, too.
    status, answer = house.ask("POST", "/v1/solve/sudoku", {"grid": EASY})
    assert status == 200, answer
    filled(EASY, answer)
    status, answer = house.ask("POST", "/v1/games/knights/analyse", {"depth": 3}, {"accept": "text/event-stream"})
    assert status == 503 and answer["type"] == "/docs/api#http.only_referees" and "application/json" in answer["detail"], answer
    # Questions that no worker takes cannot become jobs.
    status, answer = house.ask("GET", "/v1/puzzles/sudoku/random")
    assert status == 503 and "--threads" in answer["detail"] and "respond-async" not in answer["detail"], answer


def background(house):
    """Automatic reviews wait for a worker, and organisers see them."""
    for worker in house.workers:
        if worker.process.poll() is None:
            worker.end(signal.SIGTERM)
    working = lambda: [node["name"] for node in house.ask("GET", "/v1/nodes")[1]["nodes"] if node["role"] == "works"]
    house.until(lambda: not working(), "no worker is listed")
    began = time.monotonic()
    status, answer = house.ask("POST", "/v1/solve/sudoku", {"grid": PUZZLE})
    assert status == 503 and answer["code"] == "solving.no_worker" and time.monotonic() - began < 5, answer
    bot = [house.binary, "bot", "perfect", "--game", "tic-tac-toe", "--server", f"ws://127.0.0.1:{PORT}/ws", "--name"]
    bots = [Process(house.folder, name, [*bot, name]) for name in ("ann", "bob")]
    house.until(lambda: house.ask("GET", "/v1/bots/ann")[0] == house.ask("GET", "/v1/bots/bob")[0] == 200, "the bots are there")
    plan = {"name": "Cup", "format": "round_robin", "game": "tic-tac-toe", "games": 2, "entrants": ["ann", "bob"], "time": "60s"}
    status, made = house.ask("POST", "/v1/tournaments", plan)
    assert status == 201, made
    assert house.ask("POST", f"/v1/tournaments/{made['tournament']}/start", {})[0] == 200
    jobs = lambda: house.ask("GET", "/v1/jobs")[1]["jobs"]
    house.until(lambda: len(jobs()) == 2, "both games wait for a review")
    assert {job["state"] for job in jobs()} == {"queued"}, jobs()
    house.hire()
    house.until(lambda: not jobs(), "both are reviewed")
    assert len(working()) == 1 and 'role="works"' in house.ask("GET", "/metrics")[1], working()
    for process in bots:
        process.end(signal.SIGTERM)
    print("automatic reviews are listed, and done once there is a worker; a question without a worker is refused")


def another_version(house):
    """A worker of another version is refused with a message; a running one stops after an upgrade."""
    before = house.workers[-1]
    house.sql("INSERT INTO versions VALUES (999)")
    refused = house.hire()
    for worker in (refused, before):
        assert worker.process.wait(timeout=20) == 1 and "a later program" in worker.read_log(), worker.read_log()
    house.sql("DELETE FROM versions WHERE version = 999")
    print("a worker of another version is refused, and a running one stops")


def curve(arguments):
    """The same jobs on 1, 2, 4 and 8 processes of one thread each."""
    rows, alone = [], None
    for number in (1, 2, 4, 8):
        house = House(arguments.binary, f"curve_{number}")
        workers = [house.hire() for _ in range(number)]
        house.until(lambda: all("worker" in worker.read_log() for worker in workers), "the workers are ready")
        before, begin = sum(worker.processor_seconds() for worker in workers), time.monotonic()
        per_batch = 60
        jobs = [house.job("/v1/batch/sudoku", {"questions": [{"grid": PUZZLE, "method": "fewest-first"} for _ in range(per_batch)]}) for _ in range(arguments.curve // per_batch)]
        house.until(lambda: not house.ask("GET", "/v1/jobs")[1]["jobs"], "all jobs are over", 600)
        seconds, spent = time.monotonic() - begin, sum(worker.processor_seconds() for worker in workers) - before
        assert all(house.shown(job)["state"] == "done" for job in jobs)
        house.close()
        alone = alone or spent
        rows.append((number, seconds, spent, alone / spent))
    print(f"\n{arguments.curve} sudokus on {os.cpu_count()} shared processors:")
    print("processes  seconds  processor seconds  work per processor second, relative to one process")
    for number, seconds, spent, worth in rows:
        print(f"{number:9}  {seconds:7.1f}  {spent:17.1f}  {worth:8.0%}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--jobs", type=int, default=60)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--pause", type=float, default=6, help="largest pause of a worker in seconds; its claim lasts 10")
    parser.add_argument("--curve", type=int, default=0, help="sudokus for the curve; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.kills:
        house = kills(arguments)
        cancelled(house)
        background(house)
        another_version(house)
        house.close()
    if arguments.curve:
        curve(arguments)


main()
