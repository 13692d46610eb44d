//! Comparison of methods on one instance.

use super::answer::{cost, json, verdict};
use super::iterations::{branching, factor, first_cut_rate, percent};
use super::sentence::{AnswerLine, Heading, aligned};
use super::{Form, Kind, Task, Tools};
use crate::Error;
use crate::QuestionError;
use message::{Coded, Language, Message};
use protocol::{Comparison, ComparisonQuestion, ComparisonRow, SolveCost};
use puzzle::Verdict;
use runtime::work::CancellationBudget;
use runtime::work::Limit;

pub struct MethodComparison {
    task: Box<dyn Task>,
    methods: Vec<String>,
}

impl MethodComparison {
    pub fn read(kind: &Kind, question: &ComparisonQuestion) -> Result<MethodComparison, Error> {
        let task = kind.read_fields(&question.question)?;
        let methods = question.methods.clone().unwrap_or_else(|| kind.methods());
        if methods.is_empty() || methods.len() > kind.methods().len() {
            return Err(QuestionError::Methods { most: kind.methods().len(), known: kind.methods() }.into());
        }
        methods.iter().try_for_each(|method| task.with_method(method).map(drop))?;
        Ok(MethodComparison { task, methods })
    }

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
        Ok(Comparison { puzzle: self.task.info().puzzle.into(), rows })
    }

    pub fn answer(&self, tools: &Tools, cancellation: &mut CancellationBudget, form: Form) -> Result<Vec<u8>, Error> {
        let comparison = self.run(tools, cancellation, &mut |_| {})?;
        Ok(if let Form::Text(language) = form { table(&comparison, language).into_bytes() } else { json(&comparison) })
    }
}

fn row(task: &dyn Task, tools: &Tools, cancellation: &mut CancellationBudget) -> ComparisonRow {
    let method = task.info().method;
    match task.solve(tools, cancellation, None) {
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
            let (word, why) = verdict(task, &outcome, cancellation.why().map(Limit::message));
            let message = match &outcome.verdict {
                Verdict::Solved(answer) => Some(answer.brief()),
                _ => why,
            };
            let result = message.as_ref().map_or_else(String::new, Message::to_string);
            let cost = cost(&outcome.cost, cancellation.elapsed(), outcome.prepared);
            ComparisonRow { method, verdict: Some(word), proven: outcome.proven, result, message, cost, search: outcome.search }
        }
    }
}

pub fn table(comparison: &Comparison, language: Language) -> String {
    use Heading::{
        Branching, ByFirst, CutOffs, Depth, Expanded, Frontier, Generated, Leaves, Megabytes, Method, Nodes, Result, Seconds, Selective,
        TableHits,
    };
    let seconds = |time_us: u64| format!("{:.4}", time_us as f64 / 1e6);
    let result = |row: &ComparisonRow| row.message.as_ref().map_or_else(|| row.result.clone(), |message| message.sentence(language));
    if comparison.rows.iter().any(|row| row.search.is_some()) {
        let headings = [Method, Nodes, Leaves, CutOffs, ByFirst, TableHits, Branching, Depth, Selective, Seconds, Result];
        return aligned(
            language,
            headings,
            comparison.rows.iter().map(|row| {
                let cost = row.search.clone().unwrap_or_default();
                let [nodes, leaves, cut_offs, table_hits] =
                    [cost.nodes, cost.leaves, cost.cut_offs, cost.table_hits].map(|count| count.to_string());
                let first = percent(first_cut_rate(cost.cut_offs as f64, cost.first_cut_offs as f64));
                let branching = factor(branching(cost.nodes as f64, f64::from(cost.depth)));
                let (depth, selective, seconds) = (cost.depth.to_string(), cost.selective_depth.to_string(), seconds(cost.time_us));
                [row.method.clone(), nodes, leaves, cut_offs, first, table_hits, branching, depth, selective, seconds, result(row)]
            }),
        );
    }
    let headings = [Method, Heading::Verdict, Generated, Expanded, Frontier, Depth, Megabytes, Seconds, Result];
    aligned(
        language,
        headings,
        comparison.rows.iter().map(|row| {
            let verdict = row.verdict.map_or("-".into(), |verdict| AnswerLine::Verdict { verdict }.message().sentence(language));
            let [generated, expanded, frontier] = [row.cost.generated, row.cost.expanded, row.cost.frontier].map(|count| count.to_string());
            let (depth, megabytes) = (row.cost.depth.to_string(), format!("{:.1}", row.cost.bytes as f64 / 1e6));
            [row.method.clone(), verdict, generated, expanded, frontier, depth, megabytes, seconds(row.cost.time_us), result(row)]
        }),
    )
}
