//! Errors over HTTP.

use message::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An error as `application/problem+json` (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// Names the kind of problem: `/problems/` and one word.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, where, and what would be right: a sentence in the language of `Accept-Language`.
    pub detail: String,
    /// The same as a code with parameters.
    #[serde(flatten)]
    pub message: Message,
}
