//! Tournaments as text that other arbiters' programs read and write: FIDE's Tournament Report File of 2016 (TRF16, Handbook C.04,
//! annex 2) with the extension codes of JaVaFo's advanced user manual (TRFx), and of FIDE's TRF of 2026 those codes that say the same.
//!
//! A [`Report`] is such a file; [`Report::of`] makes it from a tournament of single games, [`Report::history`] goes back. With it,
//! anybody can pair the same round by another program.

mod columns;
mod convert;
mod read;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
use rules::Side;

/// The most players that starting ranks of four figures can tell apart.
pub const MOST_PLAYERS: usize = 9999;
/// The most rounds that a report may have.
pub const MOST_ROUNDS: usize = 99;

/// What a report says of a tournament. Players are told by their place in [`competitors`](Report::competitors), from 0; the text says
/// starting ranks, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Code 012.
    pub name: String,
    /// The way it is run (code 092), in words; empty if it is not said.
    pub system: String,
    /// How many rounds there will be (XXR, or 142); if left out, as many as there are results.
    pub rounds: u32,
    /// The colour of the first player in the first round (XXC white1 or black1, or 152), if it is said; else the first round shows it.
    pub initial: Option<Side>,
    /// Codes 001, by starting rank, which is also the pairing number.
    pub competitors: Vec<Competitor>,
    /// Groups of players no two of whom shall meet (XXP, or 260 for all rounds).
    pub apart: Vec<Vec<usize>>,
}

/// A player's line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Competitor {
    /// At most 33 characters of it are written.
    pub name: String,
    /// From 0, for none, to 9999.
    pub rating: u32,
    /// The half points of all rounds played, without virtual ones.
    pub half_points: u32,
    /// The place in the standings, from 1; who is tied shares it.
    pub rank: u32,
    /// What became of each round, from the first. After the last round played, there may be one more for who will miss the next.
    pub results: Vec<RoundResult>,
    /// Virtual half points in each round from the first (XXA, or 250); none where the list ends.
    pub virtual_points: Vec<u32>,
}

/// What became of a round for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundResult {
    /// A game was played.
    Game {
        /// Who it was against.
        opponent: usize,
        /// The player's colour.
        side: Side,
        /// The player's half points: 0, 1 or 2.
        half_points: u32,
    },
    /// A game was paired, but somebody did not come.
    Forfeit {
        /// Who it would have been against.
        opponent: usize,
        /// The player's colour.
        side: Side,
        /// Whether it was the opponent who did not come, and not this player.
        won: bool,
    },
    /// A game was paired and not played, and somebody decided that it is a draw. The format has no code for that which names the opponent:
    /// it is told as half a point without one (`0000 - =`), which other programs read as a half-point bye.
    UnplayedDraw,
    /// A bye given by the pairing, for a player left over: worth a win.
    Bye,
    /// Not paired, by request or by absence: worth so many half points, 0, 1 or 2.
    Absent {
        /// How many.
        half_points: u32,
    },
}

impl RoundResult {
    /// What it is worth, in half points.
    pub fn half_points(self) -> u32 {
        match self {
            RoundResult::Game { half_points, .. } | RoundResult::Absent { half_points } => half_points,
            RoundResult::Forfeit { won, .. } => 2 * u32::from(won),
            RoundResult::UnplayedDraw => 1,
            RoundResult::Bye => 2,
        }
    }
}

/// What should stand where something else stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("report_file_expected")]
#[expect(missing_docs, reason = "the catalogue says each")]
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

/// Why a text is not a report, or a tournament cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("report_file")]
pub enum TrfError {
    /// Some columns do not say what they should.
    Columns {
        /// The number of the line, from 1.
        line: usize,
        /// The first column, from 1.
        from: usize,
        /// The last column.
        to: usize,
        /// What they say.
        found: String,
        /// What would be right.
        expected: Expected,
    },
    /// A line has a code that changes the tournament's meaning in a way that is not supported.
    Unsupported {
        /// The number of the line, from 1.
        line: usize,
        /// Its first three columns.
        code: String,
        /// What it says.
        found: String,
        /// What would be read.
        expected: Expected,
    },
    /// A starting rank occurs twice.
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The starting rank.
        rank: usize,
    },
    /// A starting rank is named, but has no line of its own.
    Missing {
        /// The starting rank.
        rank: usize,
        /// The highest starting rank that is named: the same one, or one above.
        named: usize,
    },
    /// Two players' lines say different things about a round.
    Contradiction {
        /// The round, from 1.
        round: usize,
        /// The number of the line of one player, from 1.
        line: usize,
        /// The first column of the round, from 1.
        from: usize,
        /// The last column.
        to: usize,
        /// What the columns say.
        found: String,
        /// What would fit what the other line says.
        expected: String,
        /// The number of the other player's line.
        other_line: usize,
        /// What that says of the round.
        other: String,
    },
    /// A player's points are not the sum of the results.
    Points {
        /// The number of the line, from 1.
        line: usize,
        /// By the results.
        counted: String,
        /// By the columns for points.
        said: String,
    },
    /// More rounds have results than the tournament has.
    Rounds {
        /// How many have.
        found: usize,
        /// How many there are.
        rounds: u32,
    },
    /// The tournament is too large for the columns.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much of it.
        found: usize,
        /// How much there can be.
        most: usize,
    },
    /// A report is asked for of rounds that have not been played to their end.
    NotFinished {
        /// The round that was asked for.
        round: u32,
        /// How many rounds from the first have been played to their end.
        finished: u32,
    },
    /// Somebody has two encounters in one round: the tournament is not played by rounds.
    PairedTwice {
        /// The round, from 1.
        round: u32,
    },
    /// Encounters of several games have no place in the format.
    SeveralGames {
        /// How many.
        games: u32,
    },
}
