//! The language in which the command speaks at the terminal: `--lang`, else `ARBITRE_LANG`, else `LANGUAGE`, else that of the locale.

use clap::error::{ContextKind, ContextValue, ErrorKind};
pub use message::spoken;
use message::{Coded, Language, Message, plain};
use std::error::Error;
use std::ffi::OsString;

pub fn codes() -> Vec<&'static str> {
    Language::ALL.iter().map(|language| language.code()).collect()
}

pub fn localized(what: &impl Coded) -> String {
    what.message().localized()
}

/// Chooses the language. Returns the command line without the flag, so that clap's own errors can be in that language.
pub fn choose() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let (language, unknown) = selected_language(&mut arguments, |name| std::env::var(name).ok());
    message::speak(language);
    move_behind_command(&mut arguments);
    unknown.unwrap_or(arguments)
}

/// `arbitre -v COMMAND` as `arbitre COMMAND -v`, since clap refuses a flag of `serve` before a command, and takes this one for such a flag.
fn move_behind_command(arguments: &mut [OsString]) {
    let text = |at: usize| arguments.get(at).and_then(|argument| argument.to_str());
    if matches!(text(1), Some("-v" | "--verbose")) && text(2).is_some_and(|next| !next.starts_with('-')) {
        arguments.swap(1, 2);
    }
}

/// The language; and the flag alone if it names none, for clap to refuse.
fn selected_language(arguments: &mut Vec<OsString>, variable: impl Fn(&str) -> Option<String>) -> (Language, Option<Vec<OsString>>) {
    // The arguments after `--` are another program's.
    let own = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let is_flag = |argument: &OsString| argument.to_str().is_some_and(|text| text == "--lang" || text.starts_with("--lang="));
    if let Some(at) = arguments[..own].iter().position(is_flag) {
        let end = own.min(at + if arguments[at] == "--lang" { 2 } else { 1 });
        let flag: Vec<OsString> = arguments.drain(at..end).collect();
        let code = flag.last().and_then(|word| word.to_str()).map(|word| word.trim_start_matches("--lang="));
        let language = code.and_then(Language::of);
        let unknown = language.is_none().then(|| ["arbitre".into()].into_iter().chain(flag).collect());
        return (language.unwrap_or_else(|| of_environment(variable)), unknown);
    }
    (of_environment(variable), None)
}

fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
    let set = |name: &str| variable(name).filter(|tags| !tags.is_empty());
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    // As GNU gettext does it, `LANGUAGE` is a list, which counts unless the locale is that of C.
    let of_locale = |locale: String| if locale == "C" { None } else { Some(set("LANGUAGE").unwrap_or_default() + ":" + &locale) };
    let tags = set("ARBITRE_LANG").or_else(|| locale().and_then(of_locale)).unwrap_or_default();
    tags.split(':').find_map(Language::of).unwrap_or_default()
}

/// Why a command line does not parse.
#[derive(Debug, Coded)]
#[code("command_line")]
enum CommandLineError {
    Value { option: String, value: String, why: Message },
    UnknownValue { option: String, value: String, known: String, nearest: Option<String> },
    NotWhole { option: String, value: String },
    NotInRange { option: String, value: String, least: u64, most: u64 },
    NotAnAddress { option: String, value: String },
    BadValue { option: String, value: String },
    NoValue { option: String },
    Unknown { option: String, nearest: Option<String> },
    UnknownCommand { command: String, nearest: Option<String> },
    ProgramAfterDashes { command: String, program: String },
    Missing { options: String },
    Conflict { option: String, other: String },
    Repeated { option: String },
}

/// A clap error in the language of the terminal, without marks that turn text. In English clap writes it, but for whole numbers and addresses, of which
/// it speaks as a programmer. An option that a variable set is named by the variable.
pub fn refused(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    use CommandLineError::{NotAnAddress, NotInRange, NotWhole};
    let refusal = command_line_error(error).map(|refusal| match refusal {
        NotWhole { option, value } if let Some((least, most)) = range(&value, arguments) => NotInRange { option, value, least, most },
        CommandLineError::Unknown { option: program, .. } if !program.starts_with('-') && takes_program(arguments) => {
            let command = arguments[1].to_string_lossy().into_owned();
            CommandLineError::ProgramAfterDashes { command, program }
        }
        refusal => refusal,
    });
    let is_ours = |refusal: &CommandLineError| {
        spoken() != Language::English
            || matches!(refusal, NotWhole { .. } | NotInRange { .. } | NotAnAddress { .. } | CommandLineError::ProgramAfterDashes { .. })
    };
    let text = error.render().to_string();
    let sentence = refusal.filter(is_ours).map_or_else(|| plain(&text).trim_start_matches("error: ").into(), |refusal| localized(&refusal));
    let option = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let own = variable(&command(), &option, arguments).map_or_else(|| sentence.clone(), |variable| sentence.replace(&option, &variable));
    Some(own).filter(|own| !text.ends_with(own))
}

/// Whether the command starts a program, which stands behind `--`.
fn takes_program(arguments: &[OsString]) -> bool {
    arguments.get(1).is_some_and(|command| ["bot", "doctor", "exercises"].iter().any(|name| command == name))
}

fn command() -> clap::Command {
    let mut command = crate::help::command::<crate::Cli>();
    command.build();
    command
}

/// The ends of the range of a whole number, from clap's error about a number outside it in the place of `value`.
fn range(value: &str, arguments: &[OsString]) -> Option<(u64, u64)> {
    let largest = i64::MAX.to_string();
    let replaced = |argument: &OsString| match argument.to_str().and_then(|text| text.strip_suffix(value)) {
        Some(flag) if flag.is_empty() || flag.ends_with('=') => format!("{flag}{largest}").into(),
        _ => argument.clone(),
    };
    let error = command().try_get_matches_from(arguments.iter().map(replaced)).err()?.source()?.to_string();
    ends(&error, &largest)
}

/// The ends of the range in clap's error about a number outside it.
fn ends(error: &str, number: &str) -> Option<(u64, u64)> {
    let (least, most) = error.strip_prefix(&format!("{number} is not in "))?.split_once("..")?;
    let most = most.strip_prefix('=').map_or_else(|| most.parse::<u64>().ok().map(|end| end - 1), |most| most.parse().ok());
    Some((least.parse().ok()?, most?))
}

/// The environment variable that an option's value comes from, if the option is not among the arguments.
fn variable(command: &clap::Command, option: &str, arguments: &[OsString]) -> Option<String> {
    let flag = option.split(' ').next().filter(|flag| flag.starts_with("--"))?;
    let is_typed = arguments.iter().any(|argument| argument.to_str().is_some_and(|text| text.split('=').next() == Some(flag)));
    let mut named = command.get_arguments().filter(|arg| !is_typed && arg.to_string() == option).filter_map(clap::Arg::get_env);
    let own = named.find(|name| std::env::var_os(name).is_some());
    own.map(|name| name.to_string_lossy().into_owned())
        .or_else(|| command.get_subcommands().find_map(|command| variable(command, option, arguments)))
}

fn command_line_error(error: &clap::Error) -> Option<CommandLineError> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let (option, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    // The last suggestion is the nearest.
    let nearest = |kind| Some(context(kind).rsplit(", ").next().unwrap_or_default().to_string()).filter(|name| !name.is_empty());
    Some(match error.kind() {
        ErrorKind::ValueValidation => match error.source().and_then(message_of) {
            Some(why) => CommandLineError::Value { option, value, why },
            None if error.source().is_some_and(|why| why.is::<std::num::ParseIntError>()) => CommandLineError::NotWhole { option, value },
            None if error.source().is_some_and(|why| why.is::<std::net::AddrParseError>()) => {
                CommandLineError::NotAnAddress { option, value }
            }
            // The text of this error is in the language already.
            None if option.is_empty() => return None,
            None if let Some((least, most)) = error.source().and_then(|why| ends(&why.to_string(), &value)) => {
                CommandLineError::NotInRange { option, value, least, most }
            }
            None => CommandLineError::BadValue { option, value },
        },
        ErrorKind::InvalidValue if value.is_empty() => CommandLineError::NoValue { option },
        ErrorKind::InvalidValue => {
            let (known, nearest) = (context(ContextKind::ValidValue), nearest(ContextKind::SuggestedValue));
            CommandLineError::UnknownValue { option, value, known, nearest }
        }
        ErrorKind::UnknownArgument => CommandLineError::Unknown { option, nearest: nearest(ContextKind::SuggestedArg) },
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand);
            CommandLineError::UnknownCommand { command, nearest: nearest(ContextKind::SuggestedSubcommand) }
        }
        ErrorKind::MissingRequiredArgument => CommandLineError::Missing { options: option },
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            other if option.is_empty() || option == other => CommandLineError::Repeated { option: other },
            other => CommandLineError::Conflict { option, other },
        },
        _ => return None,
    })
}

fn message_of(error: &(dyn Error + 'static)) -> Option<Message> {
    macro_rules! first_of {
        ($($error:ty),*) => { None$(.or_else(|| error.downcast_ref::<$error>().map(Coded::message)))* };
    }
    first_of!(
        referee::TimeError,
        referee::rating::SprtError,
        rules::UnknownGame,
        rules::knights::KnightsPositionError,
        runtime::NoAge,
        runtime::NoDuration,
        web::OptionError,
        bots::DurationArgError,
        contest::Error,
        bots::AddressError
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The rest of the catalogue are messages that other sentences refer to, or those of the cluster.
    #[cfg(feature = "cluster")]
    #[test]
    fn the_table_of_codes_has_every_code_of_the_catalogue() {
        let codes = message::codes();
        let others =
            Language::English.entries().keys().map(|code| &**code).filter(|code| !codes.contains_key(code) && !code.starts_with("page"));
        let others: Vec<&str> = others.collect();
        assert_eq!(
            others,
            ["because", "colour", "format", "language", "list", "onward", "plies", "pooler", "remedy", "side", "stage", "token_place"]
        );
    }

    #[test]
    fn the_flag_comes_before_the_variables_and_those_before_the_locale() {
        for (arguments, variables, language) in [
            ("doctor --lang fr", &[][..], Language::French),
            ("--lang=fr doctor", &[("ARBITRE_LANG", "en")], Language::French),
            ("doctor --lang fr_FR.UTF-8", &[], Language::French),
            ("doctor", &[("ARBITRE_LANG", "de"), ("LANG", "fr-FR")], Language::English),
            ("doctor -- bot --lang fr", &[], Language::English),
            ("doctor", &[("ARBITRE_LANG", ""), ("LC_ALL", ""), ("LANG", "fr_FR.UTF-8")], Language::French),
            ("doctor", &[("ARBITRE_LANG", "en"), ("LANG", "fr_FR.UTF-8")], Language::English),
            ("doctor", &[("LC_ALL", "C"), ("LANG", "fr_FR.UTF-8")], Language::English),
            ("doctor", &[("LC_MESSAGES", "fr_CH"), ("LANG", "de_CH")], Language::French),
            ("doctor", &[("LANGUAGE", "de:fr:en"), ("LANG", "en_GB.UTF-8")], Language::French),
            ("doctor", &[("LANGUAGE", "de"), ("LANG", "fr_FR")], Language::French),
            ("doctor", &[("LANGUAGE", "fr"), ("LC_ALL", "C")], Language::English),
            ("doctor", &[("LANGUAGE", "fr")], Language::English),
            ("doctor", &[("ARBITRE_LANG", "en"), ("LANGUAGE", "fr"), ("LANG", "fr_FR")], Language::English),
        ] {
            let variable = |name: &str| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.to_string());
            let mut arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
            assert_eq!(selected_language(&mut arguments, variable), (language, None), "{arguments:?} {variables:?}");
            assert_eq!(arguments[0], "doctor");
        }
        let mut unknown: Vec<OsString> = ["--lang", "tlh", "doctor"].map(OsString::from).into();
        let of_the_class = selected_language(&mut unknown, |name| (name == "LANG").then(|| "fr_BE.UTF-8".into()));
        assert_eq!(of_the_class, (Language::French, Some(["arbitre", "--lang", "tlh"].map(OsString::from).into())), "refused in French");
    }

    #[test]
    fn clap_s_errors_have_sentences() {
        for (arguments, french) in [
            ("solve --nonsense", "option inconnue : `--nonsense`"),
            ("solve --time-limt 3s", "option inconnue : `--time-limt` ; voulez-vous dire `--time-limit` ?"),
            ("sovle", "commande inconnue : `sovle` ; voulez-vous dire `solve` ?"),
            ("--lang de", "`--lang <LANGUAGE>` : valeur « de » inconnue ; il y a en, fr"),
            ("match greedy mcts --games 0", "`--games <GAMES>` : « 0 » n’est pas un nombre entier de 2 à 4294967295"),
            ("--time soon", "`--time <TIME>` : valeur « soon » refusée"),
            ("--ready-timeout 500ms", "`--ready-timeout <READY_TIMEOUT>` : valeur « 500ms » refusée : 1s au moins"),
        ] {
            let error = crate::Cli::try_parse_from(["arbitre"].into_iter().chain(arguments.split(' '))).err().expect(arguments);
            let said = command_line_error(&error).expect(arguments).message().sentence(Language::French).replace('\u{a0}', " ");
            assert!(said.starts_with(french), "{arguments}: {said}");
        }
    }
}
