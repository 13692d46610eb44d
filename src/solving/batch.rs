//! Batches: many questions of one kind as one assignment, which is cut into parts.

use crate::answer::{json, line_of, report};
use crate::cut::read_parts;
use crate::sentence::AnswerLine;
use crate::{Assignment, Cut, Error, JobTask, Kind, OutputFormat, QuestionError, Task, Tools};
use message::{Coded, WrongField};
use protocol::{BatchQuestion, BatchReport, SolveLimits, SolveVerdict};
use runtime::work::{Budget, CancellationBudget};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;

const MOST: usize = 1_000;
const PARTS: usize = 64;

struct Batch {
    puzzle: &'static str,
    tasks: Vec<Box<dyn Task>>,
}

#[derive(Default, Serialize, Deserialize)]
struct Answered {
    solved: u32,
    impossible: u32,
    reports: Vec<Box<RawValue>>,
}

impl Assignment {
    /// Many questions of one kind.
    pub fn batch(kind: &'static Kind, question: &BatchQuestion) -> Result<Assignment, Error> {
        let asked = question.questions.len();
        if !(1..=MOST).contains(&asked) {
            return Err(QuestionError::Range { field: "questions", least: 1, most: MOST as u64, found: asked as u64 }.into());
        }
        let read = |(place, fields)| kind.read(fields).map_err(in_question(place));
        let tasks = question.questions.iter().enumerate().map(read).collect::<Result<Vec<Box<dyn Task>>, _>>()?;
        let answer_bytes = tasks.iter().fold(0, |sum: u64, task| sum.saturating_add(task.answer_bytes(OutputFormat::Json)));
        let positions = tasks.iter().filter_map(|task| task.info().position).collect();
        let batch = Arc::new(Batch { puzzle: kind.name, tasks });
        let whole = batch.clone();
        let work = move |tools: &Tools, cancellation: &mut CancellationBudget, form: OutputFormat| {
            let answered = whole.answer(0..whole.tasks.len(), tools, cancellation)?;
            Ok(whole.written(answered, form))
        };
        let label = JobTask::SolveAll { questions: asked, puzzle: kind.name };
        Ok(Assignment { label, limits: SolveLimits::default(), positions, answer_bytes, work: Arc::new(work), cut: Some(batch) })
    }
}

fn in_question(place: usize) -> impl Fn(Error) -> Error {
    move |error| match error {
        error if error.is_internal() || error.is_passing() => error,
        error => QuestionError::from(WrongField::new(format!("questions[{place}]"), &error.message())).into(),
    }
}

fn raw(json: Vec<u8>) -> Box<RawValue> {
    let text = String::from_utf8(json).expect("JSON is text");
    RawValue::from_string(text).expect("a report is JSON")
}

impl Batch {
    fn answer(&self, places: std::ops::Range<usize>, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Answered, Error> {
        let mut answered = Answered::default();
        for place in places {
            let task = &*self.tasks[place];
            let budget = within(&task.info().limits, cancellation.budget());
            let report = report(task, tools, &mut cancellation.part(budget)).map_err(in_question(place))?;
            answered.solved += u32::from(report.verdict == SolveVerdict::Solved);
            answered.impossible += u32::from(report.verdict == SolveVerdict::Impossible);
            answered.reports.push(raw(json(&report)));
        }
        Ok(answered)
    }

    fn written(&self, answered: Answered, form: OutputFormat) -> Vec<u8> {
        let Answered { solved, impossible, reports } = answered;
        let questions = reports.len() as u32;
        match form {
            OutputFormat::Text(language) => {
                let limit_reached = questions - solved - impossible;
                line_of(language, &AnswerLine::Batch { questions, puzzle: self.puzzle, solved, impossible, limit_reached }).into_bytes()
            }
            _ => json(&BatchReport { puzzle: self.puzzle.into(), questions, solved, impossible, reports }),
        }
    }
}

fn within(limits: &SolveLimits, all: Budget) -> Budget {
    let time = limits.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Budget {
        time: time.map_or(all.time, |time| time.min(all.time)),
        nodes: limits.nodes.map_or(all.nodes, |nodes| nodes.min(all.nodes)),
        bytes: limits.mebibytes.map_or(all.bytes, |mebibytes| mebibytes.saturating_mul(1 << 20).min(all.bytes)),
    }
}

impl Cut for Batch {
    fn parts(&self) -> u32 {
        self.tasks.len().min(PARTS) as u32
    }

    fn work(&self, part: u32, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<u8>, Error> {
        let (asked, parts) = (self.tasks.len(), self.parts() as usize);
        let begin = |part: usize| part * asked / parts;
        let answered = self.answer(begin(part as usize)..begin(part as usize + 1), tools, cancellation)?;
        Ok(json(&answered))
    }

    fn join(&self, results: &[String], form: OutputFormat) -> Result<Vec<u8>, Error> {
        let mut all = Answered::default();
        for Answered { solved, impossible, reports } in read_parts(results)? {
            all.solved += solved;
            all.impossible += impossible;
            all.reports.extend(reports);
        }
        Ok(self.written(all, form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InternalError;

    #[test]
    fn only_an_error_of_the_question_is_the_clients() {
        let named = in_question(2);
        assert_eq!(named(Error::InternalError(InternalError::NoMove)), Error::InternalError(InternalError::NoMove));
        let wrong = named(Error::NoSuchExercise { number: 7, most: 3 });
        assert!(matches!(wrong, Error::BadRequest(_)) && wrong.to_string().contains("questions[2]"), "{wrong}");
    }
}
