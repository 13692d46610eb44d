//! One instance, several methods, one table of what they cost.

use super::answer::{cost, json, verdict};
use super::iterations::{branching, first_cut_rate, percent};
use super::{Form, Kind, Task, Tools};
use crate::Error;
use crate::Flaw;
use message::{Coded, Message};
use protocol::{Comparison, ComparisonQuestion, ComparisonRow, SolveCost};
use puzzle::Verdict;
use runtime::work::CancellationBudget;
use runtime::work::Limit;
use std::fmt::Write;

/// A question for several methods.
pub struct MethodComparison {
    task: Box<dyn Task>,
    methods: Vec<String>,
}

impl MethodComparison {
    /// Reads a question for the methods that are named, or for all.
    pub fn read(kind: &Kind, question: &ComparisonQuestion) -> Result<MethodComparison, Error> {
        let task = kind.read_fields(&question.question)?;
        let methods = question.methods.clone().unwrap_or_else(|| kind.methods());
        if methods.is_empty() || methods.len() > kind.methods().len() {
            return Err(Flaw::Methods { most: kind.methods().len(), known: kind.methods() }.into());
        }
        methods.iter().try_for_each(|method| task.with_method(method).map(drop))?;
        Ok(MethodComparison { task, methods })
    }

    /// The question.
    pub fn task(&self) -> &dyn Task {
        &*self.task
    }

    /// Lets one method after the other work, each within a share of what the cancellation has left.
    pub fn run(
        &self,
        tools: &Tools,
        cancellation: &mut CancellationBudget,
        each: &mut dyn FnMut(&ComparisonRow),
    ) -> Result<Comparison, Error> {
        let mut rows = Vec::new();
        for (number, method) in self.methods.iter().enumerate() {
            if cancellation.is_stopped() {
                break;
            }
            let task = self.task.with_method(method)?;
            let budget = cancellation.budget();
            let left = budget.time.saturating_sub(cancellation.elapsed()) / (self.methods.len() - number) as u32;
            let mut share = cancellation.part(runtime::work::Budget { time: left, ..budget });
            let row = row(&*task, tools, &mut share);
            each(&row);
            rows.push(row);
        }
        Ok(Comparison { puzzle: self.task.puzzle().into(), rows })
    }

    /// The table in the form that is wanted.
    pub fn answer(&self, tools: &Tools, cancellation: &mut CancellationBudget, form: Form) -> Result<Vec<u8>, Error> {
        let comparison = self.run(tools, cancellation, &mut |_| {})?;
        Ok(if form == Form::Text { table(&comparison).into_bytes() } else { json(&comparison) })
    }
}

fn row(task: &dyn Task, tools: &Tools, cancellation: &mut CancellationBudget) -> ComparisonRow {
    let method = task.method();
    match task.solve(tools, cancellation) {
        // This method does not take this instance; another may.
        Err(error) => ComparisonRow {
            method,
            verdict: None,
            proven: false,
            result: error.to_string(),
            message: Some(error.message()),
            cost: SolveCost::default(),
            search: None,
        },
        Ok(outcome) => {
            let (word, why) = verdict(&outcome, cancellation.why().map(Limit::message));
            let result = match &outcome.verdict {
                Verdict::Solved(answer) => answer.brief(),
                _ => why.as_ref().map_or_else(String::new, Message::to_string),
            };
            let cost = cost(&outcome.cost, cancellation.elapsed(), outcome.prepared);
            ComparisonRow { method, verdict: Some(word), proven: outcome.proven, result, message: why, cost, search: outcome.search }
        }
    }
}

/// The table for people.
pub fn table(comparison: &Comparison) -> String {
    let mut out = String::new();
    let of_game = comparison.rows.iter().any(|row| row.search.is_some());
    // Writing to a string does not fail.
    let _ = if of_game {
        writeln!(
            out,
            "{:<22} {:>12} {:>12} {:>12} {:>9} {:>12} {:>9} {:>5} {:>4} {:>10}  result",
            "method", "nodes", "leaves", "cut-offs", "by first", "table hits", "branching", "depth", "sel", "seconds"
        )
    } else {
        writeln!(
            out,
            "{:<22} {:<10} {:>12} {:>12} {:>10} {:>6} {:>9} {:>10}  result",
            "method", "verdict", "generated", "expanded", "frontier", "depth", "MB", "seconds"
        )
    };
    for ComparisonRow { method, verdict, result, cost, search, .. } in &comparison.rows {
        let seconds = cost.time_us as f64 / 1e6;
        let _ = match search {
            Some(search) => writeln!(
                out,
                "{method:<22} {:>12} {:>12} {:>12} {:>9} {:>12} {:>9} {:>5} {:>4} {:>10.4}  {result}",
                search.nodes,
                search.leaves,
                search.cut_offs,
                percent(first_cut_rate(search.cut_offs as f64, search.first_cut_offs as f64)),
                search.table_hits,
                branching(search.nodes as f64, f64::from(search.depth)).map_or("-".into(), |b| format!("{b:.3}")),
                search.depth,
                search.selective_depth,
                search.time_us as f64 / 1e6
            ),
            None => writeln!(
                out,
                "{method:<22} {:<10} {:>12} {:>12} {:>10} {:>6} {:>9.1} {seconds:>10.4}  {result}",
                verdict.map_or("-", |verdict| verdict.word()),
                cost.generated,
                cost.expanded,
                cost.frontier,
                cost.depth,
                cost.bytes as f64 / 1e6
            ),
        };
    }
    out
}
