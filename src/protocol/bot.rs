//! Messages from a bot to the referee.

use crate::Seat;
use message::omit_none;
use serde::{Deserialize, Serialize};
use std::ops::Not;
use utoipa::ToSchema;

/// A message from a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum BotMessage {
    /// The first message: who the bot is.
    Hello(Hello),
    /// The offer to play one game.
    Seek(Seek),
    /// The offer is withdrawn.
    Unseek,
    /// The bot is ready for the first move of a game.
    Ready {
        /// The game.
        game: u64,
    },
    /// A move.
    Move(Move),
    /// The bot gives up.
    Resign {
        /// The game.
        game: u64,
        /// Why, for the record; only its first 200 characters are stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The bot asks for the `state` of a game.
    Sync {
        /// The game.
        game: u64,
    },
    /// Answered by `pong`.
    Ping,
}

/// Who the bot is.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Hello {
    /// The protocol versions that the bot speaks.
    pub proto: Vec<u32>,
    /// The token that the operator gave; not needed where registration is open.
    pub token: Option<String>,
    /// The secret of an older connection's `welcome`, so that this one replaces it.
    pub resume_token: Option<String>,
    /// Whether to send the results of games whose end the bot may not have seen, after a lost connection.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub resume: bool,
    /// The bot.
    pub bot: About,
}

/// A bot as it describes itself.
#[omit_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct About {
    /// 1 to 40 letters, digits, spaces or any of `_ - . '`.
    pub name: String,
    /// The bot's own version, free text.
    pub version: Option<String>,
    /// The language it is written in, free text.
    pub lang: Option<String>,
    /// Whether it plays on from any position. One that does not plays from the start position alone.
    #[serde(default = "any_opening", skip_serializing_if = "Clone::clone")]
    pub openings: bool,
    /// The games that it plays, such as `connect-four`; knights alone if left out.
    #[serde(default = "knights_alone", skip_serializing_if = "are_knights_alone")]
    pub games: Vec<String>,
}

impl About {
    /// A bot of this name that says nothing else of itself.
    pub fn named(name: impl Into<String>) -> About {
        About { name: name.into(), version: None, lang: None, openings: any_opening(), games: knights_alone() }
    }

    /// Whether it plays the game of this name.
    pub fn plays(&self, game: &str) -> bool {
        self.games.iter().any(|played| played == game)
    }
}

/// The game that a bot plays that names none.
const KNIGHTS: &str = "knights";

const fn any_opening() -> bool {
    true
}

fn knights_alone() -> Vec<String> {
    vec![KNIGHTS.into()]
}

fn are_knights_alone(games: &[String]) -> bool {
    games == [KNIGHTS]
}

/// The offer to play one game.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seek {
    /// The game, such as `connect-four`; knights if left out.
    pub game: Option<String>,
    /// The time control, such as `360s`, `10s+0.1s` or `unlimited`; the referee's own if left out.
    pub time: Option<String>,
    /// Play this bot, which must be connected; any bot that seeks the same time control if left out.
    pub opponent: Option<String>,
    /// The bot's side; random if left out.
    pub seat: Option<Seat>,
    /// The bot's own mark for this offer, 1 to 64 characters: the notice, the error, or the first `state` that answers it has it too.
    pub id: Option<String>,
}

/// A move. The pair of game and ply names it: sent twice, it is played and charged once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Move {
    /// The game.
    pub game: u64,
    /// The ply that `your_turn` named.
    pub ply: u32,
    /// The move, such as `B9-A7` or `PASSE`.
    #[serde(rename = "move")]
    pub text: String,
    /// The bot's own figures, for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// A bot's own figures on a move. The referee shows them and does not use them.
#[omit_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Info {
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The bot's own valuation, in its own unit; positive is good for the bot.
    pub score: Option<f64>,
    /// Plies to the end of a game that the bot sees decided, this move included: positive if it wins, negative if it loses.
    pub ends_in: Option<i32>,
    /// The moves it expects.
    pub pv: Option<Vec<String>>,
}
