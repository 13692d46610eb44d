//! Checks every example of protocol.md against the types, the schema and the referee.

use super::schema;
use super::simulation::Simulation;
use protocol::{BotMessage, Line, RefereeMessage};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../protocol.md");

/// The fenced blocks of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("```{kind}\n");
    PAGE.split(&fence).skip(1).map(|rest| rest.split_once("```").expect("a closed fence").0.trim()).collect()
}

/// Reading and writing again loses nothing.
fn check<T: serde::de::DeserializeOwned + serde::Serialize>(of: &str, example: &str, seen: &mut Vec<String>) {
    let value: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    schema::check_message(of, &value);
    let read: T = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    assert_eq!(serde_json::to_value(read).expect("writable"), value, "{example}");
    seen.push(value["t"].as_str().expect("a name").to_string());
}

/// All objects in a value.
fn objects(value: &Value) -> Vec<&Map<String, Value>> {
    let (mut found, mut look) = (Vec::new(), vec![value]);
    while let Some(value) = look.pop() {
        match value {
            Value::Object(fields) => {
                found.push(fields);
                look.extend(fields.values());
            }
            Value::Array(items) => look.extend(items),
            _ => {}
        }
    }
    found
}

#[test]
fn every_message_has_an_example_and_every_example_reads() {
    let (mut bot, mut referee, mut line) = (Vec::new(), Vec::new(), Vec::new());
    blocks("json bot").into_iter().for_each(|example| check::<BotMessage>("BotMessage", example, &mut bot));
    blocks("json referee").into_iter().for_each(|example| check::<RefereeMessage>("RefereeMessage", example, &mut referee));
    blocks("json line").into_iter().for_each(|example| check::<Line>("Line", example, &mut line));
    let schema = protocol::json_schema();
    for (seen, of) in [(bot, "BotMessage"), (referee, "RefereeMessage")] {
        let messages = objects(&schema["$defs"][of]).into_iter();
        let names: BTreeSet<String> =
            messages.filter_map(|fields| Some(fields.get("properties")?["t"]["enum"][0].as_str()?.into())).collect();
        assert!(names.len() >= 8, "the schema names its messages: {names:?}");
        for name in names {
            assert!(seen.contains(&name), "{of} `{name}` has no example");
        }
    }
    assert!(line.len() >= 4);
}

#[test]
fn every_reference_in_the_schema_leads_somewhere() {
    let schema = protocol::json_schema();
    let references: Vec<&str> = objects(&schema).into_iter().filter_map(|fields| fields.get("$ref")?.as_str()).collect();
    for target in &references {
        assert!(schema.pointer(target.trim_start_matches('#')).is_some(), "{target}");
    }
    assert!(references.len() > 10);
}

#[test]
fn every_error_and_close_code_is_on_the_page() {
    for source in [include_str!("../../src/contest/matches/connection.rs"), include_str!("../../src/web/socket/bot.rs")] {
        let closings = source.split("=> (").skip(1).filter_map(|rest| {
            let (code, rest) = rest.split_once(", \"")?;
            Some((code.parse::<u16>().ok()?, rest.split_once('"')?.0))
        });
        for (code, word) in closings {
            assert!(PAGE.contains(&format!("| {code} | `{word}` |")), "{code} {word}");
        }
        for rest in source.split("self.error(\"").skip(1) {
            let word = rest.split_once('"').expect("a word").0;
            assert!(PAGE.contains(&format!("| `{word}` |")), "{word}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_transcript_is_what_the_referee_says() {
    let referee = Simulation::start(&[]).await;
    let position = "1N7/2N6/9/4N4/9/9/9/1n7/9 w 30";
    referee.new_match(&json!({"white": "ann", "black": "bob", "position": position, "strikes": 1})).await;
    let transcript = blocks("transcript");
    let mut ann = referee.socket("/ws").await;
    let (mut bob, mut played) = (None, String::new());
    for line in transcript[0].lines() {
        match line.split_once(' ').expect("a mark and a message") {
            (">", message) => {
                ann.say_text(message).await;
                played.push_str(line);
                if bob.is_none() {
                    // Bob comes once Ann has been welcomed, and plays the first legal move each time.
                    let mut socket = referee.bot("bob").await;
                    bob = Some(tokio::spawn(async move { socket.play_out(|_, _| 0).await }));
                }
            }
            ("<", _) => loop {
                let received = ann.receive().await.expect("no close");
                if received["t"] != "opponent" {
                    played.push_str(&format!("< {received}"));
                    break;
                }
            },
            (mark, _) => panic!("what is `{mark}`?"),
        }
        played.push('\n');
    }
    let normal = |text: &str| {
        let lines = text.lines().map(|line| line.split_once(' ').expect("a mark"));
        let without_secret = |message: &str| {
            let mut message: Value = serde_json::from_str(message).expect(message);
            if let Some(token) = message.get_mut("resume_token") {
                *token = token.as_str().expect("a secret").len().into();
            }
            message
        };
        lines.map(|(mark, message)| (mark.to_string(), without_secret(message))).collect::<Vec<(String, Value)>>()
    };
    assert_eq!(normal(&played), normal(transcript[0]), "as it was:\n{played}");
}
