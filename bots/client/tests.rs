//! The client against a scripted referee: in memory, on paused time.

use super::{ClientConfig, Error, run_over};
use crate::conversation::Seeking;
use crate::player::{Player, Replies, Reply, Turn};
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

/// Plays the first legal move, at once or when told to hurry.
#[derive(Default)]
struct First {
    thoughtful: bool,
    replies: Option<Replies>,
    pending: Option<Turn>,
    turns: Rc<RefCell<Vec<Turn>>>,
}

impl First {
    fn answer(&self, turn: &Turn) {
        let YourTurn { game, ply, legal_moves, .. } = &turn.your_turn;
        let reply = Reply::Move { game: *game, ply: *ply, text: legal_moves[0].clone(), info: None };
        self.replies.as_ref().unwrap().try_send(reply).unwrap();
    }
}

impl Player for First {
    fn begin(&mut self, replies: Replies) {
        self.replies = Some(replies);
    }
    fn prepare(&mut self, state: &State) {
        self.replies.as_ref().unwrap().try_send(Reply::Ready { game: state.game }).unwrap();
    }
    fn turn(&mut self, turn: Turn) {
        self.turns.borrow_mut().push(turn.clone());
        if self.thoughtful { self.pending = Some(turn) } else { self.answer(&turn) }
    }
    fn hurry(&mut self) {
        if let Some(turn) = self.pending.take() {
            self.answer(&turn);
        }
    }
    fn over(&mut self, _game: u64, _over: Option<&GameOver>) {}
}

/// The referee's end of one connection.
struct Referee(WebSocketStream<DuplexStream>);

impl Referee {
    /// Takes the next connection, its hello, and says welcome.
    async fn greet(doors: &mut Doors, games: &[u64]) -> Referee {
        Referee::welcome(doors, games, false).await
    }

    /// The same, for a bot that resumes.
    async fn welcome(doors: &mut Doors, games: &[u64], resumes: bool) -> Referee {
        let mut referee = Referee::open(doors).await;
        let BotMessage::Hello(hello) = referee.hear().await else { panic!("a hello comes first") };
        assert!(hello.bot.name == "me" && hello.proto == [1] && (hello.resume || !resumes), "{hello:?}");
        let allowance = LagCompensation { per_move_us: 20_000, total_us: 2_000_000 };
        let limits = Limits { message_bytes: 16_384, games: 8 };
        let bot = "me".into();
        let welcome =
            Welcome { proto: 1, session: 1, bot, heartbeat_us: 15_000_000, allowance, limits, games: games.to_vec(), back: String::new() };
        referee.say(RefereeMessage::Welcome(welcome)).await;
        referee
    }

    async fn open(doors: &mut Doors) -> Referee {
        let stream = doors.recv().await.unwrap();
        Referee(accept_async(stream).await.unwrap())
    }

    async fn say(&mut self, message: RefereeMessage) {
        self.say_text(&serde_json::to_string(&message).unwrap()).await;
    }

    async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    async fn hear(&mut self) -> BotMessage {
        loop {
            match timeout(Duration::from_secs(30), self.0.next()).await.expect("the bot should say something").unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(_) => panic!("the bot closed"),
                _ => {}
            }
        }
    }

    async fn hear_nothing(&mut self) {
        let heard = timeout(Duration::from_secs(1), self.0.next()).await;
        assert!(heard.is_err(), "{heard:?}");
    }

    async fn hear_move(&mut self) -> (u64, u32, String) {
        match self.hear().await {
            BotMessage::Move(mv) => (mv.game, mv.ply, mv.text),
            other => panic!("a move was to come, not {other:?}"),
        }
    }

    async fn close(mut self, code: u16) {
        self.0.close(Some(CloseFrame { code: code.into(), reason: "because".into() })).await.unwrap();
        while self.0.next().await.is_some() {}
    }
}

type Doors = UnboundedReceiver<DuplexStream>;

/// Runs the client against the script, which is given the streams of the connections in turn.
async fn play(player: First, seeking: Option<Seeking>, script: impl AsyncFnOnce(Doors)) -> Result<(), Error> {
    let (dialled, doors) = unbounded_channel();
    let dial = async move || {
        let (client, referee) = tokio::io::duplex(4096);
        dialled.send(referee).map_err(|_| io::Error::from(io::ErrorKind::ConnectionRefused))?;
        Ok(client)
    };
    let about = About::named("me");
    let config = ClientConfig { address: "ws://referee/ws".parse().unwrap(), about, token: None, seeking, seed: 1 };
    let mut player = player;
    let (finished, finish) = tokio::sync::oneshot::channel::<()>();
    let client = run_over(dial, &config, &mut player, async { drop(finish.await) });
    let script = async {
        script(doors).await;
        drop(finished);
    };
    timeout(Duration::from_secs(3600), async { tokio::join!(client, script).0 }).await.expect("the client should end")
}

fn clocks() -> Clocks {
    Clocks { white_us: Some(10_000_000), black_us: Some(10_000_000) }
}

fn state(game: u64, status: Status, ply: u32) -> RefereeMessage {
    answering(None, game, status, ply)
}

/// The state of a game that came of the seek with this mark.
fn answering(id: Option<&str>, game: u64, status: Status, ply: u32) -> RefereeMessage {
    RefereeMessage::State(State {
        game_name: "knights".into(),
        game,
        status,
        you: Seat::White,
        players: Participants { white: "me".into(), black: "you".into() },
        position: "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0".into(),
        moves: vec![],
        ply,
        clocks: clocks(),
        time: TimeControl { budget_us: Some(10_000_000), increment_us: 0, per_move_us: None },
        strikes_left: 0,
        opponent_online: true,
        id: id.map(str::to_owned),
    })
}

fn turn(game: u64, ply: u32, legal_move: &str) -> RefereeMessage {
    RefereeMessage::YourTurn(YourTurn {
        game,
        ply,
        you: Seat::White,
        position: String::new(),
        last_move: None,
        moves: vec![],
        legal_moves: vec![legal_move.into()],
        clocks: clocks(),
    })
}

fn accepted(game: u64, ply: u32, text: &str) -> RefereeMessage {
    let charge = Charge { sent_us: 0, received_us: 0, round_trip_us: 0, forgiven_us: 0, charged_us: 0, stall_us: 0 };
    RefereeMessage::Accepted(Accepted { game, ply, text: text.into(), charge, clocks: clocks() })
}

fn game_over(game: u64, past: bool) -> RefereeMessage {
    let (reason, detail, why, url) = ("rules".into(), "so".into(), message::Message::new("so", []), "/".into());
    let (result, winner, plies, clocks) = (GameResult::Draw, None, 1, clocks());
    RefereeMessage::GameOver(GameOver { game, result, winner, reason, detail, why, plies, clocks, url, past })
}

#[tokio::test(start_paused = true)]
async fn a_game_that_was_sought_from_the_offer_to_the_end() {
    let seeking = Seeking { game: None, opponent: Some("you".into()), time: None, games: Some(1) };
    let played = play(First::default(), Some(seeking), async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        let seek = |id: &str| BotMessage::Seek(Seek { opponent: Some("you".into()), id: Some(id.into()), ..Seek::default() });
        assert_eq!(referee.hear().await, seek("1"));
        let (code, message) = ("seek_failed".into(), "you is not here".into());
        referee
            .say(RefereeMessage::Error { code, message, why: message::Message::new("so", []), fatal: false, id: Some("1".into()) })
            .await;
        referee.hear_nothing().await;
        assert_eq!(referee.hear().await, seek("2"));
        referee.say_text(r#"{"t": "weather", "sun": true}"#).await;
        referee.say(answering(Some("2"), 7, Status::Waiting, 0)).await;
        assert_eq!(referee.hear().await, BotMessage::Ready { game: 7 });
        referee.say(turn(7, 0, "B9-A7")).await;
        assert_eq!(referee.hear_move().await, (7, 0, "B9-A7".into()));
        referee.say(accepted(7, 0, "B9-A7")).await;
        referee.say(game_over(7, false)).await;
        assert!(matches!(referee.0.next().await, Some(Ok(Message::Close(_)))));
        while referee.0.next().await.is_some() {}
        drop(doors);
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn several_games_at_once() {
    let played = play(First::default(), None, async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        for game in 1..=5 {
            referee.say(state(game, Status::Waiting, 0)).await;
            assert_eq!(referee.hear().await, BotMessage::Ready { game });
        }
        for game in 1..=5 {
            referee.say(turn(game, 0, &format!("move-{game}"))).await;
        }
        for game in 1..=5 {
            assert_eq!(referee.hear_move().await, (game, 0, format!("move-{game}")));
        }
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_move_lost_on_the_way_is_sent_again_when_asked_for_and_not_before() {
    let player = First::default();
    let turns = player.turns.clone();
    let played = play(player, None, async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        referee.say(state(7, Status::Waiting, 0)).await;
        referee.hear().await;
        referee.say(turn(7, 0, "B9-A7")).await;
        referee.hear_move().await;
        drop(referee);
        let mut referee = Referee::greet(&mut doors, &[7]).await;
        referee.say(state(7, Status::Playing, 0)).await;
        referee.hear_nothing().await;
        referee.say(turn(7, 0, "C9-A8")).await;
        assert_eq!(referee.hear_move().await, (7, 0, "B9-A7".into()));
        referee.say(turn(7, 0, "C9-A8")).await;
        referee.hear_nothing().await;
        assert_eq!(turns.borrow().len(), 1);
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_hurries_the_thought_whose_answer_is_kept() {
    let player = First { thoughtful: true, ..First::default() };
    let played = play(player, None, async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        referee.say(state(7, Status::Waiting, 0)).await;
        referee.hear().await;
        referee.say(turn(7, 0, "B9-A7")).await;
        referee.hear_nothing().await;
        drop(referee);
        let mut referee = Referee::greet(&mut doors, &[7]).await;
        referee.say(state(7, Status::Playing, 0)).await;
        referee.say(turn(7, 0, "B9-A7")).await;
        assert_eq!(referee.hear_move().await, (7, 0, "B9-A7".into()));
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_turn_counts_from_the_last_word_of_the_connection_before() {
    let player = First::default();
    let turns = player.turns.clone();
    let played = play(player, None, async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        referee.say(state(7, Status::Waiting, 0)).await;
        referee.hear().await;
        referee.say(turn(7, 0, "B9-A7")).await;
        referee.hear_move().await;
        let last_word = Instant::now();
        referee.say(accepted(7, 0, "B9-A7")).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        drop(referee);
        // The opponent's move came while nobody listened. Of game 8 nobody here has ever heard.
        let mut referee = Referee::greet(&mut doors, &[7, 8]).await;
        for game in [7, 8] {
            referee.say(state(game, Status::Playing, 2)).await;
            referee.say(turn(game, 2, "C9-A8")).await;
            referee.hear_move().await;
        }
        let now = Instant::now();
        referee.say(turn(7, 4, "A8-B6")).await;
        referee.hear_move().await;
        let since: Vec<_> = turns.borrow().iter().skip(1).map(|turn| turn.since.map(Instant::from_std)).collect();
        assert_eq!(since, [Some(last_word), None, Some(now)]);
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_illegal_move_that_was_forgiven_is_thought_about_again() {
    let player = First::default();
    let turns = player.turns.clone();
    let played = play(player, None, async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        referee.say(state(7, Status::Waiting, 0)).await;
        referee.hear().await;
        referee.say(turn(7, 0, "B9-B9")).await;
        referee.hear_move().await;
        let (code, message, why) = (Rejection::Illegal, "no knight's move".into(), message::Message::new("so", []));
        let rejected = Rejected { game: 7, ply: Some(0), code, message, why, legal_moves: vec![], strikes_left: Some(1) };
        referee.say(RefereeMessage::Rejected(rejected)).await;
        assert_eq!(referee.hear_move().await, (7, 0, "B9-B9".into()));
        assert_eq!(turns.borrow().len(), 2);
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn close_codes_that_trying_again_would_not_heal() {
    for (code, expected) in [
        (4000, "the referee refused the greeting: because"),
        (4001, "another program has logged in as this bot; stop that one, or give this one another --name"),
        (4003, "the referee refused the token: because"),
    ] {
        let played = play(First::default(), None, async |mut doors| {
            Referee::greet(&mut doors, &[]).await.close(code).await;
            assert!(doors.recv().await.is_none(), "no other attempt");
        });
        assert_eq!(played.await.unwrap_err().to_string(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn other_ends_are_tried_again_after_a_growing_wait() {
    let played = play(First::default(), None, async |mut doors| {
        for (attempt, code) in [1001, 4004, 4005, 4008, 4013, 1009, 1000, 1003, 4002].into_iter().enumerate() {
            Referee::greet(&mut doors, &[]).await.close(code).await;
            let closed = Instant::now();
            doors.recv().await.unwrap();
            // That attempt fails; the wait after it is the next to be seen.
            let longest = 0.25 * f64::from(1 << (2 * attempt).min(10));
            let waited = closed.elapsed().as_secs_f64();
            assert!((longest.min(15.0) / 2.0..=longest.min(15.0) + 0.002).contains(&waited), "attempt {attempt}: {waited}");
        }
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_silent_connection_is_given_up() {
    let played = play(First::default(), None, async |mut doors| {
        let referee = Referee::greet(&mut doors, &[]).await;
        let silent_since = Instant::now();
        let second = doors.recv().await.unwrap();
        assert!((20.0..21.0).contains(&silent_since.elapsed().as_secs_f64()));
        drop((referee, second));
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_game_the_referee_no_longer_lists_ends_and_counts_once_told() {
    let seeking = Seeking { games: Some(1), ..Seeking::default() };
    let played = play(First::default(), Some(seeking), async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[]).await;
        referee.hear().await;
        referee.say(answering(Some("1"), 7, Status::Waiting, 0)).await;
        referee.hear().await;
        drop(referee);
        // What the old connection missed is asked for.
        let mut referee = Referee::welcome(&mut doors, &[], true).await;
        referee.hear_nothing().await;
        referee.say(game_over(7, true)).await;
        assert!(matches!(referee.0.next().await, Some(Ok(Message::Close(_)))));
        while referee.0.next().await.is_some() {}
        drop(doors);
    });
    assert!(played.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_offered_while_a_game_of_before_goes_on() {
    let seeking = Seeking { games: Some(1), ..Seeking::default() };
    let played = play(First::default(), Some(seeking), async |mut doors| {
        let mut referee = Referee::greet(&mut doors, &[7]).await;
        referee.hear_nothing().await;
        referee.say(state(7, Status::Playing, 0)).await;
        for _ in 0..10 {
            referee.hear_nothing().await;
        }
        // It was another run's, and does not count.
        referee.say(game_over(7, false)).await;
        assert_eq!(referee.hear().await, BotMessage::Seek(Seek { id: Some("1".into()), ..Seek::default() }));
    });
    assert!(played.await.is_ok());
}

#[test]
fn the_transcript_of_the_kits_says_what_a_referee_says() {
    let lines = include_str!("../conformance/transcript.txt").lines().filter(|line| !line.starts_with('#') && !line.contains("weather"));
    for message in lines.filter_map(|line| Some(line.split_once("< ")?.1)) {
        let parsed = serde_json::from_str::<RefereeMessage>(message);
        assert!(parsed.is_ok(), "{message}: {parsed:?}");
    }
}
