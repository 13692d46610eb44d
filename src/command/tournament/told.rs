//! What the tournament commands say: the headings and words of their tables, and their sentences.

use message::Coded;

/// A heading, a word or a sentence.
#[derive(Debug, Coded)]
#[code("tournament_told")]
pub enum Told {
    Bot,
    Version,
    Points,
    Played,
    Won,
    Drawn,
    Lost,
    LostBy,
    Elo,
    Remarks,
    Start,
    Name,
    Game,
    Round,
    White,
    Black,
    Status,
    WonBy,
    Reason,
    Match,
    Is,
    Rehearsal,
    Remark,
    /// What breaks ties, by its name in English with and without blanks.
    Criterion {
        criterion: String,
        name: String,
    },
    Byes {
        count: u32,
    },
    HalfPointByes {
        count: u32,
    },
    Withdrawn,
    Annulled,
    /// Why a game ended, by its code.
    Cause {
        cause: String,
    },
    ByThePrior {
        estimate: String,
    },
    MoreColumns {
        columns: String,
    },
    Standings {
        name: String,
        stage: &'static str,
    },
    Decision {
        game: String,
        white: String,
        black: String,
        action: &'static str,
        result: Option<&'static str>,
        why: String,
    },
    Crosstable {
        name: String,
    },
    GameStatus {
        status: String,
    },
    GameResult {
        result: &'static str,
        played: bool,
    },
    NoRehearsal,
    PassedRehearsal {
        at: String,
    },
    FailedRehearsal {
        at: String,
        failed: String,
    },
    UnknownName {
        nearest: Option<String>,
    },
    OtherGame,
    Attendance {
        attendance: &'static str,
    },
    RollCall {
        name: String,
        connected: usize,
        absent: usize,
        unknown: usize,
        others: usize,
    },
    Stranger {
        bot: String,
        nearest: Option<String>,
    },
    Stage {
        stage: &'static str,
    },
    Format {
        format: &'static str,
    },
    EntrantCount {
        entrants: u32,
    },
    GamesOver {
        games: u32,
    },
    Tournament {
        id: u64,
        stage: &'static str,
    },
    SuspendedBy {
        why: String,
    },
    Made {
        at: String,
    },
    Entrants {
        entrants: u32,
        round: u32,
        rounds: Option<u32>,
    },
    Games {
        over: u32,
        running: u32,
        pending: u32,
    },
    Progress {
        round: u32,
    },
    NotDutch {
        system: String,
    },
    AsDutch {
        round: usize,
    },
    NotAsDutch {
        round: usize,
    },
    NextRound {
        round: usize,
    },
    HasBye {
        name: String,
    },
    PairsFor {
        duration: String,
    },
    LengthUnknown,
    Takes {
        most: String,
        moves: u64,
        few: String,
    },
}
