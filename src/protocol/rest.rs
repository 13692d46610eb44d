//! REST types of matches, bots, tokens and errors.

use crate::{
    ChargeJson, Clocks, DecisionRecord, GameResult, Info, LagCompensationJson, Participants, Seat, Status, TimeControlJson, TokenRole,
    Transport,
};
use message::{Message, omit_none};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A match to be made.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"white": "alphabeta", "black": "greedy", "time": "10s+0.1s"}))]
pub struct NewMatch {
    /// The game that is played, such as `connect-four`; knights if left out.
    pub game: Option<String>,
    /// The bot that moves first.
    pub white: String,
    /// The bot that moves second.
    pub black: String,
    /// The time control, such as `360s`, `10s+0.1s`, `60s/5s` (5 s a move at most) or `unlimited`; the referee's own if left out.
    pub time: Option<String>,
    /// The strikes of each player, illegal moves that do not lose; 0 if left out.
    pub strikes: Option<u8>,
    /// The position to start from; the usual one if left out.
    pub position: Option<String>,
    /// Seconds that a player may be away at one time before it loses; if left out, only its clock runs (5 minutes in games without a time limit).
    pub forfeit_after_s: Option<u32>,
}

/// An operator's decision that a match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"result": "void", "why": "power cut in the classroom"}))]
pub struct MatchDecision {
    /// How it ends.
    pub result: GameResult,
    /// Why, for the record.
    pub why: String,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MatchSummary {
    /// The match's number.
    pub game: u64,
    /// Which game is played, such as `knights`.
    pub game_name: String,
    /// The players.
    pub players: Participants,
    /// Where it stands.
    pub status: Status,
    /// How it ended; null while it runs.
    pub result: Option<GameResult>,
    /// Why it ended, as one word; null while it runs.
    pub reason: Option<String>,
    /// Why it ended, with the numbers; null while it runs.
    pub why: Option<Message>,
    /// The time each player has.
    pub time: TimeControlJson,
    /// When it was made, in RFC 3339.
    pub created: String,
    /// When it ended, in RFC 3339; null while it runs.
    pub ended: Option<String>,
    /// The tournament it is part of; null for none.
    pub tournament: Option<u64>,
    /// The number of plies played; in lists, null while it runs.
    pub plies: Option<u32>,
    /// Why it is suspended until an operator resumes or decides it, because something in it failed; null if nothing did.
    pub suspended: Option<Message>,
    /// What the operator of its tournament has decided about it after its end, alone or in the list of its tournament; null if nothing.
    pub decision: Option<DecisionRecord>,
}

/// A page of matches, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchSummary>,
    /// To be given as `before` for the next page; null on the last.
    pub next: Option<u64>,
}

/// A move and the evidence for its charge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MoveRecord {
    /// Who played.
    pub seat: Seat,
    /// Plies played before it.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub position: String,
    /// The cost.
    pub charge: ChargeJson,
    /// Both clocks after it.
    pub clocks: Clocks,
    /// The bot's own figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// One match, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MatchDetail {
    /// What lists show.
    #[serde(flatten)]
    pub summary: MatchSummary,
    /// The position before the first move.
    pub start: String,
    /// The position now.
    pub position: String,
    /// Both clocks at the last move.
    pub clocks: Clocks,
    /// Whose turn it is; null if the game is not being played.
    pub to_move: Option<Seat>,
    /// How long that player's clock has been running, in microseconds; null if no clock runs.
    pub thinking_us: Option<u64>,
    /// The strikes of each player: illegal moves that do not lose.
    pub strikes: u8,
    /// Time on the way that was not charged.
    pub lag_compensation: LagCompensationJson,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The number of lines of the log.
    pub lines: u64,
}

/// A bot that is connected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotStatus {
    /// Its name.
    pub name: String,
    /// Its version, as it says.
    pub version: Option<String>,
    /// Its language, as it says.
    pub lang: Option<String>,
    /// The games that it plays, such as `knights`.
    pub plays: Vec<String>,
    /// The matches it is playing.
    pub games: Vec<u64>,
    /// Whether it offers to play.
    pub seeking: bool,
}

/// The bots that are connected, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotList {
    /// The bots.
    pub bots: Vec<BotStatus>,
    /// To be given as `after` for the next page; null on the last.
    pub next: Option<String>,
    /// The number of all connected bots.
    pub connected: u64,
}

/// A token to be minted, for a bot by name or for the role of an operator.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"role": "bot", "bot": "ann", "team": "reds"}))]
pub struct NewToken {
    /// `operator` for an operator's token, which names no bot; `bot` may be left out where a bot is named.
    pub role: Option<TokenRole>,
    /// The bot it is for.
    pub bot: Option<String>,
    /// The team of the bot's owner, who may act for all bots of it.
    pub team: Option<String>,
}

/// A new token. It is shown this once: only a hash of it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Token {
    /// Names the token in lists.
    pub id: u64,
    /// The bot it is for; null for an operator's.
    pub bot: Option<String>,
    /// The team of the bot's owner.
    pub team: Option<String>,
    /// The token.
    pub token: String,
}

/// A token in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TokenInfo {
    /// Names the token.
    pub id: u64,
    /// The bot it is for; null for an operator's.
    pub bot: Option<String>,
    /// The team of the bot's owner.
    pub team: Option<String>,
    /// When it was minted, in RFC 3339.
    pub created: String,
}

/// The tokens that are valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TokenList {
    /// The tokens.
    pub tokens: Vec<TokenInfo>,
}

/// A bot's record over its latest games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BotRecord {
    /// The bot.
    pub bot: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Void games.
    pub void: u32,
    /// The number of lost games by reason.
    pub losses_by_reason: BTreeMap<String, u32>,
    /// The move of each game that cost most, the slowest first; at most 20.
    pub slowest_moves: Vec<SlowMove>,
    /// The number of disconnections during games.
    pub drops: u32,
    /// The last one of each game, the latest games first; at most 20.
    pub latest_drops: Vec<ConnectionDrop>,
    /// Its latest connections since the referee was started, at most 20, the newest first.
    pub connections: Vec<ConnectionRecord>,
    /// The games, newest first.
    pub games: Vec<RecordedGame>,
}

/// A move that took long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SlowMove {
    /// The match.
    pub game: u64,
    /// Plies played before it.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The time deducted from the clock, in microseconds. The match has the evidence.
    pub charged_us: u64,
}

/// A connection of a bot.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConnectionRecord {
    /// Its number, as `welcome` sent it.
    pub session: u64,
    /// How the bot was connected.
    pub link: Transport,
    /// The version that the bot said it was.
    pub version: Option<String>,
    /// When it began.
    pub began: String,
    /// When it ended, if it has.
    pub ended: Option<String>,
    /// How: `closed` by the bot, `gone` without a close, or why the referee closed it, as the word of that error.
    pub how: Option<String>,
}

/// A connection that broke.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConnectionDrop {
    /// The match.
    pub game: u64,
    /// Microseconds since the match was made.
    pub at_us: u64,
}

/// A game as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RecordedGame {
    /// The match.
    pub game: u64,
    /// Which game was played.
    pub game_name: String,
    /// Against whom.
    pub opponent: String,
    /// Where the bot sat.
    pub seat: Seat,
    /// `won`, `drawn`, `lost` or `void`.
    pub result: String,
    /// Why, as one word.
    pub reason: String,
    /// Why, with the numbers.
    pub why: Message,
}

/// A frame that went over a bot's connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Frame {
    /// Microseconds on the referee's clock, since it was started.
    pub at_us: u64,
    /// `bot` or `referee`.
    pub from: String,
    /// The text, as it was.
    pub text: String,
}

/// The frames of one game over one bot's connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FrameList {
    /// The match.
    pub game: u64,
    /// The frames, in order.
    pub frames: Vec<Frame>,
}

/// An error as `application/problem+json` (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// Names the kind of problem: where the table of codes describes it, such as `/docs/api#contest.no_such_match`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status as text.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, where, and what would be right: a sentence in the language of `Accept-Language`.
    pub detail: String,
    /// The same as a code with parameters.
    #[serde(flatten)]
    pub message: Message,
}

impl Problem {
    /// A problem with an English sentence; `title` is the text of the status.
    pub fn new(status: u16, title: &str, message: Message) -> Problem {
        let kind = format!("/docs/api#{}", message.code());
        Problem { kind, title: title.into(), status, detail: message.to_string(), message }
    }
}
