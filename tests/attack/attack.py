"""Runs attacks by name: functions with a folder each, beside victims whose game must not be affected."""

import asyncio
import http.client
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

BINARY = sys.argv[1]
# Limits of the charge for a victim's move beside an attack, in microseconds beyond its thinking time. Attacker, victims and referee share two
# processors, so a victim sometimes waits for one; its median charge is 0.
MAX_CHARGED = 250_000
MAX_CHARGED_99 = 100_000
MIDDLE_CHARGED = 5_000


def check(is_so, what):
    """Prints a check; a failed one ends the attack."""
    print(f"{'ok ' if is_so else 'NOT'} {what}", flush=True)
    if not is_so:
        sys.exit(1)


def mebibytes(referee, line="VmRSS"):
    """A value of the process's status in MiB: by default the memory in use; VmHWM is the peak."""
    status = pathlib.Path(f"/proc/{referee.process.pid}/status").read_text()
    return int(next(each for each in status.splitlines() if each.startswith(line)).split()[1]) // 1024


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


async def victims_are_well(bots, since=0, what="the victims' game", middle=MIDDLE_CHARGED, in_99=MAX_CHARGED_99, forgiven=()):
    """The victims still move, and their charges are small."""
    before, end = bots[0].moves, time.monotonic() + 10
    await asyncio.sleep(1)
    # A busy machine may give none of them a turn in a second; what that costs them is checked below.
    while bots[0].moves == before and time.monotonic() < end:
        await asyncio.sleep(0.05)
    charges = [charge for bot in bots for charge in bot.charges[since:]]
    ranked = sorted(charges) or [0]
    median, slow, worst = ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100], ranked[-1]
    check(bots[0].moves > before, f"{what} continues ({bots[0].moves} moves)")
    stalled = round(max(bot.stalls.longest for bot in bots))
    is_well = worst < MAX_CHARGED + stalled and slow < in_99 and median < middle
    check(is_well, f"charged: {median} µs median, {slow} µs 99th percentile, {worst} µs maximum, in {len(charges)} moves; this process stalled {stalled} µs at most")
    bad = {"time", "never_ready", "absent", "seek_failed"}.difference(forgiven)
    lost = [reason for bot in bots for reason in bot.reasons if reason in bad]
    check(not lost, f"and nothing was lost ({len(bots[0].reasons)} games ended)")


async def each(attacks):
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16_384, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    wanted = sys.argv[2:] or [attack.__name__ for attack in attacks]
    with tempfile.TemporaryDirectory() as scratch:
        for attack in attacks:
            if attack.__name__ not in wanted:
                continue
            print(f"== {attack.__name__}", flush=True)
            folder, began = pathlib.Path(scratch) / attack.__name__, time.monotonic()
            folder.mkdir()
            await attack(folder)
            print(f"   {time.monotonic() - began:.0f} s", flush=True)


def run(*attacks):
    """Runs the attacks that the command line names, or all."""
    asyncio.run(each(attacks))
