//! Many instances, a line each: read as they come, worked on by every core, answered in their order.
//!
//! Nothing is held but the lines being worked on and the answers that wait for one before them, so the input may have any length.

use crate::error::{Error, Failure};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use message::Coded;
use protocol::{SolveReport, SolveVerdict};
use runtime::work::Stop;
use serde_json::json;
use std::fmt;
use std::io::{self, BufRead, BufWriter, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line, in bytes: more than the largest board of any puzzle takes as JSON.
const MOST_BYTES: u64 = 1 << 18;
/// How many lines are worked on or wait behind a slow one.
const MOST_LINES: usize = 256;
/// How many bytes of answers may wait for an earlier one. Beyond that no further line is begun.
const MOST_WAITING: usize = 1 << 26;
/// The stack of a thread that works, in bytes: depth-first searches of the largest boards are some thousand moves deep.
const STACK: usize = 16 << 20;
/// How often progress is shown.
const TICK: Duration = Duration::from_millis(100);

/// What came of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has an answer.
    Solved,
    /// It has none, which is proven.
    Impossible,
    /// A limit came first.
    GaveUp,
    /// It could not be read or worked on.
    Failed,
}

/// The answer to a line.
#[derive(Debug)]
pub struct LineAnswer {
    /// What came of it.
    pub end: End,
    /// A line of JSON.
    pub json: Vec<u8>,
}

impl LineAnswer {
    /// What a solver said.
    pub fn of(report: &SolveReport) -> LineAnswer {
        let end = match report.verdict {
            SolveVerdict::Solved => End::Solved,
            SolveVerdict::Impossible => End::Impossible,
            SolveVerdict::GaveUp => End::GaveUp,
        };
        LineAnswer { end, json: serde_json::to_vec(report).expect("an answer is writable as JSON") }
    }

    /// A line that failed, and why.
    pub fn failed(line: u64, error: &Error) -> LineAnswer {
        let json = json!({"line": line, "error": error.to_string(), "message": error.message()});
        LineAnswer { end: End::Failed, json: json.to_string().into_bytes() }
    }
}

struct Question {
    line: u64,
    text: Result<String, Failure>,
    answer: Sender<LineAnswer>,
}

/// Works on each line that is not blank, by its number from 1, and prints the answers in the order of the lines.
///
/// # Errors
/// The input cannot be read, the output cannot be written, or, when all is done, a line failed.
pub fn answer_lines(
    input: impl BufRead + Send,
    output: impl Write,
    work: impl Fn(u64, &str, &Stop) -> LineAnswer + Sync,
) -> Result<(), Error> {
    let (questions, to_do) = sync_channel(MOST_LINES);
    let (order, in_order) = sync_channel(MOST_LINES);
    let (to_do, waiting) = (Mutex::new(to_do), Waiting::default());
    let (to_do, waiting, work) = (&to_do, &waiting, &work);
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while let Some(Question { line, text, answer }) = waiting.next(to_do) {
                    let answered = || Ok(work(line, &text?, &waiting.left));
                    // A solver that panics must not take the other lines' thread with it.
                    let answered = catch_unwind(AssertUnwindSafe(answered)).unwrap_or_else(|_| Err(Failure::SolverPanicked.into()));
                    let done = answered.unwrap_or_else(|error| LineAnswer::failed(line, &error));
                    waiting.add(done.json.len());
                    // Nobody waits for it any more when the output is gone.
                    let _ = answer.send(done);
                }
            })?;
        }
        let reader = scope.spawn(move || read(input, &questions, &order));
        let tally = write(output, in_order, waiting);
        waiting.leave();
        let tally = tally?;
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        tally.told()
    })
}

/// Reads line by line until the end of the input or until nobody works on them.
fn read(mut input: impl BufRead, questions: &SyncSender<Question>, order: &SyncSender<(u64, Receiver<LineAnswer>)>) -> io::Result<()> {
    for line in 1.. {
        let mut bytes = Vec::new();
        if input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = if bytes.len() as u64 > MOST_BYTES && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Err(Failure::LineTooLong { most: MOST_BYTES })
        } else {
            String::from_utf8(bytes).map_err(|error| Failure::LineNotUtf8 { why: error.to_string() })
        };
        if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
            continue;
        }
        let (answer, answered) = channel();
        if order.send((line, answered)).is_err() || questions.send(Question { line, text, answer }).is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes the answers; what is written is seen as soon as the next one is not yet there.
fn write(output: impl Write, in_order: Receiver<(u64, Receiver<LineAnswer>)>, waiting: &Waiting) -> io::Result<Summary> {
    let mut output = BufWriter::new(output);
    let mut tally = Summary::default();
    let mut progress = Progress::new();
    while let Some((line, answered)) = next(&in_order, || output.flush())? {
        let Some(LineAnswer { end, mut json }) = next(&answered, || output.flush())? else { break };
        waiting.take(json.len());
        json.push(b'\n');
        output.write_all(&json)?;
        tally.count(line, end);
        progress.show(&tally);
    }
    output.flush()?;
    progress.finish(&tally);
    Ok(tally)
}

/// The next of a channel; what must be done before a wait is done before.
fn next<T>(channel: &Receiver<T>, mut before_waiting: impl FnMut() -> io::Result<()>) -> io::Result<Option<T>> {
    match channel.try_recv() {
        Ok(item) => Ok(Some(item)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => {
            before_waiting()?;
            Ok(channel.recv().ok())
        }
    }
}

/// The bytes of answers that wait for one before them, and whether anybody still reads them.
#[derive(Default)]
struct Waiting {
    bytes: Mutex<usize>,
    fewer: Condvar,
    left: Stop,
}

impl Waiting {
    /// The next question, as soon as there is room for its answer: what waits for one before it waits for one that is worked on already.
    fn next(&self, to_do: &Mutex<Receiver<Question>>) -> Option<Question> {
        let full = |bytes: &mut usize| *bytes > MOST_WAITING && !self.left.is_set();
        drop(self.fewer.wait_while(self.lock(), full).unwrap_or_else(PoisonError::into_inner));
        let question = to_do.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        question.filter(|_| !self.left.is_set())
    }

    fn add(&self, bytes: usize) {
        *self.lock() += bytes;
    }

    fn take(&self, bytes: usize) {
        *self.lock() -= bytes;
        self.fewer.notify_all();
    }

    /// Ends all work.
    fn leave(&self) {
        self.left.set();
        drop(self.lock());
        self.fewer.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many lines came to which end, and the first that failed.
#[derive(Default)]
struct Summary {
    solved: u64,
    impossible: u64,
    gave_up: u64,
    failed: u64,
    first_failed: u64,
}

impl Summary {
    fn count(&mut self, line: u64, end: End) {
        match end {
            End::Solved => self.solved += 1,
            End::Impossible => self.impossible += 1,
            End::GaveUp => self.gave_up += 1,
            End::Failed => {
                if self.failed == 0 {
                    self.first_failed = line;
                }
                self.failed += 1;
            }
        }
    }

    fn lines(&self) -> u64 {
        self.solved + self.impossible + self.gave_up + self.failed
    }

    fn told(&self) -> Result<(), Error> {
        let Summary { failed, first_failed: first, .. } = *self;
        match failed {
            0 => Ok(()),
            _ => Err(Failure::LinesFailed { failed, lines: self.lines(), first }.into()),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { solved, impossible, gave_up, failed, .. } = *self;
        write!(f, "{} lines: {}", HumanCount(self.lines()), HumanCount(solved))?;
        f.write_str(" solved")?;
        for (number, what) in [(impossible, "impossible"), (gave_up, "given up"), (failed, "failed")] {
            if number > 0 {
                write!(f, ", {} {what}", HumanCount(number))?;
            }
        }
        Ok(())
    }
}

/// A line of progress on a terminal, and the sum at the end.
struct Progress {
    bar: ProgressBar,
    began: Instant,
    next: Duration,
}

impl Progress {
    fn new() -> Progress {
        let bar = if io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(TICK);
        Progress { bar, began: Instant::now(), next: Duration::ZERO }
    }

    fn show(&mut self, tally: &Summary) {
        if !self.bar.is_hidden() && self.began.elapsed() >= self.next {
            self.next = self.began.elapsed() + TICK;
            self.bar.set_message(self.sum(tally));
        }
    }

    fn finish(&self, tally: &Summary) {
        self.bar.finish_and_clear();
        if io::stderr().is_terminal() {
            let _ = writeln!(io::stderr(), "{}", self.sum(tally));
        }
    }

    fn sum(&self, tally: &Summary) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        format!("{tally}; {:.1} s, {} a second", seconds, HumanCount((tally.lines() as f64 / seconds) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More lines than all queues hold, and a solver that panics on most of them.
    #[test]
    fn a_line_whose_solver_panics_fails_and_the_others_are_answered() {
        let (done, ended) = channel();
        thread::spawn(move || {
            let work = |line: u64, _: &str, _: &Stop| match line % 10 {
                0 => LineAnswer { end: End::Solved, json: line.to_string().into_bytes() },
                _ => panic!("a solver that panics"),
            };
            let mut output = Vec::new();
            let result = answer_lines("x\n".repeat(4 * MOST_LINES).as_bytes(), &mut output, work);
            done.send((result.is_err(), output)).expect("the test waits");
        });
        let (failed, output) = ended.recv_timeout(Duration::from_secs(20)).expect("the answers end");
        let panicked =
            |line: usize| String::from_utf8(LineAnswer::failed(line as u64, &Failure::SolverPanicked.into()).json).expect("text");
        let answers = (1..=4 * MOST_LINES).map(|line| if line % 10 == 0 { line.to_string() } else { panicked(line) });
        assert!(failed && String::from_utf8(output).expect("text").lines().eq(answers));
    }
}
