//! What the simulated database keeps: the logs, line after line.

use super::super::change::Refused;
use std::collections::BTreeMap;
use storage::{Change, Fault, StorageError};

/// What is kept.
#[derive(Clone, Default)]
pub struct Kept {
    /// The log of each match.
    pub logs: BTreeMap<u64, Vec<String>>,
    /// The log of the tournament.
    pub tournament: Vec<String>,
}

impl Kept {
    /// As the statements of `change.rs` do it: what does not follow the last line is refused.
    pub fn check(&self, changes: &[Change]) -> Result<(), Refused> {
        let mut lengths = BTreeMap::<u64, u64>::new();
        let mut rounds = self.tournament.len() as u64;
        for change in changes {
            let follows = match change {
                Change::Match(row) => !self.logs.contains_key(&row.game) && lengths.insert(row.game, 0).is_none(),
                Change::Line { game, number, .. } => {
                    let kept = || self.logs.get(game).map_or(u64::MAX, |log| log.len() as u64);
                    let length = lengths.entry(*game).or_insert_with(kept);
                    let follows = length == number;
                    *length = number + 1;
                    follows
                }
                Change::TournamentLine { number, .. } => {
                    rounds += 1;
                    *number + 1 == rounds
                }
                _ => false,
            };
            if !follows {
                return Err(Refused::Never(StorageError::new(Fault::Conflict, format!("{change:?} does not follow the last"))));
            }
        }
        Ok(())
    }

    pub fn make(&mut self, changes: &[Change]) -> Result<(), Refused> {
        self.check(changes)?;
        for change in changes {
            match change {
                Change::Line { game, body, .. } => self.logs.entry(*game).or_default().push(body.to_string()),
                Change::TournamentLine { body, .. } => self.tournament.push(body.to_string()),
                Change::Match(row) => _ = self.logs.insert(row.game, Vec::new()),
                _ => {}
            }
        }
        Ok(())
    }
}
