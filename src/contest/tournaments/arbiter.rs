//! Tools for arbiters: checks of tournament report files (TRF), and the days of a ladder.

use crate::Error;
use message::Coded;
use protocol::{CheckedReport, CheckedRound, LadderDay, LadderDays, LadderRow, ReportPair};
use referee::format::Feature;
use referee::pairing::Seats;
use referee::standings::ladder;
use referee::tournament::{Stage, Tournament};
use referee::trf::TrfReport;
use runtime::memory::MemoryBudget;
use runtime::work::{Stop, WorkError};

/// Why a report file is not checked.
#[derive(Debug, Coded)]
#[code("report")]
enum BadReport {
    NotText,
    NoSwiss { system: String },
    TooLarge { most: usize, results: usize, players: usize, rounds: usize },
}

/// The most results of a report file: players times rounds.
const MAX_RESULTS: usize = 10_000;

/// The memory of one edge of the pairing graph, in bytes.
const BYTES_A_PAIR: u64 = 160;

/// Pairs each round of a report file again, and the next one. Ends early if `stop` is set.
///
/// # Errors
/// When it is invalid or too large, memory is exhausted, or it was stopped.
pub fn check(text: &[u8], memory: &MemoryBudget, stop: &Stop) -> Result<CheckedReport, Error> {
    let text = std::str::from_utf8(text).map_err(|_| Error::bad(&BadReport::NotText))?;
    let report: TrfReport = text.parse().map_err(|error: referee::trf::TrfError| Error::bad(&error))?;
    if report.is_no_swiss() {
        return Err(Error::bad(&BadReport::NoSwiss { system: report.system }));
    }
    let (players, paired) = (report.competitors.len(), report.paired_rounds());
    let rounds = report.competitors.iter().map(|competitor| competitor.results.len()).max().unwrap_or(0).max(paired + 1);
    let results = players * rounds;
    if results > MAX_RESULTS {
        return Err(Error::bad(&BadReport::TooLarge { most: MAX_RESULTS, results, players, rounds }));
    }
    let _pairs = memory.reserve((players * players / 2) as u64 * BYTES_A_PAIR)?;
    let keep_going = || !stop.is_set();
    let pairs = |round: usize| report.pair(round, &keep_going).iter().map(pair).collect::<Vec<_>>();
    let checked = |round: usize| {
        let same = report.is_dutch(round, &keep_going);
        CheckedRound { round: round as u32, same, pairing: if same { Vec::new() } else { pairs(round) } }
    };
    let rounds = (1..=paired).take_while(|_| keep_going()).map(checked).collect();
    let next = if paired < report.rounds as usize { pairs(paired + 1) } else { Vec::new() };
    let names = report.competitors.iter().map(|competitor| competitor.name.clone()).collect();
    if stop.is_set() { Err(Error::Work(WorkError::Stopping)) } else { Ok(CheckedReport { players: players as u32, names, rounds, next }) }
}

fn pair(seats: &Seats) -> ReportPair {
    match *seats {
        Seats::Game(seats) => ReportPair { white: seats.white.0 + 1, black: Some(seats.black.0 + 1) },
        Seats::Bye(player) => ReportPair { white: player.0 + 1, black: None },
    }
}

/// The days of a ladder, newest first: all without rows, or one with the rows of its players.
pub fn days(tournament: &Tournament, wanted: Option<u32>) -> LadderDays {
    if !tournament.settings().format.has(Feature::Versions) {
        return LadderDays { days: Vec::new() };
    }
    let history = tournament.history();
    let last = if matches!(tournament.stage(), Stage::Finished | Stage::Archived) { u32::MAX } else { history.round() };
    let open = history.encounters().iter().filter(|encounter| !encounter.is_over()).map(|encounter| encounter.round).min();
    let periods = ladder::periods(history).into_iter().rev().filter(|period| wanted.is_none_or(|day| day == period.day));
    let day = |period: ladder::Period| LadderDay {
        day: period.day,
        closed: period.day < last && open.is_none_or(|open| period.day < open),
        encounters: period.played.iter().sum::<u32>() / 2,
        rows: if wanted.is_some() { rows(tournament, &period) } else { Vec::new() },
    };
    LadderDays { days: periods.map(day).collect() }
}

fn rows(tournament: &Tournament, period: &ladder::Period) -> Vec<LadderRow> {
    let to_tenth = |value: f64| (value * 10.0).round() / 10.0;
    let row = |player: referee::pairing::Player| {
        let at = player.0 as usize;
        (period.played[at] > 0).then(|| LadderRow {
            bot: tournament.name(player).into(),
            version: tournament.version(player).map(String::from),
            rating: to_tenth(period.ratings[at].rating),
            deviation: to_tenth(period.ratings[at].deviation),
            encounters: period.played[at],
            points: f64::from(period.half_points[at]) / 2.0,
        })
    };
    let mut rows: Vec<LadderRow> = tournament.history().players().filter_map(row).collect();
    rows.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    rows
}
