//! Shared by `solve`, `compare` and `analyse`: a question from arguments and standard input, its limits, and a progress line.

use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::Output;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use protocol::json::{self, UnreadableJson};
use runtime::work::{Budget, CancellationBudget, Spent, Stop};
use serde_json::{Map, Number, Value};
use server::StorageLocation;
use solving::{Kind, Tools};
use std::io::{IsTerminal, Read};
use std::time::Duration;

/// The longest instance that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The longest search, a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);

#[derive(Clone, Debug, clap::Args)]
pub struct Limited {
    /// Stop after this time, such as 500ms or 90s
    #[arg(long, value_name = "DURATION", value_parser = runtime::parse_duration)]
    time_limit: Option<Duration>,
    /// Stop after this many states of a puzzle, or nodes of a game
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory limit for states, in MiB
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory_limit: u64,
    /// Data folder, here for tables that take long to compute; `memory` stores none
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    data: StorageLocation,
}

impl Limited {
    pub fn budget(&self) -> Result<Budget, Error> {
        let time = self.time_limit.unwrap_or(LONGEST);
        if time.is_zero() || time > LONGEST {
            return Err(Failure::TimeLimit { most: LONGEST.as_secs() }.into());
        }
        Ok(Budget { time, nodes: self.nodes.unwrap_or(u64::MAX), bytes: self.memory_limit << 20 })
    }

    pub fn tools(&self) -> Tools {
        Tools::new(self.data.folder().map(Into::into))
    }

    pub fn fields(&self, solutions: Option<u64>) -> Value {
        let seconds = self.time_limit.and_then(|time| Number::from_f64(time.as_secs_f64()));
        let all = [("seconds", seconds), ("nodes", self.nodes.map(Number::from)), ("solutions", solutions.map(Number::from))];
        all.into_iter().filter_map(|(name, limit)| Some((name.to_string(), Value::Number(limit?)))).collect::<Map<_, _>>().into()
    }
}

/// The fields of `--set FIELD=VALUE`.
pub fn with_fields(fields: &[String]) -> Result<Vec<(&str, Option<Value>)>, Error> {
    let mut all = Vec::new();
    for field in fields {
        let (name, value) = field.split_once('=').ok_or_else(|| Failure::NoField { field: field.clone() })?;
        if name == "limits" || name.starts_with("limits.") {
            return Err(Failure::LimitField { field: name.into() }.into());
        }
        all.push((name, Some(serde_json::from_str(value).unwrap_or_else(|_| value.into()))));
    }
    Ok(all)
}

/// The instance: the argument, or standard input.
pub fn instance(given: Option<String>) -> Result<String, Error> {
    if let Some(text) = given {
        return Ok(text);
    }
    if std::io::stdin().is_terminal() {
        eprintln!("{}", localized(&Output::ReadsStandardInput));
    }
    let mut text = String::new();
    let read = std::io::stdin().take(MAX_BYTES + 1).read_to_string(&mut text);
    match read.map_err(|error| Error::at("-", &error))? as u64 {
        ..=MAX_BYTES => Ok(text),
        _ => Err(Failure::InstanceTooLong { most: MAX_BYTES }.into()),
    }
}

/// A question of a kind: the text, which may be a question as JSON already, with the fields that flags add.
pub fn question(kind: &Kind, text: &str, flags: Vec<(&str, Option<Value>)>) -> Result<Value, Error> {
    let mut fields = match json::value(text.as_bytes()) {
        Ok(Value::Object(fields)) => fields,
        Err(why @ UnreadableJson::Twice { .. }) => return Err(why.into()),
        _ => kind.from_text(text),
    };
    fields.extend(flags.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))));
    Ok(Value::Object(fields))
}

/// A progress line, if standard error is a terminal.
pub fn spinner() -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}

/// Works with a progress line, which is cleared at the end.
pub fn with_progress<T>(budget: Budget, work: impl FnOnce(&mut CancellationBudget) -> T) -> T {
    let bar = spinner();
    let mut next = Duration::ZERO;
    let mut report = |spent: &Spent| {
        if spent.time >= next {
            next = spent.time + Duration::from_millis(100);
            let (states, memory) = (HumanCount(spent.nodes).to_string(), HumanBytes(spent.bytes).to_string());
            bar.set_message(localized(&Output::Searched { states, depth: spent.depth, memory }));
            bar.tick();
        }
    };
    let done = work(&mut CancellationBudget::new(budget, Stop::default(), &mut report));
    bar.finish_and_clear();
    done
}
