// A Chinese-knights bot in JavaScript, without dependencies: Node 18 or later, Deno, Bun, or a browser.
//
//   node bot.mjs --name my-bot --opponent greedy --games 1
//
// Edit choose(); the rest talks to the referee. In a page: import { play } from "./bot.mjs"; play({ url, name, opponent }).

/**
 * Returns the move to play. `turn` is the referee's message:
 *
 * turn.legal_moves  every legal move, such as ["B9-A7", "B9-C7"], or ["PASSE"]; of Connect Four ["1", "2", …]
 * turn.position     the board on one line: rows 1 to 9, "N" a white knight, "n" a black one
 * turn.you          "white" (moves towards row 1) or "black" (towards row 9)
 * turn.moves        the moves so far
 * turn.clocks       {white_us, black_us}: microseconds left, null for no limit
 */
export function choose(turn) {
  const board = squares(turn.position);
  const score = (move) => {
    if (!move.includes("-")) return Math.random(); // a pass, or a move of another game
    const [start, end] = move.split("-");
    const capture = board.has(end) ? 3 : 0;
    return capture + Math.abs(start[1] - end[1]) + Math.random();
  };
  const scored = turn.legal_moves.map((move) => ({ move, score: score(move) }));
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).move;
}

/** The pieces of a position: Map { "B9" => "N", "B1" => "n", … }. */
export function squares(position) {
  const pieces = new Map();
  position.split(" ")[0].split("/").forEach((text, index) => {
    let column = 0;
    for (const character of text) {
      if (character >= "1" && character <= "9") column += Number(character);
      else pieces.set("ABCDEFGHI"[column++] + (index + 1), character);
    }
  });
  return pieces;
}

/** The move of choose() if it is legal; otherwise reports the error and returns the first legal move. */
function checked(turn) {
  let wrong;
  try {
    const move = choose(turn);
    if (turn.legal_moves.includes(move)) return move;
    wrong = `gave ${JSON.stringify(move)}, which is not a legal move`;
  } catch (error) {
    console.error(error);
    wrong = `failed with ${error}`;
  }
  console.error(`choose() ${wrong}, at ply ${turn.ply} of game ${turn.game}; ${turn.legal_moves[0]} is played instead`);
  return turn.legal_moves[0];
}

/** The WebSocket address for HOST:PORT, http://HOST or ws://HOST/ws; https and wss are encrypted. */
function websocket(server) {
  const url = (server.includes("://") ? server : `ws://${server}`).replace(/^http/, "ws").replace(/(\/ws)?\/*$/, "/ws");
  let port = "0";
  try {
    ({ port } = new URL(url));
  } catch {
    // refused below
  }
  if (port === "0" || !/^wss?:\/\/[^/]/.test(url)) throw new Error(`--server: "${server}" is not an address like ws://127.0.0.1:8080/ws`);
  return url;
}

/** Plays the requested number of games; reconnects automatically. */
export async function play({ url, games = -1, ...others }) {
  const options = { ...others, url: websocket(url) };
  // `sought` are the running games from seeks; `games` is the number of games left, negative for no limit.
  const run = { games, sought: new Set() };
  // For an address copied from the browser, such as http://HOST:8080/desk.
  const hint = new URL(options.url).pathname === "/ws" ? "" : "; --server is HOST:PORT, usually without a path";
  for (let wait = 250; ; ) {
    const began = Date.now();
    const closed = await connection(options, run);
    if (closed.done) return;
    if (closed.refused) throw new Error(closed.refused);
    // Invalid hello, newer login or invalid token: no reconnection.
    if ([4000, 4001, 4003].includes(closed.code)) throw new Error(`closed with code ${closed.code}: ${closed.reason}`);
    wait = Date.now() - began > 10_000 ? 250 : Math.min(wait * 2, 15_000);
    const problem = closed.reason || `closed with code ${closed.code}`;
    console.error(`not connected to ${options.url} (${problem}${hint}); trying again in ${wait / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
  }
}

async function connection({ url, name, token, game = "knights", opponent }, run) {
  const WebSocket = globalThis.WebSocket ?? (await import("./websocket.mjs")).WebSocket;
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const send = (message) => socket.send(JSON.stringify(message));
    const seek = () => {
      if (!opponent || run.games === 0 || socket.readyState !== 1) return;
      send({ t: "seek", id: "mine", game, opponent: opponent === "anybody" ? undefined : opponent });
    };
    const play = ({ game, ply }, move) => send({ t: "move", game, ply, move });
    const { sought } = run;
    const known = new Set(sought); // the games of this run
    let done = false;
    // WebSocket hides the referee's pings: the bot requests a `pong` each heartbeat, and closes after a timeout.
    let [heartbeat, asking, silence] = [15_000];
    const end = (closed) => {
      clearInterval(asking);
      clearTimeout(silence);
      socket.onmessage = socket.onclose = () => {};
      socket.close();
      resolve({ ...closed, done });
    };
    const received = () => {
      clearTimeout(silence);
      // Messages that arrived during choose() are read first.
      const last = () => (silence = setTimeout(end, 1000, { code: 1006, reason: "the referee is silent" }));
      silence = setTimeout(last, heartbeat + 4000);
    };
    received();
    // Requests the results of games that ended during the disconnection.
    const resume = sought.size > 0 || undefined;
    socket.onopen = () => send({ t: "hello", proto: [1], token: token || undefined, resume, bot: { name, lang: "JavaScript", games: [game] } });
    socket.onerror = () => {}; // a close follows
    socket.onclose = ({ code, reason }) => end({ code, reason });
    socket.onmessage = ({ data }) => {
      received();
      const message = JSON.parse(data);
      const { game } = message;
      switch (message.t) {
        case "welcome":
          console.log("connected as", message.bot);
          heartbeat = message.heartbeat_us / 1000;
          asking = setInterval(() => send({ t: "ping" }), heartbeat);
          message.games.forEach((game) => known.add(game)); // running games of an earlier run are continued
          if (sought.size === 0) seek();
          break;
        case "state": {
          known.add(game);
          if (message.id === "mine") sought.add(game);
          const waits = message.status === "waiting";
          console.log(`game ${game} ${waits ? "begins" : "continues"}: ${message.players.white} - ${message.players.black}`);
          if (waits) send({ t: "ready", game });
          break;
        }
        case "your_turn":
          play(message, checked(message));
          break;
        case "rejected":
          console.log("rejected:", message.message);
          if (message.code === "illegal") play(message, message.legal_moves[0]); // a forgiven illegal move
          break;
        case "game_over": {
          if (!known.delete(game)) break;
          console.log(`game ${game} is over: ${message.result} - ${message.detail}`);
          const counts = sought.delete(game) || !opponent;
          if (counts && run.games > 0) run.games -= 1;
          if (run.games === 0 && known.size === 0) {
            done = true;
            socket.close(1000);
          } else if (counts) {
            seek();
          }
          break;
        }
        case "notice":
        case "error":
          // No later seek can succeed.
          if (["contest.bad_name", "contest.self_play"].includes(message.why?.code)) return end({ refused: message.message });
          console.log("the referee says:", message.message);
          if (message.code === "seek_failed") setTimeout(seek, 2000);
          break;
      }
    };
  });
}

const process = globalThis.process;
if (process?.argv?.[1] && import.meta.url === (await import("node:url")).pathToFileURL(process.argv[1]).href) {
  const { parseArgs } = await import("node:util");
  const option = (name, fallback) => ({ type: "string", default: process.env[`ARBITRE_${name}`] ?? fallback });
  try {
    const { values } = parseArgs({
      options: {
        server: option("SERVER", "ws://127.0.0.1:8080/ws"), // or http://HOST:8080, wss://HOST/ws
        name: option("NAME", "javascript-bot"),
        token: option("BOT_TOKEN"),
        game: option("GAME", "knights"), // or connect-four, tic-tac-toe
        opponent: { type: "string" }, // seek this bot, or `anybody`; by default wait for a game
        games: { type: "string", default: "-1" }, // stop after this many games; by default never
      },
    });
    const { server, ...others } = values;
    const games = Number(values.games);
    if (games === 0 || !Number.isInteger(games)) throw new Error("--games is 1 or more");
    await play({ ...others, url: server, games });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
