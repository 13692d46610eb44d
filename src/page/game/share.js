// A game to take along: its position, its moves, pictures, files, and a live board for another page.

import { ROOT, address, exportAddress, getText } from '../api.js';
import { copyButton } from '../copy.js';
import { html, setAttribute } from '../element.js';
import { positionAt } from '../record.js';

/// The panel: `.element`, `.show(record, ply)`.
export function share(words, game) {
  const text = words.share;
  let shown = null;
  const picture = html('a', { class: 'button', target: '_blank' }, text.picture);
  const embed = () => `<iframe src="${new URL(`embed/${game}`, ROOT).href}" width="480" height="720" style="border:0" title="Arbitre"></iframe>`;
  const element = html('details', { class: 'share' }, html('summary', {}, text.title), html('div', { class: 'share-row' },
    copyButton(words, text.position, () => positionAt(shown.record, shown.ply) ?? ''),
    copyButton(words, text.moves, () => shown.record.moves.map(({ move }) => move).join(' ')),
    copyButton(words, text.text, () => getText(`v1/matches/${game}/export?format=text`)),
    copyButton(words, text.embed, embed),
    picture,
    html('a', { class: 'button', href: address(`v1/matches/${game}/game.svg`), target: '_blank' }, text.animation),
    html('a', { class: 'button', href: exportAddress(game, 'pgn') }, text.pgn),
    html('a', { class: 'button', href: exportAddress(game, 'json') }, text.json),
    html('a', { class: 'button', href: exportAddress(game, 'text') }, text.file)));
  return {
    element,
    show(record, ply) {
      shown = { record, ply };
      setAttribute(picture, 'href', address(`v1/matches/${game}/position.svg?ply=${ply}`));
    },
  };
}
