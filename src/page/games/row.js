// A finished game, and a connected bot, as a line in a list.

import { html } from './element.js';
import { gameRoute } from './route.js';
import { reasonText } from './verdict.js';

/// A row of the recent results, from a `MatchSummary`.
export function resultRow(words, match) {
  const player = (seat) => html('td', { class: `player column-${seat}${match.result === seat ? ' winner' : ''}` },
    match.players[seat], match.result === seat ? html('span', { class: 'hidden' }, ` (${words.winner})`) : null);
  return html('tr', {},
    html('td', { class: 'column-game' }, html('a', { href: gameRoute(match.game), 'aria-label': words.gameOf(match.game, match.players.white, match.players.black) }, String(match.game))),
    player('white'),
    html('td', { class: 'column-result' }, html('span', { title: words.result[match.result] }, words.score[match.result] ?? match.result)),
    player('black'),
    html('td', { class: 'column-reason', title: match.detail }, reasonText(words, match.reason)),
    html('td', { class: 'column-ended' }, html('time', { datetime: match.ended }, words.moment(match.ended))));
}

/// A connected bot, from a `BotStatus`.
export function botItem(words, bot) {
  const about = [bot.lang, bot.version].filter(Boolean).join(' ');
  const doing = bot.games.length > 0
    ? [`${words.playing} `, ...bot.games.flatMap((game, index) => [index > 0 ? ', ' : '', html('a', { href: gameRoute(game) }, words.game(game))])]
    : [bot.seeking ? words.seeking : words.idle];
  return html('li', { class: bot.games.length > 0 ? 'busy' : bot.seeking ? 'seeking' : 'idle' },
    html('span', { class: 'name' }, bot.name),
    about ? html('span', { class: 'bot-about' }, about) : null,
    html('span', { class: 'doing' }, ...doing));
}
