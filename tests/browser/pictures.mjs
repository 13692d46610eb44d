// Makes the pictures of README.md: the Live page in both themes, and the board with a blocked leg.
//
//     npm install && ARBITRE=../../target/release/arbitre node pictures.mjs

import { mkdirSync, writeFileSync } from 'node:fs';
import { ask, at, browser, launch, makeReferee, openPage, until } from './browser.mjs';

const folder = new URL('../../docs/images/', import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const referee = makeReferee(18_097, '--pace', '500ms');
await Promise.all([referee.start(), launch()]);
try {
  await until('a game of twelve plies', async () => {
    const [live] = (await ask('GET', '/v1/live')).games;
    return live && (await ask('GET', `/v1/matches/${live.game}`)).plies >= 12;
  });
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await openPage('/', { colorScheme, viewport: { width: 1280, height: 720 } });
    await page.locator('.featured svg.board .tokens > *').first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}live-${colorScheme}.png` });
    await page.context().close();
  }
  const { game } = await ask('POST', '/v1/matches', { white: 'White', black: 'Black', position: '3n2n2/9/9/4n4/4N4/9/2N6/9/9 w 0' });
  const drawing = await (await fetch(`${at}/v1/matches/${game}/position.svg`)).text();
  writeFileSync(`${folder}leg.svg`, withMoves(drawing));
} finally {
  await browser.close();
  await referee.remove();
}

/// The drawing with the moves of the knight on E5: free ones as arrows, blocked ones dashed, the blocked leg crossed out.
function withMoves(drawing) {
  const at = (square) => [10 * (square.charCodeAt(0) - 65), 10 * (Number(square[1]) - 1)];
  const line = (square, style) => `<path d="M40 40L${at(square).join(' ')}" ${style}/><circle cx="${at(square)[0]}" cy="${at(square)[1]}" r="2.2" ${style}/>`;
  const free = ['C4', 'G4'].map((square) => line(square, 'fill="#1f7a3f" stroke="#1f7a3f" stroke-width="1.2"')).join('');
  const blocked = ['D3', 'F3'].map((square) => line(square, 'fill="none" stroke="#b3301a" stroke-width="1" stroke-dasharray="2 1.4"')).join('');
  const leg = '<path d="M35 25L45 35M45 25L35 35" stroke="#b3301a" stroke-width="1.6"/>';
  return drawing.replace('</svg>', `${free}${blocked}${leg}</svg>`);
}
