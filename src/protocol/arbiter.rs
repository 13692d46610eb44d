//! REST types for arbiters: byes, report files, days of a ladder, roll calls, rehearsals.

use crate::{Attendance, RequestedBye};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A round that a bot asks to be left out of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"round": 3, "bye": "half_point"}))]
pub struct NewBye {
    /// The round, from 1; it has not been paired.
    pub round: u32,
    /// Its points.
    pub bye: RequestedBye,
}

/// A report file (TRF), paired again by FIDE's Dutch system of 2025.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CheckedReport {
    /// The number of its players.
    pub players: u32,
    /// Their names, by their starting ranks.
    pub names: Vec<String>,
    /// The rounds that it has, in order.
    pub rounds: Vec<CheckedRound>,
    /// The pairing of the round after these; empty after the last one, or if fewer than two can be paired.
    pub next: Vec<ReportPair>,
}

/// A round of a report file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CheckedRound {
    /// The round, from 1.
    pub round: u32,
    /// Whether it is paired as the system does.
    pub same: bool,
    /// If not: how the system would have paired it.
    pub pairing: Vec<ReportPair>,
}

/// Two players of a report file who meet, or one who has a bye.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReportPair {
    /// The starting rank of the player with White.
    pub white: u32,
    /// The starting rank of the player with Black; null: the other has a bye.
    pub black: Option<u32>,
}

/// The days of a ladder on which anything was played, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LadderDays {
    /// The days.
    pub days: Vec<LadderDay>,
}

/// A day of a ladder: a period of its ratings, summarised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LadderDay {
    /// Which, from 1.
    pub day: u32,
    /// Whether it is over, so that nothing changes it any more but an operator's decision.
    pub closed: bool,
    /// The number of encounters played.
    pub encounters: u32,
    /// Who played, the highest rating first; nothing in a list of days.
    pub rows: Vec<LadderRow>,
}

/// A day of a ladder, for one bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LadderRow {
    /// The bot's name.
    pub bot: String,
    /// Its version, where it says one.
    pub version: Option<String>,
    /// The rating at the end of the day.
    pub rating: f64,
    /// How uncertain it is: a 95 % interval is twice this to both sides.
    pub deviation: f64,
    /// The number of encounters it played.
    pub encounters: u32,
    /// The points it got in them.
    pub points: f64,
}

/// How a rehearsal went, as `arbitre doctor --report` sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"failed": ["a slow link"]}))]
pub struct NewRehearsal {
    /// The steps that failed, 64 at most, of 80 characters at most; none if it has passed.
    pub failed: Vec<String>,
}

/// How a bot's last rehearsal went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rehearsal {
    /// The bot.
    pub bot: String,
    /// Whether it has passed.
    pub passed: bool,
    /// The steps that failed.
    pub failed: Vec<String>,
    /// When it was reported, in RFC 3339.
    pub at: String,
}

/// An entrant before the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RollCallRow {
    /// Its name, as it was entered.
    pub bot: String,
    /// Whether it is there.
    pub attendance: Attendance,
    /// For an unknown name: the nearest known one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// The connections refused for a missing or wrong token since it last connected; left out if none.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub turned_away: u32,
    /// The version of a connected bot, as its `hello` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The last other version that connected under this name: its results and its rating are the bot's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier_version: Option<String>,
    /// How its last rehearsal went; null if it has reported none.
    pub rehearsal: Option<Rehearsal>,
}

/// Who of a tournament's entrants is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RollCall {
    /// The tournament's number.
    pub tournament: u64,
    /// Its name.
    pub name: String,
    /// Whether the plan demands a passed rehearsal.
    pub rehearsed: bool,
    /// The entrants who take part still, by the order of entry.
    pub entrants: Vec<RollCallRow>,
    /// The names that the plan keeps apart (`forbidden`) and that no entrant has: they may still enter, or be misspelt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_forbidden: Vec<UnknownForbidden>,
}

/// A name in `forbidden` that is not an entrant's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct UnknownForbidden {
    /// The name.
    pub bot: String,
    /// The nearest of the entrants' names, if one is near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}
