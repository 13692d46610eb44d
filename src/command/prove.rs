//! `prove`: proves or refutes that the side to move of a position of Chinese knights wins, and checks proofs.

use crate::error::{Error, Failure};
use crate::language::localized;
use crate::output::{Output, print, print_line};
use crate::process::{block_on, stop_on_signal};
use crate::proof_table::{FileReplacement, load, save};
use rules::{Knights, Position};
use search::TranspositionTable;
use search::knights::proof::{Certificate, Prover, check};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

/// A search is at most as deep as a game: less than 200 plies, each with its moves.
const STACK: usize = 16 << 20;
/// The interval at which the table is saved during a search.
const SAVE_EVERY: Duration = Duration::from_secs(300);
/// The exit status when a limit was reached first, as that of `solve`.
const LIMIT_REACHED: u8 = 4;

/// Prove or refute a win of the side to move (Chinese knights)
///
/// A refutation says that the side to move loses or draws. Ctrl-C stops the search; with `--checkpoint` the next run continues it.
/// `--certificate` writes a proof that any program can check; `--check` checks one, using only the rules of the game. The exit status is 0
/// for a proof or a refutation, 4 if a limit or Ctrl-C stopped the search.
#[derive(Debug, clap::Args)]
pub struct Prove {
    /// The position; the start if left out
    position: Option<Knights>,
    /// Threads that share the table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    hash: usize,
    /// Stop after this many nodes of all threads
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Stop after this time, such as 90s or 8h
    #[arg(long, value_name = "DURATION", value_parser = runtime::parse_duration)]
    time_limit: Option<Duration>,
    /// Read the table from this file if it is there, and write it there every five minutes and at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the proof in this file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "threads", "hash", "nodes", "time_limit", "checkpoint", "certificate"])]
    check: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

struct ProofOutcome {
    wins: Option<bool>,
    nodes: u64,
    time: Duration,
}

impl Prove {
    pub fn run(self) -> Result<ExitCode, Error> {
        match &self.check {
            Some(file) => check_proof(file, self.json),
            None => self.prove(),
        }
    }

    fn prove(self) -> Result<ExitCode, Error> {
        let position = self.position.clone().unwrap_or_else(Knights::start);
        let limit = self.time_limit.unwrap_or(Duration::MAX);
        if let Some(most) = runtime::memory::available_bytes().map(|bytes| bytes >> 20).filter(|most| self.hash as u64 > *most) {
            return Err(Failure::TooMuchMemory { most, wanted: self.hash }.into());
        }
        if self.checkpoint.is_some() && self.checkpoint == self.certificate {
            return Err(Failure::OneFileForTwo.into());
        }
        let table = Arc::new(TranspositionTable::new(self.hash));
        if let Some(file) = self.checkpoint.as_deref().filter(|file| file.exists()) {
            let of = load(file, &table).map_err(|error| Error::in_file(file, &error))?;
            let left = of.saturating_sub(table.entries().count());
            if left > of / 10 {
                warn(&Output::TableTooSmall { file: name(file), left, of, mebibytes: self.hash });
            }
        }
        // A file that cannot be written is an error now, not after hours of work.
        self.checkpoint.as_deref().map(FileReplacement::create).transpose()?;
        let certificate = self.certificate.as_deref().map(FileReplacement::create).transpose()?;
        let stop = CancellationToken::new();
        let saved = self.checkpoint.clone().map(|file| (file, table.clone()));
        let outcome = block_on_work(&stop, saved, {
            let (table, position, stop, threads, nodes) = (table.clone(), position.clone(), stop.clone(), self.threads, self.nodes);
            move || proved(&table, &position, threads, nodes.unwrap_or(u64::MAX), &|time| time < limit && !stop.is_cancelled())
        })?;
        // The table is saved even if standard output is closed.
        let printed = self.print(&position, &outcome);
        self.checkpoint.as_deref().map(|file| save(file, &table)).transpose()?;
        printed?;
        let Some(wins) = outcome.wins else {
            certificate.iter().for_each(|draft| warn(&Output::ProofNotWritten { file: name(draft.file) }));
            return Ok(ExitCode::from(LIMIT_REACHED));
        };
        if let Some(draft) = certificate {
            let (file, out) = (draft.file, draft.out.try_clone().map_err(|error| Error::in_file(draft.file, &error))?);
            warn(&Output::ProofWriting { file: name(file) });
            let stopped = stop.clone();
            let written = block_on_work(&stop, None, move || written(out, Prover::new(position, table, 0), wins, &stopped))?;
            let positions = written.and_then(|count| Ok(draft.commit().map(|()| count)?)).map_err(|error| Error::in_file(file, &error))?;
            warn(&Output::ProofWritten { file: name(file), positions });
        }
        Ok(ExitCode::SUCCESS)
    }

    fn print(&self, position: &Knights, &ProofOutcome { wins, nodes, time }: &ProofOutcome) -> io::Result<()> {
        let (side, seconds) = (position.side_to_move().name(), time.as_secs_f64());
        if self.json {
            return print(format!("{}\n", json!({"position": position.to_string(), "wins": wins, "nodes": nodes, "seconds": seconds})));
        }
        let (seconds, is_kept) = (format!("{seconds:.1}"), self.checkpoint.is_some());
        print_line(&Output::ProofFound { side, wins, nodes, seconds, is_kept })
    }
}

fn name(file: &Path) -> String {
    file.display().to_string()
}

fn warn(output: &Output) {
    eprintln!("{}", localized(output));
}

/// Works on another thread, while this one handles signals and saves a table at intervals.
fn block_on_work<T: Send + 'static>(
    stop: &CancellationToken,
    saved: Option<(PathBuf, Arc<TranspositionTable>)>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    block_on(async {
        stop_on_signal(stop.clone())?;
        let mut work = tokio::task::spawn_blocking(work);
        let mut ticks = tokio::time::interval(SAVE_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first tick is immediate.
        ticks.tick().await;
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                _ = ticks.tick() => if let Some((file, table)) = &saved && let Err(why) = save(file, table) {
                    // The disk may have room again by the end.
                    warn(&Output::TableNotSaved { why });
                },
            }
        };
        Ok(done?)
    })
}

/// Runs several provers on one table until the first has an answer.
fn proved(
    table: &Arc<TranspositionTable>,
    position: &Knights,
    threads: u32,
    most: u64,
    keep_going: &(dyn Fn(Duration) -> bool + Sync),
) -> ProofOutcome {
    let (begin, done, spent) = (Instant::now(), AtomicBool::new(false), AtomicU64::new(0));
    let work = &|number| {
        let (mut prover, mut counted) = (Prover::new(position.clone(), table.clone(), number), 0);
        let mut keep_going = |nodes| {
            let all = spent.fetch_add(nodes - counted, Relaxed) + nodes - counted;
            counted = nodes;
            all < most && !done.load(Relaxed) && keep_going(begin.elapsed())
        };
        // The first to end stops the others, also if it panics.
        let found = catch_unwind(AssertUnwindSafe(|| prover.prove(&mut keep_going)));
        done.store(true, Relaxed);
        let found = found.unwrap_or_else(|panic| resume_unwind(panic));
        spent.fetch_add(prover.nodes() - counted, Relaxed);
        found
    };
    let wins = std::thread::scope(|scope| {
        let start = |number| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(number)).ok();
        let provers: Vec<_> = (0..threads).map_while(start).collect();
        let found: Vec<Option<bool>> =
            provers.into_iter().map(|prover| prover.join().unwrap_or_else(|panic| resume_unwind(panic))).collect();
        found.into_iter().flatten().next()
    });
    ProofOutcome { wins, nodes: spent.load(Relaxed), time: begin.elapsed() }
}

/// Writes the proof; returns the number of its positions.
fn written(file: File, mut prover: Prover, wins: bool, stop: &CancellationToken) -> Result<u64, Error> {
    let mut out = BufWriter::new(file);
    let (mut failed, mut lines) = (None, 0_u64);
    let all = prover.certify(wins, &mut |_| !stop.is_cancelled(), &mut |line| {
        lines += 1;
        if let (Err(error), None) = (writeln!(out, "{line}"), &failed) {
            failed = Some(error);
        }
    });
    match (failed, all) {
        (Some(error), _) => Err(error.into()),
        (None, None) => Err(Failure::ProofStopped.into()),
        // The header is a line, too.
        (None, Some(())) => Ok(out.flush().map(|()| lines - 1)?),
    }
}

fn check_proof(file: &Path, as_json: bool) -> Result<ExitCode, Error> {
    let input = BufReader::new(File::open(file).map_err(|error| Error::in_file(file, &error))?);
    let mut unread = None;
    let lines = input.lines().map_while(|line| line.map_err(|error| unread = Some(Error::in_file(file, &error))).ok());
    let checked = check(lines);
    if let Some(error) = unread {
        return Err(error);
    }
    let checked = checked.map_err(|why| Error::in_file(file, &Failure::ProofFlawed { why }))?;
    let Certificate { root, wins } = &checked.certificate;
    let (side, positions) = (root.side_to_move().name(), checked.positions);
    if as_json {
        print(format!("{}\n", json!({"position": root.to_string(), "wins": wins, "positions": positions})))?;
    } else {
        print_line(&Output::ProofHolds { side, wins: *wins, position: root.to_string(), positions })?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prover_that_panics_ends_the_others_and_is_no_open_question() {
        let (table, has_panicked) = (Arc::new(TranspositionTable::new(1)), AtomicBool::new(false));
        let keep_going = |time: Duration| {
            assert!(has_panicked.swap(true, Relaxed), "a prover that panics");
            time < Duration::from_secs(20)
        };
        let begin = Instant::now();
        let run = || proved(&table, &Knights::start(), 2, u64::MAX, &keep_going).wins;
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("the panic reaches the caller");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a prover that panics"));
        assert!(begin.elapsed() < Duration::from_secs(10), "the other went on");
    }
}
