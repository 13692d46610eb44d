//! The line protocol: games byte for byte, and every mistake of an old client.

use super::simulation::{self, Simulation, each};
use rules::Position;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{sleep, timeout};

/// A client as it was written for the course.
pub struct Client(DuplexStream);

impl Client {
    /// Connects and says this.
    pub async fn new(referee: &Simulation, first: &str) -> Client {
        Client::from(referee, 1, first).await
    }

    /// The same, from an address that ends so.
    pub async fn from(referee: &Simulation, address: u8, first: &str) -> Client {
        let mut client = Client(referee.line_from(simulation::address(address)));
        client.send(first).await;
        // The others come later.
        sleep(Duration::from_millis(1)).await;
        client
    }

    async fn send(&mut self, bytes: &str) {
        self.0.write_all(bytes.as_bytes()).await.expect("the referee listens");
    }

    /// The next line, byte for byte; empty when the referee has closed.
    pub async fn line(&mut self) -> String {
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            let mut byte = [0];
            match timeout(Duration::from_secs(3_600), self.0.read(&mut byte)).await.expect("the referee says something") {
                Ok(1) => line.push(byte[0]),
                _ => break,
            }
        }
        String::from_utf8(line).expect("UTF-8")
    }

    pub async fn expect(&mut self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.line().await, *line);
        }
    }

    /// The client is refused for this reason, and nothing more comes.
    pub async fn expect_refusal(&mut self, why: &str) {
        let line = self.line().await;
        assert!(line.starts_with("REFUS ") && line.contains(why) && line.ends_with('\n'), "{line:?}: {why}");
        self.expect_end().await;
    }

    /// Nothing more comes.
    pub async fn expect_end(&mut self) {
        assert_eq!(self.line().await, "");
    }

    /// Everything up to the end.
    pub async fn rest(&mut self) -> String {
        let mut rest = String::new();
        loop {
            match self.line().await {
                line if line.is_empty() => return rest,
                line => rest += &line,
            }
        }
    }

    /// Plays the first legal move each time, until the game is over; gives the last line.
    pub async fn play_out(mut self) -> String {
        let (mut board, mut own) = (rules::Knights::start(), String::new());
        loop {
            let line = self.line().await;
            let words: Vec<&str> = line.split([' ', '\n', '\0']).filter(|word| !word.is_empty()).collect();
            match *words {
                [colour @ ("Blanc" | "Noir")] => own = colour.to_string(),
                ["JOUEUR", colour] if colour == own => {
                    let mv = board.legal_moves()[0];
                    board.play(mv);
                    self.send(&format!("{mv}\n")).await;
                }
                ["MOUVEMENT", mv] => board.play(mv.parse().expect("a move")),
                ["FIN!", _] => {
                    self.expect_end().await;
                    return line;
                }
                ["JOUEUR", _] => {}
                _ => panic!("{line:?} is no line of the protocol"),
            }
        }
    }
}

pub async fn game(referee: &Simulation, number: u64) -> Value {
    referee.get(&format!("/v1/matches/{number}")).await.json()
}

/// Two clients at their first turn.
async fn begun(referee: &Simulation) -> (Client, Client) {
    let mut white = Client::new(referee, "BUTET LEGUET\n").await;
    let mut black = Client::new(referee, "ann\n").await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    black.expect(&["Noir\0\n", "JOUEUR Blanc\0\n"]).await;
    (white, black)
}

#[tokio::test(start_paused = true)]
async fn a_session_as_it_was_seen_in_class() {
    let referee = Simulation::start(&[]).await;
    let (mut white, mut black) = begun(&referee).await;
    // (who says what, what White reads, what Black reads)
    let moves = [
        ("Blanc", "B9-C7\n", "JOUEUR Noir\0\n", "MOUVEMENT B9-C7\nJOUEUR Noir\0\n"),
        ("Noir", "C1-D3\n", "MOUVEMENT C1-D3\nJOUEUR Blanc\0\n", "JOUEUR Blanc\0\n"),
        ("Blanc", "C7-D5\n", "JOUEUR Noir\0\n", "MOUVEMENT C7-D5\nJOUEUR Noir\0\n"),
        ("Noir", "A1-A2\n", "FIN! Blanc\0\n", "FIN! Blanc\0\n"),
    ];
    for (who, said, to_white, to_black) in moves {
        let mover = if who == "Blanc" { &mut white } else { &mut black };
        mover.send(said).await;
        for (client, lines) in [(&mut white, to_white), (&mut black, to_black)] {
            for line in lines.split_inclusive('\n') {
                assert_eq!(client.line().await, line, "after {said:?} of {who}");
            }
        }
    }
    white.expect_end().await;
    black.expect_end().await;
    let over = game(&referee, 1).await;
    assert_eq!((&over["reason"], &over["players"]["white"]), (&json!("illegal_move"), &json!("BUTET LEGUET")));
    let moves: Vec<&Value> = each(&over["moves"], "move");
    assert_eq!(moves, ["B9-C7", "C1-D3", "C7-D5"]);
}

#[tokio::test(start_paused = true)]
async fn whole_games_end_by_the_rules_and_a_client_may_come_again() {
    let referee = Simulation::start(&[]).await;
    for number in 1..=3 {
        let white = tokio::spawn(Client::new(&referee, "ann\n").await.play_out());
        let black = tokio::spawn(Client::new(&referee, "bob\n").await.play_out());
        let (white, black) = (white.await.expect("no panic"), black.await.expect("no panic"));
        assert_eq!(white, black);
        let over = game(&referee, number).await;
        let fin = match over["result"].as_str() {
            Some("white") => "FIN! Blanc\0\n",
            Some("black") => "FIN! Noir\0\n",
            _ => "FIN! Egalité\0\n",
        };
        assert_eq!((&over["reason"], &over["players"]["white"], &*white), (&json!("rules"), &json!("ann"), fin), "{over}");
    }
    assert_eq!(referee.get("/v1/bots").await.json().to_string().matches("ann").count(), 0, "no bot remains");
}

#[tokio::test(start_paused = true)]
async fn the_clock_counts_as_by_websocket() {
    let referee = Simulation::start(&["--time", "10s"]).await;
    let (mut white, mut black) = begun(&referee).await;
    sleep(Duration::from_millis(1_020)).await;
    white.send("B9-C7\n").await;
    black.expect(&["MOUVEMENT B9-C7\n", "JOUEUR Noir\0\n"]).await;
    let log = referee.get("/v1/matches/1").await.json();
    let white_us = log["clocks"]["white_us"].as_u64().expect("a clock");
    assert!((8_990_000..=9_005_000).contains(&white_us), "{log}");
    white.expect(&["JOUEUR Noir\0\n", "FIN! Blanc\0\n"]).await;
    assert_eq!(game(&referee, 1).await["reason"], "time");
}

#[tokio::test(start_paused = true)]
async fn who_disconnects_has_lost_at_once() {
    let referee = Simulation::start(&[]).await;
    let (mut white, black) = begun(&referee).await;
    drop(black);
    white.expect(&["FIN! Blanc\0\n"]).await;
    white.expect_end().await;
    let over = game(&referee, 1).await;
    assert_eq!(over["reason"], "left");
    assert_eq!(over["why"]["sentence"], "Black disconnected, and the line protocol cannot resume a game");
}

#[tokio::test(start_paused = true)]
async fn who_waits_alone_may_go_and_is_not_waited_for() {
    let referee = Simulation::start(&[]).await;
    drop(Client::new(&referee, "gone\n").await);
    sleep(Duration::from_millis(10)).await;
    let (_white, _black) = begun(&referee).await;
}

#[tokio::test(start_paused = true)]
async fn whose_opponent_goes_before_their_game_waits_for_the_next() {
    let referee = Simulation::start(&[]).await;
    let mut white = Client::new(&referee, "ann\n").await;
    // The name and the end of the connection arrive together.
    let mut gone = Client(referee.line());
    gone.send("bob\n").await;
    drop(gone);
    sleep(Duration::from_millis(10)).await;
    let _black = Client::new(&referee, "cyd\n").await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
}

#[tokio::test(start_paused = true)]
async fn first_lines_that_are_no_name_end_the_connection_and_nothing_else() {
    let referee = Simulation::start(&[]).await;
    let long = "x".repeat(10_000) + "\n";
    let nameless: [&[u8]; 3] = [b"\x01\x02\x03\n", b"?!\n", b"\xff\xfe\x00\x80\n"];
    let others: [(&[u8], &str); 5] = [(b"\n", ""), (b"\r\n", ""), (b" \0\n", ""), (b"half a line", ""), (long.as_bytes(), "1024")];
    for (first, why) in nameless.map(|first| (first, "name")).into_iter().chain(others) {
        let mut client = Client(referee.line());
        client.0.write_all(first).await.expect("sent");
        client.expect_refusal(why).await;
    }
    let (_white, _black) = begun(&referee).await;
    assert!(!referee.get("/v1/bots").await.body.contains("xxx"));
}

#[tokio::test(start_paused = true)]
async fn free_text_of_other_days_is_a_name_all_the_same() {
    let referee = Simulation::start(&[]).await;
    let mut white = Client(referee.line());
    // ISO 8859-1, and a line end of other systems.
    white.0.write_all(b"Zo\xe9 & Max (n\xb03)\r\n").await.expect("sent");
    sleep(Duration::from_millis(1)).await;
    let mut black = Client::new(&referee, "bob \0\n").await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    white.send("B9-C7\r\n").await;
    white.expect(&["JOUEUR Noir\0\n"]).await;
    black.expect(&["Noir\0\n", "JOUEUR Blanc\0\n", "MOUVEMENT B9-C7\n", "JOUEUR Noir\0\n"]).await;
    assert_eq!(game(&referee, 1).await["players"], json!({"white": "Zoé Max n 3", "black": "bob"}));
}

#[tokio::test(start_paused = true)]
async fn two_of_one_name_play_each_other() {
    let referee = Simulation::start(&[]).await;
    let (mut white, mut black) = (Client::new(&referee, "ann\n").await, Client::new(&referee, "ann\n").await);
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    black.expect(&["Noir\0\n", "JOUEUR Blanc\0\n"]).await;
    assert_eq!(game(&referee, 1).await["players"], json!({"white": "ann", "black": "ann 2"}));
}

#[tokio::test(start_paused = true)]
async fn moves_that_come_early_wait_for_their_turn() {
    let referee = Simulation::start(&[]).await;
    let mut white = Client::new(&referee, "ann\nB9-C7\nC7-D5\n").await;
    let mut black = Client::new(&referee, "bob\n").await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n", "JOUEUR Noir\0\n"]).await;
    black.expect(&["Noir\0\n", "JOUEUR Blanc\0\n", "MOUVEMENT B9-C7\n", "JOUEUR Noir\0\n"]).await;
    black.send("\n\r\nC1-").await;
    sleep(Duration::from_secs(1)).await;
    black.send("D3\n").await;
    white.expect(&["MOUVEMENT C1-D3\n", "JOUEUR Blanc\0\n", "JOUEUR Noir\0\n"]).await;
    // More than can wait.
    white.send(&"B9-C7\n".repeat(1_000)).await;
    black.expect(&["JOUEUR Blanc\0\n", "MOUVEMENT C7-D5\n", "JOUEUR Noir\0\n", "FIN! Noir\0\n"]).await;
    assert_eq!(game(&referee, 1).await["reason"], "left");
}

#[tokio::test(start_paused = true)]
async fn rubbish_for_a_move_loses() {
    let referee = Simulation::start(&[]).await;
    for (number, rubbish) in (1..).zip(["b9-c7\n".into(), "B9 C7\n".into(), "x".repeat(10_000), "\u{7f}\u{1}\n".into()]) {
        let (mut white, mut black) = begun(&referee).await;
        white.send(&rubbish).await;
        black.expect(&["FIN! Noir\0\n"]).await;
        // Who writes without end is not waited for.
        let rest = white.rest().await;
        assert!(rest == "FIN! Noir\0\n" || rubbish.len() > 1_024 && rest.is_empty(), "{rest:?}");
        assert_eq!(game(&referee, number).await["reason"], "illegal_move", "{rubbish}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_delays_no_other() {
    let referee = Simulation::start(&["--write-timeout", "2s"]).await;
    let mut deaf = Client(referee.line_of(4));
    deaf.send("ann\n").await;
    sleep(Duration::from_millis(1)).await;
    let mut other = Client::new(&referee, "bob\n").await;
    other.expect(&["Noir\0\n"]).await;
    let end = other.rest().await;
    assert!(end.ends_with("FIN! Noir\0\n"), "{end:?}");
}

#[tokio::test(start_paused = true)]
async fn tokens_are_the_last_word_of_the_first_line() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let token = referee.token("BUTET LEGUET").await;
    let other = referee.token("ann").await;
    for first in ["BUTET LEGUET\n".to_string(), format!("BUTET LEGUET {other}\n"), format!("{token}\n"), format!("nobody {token}\n")] {
        Client::new(&referee, &first).await.expect_refusal("").await;
    }
    let mut white = Client::new(&referee, &format!("BUTET LEGUET {token}\n")).await;
    let _black = Client::new(&referee, &format!("ann {other}\n")).await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    // Where tokens are optional, a name that has one needs it.
    let referee = Simulation::resume(referee.storage.clone(), &["--registration", "open"]).await;
    Client::new(&referee, "ann\n").await.expect_refusal("make it the last word of the first line").await;
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_and_a_full_house_are_let_go() {
    let referee = Simulation::start(&["--max-connections", "2"]).await;
    let mut silent = Client(referee.line());
    let _waits = Client::new(&referee, "ann\n").await;
    Client(referee.line()).expect_refusal("in time").await;
    timeout(Duration::from_secs(13), silent.expect_refusal("in time")).await.expect("ten seconds, and two for the farewell");
}

#[tokio::test(start_paused = true)]
async fn a_bot_by_websocket_may_call_a_waiting_client() {
    let referee = Simulation::start(&[]).await;
    let mut client = Client::new(&referee, "old\n").await;
    let mut bot = referee.bot("new").await;
    bot.send(json!({"t": "seek", "opponent": "old"})).await;
    let bot = tokio::spawn(async move { bot.play_out(|_, _| 0).await });
    let colour = client.line().await;
    assert!(["Blanc\0\n", "Noir\0\n"].contains(&&*colour));
    client.expect(&["JOUEUR Blanc\0\n"]).await;
    drop(client);
    assert_eq!(bot.await.expect("no panic")["reason"], "left");
}
