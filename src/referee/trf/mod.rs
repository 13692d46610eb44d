//! FIDE's Tournament Report File of 2016 (TRF16, Handbook C.04, annex 2) with the extension codes of JaVaFo's advanced user manual (TRFx),
//! and the codes of TRF 2026 with the same meaning.
//!
//! [`TrfReport::of`] makes a report from a tournament of single games, [`TrfReport::history`] goes back.

mod columns;
mod convert;
mod read;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
use rules::Side;

/// The most players, whose starting ranks have four digits.
pub const MAX_PLAYERS: usize = 9999;
pub const MAX_ROUNDS: usize = 99;

/// A report. Players are indices of [`competitors`](TrfReport::competitors) from 0; in the text, starting ranks are from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfReport {
    /// Code 012.
    pub name: String,
    /// The system (code 092); empty if it is missing.
    pub system: String,
    /// The number of rounds (XXR or 142); by default that of the results.
    pub rounds: u32,
    /// The colour of the first player in the first round (XXC white1 or black1, or 152); if missing, the first round shows it.
    pub initial: Option<Side>,
    /// Codes 001, by starting rank, which is the pairing number.
    pub competitors: Vec<Competitor>,
    /// Groups of players who are not to meet (XXP, or 260 for all rounds).
    pub apart: Vec<Vec<usize>>,
}

/// A line 001.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitor {
    /// 33 characters of it are written.
    pub name: String,
    /// From 0, for none, to 9999.
    pub rating: u32,
    /// The half points of all rounds, without virtual ones.
    pub half_points: u32,
    /// The rank in the standings from 1, which tied players share.
    pub rank: u32,
    /// The result of each round. After the last round, there may be an absence from the next.
    pub results: Vec<RoundResult>,
    /// Virtual half points in each round (XXA or 250); zero beyond the end.
    pub virtual_points: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResult {
    /// A game was played, for 0, 1 or 2 half points.
    Game { opponent: usize, side: Side, half_points: u32 },
    /// A player did not come to a paired game.
    Forfeit { opponent: usize, side: Side, won: bool },
    /// An unplayed game was adjudicated as a draw: written as `0000 - =`, which other programs read as a half-point bye, since the format
    /// has no code with the opponent.
    UnplayedDraw,
    /// A bye of the pairing, worth a win.
    Bye,
    /// Not paired, for 0, 1 or 2 half points.
    Absent { half_points: u32 },
}

impl RoundResult {
    /// A round that was missed.
    pub(crate) const MISSED: RoundResult = RoundResult::Absent { half_points: 0 };

    /// The opponent, the own side, and whether the game was played; none if the player was not paired with a known opponent.
    fn game(self) -> Option<(usize, Side, bool)> {
        match self {
            RoundResult::Game { opponent, side, .. } => Some((opponent, side, true)),
            RoundResult::Forfeit { opponent, side, .. } => Some((opponent, side, false)),
            RoundResult::UnplayedDraw | RoundResult::Bye | RoundResult::Absent { .. } => None,
        }
    }

    pub fn half_points(self) -> u32 {
        match self {
            RoundResult::Game { half_points, .. } | RoundResult::Absent { half_points } => half_points,
            RoundResult::Forfeit { won, .. } => 2 * u32::from(won),
            RoundResult::UnplayedDraw => 1,
            RoundResult::Bye => 2,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("report_file_expected")]
pub enum Expected {
    Rank,
    Ranks,
    Round,
    Rounds,
    NoMoreRounds,
    PointsOfRounds,
    Points,
    Rating,
    Place,
    WhiteOrBlack,
    InitialColour,
    Bye,
    ResultOfPoints,
    ApartInAllRounds,
    ListedAccelerations,
    Dutch,
    UsualPoints,
    OnePointForWin,
    NoMatchPoints,
    LastRound,
    LastRank,
    RangesOnce,
    ResultsWithPoints,
    ResultCodes,
    Opponent,
    KnownOpponent,
    OtherOpponent,
    Colour,
    OpponentOfColour,
    ColourOfOpponent,
    Result,
}

/// Why a text is not a report, or a tournament has no report. Columns count from 1; `named` is the highest rank that another line names.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("report_file")]
pub enum TrfError {
    Columns { line: usize, from: usize, to: usize, found: String, expected: Expected },
    Unsupported { line: usize, code: String, found: String, expected: Expected },
    Twice { line: usize, rank: usize },
    Missing { rank: usize, named: usize },
    Contradiction { round: usize, line: usize, from: usize, to: usize, found: String, expected: String, other_line: usize, other: String },
    Points { line: usize, counted: String, said: String },
    Rounds { found: usize, rounds: u32 },
    NoPlayer,
    TooLarge { what: &'static str, found: usize, most: usize },
    NotFinished { round: u32, finished: u32 },
    PairedTwice { round: u32 },
    SeveralGames { games: u32 },
}
