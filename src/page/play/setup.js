// The form for a game: game, opponent, side and time control, also in the address.

import { address, get } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { field } from '../form.js';
import { poll } from '../poll.js';
import { h, view } from '../view.js';
import { ENGINES } from './engines.js';
import { explain } from './explained.js';
import { lastName } from './memory.js';
import { TIMES, controlOf } from './times.js';

const SEATS = ['white', 'black'];
const GUEST = 'guest';

/// The choice in an address: `{game, bot, engine, seat, time, position}`.
export function wishOf(query) {
  const one = (name, known) => (known.includes(query.get(name)) ? query.get(name) : null);
  const game = one('game', GAME_NAMES) ?? GAME_NAMES[0];
  const time = query.get('time');
  return {
    game,
    bot: query.get('opponent'),
    engine: one('engine', Object.keys(ENGINES[game])),
    seat: one('seat', SEATS),
    time: time && controlOf(time) ? time : null,
    position: query.get('position'),
  };
}

/// The form: `.element`, `.close()`. `begin({game, opponent, engine, seat, time, name, token})` is called on submission.
/// `sentence` is the reason of the last refusal, `code` its code.
export function setup({ words, report, forget }, query, begin, { sentence = '', code = '' } = {}) {
  const wish = wishOf(query);
  const page = view({
    state: {
      words, wish, sentence, isRefused: code === 'refused', name: lastName(), picture: null,
      game: wish.game, seat: wish.seat ?? '', time: wish.time ?? 'unlimited',
      chosen: wish.bot !== null ? `bot ${wish.bot}` : wish.engine ? `engine ${wish.engine}` : null,
      known: { game: null, bots: [], ratings: new Map() },
    },
    render,
    acts: {
      changed({ target: { name, value } }) {
        if (!['game', 'seat', 'time', 'against'].includes(name)) return;
        page.update(name === 'against' ? { chosen: value } : name === 'game' ? { game: value, chosen: null } : { [name]: value });
        if (name === 'game') look.now();
        if (name === 'game' || name === 'seat') lay();
        history.replaceState(history.state, '', address(`play?${addressed(state)}`));
      },
      begin(event) {
        event.preventDefault();
        const { name, token } = Object.fromEntries([...new FormData(event.target)].map(([key, value]) => [key, String(value).trim()]));
        const { opponent, engine } = opponentOf(state);
        begin({ game: state.game, opponent, engine, seat: state.seat || null, time: state.time || null, name, token: token || null });
      },
    },
  });
  const { state } = page;

  const look = poll(5_000, (well) => report('setup', well), async (signal) => {
    const { game } = state;
    const [{ bots }, { ratings }] = await Promise.all([get('v1/bots', { game, limit: 100 }, signal), get('v1/ratings', { game }, signal)]);
    page.update({ known: { game, bots, ratings: new Map(ratings.map(({ bot, rating }) => [bot, rating])) } });
  });

  /// Previews the board from the chosen side.
  async function lay() {
    const { game, seat } = state;
    const position = await explain(game).then((rules) => rules.position, () => null);
    if (state.game !== game || state.seat !== seat) return;
    const picture = position && gameOf({ gameName: game }).board(words);
    picture?.show(position, null);
    if (seat === 'black') picture?.flip?.();
    page.update({ picture: picture?.element ?? null });
  }

  lay();
  return {
    element: page.element,
    close() {
      look.stop();
      forget('setup');
    },
  };
}

/// The bots to choose from: the connected ones, and the one in the address.
function botsOf({ wish, game, known }) {
  const names = known.game === game ? known.bots.map(({ name }) => name) : [];
  return wish.bot !== null && game === wish.game && !names.includes(wish.bot) ? [wish.bot, ...names] : names;
}

/// How a house bot plays; nothing for another. In small games it is called after the game.
const houseStyle = (words, bot) => words.play.styles[bot.replace(/^(connect-four|tic-tac-toe)-/, '')];

/// The chosen opponent as an option's value; if it is not available, a house bot or an engine.
function chosenOf(state) {
  const { words, game, chosen } = state;
  const names = botsOf(state);
  const engines = Object.keys(ENGINES[game]).map((engine) => `engine ${engine}`);
  if ([...names.map((bot) => `bot ${bot}`), ...engines, GUEST].includes(chosen)) return chosen;
  const house = names.find((bot) => houseStyle(words, bot));
  return house ? `bot ${house}` : engines[0];
}

function opponentOf(state) {
  const [kind, ...rest] = chosenOf(state).split(' ');
  return { opponent: kind === 'bot' ? rest.join(' ') : null, engine: kind === 'engine' ? rest[0] : null };
}

/// The choice as a query.
function addressed(state) {
  const { opponent, engine } = opponentOf(state);
  const asked = new URLSearchParams({ game: state.game });
  if (opponent) asked.set('opponent', opponent);
  if (engine) asked.set('engine', engine);
  if (state.seat) asked.set('seat', state.seat);
  if (state.time && !engine) asked.set('time', state.time);
  return asked;
}

function render(state) {
  const { words, wish, sentence, isRefused, name, picture, game, seat, time } = state;
  const text = words.play;
  const { engine } = opponentOf(state);
  const isPractice = engine !== null;
  const times = wish.time && !TIMES.includes(wish.time) ? [wish.time, ...TIMES] : TIMES;
  return h('div', { class: 'play-setup list-view' },
    h('div', { class: 'view-head' },
      h('h1', { tabindex: -1 }, wish.bot !== null ? text.invitedBy({ name: wish.bot }) : text.title),
      h('p', { class: 'about' }, text.intro),
    ),
    h('div', { class: 'play-choice' },
      h('form', { class: 'card card-form', onsubmit: ['begin'], onchange: ['changed'] },
        field('game', words.games.game, { kind: GAME_NAMES.map((each) => [each, words.gameName(each)]), value: game }),
        opponents(state),
        field('seat', text.seat, { kind: [['', text.randomSide], ...SEATS.map((side) => [side, words[side]])], value: seat }),
        field('time', text.time, { kind: times.map((control) => [control, words.time(controlOf(control))]), value: time, hidden: isPractice }),
        field('name', text.name, { value: name, required: !isPractice, maxlength: 40, hint: text.nameHint, autocomplete: 'nickname', hidden: isPractice }),
        h('details', { open: isRefused, hidden: isPractice },
          h('summary', {}, text.withToken),
          field('token', text.token, { kind: 'password', hint: text.tokenHint }),
        ),
        h('p', {}, h('button', { class: 'button primary' }, text.begin)),
        h('p', { class: 'answer refusal', role: 'alert' }, sentence),
      ),
      h('div', { class: 'preview' }, picture),
    ),
  );
}

/// The options: connected bots, practice engines, a friend.
function opponents(state) {
  const { words, game, known } = state;
  const text = words.play;
  const chosen = chosenOf(state);
  const option = (value, label) => h('option', { key: value, value }, label);
  const group = (label, options) => (options.length > 0 ? h('optgroup', { key: label, label }, options) : null);
  const label = (bot) => {
    const rating = known.game === game ? known.ratings.get(bot) : null;
    return [bot, houseStyle(words, bot), rating ? words.number(Math.round(rating)) : null].filter(Boolean).join(' · ');
  };
  const hint = chosen.startsWith('engine ') ? text.practiceHint : chosen === GUEST ? text.byLinkHint : text.botHint;
  return h('label', { class: 'field' },
    h('span', {}, text.opponent),
    h('select', { name: 'against', required: true, value: chosen },
      group(text.botsHere, botsOf(state).map((bot) => option(`bot ${bot}`, label(bot)))),
      group(text.practice, Object.keys(ENGINES[game]).map((engine) => option(`engine ${engine}`, text.engines[engine]))),
      group(text.people, [option(GUEST, text.byLink)]),
    ),
    h('small', { class: 'about-opponent' }, hint),
  );
}
