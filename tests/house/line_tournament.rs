//! Clients of the line protocol in tournaments: they reconnect for each game, to seats that other clients claim.

use super::line::{Client, game};
use super::simulation::{Bot, Simulation, address, each, items};
use super::tournament::running;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

fn plan(openings: u32) -> Value {
    let names = ["ann", "bob", "cyd"];
    json!({"name": "Cup", "format": "round_robin", "games": 2, "openings": openings, "ready_timeout": "60s", "entrants": names})
}

async fn stage(referee: &Simulation) -> Value {
    referee.get("/v1/tournaments/1").await.json()["stage"].clone()
}

/// The three come for one game after the other, until the tournament is over.
async fn all_come_again(referee: &Simulation) {
    join_all(["ann", "bob", "cyd"].map(|name| come_again_from(referee, 1, name))).await;
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
    running(&referee, &plan(0)).await;
    let (guest, other) = (Client::new(&referee, "guest\n").await, Client::new(&referee, "other\n").await);
    let ((), guest, other) = tokio::join!(all_come_again(&referee), guest.play_out(), other.play_out());
    assert_eq!(guest, other);
    assert_eq!(reasons(&referee, "").await, ["rules"; 7]);
}

/// Old clients try themselves out before the tournament begins: it begins all the same, and a client that reconnects is present.
#[tokio::test(start_paused = true)]
async fn a_free_game_gives_way_to_the_tournaments() {
    let referee = Simulation::start(&[]).await;
    let (mut ann, mut bob) = (Client::new(&referee, "\n \r\nann\n").await, Client::new(&referee, "bob\n").await);
    ann.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    let cyd = Client::new(&referee, "cyd\n").await;
    running(&referee, &plan(4)).await;
    assert!(ann.rest().await.ends_with("FIN! Egalité\0\n") && bob.rest().await.ends_with("FIN! Egalité\0\n"));
    assert_eq!(game(&referee, 1).await["reason"], "annulled");
    drop(cyd);
    all_come_again(&referee).await;
    // A client that came by line before begins from the start position immediately: no game is begun and annulled for it.
    assert_eq!(reasons(&referee, "&tournament=1").await, ["rules"; 6]);
}

/// A game created before its client connected by line is created again: it is void in the log.
#[tokio::test(start_paused = true)]
async fn a_game_that_begins_anew_from_the_usual_start_says_why() {
    let referee = Simulation::start(&[]).await;
    running(&referee, &plan(4)).await;
    sleep(Duration::from_secs(2)).await;
    all_come_again(&referee).await;
    let games = referee.get("/v1/matches?limit=100").await.json();
    let games = items(&games["matches"]);
    let by = |reason: &str| games.iter().filter(|game| game["reason"] == reason).collect::<Vec<_>>();
    let (played, anew) = (by("rules"), by("annulled"));
    assert_eq!((played.len(), played.len() + anew.len()), (6, games.len()), "each is played once: {games:?}");
    assert!(!anew.is_empty(), "{games:?}");
    for game in anew {
        let detail = referee.get(&format!("/v1/matches/{}", game["game"])).await;
        detail.says(200, "the game is annulled: ").says(200, "knows only the start position: the game begins anew");
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_in_which_the_referee_died_is_annulled_and_in_a_tournament_played_again() {
    let referee = Simulation::start(&[]).await;
    running(&referee, &plan(0)).await;
    let mut clients = Vec::new();
    for name in ["ann", "bob", "cyd"] {
        clients.push(Client::new(&referee, &format!("{name}\n")).await);
    }
    sleep(Duration::from_secs(5)).await;
    let (mut white, _black) = (Client::new(&referee, "guest\n").await, Client::new(&referee, "other\n").await);
    white.expect(&["Blanc\0\n", "JOUEUR Blanc\0\n"]).await;
    let referee = referee.restarted(&[]).await;
    assert_eq!(white.rest().await, "", "no end that was none");
    sleep(Duration::from_secs(5)).await;
    assert_eq!(reasons(&referee, "&reason=annulled").await.len(), 2);
    let decisions = async || referee.get("/v1/tournaments/1/standings").await.json()["decisions"].clone();
    let to_come = decisions().await;
    assert_eq!((to_come.as_array().map(Vec::len), &to_come[0]["action"]), (Some(1), &json!("replay")), "{to_come}");
    all_come_again(&referee).await;
    let standings = referee.get("/v1/tournaments/1/standings").await.json();
    // An encounter of two games counts as one.
    assert!(items(&standings["rows"]).iter().all(|row| row["played"] == 2), "{standings}");
    assert_eq!(decisions().await, json!([]), "what has been played again is nothing to remark on");
    assert_eq!(reasons(&referee, "&reason=rules").await.len(), 6);
}

/// A bot by WebSocket, from an address that ends so, that has been welcomed.
async fn by_websocket(referee: &Simulation, last: u8, name: &str) -> Bot {
    let mut bot = referee.hello_from(address(last), json!({"bot": {"name": name}})).await;
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

/// How the matches that a query selects ended.
async fn reasons(referee: &Simulation, query: &str) -> Vec<Value> {
    let games = referee.get(&format!("/v1/matches?limit=100{query}")).await.json();
    each(&games["matches"], "reason").into_iter().cloned().collect()
}

/// A client at another address connects repeatedly under the name of an entrant and closes as soon as it has a seat.
#[tokio::test(start_paused = true)]
async fn a_seat_is_not_taken_from_a_bot_at_another_address() {
    for link in ["websocket", "line"] {
        let referee = Simulation::start(&[]).await;
        running(&referee, &plan(0)).await;
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
                seats += u32::from(timeout(Duration::from_secs(3), stranger.line()).await.is_ok_and(|line| line.ends_with("\0\n")));
            }
            seats
        };
        let ((), (), (), seats) = tokio::join!(ann, come_again_from(&referee, 2, "bob"), come_again_from(&referee, 3, "cyd"), seats);
        assert_eq!((seats, reasons(&referee, "&bot=ann").await), (0, vec![json!("rules"); 4]), "{link}");
    }
}

/// Two entrants, with this many games between them.
fn duel(games: u32) -> Value {
    json!({"name": "Duel", "format": "round_robin", "games": games, "openings": 0, "ready_timeout": "60s", "entrants": ["ann", "bob"]})
}

/// A client under the name of a bot that does not answer gets its seat, and costs it nothing by closing: the bot reconnects.
#[tokio::test(start_paused = true)]
async fn a_guest_who_hangs_up_loses_nothing_for_the_bot() {
    for hangs_up in [true, false] {
        let referee = Simulation::start(&[]).await;
        running(&referee, &duel(2)).await;
        // The socket is not read, as if its network were down.
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
        // The bot reconnects from its own address, as protocol.md says, and takes its seat.
        let ann = by_websocket(&referee, 1, "ann").await;
        let bob = async {
            bob.await.expect("no panic");
            come_again_from(&referee, 2, "bob").await;
        };
        tokio::join!(play_all(&referee, ann), bob);
        assert_eq!(reasons(&referee, "&bot=ann").await, vec![json!("rules"); 2], "hangs up: {hangs_up}");
        drop(guest);
    }
}

/// From its own address a bot reconnects immediately, in any state of its last connection.
#[tokio::test(start_paused = true)]
async fn a_bot_comes_back_from_its_own_address() {
    for link in ["websocket", "line"] {
        let referee = Simulation::start(&[]).await;
        running(&referee, &duel(4)).await;
        // The socket is neither read nor closed: its network is down.
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
        Client::from(&referee, 1, "ann\n").await.expect_refusal("in the middle of a game").await;
        drop(back);
        assert!(bob.await.expect("no panic").starts_with("FIN!"), "{link}");
        // Her next game waits for her alone, for a minute.
        Client::from(&referee, 66, "ann\n").await.expect_refusal("ann").await;
        let mut stranger = referee.hello_from(address(66), json!({"bot": {"name": "ann"}})).await;
        assert_eq!(stranger.expect_close().await, ("name_taken".into(), 4006), "{link}");
        tokio::join!(come_again_from(&referee, 1, "ann"), come_again_from(&referee, 2, "bob"));
        let mut ends = reasons(&referee, "&bot=ann").await;
        ends.sort_by_key(ToString::to_string);
        assert_eq!(ends, ["left", "rules", "rules", "rules"], "{link}");
        drop(lost);
    }
}

/// After a restart a bot's address is unknown: its seat records that it is not a client of the line protocol.
#[tokio::test(start_paused = true)]
async fn a_stranger_who_hangs_up_after_a_restart_loses_nothing_for_the_bot() {
    for is_begun in [false, true] {
        let referee = Simulation::start(&[]).await;
        let [mut ann, mut bob] = [by_websocket(&referee, 1, "ann").await, by_websocket(&referee, 2, "bob").await];
        let number = referee.new_match(&json!({"white": "ann", "black": "bob", "time": "10s"})).await;
        for bot in [&mut ann, &mut bob] {
            bot.wait_for("state").await;
            if is_begun {
                bot.send(json!({"t": "ready", "game": number})).await;
            }
        }
        if is_begun {
            ann.wait_for("your_turn").await;
        }
        drop((ann, bob));
        let referee = referee.restarted(&[]).await;
        let mut bob = by_websocket(&referee, 2, "bob").await;
        let ann = async {
            sleep(Duration::from_secs(1)).await;
            let stranger = Client::from(&referee, 66, "ann\n").await;
            sleep(Duration::from_secs(1)).await;
            drop(stranger);
            sleep(Duration::from_secs(1)).await;
            by_websocket(&referee, 1, "ann").await.play_out(|_, _| 0).await
        };
        tokio::join!(ann, bob.play_out(|_, _| 0));
        assert_eq!(game(&referee, number).await["reason"], "rules", "begun: {is_begun}");
    }
}
