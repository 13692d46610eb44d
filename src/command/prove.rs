//! `prove`: whether the side to move of a position of Chinese knights wins, proved or refuted; and proofs of others, checked.

use crate::runtime::{Done, block_on, stop_on_signal};
use rules::{Knights, Position};
use search::Table;
use search::knights::proof::{Certificate, Prover, check};
use serde_json::json;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How a file of a prover's table begins; entries of 16 bytes follow.
const KEPT: &[u8] = b"arbitre proof table 3\n";
/// So began those of versions that searched in another way, one of which took fewer than three knights for a reason not to win.
const OF_EARLIER_VERSIONS: [&[u8]; 2] = [b"arbitre proof table 1\n", b"arbitre proof table 2\n"];
/// A search is no deeper than a game: less than 200 plies, each with its moves.
const STACK: usize = 16 << 20;

/// Prove or refute that the side to move of a position of Chinese knights wins
///
/// A refutation says that it loses or draws. Ctrl-C stops it; with `--keep` the next start goes on from there. `--certificate` writes a proof that
/// another program can check, as `--check` does by the rules of the game alone.
#[derive(Debug, clap::Args)]
pub struct Prove {
    /// The position; the start if left out
    #[arg(conflicts_with = "check")]
    position: Option<Knights>,
    /// Threads that share the table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The table, in MiB
    #[arg(long, default_value_t = 256, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    memory: usize,
    /// Give up after so many nodes, all threads together
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Give up after so many seconds
    #[arg(long)]
    seconds: Option<f64>,
    /// Read the table from this file if it is there, and write it there at the end
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check the proof in this file instead
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came out, and what it cost.
struct Outcome {
    wins: Option<bool>,
    nodes: u64,
    time: Duration,
}

impl Prove {
    /// Proves it, or checks a proof.
    pub fn run(self) -> Done {
        match &self.check {
            Some(file) => checked(file, self.json),
            None => self.prove(),
        }
    }

    fn prove(self) -> Done {
        let position = self.position.clone().unwrap_or_else(Knights::start);
        let limit = match self.seconds {
            None => Duration::MAX,
            Some(seconds) => Duration::try_from_secs_f64(seconds).map_err(|_| format!("`--seconds` is 0 or more, not {seconds}"))?,
        };
        if let Some(most) = server::memory::there_is().map(|bytes| bytes >> 20).filter(|most| self.memory as u64 > *most) {
            return Err(format!("`--memory`: there are {most} MiB here, not {}", self.memory).into());
        }
        let table = Arc::new(Table::new(self.memory));
        if let Some(file) = self.keep.as_deref().filter(|file| file.exists()) {
            take_up(file, &table).map_err(|error| at(file, &error))?;
        }
        // Before hours of work, whether their result can be written; who is not done leaves what stood there.
        let certificate = self.certificate.as_deref().map(|file| Draft::create(file).map_err(|error| at(file, &error))).transpose()?;
        let stop = CancellationToken::new();
        let outcome = block_on_work(&stop, {
            let (table, position, stop, threads, nodes) = (table.clone(), position.clone(), stop.clone(), self.threads, self.nodes);
            move || proved(&table, &position, threads, nodes.unwrap_or(u64::MAX), &|time| time < limit && !stop.is_cancelled())
        })?;
        if let Some(file) = &self.keep {
            keep(file, &table).map_err(|error| at(file, &error))?;
        }
        self.tell(&position, &outcome)?;
        if let (Some(mut draft), Some(wins)) = (certificate, outcome.wins) {
            let written = written(&mut draft.out, Prover::new(position, table, 0), wins, &stop);
            let lines = written.and_then(|lines| draft.keep().map(|()| lines)).map_err(|error| at(draft.file, &error))?;
            eprintln!("{}: a proof of {lines} positions", draft.file.display());
        }
        Ok(())
    }

    fn tell(&self, position: &Knights, Outcome { wins, nodes, time }: &Outcome) -> io::Result<()> {
        let (side, seconds) = (position.side_to_move().name(), time.as_secs_f64());
        let mut out = io::stdout().lock();
        if self.json {
            return writeln!(out, "{}", json!({"position": position.to_string(), "wins": wins, "nodes": nodes, "seconds": seconds}));
        }
        let verdict = match wins {
            Some(true) => format!("{side} wins: proved"),
            Some(false) => format!("{side} does not win: proved"),
            None => format!("whether {side} wins is not decided"),
        };
        let again = if wins.is_none() && self.keep.is_some() { "; start it again to go on" } else { "" };
        writeln!(out, "{verdict}, {nodes} nodes, {seconds:.1} s{again}")
    }
}

/// A file that takes the place of another when it is whole.
struct Draft<'a> {
    file: &'a Path,
    beside: PathBuf,
    out: File,
}

impl Draft<'_> {
    fn create(file: &Path) -> io::Result<Draft<'_>> {
        // The whole name, since a table and a proof may differ by their extension alone.
        let mut beside = file.as_os_str().to_owned();
        beside.push(format!(".draft-{}", std::process::id()));
        Ok(Draft { file, out: File::create(&beside)?, beside: beside.into() })
    }

    fn keep(&self) -> io::Result<()> {
        self.out.sync_all()?;
        fs::rename(&self.beside, self.file)
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        // It is not there any more if it was kept.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Does work on another thread, while this one hears signals.
fn block_on_work<T: Send + 'static>(stop: &CancellationToken, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Box<dyn Error>> {
    let mut found = None;
    block_on(async {
        stop_on_signal(stop.clone())?;
        found = Some(tokio::task::spawn_blocking(work).await?);
        Ok(())
    })?;
    found.ok_or_else(|| "the work was not done".into())
}

/// Lets several provers work on one table, until the first has an answer.
fn proved(table: &Arc<Table>, position: &Knights, threads: u32, most: u64, go_on: &(dyn Fn(Duration) -> bool + Sync)) -> Outcome {
    let (begin, done, spent) = (Instant::now(), AtomicBool::new(false), AtomicU64::new(0));
    let work = &|number| {
        let (mut prover, mut told) = (Prover::new(position.clone(), table.clone(), number), 0);
        let found = prover.prove(&mut |nodes| {
            let all = spent.fetch_add(nodes - told, Relaxed) + nodes - told;
            told = nodes;
            all < most && !done.load(Relaxed) && go_on(begin.elapsed())
        });
        if found.is_some() {
            done.store(true, Relaxed);
        }
        spent.fetch_add(prover.nodes() - told, Relaxed);
        found
    };
    let wins = std::thread::scope(|scope| {
        let start = |number| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(number)).ok();
        let provers: Vec<_> = (0..threads).map_while(start).collect();
        let found: Vec<Option<bool>> = provers.into_iter().filter_map(|prover| prover.join().ok()).collect();
        found.into_iter().flatten().next()
    });
    Outcome { wins, nodes: spent.load(Relaxed), time: begin.elapsed() }
}

/// Writes the proof; how many positions it has.
fn written(file: &mut File, mut prover: Prover, wins: bool, stop: &CancellationToken) -> io::Result<u64> {
    let mut out = BufWriter::new(file);
    let (mut failed, mut lines) = (None, 0_u64);
    let all = prover.certify(wins, &mut |_| !stop.is_cancelled(), &mut |line| {
        lines += 1;
        if let (Err(error), None) = (writeln!(out, "{line}"), &failed) {
            failed = Some(error);
        }
    });
    match (failed, all) {
        (Some(error), _) => Err(error),
        (None, None) => Err(io::Error::other("it was stopped, or the table that was kept says what is not so")),
        // The head is told as one.
        (None, Some(())) => out.flush().map(|()| lines - 1),
    }
}

/// A table that an earlier start has left.
fn take_up(file: &Path, table: &Table) -> io::Result<()> {
    let mut input = BufReader::new(File::open(file)?);
    let mut head = [0; KEPT.len()];
    let is_read = input.read_exact(&mut head).is_ok();
    if is_read && OF_EARLIER_VERSIONS.contains(&head.as_slice()) {
        return Err(io::Error::other("an earlier version kept this table, which searched in another way: keep in another file"));
    }
    if !is_read || head != KEPT {
        return Err(io::Error::other("this is no table of a prover, and is left as it is"));
    }
    let mut words = [[0_u8; 8]; 2];
    while !input.fill_buf()?.is_empty() {
        for word in &mut words {
            let cut = |_| io::Error::other("the table ends in the middle of an entry, as if it had been cut: it is left as it is");
            input.read_exact(word).map_err(cut)?;
        }
        table.take(words.map(u64::from_le_bytes));
    }
    Ok(())
}

/// Keeps a table for the next start. Who is killed meanwhile leaves the old one.
fn keep(file: &Path, table: &Table) -> io::Result<()> {
    let mut draft = Draft::create(file)?;
    let mut out = BufWriter::new(&mut draft.out);
    out.write_all(KEPT)?;
    for word in table.entries().flatten() {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()?;
    drop(out);
    draft.keep()
}

fn checked(file: &Path, as_json: bool) -> Done {
    let input = BufReader::new(File::open(file).map_err(|error| at(file, &error))?);
    let mut unread = None;
    let lines = input.lines().map_while(|line| line.map_err(|error| unread = Some(at(file, &error))).ok());
    let checked = check(lines);
    if let Some(error) = unread {
        return Err(error.into());
    }
    let checked = checked.map_err(|flaw| format!("{}: the proof does not hold: {flaw}", file.display()))?;
    let Certificate { root, wins } = &checked.certificate;
    let (side, positions) = (root.side_to_move().name(), checked.positions);
    let mut out = io::stdout().lock();
    if as_json {
        return Ok(writeln!(out, "{}", json!({"position": root.to_string(), "wins": wins, "positions": positions}))?);
    }
    let verdict = if *wins { "wins" } else { "does not win" };
    Ok(writeln!(out, "the proof holds: {side} {verdict} at {root} ({positions} positions)")?)
}

fn at(file: &Path, error: &io::Error) -> String {
    format!("{}: {error}", file.display())
}
