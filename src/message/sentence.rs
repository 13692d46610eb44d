//! The sentences of messages, from the catalogue of a language.

use crate::entries::{self, Entries};
use crate::{Decimal, Message, Param, clipped, plain};
use alloc::borrow::Cow;
use alloc::string::String;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentType;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use intl_memoizer::{IntlLangMemoizer, concurrent};
use std::sync::{LazyLock, OnceLock};

/// Declares the languages: each with its code and its decimal point. The catalogue of a language is the file of its code.
macro_rules! languages {
    ($($(#[$attribute:meta])? $language:ident $code:literal $point:literal),*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Language {
            $($(#[$attribute])? $language),*
        }

        impl Language {
            pub const ALL: &'static [Language] = &[$(Language::$language),*];

            /// The language's code, such as `fr`.
            pub const fn code(self) -> &'static str {
                match self { $(Language::$language => $code),* }
            }

            /// The catalogue, in the syntax of Fluent.
            pub fn catalogue(self) -> &'static str {
                match self { $(Language::$language => include_str!(concat!($code, ".ftl"))),* }
            }

            const fn point(self) -> &'static str {
                match self { $(Language::$language => $point),* }
            }

            fn bundle(self) -> &'static Bundle {
                static BUNDLES: LazyLock<Vec<Bundle>> = LazyLock::new(|| Language::ALL.iter().map(|&language| bundle(language)).collect());
                &BUNDLES[self as usize]
            }

            pub fn entries(self) -> &'static Entries {
                static ALL: LazyLock<Vec<Entries>> =
                    LazyLock::new(|| Language::ALL.iter().map(|language| entries::read(language.catalogue())).collect());
                &ALL[self as usize]
            }
        }
    };
}

languages! { #[default] English "en" ".", French "fr" "," }

type Bundle = FluentBundle<FluentResource>;

/// Most characters of a text parameter.
const LONGEST: usize = 1_000;

/// The variant of a parameter that is null.
const NONE: &str = "none";

/// The text `none`, which is not that variant.
#[derive(Debug, PartialEq)]
struct TextNone;

impl FluentType for TextNone {
    fn duplicate(&self) -> Box<dyn FluentType + Send> {
        Box::new(TextNone)
    }

    fn as_string(&self, _: &IntlLangMemoizer) -> Cow<'static, str> {
        NONE.into()
    }

    fn as_string_threadsafe(&self, _: &concurrent::IntlLangMemoizer) -> Cow<'static, str> {
        NONE.into()
    }
}

fn bundle(language: Language) -> Bundle {
    let resource = FluentResource::try_new(language.sections(|tag| !tag.starts_with("page")))
        .unwrap_or_else(|(_, errors)| panic!("{}.ftl: {errors:?}", language.code()));
    let mut bundle = Bundle::new_concurrent(vec![language.code().parse().expect("the code is a language tag")]);
    // Direction isolates are noise in a terminal; the marks of parameters are removed instead.
    bundle.set_use_isolating(false);
    let decimal = bundle.add_function("DECIMAL", move |args, _| match args {
        [FluentValue::String(text)] => FluentValue::from(language.decimal(text)),
        [FluentValue::Number(number)] => FluentValue::from(language.decimal(&number.as_string())),
        _ => FluentValue::Error,
    });
    let seconds = bundle.add_function("SECONDS", move |args, _| match args {
        [FluentValue::Number(us)] => FluentValue::from(language.decimal(&format!("{:.3}", us.value / 1e6))),
        // The table of codes has the names of parameters in the place of their values.
        [FluentValue::String(name)] => FluentValue::from(name.to_string()),
        _ => FluentValue::Error,
    });
    decimal.and(seconds).expect("each name is added once");
    bundle.add_resource(resource).unwrap_or_else(|errors| panic!("{}.ftl: {errors:?}", language.code()));
    bundle
}

impl Language {
    /// The language of a tag such as `fr-FR` or of a locale such as `fr_FR.UTF-8`, if the catalogue has it.
    pub fn of(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or(tag);
        Language::ALL.iter().copied().find(|language| code.eq_ignore_ascii_case(language.code()))
    }

    /// The language that `Accept-Language` headers prefer, of those that the catalogue has; else English, unless they exclude it.
    pub fn accepted<'h>(headers: impl IntoIterator<Item = &'h str>) -> Language {
        let range = |part: &'h str| {
            let (tag, quality) = part.split_once(';').unwrap_or((part, "q=1"));
            let quality = quality.trim().strip_prefix("q=").and_then(|text| text.parse().ok()).unwrap_or(0.0);
            (tag.trim(), quality)
        };
        let ranges: Vec<(&str, f32)> = headers.into_iter().flat_map(|header| header.split(',')).take(32).map(range).collect();
        let named = |language: Language| ranges.iter().find(|(tag, _)| Language::of(tag) == Some(language));
        let others = || Language::ALL.iter().copied().filter(|&language| named(language).is_none_or(|(_, quality)| *quality > 0.0));
        let mut best = (0.0, others().next().unwrap_or_default());
        for (tag, quality) in &ranges {
            let language = if *tag == "*" { others().find(|&language| named(language).is_none()) } else { Language::of(tag) };
            if let Some(language) = language.filter(|_| *quality > best.0) {
                best = (*quality, language);
            }
        }
        best.1
    }

    /// The language's own name.
    pub fn name(self) -> String {
        Message::new("language", []).sentence(self)
    }

    /// The sections of the catalogue whose heading has such a tag, as in `## [TAG] Title`. What precedes the first
    /// has the tag `head`; without a tag it is empty.
    pub fn sections(self, has: impl Fn(&str) -> bool) -> String {
        let tag = |section: &'static str| match section.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None if section.starts_with('#') => "head",
            None => "",
        };
        self.catalogue().split("\n## ").filter(|section| has(tag(section))).map(|section| format!("\n## {section}")).collect()
    }

    /// A decimal number, written with a point, in the language's notation.
    pub fn decimal(self, number: &str) -> String {
        number.replace('.', self.point())
    }

    /// The sentence of a code; nothing, if the catalogue has none.
    fn format(self, code: &str, params: &FluentArgs<'_>) -> Option<String> {
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
            Param::Decimal(Decimal(number)) => FluentValue::from(*number),
            Param::Text(text) if text == NONE => FluentValue::Custom(Box::new(TextNone)),
            param => FluentValue::String(Cow::Owned(self.text(param))),
        }
    }

    fn text(self, param: &Param) -> String {
        match param {
            Param::Text(text) => readable(text),
            Param::List(list) => self.list(&list.iter().map(|param| self.text(param)).collect::<Vec<_>>()),
            Param::Message(message) => message.sentence(self),
            param => param.to_string(),
        }
    }
}

static SPOKEN: OnceLock<Language> = OnceLock::new();

/// Sets the language of the terminal, once.
pub fn speak(language: Language) {
    let _ = SPOKEN.set(language);
}

/// The language of the terminal; English before it is set.
pub fn spoken() -> Language {
    SPOKEN.get().copied().unwrap_or_default()
}

impl Message {
    /// Whether the catalogue has the code.
    pub fn is_known(&self) -> bool {
        Language::default().entries().contains_key(&*self.code)
    }

    /// The sentence in the language of the terminal.
    pub fn localized(&self) -> String {
        self.sentence(spoken())
    }

    /// The sentence in a language, or in English if its catalogue lacks the code. A code that both lack is shown with its parameters.
    pub fn sentence(&self, language: Language) -> String {
        let params: FluentArgs<'_> = self.params.iter().map(|(name, param)| (&**name, language.value(param))).collect();
        let said = language.format(&self.code, &params).or_else(|| Language::default().format(&self.code, &params));
        said.unwrap_or_else(|| {
            let mut text = String::new();
            self.bare(&mut text).expect("a string takes any text");
            readable(&text)
        })
    }
}

/// A text on one line, without control characters and direction marks, and cut.
fn readable(text: &str) -> String {
    clipped(&plain(text), LONGEST).replace('\n', " ")
}

#[cfg(test)]
mod tests;
