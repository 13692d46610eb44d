// Makes the pictures of README.md: the Live page in both themes, and a board with a blocked leg.
//
//     npm install --no-save && ARBITRE=../../target/release/arbitre node pictures.mjs

import { mkdirSync, writeFileSync } from 'node:fs';
import { ask, at, browser, launch, makeReferee, openPage, until } from './browser.mjs';

const folder = new URL('../../docs/images/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const engines = ['greedy', 'mcts', 'alphabeta', 'course', 'negamax', 'uct'];
const referee = makeReferee(18_099, '--house-min-think', '250ms', '--seed', '7', '--exhibition', 'greedy', '--house-bots', engines.join(','));
await Promise.all([referee.start(), launch()]);
try {
  const plan = { name: 'Spring cup', format: 'round_robin', games: 2, time: '60s+1s', concurrency: 3, entrants: engines };
  const { tournament } = await ask('POST', '/v1/tournaments', plan);
  await ask('POST', `/v1/tournaments/${tournament}/start`, {});
  const page = await openPage('/', { viewport: { width: 1280, height: 720 } });
  await until('a table with results, and a featured game in its middle', async () => {
    const { rows } = await ask('GET', `/v1/tournaments/${tournament}/standings`);
    const link = await page.page.locator('.stage a[href*="game/"]').first().getAttribute('href', { timeout: 1_000 }).catch(() => null);
    const game = /game\/(\d+)/.exec(link ?? '')?.[1];
    const { plies, tournament: of } = game ? await ask('GET', `/v1/matches/${game}`) : {};
    return rows.every(({ played }) => played >= 1) && of === tournament && plies >= 10 && plies <= 20;
  }, 240_000);
  // Both pictures show the same position.
  referee.signal('SIGSTOP');
  for (const colorScheme of ['light', 'dark']) {
    await page.page.emulateMedia({ colorScheme });
    await page.page.evaluate(() => document.fonts.ready);
    await page.page.screenshot({ path: `${folder}live-${colorScheme}.png`, clip: { x: 0, y: 0, width: 1280, height: 672 } });
  }
  referee.signal('SIGCONT');
  await page.close();
  const position = '1nn2n3/9/9/4n4/4N4/9/9/9/2N2NN2 w 0';
  const { game } = await ask('POST', '/v1/matches', { white: 'greedy', black: 'mcts', position });
  const drawing = await (await fetch(`${at}/v1/matches/${game}/position.svg?ply=0`)).text();
  writeFileSync(`${folder}leg.svg`, withMoves(drawing));
} finally {
  await browser.close();
  await referee.remove();
}

/// The drawing with the moves of the knight on E5: a green ring for each free one, a red cross for each blocked one, and a red ring round the leg.
function withMoves(drawing) {
  const moves = (squares, colour, dashes, end) => squares.map((square) => {
    const [x, y] = [10 * (square.charCodeAt(0) - 65), 10 * (Number(square[1]) - 1)];
    return `<g fill="none" stroke="${colour}" stroke-width="1.1" stroke-linecap="round"><path d="M40 40L${x} ${y}" ${dashes}/>${end(x, y)}</g>`;
  }).join('');
  const free = moves(['C4', 'G4'], '#0b5d3f', '', (x, y) => `<circle cx="${x}" cy="${y}" r="2.6" fill="#a9cdb9"/>`);
  const cross = (x, y) => `<circle cx="${x}" cy="${y}" r="3" fill="#a9cdb9" stroke="none"/><path d="M${x - 2} ${y - 2}l4 4m0-4l-4 4" stroke-width="1.5"/>`;
  const blocked = moves(['D3', 'F3'], '#b3301a', 'stroke-dasharray="2 2.2"', cross);
  const leg = '<circle cx="40" cy="30" r="5.6" fill="none" stroke="#b3301a" stroke-width="1.1"/>';
  const pieces = drawing.indexOf('<g transform="translate');
  return drawing.slice(0, pieces) + free + blocked + drawing.slice(pieces).replace('</svg>', `${leg}</svg>`);
}
