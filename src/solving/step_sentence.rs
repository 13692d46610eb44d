//! The sentence of a step of a search: what it does, why, and the numbers of the search.

use crate::Task;
use crate::sentence::Worth;
use message::{Coded, Message, Param};
use puzzle::{RecordedStep, TraceEvent};

#[derive(Debug, Coded)]
#[code("trace_step")]
struct StepSentence {
    number: u64,
    act: Message,
    facts: Option<Message>,
}

/// What a step does. A game has its own words for some events.
#[derive(Debug, Coded)]
#[code("trace_act")]
struct StepAction {
    event: &'static str,
    is_game: bool,
    place: Option<Message>,
    content: Option<Param>,
}

#[derive(Debug, Coded)]
#[code("trace_fact")]
enum StepDetail {
    Depth { depth: u32 },
    Estimated { depth: u32, estimate: u32, total: u32 },
    Frontier { waiting: u64 },
    Limit { limit: u64 },
    Cut { moves: String },
    Score(Worth),
    Window { alpha: Option<Message>, beta: Option<Message> },
    Figure { name: &'static str, count: u64 },
}

/// Two facts, each of which may be two.
#[derive(Debug, Coded)]
#[code("trace_facts")]
struct Facts {
    first: Message,
    last: Message,
}

/// Whether a method searches up to a limit, iteration by iteration, instead of with a frontier.
fn is_deepening(method: &str) -> bool {
    ["ida-star", "patterns", "iterative-deepening", "two-phase", "optimal"].iter().any(|name| method.starts_with(name))
}

/// The sentence of a step on a board of this width; `shown` are the texts of its cells.
pub(super) fn step_sentence(task: &dyn Task, method: &str, width: usize, step: &RecordedStep, shown: &[String]) -> Message {
    let RecordedStep { number, event, snapshot } = step;
    let is_game = task.info().position.is_some();
    let act = snapshot.because.clone().unwrap_or_else(|| {
        let cell = snapshot.cell.filter(|_| !is_game && *event != TraceEvent::Found);
        let content = cell.and_then(|cell| task.content(shown.get(cell)?)).filter(|_| *event != TraceEvent::Failed);
        StepAction { event: event.name(), is_game, place: cell.map(|cell| task.place(width, cell)), content }.message()
    });
    let facts = facts(task, method, is_game, step).iter().map(Coded::message).reduce(|first, last| Facts { first, last }.message());
    StepSentence { number: *number, act, facts }.message()
}

fn facts(task: &dyn Task, method: &str, is_game: bool, RecordedStep { snapshot, .. }: &RecordedStep) -> Vec<StepDetail> {
    let worth = |value: i32| Worth::of(task.valued(value).as_ref());
    let mut facts = Vec::new();
    if !task.searches() {
        return facts;
    }
    match snapshot.estimate {
        Some(estimate) => facts.push(StepDetail::Estimated { depth: snapshot.depth, estimate, total: snapshot.depth + estimate }),
        None if !is_game => facts.push(StepDetail::Depth { depth: snapshot.depth }),
        None => {}
    }
    facts.extend(snapshot.waiting.map(|count| match is_deepening(method) {
        true => StepDetail::Limit { limit: count },
        false => StepDetail::Frontier { waiting: count },
    }));
    facts.extend((!snapshot.cut.is_empty()).then(|| StepDetail::Cut { moves: snapshot.cut.join(" ") }));
    facts.extend(snapshot.value.map(|value| StepDetail::Score(worth(value))));
    facts.extend(snapshot.window.map(|bounds| {
        let [alpha, beta] = [bounds.0, bounds.1].map(|bound| task.valued(bound).map(|score| Worth::of(Some(&score)).message()));
        StepDetail::Window { alpha, beta }
    }));
    let is_said = |(name, count): &(&str, u64)| !(*count == 0 && ["remembered", "plies", "backwards"].contains(name));
    facts.extend(snapshot.figures.iter().copied().filter(is_said).map(|(name, count)| StepDetail::Figure { name, count }));
    facts
}
