//! REST and TOML types of tournaments.

use crate::{Accelerated, EntryRule, GameResult, Play, TournamentAction, TournamentFormat, TournamentStage};
use message::{Message, omit_none};
use serde::de::{self, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// The plan of a tournament, as JSON or TOML. The help of `arbitre tournament create` and the form of the desk are generated from these fields.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Spring cup", "format": "swiss", "rounds": 7, "time": "60s+1s", "entrants": ["ann", "bob"]}))]
pub struct NewTournament {
    /// Its name.
    #[schema(min_length = 1, max_length = 80, example = "Spring cup")]
    pub name: String,
    /// The game: `knights`, `connect-four` or `tic-tac-toe`.
    #[schema(default = "knights")]
    pub game: Option<String>,
    /// The pairing system: `round_robin`, `gauntlet`, `swiss`, `knockout`, `arena`, `sprt` or `ladder`.
    pub format: TournamentFormat,
    /// Who takes part from the beginning: names, or `{ bot, rating, engine }`, where the rating orders them before the first round and the
    /// engine plays where the tournament is run in one process. Others may enter later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!(["ann", "bob"]))]
    pub entrants: Vec<NewEntrant>,
    /// Who may enter: `open`: every bot; `token`: bots whose owner shows a token; `list`: only `entrants`. An organiser may enter any bot.
    #[schema(default = "open")]
    pub entry: Option<EntryRule>,
    /// The most entrants, those whom an organiser enters included; as many as the format takes if left out.
    #[schema(minimum = 2, maximum = 2_000)]
    pub capacity: Option<u32>,
    /// The best of another tournament take part, too, seeded by their places there: `{ tournament, best }`.
    #[schema(example = json!({"tournament": 3, "best": 8}))]
    pub entrants_from: Option<EntrantsFrom>,
    /// The planned start, counted down on the site: a date and time, RFC 3339 or in the referee's time zone. An organiser starts the tournament.
    #[schema(example = "2027-01-15T14:00:00Z")]
    pub starts: Option<String>,
    /// The time control, such as `360s`, `10s+0.1s`, `60s/5s` or `unlimited`; if left out, the referee's own, and none in practice.
    #[schema(example = "60s+1s")]
    pub time: Option<String>,
    /// Games in an encounter, all from one opening and with colours changed after each. SPRT: 1 or 2.
    #[schema(default = 2, minimum = 1, maximum = 100)]
    pub games: Option<u32>,
    /// Swiss: how many rounds, at most 50; with more rounds than opponents, rematches are minimised. If left out, as many as a
    /// knockout of the entrants present at the start has, plus 2. SPRT: the most encounters, at most 100,000; if left out,
    /// until it is decided.
    #[schema(minimum = 1)]
    pub rounds: Option<u32>,
    /// Round-robin and gauntlet: the number of encounters of each pair.
    #[schema(default = 1, minimum = 1, maximum = 100)]
    pub cycles: Option<u32>,
    /// Gauntlet: how many of the first entrants challenge the rest.
    #[schema(default = 1, minimum = 1, maximum = 100)]
    pub challengers: Option<u32>,
    /// Arena: how long players are paired, a week at most. Ladder: likewise, a year at most; if left out, until it is ended. Pauses do not count.
    #[schema(example = "90min")]
    pub duration: Option<String>,
    /// SPRT: the first hypothesis, that the first entrant is stronger by at most this many Elo.
    #[schema(example = 0.0)]
    pub elo0: Option<f64>,
    /// SPRT: the second hypothesis, that it is stronger by at least this many Elo.
    #[schema(example = 10.0)]
    pub elo1: Option<f64>,
    /// Ladder: how many encounters each has in a day at most.
    #[schema(default = 12, minimum = 1, maximum = 1_000)]
    pub daily: Option<u32>,
    /// Ladder: the time zone in which its days begin at midnight; if left out, the referee's.
    #[schema(example = "Europe/Brussels")]
    pub zone: Option<String>,
    /// Whether the games count for the overall ratings; in practice they do not, and have no time limit if none is named.
    #[schema(default = "rated")]
    pub play: Option<Play>,
    /// Knockout: at most this many further pairs of games break a tie before the seed does, 0 to 10. Other formats: what breaks ties in the
    /// table, in this order, such as `["BH-C1", "BH", "DE"]`; as usual in the format if left out.
    #[schema(default = 1)]
    pub tie_breaks: Option<TieBreaks>,
    /// Swiss: `baku`: in the first half of the rounds the stronger half of the field has virtual points for the pairing, so that they meet
    /// each other sooner (FIDE C.04.7); they do not if left out.
    pub accelerated: Option<Accelerated>,
    /// Swiss: groups of names, such as teams, whose members are not paired unless the round requires it; they may enter later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(example = json!([["ann", "bob"], ["cyd", "dan", "eve"]]))]
    pub forbidden: Vec<Vec<String>>,
    /// Swiss: how many half-point byes each may ask for.
    #[schema(default = 0, minimum = 0, maximum = 50)]
    pub half_point_byes: Option<u32>,
    /// SPRT: the probability of a false positive (type I error).
    #[schema(default = 0.05)]
    pub alpha: Option<f64>,
    /// SPRT: the probability of a false negative (type II error).
    #[schema(default = 0.05)]
    pub beta: Option<f64>,
    /// Whether every entrant must have reported a passed rehearsal (`arbitre doctor --report`) before the start.
    #[schema(default = false)]
    pub rehearsed: Option<bool>,
    /// The number of concurrent games; an operator may allow fewer.
    #[schema(default = 8, minimum = 1, maximum = 1_024)]
    pub concurrency: Option<u32>,
    /// The number of concurrent games of one bot; an operator may allow fewer.
    #[schema(default = 1, minimum = 1, maximum = 1_024)]
    pub games_per_bot: Option<u32>,
    /// Random plies of each opening, legal and balanced; none in tic-tac-toe. A bot that knows only the start position plays from there.
    #[schema(default = 4, minimum = 0, maximum = 30)]
    pub openings: Option<u32>,
    /// The seed of numbers, colours and openings; random if left out.
    #[schema(example = 7)]
    pub seed: Option<u64>,
    /// The strikes of each player in a game, illegal moves that do not lose; 3 if left out in practice.
    #[schema(default = 0, minimum = 0, maximum = 255)]
    pub strikes: Option<u8>,
    /// How long a game waits for an absent player, 1s or more; if left out, the referee's `--ready-timeout`.
    #[schema(example = "60s")]
    pub ready_timeout: Option<String>,
    /// No-shows after which an entrant is withdrawn; if left out, those of two rounds in a Swiss, and never in other formats.
    #[schema(minimum = 1, maximum = 1_000)]
    pub absences: Option<u32>,
}

/// Expected length of a long game, in moves of each player.
pub const USUAL_MOVES: u64 = 30;

/// The tie-breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "shape.tie_breaks")]
#[schema(example = json!(["BH-C1", "BH", "DE", "SB", "WIN"]))]
pub enum TieBreaks {
    /// In a knockout: the most further pairs of games.
    Pairs(u32),
    /// In a table: these criteria, in this order.
    Criteria(Vec<String>),
}

/// The formats of tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FormatList {
    /// Every format.
    pub formats: Vec<FormatInfo>,
}

/// A format of tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"format": "gauntlet", "parameters": ["games", "cycles", "challengers"], "criteria": ["DE", "WIN", "SB"]}))]
pub struct FormatInfo {
    /// The format.
    pub format: TournamentFormat,
    /// The fields of a plan that only some formats have, this one among them; `tie_breaks` where it is a number.
    pub parameters: Vec<String>,
    /// The criteria that `tie_breaks` may list; none where it is a number, or where nothing is to be broken.
    pub criteria: Vec<String>,
}

/// A bot that is to take part: a name alone, or a name and more.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(example = json!({"bot": "ann", "rating": 1500}))]
pub struct NewEntrant {
    /// The bot's name.
    pub bot: String,
    /// Orders the entrants before the first round, highest first; 0 if left out.
    #[serde(default)]
    pub rating: i32,
    /// The engine that plays under this name where the tournament is run in one process; no concern of a referee's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// The best of another tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrantsFrom {
    /// The tournament, which is over.
    pub tournament: u64,
    /// The number of entrants, from the first place of its table on, without withdrawn ones.
    pub best: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantFields {
    bot: String,
    #[serde(default)]
    rating: i32,
    #[serde(default)]
    engine: Option<String>,
}

impl<'de> Deserialize<'de> for NewEntrant {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct NameOrFields;
        impl<'de> Visitor<'de> for NameOrFields {
            type Value = NewEntrant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("shape.entrant")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<NewEntrant, E> {
                Ok(NewEntrant { bot: name.into(), rating: 0, engine: None })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NewEntrant, A::Error> {
                let EntrantFields { bot, rating, engine } = Deserialize::deserialize(MapAccessDeserializer::new(map))?;
                Ok(NewEntrant { bot, rating, engine })
            }
        }
        from.deserialize_any(NameOrFields)
    }
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentSummary {
    /// Its number.
    pub tournament: u64,
    /// Its name.
    pub name: String,
    /// The game that is played.
    pub game: String,
    /// The way it pairs.
    pub format: TournamentFormat,
    /// The number of entrants, including those who withdrew after the start.
    pub entrants: u32,
    /// Where it stands.
    pub stage: TournamentStage,
    /// When it was made, in RFC 3339.
    pub created: String,
    /// The bot in first place, once it is over; null before, if several share it, or if nothing was played.
    pub winner: Option<String>,
    /// Why it is suspended until an operator resumes, finishes or deletes it, because something in it failed; null if nothing did.
    pub suspended: Option<Message>,
}

/// Tournaments, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentList {
    /// The tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// To be given as `before` for the next page; null on the last.
    pub next: Option<u64>,
}

/// One tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentDetail {
    /// What lists show.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The complete settings.
    pub plan: NewTournament,
    /// The round paired last; 0 before the first.
    pub round: u32,
    /// The current round: the first with an unfinished game, or the last one; 0 before the first.
    pub current_round: u32,
    /// The number of rounds for the present entrants, or those of the start; null for formats without rounds.
    pub rounds: Option<u32>,
    /// The number of games these will play; null if it depends on time or results.
    pub expected_games: Option<u64>,
    /// The longest time, in microseconds, if every player uses all its time in games of [`USUAL_MOVES`] moves; null if it has no bound.
    pub longest_us: Option<u64>,
    /// The number of games so far: ended, running, and pending.
    pub games: GameCounts,
    /// How long its games have taken on average, in microseconds; null before four have been played.
    pub game_us: Option<u64>,
    /// The expected end by the time of the games so far, in RFC 3339; null before four games, if it is unknown, or if it does not run.
    pub expected_end: Option<String>,
    /// Why its log ends before the tournament does, for example because an operator has closed it after an error; null if it does not.
    pub incomplete: Option<Message>,
    /// The number of lines of the log.
    pub lines: u64,
}

/// The number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameCounts {
    /// Games that have ended.
    pub over: u32,
    /// Being played.
    pub running: u32,
    /// Paired, and yet to be played.
    pub pending: u32,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentGame {
    /// Such as `12.2`: the second game of the twelfth encounter.
    pub game: String,
    /// The round, from 1.
    pub round: u32,
    /// The player with White.
    pub white: String,
    /// The player with Black.
    pub black: String,
    /// `pending`, `running`, `over`, or `dropped`: the tournament ended before it.
    pub status: String,
    /// How it counts; null if it has not ended.
    pub result: Option<GameResult>,
    /// Whether the two have really played.
    pub played: bool,
    /// Why it ended, as one word, if a match has reported it or the operator has decided; null otherwise.
    pub reason: Option<String>,
    /// The matches it was played as: the last one counts, unless it was decided otherwise.
    pub matches: Vec<u64>,
}

/// Games of a tournament, in the order of pairing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentGameList {
    /// The games.
    pub games: Vec<TournamentGame>,
    /// To be given as `after` for the next page; null on the last.
    pub next: Option<String>,
}

/// An operator's decision about a game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "12.2", "action": "replay", "why": "power cut in the classroom"}))]
pub struct NewTournamentDecision {
    /// The game, such as `12.2`.
    pub game: String,
    /// The decision.
    pub action: TournamentAction,
    /// The result, for `adjudicate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Why, for the record.
    pub why: String,
}
