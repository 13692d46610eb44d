// Tournaments on the desk: roll call, start, pause, decisions, withdrawals.

import { act, address, get, getAll } from '../api.js';
import { GAME_NAMES } from '../boards/boards.js';
import { confirmed } from '../confirm.js';
import { poll } from '../poll.js';
import { tournamentPath } from '../paths.js';
import { stageText } from '../tournament/table.js';
import { h, view } from '../view.js';
import { NO_OUTCOME, answerLine, field, form, outcomeOf } from '../form.js';
import { withdrawal } from './withdrawal.js';

/// The acts of each stage.
const ACTS = {
  open: ['start', 'delete'], running: ['pause', 'finish'], paused: ['resume', 'finish'], finished: ['resume', 'archive'], archived: ['resume'],
};
const SUSPENDED = ['resume', 'finish', 'delete'];
/// The longest time that passes for a class's day, in microseconds.
const LONG_DAY_US = 8 * 3_600e6;
/// Acts that cannot be undone need a confirmation.
const FINAL = ['finish', 'delete'];

/**
 * A decision about a game; only `adjudicate` has a result.
 * @param {Record<string, string>} values
 */
export function decisionOf({ game, action, result, why }) {
  return { game, action, why, ...(action === 'adjudicate' && result ? { result } : {}) };
}

/// The panel: `.element`, `.refresh()`, `.close()`.
export function tournamentPanel({ words, report }) {
  const text = words.desk;
  const panel = view({
    state: {
      words, tournaments: null,
      /// The chosen tournament as an option's value, its forms and its data.
      chosen: null, forms: null, detail: null, entrants: [], connected: null, unknown: [], games: [], isDeciding: false, outcome: NO_OUTCOME,
    },
    render,
    acts: {
      choose: ({ target }) => choose(target.value),
      async run(name) {
        const isFinal = FINAL.includes(name);
        // A start without some of the entrants asks first.
        const absent = name === 'start' ? state.entrants.filter((row) => !isHere(row)).length : 0;
        const question = isFinal ? text.sure[name] : absent > 0 ? text.startWithout({ count: absent }) : null;
        if (!question || (await confirmed(words, question, text.acts[name]))) run(name);
      },
      dropGhosts: () => run('ghosts'),
      enter: (bot) => change(async (path) => {
        await act('POST', `${path}/entrants`, { bot });
        return text.entered({ bot });
      }),
      merge: (bot, nearest) => change(async (path) => {
        if (!state.entrants.some((row) => row.bot === nearest)) await act('POST', `${path}/entrants`, { bot: nearest });
        await act('DELETE', `${path}/entrants/${encodeURIComponent(bot)}`);
        return text.entered({ bot: nearest });
      }),
      withdraw: (bot, { target }) => state.forms.leaving.ask(bot, state.detail, target),
      decide({ target }) {
        panel.update({ isDeciding: target.open });
        look.now();
      },
    },
  });
  const { state } = panel;
  let listed = null;

  const look = poll(4_000, (well) => report('desk tournaments', well), async (signal) => {
    const { tournaments } = await get('v1/tournaments', { limit: 100 }, signal);
    panel.update({ tournaments });
    const isKnown = tournaments.some(({ tournament }) => String(tournament) === state.chosen);
    if (!isKnown) choose(tournaments[0] ? String(tournaments[0].tournament) : null);
    if (state.chosen !== null) await lookAt(state.chosen, signal);
  }, ({ status }) => status !== undefined);

  async function lookAt(chosen, signal) {
    const path = /** @type {const} */ (`v1/tournaments/${chosen}`);
    const [detail, { entrants, unknown_forbidden: unknown = [] }] = await Promise.all([get(path, {}, signal), get(`${path}/check`, {}, signal)]);
    if (state.chosen !== chosen) return;
    panel.update({ detail, entrants, unknown });
    state.forms.excuse.update({ entrants });
    if (!state.isDeciding || listed === detail.lines) return;
    // Newest first.
    panel.update({ games: (await getAll(`v1/tournaments/${chosen}/games`, 'games', { limit: 1_000 }, signal)).reverse() });
    listed = detail.lines;
  }

  function choose(chosen) {
    if (chosen === state.chosen) return;
    listed = null;
    const forms = chosen === null ? null : formsOf(words, chosen, { changed: () => look.now(), left: (bot) => panel.update({ outcome: { text: text.withdrawn({ bot }), isRefusal: false } }) });
    panel.update({ chosen, forms, detail: null, entrants: [], unknown: [], games: [], isDeciding: false, outcome: NO_OUTCOME });
    if (chosen !== null) look.now();
  }

  const run = (name) => change(async (path) => {
    if (name === 'ghosts') await act('DELETE', `${path}/entrants`);
    else if (name === 'delete') await act('DELETE', path);
    else {
      const { stage } = await act('POST', `${path}/${name}`);
      if (name === 'resume' && stage === 'finished') return text.done.over;
    }
    return name === 'ghosts' ? text.ghostsGone : text.done[name];
  });

  /// Changes the chosen tournament; shows the sentence that `work` returns.
  async function change(work) {
    panel.update({ outcome: await outcomeOf(words, () => work(/** @type {const} */ (`v1/tournaments/${state.chosen}`))) });
    look.now();
  }

  return {
    element: panel.element,
    connect: (connected) => panel.update({ connected }),
    refresh: () => {
      choose(null);
      look.now();
    },
    close: look.stop,
  };
}

/// The forms of a tournament. They call `changed()` after a change and `left(bot)` after a withdrawal.
function formsOf(words, tournament, { changed, left }) {
  const text = words.desk;
  const path = /** @type {const} */ (`v1/tournaments/${tournament}`);
  const results = [['', '–'], ...['white', 'black', 'draw'].map((result) => [result, words.result[result]])];
  const decide = form(
    words,
    text.decide,
    async (values) => {
      await act('POST', `${path}/decisions`, decisionOf(values));
      changed();
      return text.decided;
    },
    // Hidden fields are not required.
    ({ action }) => [
      field('game', text.game, { list: `games-of-${tournament}`, required: true, placeholder: '12.2', hint: text.gameHint }),
      field('action', text.action, { kind: Object.entries(text.actions), onchange: ['choose'] }),
      field('result', words.columns.result, { kind: results, required: true, hidden: action !== 'adjudicate', disabled: action !== 'adjudicate' }),
      field('why', words.columns.reason, { required: true, hint: text.whyHint, maxlength: 200 }),
    ],
    { state: { action: Object.keys(text.actions)[0] }, acts: { choose: ({ target }) => decide.update({ action: target.value }) } },
  );
  const enter = form(
    words,
    text.enterBot,
    async ({ bot }) => {
      await act('POST', `${path}/entrants`, { bot });
      changed();
      return text.entered({ bot });
    },
    [field('bot', words.tournament.bot, { required: true })],
  );
  const excuse = form(
    words,
    text.excuse,
    async ({ bot, round, bye }) => {
      const byes = /** @type {const} */ (`${path}/entrants/${encodeURIComponent(bot)}/byes`);
      if (bye === 'none') await act('DELETE', `${byes}/${Number(round)}`);
      else await act('POST', byes, { round: Number(round), bye });
      changed();
      return (bye === 'none' ? text.notExcused : text.excused)({ bot, round });
    },
    ({ entrants }) => [
      field('bot', words.tournament.bot, { kind: entrants.map(({ bot }) => [bot, bot]), required: true }),
      field('round', text.byeRound, { kind: 'number', min: 1, required: true, hint: text.byeHint }),
      field('bye', text.byeWorth, { kind: Object.entries(text.byes) }),
    ],
    { state: { entrants: [] } },
  );
  const leaving = withdrawal(words, path, (bot) => {
    changed();
    left(bot);
  });
  return { decide, enter, excuse, leaving };
}

function render(state) {
  const { words, tournaments, chosen } = state;
  const title = ({ tournament, name, stage }) => `${tournament} · ${name} · ${stageText(words, stage)}`;
  return h('section', { class: 'card' },
    h('h2', {}, words.places.tournaments),
    h('select', { 'aria-label': words.places.tournaments, hidden: !tournaments?.length, value: chosen, onchange: ['choose'] },
      tournaments?.map((each) => h('option', { key: each.tournament, value: each.tournament }, title(each))),
    ),
    h('div', {}, tournaments?.length === 0 ? h('p', { class: 'none' }, words.tournament.none) : state.detail && state.connected ? desk(state) : h('div', { class: 'skeleton rows' })),
  );
}

function desk(state) {
  const { words, chosen, forms, detail, entrants, connected, unknown, games, outcome } = state;
  const text = words.desk;
  const isEnded = ['finished', 'archived'].includes(detail?.stage);
  const game = detail?.plan.game ?? GAME_NAMES[0];
  const others = isEnded ? [] : connected.filter(({ name, plays }) => plays.includes(game) && !entrants.some(({ bot }) => bot === name));
  const present = entrants.filter(isHere).length;
  const ghosts = isEnded ? 0 : entrants.filter(({ attendance }) => attendance === 'unknown').length;
  const isLong = detail?.stage === 'open' && detail.longest_us > LONG_DAY_US;
  const acts = (detail?.suspended ? SUSPENDED : (ACTS[detail?.stage] ?? [])).map((name) =>
    h('button', { key: name, type: 'button', class: `button ${name === 'start' ? 'primary' : FINAL.includes(name) ? 'danger' : ''}`, onclick: ['run', name] }, text.acts[name]),
  );
  return h('div', { key: chosen, class: 'desk-tournament' },
    h('p', {}, h('a', { href: address(tournamentPath(chosen)) }, text.look)),
    h('p', { class: 'tools' }, acts),
    isLong ? h('p', { class: 'refusal' }, text.tooLong({ games: detail.expected_games, hours: Math.round(detail.longest_us / 3_600e6) })) : null,
    answerLine(outcome),
    h('details', { open: true },
      h('summary', {}, text.rollCall, ' ', h('span', { class: 'count' }, detail && text.present({ here: present, all: entrants.length }))),
      h('ul', { class: 'roll plain', tabindex: 0, 'aria-label': text.rollCall }, entrants.map((row) => entrant(words, row, detail?.stage))),
      h('ul', { class: 'plain' },
        unknown.map(({ bot, nearest }) => h('li', {}, text.unknownForbidden({ bot }), nearest ? h('span', { class: 'refusal' }, text.nearest({ bot: nearest })) : null)),
      ),
      ghosts > 0 ? h('p', {}, h('button', { type: 'button', class: 'button', onclick: ['dropGhosts'] }, text.ghosts({ bots: ghosts }))) : null,
      forms.leaving.element,
      others.length > 0 ? h('p', { class: 'tools' }, h('span', {}, text.notEntered), others.map(({ name, isHouse }) =>
        h('button', { key: name, type: 'button', class: 'button small-button', onclick: ['enter', name] }, '+ ', name, isHouse && h('span', { class: 'soft' }, text.houseBot)))) : null,
      isEnded ? null : forms.enter.element,
    ),
    h('details', { ontoggle: ['decide'], hidden: detail?.stage === 'archived' },
      h('summary', {}, text.decisions),
      forms.decide.element,
      h('datalist', { id: `games-of-${chosen}` }, games.map(({ game, white, black }) => h('option', { key: game, value: game }, `${white} – ${black}`))),
    ),
    // Only a Swiss has requested byes.
    h('details', { hidden: detail?.plan.format !== 'swiss' || isEnded }, h('summary', {}, text.excuse), forms.excuse.element),
  );
}

function isHere({ attendance }) {
  return attendance === 'connected';
}

function entrant(words, row, stage) {
  const text = words.desk;
  const isEnded = ['finished', 'archived'].includes(stage);
  return h('li', { key: row.bot },
    h('span', { class: `presence ${isHere(row) ? 'on' : ''}`, role: 'img', 'aria-label': isHere(row) ? words.online : words.offline }),
    h('span', { class: 'name' }, row.bot),
    text.attendance[row.attendance] ? h('span', { class: row.attendance === 'unknown' ? 'refusal' : 'soft' }, text.attendance[row.attendance]) : null,
    row.nearest && stage !== 'open' ? h('span', { class: 'refusal' }, text.nearest({ bot: row.nearest })) : null,
    row.nearest && stage === 'open' ? h('button', { type: 'button', class: 'button small-button', onclick: ['merge', row.bot, row.nearest] }, text.merge({ bot: row.nearest })) : null,
    row.earlier_version ? h('span', { class: 'soft' }, text.newVersion({ version: row.version, earlier: row.earlier_version })) : null,
    row.turned_away ? h('span', { class: 'refusal' }, text.turnedAway({ times: row.turned_away })) : null,
    row.rehearsal ? h('span', { class: 'soft' }, row.rehearsal.passed ? text.rehearsed : text.failed({ steps: row.rehearsal.failed.length })) : null,
    isEnded ? null : h('button', { type: 'button', class: 'button small-button', 'data-bot': row.bot, onclick: ['withdraw', row.bot] }, text.withdraw),
  );
}
