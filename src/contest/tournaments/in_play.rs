//! The positions of running rated tournament games, which engines analyse for operators alone.

use super::Tournaments;
use crate::Error;
use crate::matches::RunningMatch;
use protocol::Play;
use rules::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Running rated tournament games of one game.
pub struct GamesInPlay {
    game: Game,
    running: Vec<RunningMatch>,
}

impl Tournaments {
    /// The running rated tournament games of this game.
    ///
    /// # Errors
    /// When there is no such game, and those of the storage.
    pub async fn in_play(self: &Arc<Self>, game: &str) -> Result<GamesInPlay, Error> {
        let game = self.matches.game(Some(game))?;
        let mut running = self.matches.running();
        running.retain(|running| running.row.game_name == game.name());
        let mut rated = BTreeSet::new();
        for id in running.iter().filter_map(|running| running.row.tournament).collect::<BTreeSet<_>>() {
            if self.find(id).await?.plan.play != Some(Play::Practice) {
                rated.insert(id);
            }
        }
        running.retain(|running| running.row.tournament.is_some_and(|id| rated.contains(&id)));
        Ok(GamesInPlay { game, running })
    }
}

impl GamesInPlay {
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The first of these positions that has occurred in one of the games, or may occur after its next move, by the game's number.
    pub fn find(&self, positions: &[String]) -> Option<u64> {
        let known = self.positions();
        positions.iter().find_map(|position| known.get(position).copied())
    }

    fn positions(&self) -> BTreeMap<String, u64> {
        let mut known = BTreeMap::new();
        for running in &self.running {
            let log = running.log();
            let occurred: Vec<&str> = log.iter().filter_map(|line| position_of(line)).collect();
            if let Some(board) = occurred.last().and_then(|last| self.game.read(last).ok()) {
                for text in board.legal_moves() {
                    let mut next = board.clone();
                    if next.play_text(&text).is_ok() {
                        known.insert(next.position(), running.row.match_id);
                    }
                }
            }
            known.extend(occurred.into_iter().map(|position| (position.to_string(), running.row.match_id)));
        }
        known
    }
}

/// The position in a line of a match's log. Texts of bots in it are escaped.
fn position_of(line: &str) -> Option<&str> {
    line.split_once(r#""position":""#)?.1.split('"').next()
}
