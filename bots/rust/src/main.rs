//! A Chinese-knights bot in Rust.
//!
//!     cargo run --release -- --name my-bot --opponent greedy --games 1
//!
//! Edit choose(); the rest talks to the referee.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::http::Uri;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

/// What the referee says when it is the bot's turn.
struct Turn {
    /// Every legal move, such as `B9-A7`, or only `PASSE`; in Connect Four `1`, `2`, …
    legal_moves: Vec<String>,
    /// The board on one line: rows 1 to 9, `N` a white knight, `n` a black one.
    position: String,
    /// The message itself: `you`, `moves`, `clocks` and more.
    #[allow(dead_code)]
    message: Value,
}

/// Returns the move to play: one of `turn.legal_moves`.
fn choose(turn: &Turn) -> String {
    let board = squares(&turn.position);
    let score = |mv: &&String| match mv.split_once('-') {
        Some((start, end)) => {
            let rows = u32::from(start.as_bytes()[1].abs_diff(end.as_bytes()[1]));
            1_000 * (rows + if board.contains_key(end) { 3 } else { 0 }) + random_below(1_000)
        }
        // A pass, or a move of another game.
        None => random_below(1_000),
    };
    turn.legal_moves.iter().max_by_key(score).cloned().unwrap_or_default()
}

/// The pieces of a position: `B9` to `N`, `B1` to `n`, …
fn squares(position: &str) -> HashMap<String, char> {
    let mut pieces = HashMap::new();
    for (row, text) in (1..).zip(position.split(' ').next().unwrap_or_default().split('/')) {
        let mut column = 0;
        for character in text.chars() {
            match character.to_digit(10) {
                Some(empty) => column += empty as u8,
                None => {
                    pieces.insert(format!("{}{row}", (b'A' + column) as char), character);
                    column += 1;
                }
            }
        }
    }
    pieces
}

/// A random number below `most`.
fn random_below(most: u32) -> u32 {
    use std::hash::{BuildHasher, RandomState};
    (RandomState::new().hash_one(0) % u64::from(most)) as u32
}

/// What choose() gives if that is a legal move. If not, says what is wrong, and gives the first legal move instead.
fn checked(message: &Value) -> String {
    let strings = |value: &Value| value.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.into())).collect();
    let position = message["position"].as_str().unwrap_or_default().into();
    let turn = Turn { legal_moves: strings(&message["legal_moves"]), position, message: message.clone() };
    let wrong = match std::panic::catch_unwind(|| choose(&turn)) {
        Ok(mv) if turn.legal_moves.contains(&mv) => return mv,
        Ok(mv) => format!("gave {mv:?}, which is not a legal move"),
        Err(_) => "failed with a panic".into(),
    };
    let (ply, game, first) = (&message["ply"], &message["game"], &turn.legal_moves[0]);
    eprintln!("choose() {wrong}, at ply {ply} of game {game}; {first} is played instead");
    first.clone()
}

/// A bot over all its connections.
struct Bot {
    options: BTreeMap<String, String>,
    /// How many games are yet to be played; without end if negative.
    games: i64,
    /// The games that came of a seek and continue.
    sought: BTreeSet<u64>,
}

/// How a connection ended.
enum End {
    Done,
    Closed(u16, String),
}

impl Bot {
    fn seek(&self) -> Option<Value> {
        let opponent = self.options.get("opponent").filter(|_| self.games != 0)?;
        let mut seek = json!({"t": "seek", "id": "mine", "game": self.options["game"]});
        if opponent != "anybody" {
            seek["opponent"] = json!(opponent);
        }
        Some(seek)
    }

    fn connection(&mut self) -> Result<End, Error> {
        let (mut referee, _) = tungstenite::connect(&self.options["url"])?;
        if let Some(stream) = stream(&referee) {
            stream.set_nodelay(true)?;
        }
        let mut hello = json!({"t": "hello", "proto": [1]});
        hello["bot"] = json!({"name": self.options["name"], "lang": "Rust", "games": [self.options["game"]]});
        if let Some(token) = self.options.get("token") {
            hello["token"] = json!(token);
        }
        // Request the results of games that ended while the connection was lost.
        if !self.sought.is_empty() {
            hello["resume"] = json!(true);
        }
        send(&mut referee, &hello)?;
        // The games whose game_over is for this run.
        let mut known = self.sought.clone();
        loop {
            let message: Value = match referee.read()? {
                Message::Text(text) => serde_json::from_str(&text).unwrap_or_default(),
                Message::Close(Some(close)) => return Ok(End::Closed(close.code.into(), close.reason.to_string())),
                _ => continue,
            };
            if let (Some(heartbeat), Some(stream)) = (message["heartbeat_us"].as_u64(), stream(&referee)) {
                // The referee pings each heartbeat: longer silence ends the connection.
                stream.set_read_timeout(Some(Duration::from_micros(heartbeat) + Duration::from_secs(5)))?;
            }
            if let Some(answer) = self.handle(&message, &mut known) {
                send(&mut referee, &answer)?;
            }
            if self.games == 0 && known.is_empty() {
                referee.close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() }))?;
                while referee.read().is_ok() {}
                return Ok(End::Done);
            }
        }
    }

    /// The answer to a message, if any.
    fn handle(&mut self, message: &Value, known: &mut BTreeSet<u64>) -> Option<Value> {
        let text = |field: &str| message[field].as_str().unwrap_or_default();
        let game = message["game"].as_u64().unwrap_or_default();
        let play = |mv: &str| Some(json!({"t": "move", "game": game, "ply": message["ply"], "move": mv}));
        match text("t") {
            "welcome" => {
                println!("connected as {}", text("bot"));
                // Those of a run before are played on.
                known.extend(message["games"].as_array().into_iter().flatten().filter_map(Value::as_u64));
                return self.seek().filter(|_| self.sought.is_empty());
            }
            "state" => {
                known.insert(game);
                if text("id") == "mine" {
                    self.sought.insert(game);
                }
                let waits = text("status") == "waiting";
                let [white, black] = ["white", "black"].map(|side| message["players"][side].as_str().unwrap_or_default());
                println!("game {game} {}: {white} - {black}", if waits { "begins" } else { "continues" });
                return waits.then(|| json!({"t": "ready", "game": game}));
            }
            "your_turn" => return play(&checked(message)),
            "rejected" => {
                println!("rejected: {}", text("message"));
                if text("code") == "illegal" {
                    // It was forgiven, or the game would be over.
                    return play(message["legal_moves"][0].as_str()?);
                }
            }
            "game_over" if known.remove(&game) => {
                println!("game {game} is over: {} - {}", text("result"), text("detail"));
                let counts = self.sought.remove(&game) || !self.options.contains_key("opponent");
                self.games -= i64::from(counts && self.games > 0);
                return self.seek().filter(|_| counts);
            }
            "notice" | "error" => {
                println!("the referee says: {}", text("message"));
                if let Some("contest.bad_name" | "contest.self_play") = message["why"]["code"].as_str() {
                    // No later seek can succeed.
                    std::process::exit(1);
                }
                if text("code") == "seek_failed" {
                    std::thread::sleep(Duration::from_secs(2));
                    return self.seek();
                }
            }
            _ => {}
        }
        None
    }
}

fn stream(referee: &WebSocket<MaybeTlsStream<TcpStream>>) -> Option<&TcpStream> {
    match referee.get_ref() {
        MaybeTlsStream::Plain(stream) => Some(stream),
        MaybeTlsStream::Rustls(stream) => Some(&stream.sock),
        _ => None,
    }
}

fn send(referee: &mut WebSocket<MaybeTlsStream<TcpStream>>, message: &Value) -> Result<(), Error> {
    referee.send(Message::text(message.to_string()))
}

fn exit(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(1)
}

/// The WebSocket address for HOST:PORT, http://HOST or ws://HOST/ws; https and wss are encrypted.
fn websocket(server: &str) -> Option<String> {
    let url = if server.contains("://") { server.replacen("http", "ws", 1) } else { format!("ws://{server}") };
    let url = url.trim_end_matches('/');
    let url = format!("{}/ws", url.strip_suffix("/ws").unwrap_or(url));
    let uri: Uri = url.parse().ok()?;
    let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
    let port = authority.as_str().strip_prefix(authority.host())?;
    let is_right = ["ws", "wss"].contains(&scheme) && (port.is_empty() || port[1..].parse().is_ok_and(|port: u16| port > 0));
    (is_right && !authority.host().is_empty()).then_some(url)
}

fn main() {
    let mut options: BTreeMap<String, String> =
        [("server", "ws://127.0.0.1:8080/ws"), ("name", "rust-bot"), ("game", "knights")].map(|(name, value)| (name.into(), value.into())).into();
    for (name, variable) in [("server", "SERVER"), ("name", "NAME"), ("token", "BOT_TOKEN"), ("game", "GAME")] {
        if let Some(value) = std::env::var(format!("ARBITRE_{variable}")).ok().filter(|value| !value.is_empty()) {
            options.insert(name.into(), value);
        }
    }
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let name = argument.strip_prefix("--").filter(|name| ["server", "name", "token", "game", "opponent", "games"].contains(name));
        let (Some(name), Some(value)) = (name, arguments.next()) else {
            let games = "[--game knights|connect-four|tic-tac-toe]";
            eprintln!("usage: [--server HOST:PORT] [--name NAME] [--token TOKEN] {games} [--opponent NAME|anybody] [--games N]");
            std::process::exit(2);
        };
        options.insert(name.into(), value);
    }
    let Some(url) = websocket(&options["server"]) else { exit(&format!("--server: {:?} is not an address like ws://127.0.0.1:8080/ws", options["server"])) };
    // For an address copied from the browser, such as http://HOST:8080/desk: more slashes than in ws://HOST:8080/ws.
    let hint = if url.matches('/').count() > 3 { "; --server is HOST:PORT, usually without a path" } else { "" };
    options.insert("url".into(), url);
    let games = options.get("games").map_or(-1, |games| games.parse().unwrap_or(0));
    if games == 0 {
        exit("--games is 1 or more");
    }
    let mut bot = Bot { options, games, sought: BTreeSet::new() };
    let mut wait = 0.25;
    loop {
        let began = Instant::now();
        let problem = match bot.connection() {
            Ok(End::Done) => return,
            // A bad hello, a newer login, a bad token: trying again would not help.
            Ok(End::Closed(code @ (4000 | 4001 | 4003), reason)) => exit(&format!("closed with code {code}: {reason}")),
            Ok(End::Closed(code, reason)) => format!("closed with code {code}: {reason}"),
            Err(error) => error.to_string(),
        };
        wait = if began.elapsed() > Duration::from_secs(10) { 0.25 } else { f64::min(wait * 2.0, 15.0) };
        eprintln!("not connected to {} ({problem}{hint}); trying again in {wait} s", bot.options["url"]);
        std::thread::sleep(Duration::from_secs_f64(wait * (0.5 + f64::from(random_below(500)) / 1_000.0)));
    }
}
