//! The sentences and table headings that commands print, as codes of the catalogue.

use crate::language::{localized, spoken};
use message::{Coded, Message, Sentences};
use protocol::{GameResult, Seat};
use rules::Side;
use serde::Serialize;
use std::io::{self, Write};

#[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "only workers of a database say `Worker`"))]
#[derive(Debug, Coded)]
#[code("command_output")]
pub enum Output {
    Listening { address: String },
    LineClients { address: String, is_token_needed: bool },
    OperatorToken { page: String, token: String },
    OperatorFile { page: String, file: String },
    BackedUp { file: String, place: String },
    Restored { file: String, place: String },
    Replaced { place: String },
    Rebuilt { matches: u64, tournaments: u64, mended: u64 },
    Pruned { matches: u64, tournaments: u64 },
    Moved { from: String, to: String, matches: u64, tournaments: u64, tokens: u64, jobs: u64, seconds: String },
    Worker { name: String, threads: usize, mebibytes: u64, database: String },
    Operator,
    Ready,
    ReadsStandardInput,
    Leaves { seconds: String, millions: String },
    Searched { states: String, depth: u32, memory: String },
    WithoutDepth { methods: Vec<String> },
    Tables { shape: String, row: usize, column: usize, sizes: String, megabytes: String },
    Lines { lines: String, solved: String, impossible: u64, limit_reached: u64, failed: u64, seconds: String, rate: String },
    ProofFound { side: &'static str, wins: Option<bool>, nodes: u64, seconds: String, is_kept: bool },
    ProofHolds { side: &'static str, wins: bool, position: String, positions: usize },
    ProofNotWritten { file: String },
    ProofWriting { file: String },
    ProofWritten { file: String, positions: u64 },
    TableTooSmall { file: String, left: usize, of: usize, mebibytes: usize },
    TableNotSaved { why: crate::error::Error },
    Estimate { elo: String, low: String, high: String, likelihood: String },
    MatchGame { number: u32, engine: String, side: Side, result: GameResult, why: Option<Message>, opening: Option<GameResult> },
    MatchScore { first: String, second: String, won: u32, drawn: u32, lost: u32, time: String },
    MatchVoid { games: u32 },
    MatchLate { engine: String, games: u32 },
    MatchOpenings { engine: String, lost: u32, even: u32, unknown: u32 },
    MatchIncomplete { games: usize },
    MatchStronger { pairs: u64, engine: String, ratio: String, lower: String, upper: String },
    MatchNotStronger { pairs: u64, engine: String, ratio: String, lower: String, upper: String },
    MatchUndecided { pairs: u64, ratio: String, lower: String, upper: String },
    MatchTime { first: String, first_seconds: String, second: String, second_seconds: String, plies: u32 },
    MatchProgress,
    ExerciseWaiting { address: String },
    ExercisePlies { plies: u32 },
    ExerciseNoMove,
    ExerciseRight,
    ExerciseBest { best: String },
    HeadPlies,
    HeadRight,
    HeadOf,
    HeadTime,
    HeadAll,
    Reviewed { game: String, plies: usize, method: String, nodes: u64 },
    ReviewedSide { side: Seat, accuracy: Option<String>, inaccuracies: u32, mistakes: u32, blunders: u32, missed_wins: u32 },
    ReviewedMove { chance: String, chance_after: String, is_win_missed: bool, best: String },
}

/// Prints text; a closed pipe is an error.
pub fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())?;
    out.flush()
}

/// A value as a line of JSON, with a sentence beside each code.
pub fn json_line(value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_vec(value).expect("an answer is writable as JSON");
    let mut line = Sentences::of(spoken(), &json);
    line.push(b'\n');
    line
}

pub fn print_line(output: &impl Coded) -> io::Result<()> {
    print(localized(output) + "\n")
}
