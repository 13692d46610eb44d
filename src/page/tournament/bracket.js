// A knockout as a bracket: the encounters, who advanced, and why.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { gamePath } from '../paths.js';
import { h } from '../view.js';

/// The bracket. `matchOf(game)` is the last match of a game such as `12.2`.
export function bracket(words, { rounds }, matchOf) {
  const cup = words.tournament;
  return h('div', { class: 'bracket' },
    ...rounds.map((matches, index) =>
      h('section', { class: 'bracket-round' },
        h('h3', {}, cup.stageOf({ left: rounds.length - index, players: 2 ** (rounds.length - index) })),
        h('ol', {},
          ...matches.map((match) =>
            h('li', {},
              h('div', { class: 'bout' },
                place(words, match, match.upper, match.upper_points),
                place(words, match, match.lower, match.lower_points),
                why(words, match, matchOf),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function place(words, match, bot, points) {
  if (bot === null && match.by === 'bye') return null;
  const kind = bot !== null && bot === match.winner ? 'through' : match.winner !== null && bot !== null ? 'out' : null;
  return h('div', { class: `bout-place ${kind ?? ''}` },
    h('span', { class: 'name' },
      bot === null ? h('span', { class: 'soft' }, words.tournament.open) : botLink(bot),
    ),
    h('span', { class: 'n' }, bot !== null && match.games.length > 0 ? words.number(points) : ''),
  );
}

function why(words, match, matchOf) {
  const games = match.games.map((game) => ({ game, match: matchOf(game) })).filter(({ match: number }) => number !== null);
  return h('div', { class: 'bout-why soft' },
    match.by ? words.tournament.advances[match.by] : null,
    ...games.map(({ game, match: number }) => h('a', { href: address(gamePath(number)) }, game)),
  );
}
