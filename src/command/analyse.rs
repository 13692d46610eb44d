//! `analyse`: the value of a position and its best lines, iteration by iteration.

use crate::error::{Error, Failure};
use crate::language::spoken;
use crate::output::{json_line, print};
use crate::question::{Limited, question, with_progress};
use serde_json::Value;
use solving::OutputFormat;

/// Analyse a position: its value, its best lines, and their cost
#[derive(Debug, clap::Args)]
pub struct Analyse {
    /// The position; the start if left out, or `start`
    position: Option<String>,
    /// The game: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = "knights")]
    game: String,
    /// The engine, such as alphabeta or minimax
    #[arg(long)]
    method: Option<String>,
    /// The evaluation of leaves, for games with several
    #[arg(long)]
    evaluation: Option<String>,
    /// The depth, in plies
    #[arg(long)]
    depth: Option<u32>,
    /// The number of principal variations; `perfect` values every move unless it is 1
    #[arg(long)]
    lines: Option<u32>,
    /// Print each iteration as a line of JSON, then the whole if it holds more
    #[arg(long)]
    json: bool,
    /// Print a chart of the cost of each iteration, as SVG
    #[arg(long, conflicts_with = "json")]
    chart: bool,
    #[command(flatten)]
    limits: Limited,
}

impl Analyse {
    pub fn run(self) -> Result<(), Error> {
        let kind = solving::game(&self.game)?;
        if self.position.as_deref().is_some_and(|text| text.trim().is_empty()) {
            return Err(Failure::EmptyPosition.into());
        }
        let flags = vec![
            ("method", self.method.map(Value::from)),
            ("evaluation", self.evaluation.map(Value::from)),
            ("depth", self.depth.map(Value::from)),
            ("lines", self.lines.map(Value::from)),
            ("limits", Some(self.limits.fields(None))),
        ];
        let position = self.position.filter(|text| text.trim() != "start").unwrap_or_default();
        let task = kind.read(&question(kind, &position, flags)?)?;
        let budget = self.limits.budget()?;
        if self.chart {
            let analysis = with_progress(budget, |cancellation| task.analysis(cancellation, None))?;
            return Ok(print(solving::iteration_picture(&analysis, spoken()))?);
        }
        if !self.json {
            return Ok(print(with_progress(budget, |cancellation| {
                solving::analysed(&*task, cancellation, OutputFormat::Text(spoken()))
            })?)?);
        }
        let (mut printed, mut last) = (Ok(()), None);
        let mut each = |analysis: &protocol::Analysis| {
            printed = print_line(analysis);
            last = Some((analysis.lines.clone(), analysis.cost.nodes));
        };
        let whole = with_progress(budget, |cancellation| task.analysis(cancellation, Some(&mut each)))?;
        printed?;
        if last.is_none_or(|(lines, nodes)| lines != whole.lines || nodes != whole.cost.nodes) {
            print_line(&whole)?;
        }
        Ok(())
    }
}

fn print_line(analysis: &protocol::Analysis) -> std::io::Result<()> {
    print(json_line(analysis))
}
