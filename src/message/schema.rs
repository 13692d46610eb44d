//! The schema of a message in JSON.

use crate::Message;
use alloc::collections::BTreeMap;
use alloc::string::String;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A code and its parameters.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct CodedMessage {
    /// A family and a word, such as `connect_four_move.full`; a family of one code has no word.
    code: String,
    /// By name: each is a number, a text, a boolean, a list of such, a message, or null.
    #[schema(value_type = BTreeMap<String, Value>)]
    params: BTreeMap<String, String>,
    /// In REST answers: the sentence in the language of `Accept-Language`; not of a message in parameters.
    sentence: Option<String>,
}

impl PartialSchema for Message {
    fn schema() -> RefOr<Schema> {
        CodedMessage::schema()
    }
}

impl ToSchema for Message {}
