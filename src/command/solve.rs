//! `solve`: solves a puzzle, and prints a drawing of the result.

use crate::error::{Error, Failure};
use crate::language::spoken;
use crate::lines::{LineAnswer, answer_lines};
use crate::output::{Output, print, print_line};
use crate::question::{Limited, instance, question, with_fields, with_progress};
use message::Sentences;
use protocol::{SolveReport, SolveVerdict, json};
use runtime::work::{Budget, CancellationBudget, Stop};
use serde_json::Value;
use solving::{OutputFormat, Preparation, Taquin, Tools, Watching};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The exit statuses of an impossible question, and of a reached limit.
const IMPOSSIBLE: u8 = 3;
const LIMIT_REACHED: u8 = 4;

/// Solve a puzzle, or evaluate a position
///
/// The puzzles: knights-tour, taquin, sudoku, light-up, connect-four, tic-tac-toe, rubiks-cube, chess.
///
/// The instance is text in the usual notation of the puzzle, or the JSON of the REST interface: `arbitre solve knights-tour 8x8`,
/// `arbitre solve taquin "8 6 7/2 5 4/3 _ 1"`, `arbitre solve sudoku < grid.txt`, `arbitre solve rubiks-cube "R U' F2"`.
///
/// The exit status is 0 if it is solved, 3 if it is impossible, 4 if a limit is reached, 1 if the question is invalid.
#[derive(Debug, clap::Args)]
pub struct Solve {
    /// The puzzle
    puzzle: String,
    /// The instance; standard input if left out
    instance: Option<String>,
    /// The method; `--list-methods` lists them
    #[arg(long)]
    method: Option<String>,
    /// List the methods, the default first
    #[arg(long)]
    list_methods: bool,
    /// Print JSON instead of a drawing
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print an SVG picture instead of a drawing
    #[arg(long)]
    svg: bool,
    /// Read one instance a line and print one line of JSON for each, in order; the limits apply to each line. Fails if any line fails
    #[arg(long, conflicts_with_all = ["svg", "all"])]
    batch: bool,
    /// Print every solution as a line of JSON; with a number, at most this many
    #[arg(long, num_args = 0..=1, default_missing_value = "1000000000", value_name = "MOST")]
    all: Option<u64>,
    /// Print the steps of the method, each below its board; with a number, at most this many: the first ones and an even sample of the rest
    #[arg(long, num_args = 0..=1, default_missing_value = "600", value_name = "MOST", conflicts_with_all = ["svg", "batch", "all"])]
    steps: Option<usize>,
    /// Give a hint: the next step and its reason
    #[arg(long, conflicts_with_all = ["steps", "all"])]
    hint: bool,
    /// Only compute and store the pattern tables of a taquin, by default those of 4x4
    #[arg(long)]
    prepare: bool,
    /// Another field of the question, such as `goal=spiral` or `kind=closed`
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    #[command(flatten)]
    limits: Limited,
}

fn exit_status(verdict: SolveVerdict) -> ExitCode {
    match verdict {
        SolveVerdict::Solved => ExitCode::SUCCESS,
        SolveVerdict::Impossible => ExitCode::from(IMPOSSIBLE),
        SolveVerdict::LimitReached => ExitCode::from(LIMIT_REACHED),
    }
}

impl Solve {
    pub fn run(self) -> Result<ExitCode, Error> {
        let kind = solving::puzzle(&self.puzzle)?;
        if self.list_methods {
            print(kind.listed_methods().join("\n") + "\n")?;
        } else if self.prepare {
            if kind.name != "taquin" {
                return Err(Failure::PrepareTaquin.into());
            }
            self.prepared()?;
        } else if self.batch {
            self.line_by_line(kind, &self.limits.tools(), self.limits.budget()?)?;
        } else {
            return self.solved(kind);
        }
        Ok(ExitCode::SUCCESS)
    }

    fn solved(self, kind: &solving::Kind) -> Result<ExitCode, Error> {
        let (tools, budget) = (self.limits.tools(), self.limits.budget()?);
        let tools = tools.with_threads(std::thread::available_parallelism().map_or(1, Into::into));
        let text = instance(self.instance.clone())?;
        let question = self.question(kind, &text)?;
        if let Some(most) = self.steps {
            let watching = Watching::read(kind.read_traced(&question)?, Some(most))?;
            let (verdict, bytes) = with_progress(budget, |cancellation| watching.answer(&tools, cancellation, self.form()))?;
            print(bytes)?;
            return Ok(exit_status(verdict));
        }
        if self.all.is_some() {
            let task = kind.read_streamed(&question)?;
            let mut printed = Ok(());
            with_progress(budget, |cancellation| {
                solving::stream(&*task, cancellation, &mut |line| {
                    printed = print(Sentences::of(spoken(), &line));
                    if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            })?;
            printed?;
            return Ok(ExitCode::SUCCESS);
        }
        let task = kind.read(&question)?;
        let (verdict, bytes) = with_progress(budget, |cancellation| solving::answer(&*task, &tools, cancellation, self.form()))?;
        print(bytes)?;
        Ok(exit_status(verdict))
    }

    fn form(&self) -> OutputFormat {
        match (self.json, self.svg) {
            (true, _) => OutputFormat::Json,
            (_, true) => OutputFormat::Svg(spoken()),
            _ => OutputFormat::Text(spoken()),
        }
    }

    fn line_by_line(&self, kind: &solving::Kind, tools: &Tools, budget: Budget) -> Result<(), Error> {
        let report = |text: &str, stop: &Stop| -> Result<SolveReport, Error> {
            let task = kind.read(&self.question(kind, text)?)?;
            Ok(solving::report(&*task, tools, &mut CancellationBudget::new(budget, stop.clone(), &mut |_| {}))?)
        };
        let work = |line: u64, text: &str, stop: &Stop| match report(text, stop) {
            Ok(report) => LineAnswer::of(&report),
            Err(error) => LineAnswer::failed(line, &error),
        };
        let output = std::io::stdout();
        match &self.instance {
            Some(text) => answer_lines(text.as_bytes(), output, work)?,
            None => answer_lines(BufReader::new(std::io::stdin()), output, work)?,
        }
        Ok(())
    }

    fn question(&self, kind: &solving::Kind, text: &str) -> Result<Value, Error> {
        let mut flags = vec![("method", self.method.clone().map(Value::from))];
        flags.push(("hint", self.hint.then_some(Value::Bool(true))));
        if self.puzzle != "chess" {
            flags.push(("limits", Some(self.limits.fields(self.all))));
        }
        flags.extend(with_fields(&self.fields)?);
        question(kind, text, flags)
    }

    fn prepared(&self) -> Result<(), Error> {
        let taquin = match &self.instance {
            None => Taquin::usual(4),
            Some(text) => Taquin::read(json::from_value(&self.question(solving::puzzle("taquin")?, text)?)?)?,
        };
        let tools = self.limits.tools();
        match with_progress(self.limits.budget()?, |cancellation| taquin.prepare(&tools, cancellation))? {
            Preparation::Ready(tables) => {
                let (shape, blank) = tables.key();
                let (row, column) = shape.at(blank);
                let sizes = tables.pattern_sizes().iter().map(usize::to_string).collect::<Vec<_>>().join("-");
                let megabytes = format!("{:.1}", tables.bytes() as f64 / 1e6);
                Ok(print_line(&Output::Tables { shape: shape.to_string(), row: row + 1, column: column + 1, sizes, megabytes })?)
            }
            Preparation::LimitReached(_) => Err(Failure::TablesLimit.into()),
        }
    }
}
