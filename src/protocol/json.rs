//! Parses received JSON and query strings; an error says what is wrong, where, and what is expected, as a code with parameters.

mod expected;
mod unique;
mod value;

pub use expected::{JsonShape, JsonType};

use expected::{described, found, shape};
use message::{Coded, Message, WrongField, clipped};
use serde::de::value::MapDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, Unexpected};
use serde_json::Value;
use serde_json::error::Category;
use std::fmt::Display;
use unique::UniqueFields;
use value::JsonNode;

/// Most characters of a text from the input in an error.
const LONGEST: usize = 60;

/// JSON that does not read. Lines and columns count from 1, columns in bytes; `near` is the text up to there.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("json")]
pub enum UnreadableJson {
    Empty,
    Syntax { line: usize, column: usize, near: String },
    Cut,
    Deep,
    Field(WrongField),
    Missing { field: &'static str },
    UnknownField { field: String, known: &'static [&'static str] },
    UnknownWord { word: String, known: &'static [&'static str] },
    Twice { field: String },
    WrongValue { expected: Message, found: String },
    WrongLength { expected: Message, found: usize },
    WrongForm { expected: Message },
    Other { why: String },
}

impl de::Error for UnreadableJson {
    fn custom<T: Display>(why: T) -> Self {
        let why = why.to_string();
        match shape(&why) {
            Some(expected) => UnreadableJson::WrongForm { expected },
            None => UnreadableJson::Other { why },
        }
    }

    fn invalid_type(value: Unexpected<'_>, expected: &dyn Expected) -> Self {
        UnreadableJson::WrongValue { expected: described(expected), found: found(value) }
    }

    fn invalid_value(value: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(value, expected)
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        UnreadableJson::WrongLength { expected: described(expected), found }
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        UnreadableJson::UnknownWord { word: clipped(word, LONGEST), known }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        UnreadableJson::UnknownField { field: clipped(field, LONGEST), known }
    }

    fn missing_field(field: &'static str) -> Self {
        UnreadableJson::Missing { field }
    }

    fn duplicate_field(field: &'static str) -> Self {
        UnreadableJson::Twice { field: field.into() }
    }
}

/// Reads a body.
///
/// # Errors
/// When the body is empty, is not JSON, or is not what is wanted.
pub fn from_bytes<T: DeserializeOwned>(body: &[u8]) -> Result<T, UnreadableJson> {
    // A second look finds what is wrong, so that what is right costs nothing.
    serde_json::from_slice(body).map_err(|error| match value(body).and_then(|value| from_value::<T>(&value)) {
        Ok(_) => UnreadableJson::Other { why: error.to_string() },
        Err(why) => why,
    })
}

/// Reads a body whose fields are not known yet.
///
/// # Errors
/// When the body is empty, is not JSON, or an object in it has a field twice.
pub fn value(body: &[u8]) -> Result<Value, UnreadableJson> {
    let mut twice = None;
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = UniqueFields { twice: &mut twice }.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    read.map_err(|error| match twice {
        Some(path) => UnreadableJson::Twice { field: clipped(&path, LONGEST) },
        None if body.trim_ascii().is_empty() => UnreadableJson::Empty,
        None if error.classify() == Category::Eof => UnreadableJson::Cut,
        None if error.to_string().starts_with("recursion limit") => UnreadableJson::Deep,
        None => {
            let (line, column) = (error.line(), error.column());
            let bytes = body.split(|&byte| byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
            let near = String::from_utf8_lossy(&bytes[column.saturating_sub(20).min(bytes.len())..column.min(bytes.len())]);
            UnreadableJson::Syntax { line, column, near: near.trim().into() }
        }
    })
}

/// Reads a value.
///
/// # Errors
/// When it is not what is wanted.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, UnreadableJson> {
    read(JsonNode::Json(value))
}

/// Reads fields whose values are texts, such as those of a query string.
///
/// # Errors
/// When they are not what is wanted.
pub fn from_texts<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, UnreadableJson> {
    read(MapDeserializer::new(fields.iter().map(|(name, text)| (name.as_str(), JsonNode::Text(text)))))
}

fn read<'de, T: DeserializeOwned>(from: impl Deserializer<'de, Error = UnreadableJson>) -> Result<T, UnreadableJson> {
    serde_path_to_error::deserialize(from).map_err(|error| {
        let path = error.path().to_string();
        match error.into_inner() {
            why if path == "." => why,
            why => UnreadableJson::Field(WrongField::new(clipped(&path, LONGEST), &why)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewTournament, TourQuestion};

    #[test]
    fn what_is_wrong_is_a_code_with_its_place() {
        let flaw = |body: &str| from_bytes::<TourQuestion>(body.as_bytes()).expect_err(body).message();
        for (body, code, inner) in [
            (" ", "json.empty", None),
            ("{\"board\": 8x8}", "json.syntax", None),
            ("{\"board\": \"8x8\"", "json.cut", None),
            ("{}", "json.missing", None),
            ("7", "json.wrong_value", None),
            (r#"{"board": "8x8", "board": "5x5"}"#, "json.twice", None),
            (&"[".repeat(200), "json.deep", None),
            (r#"{"borad": "8x8"}"#, "field", Some("json.unknown_field")),
            (r#"{"board": 8}"#, "field", Some("json.wrong_form")),
            (r#"{"board": "8x8", "depth": -1}"#, "field", Some("json.wrong_value")),
            (r#"{"board": "8x8", "limits": {"nodes": "many"}}"#, "field", Some("json.wrong_value")),
        ] {
            let message = flaw(body);
            assert_eq!(message.code(), code, "{body}: {message}");
            let why = message.params().get("why").map(ToString::to_string);
            assert_eq!(why.is_some(), inner.is_some(), "{body}");
            let json = serde_json::to_value(&message).expect("writable");
            assert_eq!(json["params"]["why"]["code"].as_str(), inner, "{body}");
        }
        for (body, sentence) in [
            (r#"{"board": "8x8", "board": "5x5"}"#, "the field `board` is there twice"),
            (r#"{"board": "8x8", "limits": {"nodes": 1, "nodes": 2}}"#, "the field `limits.nodes` is there twice"),
            (r#"{"forbidden": [0, {"x": [], "x": 1}]}"#, "the field `forbidden[1].x` is there twice"),
            (r#"{"board": "8x8", "depth": 1e3}"#, "`depth`: expected a whole number from 0 to 4294967295, found 1000.0"),
        ] {
            assert_eq!(flaw(body).to_string(), sentence);
        }
        let long = flaw(&format!("{{\"{}\": 1}}", "x".repeat(10_000))).to_string();
        assert!(long.len() < 600, "{long}");
    }

    #[test]
    fn texts_stand_for_numbers_and_words() {
        let fields = |fields: &[(&str, &str)]| fields.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect::<Vec<_>>();
        let plan = from_texts::<NewTournament>(&fields(&[("name", "Cup"), ("format", "swiss"), ("rounds", "5"), ("rehearsed", "true")]));
        assert_eq!(plan.map(|plan| (plan.rounds, plan.rehearsed)), Ok((Some(5), Some(true))));
        let flaw = from_texts::<NewTournament>(&fields(&[("name", "Cup"), ("format", "swiss"), ("rounds", "many")])).expect_err("a word");
        assert_eq!(flaw.to_string(), "`rounds`: expected a whole number from 0 to 4294967295, found \"many\"");
    }
}
