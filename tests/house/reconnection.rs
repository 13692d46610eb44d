//! Bots that reconnect one after the other after a restart: a player is charged from the delivery of its turn.

use super::simulation::{Bot, Simulation};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use server::StorageLocation;
use std::iter::zip;
use std::time::Duration;
use storage::{Durability, Storage};

/// For how long a match waits for its players after a restart.
const MINUTE: u64 = 60_000;
/// For how long a bot thinks, and what each has on its clock: milliseconds, as all times here.
const THINKS: u64 = 1_000;
const CLOCK: u64 = 10_000;

/// The progress of a match at the restart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Before {
    /// This many players have sent `ready`.
    Ready(usize),
    /// This many plies have been played.
    Plies(usize),
}

/// White and Black in each of the games.
fn names(games: usize) -> Vec<[String; 2]> {
    (0..games).map(|game| ["ann", "bob"].map(|name| format!("{name} {game}"))).collect()
}

/// The first legal move, after some time.
async fn play(bot: &mut Bot, turn: &Value, thinks: u64) {
    if thinks > 0 {
        tokio::time::sleep(Duration::from_millis(thinks)).await;
    }
    let mv = &turn["legal_moves"][0];
    bot.send(json!({"t": "move", "game": turn["game"], "ply": turn["ply"], "move": mv})).await;
}

/// Makes a match of these two, gets it so far, and leaves it.
async fn play_until(referee: &Simulation, names: &[String; 2], before: Before) -> u64 {
    let mut bots = [referee.bot(&names[0]).await, referee.bot(&names[1]).await];
    let game = referee.new_match(&json!({"white": names[0], "black": names[1], "time": format!("{CLOCK}ms")})).await;
    let (ready, plies) = match before {
        Before::Ready(ready) => (ready, 0),
        Before::Plies(plies) => (2, plies),
    };
    for bot in &mut bots {
        bot.wait_for("state").await;
    }
    for bot in &mut bots[..ready] {
        bot.send(json!({"t": "ready", "game": game})).await;
        bot.send(json!({"t": "sync", "game": game})).await;
        bot.wait_for("state").await;
    }
    for ply in 0..plies {
        let turn = bots[ply % 2].wait_for("your_turn").await;
        play(&mut bots[ply % 2], &turn, 0).await;
        bots[ply % 2].wait_for("accepted").await;
    }
    game
}

/// Connects anew; nothing if the game is over.
async fn connect(referee: &Simulation, name: &str) -> Option<Bot> {
    let mut bot = referee.hello(json!({"bot": {"name": name}})).await;
    let welcome = bot.expect("welcome").await;
    (welcome["games"] != json!([])).then_some(bot)
}

/// Says that it is ready if that is asked, and plays one move, unless the game ends first. The connection stays.
async fn play_one(mut bot: Bot, thinks: u64) -> Bot {
    loop {
        let message = bot.receive().await.expect("no close");
        match message["t"].as_str().expect("a name") {
            "state" if message["status"] == "waiting" => bot.send(json!({"t": "ready", "game": message["game"]})).await,
            "your_turn" => play(&mut bot, &message, thinks).await,
            "accepted" | "game_over" => return bot,
            _ => {}
        }
    }
}

async fn come_back(referee: &Simulation, name: &str, thinks: u64) -> Option<Bot> {
    Some(play_one(connect(referee, name).await?, thinks).await)
}

async fn log(storage: &dyn Storage, game: u64) -> Vec<Value> {
    let log = storage::whole_log(storage, game).await.expect("a log");
    log.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What one move of each was charged after the restart, in tenths of a second; and why the game ended, if it did so before these.
fn outcome(log: &[Value]) -> (Vec<u64>, Option<String>) {
    let mut after = log.iter().skip_while(|line| line["t"] != "restarted");
    let mut charges = Vec::new();
    while charges.len() < 2 {
        let Some(line) = after.next() else { break };
        if line["t"] == "ended" {
            return (charges, line["reason"].as_str().map(str::to_string));
        }
        charges.extend(line["charge"]["charged_us"].as_u64().map(|us| (us + 50_000) / 100_000));
    }
    (charges, None)
}

/// When the side to move and the other reconnect, in milliseconds after the restart; what they are charged, and how the game ends.
fn promised([mover, other]: [u64; 2], before: Before) -> (Vec<u64>, Option<String>) {
    if let Before::Ready(_) = before {
        return match [mover, other].iter().filter(|&&back| back > MINUTE).count() {
            0 => (vec![THINKS / 100; 2], None),
            1 => (vec![], Some("no_show".into())),
            _ => (vec![], Some("both_no_show".into())),
        };
    }
    let mut charges = Vec::new();
    let mut turn = 0;
    for back in [mover, other] {
        let moves = turn.max(back) + THINKS;
        // The clock waits a minute for a player to come back; then it runs.
        let charge = moves - turn.max(back.min(MINUTE));
        if charge > CLOCK {
            return (charges, Some("time".into()));
        }
        charges.push(charge / 100);
        turn = moves;
    }
    (charges, None)
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_who_comes_back_later_waits_for_a_minute() {
    const BACK: [u64; 6] = [500, 4_000, 12_000, 59_500, 65_000, 80_000];
    let befores = [Before::Ready(0), Before::Ready(1), Before::Plies(0), Before::Plies(1), Before::Plies(2)];
    let times: Vec<[u64; 2]> = BACK.into_iter().flat_map(|mover| BACK.map(|other| [mover, other])).collect();
    let cases: Vec<(Before, [u64; 2])> = befores.into_iter().flat_map(|before| times.iter().map(move |back| (before, *back))).collect();
    let names = names(cases.len());
    let flags = ["--lag-compensation-per-move", "0ms"];
    let referee = Simulation::start(&flags).await;
    let storage = referee.storage.clone();
    let begun = zip(&names, &cases).map(|(names, (before, _))| play_until(&referee, names, *before));
    let games = join_all(begun).await;
    referee.stopped().await;

    let referee = Simulation::resume(storage.clone(), &flags).await;
    let back = async |name, at| {
        tokio::time::sleep(Duration::from_millis(at)).await;
        come_back(&referee, name, THINKS).await
    };
    let both = zip(&names, &cases).map(|([white, black], (before, [mover, other]))| match before {
        Before::Plies(1) => join(back(white, *other), back(black, *mover)),
        _ => join(back(white, *mover), back(black, *other)),
    });
    let _bots = join_all(both).await;
    for (game, (before, times)) in zip(games, cases) {
        let seen = outcome(&log(&*storage, game).await);
        assert_eq!(seen, promised(times, before), "{before:?}; who is to move and the other are back after {times:?} ms");
    }
}

/// By the evidence in a log, no charge begins before its player was back after a restart. A standstill sets the referee's time back a little.
fn check_evidence(log: &[Value]) {
    let minute = log[0]["ready_timeout_us"].as_u64().expect("a number");
    let (mut back, mut stood_still) = ([0; 2], 0);
    for line in log {
        let at = line["at_us"].as_u64().expect("a number");
        let seat = usize::from(line["seat"] == "black");
        match line["t"].as_str().expect("a name") {
            "restarted" => back = [at + minute; 2],
            "online" => back[seat] = back[seat].min(at),
            "stalled" => stood_still += line["by_us"].as_u64().expect("a number"),
            "moved" => {
                let sent = line["charge"]["sent_us"].as_u64().expect("a number");
                assert!(sent + stood_still >= back[seat], "back at {}: {line}", back[seat]);
            }
            _ => {}
        }
    }
}

/// Every order of coming back, in games of one referee that is stopped, and whose storage is opened anew.
async fn check_storage(location: &StorageLocation) {
    let befores = [Before::Ready(1), Before::Plies(0), Before::Plies(1)];
    let cases: Vec<(Before, [usize; 2])> = befores.into_iter().flat_map(|before| [[0, 1], [1, 0]].map(|order| (before, order))).collect();
    let names = names(cases.len());
    let open = async || server::open(location, Durability::Process).await.expect("a storage");

    let opened = open().await;
    let referee = Simulation::resume(opened.storage.clone(), &[]).await;
    let begun = zip(&names, &cases).map(|(names, (before, _))| play_until(&referee, names, *before));
    let games = join_all(begun).await;
    referee.stopped().await;
    opened.close();

    let opened = open().await;
    let referee = Simulation::resume(opened.storage.clone(), &[]).await;
    let back = async |names: &[String; 2], before: Before, order: [usize; 2]| {
        let [first, second] = order.map(|who| &names[who]);
        if before == Before::Plies(order[0]) {
            // It moves while the other is away.
            let first = come_back(&referee, first, 0).await;
            return (first, come_back(&referee, second, 0).await);
        }
        let first = connect(&referee, first).await.expect("a game");
        join(async { Some(play_one(first, 0).await) }, come_back(&referee, second, 0)).await
    };
    let _bots = join_all(zip(&names, &cases).map(|(names, (before, order))| back(names, *before, *order))).await;
    for game in games {
        let log = log(&*opened.storage, game).await;
        check_evidence(&log);
        assert_eq!(outcome(&log).0.len(), 2, "each has moved");
    }
    referee.stopped().await;
    opened.close();
}

#[tokio::test]
async fn the_clock_waits_after_a_restart_on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    check_storage(&StorageLocation::Folder(folder.path().into())).await;
}

#[cfg(feature = "cluster")]
#[tokio::test]
#[ignore = "needs a PostgreSQL server"]
async fn the_clock_waits_after_a_restart_on_postgres() {
    let address = std::env::var("ARBITRE_TEST_POSTGRES").expect("tests/cluster/postgres starts a database");
    let url = format!("{address}?schema=comeback_{}", std::process::id());
    check_storage(&StorageLocation::Database(url.parse().expect("an address"))).await;
}
