//! REST types for the web page: live games, records of bots, brackets, the state of the machine.

use crate::{Advance, BotStatus, GameResult, MatchSummary, NodeRole, OverallRating, Seat};
use message::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A running game, and what makes it worth looking at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveGame {
    /// What lists show.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The overall rating of White; null for none.
    pub white_rating: Option<f64>,
    /// The overall rating of Black; null for none.
    pub black_rating: Option<f64>,
    /// Whether both bots are connected.
    pub both_connected: bool,
    /// How long the clock has been running, in microseconds; null if no clock runs.
    pub thinking_us: Option<u64>,
}

/// The running games that are most worth looking at, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveGames {
    /// The games.
    pub games: Vec<LiveGame>,
    /// The number of running games.
    pub running: u64,
    /// The game that the operator has pinned; null for none.
    pub pinned: Option<u64>,
}

/// The game to feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": 17}))]
pub struct Pin {
    /// The game; null: the one most worth looking at.
    pub game: Option<u64>,
}

/// The number of a bot's games against one opponent with one termination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResultCount {
    /// The game that was played, such as `knights`.
    pub game: String,
    /// Against whom.
    pub opponent: String,
    /// Where the bot sat.
    pub seat: Seat,
    /// How the games ended.
    pub result: GameResult,
    /// Why, as one word.
    pub reason: String,
    /// The version that the bot sent.
    pub version: Option<String>,
    /// When the first of them was made, in RFC 3339.
    pub since: String,
    /// The number.
    pub games: u64,
}

/// A bot's overall rating after a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RatingPoint {
    /// The tournament's number.
    pub tournament: u64,
    /// Its name.
    pub name: String,
    /// When it was made, in RFC 3339.
    pub created: String,
    /// The rating after it.
    pub rating: f64,
    /// Standard deviation; 95 % interval = rating ± 2 × deviation.
    pub deviation: f64,
    /// Rated games so far.
    pub games: u32,
}

/// All that is publicly known of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotProfile {
    /// Its name.
    pub name: String,
    /// The game that rating, place and history are about.
    pub game: String,
    /// Its hello and its present activity; null if it is not connected.
    pub connected: Option<BotStatus>,
    /// Its overall rating; null before its first rated tournament.
    pub rating: Option<OverallRating>,
    /// Its place among those who have one, from 1.
    pub place: Option<u32>,
    /// The number of these.
    pub rated_bots: u32,
    /// Its rating after each tournament in which it played rated games, the first first; the latest 1,000.
    pub history: Vec<RatingPoint>,
    /// How its games ended, by game, opponent, seat, result, reason and version: at most 10,000 of these.
    pub results: Vec<ResultCount>,
}

/// Two places of a bracket, and who went on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BracketMatch {
    /// The upper of the two; null if it is not known yet, or the place stays empty.
    pub upper: Option<String>,
    /// The lower of the two.
    pub lower: Option<String>,
    /// The score of the upper player in this round.
    pub upper_points: f64,
    /// The score of the lower player.
    pub lower_points: f64,
    /// Who went on; null while that is open.
    pub winner: Option<String>,
    /// Why; null while it is open.
    pub by: Option<Advance>,
    /// The games so far, such as `12.2`, in their order.
    pub games: Vec<String>,
}

/// A knockout from its first round to its final.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Bracket {
    /// The tournament's number.
    pub tournament: u64,
    /// The rounds, each from top to bottom; empty before the first is paired, and for other formats.
    pub rounds: Vec<Vec<BracketMatch>>,
}

/// A move that a bot expected, and what it would come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub position: String,
}

/// The principal variation that a bot sent with a move, as far as it is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineOfPlay {
    /// The match.
    pub game: u64,
    /// Plies played before the move that it was sent with.
    pub ply: u32,
    /// The position in which it begins.
    pub start: String,
    /// The moves.
    pub moves: Vec<LineMove>,
    /// The first move that is not legal, if there is one.
    pub illegal: Option<String>,
}

/// The random opening moves of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningMoves {
    /// The match.
    pub game: u64,
    /// The start position, from which they go.
    pub start: String,
    /// The moves, with the position after each; none if the match begins from the start position, or from a position that was not drawn.
    pub moves: Vec<LineMove>,
}

/// Whose token it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rights {
    /// Whether it is an operator's.
    pub operator: bool,
    /// The bot it is for; null for an operator's, or without a token.
    pub bot: Option<String>,
    /// Whether its holder may make matches and run tournaments.
    pub open: bool,
}

/// Where bots and browsers find this referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Addresses {
    /// Addresses of the page, the best first; empty if it is reachable from this machine alone.
    pub pages: Vec<String>,
}

/// One of the processes that share a database, or the only one there is: a node or a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The version of Arbitre.
    pub version: String,
    /// Where it listens: `HOST:PORT`; empty for a worker.
    pub address: String,
    /// Its role.
    pub role: NodeRole,
    /// The address for other nodes, `HOST:PORT`, if the node does not reach itself there: `--advertise` or `--bind-relay` may be wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreached: Option<String>,
    /// Since when, in RFC 3339, by the database's clock.
    pub since: String,
    /// Its last heartbeat, in RFC 3339, by the database's clock.
    pub last_seen: String,
}

/// The processes that share a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Nodes {
    /// In the order of their names.
    pub nodes: Vec<Node>,
    /// The number of jobs that are worked on.
    pub jobs_running: u64,
    /// The number of jobs that wait.
    pub jobs_waiting: u64,
}

/// The machine that the referee runs on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Machine {
    /// Memory that the process holds, in bytes; null where the system does not report it.
    pub memory_bytes: Option<u64>,
    /// Memory that the machine has free, in bytes.
    pub memory_free_bytes: Option<u64>,
    /// The load of the last minute: how many threads wanted to run.
    pub load: Option<f64>,
    /// The number of processors.
    pub processors: u32,
    /// Free space where matches are stored, in bytes; null if they are not.
    pub disk_free_bytes: Option<u64>,
    /// Size of the stored data, in bytes.
    pub disk_used_bytes: Option<u64>,
    /// The number of open connections.
    pub connections: u64,
    /// The number of running matches.
    pub matches: u64,
    /// The longest that one step has held the referee's thread, in microseconds.
    pub longest_step_us: u64,
    /// Why nothing can be written for the moment; null if it can.
    pub storage_trouble: Option<Message>,
    /// A warning about the storage, such as that the database has lost what was acknowledged; null if there is none.
    pub storage_warning: Option<Message>,
}
