"""A bot in a few lines:

    from arbitre_bot import Bot

    class Mine(Bot):
        def choose(self, turn):
            return turn["legal_moves"][0]

    Mine("my-bot").play(opponent="greedy", games=1)
"""

import argparse
import os

try:
    from . import bot  # as the package that the referee serves
except ImportError:
    import bot  # beside bot.py


class Bot:
    """A bot of this name that plays this game. `url` is the referee, as for `--server`; `url` and `token` default to the
    variables ARBITRE_SERVER and ARBITRE_BOT_TOKEN."""

    def __init__(self, name, url=None, token=None, game="knights"):
        self.name = name
        self.game = game
        self.url = bot.websocket(url or os.environ.get("ARBITRE_SERVER", bot.SERVER))
        self.token = token or os.environ.get("ARBITRE_BOT_TOKEN")

    def choose(self, turn):
        """Returns the move to play: one of turn["legal_moves"]. See `bot.choose` for the fields of `turn`."""
        return bot.choose(turn)

    def play(self, opponent=None, games=-1):
        """Plays this many games, or without end: against a bot by its name, or `anybody`; without an opponent it waits for games."""
        options = argparse.Namespace(url=self.url, name=self.name, token=self.token, game=self.game, opponent=opponent, games=games)
        bot.run(options, self.choose)
