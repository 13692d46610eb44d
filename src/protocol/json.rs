//! Parses received JSON and query strings; an error says what is wrong, where, and what is expected, as a code with parameters.

mod expected;
mod unique;
mod value;

pub use expected::{JsonShape, JsonType};

use expected::{described, found, shape};
use message::{Coded, Message, WrongField, clipped};
use serde::de::{self, DeserializeOwned, DeserializeSeed, Expected, Unexpected};
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
    ByteOrderMark,
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

impl UnreadableJson {
    /// The same in the field or item of this name.
    fn within(self, name: &str) -> UnreadableJson {
        let (path, why) = match self {
            UnreadableJson::Field(WrongField { field, why }) => (path(name, &field), why),
            why => (name.into(), why.message()),
        };
        UnreadableJson::Field(WrongField { field: clipped(&path, LONGEST).into(), why })
    }
}

/// The path to what is at `inner` of the field or item `name`.
fn path(name: &str, inner: &str) -> String {
    if inner.starts_with('[') { format!("{name}{inner}") } else { format!("{name}.{inner}") }
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

/// Reads a message or a line of a log.
///
/// # Errors
/// When it is empty, is not JSON, or is not what is wanted.
pub fn from_bytes<T: DeserializeOwned>(message: &[u8]) -> Result<T, UnreadableJson> {
    // A second look finds what is wrong, so that what is right costs nothing.
    serde_json::from_slice(message).map_err(|error| match from_body::<T>(message) {
        Ok(_) => UnreadableJson::Other { why: error.to_string() },
        Err(why) => why,
    })
}

/// Reads a body: slower than [`from_bytes`], with half of the code for each type.
///
/// # Errors
/// When the body is empty, is not JSON, or is not what is wanted.
pub fn from_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, UnreadableJson> {
    from_value(&value(body)?)
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
        None if body.starts_with("\u{feff}".as_bytes()) => UnreadableJson::ByteOrderMark,
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
    T::deserialize(JsonNode::Json(value))
}

/// Reads fields whose values are texts, such as those of a query string.
///
/// # Errors
/// When they are not what is wanted.
pub fn from_texts<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, UnreadableJson> {
    T::deserialize(JsonNode::Texts(fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewTournament, TourQuestion};

    #[test]
    fn what_is_wrong_is_a_code_with_its_place() {
        let flaw = |body: &str| from_body::<TourQuestion>(body.as_bytes()).expect_err(body).message();
        for (body, code, inner) in [
            (" ", "json.empty", None),
            ("\u{feff}{}", "json.byte_order_mark", None),
            ("{\"board\": 8x8}", "json.syntax", None),
            ("{\"board\": \"8x8\"", "json.cut", None),
            ("{}", "json.missing", None),
            ("7", "json.wrong_value", None),
            (r#"{"board": "8x8", "board": "5x5"}"#, "json.twice", None),
            (&"[".repeat(200), "json.deep", None),
            ("[]", "json.wrong_value", None),
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
            (r#"{"board": "8x8", "limits": [1]}"#, "`limits`: expected an object of limits, such as {\"seconds\": 10}, found […]"),
            (r#"{"board": "8x8", "depth": 1e3}"#, "`depth`: expected a whole number from 0 to 4294967295, found 1000.0"),
        ] {
            assert_eq!(flaw(body).to_string(), sentence);
        }
        for long in [format!("{{\"{}\": 1}}", "x".repeat(10_000)), format!("{{\"limits\": \"{}\"}}", "x".repeat(10_000))] {
            assert!(flaw(&long).to_string().len() < 600, "{}", flaw(&long));
        }
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
