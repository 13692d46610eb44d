//! Faulty bots examined by the doctor: in memory, on paused time.

use super::examination::{Examination, Examined};
use super::finding::{Finding, StepVerdict};
use super::program::BotProgram;
use super::proxy::Proxy;
use super::step::StepName;
use super::{report, step};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Behaviour {
    Good,
    /// It seeks a game, finishes all that it has begun, closes the connection, and is started again.
    OneGameARun,
    /// The same, but it closes three seconds later, and reads nothing meanwhile.
    Lingering,
    /// It knows the start position only.
    UsualStartAlone,
    /// It thinks for two seconds.
    Slow,
    /// It sends nothing after hello.
    Silent,
    /// It answers every turn with an unknown message.
    Rubbish,
    /// It sends null instead of PASSE.
    NullForPass,
    IgnoresRejected,
    /// It sends 300 `sync` with every move.
    Flood,
    /// It disconnects at unknown messages, and reconnects.
    Strict,
    /// It never reconnects.
    NeverBack,
    /// It closes with code 1001 after a move, where C2-A1 is legal too.
    GoesAway,
    /// It answers one game at a time.
    OneAtATime,
    /// It disconnects at long messages.
    ShortReader,
    /// It resigns at its second turn.
    Quitter,
    /// The same, behind a bridge whose program closes its TCP connection.
    TcpQuitter,
    /// It sends ply 0 with every move.
    FirstPly,
    /// A program behind the bridge, which cannot take a move back.
    CannotTakeBack,
    /// Another one, which writes PASS.
    PassInEnglish,
    /// It writes a word before its move, over TCP.
    WordBeforeMove,
    /// Its message has one wrong field.
    PlyAsText,
    GameAsText,
    WrongKind,
    WrongMoveField,
    /// Its JSON is a string that holds JSON.
    EncodedTwice,
    /// It moves at the first `state` and answers no turn.
    MovesAtState,
    /// It has another name at each connection.
    OtherNames,
}

/// Plays one connection of a bot; returns whether it reconnects.
async fn connection(proxy: &Proxy, behaviour: Behaviour, number: u32) -> bool {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    tokio::spawn(proxy.clone().serve(theirs));
    let Ok((mut socket, _)) = client_async("ws://doctor/ws", ours).await else { return true };
    let lang = match behaviour {
        Behaviour::CannotTakeBack | Behaviour::PassInEnglish => bots::LINES_OVER_PIPES,
        Behaviour::WordBeforeMove | Behaviour::TcpQuitter => bots::LINES_OVER_TCP,
        _ => "Rust",
    };
    let openings = lang == "Rust" && behaviour != Behaviour::UsualStartAlone;
    let name = if behaviour == Behaviour::OtherNames { format!("ann {number}") } else { "ann".into() };
    let hello = json!({"t": "hello", "proto": [1], "token": "worthless", "bot": {"name": name, "version": "7", "lang": lang, "openings": openings}});
    let say = |message: Value| {
        let text = message.to_string();
        Message::text(if behaviour == Behaviour::EncodedTwice { json!(text).to_string() } else { text })
    };
    if socket.send(say(hello)).await.is_err() {
        return true;
    }
    if matches!(behaviour, Behaviour::OneGameARun | Behaviour::Lingering) {
        drop(socket.send(say(json!({"t": "seek", "opponent": "greedy", "id": "mine"}))).await);
    }
    let comes_back = behaviour != Behaviour::NeverBack;
    let (mut mine, mut at_hand, mut turns) = (Value::Null, Value::Null, 0);
    let (mut under_way, mut mine_is_over) = (Vec::new(), false);
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        if behaviour == Behaviour::ShortReader && text.len() > 60_000 {
            return comes_back;
        }
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let (game, ply) = (&message["game"], &message["ply"]);
        let answer = match message["t"].as_str().expect("a name") {
            _ if behaviour == Behaviour::Silent => continue,
            "state" => {
                if message["id"] == "mine" {
                    mine = game.clone();
                }
                if message["status"] != "waiting" {
                    continue;
                }
                let ready = if behaviour == Behaviour::GameAsText { json!(game.to_string()) } else { game.clone() };
                if behaviour == Behaviour::MovesAtState && message["you"] == "white" {
                    drop(socket.send(say(json!({"t": "ready", "game": game}))).await);
                    json!({"t": "move", "game": game, "ply": ply, "move": "B9-A7"})
                } else {
                    json!({"t": "ready", "game": ready})
                }
            }
            "your_turn" => {
                turns += 1;
                if !under_way.contains(game) {
                    under_way.push(game.clone());
                }
                if behaviour == Behaviour::Slow {
                    sleep(Duration::from_secs(2)).await;
                }
                if at_hand.is_null() {
                    at_hand = game.clone();
                }
                let mv = &message["legal_moves"][turns % message["legal_moves"].as_array().map_or(1, Vec::len)];
                match behaviour {
                    Behaviour::Rubbish => json!(["I", "move", mv]),
                    Behaviour::NullForPass if mv == "PASSE" => json!({"t": "move", "game": game, "ply": ply, "move": null}),
                    Behaviour::PassInEnglish if mv == "PASSE" => json!({"t": "move", "game": game, "ply": ply, "move": "PASS"}),
                    Behaviour::WordBeforeMove => json!({"t": "move", "game": game, "ply": ply, "move": format!("MOUVEMENT {mv}")}),
                    Behaviour::PlyAsText => json!({"t": "move", "game": game, "ply": ply.to_string(), "move": mv}),
                    Behaviour::WrongKind => json!({"t": "play", "game": game, "ply": ply, "move": mv}),
                    Behaviour::WrongMoveField => json!({"t": "move", "game": game, "ply": ply, "mv": mv}),
                    Behaviour::MovesAtState => continue,
                    Behaviour::OneAtATime if at_hand != *game => continue,
                    Behaviour::FirstPly => json!({"t": "move", "game": game, "ply": 0, "move": mv}),
                    Behaviour::Quitter | Behaviour::TcpQuitter if turns > 1 => json!({"t": "resign", "game": game}),
                    _ => json!({"t": "move", "game": game, "ply": ply, "move": mv}),
                }
            }
            "rejected" if message["code"] == "illegal" && behaviour == Behaviour::CannotTakeBack => {
                json!({"t": "move", "game": game, "ply": ply, "move": "E5-E5"})
            }
            "rejected" if message["code"] == "illegal" && behaviour != Behaviour::IgnoresRejected => {
                json!({"t": "move", "game": game, "ply": ply, "move": message["legal_moves"][0]})
            }
            "game_over" => {
                at_hand = Value::Null;
                under_way.retain(|other| other != game);
                mine_is_over |= *game == mine;
                if matches!(behaviour, Behaviour::OneGameARun | Behaviour::Lingering) && mine_is_over && under_way.is_empty() {
                    sleep(Duration::from_secs(if behaviour == Behaviour::Lingering { 3 } else { 0 })).await;
                    drop(socket.close(None).await);
                    while let Some(Ok(_)) = socket.next().await {}
                    return comes_back;
                }
                continue;
            }
            "welcome" | "accepted" | "opponent" | "rejected" | "notice" | "error" => continue,
            _ if behaviour == Behaviour::Strict => return comes_back,
            _ => continue,
        };
        let is_move = answer["t"] == "move";
        if socket.send(say(answer)).await.is_err() {
            return comes_back;
        }
        if behaviour == Behaviour::GoesAway && is_move && text.contains("\"C2-A1\"") {
            drop(socket.close(Some(CloseFrame { code: CloseCode::Away, reason: "".into() })).await);
            return comes_back;
        }
        // Too much of it.
        let more = match behaviour {
            Behaviour::Flood if is_move => vec![say(json!({"t": "sync", "game": game})); 300],
            _ => Vec::new(),
        };
        for message in more {
            if socket.send(message).await.is_err() {
                return comes_back;
            }
        }
    }
    comes_back
}

async fn examined(behaviour: Behaviour) -> Examined {
    let proxy = Proxy::new(None);
    let mut config = crate::embedded_referee::config().expect("the defaults");
    (config.contest.report_threads, config.seed) = (0, Some(1));
    let address = ([127, 0, 0, 1], 8080).into();
    let program = BotProgram::new(Vec::new(), address);
    let (connect_timeout, time) = (Duration::from_secs(30), "60s".parse().expect("a time control"));
    let examination = Examination::prepare(config, proxy.clone(), program, address, connect_timeout, time).await.expect("a referee");
    let bot = tokio::spawn(async move {
        for number in 0.. {
            if !connection(&proxy, behaviour, number).await {
                return;
            }
            sleep(Duration::from_millis(250)).await;
        }
    });
    let examined = examination.run(&step::day(), |finding| print!("{}", report::text(finding))).await.expect("an examination");
    bot.abort();
    examined
}

fn steps(examined: &Examined, verdict: StepVerdict) -> Vec<StepName> {
    examined.findings.iter().filter(|finding| finding.verdict == verdict).map(|finding| finding.step).collect()
}

#[tokio::test(start_paused = true)]
async fn each_behaviour_has_its_findings() {
    let begins_elsewhere = [StepName::DrawnOpening, StepName::WinInOne, StepName::OneSecond];
    let cases: [(Behaviour, &[StepName], &[StepName]); 17] = [
        (Behaviour::Good, &[], &[]),
        (Behaviour::OneGameARun, &[], &[]),
        (Behaviour::Lingering, &[], &[]),
        (Behaviour::UsualStartAlone, &[], &begins_elsewhere),
        (Behaviour::Slow, &[StepName::OneSecond], &[]),
        (Behaviour::Silent, &[StepName::GameWithWhite], &[]),
        (Behaviour::Rubbish, &[StepName::GameWithWhite], &[]),
        (Behaviour::NullForPass, &[StepName::OnlyPasse], &[]),
        (Behaviour::IgnoresRejected, &[], &[]),
        (Behaviour::Strict, &[StepName::UnknownFields], &[]),
        (Behaviour::OneAtATime, &[StepName::TwoGames], &[]),
        (Behaviour::ShortReader, &[StepName::LongGameOver], &[]),
        (Behaviour::Quitter, &[StepName::GameWithWhite], &[]),
        (Behaviour::NeverBack, &[StepName::LostConnection], &[]),
        (Behaviour::FirstPly, &[StepName::GameWithWhite], &[]),
        (Behaviour::CannotTakeBack, &[], &begins_elsewhere),
        (Behaviour::PassInEnglish, &[StepName::OnlyPasse], &begins_elsewhere),
    ];
    for (behaviour, failed, skipped) in cases {
        println!("{behaviour:?}");
        let examined = examined(behaviour).await;
        let found = steps(&examined, StepVerdict::Failed);
        // A bot that never comes back, or always gives up, fails in every later step; and any game may have a pass.
        let is_lost = matches!(
            behaviour,
            Behaviour::NeverBack
                | Behaviour::Quitter
                | Behaviour::NullForPass
                | Behaviour::PassInEnglish
                | Behaviour::Silent
                | Behaviour::Rubbish
                | Behaviour::FirstPly
        );
        assert!(found.starts_with(failed) && (is_lost || found.len() == failed.len()), "{behaviour:?}: {found:?}");
        // The failed steps take two minutes at most, and the rest is skipped.
        assert!(is_lost || steps(&examined, StepVerdict::Skipped) == skipped, "{behaviour:?}");
        let failed = examined.findings.iter().filter(|finding| finding.verdict == StepVerdict::Failed);
        let seconds: f64 = failed.map(|finding| finding.seconds).sum();
        assert!(seconds <= 120.0, "{behaviour:?}: {seconds} s");
        let remarks = steps(&examined, StepVerdict::Remark);
        let is_remarked = matches!(behaviour, Behaviour::IgnoresRejected | Behaviour::CannotTakeBack);
        assert_eq!(remarks.contains(&StepName::RejectedMove), is_remarked, "{behaviour:?}: {remarks:?}");
        for finding in examined.findings.iter().filter(|finding| finding.verdict == StepVerdict::Failed) {
            assert!(finding.advice.is_some(), "{finding:?}");
        }
    }
}

fn advice(finding: &Finding) -> String {
    finding.advice.as_ref().map_or_else(String::new, ToString::to_string)
}

#[tokio::test(start_paused = true)]
async fn the_first_failure_names_the_bug() {
    for (behaviour, why, change) in [
        (Behaviour::FirstPly, "the move is for ply 0", "the `ply` of the `your_turn`"),
        (Behaviour::PlyAsText, "`ply`: expected a whole number", "the `ply` of the `your_turn`"),
        (Behaviour::GameAsText, "`game`: expected a whole number", "the `game` of the message"),
        (Behaviour::WrongKind, "unknown word `play`", "Answer every `your_turn`"),
        (Behaviour::WrongMoveField, "the field `move`", "Answer every `your_turn`"),
        (Behaviour::EncodedTwice, "one JSON object: expected an object, found", "encoded once"),
        (Behaviour::MovesAtState, "the game has not started", "A `state` is not a turn"),
        (Behaviour::OtherNames, "it came back with another name", "the same name"),
        (Behaviour::PassInEnglish, "played `PASS`", "write PASSE on a separate line"),
        (Behaviour::WordBeforeMove, "played `MOUVEMENT ", "the program sends the move alone"),
        (Behaviour::GoesAway, "code 1001 (going away: the program was ending)", "continue to read after each move until `game_over`"),
        (Behaviour::TcpQuitter, "resigned", "close the connection only after it"),
    ] {
        println!("{behaviour:?}");
        let examined = examined(behaviour).await;
        let first = examined.findings.iter().find(|finding| finding.verdict == StepVerdict::Failed).expect("a failure");
        assert!(first.why.to_string().contains(why) && advice(first).contains(change), "{first:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_flood_is_named() {
    let examined = examined(Behaviour::Flood).await;
    let closed = examined.findings.iter().find(|finding| finding.why.to_string().contains("4008")).expect("it was closed for it");
    assert!(closed.verdict == StepVerdict::Failed && advice(closed).contains("said too much"), "{closed:?}");
}
