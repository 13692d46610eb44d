//! The headings, words and sentences of the tournament commands.

use message::{Coded, Message};
use protocol::{Attendance as Attending, GameResult as Result, TournamentFormat, TournamentStage};

#[derive(Debug, Coded)]
#[code("tournament_output")]
pub enum TournamentOutput {
    ByThePrior { estimate: String },
    MoreColumns { columns: String },
    Standings { name: String, stage: TournamentStage },
    Crosstable { name: String },
    GameStatus { status: String },
    GameResult { result: Result, played: bool },
    NoRehearsal,
    PassedRehearsal { at: String },
    FailedRehearsal { at: String, failed: String },
    UnknownName { nearest: Option<String> },
    OtherGame,
    TurnedAway { times: u32 },
    NewVersion { version: Option<String>, earlier: String },
    Attendance { attendance: Attending },
    RollCall { name: String, connected: usize, absent: usize, unknown: usize, others: usize },
    UnknownForbidden { bot: String, nearest: Option<String> },
    Stage { stage: TournamentStage },
    Format { format: TournamentFormat },
    EntrantCount { entrants: u32 },
    GamesOver { games: u32 },
    Tournament { id: u64, stage: TournamentStage },
    SuspendedBy { why: Message },
    Incomplete { why: Message },
    Made { at: String },
    Entrants { entrants: u32, round: u32, rounds: Option<u32> },
    Games { over: u32, running: u32, pending: u32 },
    Progress { round: u32 },
    Runs { tournament: u64 },
    StartAnyway { missing: usize, entrants: usize },
    NotDutch { system: String },
    AsDutch { round: usize },
    NotAsDutch { round: usize },
    NextRound { round: usize },
    HasBye { name: String },
    PairsFor { duration: String },
    LengthUnknown,
    Takes { most: String, moves: u64, few: String },
}
