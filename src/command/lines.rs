//! Ordered parallel map over the lines of an input: every core works, and the answers keep the order of the lines. Memory is bounded, so the
//! input may have any length.

use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::{Output, json_line};
use crate::question::spinner;
use indicatif::{HumanCount, ProgressBar};
use message::Coded;
use parking_lot::Mutex;
use protocol::{SolveReport, SolveVerdict};
use runtime::work::Stop;
use serde_json::json;
use std::io::{self, BufRead, BufWriter, IsTerminal, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line, in bytes: more than the largest board of any puzzle takes as JSON.
const MAX_BYTES: u64 = 1 << 18;
/// The most lines in progress or queued behind a slow one.
const MAX_LINES: usize = 256;
/// The most bytes of answers that wait for an earlier one before no further line is begun.
const MAX_WAITING: usize = 1 << 26;
/// How often a worker looks whether fewer wait.
const FULL_PAUSE: Duration = Duration::from_millis(1);
/// The stack of a worker thread, in bytes: depth-first searches of the largest boards are some thousand moves deep.
const STACK: usize = 16 << 20;
const TICK: Duration = Duration::from_millis(100);

/// The answer to a line: its verdict, none if the line failed, and a line of JSON.
#[derive(Debug)]
pub struct LineAnswer {
    pub verdict: Option<SolveVerdict>,
    pub json: Vec<u8>,
}

impl LineAnswer {
    pub fn of(report: &SolveReport) -> LineAnswer {
        LineAnswer { verdict: Some(report.verdict), json: json_line(report) }
    }

    pub fn failed(line: u64, error: &Error) -> LineAnswer {
        LineAnswer { verdict: None, json: json_line(&json!({"line": line, "why": error.message()})) }
    }
}

struct InputLine {
    line: u64,
    text: Result<String, Failure>,
    answer: Sender<LineAnswer>,
}

/// Answers each line that is not blank, by its number from 1. When all are answered, a failed line is an error.
pub fn answer_lines(
    input: impl BufRead + Send,
    output: impl Write,
    work: impl Fn(u64, &str, &Stop) -> LineAnswer + Sync,
) -> Result<(), Error> {
    let (questions, to_do) = sync_channel(MAX_LINES);
    let (order, in_order) = sync_channel(MAX_LINES);
    // The bytes of answers that wait for an earlier one, and whether all work is to end.
    let (waiting_bytes, stop) = (AtomicUsize::new(0), Stop::default());
    let (to_do, waiting_bytes, stop, work) = (&Mutex::new(to_do), &waiting_bytes, &stop, &work);
    let next_line = || {
        while waiting_bytes.load(Ordering::Relaxed) > MAX_WAITING && !stop.is_set() {
            thread::sleep(FULL_PAUSE);
        }
        let line = to_do.lock().recv().ok();
        line.filter(|_| !stop.is_set())
    };
    let threads = thread::available_parallelism().map_or(1, |cores| cores.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while let Some(InputLine { line, text, answer }) = next_line() {
                    let answered = || Ok(work(line, &text?, stop));
                    // A solver that panics must not take the other lines' thread with it.
                    let answered = catch_unwind(AssertUnwindSafe(answered)).unwrap_or_else(|_| Err(Failure::SolverPanicked.into()));
                    let done = answered.unwrap_or_else(|error| LineAnswer::failed(line, &error));
                    waiting_bytes.fetch_add(done.json.len(), Ordering::Relaxed);
                    // The receiver is dropped when the output is closed.
                    let _ = answer.send(done);
                }
            })?;
        }
        let reader = scope.spawn(move || read(input, &questions, &order));
        let tally = write(output, in_order, waiting_bytes);
        stop.set();
        let tally = tally?;
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        tally.ended()
    })
}

/// Reads until the end of the input, or until the writer or the workers have ended.
fn read(mut input: impl BufRead, questions: &SyncSender<InputLine>, order: &SyncSender<(u64, Receiver<LineAnswer>)>) -> io::Result<()> {
    for line in 1.. {
        let mut bytes = Vec::new();
        if input.by_ref().take(MAX_BYTES + 1).read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let text = if bytes.len() as u64 > MAX_BYTES && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Err(Failure::LineTooLong { most: MAX_BYTES })
        } else {
            String::from_utf8(bytes).map_err(|_| Failure::LineNotUtf8)
        };
        if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
            continue;
        }
        let (answer, answered) = channel();
        if order.send((line, answered)).is_err() || questions.send(InputLine { line, text, answer }).is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes the answers, and flushes whenever the next one is not ready.
fn write(output: impl Write, in_order: Receiver<(u64, Receiver<LineAnswer>)>, waiting_bytes: &AtomicUsize) -> io::Result<Summary> {
    let mut output = BufWriter::new(output);
    let mut tally = Summary::default();
    let mut progress = ProgressLine::new();
    while let Some((line, answered)) = next(&in_order, || output.flush())? {
        let Some(LineAnswer { verdict, json }) = next(&answered, || output.flush())? else { break };
        waiting_bytes.fetch_sub(json.len(), Ordering::Relaxed);
        output.write_all(&json)?;
        tally.count(line, verdict);
        progress.show(&tally);
    }
    output.flush()?;
    progress.finish(&tally);
    Ok(tally)
}

/// The next item of a channel; calls `before_waiting` if there is none yet.
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

/// Lines by verdict, and the first that failed.
#[derive(Default)]
struct Summary {
    solved: u64,
    impossible: u64,
    limit_reached: u64,
    failed: u64,
    first_failed: Option<u64>,
}

impl Summary {
    fn count(&mut self, line: u64, verdict: Option<SolveVerdict>) {
        match verdict {
            Some(SolveVerdict::Solved) => self.solved += 1,
            Some(SolveVerdict::Impossible) => self.impossible += 1,
            Some(SolveVerdict::LimitReached) => self.limit_reached += 1,
            None => {
                self.first_failed.get_or_insert(line);
                self.failed += 1;
            }
        }
    }

    fn lines(&self) -> u64 {
        self.solved + self.impossible + self.limit_reached + self.failed
    }

    fn ended(&self) -> Result<(), Error> {
        let Some(first) = self.first_failed else { return Ok(()) };
        Err(Failure::LinesFailed { failed: self.failed, lines: self.lines(), first }.into())
    }
}

/// A progress line on a terminal, and the summary at the end.
struct ProgressLine {
    bar: ProgressBar,
    began: Instant,
    next: Duration,
}

impl ProgressLine {
    fn new() -> ProgressLine {
        let bar = spinner();
        bar.enable_steady_tick(TICK);
        ProgressLine { bar, began: Instant::now(), next: Duration::ZERO }
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
        let (seconds, &Summary { impossible, limit_reached, failed, .. }) = (self.began.elapsed().as_secs_f64(), tally);
        let [lines, solved, rate] =
            [tally.lines(), tally.solved, (tally.lines() as f64 / seconds) as u64].map(|count| HumanCount(count).to_string());
        localized(&Output::Lines { lines, solved, impossible, limit_reached, failed, seconds: format!("{seconds:.1}"), rate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_whose_solver_panics_fails_and_the_others_are_answered() {
        let (done, ended) = channel();
        thread::spawn(move || {
            let work = |line: u64, _: &str, _: &Stop| match line % 10 {
                0 => LineAnswer { verdict: Some(SolveVerdict::Solved), json: format!("{line}\n").into_bytes() },
                _ => panic!("a solver that panics"),
            };
            let mut output = Vec::new();
            let result = answer_lines("x\n".repeat(4 * MAX_LINES).as_bytes(), &mut output, work);
            done.send((result.is_err(), output)).expect("the test waits");
        });
        let (failed, output) = ended.recv_timeout(Duration::from_secs(20)).expect("the answers end");
        let panicked =
            |line: usize| String::from_utf8(LineAnswer::failed(line as u64, &Failure::SolverPanicked.into()).json).expect("text");
        let answers = (1..=4 * MAX_LINES).map(|line| if line % 10 == 0 { format!("{line}\n") } else { panicked(line) });
        assert!(failed && String::from_utf8(output).expect("text") == answers.collect::<String>());
    }
}
