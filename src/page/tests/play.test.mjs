import assert from 'node:assert/strict';
import test from 'node:test';
import { GAME_NAMES, gameOf } from '../boards/boards.js';
import { closedSentence } from '../play/online.js';
import { ENGINES } from '../play/engines.js';
import { takeSeat } from '../play/seat.js';
import { wishOf } from '../play/setup.js';
import { TIMES, controlOf, controlText } from '../play/times.js';
import { placesOf } from '../play/explained.js';
import { WORDS } from './catalogues.mjs';

const { en, fr } = WORDS;

/// A test double of the referee: records messages and sends them.
function world(who = {}) {
  const [sockets, waits, calls] = [[], [], []];
  const open = () => {
    const socket = { readyState: 1, sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: (code) => { socket.closed = code; } };
    sockets.push(socket);
    return socket;
  };
  let seat = null;
  const held = takeSeat({ name: 'Ann', games: ['knights'], ...who }, (now, message) => { seat = now; calls.push(message?.t ?? now.state); }, {
    open,
    later: (act) => waits.push(act),
    cancel: () => {},
  });
  const socket = () => sockets.at(-1);
  return {
    held, sockets, waits, calls, socket,
    seat: () => seat,
    receive: (message) => socket().onmessage({ data: JSON.stringify(message) }),
    welcome: (games = []) => { socket().onopen(); socket().onmessage({ data: JSON.stringify({ t: 'welcome', bot: 'Ann', resume_token: 'secret', games }) }); },
    drop: (code = 1006) => socket().onclose({ code }),
  };
}

test('a person connects as a bot does, and reconnects with the secret', () => {
  const here = world();
  here.welcome();
  assert.deepEqual(here.socket().sent, [{ t: 'hello', proto: [1], bot: { name: 'Ann', lang: 'a person', games: ['knights'] } }]);
  here.drop();
  assert.equal(here.seat().state, 'lost');
  here.waits[0]();
  here.socket().onopen();
  assert.deepEqual([here.socket().sent[0].resume_token, here.socket().sent[0].resume], ['secret', true]);
});

test('a turn lasts until its move is accepted; a missed result is requested', () => {
  const here = world();
  here.welcome();
  here.receive({ t: 'state', game: 7, you: 'white', status: 'playing' });
  here.receive({ t: 'your_turn', game: 7, ply: 0, legal_moves: ['B9-A7'] });
  here.held.move(7, 0, 'B9-A7');
  assert.deepEqual(here.socket().sent.at(-1), { t: 'move', game: 7, ply: 0, move: 'B9-A7' });
  assert.ok(here.seat().games.get(7).turn);
  here.receive({ t: 'accepted', game: 7, ply: 0, move: 'B9-A7' });
  assert.equal(here.seat().games.get(7).turn, null);
  here.drop();
  here.waits[0]();
  here.welcome([]);
  assert.deepEqual(here.socket().sent.at(-1), { t: 'sync', game: 7 });
  here.receive({ t: 'game_over', game: 7, result: 'black' });
  assert.equal(here.seat().games.get(7).over.result, 'black');
});

test('after a final close code it does not reconnect', () => {
  for (const [code, word] of [[4006, 'name_taken'], [4001, 'superseded'], [4003, 'refused'], [4000, 'bad_hello'], [1013, 'full'], [4008, 'flood']]) {
    const here = world();
    here.socket().onopen();
    here.receive({ t: 'error', code: word, fatal: true, message: 'Ann looks like ann, which is another\'s name; `Ann 2` is free' });
    here.drop(code);
    assert.deepEqual([here.seat().state, here.seat().why.code, here.waits.length], ['closed', word, 0]);
    for (const words of [en, fr]) assert.match(closedSentence(words, here.seat().why), /^[^{]+\.$/);
  }
  assert.match(closedSentence(fr, { code: 'name_taken', why: { code: 'session.in_use', params: { name: 'Ann', free: 'Ann 2' } } }), /«\u00a0Ann 2\u00a0» est libre/);
  for (const code of [1001, 1006, 4004, 4005]) {
    const here = world();
    here.welcome();
    here.drop(code);
    assert.deepEqual([here.seat().state, here.waits.length], ['lost', 1]);
  }
  const here = world();
  here.held.close();
  here.drop(1000);
  assert.equal(here.waits.length, 0);
});

test('the places of every board are inside it, and moves between them are parsed back', () => {
  for (const name of GAME_NAMES) {
    const { ground } = gameOf({ gameName: name });
    assert.equal(new Set(ground.places.map((place) => place.name)).size, ground.places.length);
    for (const { left, top, width, height } of ground.places) assert.ok(left >= 0 && top >= 0 && left + width <= 1 && top + height <= 1, name);
    for (const { name: from } of ground.places) {
      for (const { name: to } of ground.places) {
        const ends = ground.ends(ground.move(from, to));
        assert.ok(ends[1] === to && (ends[0] === null || ends[0] === from), `${from} ${to}`);
      }
    }
    assert.ok(Object.keys(ENGINES[name]).every((engine) => en.play.engines[engine] && fr.play.engines[engine]));
  }
  const knights = gameOf({ gameName: 'knights' }).ground;
  assert.equal(knights.ends('PASSE'), null);
  const start = '1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0';
  assert.deepEqual(['B1', 'B9', 'A5'].map((place) => knights.occupant(start, place)), ['black', 'white', null]);
  assert.equal(gameOf({ gameName: 'tic-tac-toe' }).ground.occupant('3/1X1/2O w 2', 'C3'), 'black');
});

test('time controls are written and parsed', () => {
  for (const text of [...TIMES, '10s+0.1s/5s', 'unlimited/900s']) assert.equal(controlText(controlOf(text)), text);
  for (const text of ['', 'soon', '5', '5min', '10s+']) assert.equal(controlOf(text), null);
});

test('the choice of an address; unknown values are ignored', () => {
  const wish = (text) => wishOf(new URLSearchParams(text));
  assert.deepEqual(wish('game=tic-tac-toe&engine=best&seat=black&position=3/3/3+w+0'), { game: 'tic-tac-toe', bot: null, engine: 'best', seat: 'black', time: null, position: '3/3/3 w 0' });
  assert.deepEqual(wish('game=chess&engine=constructor&seat=green&time=never'), { game: 'knights', bot: null, engine: null, seat: null, time: null, position: null });
});

test('the places of a refused move', () => {
  const [from, to] = ['C9', 'E8'];
  assert.deepEqual(placesOf({ code: 'knights_move.blocked', params: { from, to, leg: 'D9' } }), ['D9']);
  assert.deepEqual(placesOf({ code: 'knights_move.own_knight', params: { from, to } }), ['E8']);
  assert.deepEqual(placesOf({ code: 'tic_tac_toe_move.taken', params: { cell: 'B2', side: 'white' } }), ['B2']);
  assert.deepEqual(placesOf({ code: 'connect_four_move.full', params: { column: '4' } }), []);
});
