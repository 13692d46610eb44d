//! Answers in each output format: JSON, text for a terminal, SVG, a stream of lines.

use crate::sentence::{AnswerLine, PictureTitle};
use crate::task::must_want_solution;
use crate::{Error, LimitReached, OutputFormat, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message};
use protocol::{Analysis, SolveCost, SolveReport, SolveVerdict, StreamEnd};
use puzzle::markup::escaped;
use puzzle::{Cost, StreamEnding, Verdict};
use runtime::work::{CancellationBudget, Limit};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Duration;

/// A value as JSON. The bytes are counted first, since a buffer that grows takes three times as much.
pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    serde_json::to_writer(&mut count, value).expect("an answer is writable as JSON");
    let mut written = Vec::with_capacity(count.0);
    serde_json::to_writer(&mut written, value).expect("an answer is writable as JSON");
    written
}

pub(super) fn cost(cost: &Cost, time: Duration, prepared: Duration) -> SolveCost {
    let Cost { generated, expanded, frontier, depth, bytes } = *cost;
    let time_us = time.saturating_sub(prepared).as_micros() as u64;
    SolveCost { generated, expanded, frontier, depth, bytes, time_us, prepared_us: prepared.as_micros() as u64 }
}

/// The verdict, with the reason if there is no answer; `limit` is the limit that was reached.
pub(super) fn verdict(task: &dyn Task, outcome: &SolveOutcome, limit: Option<Message>) -> (SolveVerdict, Option<Message>) {
    match &outcome.verdict {
        Verdict::Solved(answer) => match answer.refutes() {
            None => (SolveVerdict::Solved, None),
            why => (SolveVerdict::Impossible, why),
        },
        Verdict::Impossible(why) => (SolveVerdict::Impossible, Some(task.named(why.message()))),
        Verdict::LimitReached => {
            let why = outcome.why.clone().or(limit);
            (SolveVerdict::LimitReached, Some(why.unwrap_or_else(|| LimitReached::Method.message())))
        }
    }
}

/// Solves a task. The cost includes that of earlier workers.
fn solved(task: &dyn Task, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveOutcome, Error> {
    let mut outcome = task.solve(tools, cancellation, None)?;
    outcome.cost.generated = outcome.cost.generated.saturating_add(cancellation.nodes_before());
    Ok(outcome)
}

pub fn answer(
    task: &dyn Task,
    tools: &Tools,
    cancellation: &mut CancellationBudget,
    form: OutputFormat,
) -> Result<(SolveVerdict, Vec<u8>), Error> {
    let outcome = solved(task, tools, cancellation)?;
    Ok((verdict(task, &outcome, None).0, shown(task, &outcome, (cancellation.why().map(Limit::message), cancellation.spent_time()), form)?))
}

/// An outcome in a form; `spent` is the limit that was reached, and the time.
pub(super) fn shown(
    task: &dyn Task,
    outcome: &SolveOutcome,
    spent: (Option<Message>, Duration),
    form: OutputFormat,
) -> Result<Vec<u8>, Error> {
    Ok(match (form, &outcome.verdict) {
        (OutputFormat::Svg(language), Verdict::Solved(answer)) => titled(task, answer.svg(language), language)?,
        (OutputFormat::Svg(language), _) => placard(language, verdict(task, outcome, spent.0).1).into_bytes(),
        (OutputFormat::Text(language), solved) => {
            let mut text = match solved {
                Verdict::Solved(answer) => answer.text(language),
                _ => no_answer(task, verdict(task, outcome, spent.0), language),
            };
            // The drawing of a game includes its cost.
            if outcome.search.is_none() {
                text += &line_of(language, &AnswerLine::cost(task.info().method, &cost(&outcome.cost, spent.1, outcome.prepared)));
            }
            text.into_bytes()
        }
        _ => json(&reported(task, outcome, spent)),
    })
}

pub fn report(task: &dyn Task, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<SolveReport, Error> {
    let outcome = solved(task, tools, cancellation)?;
    Ok(reported(task, &outcome, (cancellation.why().map(Limit::message), cancellation.spent_time())))
}

pub(super) fn reported(task: &dyn Task, outcome: &SolveOutcome, spent: (Option<Message>, Duration)) -> SolveReport {
    let (verdict, why) = verdict(task, outcome, spent.0.clone());
    let answer = match &outcome.verdict {
        Verdict::Solved(answer) => Some(answer.answer()),
        _ => None,
    };
    let TaskInfo { puzzle, method, shape, goal, .. } = task.info();
    let (puzzle, proven) = (puzzle.into(), outcome.proven);
    SolveReport { puzzle, method, shape, goal, verdict, proven, why, answer, cost: cost(&outcome.cost, spent.1, outcome.prepared) }
}

pub(super) fn line_of(language: Language, sentence: &impl Coded) -> String {
    sentence.message().sentence(language) + "\n"
}

/// Why there is no answer, and how the question was parsed.
fn no_answer(task: &dyn Task, (verdict, why): (SolveVerdict, Option<Message>), language: Language) -> String {
    let why = why.map(|why| line_of(language, &AnswerLine::NoAnswer { verdict, why }));
    let TaskInfo { shape, goal, .. } = task.info();
    let read = shape.map(|shape| line_of(language, &AnswerLine::ReadAs { shape, goal }));
    why.into_iter().chain(read).collect()
}

/// A picture with its title, which follows the first tag.
fn titled(task: &dyn Task, svg: Option<String>, language: Language) -> Result<Vec<u8>, Error> {
    let TaskInfo { puzzle, shape, .. } = task.info();
    let svg = svg.ok_or(Error::NoPicture { puzzle })?;
    let title = PictureTitle { puzzle, shape }.message().sentence(language);
    Ok(svg.replacen(">\n", &format!(">\n<title>{}</title>\n", escaped(&title)), 1).into_bytes())
}

fn placard(language: Language, why: Option<Message>) -> String {
    let sentence = why.map_or_else(String::new, |why| why.sentence(language));
    let safe: String = escaped(&sentence).chars().filter(|letter| !letter.is_control()).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} 40\" font-family=\"system-ui, sans-serif\">\n\
         <title>{}</title>\n<text x=\"10\" y=\"25\" font-size=\"14\" fill=\"#6b6257\">{safe}</text>\n</svg>\n",
        sentence.chars().count() * 8 + 20,
        AnswerLine::NoSolution.message().sentence(language)
    )
}

/// Streams the solutions as lines of JSON, then a line with the end.
pub fn stream(
    task: &dyn Task,
    cancellation: &mut CancellationBudget,
    line: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
) -> Result<(), Error> {
    must_want_solution(task)?;
    let most = task.info().limits.solutions.unwrap_or(u64::MAX);
    let mut sent = 0;
    let stream = task.each(cancellation, &mut |solution| {
        sent += 1;
        let gone = line(lined(&solution));
        if gone.is_break() || sent >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let ending = match stream.ending {
        StreamEnding::Exhausted => "exhausted",
        StreamEnding::Stopped => "solution_limit",
        StreamEnding::LimitReached => "limit_reached",
    };
    let why = (stream.ending == StreamEnding::LimitReached)
        .then(|| cancellation.why().map_or_else(|| LimitReached::Method.message(), Limit::message));
    let end =
        StreamEnd { ending: ending.into(), why, found: stream.found, cost: cost(&stream.cost, cancellation.elapsed(), Duration::ZERO) };
    // The reader may have left.
    let _ = line(lined(&end));
    Ok(())
}

fn lined(value: &impl Serialize) -> Vec<u8> {
    let mut line = json(value);
    line.push(b'\n');
    line
}

pub fn analysed(task: &dyn Task, cancellation: &mut CancellationBudget, form: OutputFormat) -> Result<Vec<u8>, Error> {
    analysis_shown(task, &task.analysis(cancellation, None)?, form)
}

pub(super) fn analysis_shown(task: &dyn Task, analysis: &Analysis, form: OutputFormat) -> Result<Vec<u8>, Error> {
    Ok(match form {
        OutputFormat::Text(language) => analysis.text(language).into_bytes(),
        OutputFormat::Svg(language) => titled(task, analysis.svg(language), language)?,
        _ => json(analysis),
    })
}

pub fn event(name: &str, value: &impl Serialize) -> Vec<u8> {
    let data = String::from_utf8(json(value)).expect("JSON is text");
    format!("event: {name}\ndata: {data}\n\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Taquin;
    use runtime::Checkpoint;
    use runtime::work::{Budget, Stop};
    use serde_json::json;

    #[test]
    fn the_cost_includes_that_of_the_checkpoint() {
        let question = json!({"start": "8 1 3/4 _ 2/7 6 5", "method": "patterns"});
        let task = Taquin::read(serde_json::from_value(question).expect("a question")).expect("a puzzle");
        let reached = puzzle::IterationProgress::at(2);
        let before = Checkpoint::of(&json!({"nodes": 1_000_000, "time_us": 5_000_000, "reached": reached})).expect("it is small");
        let cost = |from: Option<&Checkpoint>| {
            let (mut ignored, mut keep) = (|_: &_| {}, |_| {});
            let budget = Budget { time: Duration::from_secs(60), nodes: u64::MAX, bytes: u64::MAX };
            let mut cancellation = CancellationBudget::new(budget, Stop::default(), &mut ignored).resuming(from, &mut keep);
            let report = report(&task, &Tools::new(None), &mut cancellation).expect("it works");
            assert_eq!(report.verdict, SolveVerdict::Solved);
            report.cost
        };
        let (alone, together) = (cost(None), cost(Some(&before)));
        assert!(alone.generated < 1_000_000 && alone.time_us < 5_000_000, "{alone:?}");
        assert!(together.generated > 1_000_000 && together.time_us > 5_000_000, "{together:?}");
    }
}
