//! Output formats of an answer.

use message::Language;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputFormat {
    /// Everything.
    Json,
    /// A drawing for a terminal, with sentences in this language.
    Text(Language),
    Svg(Language),
    /// Solutions one by one, a line of JSON each.
    Lines,
    /// Iterations one by one, as Server-Sent Events.
    Events,
}

impl OutputFormat {
    pub const TEXT: OutputFormat = OutputFormat::Text(Language::English);
    pub const SVG: OutputFormat = OutputFormat::Svg(Language::English);

    /// The same form in another language.
    pub fn in_language(self, language: Language) -> OutputFormat {
        match self {
            OutputFormat::Text(_) => OutputFormat::Text(language),
            OutputFormat::Svg(_) => OutputFormat::Svg(language),
            form => form,
        }
    }

    pub fn language(self) -> Option<Language> {
        match self {
            OutputFormat::Text(language) | OutputFormat::Svg(language) => Some(language),
            _ => None,
        }
    }

    /// The name that `Accept` has for it.
    pub fn media_type(self) -> &'static str {
        match self {
            OutputFormat::Json => "application/json",
            OutputFormat::Text(_) => "text/plain",
            OutputFormat::Svg(_) => "image/svg+xml",
            OutputFormat::Lines => "application/x-ndjson",
            OutputFormat::Events => "text/event-stream",
        }
    }

    /// The value of `Content-Type`.
    pub fn content_type(self) -> &'static str {
        match self {
            OutputFormat::Text(_) => "text/plain; charset=utf-8",
            form => form.media_type(),
        }
    }
}
