// A person's connection to the referee, by the WebSocket protocol of bots (protocol.md).

import { botAddress } from '../api.js';
import { backoff } from '../follow.js';

/// Close codes after which the page does not reconnect.
const FINAL = { 1013: 'full', 4000: 'bad_hello', 4001: 'superseded', 4003: 'refused', 4006: 'name_taken', 4008: 'flood' };

/// Connects as `{name, token, resumeToken, games}` and reconnects. `changed(seat, message)` is called after each message and each change of the
/// connection. The seat has `name`, `resumeToken` (the secret for reconnecting), `state` (`connecting`, `there`, `lost`, `closed`), `why`
/// (`{code, message}` once it is closed), and `games`, by number, each `{state, turn, over}`. `open`, `later` and `cancel` are for tests.
export function takeSeat(
  { name, token = null, resumeToken = null, games },
  changed,
  { open = (url) => new WebSocket(url), later = setTimeout, cancel = clearTimeout } = {},
) {
  const seat = { name, resumeToken, state: 'connecting', why: null, games: new Map() };
  let [socket, timer, attempt, fatal, over] = [null, null, 0, null, false];

  const notify = (message = null) => changed(seat, message);
  const send = (message) => socket?.readyState === 1 && socket.send(JSON.stringify(message));

  function connect() {
    const mine = open(botAddress());
    socket = mine;
    mine.onopen = () =>
      send({
        t: 'hello',
        proto: [1],
        ...(token ? { token } : {}),
        ...(seat.resumeToken ? { resume_token: seat.resumeToken, resume: true } : {}),
        bot: { name: seat.name, lang: 'a person', games },
      });
    mine.onmessage = ({ data }) => socket === mine && receive(JSON.parse(data));
    mine.onclose = ({ code }) => {
      if (socket !== mine || over) return;
      const final = fatal ?? (FINAL[code] ? { code: FINAL[code], message: '' } : null);
      if (final && Object.values(FINAL).includes(final.code)) {
        over = true;
        Object.assign(seat, { state: 'closed', why: final });
      } else {
        seat.state = 'lost';
        timer = later(connect, backoff(attempt));
        attempt += 1;
      }
      fatal = null;
      notify();
    };
  }

  function receive(message) {
    const known = seat.games.get(message.game);
    switch (message.t) {
      case 'welcome':
        Object.assign(seat, { name: message.bot, resumeToken: message.resume_token, state: 'there' });
        attempt = 0;
        // Requests the results of games that ended meanwhile.
        for (const [game, { over: ended }] of seat.games) if (!message.games.includes(game) && !ended) send({ t: 'sync', game });
        break;
      case 'state':
        seat.games.set(message.game, { state: message, turn: null, over: null });
        break;
      case 'your_turn':
        if (known) seat.games.set(message.game, { ...known, turn: message });
        break;
      case 'accepted':
        if (known && known.turn?.ply === message.ply) seat.games.set(message.game, { ...known, turn: null });
        break;
      case 'game_over':
        seat.games.set(message.game, { state: known?.state ?? null, turn: null, over: message });
        break;
      case 'error':
        if (message.fatal) fatal = message;
        break;
    }
    notify(message);
  }

  connect();
  return {
    /// Offers a game: `{game, opponent, time, seat, id}`.
    seek: (offer) => send({ t: 'seek', ...offer }),
    ready: (game) => send({ t: 'ready', game }),
    move: (game, ply, move) => send({ t: 'move', game, ply, move }),
    resign: (game) => send({ t: 'resign', game }),
    close() {
      over = true;
      cancel(timer);
      socket?.close(1000);
    },
  };
}
