//! The language in which the command speaks at the terminal: `--lang`, else `ARBITRE_LANG`, else that of the locale.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use message::{Coded, Language, Message, Param};
use std::error::Error;
use std::ffi::OsString;
use std::sync::OnceLock;

static SPOKEN: OnceLock<Language> = OnceLock::new();

/// The language of the codes.
pub fn codes() -> [&'static str; 2] {
    Language::ALL.map(Language::code)
}

/// What a value says, in the language of the terminal.
pub fn said(what: &impl Coded) -> String {
    what.message().sentence(SPOKEN.get().copied().unwrap_or_default())
}

/// Chooses the language, before the command line is read: what is wrong with it is told in that language, too.
pub fn choose() {
    let _ = SPOKEN.set(wanted(std::env::args_os().skip(1), |name| std::env::var(name).ok()));
}

fn wanted(arguments: impl Iterator<Item = OsString>, variable: impl Fn(&str) -> Option<String>) -> Language {
    // What follows `--` is another program's.
    let mut own = arguments.map(|argument| argument.to_string_lossy().into_owned()).take_while(|argument| argument != "--");
    let flag = own.find_map(|argument| match argument.strip_prefix("--lang") {
        Some("") => Some(None),
        rest => rest?.strip_prefix('=').map(|code| Some(code.to_string())),
    });
    let flag = flag.and_then(|code| code.or_else(|| own.next()));
    let chosen =
        flag.or_else(|| ["ARBITRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable).find(|tag| !tag.is_empty()));
    chosen.and_then(|tag| Language::of(&tag)).unwrap_or_default()
}

/// The sentence of an option's value that does not read, if it is one of the catalogue and not to be said in English, as clap does.
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

/// What the values of options say of themselves.
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
            assert_eq!(wanted(arguments.split(' ').map(OsString::from), variable), language, "{arguments} {variables:?}");
        }
    }
}
