//! Parses received JSON; an error says what is wrong, where, and what is expected.

use message::Coded;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_path_to_error::Error as Flaw;

/// JSON that does not read.
#[derive(Clone, Debug, PartialEq, Eq, Coded)]
#[code("json")]
pub enum UnreadableJson {
    /// Nothing at all.
    Empty,
    /// Not JSON.
    NotJson {
        /// The parser's words, and where.
        why: String,
    },
    /// JSON, but not what is wanted.
    Unwanted {
        /// The parser's words.
        why: String,
    },
    /// So in one place.
    Field {
        /// The path to it.
        path: String,
        /// The parser's words.
        why: String,
    },
}

/// Reads a body.
///
/// # Errors
/// When the body is empty, is not JSON, or is not what is wanted.
pub fn from_bytes<T: DeserializeOwned>(body: &[u8]) -> Result<T, UnreadableJson> {
    if body.trim_ascii().is_empty() {
        return Err(UnreadableJson::Empty);
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|flaw| refused(&flaw))?;
    json.end().map_err(|error| UnreadableJson::NotJson { why: placed(&error) })?;
    Ok(read)
}

/// Parses JSON that the program itself built: errors without line and column.
///
/// # Errors
/// When it is not what is wanted.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, UnreadableJson> {
    serde_path_to_error::deserialize(value).map_err(|flaw| refused(&flaw))
}

/// The error as text.
pub fn refused(flaw: &Flaw<serde_json::Error>) -> UnreadableJson {
    let (path, why) = (flaw.path().to_string(), placed(flaw.inner()));
    match flaw.inner().classify() {
        Category::Data if path.is_empty() || path == "." => UnreadableJson::Unwanted { why },
        Category::Data => UnreadableJson::Field { path, why },
        Category::Io | Category::Syntax | Category::Eof => UnreadableJson::NotJson { why },
    }
}

/// What the parser's words are to people.
const WORDS: [(&str, &str); 13] = [
    ("expected ident", "expected a value, such as {\"name\": \"text\"}"),
    ("expected value", "expected a value, such as {\"name\": \"text\"}"),
    ("expected u64", "expected a whole number from 0 on"),
    ("expected u32", "expected a whole number from 0 to 4294967295"),
    ("expected u16", "expected a whole number from 0 to 65535"),
    ("expected u8", "expected a whole number from 0 to 255"),
    ("expected usize", "expected a whole number from 0 on"),
    ("expected i32", "expected a whole number from -2147483648 to 2147483647"),
    ("expected f64", "expected a number"),
    ("expected a boolean", "expected true or false"),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("invalid type: map", "invalid type: an object"),
];

fn placed(error: &serde_json::Error) -> String {
    let (line, column, text) = (error.line(), error.column(), error.to_string());
    let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let what = in_words(what);
    if line == 0 { what } else { format!("{what} (line {line}, column {column})") }
}

/// A parser's sentence in the words of people: the types of the program mean nothing to them.
pub fn in_words(sentence: &str) -> String {
    let what = WORDS.iter().fold(sentence.to_string(), |what, (name, words)| what.replace(name, words));
    what.split_once("expected struct ").map_or(what.clone(), |(before, _)| format!("{before}expected an object"))
}
