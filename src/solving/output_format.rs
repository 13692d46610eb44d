//! Output formats of an answer.

use message::Language;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
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

/// As it is stored with a job: `text`, or `text:fr`.
impl From<OutputFormat> for String {
    fn from(form: OutputFormat) -> String {
        let name = match form {
            OutputFormat::Json => "json",
            OutputFormat::Text(_) => "text",
            OutputFormat::Svg(_) => "svg",
            OutputFormat::Lines => "lines",
            OutputFormat::Events => "events",
        };
        match form.language() {
            None | Some(Language::English) => name.into(),
            Some(language) => format!("{name}:{}", language.code()),
        }
    }
}

impl TryFrom<String> for OutputFormat {
    type Error = &'static str;

    fn try_from(text: String) -> Result<OutputFormat, &'static str> {
        let (name, code) = text.split_once(':').unwrap_or((&text, "en"));
        let language = Language::of(code).unwrap_or_default();
        match name {
            "json" => Ok(OutputFormat::Json),
            "text" => Ok(OutputFormat::Text(language)),
            "svg" => Ok(OutputFormat::Svg(language)),
            "lines" => Ok(OutputFormat::Lines),
            "events" => Ok(OutputFormat::Events),
            _ => Err("there is no such form of an answer"),
        }
    }
}

#[test]
fn a_stored_form_is_read_again() {
    for (form, stored) in
        [(OutputFormat::Json, "\"json\""), (OutputFormat::TEXT, "\"text\""), (OutputFormat::Svg(Language::French), "\"svg:fr\"")]
    {
        assert_eq!(serde_json::to_string(&form).expect("it is writable"), stored);
        assert_eq!(serde_json::from_str::<OutputFormat>(stored).expect(stored), form);
    }
}
