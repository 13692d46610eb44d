//! Fault injection between a bot and the referee: pure functions from a message to messages.

use super::step::StepName;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The latency of a slow link, each way.
const SLOW: Duration = Duration::from_millis(300);
/// The characters of a long reason: more than fit into two bytes of a frame's length.
const LONG: usize = 70_000;
/// A move that is legal on no board.
pub const NO_MOVE: &str = "A1-A1";

/// The messages to the bot, and whether the connection breaks after them.
#[derive(Debug, PartialEq)]
pub struct ToBot {
    pub messages: Vec<String>,
    pub breaks: bool,
}

/// The fault of a step; none for a step without one, or after a fault that happens once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InjectedFault(pub Option<StepName>);

impl InjectedFault {
    pub fn latency(self) -> Duration {
        if self.0 == Some(StepName::SlowLink) { SLOW } else { Duration::ZERO }
    }

    pub fn inject_to_bot(&mut self, text: &str) -> ToBot {
        let mut messages = vec![text.to_string()];
        let mut breaks = false;
        let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return ToBot { messages, breaks } };
        let is = |name: &str| fields.get("t").and_then(Value::as_str) == Some(name);
        match self.0 {
            Some(StepName::LostConnection) if is("your_turn") => {
                self.0 = None;
                breaks = true;
            }
            Some(StepName::TurnTwice) if is("your_turn") => messages.push(text.into()),
            Some(StepName::LongGameOver) if is("game_over") => {
                let detail = fields.get("detail").and_then(Value::as_str).unwrap_or_default();
                let story = " \"Ainsi\tfut-il décidé\", \\ said the referee.\n".chars().cycle().take(LONG);
                fields.insert("detail".into(), format!("{detail}.{}", story.collect::<String>()).into());
                messages = vec![Value::Object(fields).to_string()];
            }
            Some(StepName::UnknownFields) => {
                let weather =
                    json!({"t": "weather", "game": fields.get("game"), "sun": true, "wind": {"from": ["N", "NW"], "speed": 2.5e1}});
                let mut strange = Map::from_iter([("hat".into(), json!({"colours": ["green", null], "size": -7.25, "t": "é\"\\"}))]);
                strange.append(&mut fields);
                messages = vec![weather.to_string(), Value::Object(strange).to_string()];
            }
            _ => {}
        }
        ToBot { messages, breaks }
    }

    pub fn inject_to_referee(&mut self, text: &str) -> String {
        if self.0 == Some(StepName::RejectedMove)
            && let Ok(Value::Object(mut fields)) = serde_json::from_str(text)
            && fields.get("t").and_then(Value::as_str) == Some("move")
        {
            self.0 = None;
            fields.insert("move".into(), NO_MOVE.into());
            return Value::Object(fields).to_string();
        }
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: &str = r#"{"t":"your_turn","game":1,"ply":0}"#;
    const OVER: &str = r#"{"t":"game_over","game":1,"detail":"so"}"#;
    const MOVE: &str = r#"{"t":"move","game":1,"ply":0,"move":"B9-A7"}"#;

    #[test]
    fn a_fault_happens_once_or_always() {
        let inject = |name, text: &str| InjectedFault(Some(name)).inject_to_bot(text);
        let mut fault = InjectedFault(Some(StepName::LostConnection));
        assert_eq!(fault.inject_to_bot(TURN), ToBot { messages: vec![TURN.into()], breaks: true });
        assert!(!fault.inject_to_bot(TURN).breaks);

        let mut fault = InjectedFault(Some(StepName::RejectedMove));
        assert!(fault.inject_to_referee(MOVE).contains(r#""move":"A1-A1""#));
        assert_eq!(fault.inject_to_referee(MOVE), MOVE);

        assert_eq!(inject(StepName::TurnTwice, TURN).messages, [TURN, TURN]);
        assert_eq!(inject(StepName::TurnTwice, OVER).messages, [OVER]);
        assert!(inject(StepName::LongGameOver, OVER).messages[0].len() > LONG);
        let strange = inject(StepName::UnknownFields, TURN).messages;
        assert!(strange[0].contains("weather") && strange[1].contains("hat") && strange[1].contains(r#""ply":0"#), "{strange:?}");
    }

    #[test]
    fn text_that_is_no_message_passes_unchanged() {
        let names =
            [StepName::GameWithWhite, StepName::LostConnection, StepName::RejectedMove, StepName::TurnTwice, StepName::LongGameOver];
        for (text, name) in ["", "[1]", "{", "{}"].into_iter().flat_map(|text| names.map(|name| (text, name))) {
            assert_eq!(InjectedFault(Some(name)).inject_to_bot(text), ToBot { messages: vec![text.into()], breaks: false });
            assert_eq!(InjectedFault(Some(name)).inject_to_referee(text), text);
        }
    }
}
