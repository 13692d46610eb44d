//! The sentences of messages, from the catalogue of a language.

use crate::{Message, Param};
use alloc::borrow::Cow;
use alloc::string::String;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::sync::LazyLock;

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// `en`, the default.
    #[default]
    English,
    /// `fr`.
    French,
}

type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::English));
static FRENCH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::French));

/// Most characters of a text parameter.
const LONGEST: usize = 1_000;

/// The catalogue of a language, in the syntax of Fluent.
pub fn catalogue(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("en.ftl"),
        Language::French => include_str!("fr.ftl"),
    }
}

fn bundle(language: Language) -> Bundle {
    let resource =
        FluentResource::try_new(catalogue(language).into()).unwrap_or_else(|(_, errors)| panic!("{}.ftl: {errors:?}", language.code()));
    let mut bundle = Bundle::new_concurrent(vec![language.code().parse().expect("`en` and `fr` are language tags")]);
    // Direction isolates are noise in a terminal; the marks of parameters are removed instead.
    bundle.set_use_isolating(false);
    let (point, blank) = if language == Language::French { (",", '\u{a0}') } else { (".", ' ') };
    let decimal = bundle.add_function("DECIMAL", move |args, _| match args {
        [FluentValue::String(text)] => FluentValue::from(text.replace('.', point)),
        _ => FluentValue::Error,
    });
    let seconds = bundle.add_function("SECONDS", move |args, _| match args {
        [FluentValue::Number(us)] => FluentValue::from(format!("{:.3}{blank}s", us.value / 1e6).replace('.', point)),
        // The table of codes has the names of parameters in the place of their values.
        [FluentValue::String(name)] => FluentValue::from(name.to_string()),
        _ => FluentValue::Error,
    });
    decimal.and(seconds).expect("each name is added once");
    bundle.add_resource(resource).unwrap_or_else(|errors| panic!("{}.ftl: {errors:?}", language.code()));
    bundle
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// The language's code, such as `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// The language of a tag such as `fr-FR` or of a locale such as `fr_FR.UTF-8`, if the catalogue has it.
    pub fn of(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or(tag);
        Language::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()))
    }

    /// The first language of an `Accept-Language` header that the catalogue has, by quality; else English.
    pub fn accepted(header: &str) -> Language {
        let mut best = (0.0, Language::English);
        for part in header.split(',').take(32) {
            let (tag, quality) = part.split_once(';').unwrap_or((part, "q=1"));
            let quality = quality.trim().strip_prefix("q=").and_then(|text| text.parse().ok()).unwrap_or(0.0);
            if let Some(language) = Language::of(tag.trim()).filter(|_| quality > best.0) {
                best = (quality, language);
            }
        }
        best.1
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
        }
    }

    /// The sentence of a code; nothing, if the catalogue has none.
    fn say(self, code: &str, params: &FluentArgs<'_>) -> Option<String> {
        let (family, word) = code.split_once('.').map_or((code, None), |(family, word)| (family, Some(word)));
        let message = self.bundle().get_message(family)?;
        let pattern = match word {
            Some(word) => message.get_attribute(word)?.value(),
            None => message.value()?,
        };
        Some(self.bundle().format_pattern(pattern, Some(params), &mut Vec::new()).into_owned())
    }

    /// `a`, `a and b`, `a, b and c`.
    fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [head @ .., last] => {
                Message::new("list", [("head", Param::Text(head.join(", "))), ("last", Param::Text(last.clone()))]).sentence(self)
            }
        }
    }

    fn value(self, param: &Param) -> FluentValue<'static> {
        match param {
            Param::Number(number) => FluentValue::from(*number),
            param => FluentValue::String(Cow::Owned(self.text(param))),
        }
    }

    fn text(self, param: &Param) -> String {
        match param {
            Param::Number(number) => number.to_string(),
            Param::Text(text) => readable(text),
            Param::List(list) => self.list(&list.iter().map(|param| self.text(param)).collect::<Vec<_>>()),
            Param::Message(message) => message.sentence(self),
        }
    }
}

impl Message {
    /// The sentence in a language. A code that the catalogue lacks is shown with its parameters.
    pub fn sentence(&self, language: Language) -> String {
        let params: FluentArgs<'_> = self.params.iter().map(|(name, param)| (&**name, language.value(param))).collect();
        language.say(&self.code, &params).unwrap_or_else(|| {
            let mut text = String::new();
            self.bare(&mut text).expect("a string takes any text");
            readable(&text)
        })
    }
}

/// A text on one line, without control characters and direction marks, and cut.
fn readable(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    let mut shown: String = text.chars().filter(|&c| !turns(c)).take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests;
