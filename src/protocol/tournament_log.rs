//! The log of a tournament, and the archive that holds all of it.

use crate::{GameResult, NewTournament, Participants, TournamentAction};
use message::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One line of a tournament's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentLine {
    /// Its number; the first is 0.
    pub line: u64,
    /// Microseconds since the tournament was made, not counting any time in which the referee did not run.
    pub at_us: u64,
    /// What happened.
    #[serde(flatten)]
    pub entry: TournamentEntry,
}

/// Two opponents, or a bye.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The player with White in the first game, by the order of entry, from 0.
    pub white: u32,
    /// The player with Black in the first game; null: the other has a bye.
    pub black: Option<u32>,
    /// The number of games.
    pub games: u32,
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameNumber {
    /// The encounter, by the order of pairing, from 0.
    pub encounter: u32,
    /// Which of its games, from 0.
    pub game: u32,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TournamentEntry {
    /// The tournament was made. Always line 0.
    Created {
        /// The version of the rules that pairings, table and ratings go by.
        rules_version: u32,
        /// The complete plan, except for what the start decides.
        plan: Box<NewTournament>,
    },
    /// A bot takes part.
    Entered {
        /// The bot's name.
        bot: String,
        /// Orders the entrants before the first round.
        rating: i32,
    },
    /// A bot takes part no more.
    Withdrawn {
        /// Its number, by the order of entry.
        player: u32,
        /// Its name.
        bot: String,
        /// The reason, if one was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
        /// The same as a code, if a rule and not a person withdrew it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Message>,
    },
    /// A bot that had left takes part again.
    Returned {
        /// Its number, by the order of entry.
        player: u32,
        /// Its name.
        bot: String,
    },
    /// A bot has asked to be left out of a round.
    Excused {
        /// Its number, by the order of entry.
        player: u32,
        /// Its name.
        bot: String,
        /// The round, from 1.
        round: u32,
        /// The points for it, in half points.
        half_points: u32,
    },
    /// A bye that a bot had asked for was cancelled before its round.
    ByeCancelled {
        /// Its number, by the order of entry.
        player: u32,
        /// Its name.
        bot: String,
        /// The round, from 1.
        round: u32,
    },
    /// A round without games: all have asked to be left out of it.
    SatOut {
        /// The round, from 1.
        round: u32,
    },
    /// A bot plays in this version from now on, in a format that distinguishes versions.
    Versioned {
        /// Its number until now, by the order of entry.
        player: u32,
        /// Its name.
        bot: String,
        /// The version.
        version: String,
    },
    /// Pairing began.
    Started,
    /// No new game begins.
    Paused,
    /// Games begin again.
    Resumed,
    /// These meet.
    Paired {
        /// In the order of play.
        pairings: Vec<Pairing>,
    },
    /// A game began.
    Begun {
        /// The game that begins.
        #[serde(flatten)]
        number: GameNumber,
        /// The number of its attempts.
        attempt: u32,
        /// The players.
        players: Participants,
        /// The position before the first move.
        position: String,
        /// The moves that lead there from the start, where they were drawn from balanced ones.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        opening: Vec<String>,
        /// The match it is played as.
        #[serde(rename = "match")]
        played_as: u64,
    },
    /// A game ended.
    Ended {
        /// The game that has ended.
        #[serde(flatten)]
        number: GameNumber,
        /// Which beginning of it.
        attempt: u32,
        /// Who won, or that it is void.
        result: GameResult,
        /// Whether the two have really played.
        played: bool,
        /// Why the match ended, as one word; none if there was no match to its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The operator decided about a game.
    Decided {
        /// The game that is decided about.
        #[serde(flatten)]
        number: GameNumber,
        /// The decision.
        action: TournamentAction,
        /// The result, for `adjudicate`.
        result: Option<GameResult>,
        /// Whether the game had no move: its result counts in the table, and is not rated.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unplayed: bool,
        /// The reason.
        why: String,
    },
    /// The time of an arena was over.
    TimeUp,
    /// All was played, or the operator ended it.
    Finished,
    /// Nothing changes any more.
    Archived,
    /// The operator took the end back: it continues where it stood.
    Reopened,
}

/// A line of an archive: the header, the tournament's log, the matches by number, each with its log, and the footer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "archive", rename_all = "snake_case")]
pub enum ArchiveLine {
    /// What this is.
    Header {
        /// Always `arbitre tournament`.
        kind: String,
        /// The version of the archive; this program writes and reads 2.
        version: u32,
        /// The tournament's name.
        name: String,
        /// When it was made: milliseconds since 1970.
        created_ms: i64,
    },
    /// A line of the tournament's log.
    Log {
        /// The line.
        line: TournamentLine,
    },
    /// A match, of which the log follows.
    Match {
        /// Its number in the tournament's log.
        #[serde(rename = "match")]
        game: u64,
        /// When it was made: milliseconds since 1970.
        created_ms: i64,
        /// When it ended: milliseconds since 1970.
        ended_ms: Option<i64>,
    },
    /// A line of the log of the match before.
    Move {
        /// The line.
        line: crate::Line,
    },
    /// The end. Without it, something is missing.
    Footer {
        /// The number of lines before this one.
        lines: u64,
        /// The SHA-256 of all bytes before this line, in hexadecimal digits.
        sha256: String,
    },
}
