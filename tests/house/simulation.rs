//! Fixture: a referee in memory with its clients.

use super::schema;
use clap::Parser;
use contest::tokens;
use futures_util::{SinkExt, StreamExt};
use rules::Catalogue;
use serde_json::{Value, json};
use server::{Config, Referee};
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use storage::Storage;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_util::sync::CancellationToken;
use web::{MemoryConnector, in_memory};

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// The header of a request with a body of JSON.
pub const JSON: &str = "content-type: application/json\r\n";
/// The default address of a pipe.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const BUFFER_BYTES: usize = 64 << 10;

pub struct Simulation {
    connector: MemoryConnector,
    line_connector: MemoryConnector,
    pub storage: Arc<dyn Storage>,
    pub stop: CancellationToken,
    pub served: tokio::task::JoinHandle<Result<(), server::Error>>,
}

pub struct Answer {
    /// What was asked: method, path and body.
    pub request: String,
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// This answer, which must have this status.
    #[track_caller]
    pub fn is(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}: {}", self.request, self.body);
        self
    }

    /// This answer, which must have this status and contain this text.
    #[track_caller]
    pub fn says(self, status: u16, text: &str) -> Answer {
        let answer = self.is(status);
        assert!(answer.body.contains(text), "{}: `{text}` is not in {}", answer.request, answer.body);
        answer
    }
}

/// The items of a list.
#[track_caller]
pub fn items(list: &Value) -> &[Value] {
    list.as_array().unwrap_or_else(|| panic!("this is no list: {list}"))
}

/// This field of each item of a list.
#[track_caller]
pub fn each<'l>(list: &'l Value, field: &str) -> Vec<&'l Value> {
    items(list).iter().map(|item| &item[field]).collect()
}

/// An address of the network 10.0.0.0/24.
pub fn address(last: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, last])
}

impl Simulation {
    /// A new referee, with these flags.
    pub async fn start(flags: &[&str]) -> Simulation {
        Simulation::resume(storage::in_memory(), flags).await
    }

    /// A referee that finds this storage.
    pub async fn resume(storage: Arc<dyn Storage>, flags: &[&str]) -> Simulation {
        Simulation::with_games(Catalogue::ALL, storage, flags).await
    }

    /// A referee of other games than usual.
    pub async fn with_games(games: Catalogue, storage: Arc<dyn Storage>, flags: &[&str]) -> Simulation {
        let data: &[&str] = if flags.contains(&"--data") { &[] } else { &["--data", "memory"] };
        // Automatic reviews take real time; only their own tests switch them on.
        let reviews: &[&str] = if flags.contains(&"--reviews") { &[] } else { &["--reviews", "none"] };
        let mut config = Flags::parse_from([&["arbitre", "--seed", "1", "--report-threads", "0"], data, reviews, flags].concat()).config;
        config.contest.games = games;
        let stop = CancellationToken::new();
        let referee = Referee::start(config, storage.clone(), stop.clone()).await.expect("a referee");
        let ((connector, pipes), (line_connector, lines)) = (in_memory(), in_memory());
        referee.listen_for_lines(lines);
        let served = tokio::spawn(async move { referee.listen(pipes).await });
        Simulation { connector, line_connector, storage, stop, served }
    }

    /// A connection that has said nothing yet.
    pub fn pipe(&self) -> DuplexStream {
        self.pipe_from(HERE)
    }

    /// The same, as if from this address.
    pub fn pipe_from(&self, address: IpAddr) -> DuplexStream {
        self.connector.open_with(BUFFER_BYTES, address).expect("the referee listens")
    }

    /// A connection of the line protocol that has said nothing yet.
    pub fn line(&self) -> DuplexStream {
        self.line_connector.open().expect("the referee listens")
    }

    /// The same, as if from this address.
    pub fn line_from(&self, address: IpAddr) -> DuplexStream {
        self.line_connector.open_with(BUFFER_BYTES, address).expect("the referee listens")
    }

    /// The same, with at most this many bytes in transit.
    pub fn line_of(&self, bytes: usize) -> DuplexStream {
        self.line_connector.open_with(bytes, HERE).expect("the referee listens")
    }

    pub async fn http(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        self.http_from(HERE, method, path, headers, body).await
    }

    /// The same, as if from this address.
    pub async fn http_from(&self, address: IpAddr, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        if schema::OPENAPI.get().is_none() {
            let described = self.ask(HERE, "GET", "/openapi.json", "", "").await;
            // A referee that refuses every connection describes nothing.
            if described.status == 200 {
                let _ = schema::OPENAPI.set(described.json());
            }
        }
        let answer = self.ask(address, method, path, headers, body).await;
        let kind = answer.head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default();
        schema::check_answer(method, path, answer.status, kind, &answer.body);
        answer
    }

    async fn ask(&self, address: IpAddr, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let mut pipe = self.pipe_from(address);
        let length = body.len();
        let whole =
            format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}");
        let request = format!("{method} {path} {body:.300}");
        pipe.write_all(whole.as_bytes()).await.expect("a request");
        let mut answer = Vec::new();
        pipe.read_to_end(&mut answer).await.expect("an answer");
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { dechunked(body) } else { body.into() };
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { request, status, head, body }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.http("GET", path, "", "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.http("POST", path, JSON, &body.to_string()).await
    }

    /// Imports an archive of a tournament.
    pub async fn import(&self, archive: &str) -> Answer {
        self.http("POST", "/v1/tournaments/import", "", archive).await
    }

    /// Makes a match and gives its number.
    pub async fn new_match(&self, body: &Value) -> u64 {
        let answer = self.post("/v1/matches", body).await.is(201);
        answer.json()["game"].as_u64().expect("a number")
    }

    /// A match with these settings, by default of ann and bob, at the first turn: its number and both bots.
    pub async fn begun(&self, mut settings: Value) -> (u64, Bot, Bot) {
        let plays = settings["game"].as_str().unwrap_or("knights").to_string();
        let mut bots = Vec::new();
        for (seat, usual) in [("white", "ann"), ("black", "bob")] {
            let name = settings[seat].as_str().unwrap_or(usual).to_string();
            bots.push(self.bot_of(&name, &[&plays]).await);
            settings[seat] = name.into();
        }
        let game = self.new_match(&settings).await;
        for bot in &mut bots {
            assert_eq!(bot.wait_for("state").await["game_name"], plays);
            bot.send(json!({"t": "ready", "game": game})).await;
        }
        let [mut white, black] = bots.try_into().ok().expect("two bots");
        white.wait_for("your_turn").await;
        (game, white, black)
    }

    /// These headers, with a new token of an operator.
    pub async fn as_operator(&self, headers: &str) -> String {
        let (_, operator) = tokens::mint(&*self.storage, None, None).await.expect("a token");
        format!("authorization: Bearer {operator}\r\n{headers}")
    }

    /// A new token of this bot.
    pub async fn token(&self, bot: &str) -> String {
        tokens::mint(&*self.storage, Some(bot.parse().expect("a name")), None).await.expect("a token").1.to_string()
    }

    /// Stops it, as SIGTERM does, and waits for its end.
    pub async fn stopped(self) {
        self.stop.cancel();
        self.served.await.expect("no panic").expect("no failure");
    }

    /// Stops it, and starts another one on its storage.
    pub async fn restarted(self, flags: &[&str]) -> Simulation {
        let storage = self.storage.clone();
        self.stopped().await;
        Simulation::resume(storage, flags).await
    }

    pub async fn socket(&self, path: &str) -> Bot {
        self.socket_from(HERE, path).await
    }

    /// The same, as if from this address.
    pub async fn socket_from(&self, address: IpAddr, path: &str) -> Bot {
        let url = format!("ws://referee{path}");
        Bot(tokio_tungstenite::client_async(url, self.pipe_from(address)).await.expect("a WebSocket").0)
    }

    /// A client that has sent a `hello` with these fields.
    pub async fn hello(&self, fields: Value) -> Bot {
        self.hello_from(HERE, fields).await
    }

    /// The same, as if from this address.
    pub async fn hello_from(&self, address: IpAddr, mut fields: Value) -> Bot {
        let mut bot = self.socket_from(address, "/ws").await;
        (fields["t"], fields["proto"]) = ("hello".into(), json!([1]));
        bot.send(fields).await;
        bot
    }

    /// A bot that has sent `hello` and received `welcome`.
    pub async fn bot(&self, name: &str) -> Bot {
        self.bot_that(json!({"name": name})).await
    }

    /// The same, which plays these games.
    pub async fn bot_of(&self, name: &str, games: &[&str]) -> Bot {
        self.bot_that(json!({"name": name, "games": games})).await
    }

    /// The same, which says this of itself.
    pub async fn bot_that(&self, about: Value) -> Bot {
        let mut bot = self.hello(json!({"bot": about})).await;
        bot.expect("welcome").await;
        bot
    }
}

/// A body that came in pieces, each after its length in hexadecimal digits.
fn dechunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let (piece, rest) = rest.split_at(usize::from_str_radix(length, 16).expect("a length"));
        whole.push_str(piece);
        body = rest.trim_start_matches("\r\n");
    }
    whole
}

pub struct Bot(pub WebSocketStream<DuplexStream>);

/// Both bots play their game to its end.
pub async fn play(one: &mut Bot, other: &mut Bot) -> Value {
    let (over, same) = tokio::join!(one.play_out(|ply, _| ply * 5), other.play_out(|ply, _| ply * 7));
    assert_eq!(over, same);
    over
}

impl Bot {
    pub async fn send(&mut self, message: Value) {
        // Invalid messages of the tests do not parse.
        if serde_json::from_value::<protocol::BotMessage>(message.clone()).is_ok() {
            schema::check_message("BotMessage", &message);
        }
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("sent");
    }

    /// The next message, or the code of the close.
    pub async fn receive(&mut self) -> Result<Value, u16> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(3_600), self.0.next()).await.expect("the referee says something");
            match next {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    // The page has a separate heartbeat.
                    if message["t"] != "beat" {
                        schema::check_message(if message["line"].is_null() { "RefereeMessage" } else { "Line" }, &message);
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(tungstenite::Error::ConnectionClosed)) | None => panic!("closed without a code"),
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    /// The next message, which must be this one.
    pub async fn expect(&mut self, t: &str) -> Value {
        let message = self.receive().await.unwrap_or_else(|code| panic!("closed with {code} instead of {t}"));
        assert_eq!(message["t"], t, "{message}");
        message
    }

    /// Messages up to this one; gives this one.
    pub async fn wait_for(&mut self, t: &str) -> Value {
        loop {
            let message = self.receive().await.unwrap_or_else(|code| panic!("closed with {code} instead of {t}"));
            if message["t"] == t {
                return message;
            }
        }
    }

    /// The fatal error and the code of the close that follow.
    pub async fn expect_close(&mut self) -> (String, u16) {
        loop {
            if let Ok(error) = self.receive().await
                && (error["fatal"] == true || error["t"] == "notice")
            {
                let code = self.receive().await.expect_err("a close follows");
                return (error["code"].as_str().expect("a word").into(), code);
            }
        }
    }

    /// Messages up to the acceptance of a move, which must be charged this number of microseconds.
    pub async fn expect_charge(&mut self, within: Range<u64>) -> Value {
        let accepted = self.wait_for("accepted").await;
        assert!(within.contains(&accepted["charge"]["charged_us"].as_u64().expect("a number")), "{accepted}");
        accepted
    }

    /// The next message, a refusal of this kind, which must contain this text.
    pub async fn expect_refusal(&mut self, t: &str, text: &str) -> Value {
        let refusal = self.expect(t).await;
        assert!(refusal["message"].as_str().is_some_and(|message| message.contains(text)), "`{text}` is not in {refusal}");
        refusal
    }

    /// Plays the legal move that `choose` picks at each turn, until the game is over.
    pub async fn play_out(&mut self, choose: impl Fn(usize, usize) -> usize) -> Value {
        loop {
            let message = self.receive().await.expect("no close");
            let game = message["game"].clone();
            match message["t"].as_str().expect("a name") {
                "state" if message["status"] == "waiting" => self.send(json!({"t": "ready", "game": game})).await,
                "your_turn" => {
                    let moves = items(&message["legal_moves"]);
                    let ply = message["ply"].as_u64().expect("a number") as usize;
                    let mv = &moves[choose(ply, moves.len()) % moves.len()];
                    self.send(json!({"t": "move", "game": game, "ply": ply, "move": mv})).await;
                }
                "game_over" => return message,
                "rejected" | "error" => panic!("{message}"),
                _ => {}
            }
        }
    }
}
