//! Assignments: parsed questions with the work of a thread.

use crate::task::usual_answer_bytes;
use crate::{Cut, Error, MethodComparison, OutputFormat, Task, TaskInfo, Tools, analysed, answer};
use message::Coded;
use protocol::SolveLimits;
use runtime::work::CancellationBudget;
use std::sync::Arc;

/// The work: makes the body of the answer. It can be restarted.
pub type Work = Arc<dyn Fn(&Tools, &mut CancellationBudget, OutputFormat) -> Result<Vec<u8>, Error> + Send + Sync>;

#[derive(Debug, Coded)]
#[code("job_task")]
pub enum JobTask {
    Solve { puzzle: &'static str, method: String },
    SolveAll { questions: usize, puzzle: &'static str },
    Analyse { puzzle: &'static str, method: String },
    Compare { puzzle: &'static str },
    Watch { puzzle: &'static str, method: String },
    Review { game: &'static str, plies: usize },
    Stored { text: String },
}

/// A question that has been read.
pub struct Assignment {
    pub label: JobTask,
    pub limits: SolveLimits,
    /// The positions of a game that the answer evaluates.
    pub positions: Vec<String>,
    /// The most bytes that the answer takes while it is put together and written.
    pub answer_bytes: u64,
    pub work: Work,
    /// The work in parts, if it can be divided.
    pub cut: Option<Arc<dyn Cut>>,
}

impl Assignment {
    /// Work on a task, in one part.
    pub(super) fn new(label: JobTask, info: TaskInfo, answer_bytes: u64, work: Work) -> Assignment {
        Assignment { label, limits: info.limits, positions: info.position.into_iter().collect(), answer_bytes, work, cut: None }
    }

    pub fn solve(task: Box<dyn Task>, form: OutputFormat) -> Assignment {
        let (cut, info, answer_bytes) = (task.cut(), task.info(), task.answer_bytes(form));
        let work: Work = Arc::new(move |tools, cancellation, form| Ok(answer(&*task, tools, cancellation, form)?.1));
        let label = JobTask::Solve { puzzle: info.puzzle, method: info.method.clone() };
        Assignment { cut, ..Assignment::new(label, info, answer_bytes, work) }
    }

    pub fn analyse(task: Box<dyn Task>, form: OutputFormat) -> Assignment {
        let (cut, info, answer_bytes) = (task.cut_analysis(), task.info(), task.answer_bytes(form));
        let work: Work = Arc::new(move |_, cancellation, form| analysed(&*task, cancellation, form));
        let label = JobTask::Analyse { puzzle: info.puzzle, method: info.method.clone() };
        Assignment { cut, ..Assignment::new(label, info, answer_bytes, work) }
    }

    pub fn compare(contest: MethodComparison) -> Assignment {
        let info = contest.task().info();
        // The answer of each method is made, though it is not written.
        let answer_bytes = contest.task().answer_bytes(OutputFormat::Json) + usual_answer_bytes(OutputFormat::TEXT);
        let work: Work = Arc::new(move |tools, cancellation, form| contest.answer(tools, cancellation, form));
        Assignment::new(JobTask::Compare { puzzle: info.puzzle }, info, answer_bytes, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobAct, JobQuestion, examples, games, puzzles};
    use runtime::work::{Budget, Stop};
    use serde_json::{Value, json};
    use std::time::Duration;

    /// A taquin of a side with shuffled tiles, and a method with long answers.
    fn shuffled(side: u64) -> Value {
        let tiles = side * side;
        let step = (tiles * 5 / 8..)
            .find(|step| !(2..=*step).any(|divisor| tiles.is_multiple_of(divisor) && step.is_multiple_of(divisor)))
            .unwrap_or(1);
        json!({"start": (0..tiles).map(|at| at * step % tiles).collect::<Vec<_>>(), "blank": 0, "method": "layers"})
    }

    /// The reservation for an answer is never too small, in any form: the examples, and large questions of each kind.
    #[test]
    fn no_answer_takes_more_than_is_reserved() {
        let of_examples = puzzles().iter().chain(games()).flat_map(|kind| {
            let act = if kind.href.ends_with("analyse") { JobAct::Analyse } else { JobAct::Solve };
            examples(kind.href).filter(|example| example.status == 200).map(move |example| (act, kind.name, example.json()))
        });
        let rows = |side: usize, cell: &str| vec![vec![cell; side].join(" "); side].join("/");
        let blank = rows(30, ".").replace(' ', "");
        let large = [
            ("knights-tour", json!({"board": "300x300"})),
            (
                "knights-tour",
                json!({"board": "60x60", "forbidden": (0..59).map(|at| [at, 59]).collect::<Vec<_>>(), "limits": {"nodes": 100_000}}),
            ),
            ("taquin", shuffled(4)),
            ("taquin", shuffled(12)),
            ("taquin", shuffled(31)),
            ("sudoku", json!({"grid": rows(16, ".").replace('/', " "), "steps": true})),
            ("sudoku", json!({"grid": rows(25, ".").replace('/', " ")})),
            ("light-up", json!({"board": blank})),
            ("light-up", json!({"board": blank, "steps": true})),
            ("connect-four", json!({"position": "444", "limits": {"nodes": 20_000}})),
        ];
        let large = large.into_iter().map(|(puzzle, fields)| (JobAct::Solve, puzzle, fields));
        let deep = json!({"depth": 3, "lines": 40});
        let batch = json!({"questions": [{"board": "40x40"}, {"board": "8x8"}]});
        let more = [
            (JobAct::Analyse, "knights", deep),
            (JobAct::Batch, "knights-tour", batch),
            (JobAct::Compare, "taquin", json!({"question": shuffled(3)})),
        ];
        let tools = Tools::new(None);
        let budget = Budget { time: Duration::from_millis(100), nodes: u64::MAX, bytes: 1 << 30 };
        let mut tried = 0;
        for (act, puzzle, fields) in of_examples.chain(large).chain(more) {
            for form in [OutputFormat::Json, OutputFormat::TEXT, OutputFormat::Svg(message::Language::French)] {
                let question = JobQuestion { act, puzzle: puzzle.into(), fields: fields.clone(), form, game: None, from: None };
                let assignment = question.assignment().unwrap_or_else(|error| panic!("{puzzle} {fields}: {error}"));
                let mut no_checkpoint = |_: &_| {};
                let Ok(body) = (assignment.work)(&tools, &mut CancellationBudget::new(budget, Stop::default(), &mut no_checkpoint), form)
                else {
                    continue;
                };
                tried += 1;
                let label = format!("{} {form:?}: {} of {} bytes", assignment.label, body.capacity(), assignment.answer_bytes);
                assert!(body.capacity() as u64 <= assignment.answer_bytes, "{label}");
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
