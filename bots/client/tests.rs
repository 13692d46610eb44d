//! The client against a scripted referee, in memory, on paused time.

use super::{ClientConfig, Error, run_over};
use crate::fixtures;
use crate::player::{BotPlayer, PlayerTurn, Replies, Reply};
use crate::session::{ClientSession, Seeking};
use futures_util::{SinkExt, StreamExt};
use protocol::*;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use tokio::io::DuplexStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// Plays the first legal move, immediately or when `hurry` is called.
#[derive(Default)]
struct First {
    waits: bool,
    replies: Option<Replies>,
    pending: Option<PlayerTurn>,
    turns: Rc<RefCell<Vec<PlayerTurn>>>,
}

impl First {
    fn answer(&self, turn: &PlayerTurn) {
        let YourTurn { game, ply, legal_moves, .. } = &turn.your_turn;
        let reply = Reply::Move { game: *game, ply: *ply, text: legal_moves[0].clone(), info: None };
        self.replies.as_ref().unwrap().try_send(reply).unwrap();
    }
}

impl BotPlayer for First {
    fn begin(&mut self, replies: Replies) {
        self.replies = Some(replies);
    }
    fn prepare(&mut self, state: &State) {
        self.replies.as_ref().unwrap().try_send(Reply::Ready { game: state.game }).unwrap();
    }
    fn turn(&mut self, turn: PlayerTurn) {
        self.turns.borrow_mut().push(turn.clone());
        if self.waits { self.pending = Some(turn) } else { self.answer(&turn) }
    }
    fn hurry(&mut self) {
        if let Some(turn) = self.pending.take() {
            self.answer(&turn);
        }
    }
    fn over(&mut self, _game: u64, _over: Option<&GameOver>) {}
}

/// The referee's end of one connection.
struct ScriptedReferee(WebSocketStream<DuplexStream>);

impl ScriptedReferee {
    /// Accepts the next connection and its hello, and sends welcome.
    async fn greet(connections: &mut Connections, games: &[u64]) -> ScriptedReferee {
        ScriptedReferee::welcome(connections, games, false).await
    }

    /// The same, for a bot that resumes.
    async fn welcome(connections: &mut Connections, games: &[u64], resumes: bool) -> ScriptedReferee {
        let mut referee = ScriptedReferee(accept_async(connections.recv().await.unwrap()).await.unwrap());
        let BotMessage::Hello(hello) = referee.receive().await else { panic!("a hello comes first") };
        assert!(hello.bot.name == "me" && hello.proto == [1] && (hello.resume || !resumes), "{hello:?}");
        referee.send(welcome(games)).await;
        referee
    }

    /// Greets the bot and gives it the first turn of game 7.
    async fn first_turn(connections: &mut Connections, legal_move: &str) -> ScriptedReferee {
        let mut referee = ScriptedReferee::greet(connections, &[]).await;
        referee.send(state(7, Status::Waiting, 0)).await;
        referee.receive().await;
        referee.send(turn(7, 0, legal_move)).await;
        referee
    }

    async fn send(&mut self, message: RefereeMessage) {
        self.send_text(&serde_json::to_string(&message).unwrap()).await;
    }

    async fn send_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    async fn receive(&mut self) -> BotMessage {
        loop {
            match timeout(Duration::from_secs(30), self.0.next()).await.expect("the bot should say something").unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(_) => panic!("the bot closed"),
                _ => {}
            }
        }
    }

    async fn receive_nothing(&mut self) {
        let received = timeout(Duration::from_secs(1), self.0.next()).await;
        assert!(received.is_err(), "{received:?}");
    }

    async fn receive_move(&mut self) -> (u64, u32, String) {
        match self.receive().await {
            BotMessage::Move(mv) => (mv.game, mv.ply, mv.text),
            other => panic!("a move was to come, not {other:?}"),
        }
    }

    async fn expect_close(&mut self) {
        assert!(matches!(self.0.next().await, Some(Ok(Message::Close(_)))));
        while self.0.next().await.is_some() {}
    }

    async fn close(mut self, code: u16) {
        self.0.close(Some(CloseFrame { code: code.into(), reason: "because".into() })).await.unwrap();
        while self.0.next().await.is_some() {}
    }
}

type Connections = UnboundedReceiver<DuplexStream>;

/// Runs the client against the script, without a failure.
async fn play(player: First, seeking: Option<Seeking>, script: impl AsyncFnOnce(Connections)) {
    play_to_end(player, seeking, script).await.unwrap();
}

/// Runs the client against the script, which receives the connections in turn.
async fn play_to_end(mut player: First, seeking: Option<Seeking>, script: impl AsyncFnOnce(Connections)) -> Result<(), Error> {
    let (dialled, connections) = unbounded_channel();
    let dial = async move || {
        let (client, referee) = tokio::io::duplex(4096);
        dialled.send(referee).map_err(|_| io::Error::from(io::ErrorKind::ConnectionRefused))?;
        Ok(client)
    };
    let about = About::named("me");
    let config = ClientConfig { address: "ws://referee/ws".parse().unwrap(), about, token: None, seeking, seed: 1 };
    let (finished, finish) = tokio::sync::oneshot::channel::<()>();
    let client = run_over(dial, &config, &mut player, async { drop(finish.await) });
    let script = async {
        script(connections).await;
        drop(finished);
    };
    timeout(Duration::from_secs(3600), async { tokio::join!(client, script).0 }).await.expect("the client should end")
}

fn welcome(games: &[u64]) -> RefereeMessage {
    RefereeMessage::Welcome(Welcome {
        proto: 1,
        session: 1,
        bot: "me".into(),
        heartbeat_us: 15_000_000,
        lag_compensation: LagCompensationJson { per_move_us: 20_000, total_us: 2_000_000 },
        limits: Limits { message_bytes: 16_384, games: 8 },
        games: games.to_vec(),
        resume_token: String::new(),
    })
}

fn state(game: u64, status: Status, ply: u32) -> RefereeMessage {
    RefereeMessage::State(fixtures::state(game, status, ply))
}

/// The state of a game that the seek with this id started.
fn answering(id: &str, game: u64, status: Status, ply: u32) -> RefereeMessage {
    RefereeMessage::State(State { id: Some(id.into()), ..fixtures::state(game, status, ply) })
}

fn turn(game: u64, ply: u32, legal_move: &str) -> RefereeMessage {
    RefereeMessage::YourTurn(fixtures::your_turn(game, ply, &[legal_move]))
}

fn accepted(game: u64, ply: u32, text: &str) -> RefereeMessage {
    let charge = ChargeJson { sent_us: 0, received_us: 0, round_trip_us: 0, lag_compensation_us: 0, charged_us: 0, stall_us: 0 };
    RefereeMessage::Accepted(Accepted { game, ply, text: text.into(), charge, clocks: fixtures::clocks(None) })
}

fn game_over(game: u64, past: bool) -> RefereeMessage {
    RefereeMessage::GameOver(fixtures::game_over(game, past))
}

#[tokio::test(start_paused = true)]
async fn a_sought_game_from_the_offer_to_the_end() {
    let seeking = Seeking { game: None, opponent: Some("you".into()), time: None, games: Some(1) };
    play(First::default(), Some(seeking), async |mut connections| {
        let mut referee = ScriptedReferee::greet(&mut connections, &[]).await;
        let seek = |id: &str| BotMessage::Seek(Seek { opponent: Some("you".into()), id: Some(id.into()), ..Seek::default() });
        assert_eq!(referee.receive().await, seek("1"));
        let (code, message) = ("seek_failed".into(), "you is not here".into());
        referee
            .send(RefereeMessage::Error { code, message, why: message::Message::new("so", []), fatal: false, id: Some("1".into()) })
            .await;
        referee.receive_nothing().await;
        assert_eq!(referee.receive().await, seek("2"));
        referee.send_text(r#"{"t": "weather", "sun": true}"#).await;
        referee.send(answering("2", 7, Status::Waiting, 0)).await;
        assert_eq!(referee.receive().await, BotMessage::Ready { game: 7 });
        referee.send(turn(7, 0, "B9-A7")).await;
        assert_eq!(referee.receive_move().await, (7, 0, "B9-A7".into()));
        referee.send(accepted(7, 0, "B9-A7")).await;
        referee.send(game_over(7, false)).await;
        referee.expect_close().await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn several_games_at_once() {
    play(First::default(), None, async |mut connections| {
        let mut referee = ScriptedReferee::greet(&mut connections, &[]).await;
        for game in 1..=5 {
            referee.send(state(game, Status::Waiting, 0)).await;
            assert_eq!(referee.receive().await, BotMessage::Ready { game });
        }
        for game in 1..=5 {
            referee.send(turn(game, 0, &format!("move-{game}"))).await;
        }
        for game in 1..=5 {
            assert_eq!(referee.receive_move().await, (game, 0, format!("move-{game}")));
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_move_is_resent_when_its_turn_is_repeated() {
    let player = First::default();
    let turns = player.turns.clone();
    play(player, None, async |mut connections| {
        let mut referee = ScriptedReferee::first_turn(&mut connections, "B9-A7").await;
        referee.receive_move().await;
        drop(referee);
        let mut referee = ScriptedReferee::greet(&mut connections, &[7]).await;
        referee.send(state(7, Status::Playing, 0)).await;
        referee.receive_nothing().await;
        referee.send(turn(7, 0, "C9-A8")).await;
        assert_eq!(referee.receive_move().await, (7, 0, "B9-A7".into()));
        referee.send(turn(7, 0, "C9-A8")).await;
        referee.receive_nothing().await;
        assert_eq!(turns.borrow().len(), 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_hurries_the_player_and_stores_the_reply() {
    let player = First { waits: true, ..First::default() };
    play(player, None, async |mut connections| {
        let mut referee = ScriptedReferee::first_turn(&mut connections, "B9-A7").await;
        referee.receive_nothing().await;
        drop(referee);
        let mut referee = ScriptedReferee::greet(&mut connections, &[7]).await;
        referee.send(state(7, Status::Playing, 0)).await;
        referee.send(turn(7, 0, "B9-A7")).await;
        assert_eq!(referee.receive_move().await, (7, 0, "B9-A7".into()));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_counts_from_the_last_frame_of_the_connection_before() {
    let player = First::default();
    let turns = player.turns.clone();
    play(player, None, async |mut connections| {
        let mut referee = ScriptedReferee::first_turn(&mut connections, "B9-A7").await;
        referee.receive_move().await;
        let last_frame = Instant::now();
        referee.send(accepted(7, 0, "B9-A7")).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        drop(referee);
        // The opponent moved while the client was offline. Game 8 is unknown to it.
        let mut referee = ScriptedReferee::greet(&mut connections, &[7, 8]).await;
        for game in [7, 8] {
            referee.send(state(game, Status::Playing, 2)).await;
            referee.send(turn(game, 2, "C9-A8")).await;
            referee.receive_move().await;
        }
        let now = Instant::now();
        referee.send(turn(7, 4, "A8-B6")).await;
        referee.receive_move().await;
        let since: Vec<_> = turns.borrow().iter().skip(1).map(|turn| turn.since.map(Instant::from_std)).collect();
        assert_eq!(since, [Some(last_frame), None, Some(now)]);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_forgiven_illegal_move_repeats_the_turn() {
    let player = First::default();
    let turns = player.turns.clone();
    play(player, None, async |mut connections| {
        let mut referee = ScriptedReferee::first_turn(&mut connections, "B9-B9").await;
        referee.receive_move().await;
        let (code, message, why) = (Rejection::Illegal, "no knight's move".into(), message::Message::new("so", []));
        let rejected = Rejected { game: 7, ply: Some(0), code, message, why, legal_moves: vec![], strikes_left: Some(1) };
        referee.send(RefereeMessage::Rejected(rejected)).await;
        assert_eq!(referee.receive_move().await, (7, 0, "B9-B9".into()));
        assert_eq!(turns.borrow().len(), 2);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn permanent_close_codes_and_impossible_seeks_end_the_client() {
    for (code, expected) in [
        (Some(4000), "the referee refused the hello: because"),
        (Some(4001), "another program has logged in as this bot; stop that one, or give this one another --name"),
        (Some(4003), "the referee refused this bot: because"),
        (None, "the referee refused `--opponent`: ann cannot play itself"),
    ] {
        let played = play_to_end(First::default(), None, async |mut connections| {
            let mut referee = ScriptedReferee::greet(&mut connections, &[]).await;
            let why = message::Message::new("contest.self_play", [("name", "ann".into())]);
            let failed = RefereeMessage::Error { code: "seek_failed".into(), message: String::new(), why, fatal: false, id: None };
            match code {
                Some(code) => referee.close(code).await,
                None => referee.send(failed).await,
            }
            assert!(connections.recv().await.is_none(), "no other attempt");
        });
        let said = played.await.unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
    }
}

#[tokio::test(start_paused = true)]
async fn other_closes_are_retried_with_backoff() {
    play(First::default(), None, async |mut connections| {
        for (attempt, code) in [1001, 4004, 4005, 4008, 4013, 1009, 1000, 1003, 4002].into_iter().enumerate() {
            ScriptedReferee::greet(&mut connections, &[]).await.close(code).await;
            let closed = Instant::now();
            connections.recv().await.unwrap();
            // That attempt fails; the next loop sees the wait after it.
            let longest = 0.25 * f64::from(1 << (2 * attempt).min(10));
            let waited = closed.elapsed().as_secs_f64();
            assert!((longest.min(15.0) / 2.0..=longest.min(15.0) + 0.002).contains(&waited), "attempt {attempt}: {waited}");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_silent_connection_times_out() {
    play(First::default(), None, async |mut connections| {
        let referee = ScriptedReferee::greet(&mut connections, &[]).await;
        let silent_since = Instant::now();
        let second = connections.recv().await.unwrap();
        assert!((20.0..21.0).contains(&silent_since.elapsed().as_secs_f64()));
        drop((referee, second));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_unlisted_game_ends_and_counts_with_its_result() {
    let seeking = Seeking { games: Some(1), ..Seeking::default() };
    play(First::default(), Some(seeking), async |mut connections| {
        let mut referee = ScriptedReferee::greet(&mut connections, &[]).await;
        referee.receive().await;
        referee.send(answering("1", 7, Status::Waiting, 0)).await;
        referee.receive().await;
        drop(referee);
        let mut referee = ScriptedReferee::welcome(&mut connections, &[], true).await;
        referee.receive_nothing().await;
        referee.send(game_over(7, true)).await;
        referee.expect_close().await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn nothing_is_offered_while_an_earlier_game_runs() {
    let seeking = Seeking { games: Some(1), ..Seeking::default() };
    play(First::default(), Some(seeking), async |mut connections| {
        let mut referee = ScriptedReferee::greet(&mut connections, &[7]).await;
        referee.receive_nothing().await;
        referee.send(state(7, Status::Playing, 0)).await;
        for _ in 0..10 {
            referee.receive_nothing().await;
        }
        // The game of another run does not count.
        referee.send(game_over(7, false)).await;
        assert_eq!(referee.receive().await, BotMessage::Seek(Seek { id: Some("1".into()), ..Seek::default() }));
    })
    .await;
}

#[test]
fn a_repeated_refusal_of_an_offer_is_logged_once() {
    let (mut session, now) = (ClientSession::new(Some(Seeking::default())), std::time::Instant::now());
    let mut player = First::default();
    let mut offer_is_news = |why: &'static str| {
        session.lost(None);
        session.handle(welcome(&[]), now, &mut player);
        assert!(session.offer(now, &player).is_some());
        !session.is_repeated(&message::Message::new(why, []))
    };
    assert_eq!(["absent", "absent", "busy", "absent"].map(&mut offer_is_news), [true, false, true, true]);
}

#[test]
fn the_transcript_of_the_kits_parses() {
    let lines = include_str!("../conformance/transcript.txt").lines().filter(|line| !line.starts_with('#') && !line.contains("weather"));
    for message in lines.filter_map(|line| Some(line.split_once("< ")?.1)) {
        let parsed = serde_json::from_str::<RefereeMessage>(message);
        assert!(parsed.is_ok(), "{message}: {parsed:?}");
    }
}
