#!/usr/bin/env python3
"""Simulates the shards of docs/scaling.md, which are a design: moves a second and fail-over of 1, 4 and 16 nodes on one database.

    shards.py [--shards 16] [--matches 64000] [--think 1.0]

A discrete-event simulation at the costs that were measured of one referee (docs/scaling.md). Each match repeats: a bot thinks, its move waits for the
node's thread, then for the next commit of its shard, which shares a flush of the database's log with the commits of other shards. At 10 s one node is
killed, at 30 s another gets SIGTERM. The last two columns are meaningful only if no node is full.
"""

import argparse
import heapq
import random
from itertools import count

REFEREE = 80e-6  # processor time of a move, in seconds
NETWORK = 0.5e-3  # one way, between a bot and a node, and between a node and the database
FLUSH = 1e-3  # of the database's log, besides its bytes
MOVE_BYTES, LOG_BYTES = 669, 100e6  # write-ahead log: a move, and a second
BATCH = 2000  # moves of a commit at most
LEASE, RENEWAL, POLL = 6.0, 1.5, 0.5  # a lease, its renewal, and how often a node looks for free shards
RESUME = 0.4e-3  # reading the log of a match at a take-over
HAND_OVER = 0.4  # SIGTERM
KILL, TERM, END = 10.0, 30.0, 40.0


class Shard:
    def __init__(self):
        self.node, self.pending, self.committing, self.paused = None, [], False, []


class World:
    def __init__(self, nodes, shards, matches, think, seed=1):
        self.random, self.think = random.Random(seed), think
        self.now, self.events, self.order = 0.0, [], count()
        self.busy = dict.fromkeys(range(nodes), 0.0)  # until when a living node's thread is busy
        self.shards = [Shard() for _ in range(shards)]
        for number, shard in enumerate(self.shards):
            shard.node = number % nodes
        self.match_shard = [self.shards[match % shards] for match in range(matches)]
        self.log_busy, self.waiting = False, []
        self.last = [0.0] * matches
        self.longest = [0.0] * matches
        self.done = [0] * int(END)
        for match in range(matches):
            self.after(self.random.uniform(0, 1) * think, self.move, match)
        if nodes > 1:
            self.after(KILL, self.lose, 0, None)
            self.after(TERM, self.lose, 1, HAND_OVER)

    def after(self, seconds, action, *arguments):
        heapq.heappush(self.events, (self.now + seconds, next(self.order), action, arguments))

    def run(self):
        while self.events and self.events[0][0] < END:
            self.now, _, action, arguments = heapq.heappop(self.events)
            action(*arguments)

    def move(self, match):
        shard = self.match_shard[match]
        if shard.node is None:
            shard.paused.append(match)
            return
        free = max(self.busy[shard.node], self.now + NETWORK) + REFEREE
        self.busy[shard.node] = free
        self.after(free - self.now, self.applied, match, shard.node)

    def applied(self, match, node):
        shard = self.match_shard[match]
        if shard.node != node:  # its node died meanwhile: the bot sends the move again
            return self.move(match)
        shard.pending.append(match)
        self.commit(shard)

    def commit(self, shard):
        if shard.committing or not shard.pending:
            return
        shard.committing = True
        batch, shard.pending = shard.pending[:BATCH], shard.pending[BATCH:]
        self.after(NETWORK, self.arrives, shard, shard.node, batch)

    def arrives(self, *commit):
        self.waiting.append(commit)
        self.flush()

    def flush(self):
        if self.log_busy or not self.waiting:
            return
        self.log_busy, commits, self.waiting = True, self.waiting, []
        moves = sum(len(batch) for _, _, batch in commits)
        self.after(FLUSH + moves * MOVE_BYTES / LOG_BYTES, self.flushed, commits)

    def flushed(self, commits):
        self.log_busy = False
        for shard, node, batch in commits:
            if shard.node != node:
                shard.paused += batch
                continue
            shard.committing = False
            self.done[int(self.now)] += len(batch)
            for match in batch:
                self.longest[match] = max(self.longest[match], self.now - self.last[match])
                self.last[match] = self.now
                self.after(2 * NETWORK + self.random.uniform(0.5, 1.5) * self.think, self.move, match)
            self.commit(shard)
        self.flush()

    def lose(self, node, handed_over):
        del self.busy[node]
        taken = [shard for shard in self.shards if shard.node == node]
        sizes = {id(shard): 0 for shard in taken}
        for shard in self.match_shard:
            if id(shard) in sizes:
                sizes[id(shard)] += 1
        held = {other: sum(shard.node == other for shard in self.shards) for other in self.busy}
        reading = dict.fromkeys(self.busy, 0.0)
        for shard in taken:
            shard.paused += shard.pending
            shard.node, shard.pending, shard.committing = None, [], False
            holder = min(held, key=held.get)
            held[holder] += 1
            free = handed_over or LEASE - self.random.uniform(0, RENEWAL) + self.random.uniform(0, POLL)
            reading[holder] += sizes[id(shard)] * RESUME
            self.after(free + reading[holder], self.resumes, shard, holder)

    def resumes(self, shard, holder):
        shard.node, paused, shard.paused = holder, shard.paused, []
        for match in paused:
            self.after(0.0, self.move, match)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--matches", type=int, default=64000)
    parser.add_argument("--think", type=float, default=1.0, help="seconds that a bot thinks, in the mean")
    arguments = parser.parse_args()
    print("| nodes | moves a second | after the loss | matches that stood still | longest |")
    print("|---|---|---|---|---|")
    for nodes in (1, 4, 16):
        world = World(nodes, arguments.shards, arguments.matches, arguments.think)
        usual = 2 * arguments.think + 0.5
        world.run()
        stood = sum(longest > usual for longest in world.longest)
        print(f"| {nodes} | {sum(world.done[4:10]) // 6:,} | {sum(world.done[20:28]) // 8:,} | {stood / arguments.matches:.1%} | {max(world.longest):.1f} s |")


main()
