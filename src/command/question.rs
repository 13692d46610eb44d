//! What `solve`, `compare` and `analyse` share: a question from arguments and standard input, its limits, and a line of progress.

use crate::error::{Error, Failure};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use runtime::work::{Budget, CancellationBudget, Spent, Stop};
use serde_json::{Map, Number, Value};
use server::StorageLocation;
use solving::{Kind, Task, Tools};
use std::io::{IsTerminal, Read, Write};
use std::time::Duration;

/// The longest instance that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The longest search, a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);

/// Limits of a search
#[derive(Clone, Debug, clap::Args)]
pub struct Limited {
    /// Give up after so many seconds
    #[arg(long)]
    seconds: Option<f64>,
    /// Give up after so many states
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up at so much memory for states, in MiB
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory: u64,
    /// Folder with tables that take long to compute; `memory` keeps none
    #[arg(long, env = "ARBITRE_DATA", default_value = "./arbitre-data")]
    data: StorageLocation,
}

impl Limited {
    /// What the search may spend.
    pub fn budget(&self) -> Result<Budget, Error> {
        let time = match self.seconds {
            None => Ok(LONGEST),
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|time| !time.is_zero() && *time <= LONGEST)
                .ok_or_else(|| Failure::Seconds { found: format!("{seconds:e}"), most: Some(LONGEST.as_secs()) }),
        };
        Ok(Budget { time: time?, nodes: self.nodes.unwrap_or(u64::MAX), bytes: self.memory << 20 })
    }

    /// The tables.
    pub fn tools(&self) -> Tools {
        Tools::new(self.data.folder().map(Into::into))
    }

    /// The limits that a search keeps for itself.
    pub fn told(&self, solutions: Option<u64>) -> Value {
        let mut limits = Map::new();
        let mut put = |name: &str, value: Option<Number>| drop(value.map(|value| limits.insert(name.into(), Value::Number(value))));
        put("seconds", self.seconds.and_then(Number::from_f64));
        put("nodes", self.nodes.map(Number::from));
        put("solutions", solutions.map(Number::from));
        Value::Object(limits)
    }
}

/// The instance: the argument, or standard input.
pub fn instance(given: Option<String>) -> Result<String, Error> {
    if let Some(text) = given {
        return Ok(text);
    }
    let mut text = String::new();
    let read = std::io::stdin().take(MOST_BYTES + 1).read_to_string(&mut text);
    match read.map_err(|error| Error::at("-", &error))? as u64 {
        ..=MOST_BYTES => Ok(text),
        _ => Err(Failure::InstanceTooLong { most: MOST_BYTES }.into()),
    }
}

/// A question of a kind: the text, which may be a question as JSON already, and what the flags add.
pub fn question(kind: &Kind, text: &str, flags: Vec<(&str, Option<Value>)>) -> Result<Value, Error> {
    let mut fields = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(fields)) => fields,
        _ => kind.from_text(text),
    };
    fields.extend(flags.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))));
    Ok(Value::Object(fields))
}

/// The question, read.
pub fn task(kind: &Kind, question: &Value) -> Result<Box<dyn Task>, Error> {
    Ok(kind.read_fields(question)?)
}

/// Works with a line of progress on the terminal, which is gone at the end.
pub fn with_progress<T>(budget: Budget, work: impl FnOnce(&mut CancellationBudget) -> T) -> T {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let mut next = Duration::ZERO;
    let mut tell = |spent: &Spent| {
        if spent.time >= next {
            next = spent.time + Duration::from_millis(100);
            bar.set_message(format!("{} states, depth {}, {}", HumanCount(spent.nodes), spent.depth, HumanBytes(spent.bytes)));
            bar.tick();
        }
    };
    let done = work(&mut CancellationBudget::new(budget, Stop::default(), &mut tell));
    bar.finish_and_clear();
    done
}

/// Prints bytes; a reader that has left is told as an error.
pub fn print(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}
