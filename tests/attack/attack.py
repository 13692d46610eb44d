"""An attack: a function with its own folder, run by name, while victims play a game that must cost them nothing."""

import asyncio
import pathlib
import resource
import sys
import tempfile
import time

BINARY = sys.argv[1]
# What a victim may be charged for a move beside an attack, beyond its own thinking and in microseconds: the attacker, the victims and the
# referee share two processors, so that a victim waits now and then for its own turn on one; in the middle it pays nothing.
MOST_CHARGED = 250_000
MOST_CHARGED_99 = 100_000
MIDDLE_CHARGED = 5_000


def check(is_so, what):
    """Says what was looked at, and ends the attack if it is not so."""
    print(f"{'ok ' if is_so else 'NOT'} {what}", flush=True)
    if not is_so:
        sys.exit(1)


def mebibytes(referee, line="VmRSS"):
    """The memory in a line of the process's status, by default what is in use; VmHWM is the peak."""
    status = pathlib.Path(f"/proc/{referee.process.pid}/status").read_text()
    return int(next(told for told in status.splitlines() if told.startswith(line)).split()[1]) // 1024


async def victims_are_well(bots, since=0, what="the victims' game", middle=MIDDLE_CHARGED, in_99=MOST_CHARGED_99, forgiven=()):
    """They move still, and none of their moves cost much."""
    before = bots[0].moves
    await asyncio.sleep(1)
    charges = [charge for bot in bots for charge in bot.charges[since:]]
    ranked = sorted(charges) or [0]
    median, slow, worst = ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100], ranked[-1]
    check(bots[0].moves > before, f"{what} goes on ({bots[0].moves} moves)")
    is_well = worst < MOST_CHARGED and slow < in_99 and median < middle
    check(is_well, f"charged: {median} µs in the middle, {slow} µs in 99 of 100 moves, {worst} µs at most, in {len(charges)} moves")
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
