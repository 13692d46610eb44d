//! The language in which the command speaks at the terminal: `--lang`, else `ARBITRE_LANG`, else that of the locale.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use message::{Coded, Language, Message, Param};
use std::error::Error;
use std::ffi::OsString;
use std::sync::OnceLock;

static SPOKEN: OnceLock<Language> = OnceLock::new();

pub fn codes() -> [&'static str; 2] {
    Language::ALL.map(Language::code)
}

/// The sentence of a code in the language of the terminal.
pub fn said(what: &impl Coded) -> String {
    what.message().sentence(SPOKEN.get().copied().unwrap_or_default())
}

/// Chooses the language. Returns the command line without the flag, so that clap's own errors can be in that language.
pub fn choose() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let (language, unknown) = wanted(&mut arguments, |name| std::env::var(name).ok());
    let _ = SPOKEN.set(language);
    unknown.unwrap_or(arguments)
}

/// The language; and the flag alone if it names none, for clap to refuse.
fn wanted(arguments: &mut Vec<OsString>, variable: impl Fn(&str) -> Option<String>) -> (Language, Option<Vec<OsString>>) {
    // The arguments after `--` are another program's.
    let own = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let is_flag = |argument: &OsString| argument.to_str().is_some_and(|text| text == "--lang" || text.starts_with("--lang="));
    if let Some(at) = arguments[..own].iter().position(is_flag) {
        let end = own.min(at + if arguments[at] == "--lang" { 2 } else { 1 });
        let flag: Vec<OsString> = arguments.drain(at..end).collect();
        let code = flag.last().and_then(|word| word.to_str()).map(|word| word.trim_start_matches("--lang="));
        let language = code.and_then(|code| Language::ALL.into_iter().find(|language| language.code() == code));
        let unknown = language.is_none().then(|| ["arbitre".into()].into_iter().chain(flag).collect());
        return (language.unwrap_or_default(), unknown);
    }
    let tag = ["ARBITRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|tag| !tag.is_empty());
    (tag.and_then(|tag| Language::of(&tag)).unwrap_or_default(), None)
}

/// The sentence of an option's value that does not parse, unless it is clap's own or English, which clap writes itself.
pub fn refused_value(error: &clap::Error) -> Option<String> {
    let language = SPOKEN.get().copied().filter(|language| *language != Language::English)?;
    let source = error.source().filter(|_| error.kind() == ErrorKind::ValueValidation)?;
    let why = message_of(source)?;
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (option, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    let params = [("option", Param::Text(option)), ("value", Param::Text(value)), ("why", why.into())];
    Some(Message::new("option_value", params).sentence(language))
}

fn message_of(error: &(dyn Error + 'static)) -> Option<Message> {
    macro_rules! first_of {
        ($($error:ty),*) => { None$(.or_else(|| error.downcast_ref::<$error>().map(Coded::message)))* };
    }
    first_of!(
        referee::TimeError,
        referee::rating::SprtError,
        rules::UnknownGame,
        rules::knights::PositionError,
        runtime::NoDuration,
        bots::NoDuration,
        contest::Error,
        bots::AddressError
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_comes_before_the_variables_and_those_before_the_locale() {
        for (arguments, variables, language) in [
            ("doctor --lang fr", &[][..], Language::French),
            ("--lang=fr doctor", &[("ARBITRE_LANG", "en")], Language::French),
            ("doctor -- bot --lang fr", &[], Language::English),
            ("doctor", &[("ARBITRE_LANG", ""), ("LC_ALL", ""), ("LANG", "fr_FR.UTF-8")], Language::French),
            ("doctor", &[("ARBITRE_LANG", "en"), ("LANG", "fr_FR.UTF-8")], Language::English),
            ("doctor", &[("LC_ALL", "C"), ("LANG", "fr_FR.UTF-8")], Language::English),
            ("doctor", &[("LC_MESSAGES", "fr_CH"), ("LANG", "de_CH")], Language::French),
        ] {
            let variable = |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string());
            let mut arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
            assert_eq!(wanted(&mut arguments, variable), (language, None), "{arguments:?} {variables:?}");
            assert_eq!(arguments[0], "doctor");
        }
    }
}
