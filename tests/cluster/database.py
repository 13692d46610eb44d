"""The PostgreSQL server started by `tests/cluster/postgres`: queries, stop and start."""

import os
import subprocess

URL = os.environ["ARBITRE_TEST_POSTGRES"]
FOLDER = os.environ["ARBITRE_TEST_POSTGRES_FOLDER"]
PROGRAMS = os.environ["ARBITRE_TEST_POSTGRES_PROGRAMS"]


def sql(text, url=URL, schema=None):
    """The rows of the answer, as text."""
    text = text if schema is None else f"SET search_path = {schema}; {text}"
    done = subprocess.run([f"{PROGRAMS}/psql", url, "-qAtc", text], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def as_owner(command):
    """The command, run as the owner of the server."""
    owner = os.stat(f"{FOLDER}/data").st_uid
    return ["setpriv", "--reuid", str(owner), "--clear-groups", *command] if os.getuid() == 0 else command


def control(*command):
    """Runs `pg_ctl`."""
    whole = as_owner([f"{PROGRAMS}/pg_ctl", "-D", f"{FOLDER}/data", "-w", "-l", f"{FOLDER}/log", *command])
    subprocess.run(whole, check=True, stdout=subprocess.DEVNULL, cwd="/")


def stop(mode):
    """Stops it; `immediate` is like a power failure."""
    control("-m", mode, "stop")


def start():
    """Starts it with the same options."""
    options = open(f"{FOLDER}/data/postmaster.opts").read().split(" ", 1)[1].strip().replace('"', "").split("data ", 1)[-1]
    control("-o", options, "start")


def status():
    """The status of `pg_ctl`."""
    return subprocess.run(as_owner([f"{PROGRAMS}/pg_ctl", "-D", f"{FOLDER}/data", "status"]), capture_output=True, text=True, cwd="/").stdout
