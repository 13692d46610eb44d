//! Traces: the steps of a search, sampled if there are many, and the boards of its answer.

use super::answer::{json, reported};
use super::{Assignment, Error, Form, JobTask, QuestionError, Task, Tools};
use message::{Coded, Message};
use protocol::{SolveTrace, TraceStep};
use puzzle::{RecordedStep, Trace, Verdict};
use runtime::work::CancellationBudget;
use runtime::work::Limit;
use std::sync::Arc;

/// The default and the largest number of steps.
const USUAL_STEPS: usize = 600;
const MAX_STEPS: usize = 2_000;
/// The largest board of a trace.
const MAX_CELLS: usize = 2_500;
/// The most cells of all steps, and of all boards of the answer.
const MAX_CELLS_IN_ALL: usize = 300_000;
/// The bytes of a cell of a step, as text and written.
const BYTES_A_CELL: u64 = 80;
const BYTES_A_STEP: u64 = 4 << 10;
const MAX_BOARDS: usize = 500;

pub struct Watching {
    task: Box<dyn Task>,
    steps: usize,
}

impl Watching {
    /// A trace with this many steps; 0 for the answer alone.
    ///
    /// # Errors
    /// Too many steps, or a puzzle or a board that is not drawn.
    pub fn read(task: Box<dyn Task>, steps: Option<usize>) -> Result<Watching, Error> {
        let steps = steps.unwrap_or(USUAL_STEPS);
        if steps > MAX_STEPS {
            return Err(QuestionError::Range { field: "steps", least: 0, most: MAX_STEPS as u64, found: steps as u64 }.into());
        }
        let cells = task.board()?.cells.len();
        if steps > 0 && cells > MAX_CELLS {
            return Err(QuestionError::LargeToWatch { cells, most: MAX_CELLS }.into());
        }
        Ok(Watching { task, steps: steps.min(MAX_CELLS_IN_ALL / cells.max(1)) })
    }

    pub fn assignment(self) -> Assignment {
        let (info, answer_bytes) = (self.task.info(), self.task.answer_bytes(Form::Json) + self.steps_bytes());
        let label = JobTask::Watch { puzzle: info.puzzle, method: info.method.clone() };
        Assignment::new(label, info, answer_bytes, Arc::new(move |tools, cancellation, _| Ok(json(&self.trace(tools, cancellation)?))))
    }

    /// The most bytes of the steps and the boards.
    fn steps_bytes(&self) -> u64 {
        let cells = self.task.board().map_or(1, |board| board.cells.len().max(1)) as u64;
        let boards = (MAX_CELLS_IN_ALL as u64 / cells).clamp(1, MAX_BOARDS as u64) + 1;
        (self.steps as u64 + boards) * (cells * BYTES_A_CELL + BYTES_A_STEP)
    }

    fn trace(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveTrace, Error> {
        let board = self.task.board()?;
        let (mut trace, watched) = (Trace::new(self.steps), self.steps > 0 && self.task.is_watched());
        let outcome = self.task.solve(tools, cancellation, watched.then_some(&mut trace))?;
        let seen = trace.seen();
        let steps: Vec<TraceStep> = trace.into_steps().map(|step| self.trace_step(step)).collect();
        let most = (MAX_CELLS_IN_ALL / board.cells.len().max(1)).clamp(1, MAX_BOARDS);
        let boards = match &outcome.verdict {
            Verdict::Solved(answer) => answer.boards(most + 1),
            _ => Vec::new(),
        };
        Ok(SolveTrace {
            width: board.width,
            height: board.height,
            watched,
            sampled: seen > steps.len() as u64,
            steps,
            seen,
            path_cut: boards.len() > most,
            path: boards.into_iter().take(most).collect(),
            report: reported(&*self.task, &outcome, (cancellation.why().map(Limit::message), cancellation.elapsed())),
        })
    }

    fn trace_step(&self, step: RecordedStep) -> TraceStep {
        let RecordedStep { number, event, snapshot } = step;
        TraceStep {
            number,
            event: event.name().into(),
            cell: snapshot.cell,
            cells: self.task.shown(&snapshot.cells),
            depth: snapshot.depth,
            estimate: snapshot.estimate,
            waiting: snapshot.waiting,
            order: snapshot.order,
            frontier: snapshot.frontier.into_iter().map(|(order, count)| [order.into(), count]).collect(),
            choices: snapshot.choices.into_iter().map(|(cell, by)| [cell as u64, by.into()]).collect(),
            because: snapshot.because.as_ref().map(Message::to_string),
            message: snapshot.because,
            moves: snapshot.moves,
            cut: snapshot.cut,
            score: snapshot.value.and_then(|value| self.task.valued(value)),
            window: snapshot.window.map(|(alpha, beta)| [alpha, beta].map(|bound| self.task.valued(bound))),
            figures: snapshot.figures.into_iter().map(|(name, count)| (name.into(), count)).collect(),
        }
    }
}
