//! Parser of the frames of bots.

use super::session_message::SessionMessage;
use protocol::json::{self, UnreadableJson};
use protocol::{BotMessage, Hello, Info, Move, Seek};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Why a frame is not a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Unread {
    /// A code of `protocol.md`.
    pub code: &'static str,
    /// What is wrong, where, and what would be right.
    pub why: SessionMessage,
}

/// Reads a frame. A move whose `info` does not read counts, and the flaw is returned beside it. A move without a readable text is a malformed
/// move, which the referee judges.
pub fn read(text: &str) -> Result<(BotMessage, Option<UnreadableJson>), Unread> {
    let flaw = match json::from_bytes(text.as_bytes()) {
        Ok(message) => return Ok((with_small_info(message), None)),
        Err(flaw) => flaw,
    };
    let mut fields: Map<String, Value> =
        json::from_bytes(text.as_bytes()).map_err(|why| Unread { code: "bad_json", why: SessionMessage::NotJson { why } })?;
    if let Some(info) = fields.remove("info")
        && let Err(flaw) = json::from_value::<Info>(&info)
        && let Ok(message @ BotMessage::Move(_)) = BotMessage::deserialize(&Value::Object(fields.clone()))
    {
        return Ok((message, Some(flaw)));
    }
    if let Some(message) = without_text(&fields) {
        return Ok((message, None));
    }
    let why = flaw_of(fields).unwrap_or(flaw);
    Err(Unread { code: "bad_message", why: SessionMessage::NotAMessage { why } })
}

/// Most moves of the expected line of play that are stored.
const MAX_PV: usize = 40;
/// Most characters of a move of any game.
const MAX_IN_A_MOVE: usize = 8;

/// Cuts the expected line of play before the first text that cannot be a move. Legality is checked where the line is shown.
fn with_small_info(mut message: BotMessage) -> BotMessage {
    if let BotMessage::Move(Move { info: Some(Info { pv: Some(pv), .. }), .. }) = &mut message {
        let is_move = |text: &&String| (1..=MAX_IN_A_MOVE).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        let moves = pv.iter().take(MAX_PV).take_while(is_move).count();
        pv.truncate(moves);
        pv.shrink_to_fit();
    }
    message
}

/// A move with a game and a ply whose text is missing or not a string: it becomes an illegal text.
fn without_text(fields: &Map<String, Value>) -> Option<BotMessage> {
    let number = |name: &str| fields.get(name)?.as_u64();
    let text = match fields.get("move") {
        Some(Value::String(_)) => return None,
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let is_move = fields.get("t").and_then(Value::as_str) == Some("move");
    is_move.then_some(())?;
    Some(BotMessage::Move(Move { game: number("game")?, ply: number("ply")?.try_into().ok()?, text, info: None }))
}

/// The messages about a game as a whole.
#[derive(Deserialize)]
struct OfGame {
    #[expect(dead_code, reason = "it is only tried whether it reads")]
    game: u64,
}

/// What is wrong with the fields that go with a `t`; none if that is not what is wrong.
fn flaw_of(fields: Map<String, Value>) -> Option<UnreadableJson> {
    let name = fields.get("t").and_then(Value::as_str)?.to_string();
    let fields = Value::Object(fields);
    match &*name {
        "hello" => json::from_value::<Hello>(&fields).err(),
        "seek" => json::from_value::<Seek>(&fields).err(),
        "move" => json::from_value::<Move>(&fields).err(),
        "ready" | "resign" | "sync" => json::from_value::<OfGame>(&fields).err(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field() {
        for (text, code, says) in [
            ("[]", "bad_json", "one JSON object"),
            (r#"{"t": "mvoe"}"#, "bad_message", "unknown word `mvoe`; known: hello"),
            (r#"{"t": 7}"#, "bad_message", "`t`: expected a text in quotation marks, found 7"),
            (r#"{"game": 1}"#, "bad_message", "missing field `t`"),
            (r#"{"t": "hello", "proto": "1", "bot": {"name": "ann"}}"#, "bad_message", "`proto`: expected a list, found \"1\""),
            (r#"{"t": "hello", "proto": [1], "bot": {}}"#, "bad_message", "`bot`: missing field `name`"),
            (r#"{"t": "seek", "time": 5}"#, "bad_message", "`time`: "),
            (r#"{"t": "sync", "game": -1}"#, "bad_message", "`game`: expected a whole number from 0 on, found -1"),
            (r#"{"t": "move", "game": 1}"#, "bad_message", "missing field `ply`"),
            (r#"{"t": "move", "game": 1, "ply": "0", "move": "PASSE", "info": 5}"#, "bad_message", "`ply`: "),
        ] {
            let unread = read(text).expect_err(text);
            assert_eq!(unread.code, code, "{text}");
            assert!(unread.why.to_string().contains(says), "{text}: {}", unread.why);
        }
    }

    #[test]
    fn what_a_bot_expects_is_kept_in_every_game() {
        let pv_of = |pv: &[String]| {
            let text = serde_json::json!({"t": "move", "game": 1, "ply": 0, "move": "1", "info": {"pv": pv}}).to_string();
            let Ok((BotMessage::Move(Move { info: Some(info), .. }), None)) = read(&text) else { panic!("{text}") };
            info.pv.expect("a line")
        };
        for game in rules::Catalogue::ALL.games() {
            let moves = game.start().legal_moves();
            assert_eq!(pv_of(&moves), moves, "{}", game.name());
        }
        let no_moves = ["PASSE", "a whole sentence", "PASSE"].map(String::from);
        assert_eq!(pv_of(&no_moves), ["PASSE"]);
    }

    #[test]
    fn a_move_without_a_text_is_a_malformed_move() {
        for (text, reads) in [("", ""), (r#", "move": null"#, "null"), (r#", "move": 7"#, "7"), (r#", "move": ["PASSE"]"#, "[\"PASSE\"]")] {
            let read = read(&format!(r#"{{"t": "move", "game": 1, "ply": 2{text}}}"#));
            let malformed = BotMessage::Move(Move { game: 1, ply: 2, text: reads.into(), info: None });
            assert_eq!(read, Ok((malformed, None)), "{text}");
        }
    }

    #[test]
    fn a_move_counts_whatever_its_info() {
        let mv = |info: &str| read(&format!(r#"{{"t": "move", "game": 1, "ply": 0, "move": "PASSE", "info": {info}}}"#));
        for (info, says) in [("{\"score\": \"high\"}", "`score`: "), ("{\"nodes\": 1.5}", "`nodes`: "), ("7", "expected an object")] {
            let (message, ignored) = mv(info).expect("a move");
            assert!(matches!(message, BotMessage::Move(Move { game: 1, ply: 0, info: None, .. })), "{info}");
            assert!(ignored.is_some_and(|why| why.to_string().contains(says)), "{info}");
        }
        assert!(mv("{\"depth\": 3}").is_ok_and(|(_, ignored)| ignored.is_none()));
        let kept = |pv: String| match mv(&format!("{{\"pv\": {pv}}}")).expect("a move").0 {
            BotMessage::Move(Move { info: Some(info), .. }) => info.pv.expect("moves").len(),
            other => panic!("{other:?}"),
        };
        assert_eq!(kept(r#"["B9-A7", "PASSE", "anything else", "B9-A7"]"#.into()), 2);
        assert_eq!(kept(format!("[{}\"PASSE\"]", "\"PASSE\",".repeat(1_000))), MAX_PV);
    }
}
