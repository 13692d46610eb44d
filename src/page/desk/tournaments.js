// The tournaments on the desk: roll call, start, pause, decisions with their reasons, withdrawals.

import { act, address, get } from '../api.js';
import { html, setAttribute, setText } from '../element.js';
import { poll } from '../poll.js';
import { tournamentPath } from '../route.js';
import { replaceIfChanged } from '../same.js';
import { allGames } from '../tournament/games.js';
import { field, form, told } from './form.js';
import { withdrawal } from './withdrawal.js';

/// What can be done at which stage.
const ACTS = {
  open: ['start', 'delete'], running: ['pause', 'finish'], paused: ['resume', 'finish'], finished: ['resume', 'archive'], archived: ['resume'],
};
const SUSPENDED = ['resume', 'finish'];
/// What cannot be undone is asked about first.
const FINAL = ['finish', 'archive', 'delete'];

/// What is decided about a game: a result goes with an adjudication alone.
export function decisionOf({ game, action, result, why }) {
  return { game, action, why, ...(action === 'adjudicate' && result ? { result } : {}) };
}

/// The panel: `.element`, `.refresh()`, `.close()`.
export function tournamentPanel({ words, report }) {
  const list = html('select', { 'aria-label': words.places.tournaments, onchange: () => choose(list.value) });
  const place = html('div', {});
  const element = html('section', {}, html('h2', {}, words.places.tournaments), list, place);
  let chosen = null;
  let parts = null;

  const look = poll(4_000, async (signal) => {
    try {
      const { tournaments } = await get('v1/tournaments', { limit: 100 }, signal);
      setAttribute(list, 'hidden', tournaments.length === 0);
      replaceIfChanged(
        list,
        tournaments.map(({ tournament, name, stage }) =>
          html('option', { value: tournament }, `${name} · ${words.tournament.stages[stage] ?? stage}`),
        ),
      );
      const known = tournaments.some(({ tournament }) => String(tournament) === chosen);
      if (!known) choose(tournaments[0] ? String(tournaments[0].tournament) : null);
      else list.value = chosen;
      if (chosen !== null) await parts.look(signal);
      report('desk tournaments', true);
    } catch (error) {
      if (error.name !== 'AbortError') report('desk tournaments', error.status !== undefined);
    }
  });

  function choose(tournament) {
    if (tournament === chosen && parts) return;
    chosen = tournament;
    parts = tournament === null ? null : desk(words, tournament, () => look.now());
    place.replaceChildren(parts ? parts.element : html('p', { class: 'none' }, words.tournament.none));
    if (parts) look.now();
  }

  return {
    element,
    refresh: () => {
      chosen = null;
      parts = null;
      look.now();
    },
    close: look.stop,
  };
}

function desk(words, tournament, changed) {
  const text = words.desk;
  const path = `v1/tournaments/${tournament}`;
  const acts = html('p', { class: 'tools' });
  const answer = html('p', { class: 'answer', role: 'status' });
  const notes = html('ul', { class: 'plain' });
  const roll = html('ul', { class: 'roll plain', tabindex: 0, 'aria-label': text.rollCall });
  const present = html('span', { class: 'count' });
  const games = html('datalist', { id: `games-of-${tournament}` });
  const results = [['', '–'], ...['white', 'black', 'draw'].map((result) => [result, words.result[result]])];
  const ended = field('result', text.resultField, { kind: results, required: true });
  const choose = ({ target }) => {
    setAttribute(ended, 'hidden', target.value !== 'adjudicate');
    // What is hidden must not be demanded.
    setAttribute(ended.querySelector('select'), 'disabled', target.value !== 'adjudicate');
  };
  const decide = form(
    words,
    text.decide,
    async (values) => {
      await act('POST', `${path}/decisions`, decisionOf(values));
      changed();
      return text.decided;
    },
    field('game', text.game, { list: `games-of-${tournament}`, required: true, placeholder: '12.2', hint: text.gameHint }),
    games,
    field('action', text.action, { kind: Object.entries(text.actions), onchange: choose }),
    ended,
    field('why', text.why, { required: true, hint: text.whyHint, maxlength: 200 }),
  );
  const enter = form(
    words,
    text.enterBot,
    async ({ bot }) => {
      await act('POST', `${path}/entrants`, { bot });
      changed();
      return text.entered(bot);
    },
    field('bot', words.tournament.bot, { required: true }),
  );
  const excuse = form(
    words,
    text.excuse,
    async ({ bot, round, bye }) => {
      const byes = `${path}/entrants/${encodeURIComponent(bot)}/byes`;
      if (bye === 'none') await act('DELETE', `${byes}/${Number(round)}`);
      else await act('POST', byes, { round: Number(round), bye });
      changed();
      return (bye === 'none' ? text.notExcused : text.excused)(bot, round);
    },
    field('bot', words.tournament.bot, { required: true }),
    field('round', text.byeRound, { kind: 'number', min: 1, required: true, hint: text.byeHint }),
    field('bye', text.byeWorth, { kind: Object.entries(text.byes) }),
  );
  const byes = html('details', { hidden: true }, html('summary', {}, text.excuse), excuse);
  const leaving = withdrawal(words, path, (bot) => {
    changed();
    answer.classList.remove('refusal');
    setText(answer, text.withdrawn(bot));
  });
  const decisions = html('details', { ontoggle: () => decisions.open && changed() }, html('summary', {}, text.decisions), decide);
  let listed = null;
  const element = html(
    'div',
    { class: 'desk-tournament' },
    html('p', {}, html('a', { href: address(tournamentPath(tournament)) }, text.look)),
    acts,
    answer,
    html('details', { open: true }, html('summary', {}, text.rollCall, ' ', present), roll, notes, leaving.element, enter),
    decisions,
    byes,
  );

  async function look(signal) {
    const [detail, { entrants, forbidden_strangers: strangers = [] }] = await Promise.all([
      get(path, {}, signal),
      get(`${path}/check`, {}, signal),
    ]);
    replaceIfChanged(
      acts,
      (detail.suspended ? SUSPENDED : (ACTS[detail.stage] ?? [])).map((name) =>
        html('button', { type: 'button', class: name === 'start' ? 'button primary' : 'button', 'data-act': name }, text.acts[name]),
      ),
    );
    const isEnded = ['finished', 'archived'].includes(detail.stage);
    setAttribute(enter, 'hidden', isEnded);
    for (const button of acts.querySelectorAll('button')) button.onclick = () => run(button.dataset.act);
    // Only a Swiss leaves a bot out of a round by request.
    setAttribute(byes, 'hidden', detail.plan.format !== 'swiss' || isEnded);
    const isHere = ({ attendance }) => attendance === 'connected';
    present.textContent = text.present(entrants.filter(isHere).length, entrants.length);
    replaceIfChanged(
      roll,
      entrants.map((row) =>
        html(
          'li',
          {},
          html('span', { class: `presence ${isHere(row) ? 'on' : ''}`, role: 'img', 'aria-label': isHere(row) ? words.online : words.offline }),
          html('span', { class: 'name' }, row.bot),
          row.nearest ? html('span', { class: 'refusal' }, text.nearest(row.nearest)) : null,
          row.rehearsal ? html('span', { class: 'soft' }, row.rehearsal.passed ? text.rehearsed : text.failed(row.rehearsal.failed.length)) : null,
          isEnded
            ? null
            : html('button', { type: 'button', class: 'button small-button', 'data-bot': row.bot }, text.withdraw),
        ),
      ),
    );
    replaceIfChanged(
      notes,
      strangers.map(({ bot, nearest }) => html('li', {}, text.stranger(bot), nearest ? html('span', { class: 'refusal' }, text.nearest(nearest)) : null)),
    );
    for (const button of roll.querySelectorAll('button')) button.onclick = () => leaving.ask(button.dataset.bot, detail, button);
    if (decisions.open && listed !== detail.lines) {
      const found = await allGames(tournament, signal);
      // The newest first: a decision is seldom about what is long past.
      replaceIfChanged(games, found.reverse().map(({ game, white, black }) => html('option', { value: game }, `${white} – ${black}`)));
      listed = detail.lines;
    }
  }

  function run(name) {
    if (FINAL.includes(name) && !confirm(text.sure[name])) return;
    told(words, answer, async () => {
      await (name === 'delete' ? act('DELETE', path) : act('POST', `${path}/${name}`));
      changed();
      return text.done[name];
    });
  }
  return { element, look };
}
