//! Messages about the expected type and range of a JSON value.

use super::LONGEST;
use message::{Coded, Message, clipped};
use serde::de::{Expected, Unexpected};
use serde_json::Value;

/// A type of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("json_type")]
pub enum JsonType {
    Text,
    Boolean,
    Number,
    WholeNumber { least: i64, most: u64 },
    Natural,
    List,
    Object,
    Word { known: &'static [&'static str] },
    Described { what: String },
}

/// A form of a value. The attribute `expecting` of a type names one by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("shape")]
pub enum JsonShape {
    Limits,
    BoardSize,
    Square,
    Tour,
    Tile,
    TileBoard,
    Taquin,
    Grid,
    Sudoku,
    LightUp,
    Stickers,
    Cube,
    Fen,
    Question,
    Questions,
    Position,
    Move,
    Moves,
    Search,
    TieBreaks,
    Entrant,
}

/// The message of a shape's code.
pub(super) fn shape(code: &str) -> Option<Message> {
    JsonShape::CODES.iter().find(|known| known.name == code).map(|known| Message::new(known.name, []))
}

/// What a `serde` visitor expects: a shape, or a type by the name that `serde` has for it.
pub(super) fn described(expected: &dyn Expected) -> Message {
    let what = expected.to_string();
    let within = |least, most| JsonType::WholeNumber { least, most };
    let expected = match what.as_str() {
        "a string" | "a borrowed string" => JsonType::Text,
        "a boolean" => JsonType::Boolean,
        "f32" | "f64" => JsonType::Number,
        "u8" => within(0, u8::MAX.into()),
        "u16" => within(0, u16::MAX.into()),
        "u32" => within(0, u32::MAX.into()),
        "i32" => within(i32::MIN.into(), i32::MAX as u64),
        "u64" | "usize" => JsonType::Natural,
        "a sequence" => JsonType::List,
        "a map" => JsonType::Object,
        name if name.starts_with("struct ") || name.starts_with("internally tagged ") => JsonType::Object,
        code => match shape(code) {
            Some(shape) => return shape,
            None => JsonType::Described { what },
        },
    };
    expected.message()
}

/// A value, as JSON.
pub(super) fn found(value: Unexpected<'_>) -> String {
    match value {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        // With a point or an exponent, so that `1e3` is not shown as a whole number.
        Unexpected::Float(number) => Value::from(number).to_string(),
        Unexpected::Str(text) => Value::from(clipped(text, LONGEST)).to_string(),
        Unexpected::Unit | Unexpected::Option => "null".into(),
        Unexpected::Seq => "[…]".into(),
        Unexpected::Map => "{…}".into(),
        other => other.to_string(),
    }
}

/// The same of a value.
pub(super) fn json(value: &Value) -> String {
    match value {
        Value::Array(_) => "[…]".into(),
        Value::Object(_) => "{…}".into(),
        Value::String(text) => found(Unexpected::Str(text)),
        value => value.to_string(),
    }
}
