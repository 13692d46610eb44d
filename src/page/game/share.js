// Sharing a game: link, position, moves, pictures, files, and the code of an embedded board.

import { ROOT, address, exportAddress, getText } from '../api.js';
import { copyButton } from '../copy.js';
import { gamePath } from '../paths.js';
import { positionAt } from '../record.js';
import { h, view } from '../view.js';

/// The panel: `.element`, `.show(record, ply)`.
export function share(words, game) {
  const text = words.share;
  const embed = () => `<iframe src="${new URL(`embed/${game}`, ROOT).href}" width="480" height="720" style="border:0" title="Arbitre"></iframe>`;
  const panel = view({
    state: {
      words, game, record: null, ply: 0,
      copies: [
        copyButton(words, text.link, () => new URL(gamePath(game, panel.state.ply === panel.state.record?.moves.length ? null : panel.state.ply), ROOT).href),
        copyButton(words, text.position, () => positionAt(panel.state.record, panel.state.ply) ?? ''),
        copyButton(words, text.moves, () => panel.state.record.moves.map(({ move }) => move).join(' ')),
        copyButton(words, text.text, () => getText(`v1/matches/${game}/export?format=text`)),
        copyButton(words, text.embed, embed),
      ],
    },
    render,
  });
  return { element: panel.element, show: (record, ply) => panel.update({ record, ply }) };
}

function render({ words, game, ply, copies }) {
  const text = words.share;
  const link = (href, label, target = null) => h('a', { class: 'button', href, target }, label);
  return h('div', { class: 'share tools' },
    copies,
    link(address(`v1/matches/${game}/position.svg?ply=${ply}`), text.picture, '_blank'),
    link(address(`v1/matches/${game}/game.svg`), text.animation, '_blank'),
    link(exportAddress(game, 'pgn'), text.pgn),
    link(exportAddress(game, 'json'), text.json),
    link(exportAddress(game, 'text'), text.file));
}
