// A knockout as a bracket: who met whom, who went on, and why.

import { address } from '../api.js';
import { botLink } from '../bots/link.js';
import { html } from '../element.js';
import { gamePath } from '../paths.js';

/// The bracket. `matchOf(game)` is the match that a game such as `12.2` was played as last.
export function bracket(words, { rounds }, matchOf) {
  const cup = words.tournament;
  return html(
    'div',
    { class: 'bracket' },
    ...rounds.map((matches, index) =>
      html(
        'section',
        { class: 'bracket-round' },
        html('h3', {}, cup.stageOf(rounds.length - index)),
        html(
          'ol',
          {},
          ...matches.map((match) =>
            html(
              'li',
              { class: 'bout' },
              place(words, match, match.upper, match.upper_points),
              place(words, match, match.lower, match.lower_points),
              why(words, match, matchOf),
            ),
          ),
        ),
      ),
    ),
  );
}

function place(words, match, bot, points) {
  const kind = bot !== null && bot === match.winner ? 'through' : match.winner !== null && bot !== null ? 'out' : null;
  return html(
    'div',
    { class: `bout-place ${kind ?? ''}` },
    html(
      'span',
      { class: 'name' },
      bot === null ? html('span', { class: 'soft' }, match.by === 'bye' ? words.tournament.nobody : words.tournament.open) : botLink(bot),
    ),
    html('span', { class: 'n' }, bot !== null && match.games.length > 0 ? words.number(points) : ''),
  );
}

function why(words, match, matchOf) {
  const games = match.games.map((game) => ({ game, match: matchOf(game) })).filter(({ match: number }) => number !== null);
  return html(
    'div',
    { class: 'bout-why soft' },
    match.by ? words.tournament.advances[match.by] : null,
    ...games.map(({ game, match: number }) => html('a', { href: address(gamePath(number)) }, game)),
  );
}
