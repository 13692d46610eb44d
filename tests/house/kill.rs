//! Crash tests: the real binary is killed (−9) repeatedly during matches, and loses nothing.

use super::simulation::items;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

const GAMES: u64 = 8;

/// The acknowledgements that the bots received.
#[derive(Clone, Default)]
struct Promises {
    accepted: Accepted,
    /// Game to its end, as each seat received it.
    over: BTreeMap<u64, Vec<Value>>,
    finished: usize,
    received: usize,
}

pub struct RefereeProcess {
    process: Child,
    pub address: String,
}

impl RefereeProcess {
    /// A referee on a free port that keeps its data in this folder (`memory`: none), with these further arguments.
    pub fn start(folder: &Path, arguments: &[&str]) -> RefereeProcess {
        let mut process = Command::new(env!("CARGO_BIN_EXE_arbitre"))
            .args(["--bind", "127.0.0.1:0", "--seed", "1", "--data"])
            .arg(folder)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.split('/').nth(2).unwrap_or_else(|| panic!("an address in `{line}`")).to_string();
        RefereeProcess { process, address }
    }

    pub fn kill(mut self) {
        self.process.kill().expect("killed");
        self.process.wait().expect("gone");
    }

    async fn http(&self, request: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let body = answer.split_once("\r\n\r\n").expect("a head and a body").1;
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    pub async fn get(&self, path: &str) -> Value {
        self.http(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)).await
    }

    async fn new_match(&self, game: u64) {
        let body = json!({"white": format!("w{game}"), "black": format!("b{game}"), "time": "600s"});
        assert_eq!(self.post("/v1/matches", &body).await["game"], game);
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let (host, length) = (&self.address, body.len());
        let head = format!("POST {path} HTTP/1.1\r\ncontent-type: application/json\r\nconnection: close\r\n");
        self.http(&format!("{head}host: {host}\r\ncontent-length: {length}\r\n\r\n{body}")).await
    }
}

/// The accepted moves: game and ply to the acceptance.
type Accepted = BTreeMap<(u64, u64), Value>;

/// Plays until the connection breaks: is ready for every game, and answers its other messages as `answer` says.
pub async fn play(address: String, about: Value, mut answer: impl FnMut(Value) -> Option<Value>) {
    let Ok(stream) = TcpStream::connect(&address).await else { return };
    let Ok((mut socket, _)) = tokio_tungstenite::client_async(format!("ws://{address}/ws"), stream).await else { return };
    let mut said = Some(json!({"t": "hello", "proto": [1], "resume": true, "bot": about}));
    loop {
        if let Some(message) = said.take()
            && socket.send(Message::text(message.to_string())).await.is_err()
        {
            return;
        }
        let Some(Ok(frame)) = socket.next().await else { return };
        let Message::Text(text) = frame else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        said = match message["t"].as_str().expect("a name") {
            "state" if message["status"] == "waiting" => Some(json!({"t": "ready", "game": message["game"]})),
            "rejected" | "error" => panic!("{message}"),
            _ => answer(message),
        };
    }
}

/// Answers a message to one of the players. `before` is what was accepted before the referee was started.
fn answer(message: Value, before: &Accepted, promises: &Mutex<Promises>, kill: &(usize, CancellationToken)) -> Option<Value> {
    let (game, ply) = (message["game"].as_u64(), message["ply"].as_u64());
    match message["t"].as_str().expect("a name") {
        "state" => {
            // Acknowledged data is still there: the moves, and the clocks of the last of them.
            let known: Vec<_> = before.iter().filter(|((of, _), _)| Some(*of) == game).collect();
            for ((_, ply), accepted) in &known {
                assert_eq!(message["moves"][*ply as usize], accepted["move"], "game {game:?}, ply {ply}");
            }
            if let Some(((_, ply), accepted)) = known.last()
                && message["ply"] == *ply + 1
            {
                assert_eq!(message["clocks"], accepted["clocks"], "the clocks of game {game:?}");
            }
        }
        "your_turn" => {
            let moves = items(&message["legal_moves"]);
            let choice = (game.unwrap_or(0) * 31 + ply.unwrap_or(0) * 17) as usize % moves.len();
            return Some(json!({"t": "move", "game": game, "ply": ply, "move": moves[choice]}));
        }
        "accepted" => {
            let mut promises = promises.lock().expect("no panic elsewhere");
            promises.received += 1;
            if promises.received >= kill.0 {
                kill.1.cancel();
            }
            let key = (game.expect("a game"), ply.expect("a ply"));
            let earlier = promises.accepted.insert(key, message.clone());
            assert!(earlier.is_none_or(|earlier| earlier == message), "accepted twice, and not alike: {message}");
        }
        "game_over" => {
            let mut promises = promises.lock().expect("no panic elsewhere");
            let received = promises.over.entry(game.expect("a game")).or_default();
            // Sent again, it is the same but for that.
            let mut message = message;
            message.as_object_mut().expect("an object").remove("past");
            assert!(received.iter().all(|earlier| *earlier == message), "two ends of one game: {message}");
            received.push(message);
            promises.finished = promises.over.values().filter(|received| received.len() >= 2).count();
            if promises.finished == GAMES as usize {
                kill.1.cancel();
            }
        }
        _ => {}
    }
    None
}

/// Kills the referee repeatedly while all games are played, then checks what is in storage against what was promised.
async fn check(kills: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let promises = Arc::new(Mutex::new(Promises::default()));
    let mut killed = 0;
    loop {
        let server = RefereeProcess::start(folder.path(), &["--no-house-bots"]);
        if killed == 0 {
            for game in 1..=GAMES {
                server.new_match(game).await;
            }
        }
        // After a number of acceptances, at an arbitrary instant otherwise. After the last kill the games are played out.
        let received = promises.lock().expect("no panic").received;
        let until = if killed < kills { received + 1 + (killed * 7) % 23 } else { usize::MAX };
        let kill = CancellationToken::new();
        let names = (1..=GAMES).flat_map(|game| [format!("w{game}"), format!("b{game}")]);
        let before = Arc::new(promises.lock().expect("no panic").accepted.clone());
        let mut bots = JoinSet::new();
        for name in names {
            let (before, promises, kill) = (before.clone(), promises.clone(), (until, kill.clone()));
            bots.spawn(play(server.address.clone(), json!({"name": name}), move |message| answer(message, &before, &promises, &kill)));
        }
        tokio::select! {
            () = kill.cancelled() => {}
            broken = bots.join_next() => panic!("a bot ended before the referee did: {broken:?}"),
        }
        let finished = promises.lock().expect("no panic").finished == GAMES as usize;
        if finished {
            let promised = promises.lock().expect("no panic").clone();
            verify(&server, &promised).await;
            server.kill();
            break;
        }
        server.kill();
        killed += 1;
        while let Some(bot) = bots.join_next().await {
            bot.expect("no promise was broken");
        }
    }
    let promises = promises.lock().expect("no panic");
    println!("{killed} kills, {GAMES} games, {} moves promised, none lost", promises.accepted.len());
    assert!(killed >= kills.min(10), "{killed} kills only: the games were over too soon");
}

async fn verify(server: &RefereeProcess, promises: &Promises) {
    for game in 1..=GAMES {
        let detail = server.get(&format!("/v1/matches/{game}")).await;
        let moves = items(&detail["moves"]);
        for ((_, ply), accepted) in promises.accepted.range((game, 0)..(game + 1, 0)) {
            let kept = &moves[*ply as usize];
            for field in ["ply", "move", "charge", "clocks"] {
                assert_eq!(kept[field], accepted[field], "{field} of ply {ply} of game {game}");
            }
        }
        let over = &promises.over[&game][0];
        for field in ["/result", "/reason", "/why/code", "/why/params"] {
            assert_eq!(detail.pointer(field), over.pointer(field), "{field} of game {game}");
        }
        let charged: u64 = moves.iter().filter(|mv| mv["seat"] == "white").filter_map(|mv| mv["charge"]["charged_us"].as_u64()).sum();
        assert_eq!(detail["clocks"]["white_us"].as_u64(), Some(600_000_000 - charged), "White's clock in game {game}");
    }
}

#[tokio::test]
async fn killed_at_any_instant_nothing_is_lost() {
    let kills = std::env::var("ARBITRE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4);
    check(kills).await;
}
