// What one would play, against whom, with which side and which time. What is chosen is in the address.

import { address, get } from '../api.js';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { field } from '../form.js';
import { html, setAttribute, setText } from '../element.js';
import { poll } from '../poll.js';
import { ENGINES } from './engines.js';
import { explain } from './explained.js';
import { lastName } from './memory.js';
import { TIMES, controlOf } from './times.js';

const SEATS = ['white', 'black'];
const GUEST = 'guest';

/// What the address asks for: `{game, bot, engine, seat, time, position}`.
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

/// The form: `.element`, `.heading`, `.close()`. `begin({game, opponent, engine, seat, time, name, token})` is called when one would play.
/// `sentence` says why the last try came to nothing, and `code` how the referee calls that.
export function setup({ words, report, forget }, query, begin, { sentence = '', code = '' } = {}) {
  const text = words.play;
  const wish = wishOf(query);
  const isInvited = wish.bot !== null;
  const heading = html('h1', { tabindex: -1 }, isInvited ? text.invitedBy(wish.bot) : text.title);
  const game = field('game', words.games.game, { kind: GAME_NAMES.map((name) => [name, words.gameName(name)]), value: wish.game });
  const opponents = html('select', { name: 'against', required: true });
  const against = html('label', { class: 'field' }, html('span', {}, text.opponent), opponents, html('small', { class: 'about-opponent' }));
  const seat = field('seat', text.seat, { kind: [['', text.byLot], ...SEATS.map((side) => [side, words[side]])], value: wish.seat ?? '' });
  const times = wish.time && !TIMES.includes(wish.time) ? [wish.time, ...TIMES] : TIMES;
  const time = field('time', text.time, {
    kind: times.map((control) => [control, words.time(controlOf(control))]),
    value: wish.time ?? 'unlimited',
    hint: '',
  });
  const name = field('name', text.name, { value: lastName(), required: true, maxlength: 40, hint: text.nameHint, autocomplete: 'nickname' });
  const token = html(
    'details',
    { open: code === 'refused' },
    html('summary', {}, text.withToken),
    field('token', text.token, { kind: 'password', hint: text.tokenHint }),
  );
  const answer = html('p', { class: 'answer refusal', role: 'alert' }, sentence);
  const form = html(
    'form',
    { class: 'card-form', onsubmit: submit, onchange: changed },
    game,
    against,
    seat,
    time,
    name,
    token,
    html('p', {}, html('button', { class: 'button primary' }, text.begin)),
    answer,
  );
  const preview = html('div', { class: 'preview' });
  const element = html(
    'div',
    { class: 'play-setup list-view' },
    html('div', { class: 'view-head' }, heading, html('p', { class: 'about' }, text.intro)),
    html('div', { class: 'play-choice' }, form, preview),
  );
  let known = { game: null, bots: [], ratings: new Map() };
  let chosen = isInvited ? `bot ${wish.bot}` : wish.engine ? `engine ${wish.engine}` : null;

  const look = poll(5_000, async (signal) => {
    const asked = values().game;
    try {
      const [{ bots }, { ratings }] = await Promise.all([
        get('v1/bots', { game: asked, limit: 100 }, signal),
        get('v1/ratings', { game: asked }, signal),
      ]);
      known = { game: asked, bots, ratings: new Map(ratings.map(({ bot, rating }) => [bot, rating])) };
      report('setup', true);
      draw();
    } catch (error) {
      if (error.name !== 'AbortError') report('setup', false);
    }
  });

  function values() {
    return Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]));
  }

  /// The board at which one will sit, seen from one's own side.
  async function lay() {
    const { game: played, seat: side } = values();
    try {
      const { position } = await explain(played);
      if (values().game !== played || values().seat !== side) return;
      const picture = gameOf({ gameName: played }).board(words);
      picture.show(position, null);
      if (side === 'black') picture.flip?.();
      preview.replaceChildren(picture.element);
    } catch {
      preview.replaceChildren();
    }
  }

  function option(value, label) {
    return html('option', { value, selected: value === chosen }, label);
  }

  /// The bots that are there, the engines to practise with, and a person.
  function draw() {
    const now = values().game;
    const bots = known.game === now ? known.bots : [];
    const names = bots.map((bot) => bot.name);
    if (wish.bot !== null && now === wish.game && !names.includes(wish.bot)) names.unshift(wish.bot);
    const engines = Object.keys(ENGINES[now]).map((engine) => `engine ${engine}`);
    const all = [...names.map((bot) => `bot ${bot}`), ...engines, GUEST];
    if (!all.includes(chosen)) chosen = names.find((bot) => text.house[bot]) ? `bot ${names.find((bot) => text.house[bot])}` : engines[0];
    const label = (bot) => {
      const rating = known.ratings.get(bot);
      return [bot, text.house[bot] ?? null, rating ? words.number(Math.round(rating)) : null].filter(Boolean).join(' · ');
    };
    const groups = [
      html('optgroup', { label: text.botsHere }, ...names.map((bot) => option(`bot ${bot}`, label(bot)))),
      html('optgroup', { label: text.practice }, ...engines.map((engine) => option(engine, text.engines[engine.slice(7)]))),
      html('optgroup', { label: text.people }, option(GUEST, text.byLink)),
    ].filter((group) => group.children.length > 0);
    const isSame = groups.length === opponents.children.length && groups.every((group, index) => group.isEqualNode(opponents.children[index]));
    if (!isSame) opponents.replaceChildren(...groups);
    opponents.value = chosen;
    tellKind();
  }

  function tellKind() {
    const isPractice = chosen?.startsWith('engine ');
    setText(against.querySelector('.about-opponent'), isPractice ? text.practiceHint : chosen === GUEST ? text.byLinkHint : text.botHint);
    for (const part of [time, name, token]) setAttribute(part, 'hidden', isPractice);
    setAttribute(name.querySelector('input'), 'required', !isPractice);
  }

  function changed({ target }) {
    if (target.name === 'game') {
      chosen = null;
      draw();
      look.now();
      lay();
    } else if (target.name === 'seat') {
      lay();
    } else if (target.name === 'against') {
      chosen = opponents.value;
      tellKind();
    }
    const { game: played, seat: side, time: control } = values();
    const [kind, ...rest] = (chosen ?? '').split(' ');
    const asked = new URLSearchParams({ game: played });
    if (kind === 'bot') asked.set('opponent', rest.join(' '));
    if (kind === 'engine') asked.set('engine', rest[0]);
    if (side) asked.set('seat', side);
    if (control && kind !== 'engine') asked.set('time', control);
    history.replaceState(history.state, '', address(`play?${asked}`));
  }

  function submit(event) {
    event.preventDefault();
    const { game: played, seat: side, time: control, name: called, token: secret } = values();
    const [kind, ...rest] = chosen.split(' ');
    begin({
      game: played,
      opponent: kind === 'bot' ? rest.join(' ') : null,
      engine: kind === 'engine' ? rest[0] : null,
      seat: side || null,
      time: control || null,
      name: called,
      token: secret || null,
    });
  }

  draw();
  lay();
  return {
    element,
    heading,
    close() {
      look.stop();
      forget('setup');
    },
  };
}
