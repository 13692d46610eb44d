//! The classroom's line protocol: games byte for byte, and everything that an old client may do wrong.

use super::simulation::Bot;
use super::simulation::Simulation;
use contest::tokens;
use rules::Position;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{sleep, timeout};

/// A client as it was written for the course.
struct Client(DuplexStream);

impl Client {
    /// Connects and says this.
    async fn new(referee: &Simulation, first: &str) -> Client {
        Client::from(referee, 1, first).await
    }

    /// The same, from an address that ends so.
    async fn from(referee: &Simulation, address: u8, first: &str) -> Client {
        let mut client = Client(referee.line_from(from(address)));
        client.say(first).await;
        // The others come later.
        sleep(Duration::from_millis(1)).await;
        client
    }

    async fn say(&mut self, bytes: &str) {
        self.0.write_all(bytes.as_bytes()).await.expect("the referee listens");
    }

    /// The next line, byte for byte; empty when the referee has closed.
    async fn line(&mut self) -> String {
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

    async fn expect(&mut self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.line().await, *line);
        }
    }

    /// Nothing more comes.
    async fn expect_end(&mut self) {
        assert_eq!(self.line().await, "");
    }

    /// Everything up to the end.
    async fn rest(&mut self) -> String {
        let mut rest = String::new();
        loop {
            match self.line().await {
                line if line.is_empty() => return rest,
                line => rest += &line,
            }
        }
    }

    /// Plays the first legal move each time, until the game is over; gives the last line.
    async fn play_out(mut self) -> String {
        let (mut board, mut own) = (rules::Knights::start(), String::new());
        loop {
            let line = self.line().await;
            let words: Vec<&str> = line.split([' ', '\n', '\0']).filter(|word| !word.is_empty()).collect();
            match *words {
                [colour @ ("Blanc" | "Noir")] => own = colour.to_string(),
                ["JOUEUR", colour] if colour == own => {
                    let mv = board.legal_moves()[0];
                    board.play(mv);
                    self.say(&format!("{mv}\n")).await;
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

fn from(last: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, last])
}

async fn game(referee: &Simulation, number: u64) -> Value {
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
        mover.say(said).await;
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
    let moves: Vec<&Value> = over["moves"].as_array().expect("a list").iter().map(|mv| &mv["move"]).collect();
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
    assert_eq!(referee.get("/v1/bots").await.json().to_string().matches("ann").count(), 0, "nobody stays behind");
}

#[tokio::test(start_paused = true)]
async fn the_clock_counts_as_for_everybody() {
    let referee = Simulation::start(&["--time", "10s"]).await;
    let (mut white, mut black) = begun(&referee).await;
    sleep(Duration::from_millis(1_020)).await;
    white.say("B9-C7\n").await;
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
    assert_eq!(over["detail"], "Black disconnected, and over the line protocol there is no way back into a game");
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
    // The name and the end of the connection come in one breath.
    let mut gone = Client(referee.line());
    gone.say("bob\n").await;
    drop(gone);
    sleep(Duration::from_millis(10)).await;
    let _black = Client::new(&referee, "cyd\n").await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
}

#[tokio::test(start_paused = true)]
async fn first_lines_that_are_no_name_end_the_connection_and_nothing_else() {
    let referee = Simulation::start(&[]).await;
    let long = "x".repeat(10_000) + "\n";
    for first in ["\n", "\r\n", " \0\n", "\u{1}\u{2}\u{3}\n", "?!\n"] {
        Client::new(&referee, first).await.expect_end().await;
    }
    // Half a line.
    Client::new(&referee, "BUTET LEG").await.expect_end().await;
    Client::new(&referee, &long).await.expect_end().await;
    let mut binary = Client(referee.line());
    binary.0.write_all(&[0xff, 0xfe, 0x00, 0x80, b'\n']).await.expect("sent");
    binary.expect_end().await;
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
    white.say("B9-C7\r\n").await;
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
    black.say("\n\r\nC1-").await;
    sleep(Duration::from_secs(1)).await;
    black.say("D3\n").await;
    white.expect(&["MOUVEMENT C1-D3\n", "JOUEUR Blanc\0\n", "JOUEUR Noir\0\n"]).await;
    // More than can wait.
    white.say(&"B9-C7\n".repeat(1_000)).await;
    black.expect(&["JOUEUR Blanc\0\n", "MOUVEMENT C7-D5\n", "JOUEUR Noir\0\n", "FIN! Noir\0\n"]).await;
    assert_eq!(game(&referee, 1).await["reason"], "left");
}

#[tokio::test(start_paused = true)]
async fn rubbish_for_a_move_loses() {
    let referee = Simulation::start(&[]).await;
    for (number, rubbish) in (1..).zip(["b9-c7\n".into(), "B9 C7\n".into(), "x".repeat(10_000), "\u{7f}\u{1}\n".into()]) {
        let (mut white, mut black) = begun(&referee).await;
        white.say(&rubbish).await;
        black.expect(&["FIN! Noir\0\n"]).await;
        // Who writes without end is not waited for.
        let rest = white.rest().await;
        assert!(rest == "FIN! Noir\0\n" || rubbish.len() > 1_024 && rest.is_empty(), "{rest:?}");
        assert_eq!(game(&referee, number).await["reason"], "illegal_move", "{rubbish}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_never_reads_keeps_nobody_waiting() {
    let referee = Simulation::start(&["--slow-reader", "2s"]).await;
    let mut deaf = Client(referee.line_of(4));
    deaf.say("ann\n").await;
    sleep(Duration::from_millis(1)).await;
    let mut other = Client::new(&referee, "bob\n").await;
    other.expect(&["Noir\0\n"]).await;
    let end = other.rest().await;
    assert!(end.ends_with("FIN! Noir\0\n"), "{end:?}");
}

#[tokio::test(start_paused = true)]
async fn tokens_are_the_last_word_of_the_first_line() {
    let referee = Simulation::start(&["--registration", "closed"]).await;
    let (_, token) = tokens::mint(&*referee.storage, Some("BUTET LEGUET".parse().expect("a name"))).await.expect("a token");
    let (_, other) = tokens::mint(&*referee.storage, Some("ann".parse().expect("a name"))).await.expect("a token");
    for first in ["BUTET LEGUET\n".to_string(), format!("BUTET LEGUET {other}\n"), format!("{token}\n"), format!("nobody {token}\n")] {
        Client::new(&referee, &first).await.expect_end().await;
    }
    let mut white = Client::new(&referee, &format!("BUTET LEGUET {token}\n")).await;
    let _black = Client::new(&referee, &format!("ann {other}\n")).await;
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    // Where nobody needs a token, a name that has one needs it.
    let referee = Simulation::resume(referee.storage.clone(), &["--registration", "open"]).await;
    Client::new(&referee, "ann\n").await.expect_end().await;
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_and_a_full_house_are_let_go() {
    let referee = Simulation::start(&["--max-connections", "2"]).await;
    let mut silent = Client(referee.line());
    let _waits = Client::new(&referee, "ann\n").await;
    Client(referee.line()).expect_end().await;
    timeout(Duration::from_secs(13), silent.expect_end()).await.expect("ten seconds, and two for the farewell");
}

#[tokio::test(start_paused = true)]
async fn a_bot_by_websocket_may_call_a_waiting_client() {
    let referee = Simulation::start(&[]).await;
    let mut client = Client::new(&referee, "old\n").await;
    let mut bot = referee.bot("new").await;
    bot.say(json!({"t": "seek", "opponent": "old"})).await;
    let bot = tokio::spawn(async move { bot.play_out(|_, _| 0).await });
    let colour = client.line().await;
    assert!(["Blanc\0\n", "Noir\0\n"].contains(&&*colour));
    client.expect(&["JOUEUR Blanc\0\n"]).await;
    drop(client);
    assert_eq!(bot.await.expect("no panic")["reason"], "left");
}

async fn tournament(referee: &Simulation, plan: Value) {
    let made = referee.post("/v1/tournaments", &plan).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let started = referee.post("/v1/tournaments/1/start", &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.body);
}

fn plan(openings: u32) -> Value {
    json!({"name": "Cup", "format": "round_robin", "games": 2, "openings": openings, "grace": "60s",
           "entrants": [{"bot": "ann"}, {"bot": "bob"}, {"bot": "cyd"}]})
}

async fn stage(referee: &Simulation) -> Value {
    referee.get("/v1/tournaments/1").await.json()["stage"].clone()
}

/// Comes for one game after the other, until the tournament is over.
async fn come_again(referee: &Simulation, name: &str) {
    come_again_from(referee, 1, name).await;
}

async fn come_again_from(referee: &Simulation, address: u8, name: &str) {
    while stage(referee).await != "finished" {
        let client = Client::from(referee, address, &format!("{name}\n")).await;
        // Perhaps there is no other game.
        let _ = timeout(Duration::from_secs(30), client.play_out()).await;
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn entrants_play_the_tournaments_games_and_others_each_other() {
    let referee = Simulation::start(&[]).await;
    tournament(&referee, plan(0)).await;
    let (guest, other) = (Client::new(&referee, "guest\n").await, Client::new(&referee, "other\n").await);
    let ((), (), (), guest, other) = tokio::join!(
        come_again(&referee, "ann"),
        come_again(&referee, "bob"),
        come_again(&referee, "cyd"),
        guest.play_out(),
        other.play_out()
    );
    assert_eq!(guest, other);
    let standings = referee.get("/v1/tournaments/1/standings").await.json();
    let games = referee.get("/v1/matches?limit=100").await.json();
    let games = games["matches"].as_array().expect("a list");
    assert_eq!(games.len(), 7, "{games:?}");
    assert!(games.iter().all(|game| game["reason"] == "rules"), "{standings} {games:?}");
}

/// Old clients try themselves out before the tournament begins: it begins all the same, and nobody is missed who comes again.
#[tokio::test(start_paused = true)]
async fn a_free_game_gives_way_to_the_tournaments() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (Client::new(&referee, "\n \r\nann\n").await, Client::new(&referee, "bob\n").await);
    ann.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    let cyd = Client::new(&referee, "cyd\n").await;
    tournament(&referee, plan(4)).await;
    assert!(ann.rest().await.ends_with("FIN! Egalité\0\n") && bob.rest().await.ends_with("FIN! Egalité\0\n"));
    assert_eq!(game(&referee, 1).await["reason"], "annulled");
    drop(cyd);
    let ((), (), ()) = tokio::join!(come_again(&referee, "ann"), come_again(&referee, "bob"), come_again(&referee, "cyd"));
    let games = referee.get("/v1/matches?limit=100").await.json();
    let games = games["matches"].as_array().expect("a list");
    // Whoever came by line before begins from the usual start at once: no game is begun and annulled for it.
    let of_cup: Vec<_> = games.iter().filter(|game| game["game"] != 1).collect();
    assert!(of_cup.len() == 6 && of_cup.iter().all(|game| game["reason"] == "rules"), "{games:?}");
}

/// A game that was drawn up before its client had come by line is drawn up anew: nobody has decided anything, and it says so.
#[tokio::test(start_paused = true)]
async fn a_game_that_begins_anew_from_the_usual_start_says_why() {
    let referee = Simulation::start(&[]).await;
    tournament(&referee, plan(4)).await;
    sleep(Duration::from_secs(2)).await;
    let ((), (), ()) = tokio::join!(come_again(&referee, "ann"), come_again(&referee, "bob"), come_again(&referee, "cyd"));
    let games = referee.get("/v1/matches?limit=100").await.json();
    let games = games["matches"].as_array().expect("a list");
    let by = |reason: &str| games.iter().filter(|game| game["reason"] == reason).collect::<Vec<_>>();
    let (played, anew) = (by("rules"), by("annulled"));
    assert_eq!((played.len(), played.len() + anew.len()), (6, games.len()), "each is played once: {games:?}");
    assert!(!anew.is_empty(), "{games:?}");
    for game in anew {
        let told = referee.get(&format!("/v1/matches/{}", game["game"])).await.json()["detail"].to_string();
        assert!(told.contains("the game is annulled: ") && told.contains("knows only the usual start: the game begins anew"), "{told}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_in_which_the_referee_died_is_annulled_and_in_a_tournament_played_again() {
    let referee = Simulation::start(&[]).await;
    tournament(&referee, plan(0)).await;
    let mut clients = Vec::new();
    for name in ["ann", "bob", "cyd"] {
        clients.push(Client::new(&referee, &format!("{name}\n")).await);
    }
    sleep(Duration::from_secs(5)).await;
    let (mut white, _black) = (Client::new(&referee, "guest\n").await, Client::new(&referee, "other\n").await);
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    referee.stop.cancel();
    assert_eq!(white.rest().await, "", "no end that was none");
    let storage = referee.storage.clone();
    referee.served.await.expect("no panic").expect("a clean end");

    let referee = Simulation::resume(storage, &[]).await;
    sleep(Duration::from_secs(5)).await;
    let games = referee.get("/v1/matches?limit=100").await.json();
    let annulled = games["matches"].as_array().expect("a list").iter().filter(|game| game["reason"] == "annulled").count();
    assert_eq!(annulled, 2, "{games}");
    let decisions = async || referee.get("/v1/tournaments/1/standings").await.json()["decisions"].clone();
    let to_come = decisions().await;
    assert_eq!((to_come.as_array().map(Vec::len), &to_come[0]["action"]), (Some(1), &json!("replay")), "{to_come}");
    let ((), (), ()) = tokio::join!(come_again(&referee, "ann"), come_again(&referee, "bob"), come_again(&referee, "cyd"));
    let standings = referee.get("/v1/tournaments/1/standings").await.json();
    // An encounter of two games counts as one.
    assert!(standings["rows"].as_array().expect("rows").iter().all(|row| row["played"] == 2), "{standings}");
    assert_eq!(decisions().await, json!([]), "what has been played again is nothing to remark on");
    let games = referee.get("/v1/matches?limit=100").await.json();
    let played = games["matches"].as_array().expect("a list").iter().filter(|game| game["reason"] == "rules").count();
    assert_eq!(played, 6, "{games}");
}

/// A bot by WebSocket, from an address that ends so, that has been welcomed.
async fn by_websocket(referee: &Simulation, address: u8, name: &str) -> Bot {
    let mut bot = referee.socket_from(from(address), "/ws").await;
    bot.say(json!({"t": "hello", "proto": [1], "bot": {"name": name}})).await;
    bot.expect("welcome").await;
    bot
}

/// Plays every game of the tournament over one connection.
async fn play_all(referee: &Simulation, mut bot: Bot) {
    while stage(referee).await != "finished" {
        // Perhaps there is no other game.
        let _ = timeout(Duration::from_secs(2), bot.play_out(|_, _| 0)).await;
    }
}

/// The games of the tournament that a bot has played, by how they ended.
async fn reasons(referee: &Simulation, bot: &str) -> Vec<Value> {
    let games = referee.get(&format!("/v1/matches?limit=100&bot={bot}")).await.json();
    games["matches"].as_array().expect("a list").iter().map(|game| game["reason"].clone()).collect()
}

/// Somebody at another address comes under the name of an entrant, again and again, and hangs up as soon as it has a seat.
#[tokio::test(start_paused = true)]
async fn a_seat_is_not_taken_from_a_bot_at_another_address() {
    for link in ["websocket", "line"] {
        let referee = Simulation::start(&[]).await;
        tournament(&referee, plan(0)).await;
        let ann = async {
            match link {
                "line" => come_again_from(&referee, 1, "ann").await,
                _ => play_all(&referee, by_websocket(&referee, 1, "ann").await).await,
            }
        };
        let seats = async {
            let mut seats = 0;
            while stage(&referee).await != "finished" {
                sleep(Duration::from_millis(50)).await;
                let mut stranger = Client::from(&referee, 66, "ann\n").await;
                seats += u32::from(timeout(Duration::from_secs(3), stranger.line()).await.is_ok_and(|line| !line.is_empty()));
            }
            seats
        };
        let ((), (), (), seats) = tokio::join!(ann, come_again_from(&referee, 2, "bob"), come_again_from(&referee, 3, "cyd"), seats);
        assert_eq!((seats, reasons(&referee, "ann").await), (0, vec![json!("rules"); 4]), "{link}");
    }
}

/// Two entrants, with so many games between them.
fn duel(games: u32) -> Value {
    json!({"name": "Duel", "format": "round_robin", "games": games, "openings": 0, "grace": "60s", "entrants": [{"bot": "ann"}, {"bot": "bob"}]})
}

/// Whoever comes under the name of a bot that does not answer gets its seat, and loses it nothing by hanging up: the bot comes back.
#[tokio::test(start_paused = true)]
async fn a_guest_who_hangs_up_loses_nothing_for_the_bot() {
    for hangs_up in [true, false] {
        let referee = Simulation::start(&[]).await;
        tournament(&referee, duel(2)).await;
        // Nobody reads at it, as if its network were gone.
        let lost = by_websocket(&referee, 1, "ann").await;
        let began = tokio::time::Instant::now();
        let bob = tokio::spawn(Client::from(&referee, 2, "bob\n").await.play_out());
        let mut guest = Client::from(&referee, 66, "ann\n").await;
        guest.line().await;
        guest.expect(&["JOUEUR Blanc\0\n"]).await;
        assert!(began.elapsed() >= Duration::from_secs(5), "an unanswered ping");
        let guest = if hangs_up { None } else { Some(guest) };
        sleep(Duration::from_secs(1)).await;
        drop(lost);
        // She comes back from where she is at home, as protocol.md has it, and takes her seat.
        let ann = by_websocket(&referee, 1, "ann").await;
        let bob = async {
            bob.await.expect("no panic");
            come_again_from(&referee, 2, "bob").await;
        };
        tokio::join!(play_all(&referee, ann), bob);
        assert_eq!(reasons(&referee, "ann").await, vec![json!("rules"); 2], "hangs up: {hangs_up}");
        drop(guest);
    }
}

/// From its own address a bot comes back at once, whatever has become of its last connection.
#[tokio::test(start_paused = true)]
async fn a_bot_comes_back_from_its_own_address() {
    for link in ["websocket", "line"] {
        let referee = Simulation::start(&[]).await;
        tournament(&referee, duel(4)).await;
        // Nobody reads at it any more, and nobody closes it: its network is gone.
        let lost = match link {
            "line" => (Some(Client::from(&referee, 1, "ann\n").await), None),
            _ => (None, Some(by_websocket(&referee, 1, "ann").await)),
        };
        let began = tokio::time::Instant::now();
        let mut back = Client::from(&referee, 1, "ann\n").await;
        let bob = tokio::spawn(Client::from(&referee, 2, "bob\n").await.play_out());
        back.line().await;
        back.expect(&["JOUEUR Blanc\0\n"]).await;
        assert!(began.elapsed() < Duration::from_secs(1), "{link}");
        // In the middle of a game there is no way back, and who hangs up has lost it.
        Client::from(&referee, 1, "ann\n").await.expect_end().await;
        drop(back);
        assert!(bob.await.expect("no panic").starts_with("FIN!"), "{link}");
        // Her next game waits for her alone, for a minute.
        Client::from(&referee, 66, "ann\n").await.expect_end().await;
        let mut stranger = referee.socket_from(from(66), "/ws").await;
        stranger.say(json!({"t": "hello", "proto": [1], "bot": {"name": "ann"}})).await;
        assert_eq!(stranger.expect_close().await, ("name_taken".into(), 4006), "{link}");
        tokio::join!(come_again_from(&referee, 1, "ann"), come_again_from(&referee, 2, "bob"));
        let mut ends = reasons(&referee, "ann").await;
        ends.sort_by_key(ToString::to_string);
        assert_eq!(ends, ["left", "rules", "rules", "rules"], "{link}");
        drop(lost);
    }
}
