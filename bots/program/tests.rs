//! The line protocol against scripted programs, in memory on paused time; and one real program, the shell.

use super::*;
use crate::bridge::Bridge;
use crate::player::{Player, Turn};
use message::Message;
use protocol::{Clocks, GameOver, Participants, State, Status, TimeControl, YourTurn};
use rules::{Knights, Position};
use std::time::Instant;
use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::mpsc::{Sender, channel};

/// A program at play and all the ends of its lines.
struct Scene {
    lines: BufReader<ReadHalf<DuplexStream>>,
    program: Option<WriteHalf<DuplexStream>>,
    words: Sender<Word>,
    inbox: Receiver<Reply>,
}

impl Scene {
    fn new(seat: Seat, terminator: &'static str) -> Scene {
        let (ours, theirs) = tokio::io::duplex(1024);
        let (reader, writer) = tokio::io::split(ours);
        let lines = Lines::default();
        let program = Program { reader: Box::new(reader), writer: Box::new(writer), lines, process: None, terminator };
        let (words, inbox_of_words) = channel(64);
        let (replies, inbox) = channel(64);
        tokio::spawn(program.play(GameAtHand { game: 7, seat, words: inbox_of_words, replies }));
        let (lines, program) = tokio::io::split(theirs);
        Scene { lines: BufReader::new(lines), program: Some(program), words, inbox }
    }

    fn tell(&self, word: Word) {
        self.words.try_send(word).ok().unwrap();
    }

    fn turn(&self, ply: u32, last_move: Option<&str>) {
        self.tell(Word::Turn { ply, last_move: last_move.map(str::to_owned), legal_moves: Vec::new() });
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

/// The session that was seen on the wire of the course's own referee.
#[tokio::test(start_paused = true)]
async fn the_recorded_session() {
    let mut scene = Scene::new(Seat::White, "\0");
    assert_eq!(scene.reply().await, Reply::Ready { game: 7 });
    scene.read("Blanc\0\n").await;
    scene.turn(0, None);
    scene.read("JOUEUR Blanc\0\n").await;
    scene.write("B9-C7\n").await;
    assert_eq!(scene.reply().await, a_move(0, "B9-C7"));
    scene.tell(Word::Accepted);
    scene.read("JOUEUR Noir\0\n").await;
    scene.turn(2, Some("C1-D3"));
    scene.read("MOUVEMENT C1-D3\nJOUEUR Blanc\0\n").await;
    scene.write("C7-D5\0\r\n\n").await;
    assert_eq!(scene.reply().await, a_move(2, "C7-D5"));
    scene.tell(Word::Over(Some(GameResult::Draw)));
    scene.read("FIN! Egalité\0\n").await;
    scene.read("").await;
}

#[tokio::test(start_paused = true)]
async fn black_is_told_whose_turn_it_was() {
    let mut scene = Scene::new(Seat::Black, "");
    scene.reply().await;
    scene.turn(1, Some("B9-A7"));
    scene.read("Noir\nJOUEUR Blanc\nMOUVEMENT B9-A7\nJOUEUR Noir\n").await;
    scene.write("this is no move\n").await;
    assert_eq!(scene.reply().await, a_move(1, "this is no move"));
    // Forgiven: asked again, and chatter out of turn is no move.
    scene.turn(1, Some("B9-A7"));
    scene.read("JOUEUR Noir\n").await;
    scene.write("B1-A3\nthat was it\n").await;
    assert_eq!(scene.reply().await, a_move(1, "B1-A3"));
    scene.tell(Word::Over(Some(GameResult::Black)));
    scene.read("FIN! Noir\n").await;
    assert!(scene.inbox.recv().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn of_another_game_the_legal_moves_are_told() {
    let mut scene = Scene::new(Seat::White, "");
    scene.reply().await;
    let legal = |moves: &[&str]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    scene.tell(Word::Turn { ply: 0, last_move: None, legal_moves: legal(&["1", "2"]) });
    scene.read("Blanc\nCOUPS 1 2\nJOUEUR Blanc\n").await;
    scene.write("2\n").await;
    assert_eq!(scene.reply().await, a_move(0, "2"));
    scene.tell(Word::Accepted);
    scene.tell(Word::Turn { ply: 2, last_move: Some("1".into()), legal_moves: legal(&["1"]) });
    scene.read("JOUEUR Noir\nMOUVEMENT 1\nCOUPS 1\nJOUEUR Blanc\n").await;
}

#[tokio::test(start_paused = true)]
async fn a_program_that_goes_away_or_floods_resigns() {
    for gone in [true, false] {
        let mut scene = Scene::new(Seat::White, "");
        scene.reply().await;
        scene.turn(0, None);
        if gone {
            scene.program.take().unwrap().shutdown().await.unwrap();
        } else {
            scene.write(&"x".repeat(LONGEST_LINE + 300)).await;
        }
        let reply = scene.reply().await;
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
    let clocks = Clocks { white_us: None, black_us: None };
    let time = TimeControl { budget_us: None, increment_us: 0, per_move_us: None };
    let position = Knights::start().to_string();
    let state = State {
        game_name: "knights".into(),
        game: 7,
        status: Status::Waiting,
        you: Seat::White,
        players: Participants { white: "me".into(), black: "you".into() },
        position: position.clone(),
        moves: vec![],
        ply: 0,
        clocks,
        time,
        strikes_left: 0,
        opponent_online: true,
        id: None,
    };
    bridge.prepare(&state);
    assert_eq!(inbox.recv().await, Some(Reply::Ready { game: 7 }));
    let (last_move, moves, legal_moves) = (None, vec![], vec!["B9-A7".into()]);
    let your_turn = YourTurn { game: 7, ply: 0, you: Seat::White, position, last_move, moves, legal_moves, clocks };
    bridge.turn(Turn { your_turn, opponent: "you".into(), time, since: Some(Instant::now()) });
    assert_eq!(inbox.recv().await, Some(a_move(0, "B9-A7")));
    let (reason, detail, why, url) = ("rules".into(), String::new(), Message::new("so", []), String::new());
    let over = GameOver { game: 7, result: GameResult::White, winner: None, reason, detail, why, plies: 1, clocks, url, past: false };
    bridge.over(7, Some(&over));
    bridge.finish().await;
}
