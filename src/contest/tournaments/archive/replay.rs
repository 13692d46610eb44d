//! Replays a match of an archive by the rules, line by line.

use super::archive_error::{ArchiveError, bad};
use super::{ArchivedMatch, likeness};
use crate::Error;
use crate::matches::wire;
use protocol::{Entry, GameResult, Line, MoveRecord};
use referee::TerminationKind;
use rules::{Board, Catalogue};

/// The replay of a match up to a line.
pub struct MatchReplay {
    pub match_id: u64,
    /// Its first line in the archive, from 1.
    at: usize,
    lines: u64,
    begun: Option<StartedReplay>,
    result: Option<GameResult>,
}

struct StartedReplay {
    board: Box<dyn Board>,
    game_name: &'static str,
    likeness: [u8; 32],
}

impl MatchReplay {
    pub fn new(match_id: u64, at: usize) -> MatchReplay {
        MatchReplay { match_id, at, lines: 0, begun: None, result: None }
    }

    /// Replays one line of a match; `at` is its line in the archive.
    pub fn play(&mut self, at: usize, line: &Line, games: Catalogue) -> Result<(), Error> {
        let game = self.match_id;
        if self.result.is_some() {
            return Err(bad(at, ArchiveError::AfterEnd { game }));
        }
        let Some(StartedReplay { board, .. }) = &mut self.begun else {
            self.lines = 1;
            self.begun = Some(begin(game, at, &line.entry, games)?);
            return Ok(());
        };
        if line.line != self.lines {
            return Err(bad(at, ArchiveError::MatchLineOrder { line: line.line, game, expected: self.lines }));
        }
        self.lines += 1;
        match &line.entry {
            Entry::Created { .. } => return Err(bad(at, ArchiveError::SecondBeginning)),
            Entry::Moved(MoveRecord { ply, text, position, .. }) => {
                if *ply != board.ply() {
                    return Err(bad(at, ArchiveError::Ply { ply: *ply, expected: board.ply() }));
                }
                let illegal = |why| bad(at, ArchiveError::Illegal { text: text.clone(), ply: *ply, game, why });
                board.play_text(text).map_err(illegal)?;
                if *position != board.position() {
                    return Err(bad(
                        at,
                        ArchiveError::Position { text: text.clone(), position: position.clone(), found: board.position() },
                    ));
                }
            }
            Entry::Ended { result, reason, .. } => {
                let kind: TerminationKind = reason.parse().map_err(|why| bad(at, ArchiveError::UnknownReason { game, why }))?;
                if kind != TerminationKind::Rules && board.outcome().is_some() {
                    return Err(bad(at, ArchiveError::Decided { game, reason: reason.clone() }));
                }
                if kind == TerminationKind::Rules && board.outcome().map(Some) != Some(wire::outcome(*result)) {
                    return Err(bad(at, ArchiveError::NotByTheRules { game, result: *result }));
                }
                self.result = Some(*result);
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the replay of a match, the `order`-th from 0; also returns its number.
    pub fn finish(self, order: u64) -> Result<(u64, ArchivedMatch), Error> {
        let MatchReplay { match_id, at, lines, begun, result } = self;
        let StartedReplay { game_name, likeness, .. } = begun.ok_or_else(|| bad(at, ArchiveError::NoBeginning { game: match_id }))?;
        let result = result.ok_or_else(|| bad(at + lines as usize, ArchiveError::NoEnd { game: match_id }))?;
        Ok((match_id, ArchivedMatch { order, game_name, likeness, result, at }))
    }
}

fn begin(match_id: u64, at: usize, first: &Entry, games: Catalogue) -> Result<StartedReplay, Error> {
    let Entry::Created { game: number, game_name, players, position, .. } = first else {
        return Err(bad(at, ArchiveError::NoBeginning { game: match_id }));
    };
    if *number != match_id {
        return Err(bad(at, ArchiveError::OtherNumber { number: *number, game: match_id }));
    }
    let rules = games.find(game_name).map_err(|error| bad(at, error))?;
    let board = rules.read(position).map_err(|error| bad(at, ArchiveError::NoPosition { game: game_name.clone(), why: error }))?;
    Ok(StartedReplay { board, game_name: rules.name(), likeness: likeness(players, position) })
}
