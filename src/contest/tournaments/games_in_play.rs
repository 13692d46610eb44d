//! The positions of running rated tournament games, which only operators may analyse.

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
            if self.is_rated(id).await? {
                rated.insert(id);
            }
        }
        running.retain(|running| running.row.tournament.is_some_and(|id| rated.contains(&id)));
        Ok(GamesInPlay { game, running })
    }

    /// Whether the games of this tournament are rated.
    ///
    /// # Errors
    /// [`Error::NoSuchTournament`], or a storage error.
    pub async fn is_rated(self: &Arc<Self>, id: u64) -> Result<bool, Error> {
        Ok(self.find(id).await?.plan.play != Some(Play::Practice))
    }
}

impl GamesInPlay {
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The first of `positions` that occurs in a running game, or after its next move, under the symmetries of the game and at any ply;
    /// with the number of the game.
    pub fn find<'p>(&self, positions: impl IntoIterator<Item = &'p str>) -> Option<u64> {
        let known = self.keys();
        let mut asked = positions.into_iter().filter_map(|position| self.game.read(position).ok());
        asked.find_map(|board| known.get(&board.symmetric_key()).copied())
    }

    fn keys(&self) -> BTreeMap<u64, u64> {
        let mut known = BTreeMap::new();
        for running in &self.running {
            let log = running.log();
            let occurred: Vec<_> = log.iter().filter_map(|line| self.game.read(position_of(line)?).ok()).collect();
            if let Some(board) = occurred.last() {
                for text in board.legal_moves() {
                    let mut next = board.clone();
                    if next.play_text(&text).is_ok() {
                        known.insert(next.symmetric_key(), running.row.match_id);
                    }
                }
            }
            known.extend(occurred.iter().map(|board| (board.symmetric_key(), running.row.match_id)));
        }
        known
    }
}

/// The position in a line of a match's log. Texts of bots in it are escaped.
pub fn position_of(line: &str) -> Option<&str> {
    line.split_once(r#""position":""#)?.1.split('"').next()
}
