//! In which form an answer is wanted.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// All there is to know.
    Json,
    /// A drawing for a terminal.
    Text,
    /// A picture.
    Svg,
    /// Solutions one by one, a line of JSON each.
    Lines,
    /// Iterations one by one, as Server-Sent Events.
    Events,
}

impl Form {
    pub const ALL: [Form; 5] = [Form::Json, Form::Text, Form::Svg, Form::Lines, Form::Events];

    /// The name that `Accept` has for it.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text => "text/plain",
            Form::Svg => "image/svg+xml",
            Form::Lines => "application/x-ndjson",
            Form::Events => "text/event-stream",
        }
    }

    /// The value of `Content-Type`.
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Text => "text/plain; charset=utf-8",
            form => form.media_type(),
        }
    }
}
