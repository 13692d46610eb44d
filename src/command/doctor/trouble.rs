//! What goes wrong between a bot and the referee. Pure: a message in, messages out.

use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long a slow link takes, each way.
const SLOW: Duration = Duration::from_millis(300);
/// How many characters a long reason has: more than fits into two bytes of a frame's length.
const LONG: usize = 70_000;
/// No knight's move on any board.
pub const NO_MOVE: &str = "A1-A1";

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing, or nothing any more.
    None,
    /// Every message is on its way for a while.
    SlowLink,
    /// The connection breaks as soon as the bot has heard that it is its turn.
    LostConnection,
    /// The bot's first move becomes an illegal one on its way, which is forgiven.
    RejectedMove,
    /// Every `your_turn` comes twice.
    TurnTwice,
    /// Messages have fields that nobody knows, and there are messages that nobody knows.
    UnknownFields,
    /// How a game ended is told at great length.
    LongGameOver,
}

/// What becomes of a message to the bot.
#[derive(Debug, PartialEq)]
pub struct ToBot {
    /// What comes.
    pub messages: Vec<String>,
    /// Whether the connection breaks after that.
    pub breaks: bool,
}

impl Trouble {
    /// How long a message is on its way.
    pub fn delay(self) -> Duration {
        if self == Trouble::SlowLink { SLOW } else { Duration::ZERO }
    }

    /// How many illegal moves are to be forgiven.
    pub fn strikes(self) -> u8 {
        if self == Trouble::RejectedMove { 3 } else { 0 }
    }

    /// A message on its way to the bot.
    pub fn on_way_to_bot(&mut self, text: &str) -> ToBot {
        let mut messages = vec![text.to_string()];
        let mut breaks = false;
        let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return ToBot { messages, breaks } };
        let is = |name: &str| fields.get("t").and_then(Value::as_str) == Some(name);
        match self {
            Trouble::LostConnection if is("your_turn") => {
                *self = Trouble::None;
                breaks = true;
            }
            Trouble::TurnTwice if is("your_turn") => messages.push(text.into()),
            Trouble::LongGameOver if is("game_over") => {
                let detail = fields.get("detail").and_then(Value::as_str).unwrap_or_default();
                let story = " \"Ainsi\tfut-il décidé\", \\ said the referee.\n".chars().cycle().take(LONG);
                fields.insert("detail".into(), format!("{detail}.{}", story.collect::<String>()).into());
                messages = vec![Value::Object(fields).to_string()];
            }
            Trouble::UnknownFields => {
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

    /// A message on its way to the referee.
    pub fn on_way_to_referee(&mut self, text: &str) -> String {
        if *self == Trouble::RejectedMove
            && let Ok(Value::Object(mut fields)) = serde_json::from_str(text)
            && fields.get("t").and_then(Value::as_str) == Some("move")
        {
            *self = Trouble::None;
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
    fn trouble_is_made_once_or_always() {
        let mut trouble = Trouble::LostConnection;
        assert_eq!(trouble.on_way_to_bot(TURN), ToBot { messages: vec![TURN.into()], breaks: true });
        assert!(!trouble.on_way_to_bot(TURN).breaks);

        let mut trouble = Trouble::RejectedMove;
        assert!(trouble.on_way_to_referee(MOVE).contains(r#""move":"A1-A1""#));
        assert_eq!(trouble.on_way_to_referee(MOVE), MOVE);

        assert_eq!(Trouble::TurnTwice.on_way_to_bot(TURN).messages, [TURN, TURN]);
        assert_eq!(Trouble::TurnTwice.on_way_to_bot(OVER).messages, [OVER]);
        assert!(Trouble::LongGameOver.on_way_to_bot(OVER).messages[0].len() > LONG);
        let strange = Trouble::UnknownFields.on_way_to_bot(TURN).messages;
        assert!(strange[0].contains("weather") && strange[1].contains("hat") && strange[1].contains(r#""ply":0"#), "{strange:?}");
    }

    #[test]
    fn what_is_no_message_passes_as_it_is() {
        for text in ["", "[1]", "{", "{}"] {
            for mut trouble in [Trouble::None, Trouble::LostConnection, Trouble::RejectedMove, Trouble::TurnTwice, Trouble::LongGameOver] {
                assert_eq!(trouble.on_way_to_bot(text), ToBot { messages: vec![text.into()], breaks: false });
                assert_eq!(trouble.on_way_to_referee(text), text);
            }
        }
    }
}
