//! Who is there, and who has rehearsed.

use crate::Attendance;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a rehearsal went, as `arbitre doctor --report` tells it.
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
    /// When it was told, in RFC 3339.
    pub at: String,
}

/// An entrant before the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RollCallRow {
    /// Its name, as it was entered.
    pub bot: String,
    /// Whether it is there.
    pub attendance: Attendance,
    /// For a name that nobody knows: the nearest that somebody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// How its last rehearsal went; null if it has told of none.
    pub rehearsal: Option<Rehearsal>,
}

/// Who of a tournament's entrants is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RollCall {
    /// The tournament's number.
    pub tournament: u64,
    /// What it is called.
    pub name: String,
    /// Whether the plan demands a passed rehearsal.
    pub rehearsed: bool,
    /// The entrants who take part still, by the order of entry.
    pub entrants: Vec<RollCallRow>,
    /// The names that the plan keeps apart (`forbidden`) and that nobody has entered under: they may still come, or be misspelt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden_strangers: Vec<ForbiddenStranger>,
}

/// A name in `forbidden` that is no entrant's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ForbiddenStranger {
    /// The name.
    pub bot: String,
    /// The nearest of the entrants' names, if one is near.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}
