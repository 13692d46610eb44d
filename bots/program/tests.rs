//! The line protocol with scripted programs, in memory on paused time, and with a shell.

use super::*;
use crate::bridge::Bridge;
use crate::fixtures;
use crate::player::{BotPlayer, PlayerTurn};
use protocol::Status;
use rules::Knights;
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Sender, channel};

/// A running program and all ends of its channels.
struct Fixture {
    lines: BufReader<ReadHalf<DuplexStream>>,
    program: Option<WriteHalf<DuplexStream>>,
    events: Sender<GameEvent>,
    inbox: Receiver<Reply>,
}

impl Fixture {
    fn new(seat: Seat, terminator: &'static str) -> Fixture {
        let (ours, theirs) = tokio::io::duplex(1024);
        let (reader, writer) = tokio::io::split(ours);
        let lines = LineBuffer::default();
        let program = LineProgram { reader: Box::new(reader), writer: Box::new(writer), lines, process: None, terminator };
        let (events, receiver) = channel(64);
        let (replies, inbox) = channel(64);
        tokio::spawn(program.play(GameChannel { game: 7, seat, events: receiver, replies }));
        let (lines, program) = tokio::io::split(theirs);
        Fixture { lines: BufReader::new(lines), program: Some(program), events, inbox }
    }

    fn send(&self, event: GameEvent) {
        self.events.try_send(event).ok().unwrap();
    }

    fn turn(&self, ply: u32, last_move: Option<&str>) {
        self.send(GameEvent::Turn { ply, last_move: last_move.map(str::to_owned), legal_moves: Vec::new() });
    }

    async fn read(&mut self, expected: &str) {
        for expected in expected.split_inclusive('\n') {
            let mut line = String::new();
            self.lines.read_line(&mut line).await.unwrap();
            assert_eq!(line, expected);
        }
    }

    async fn write(&mut self, text: &str) {
        self.program.as_mut().unwrap().write_all(text.as_bytes()).await.unwrap();
    }

    async fn reply(&mut self) -> Reply {
        self.inbox.recv().await.unwrap()
    }
}

fn a_move(ply: u32, text: &str) -> Reply {
    Reply::Move { game: 7, ply, text: text.into(), info: None }
}

/// A session recorded from the course's referee.
#[tokio::test(start_paused = true)]
async fn the_recorded_session() {
    let mut fixture = Fixture::new(Seat::White, "\0");
    assert_eq!(fixture.reply().await, Reply::Ready { game: 7 });
    fixture.read("Blanc\0\n").await;
    fixture.turn(0, None);
    fixture.read("JOUEUR Blanc\0\n").await;
    fixture.write("B9-C7\n").await;
    assert_eq!(fixture.reply().await, a_move(0, "B9-C7"));
    fixture.send(GameEvent::Accepted);
    fixture.read("JOUEUR Noir\0\n").await;
    fixture.turn(2, Some("C1-D3"));
    fixture.read("MOUVEMENT C1-D3\nJOUEUR Blanc\0\n").await;
    fixture.write("C7-D5\0\r\n\n").await;
    assert_eq!(fixture.reply().await, a_move(2, "C7-D5"));
    fixture.send(GameEvent::Over(Some(GameResult::Draw)));
    fixture.read("FIN! Egalité\0\n").await;
    fixture.read("").await;
}

#[tokio::test(start_paused = true)]
async fn black_receives_the_first_turn_of_white() {
    let mut fixture = Fixture::new(Seat::Black, "");
    fixture.reply().await;
    fixture.turn(1, Some("B9-A7"));
    fixture.read("Noir\nJOUEUR Blanc\nMOUVEMENT B9-A7\nJOUEUR Noir\n").await;
    fixture.write("this is no move\n").await;
    assert_eq!(fixture.reply().await, a_move(1, "this is no move"));
    // Forgiven: the turn is repeated, and a line out of turn is not a move.
    fixture.turn(1, Some("B9-A7"));
    fixture.read("JOUEUR Noir\n").await;
    fixture.write("B1-A3\nthat was it\n").await;
    assert_eq!(fixture.reply().await, a_move(1, "B1-A3"));
    fixture.send(GameEvent::Over(Some(GameResult::Black)));
    fixture.read("FIN! Noir\n").await;
    assert!(fixture.inbox.recv().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn legal_moves_are_sent_in_other_games() {
    let mut fixture = Fixture::new(Seat::White, "");
    fixture.reply().await;
    let legal = |moves: &[&str]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    fixture.send(GameEvent::Turn { ply: 0, last_move: None, legal_moves: legal(&["1", "2"]) });
    fixture.read("Blanc\nCOUPS 1 2\nJOUEUR Blanc\n").await;
    fixture.write("2\n").await;
    assert_eq!(fixture.reply().await, a_move(0, "2"));
    fixture.send(GameEvent::Accepted);
    fixture.send(GameEvent::Turn { ply: 2, last_move: Some("1".into()), legal_moves: legal(&["1"]) });
    fixture.read("JOUEUR Noir\nMOUVEMENT 1\nCOUPS 1\nJOUEUR Blanc\n").await;
}

#[tokio::test(start_paused = true)]
async fn a_program_that_ends_or_floods_resigns() {
    for gone in [true, false] {
        let mut fixture = Fixture::new(Seat::White, "");
        fixture.reply().await;
        fixture.turn(0, None);
        if gone {
            fixture.program.take().unwrap().shutdown().await.unwrap();
        } else {
            fixture.write(&"x".repeat(LONGEST_LINE + 300)).await;
        }
        let reply = fixture.reply().await;
        let reason = if gone { "it has ended" } else { "a line of more than 1024 bytes" };
        assert!(matches!(&reply, Reply::Resign { game: 7, why } if why.contains(reason)), "{reply:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_real_program_plays_a_game_and_ends() {
    let script = "echo shell bot; read colour; while read word who; do case $word in \
                  JOUEUR) [ $who = $colour ] && echo B9-A7;; FIN!) exit;; esac; done";
    let mut bridge = Bridge::spawning(["sh", "-c", script].map(str::to_owned).into(), rules::Game::of::<Knights>());
    let (replies, mut inbox) = channel(64);
    bridge.begin(replies);
    bridge.prepare(&fixtures::state(7, Status::Waiting, 0));
    assert_eq!(inbox.recv().await, Some(Reply::Ready { game: 7 }));
    let (your_turn, time) = (fixtures::your_turn(7, 0, &["B9-A7"]), fixtures::state(7, Status::Playing, 0).time);
    bridge.turn(PlayerTurn { your_turn, opponent: "you".into(), time, since: Some(Instant::now()) });
    assert_eq!(inbox.recv().await, Some(a_move(0, "B9-A7")));
    bridge.over(7, Some(&fixtures::game_over(7, false)));
    bridge.finish().await;
}

/// A bridge for connections, its address, and what it says to the referee.
async fn listening() -> (Bridge, std::net::SocketAddr, Receiver<Reply>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut bridge = Bridge::listening(listener, rules::Game::of::<Knights>());
    let (replies, inbox) = channel(1024);
    bridge.begin(replies);
    (bridge, address, inbox)
}

/// As many as may wait.
const FULL: usize = 64;

#[tokio::test]
async fn programs_that_have_left_take_no_place() {
    let (_bridge, address, mut inbox) = listening().await;
    let mut left = Vec::new();
    for _ in 0..FULL {
        let mut program = TcpStream::connect(address).await.unwrap();
        program.write_all(b"a program\n").await.unwrap();
        assert_eq!(inbox.recv().await, Some(Reply::Available));
        left.push(program);
    }
    drop(left);
    let mut late = TcpStream::connect(address).await.unwrap();
    late.write_all(b"a late program\n").await.unwrap();
    let reply = tokio::select! { reply = inbox.recv() => reply, _ = late.read_u8() => None };
    assert_eq!(reply, Some(Reply::Available), "it was refused");
}

#[tokio::test]
async fn programs_without_a_name_are_bounded() {
    let (_bridge, address, mut inbox) = listening().await;
    let mut silent = Vec::new();
    for _ in 0..FULL {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let mut refused = TcpStream::connect(address).await.unwrap();
    assert!(refused.read_u8().await.is_err(), "one more is closed");
    silent[0].write_all(b"a program\n").await.unwrap();
    assert_eq!(inbox.recv().await, Some(Reply::Available), "those before it are served");
    TcpStream::connect(address).await.unwrap().write_all(b"another\n").await.unwrap();
    assert_eq!(inbox.recv().await, Some(Reply::Available), "the place is free again");
}
