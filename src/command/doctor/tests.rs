//! A zoo of bots before the doctor: in memory, on paused time.

use super::examination::{Examination, Examined};
use super::finding::Verdict;
use super::link::Link;
use super::patient::Patient;
use super::step::StepName;
use super::{report, step};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::sleep;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// How a bot behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// As it should.
    Good,
    /// It seeks a game, plays it and whatever else it has begun, says good-bye, and is run again.
    OneGameARun,
    /// The same, but it takes its time for the good-bye, and has no ear for anything else.
    Lingering,
    /// It knows no other start than the usual one.
    UsualStartAlone,
    /// It thinks for two seconds.
    Slow,
    /// It says nothing after hello.
    Silent,
    /// It answers every turn by rubbish.
    Rubbish,
    /// It says that it moves to null if it cannot move.
    NullForPass,
    /// It does not care for `rejected`.
    DeafToRejected,
    /// It asks for everything again with every move, hundreds of times.
    Flood,
    /// It hangs up at words that it does not know, and comes back.
    Strict,
    /// It comes once, and never again.
    NeverBack,
    /// It plays at most one game at one time, and answers no other.
    OneAtATime,
    /// It cannot read long messages, and hangs up.
    ShortReader,
    /// It resigns when it is asked the second time.
    Quitter,
}

/// One connection of a bot. Says whether it comes back.
async fn connection(link: &Link, manner: Manner) -> bool {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    tokio::spawn(link.clone().serve(theirs));
    let Ok((mut socket, _)) = client_async("ws://doctor/ws", ours).await else { return true };
    let openings = manner != Manner::UsualStartAlone;
    let hello = json!({"t": "hello", "proto": [1], "token": "worthless", "bot": {"name": "ann", "version": "7", "openings": openings}});
    let say = |message: Value| Message::text(message.to_string());
    if socket.send(say(hello)).await.is_err() {
        return true;
    }
    if matches!(manner, Manner::OneGameARun | Manner::Lingering) {
        drop(socket.send(say(json!({"t": "seek", "opponent": "greedy", "id": "mine"}))).await);
    }
    let comes_back = manner != Manner::NeverBack;
    let (mut mine, mut at_hand, mut turns) = (Value::Null, Value::Null, 0);
    let (mut under_way, mut mine_is_over) = (Vec::new(), false);
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        if manner == Manner::ShortReader && text.len() > 60_000 {
            return comes_back;
        }
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let (game, ply) = (&message["game"], &message["ply"]);
        let answer = match message["t"].as_str().expect("a name") {
            _ if manner == Manner::Silent => continue,
            "state" => {
                if message["id"] == "mine" {
                    mine = game.clone();
                }
                if message["status"] != "waiting" {
                    continue;
                }
                json!({"t": "ready", "game": game})
            }
            "your_turn" => {
                turns += 1;
                if !under_way.contains(game) {
                    under_way.push(game.clone());
                }
                if manner == Manner::Slow {
                    sleep(Duration::from_secs(2)).await;
                }
                if at_hand.is_null() {
                    at_hand = game.clone();
                }
                let mv = &message["legal_moves"][turns % message["legal_moves"].as_array().map_or(1, Vec::len)];
                match manner {
                    Manner::Rubbish => json!(["I", "move", mv]),
                    Manner::NullForPass if mv == "PASSE" => json!({"t": "move", "game": game, "ply": ply, "move": null}),
                    Manner::OneAtATime if at_hand != *game => continue,
                    Manner::Quitter if turns > 1 => json!({"t": "resign", "game": game}),
                    _ => json!({"t": "move", "game": game, "ply": ply, "move": mv}),
                }
            }
            "rejected" if message["code"] == "illegal" && manner != Manner::DeafToRejected => {
                json!({"t": "move", "game": game, "ply": ply, "move": message["legal_moves"][0]})
            }
            "game_over" => {
                at_hand = Value::Null;
                under_way.retain(|other| other != game);
                mine_is_over |= *game == mine;
                if matches!(manner, Manner::OneGameARun | Manner::Lingering) && mine_is_over && under_way.is_empty() {
                    sleep(Duration::from_secs(if manner == Manner::Lingering { 3 } else { 0 })).await;
                    drop(socket.close(None).await);
                    while let Some(Ok(_)) = socket.next().await {}
                    return comes_back;
                }
                continue;
            }
            "welcome" | "accepted" | "opponent" | "rejected" | "notice" | "error" => continue,
            _ if manner == Manner::Strict => return comes_back,
            _ => continue,
        };
        let is_move = answer["t"] == "move";
        if socket.send(say(answer)).await.is_err() {
            return comes_back;
        }
        // Too much of it.
        let more = match manner {
            Manner::Flood if is_move => vec![say(json!({"t": "sync", "game": game})); 300],
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

async fn examined(manner: Manner) -> Examined {
    let link = Link::new(Some("ann".into()));
    let mut config = crate::private_referee().expect("the defaults");
    (config.contest.report_threads, config.seed) = (0, Some(1));
    config.contest.ready_within = referee::Micros::from_secs(15);
    let address = ([127, 0, 0, 1], 8080).into();
    let patient = Patient::new(Vec::new(), address);
    let (patience, time) = (Duration::from_secs(30), "60s".parse().expect("a time control"));
    let examination = Examination::prepare(config, link.clone(), patient, address, patience, time).await.expect("a referee");
    let bot = tokio::spawn(async move {
        while connection(&link, manner).await {
            sleep(Duration::from_millis(250)).await;
        }
    });
    let examined = examination.run(&step::day(), |finding| print!("{}", report::text(finding))).await.expect("an examination");
    bot.abort();
    examined
}

/// The steps that ended so.
fn steps(examined: &Examined, verdict: Verdict) -> Vec<StepName> {
    examined.findings.iter().filter(|finding| finding.verdict == verdict).map(|finding| finding.step).collect()
}

#[tokio::test(start_paused = true)]
async fn the_zoo() {
    let begins_elsewhere = [StepName::DrawnOpening, StepName::OnlyPasse, StepName::WinInOne, StepName::OneSecond];
    let cases: [(Manner, &[StepName], &[StepName]); 14] = [
        (Manner::Good, &[], &[]),
        (Manner::OneGameARun, &[], &[]),
        (Manner::Lingering, &[], &[]),
        (Manner::UsualStartAlone, &[], &begins_elsewhere),
        (Manner::Slow, &[StepName::OneSecond], &[]),
        (Manner::Silent, &[StepName::GameWithWhite], &[]),
        (Manner::Rubbish, &[StepName::GameWithWhite], &[]),
        (Manner::NullForPass, &[StepName::OnlyPasse], &[]),
        (Manner::DeafToRejected, &[], &[]),
        (Manner::Strict, &[StepName::UnknownFields], &[]),
        (Manner::OneAtATime, &[StepName::TwoGames], &[]),
        (Manner::ShortReader, &[StepName::LongGameOver], &[]),
        (Manner::Quitter, &[StepName::GameWithWhite], &[]),
        (Manner::NeverBack, &[StepName::LostConnection], &[]),
    ];
    for (manner, failed, skipped) in cases {
        println!("{manner:?}");
        let examined = examined(manner).await;
        let found = steps(&examined, Verdict::Failed);
        // What is gone for good, or always gives up, fails in every step after that; and one may have to pass in any game.
        let is_lost = matches!(manner, Manner::NeverBack | Manner::Quitter | Manner::NullForPass | Manner::Silent | Manner::Rubbish);
        assert!(found.starts_with(failed) && (is_lost || found.len() == failed.len()), "{manner:?}: {found:?}");
        // Nor is it waited for for ever: what failed takes two minutes at most, and the rest is left out.
        assert!(is_lost || steps(&examined, Verdict::Skipped) == skipped, "{manner:?}");
        let failed = examined.findings.iter().filter(|finding| finding.verdict == Verdict::Failed);
        let seconds: f64 = failed.map(|finding| finding.seconds).sum();
        assert!(seconds <= 120.0, "{manner:?}: {seconds} s");
        let remarks = steps(&examined, Verdict::Remark);
        assert_eq!(remarks.contains(&StepName::RejectedMove), manner == Manner::DeafToRejected, "{manner:?}: {remarks:?}");
        for finding in examined.findings.iter().filter(|finding| finding.verdict == Verdict::Failed) {
            assert!(!finding.happened.is_empty() && !finding.change.is_empty(), "{finding:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_flood_is_called_so() {
    let examined = examined(Manner::Flood).await;
    let closed = examined.findings.iter().find(|finding| finding.happened.contains("4008")).expect("it was closed for it");
    assert!(closed.verdict == Verdict::Failed && closed.change.contains("said too much"), "{closed:?}");
}
