//! REST types of standings, crosstables and overall ratings.

use crate::{GameResult, TournamentAction, TournamentStage};
use message::Message;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StandingRow {
    /// From 1; shared by players who remain tied.
    pub rank: u32,
    /// The rank before the round that is being played, or before the last; left out in the first round, for late entrants, and without rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank_before: Option<u32>,
    /// Its version, in a ladder, where it says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The bot's name.
    pub bot: String,
    /// The points won, byes included.
    pub points: f64,
    /// Encounters played.
    pub played: u32,
    /// Byes: encounters without an opponent, each worth as much as a win.
    pub byes: u32,
    /// Rounds that it sat out by request, each worth half of a win; left out if there is none.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub half_point_byes: u32,
    /// Encounters won, byes and forfeits included.
    pub wins: u32,
    /// Encounters drawn.
    pub draws: u32,
    /// Encounters lost, forfeits included.
    pub losses: u32,
    /// The number of lost games by reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub losses_by_reason: BTreeMap<String, u32>,
    /// The values of the criteria, in their order, as text: decimal where three digits say all, and else as fractions such as `4 5/12`.
    pub tie_breaks: Vec<String>,
    /// Whether it has withdrawn.
    pub withdrawn: bool,
    /// Why, if a reason was given: what a person wrote, or the rule that withdrew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Message>,
    /// Whether its games do not count, for it left before half of them were played.
    pub annulled: bool,
    /// The joint rating: Elo above the average entrant, fitted over all games; null before the first game.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval; null if nothing bounds it.
    pub elo_low: Option<f64>,
    /// The upper end of the 95 % interval; null if nothing bounds it.
    pub elo_high: Option<f64>,
    /// Likelihood of being stronger than the next in this table, from 0 to 1; null for the last.
    pub superior_to_next: Option<f64>,
    /// Whether the games separate the two; null for the last.
    pub separable_from_next: Option<bool>,
}

/// The standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StandingTable {
    /// The tournament's number.
    pub tournament: u64,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub stage: TournamentStage,
    /// The ranking's criteria: the first that differs decides.
    pub criteria: Vec<String>,
    /// The entrants, the first first.
    pub rows: Vec<StandingRow>,
    /// The advantage of White, in Elo; null before the first game.
    pub white_advantage: Option<f64>,
    /// Notes on the results beyond the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conclusions: Vec<Message>,
    /// The operator's decisions.
    pub decisions: Vec<DecisionRecord>,
}

/// A decision of the operator's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DecisionRecord {
    /// About which game, such as `12.2`: the second game of the twelfth encounter.
    pub game: String,
    /// Its round.
    pub round: u32,
    /// The bot that had White.
    pub white: String,
    /// The bot that had Black.
    pub black: String,
    /// The decision.
    pub action: TournamentAction,
    /// The result, for `adjudicate`.
    pub result: Option<GameResult>,
    /// The reason.
    pub why: String,
}

/// The score of a player against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrosstableCell {
    /// The place of the opponent in the rows.
    pub against: u32,
    /// Points scored.
    pub points: f64,
    /// Games played.
    pub games: u32,
    /// Encounters that were forfeited.
    pub forfeits: u32,
    /// Likelihood of being stronger than the opponent, by all games of the tournament, from 0 to 1.
    pub superior: Option<f64>,
    /// Whether the games separate the two.
    pub separable: Option<bool>,
}

/// A line of the crosstable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrosstableRow {
    /// The rank.
    pub rank: u32,
    /// The bot's name.
    pub bot: String,
    /// Its version, in a ladder, where it says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Points in all.
    pub points: f64,
    /// Against whom it has played.
    pub cells: Vec<CrosstableCell>,
}

/// Who scored what against whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrosstableTable {
    /// The tournament's number.
    pub tournament: u64,
    /// Its name.
    pub name: String,
    /// The entrants as in the standings.
    pub rows: Vec<CrosstableRow>,
}

/// A bot's overall rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OverallRating {
    /// The bot.
    pub bot: String,
    /// Its rating; every bot begins at 1500.
    pub rating: f64,
    /// How uncertain it is: a 95 % interval is twice this to both sides.
    pub deviation: f64,
    /// The volatility: the expected change of its strength.
    pub volatility: f64,
    /// Rated games.
    pub games: u32,
}

/// Overall ratings in one game, by Glicko-2 over all finished rated tournaments. A period ends with its tournament, or at fifteen games of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OverallRatings {
    /// The game.
    pub game: String,
    /// The bots, the highest rating first.
    pub ratings: Vec<OverallRating>,
    /// The number of finished tournaments that are not loaded yet, shortly after a start: the ratings lack them. Left out if none.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub pending: u32,
}
