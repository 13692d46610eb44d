//! Traces: the steps of a search, sampled if there are many, and the boards of its answer.

use crate::answer::{self, json, line_of, reported};
use crate::sentence::AnswerLine;
use crate::step_sentence::step_sentence;
use crate::{Assignment, Error, JobTask, OutputFormat, QuestionError, SolveOutcome, Task, Tools};
use message::{Coded, Language};
use protocol::{PuzzleBoard, SolveTrace, SolveVerdict, TraceStep};
use puzzle::{RecordedStep, Trace, Verdict};
use runtime::work::{CancellationBudget, Limit};
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

    pub fn assignment(self, form: OutputFormat) -> Assignment {
        let (info, answer_bytes) = (self.task.info(), self.task.answer_bytes(form) + self.steps_bytes());
        let label = JobTask::Watch { puzzle: info.puzzle, method: info.method.clone() };
        Assignment::new(label, info, answer_bytes, Arc::new(move |tools, cancellation, form| Ok(self.answer(tools, cancellation, form)?.1)))
    }

    /// The verdict, and the trace in a form: JSON, or the boards and sentences of its steps as text.
    pub fn answer(
        &self,
        tools: &Tools,
        cancellation: &mut CancellationBudget,
        form: OutputFormat,
    ) -> Result<(SolveVerdict, Vec<u8>), Error> {
        let board = self.task.board()?;
        let (trace, outcome) = self.trace(&board, tools, cancellation)?;
        let written = match form {
            OutputFormat::Text(language) => {
                let answer = answer::shown(&*self.task, &outcome, (cancellation.why().map(Limit::message), cancellation.elapsed()), form)?;
                [self.text(&board, &trace, language).into_bytes(), answer].concat()
            }
            _ => json(&trace),
        };
        Ok((trace.report.verdict, written))
    }

    fn text(&self, board: &PuzzleBoard, trace: &SolveTrace, language: Language) -> String {
        let mut out = String::new();
        for step in &trace.steps {
            let mut cells = step.cells.clone();
            let mut others = Vec::new();
            for [cell, by] in &step.choices {
                let cell = *cell as usize;
                others.push(cell);
                // An empty cell shows by what it is chosen.
                if let Some(text) = cells.get_mut(cell).filter(|text| text.is_empty()) {
                    *text = by.to_string();
                }
            }
            let about: Vec<usize> = step.cell.into_iter().collect();
            out += &format!("{}{}\n", self.task.drawing(board, &cells, &about, &others), line_of(language, &step.why));
        }
        let (seen, shown) = (trace.seen, trace.steps.len());
        if trace.sampled {
            out += &line_of(language, &AnswerLine::Sampled { seen, shown });
        }
        if !trace.traced && self.steps > 0 {
            out += &line_of(language, &AnswerLine::NotWatched { method: self.task.info().method });
        }
        out
    }

    /// The most bytes of the steps and the boards.
    fn steps_bytes(&self) -> u64 {
        let cells = self.task.board().map_or(1, |board| board.cells.len().max(1)) as u64;
        let boards = (MAX_CELLS_IN_ALL as u64 / cells).clamp(1, MAX_BOARDS as u64) + 1;
        (self.steps as u64 + boards) * (cells * BYTES_A_CELL + BYTES_A_STEP)
    }

    fn trace(
        &self,
        board: &PuzzleBoard,
        tools: &Tools,
        cancellation: &mut CancellationBudget,
    ) -> Result<(SolveTrace, SolveOutcome), Error> {
        let (mut trace, traced) = (Trace::new(self.steps), self.steps > 0 && self.task.is_traced());
        let outcome = self.task.solve(tools, cancellation, traced.then_some(&mut trace))?;
        let (seen, method) = (trace.seen(), self.task.info().method);
        let steps: Vec<TraceStep> = trace.into_steps().map(|step| self.trace_step(&method, board.width, step)).collect();
        let most = (MAX_CELLS_IN_ALL / board.cells.len().max(1)).clamp(1, MAX_BOARDS);
        let boards = match &outcome.verdict {
            Verdict::Solved(answer) => answer.boards(most + 1),
            _ => Vec::new(),
        };
        let trace = SolveTrace {
            width: board.width,
            height: board.height,
            traced,
            sampled: seen > steps.len() as u64,
            steps,
            seen,
            path_cut: boards.len() > most,
            path: boards.into_iter().take(most).collect(),
            report: reported(&*self.task, &outcome, (cancellation.why().map(Limit::message), cancellation.elapsed())),
        };
        Ok((trace, outcome))
    }

    fn trace_step(&self, method: &str, width: usize, step: RecordedStep) -> TraceStep {
        let cells = self.task.shown(&step.snapshot.cells);
        let message = step_sentence(&*self.task, method, width, &step, &cells);
        let RecordedStep { number, event, snapshot } = step;
        TraceStep {
            number,
            event: event.name().into(),
            cell: snapshot.cell,
            cells,
            depth: snapshot.depth,
            estimate: snapshot.estimate,
            waiting: snapshot.waiting,
            order: snapshot.order,
            frontier: snapshot.frontier.into_iter().map(|(order, count)| [order.into(), count]).collect(),
            choices: snapshot.choices.into_iter().map(|(cell, by)| [cell as u64, by.into()]).collect(),
            why: message,
            moves: snapshot.moves,
            cut: snapshot.cut,
            score: snapshot.value.and_then(|value| self.task.valued(value)),
            window: snapshot.window.map(|(alpha, beta)| [alpha, beta].map(|bound| self.task.valued(bound))),
            figures: snapshot.figures.into_iter().map(|(name, count)| (name.into(), count)).collect(),
        }
    }
}
