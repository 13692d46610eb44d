//! Output formats of an answer.

use message::Language;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Form {
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

impl Form {
    pub const TEXT: Form = Form::Text(Language::English);
    pub const SVG: Form = Form::Svg(Language::English);

    /// The same form in another language.
    pub fn in_language(self, language: Language) -> Form {
        match self {
            Form::Text(_) => Form::Text(language),
            Form::Svg(_) => Form::Svg(language),
            form => form,
        }
    }

    pub fn language(self) -> Option<Language> {
        match self {
            Form::Text(language) | Form::Svg(language) => Some(language),
            _ => None,
        }
    }

    /// The name that `Accept` has for it.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text(_) => "text/plain",
            Form::Svg(_) => "image/svg+xml",
            Form::Lines => "application/x-ndjson",
            Form::Events => "text/event-stream",
        }
    }

    /// The value of `Content-Type`.
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Text(_) => "text/plain; charset=utf-8",
            form => form.media_type(),
        }
    }
}

/// As it is stored with a job: `text`, or `text:fr`.
impl From<Form> for String {
    fn from(form: Form) -> String {
        let name = match form {
            Form::Json => "json",
            Form::Text(_) => "text",
            Form::Svg(_) => "svg",
            Form::Lines => "lines",
            Form::Events => "events",
        };
        match form.language() {
            None | Some(Language::English) => name.into(),
            Some(language) => format!("{name}:{}", language.code()),
        }
    }
}

impl TryFrom<String> for Form {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Form, &'static str> {
        let (name, code) = text.split_once(':').unwrap_or((&text, "en"));
        let language = Language::of(code).unwrap_or_default();
        match name {
            "json" => Ok(Form::Json),
            "text" => Ok(Form::Text(language)),
            "svg" => Ok(Form::Svg(language)),
            "lines" => Ok(Form::Lines),
            "events" => Ok(Form::Events),
            _ => Err("there is no such form of an answer"),
        }
    }
}

#[test]
fn a_stored_form_is_read_again() {
    for (form, stored) in [(Form::Json, "\"json\""), (Form::TEXT, "\"text\""), (Form::Svg(Language::French), "\"svg:fr\"")] {
        assert_eq!(serde_json::to_string(&form).expect("it is writable"), stored);
        assert_eq!(serde_json::from_str::<Form>(stored).expect(stored), form);
    }
}
