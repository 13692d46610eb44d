//! Comparison of methods on one instance.

use crate::answer::{cost, json, verdict};
use crate::iterations::{branching, factor, first_cut_rate, percent};
use crate::sentence::{AnswerLine, Heading, aligned};
use crate::task::must_want_solution;
use crate::{Error, Kind, OutputFormat, QuestionError, Task, Tools};
use message::{Coded, Language};
use protocol::{Comparison, ComparisonQuestion, ComparisonRow, SearchCost, SolveCost, SolveVerdict};
use puzzle::Verdict;
use runtime::work::{CancellationBudget, Limit};

pub struct MethodComparison {
    task: Box<dyn Task>,
    methods: Vec<String>,
}

impl MethodComparison {
    pub fn read(kind: &Kind, question: &ComparisonQuestion) -> Result<MethodComparison, Error> {
        let task = kind.read(&question.question)?;
        must_want_solution(&*task)?;
        // Not every method is for every size of a cube.
        let fits = |method: &String| task.with_method(method).is_ok();
        let methods = question.methods.clone().unwrap_or_else(|| kind.methods().into_iter().filter(fits).collect());
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

    pub fn answer(&self, tools: &Tools, cancellation: &mut CancellationBudget, form: OutputFormat) -> Result<Vec<u8>, Error> {
        let comparison = self.run(tools, cancellation, &mut |_| {})?;
        Ok(if let OutputFormat::Text(language) = form { table(&comparison, language).into_bytes() } else { json(&comparison) })
    }
}

fn row(task: &dyn Task, tools: &Tools, cancellation: &mut CancellationBudget) -> ComparisonRow {
    let method = task.info().method;
    match task.solve(tools, cancellation, None) {
        // This method does not take this instance; another may.
        Err(error) => {
            ComparisonRow { method, verdict: None, proven: false, why: error.message(), cost: SolveCost::default(), search: None }
        }
        Ok(outcome) => {
            let (word, why) = verdict(task, &outcome, cancellation.why().map(Limit::message));
            let why = match &outcome.verdict {
                Verdict::Solved(answer) => answer.brief(),
                _ => why.expect("a verdict without an answer has its reason"),
            };
            let cost = cost(&outcome.cost, cancellation.elapsed(), outcome.prepared);
            ComparisonRow { method, verdict: Some(word), proven: outcome.proven, why, cost, search: outcome.search }
        }
    }
}

/// The depth and the time of a row; in a game, of the last finished iteration and without the time to allocate a table.
pub(super) fn depth_and_time(row: &ComparisonRow) -> (u32, u64) {
    row.search.as_ref().map_or((row.cost.depth, row.cost.time_us), |search| (search.depth, search.time_us))
}

/// The columns of every puzzle and game, and for a game those of alpha-beta.
pub fn table(comparison: &Comparison, language: Language) -> String {
    use Heading::{Branching, ByFirst, CutOffs, Depth, Expanded, Frontier, Generated, Megabytes, Method, Result, Seconds, TableHits};
    let is_game = comparison.rows.iter().any(|row| row.search.is_some());
    let of_game: &[Heading] = if is_game { &[CutOffs, ByFirst, TableHits] } else { &[] };
    let headings = [Method, Heading::Verdict, Generated, Expanded, Frontier, Depth, Branching, Megabytes, Seconds];
    let row = |row: &ComparisonRow| {
        let word = |verdict| match (verdict, &row.search) {
            (SolveVerdict::Solved, Some(_)) => AnswerLine::IsProven { yes: row.proven },
            _ => AnswerLine::Verdict { verdict },
        };
        let verdict = row.verdict.map_or("-".into(), |verdict| word(verdict).message().sentence(language));
        let SolveCost { generated, expanded, frontier, bytes, .. } = row.cost;
        let (depth, time_us) = depth_and_time(row);
        let branching = factor(branching(generated as f64, f64::from(depth)));
        let (megabytes, seconds) = (format!("{:.1}", bytes as f64 / 1e6), format!("{:.4}", time_us as f64 / 1e6));
        let [generated, expanded, frontier] = [generated, expanded, frontier].map(|count| count.to_string());
        let mut cells = vec![row.method.clone(), verdict, generated, expanded, frontier, depth.to_string(), branching, megabytes, seconds];
        if is_game {
            let SearchCost { cut_offs, first_cut_offs, table_hits, .. } = row.search.clone().unwrap_or_default();
            let first = percent(first_cut_rate(cut_offs as f64, first_cut_offs as f64));
            cells.extend([cut_offs.to_string(), first, table_hits.to_string()]);
        }
        cells.push(row.why.sentence(language));
        cells
    };
    aligned(language, &[&headings, of_game, &[Result]].concat(), comparison.rows.iter().map(row))
}
