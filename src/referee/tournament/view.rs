//! Read access to a tournament.

use super::game::{GameStatus, GameView, TournamentGameEnd};
use super::settings::{Settings, Stage};
use super::state::Tournament;
use crate::pairing::swiss::{Acceleration, Regulations};
use crate::rating::RatedGame;
use crate::standings::{Crosstable, RankingRules, Standings};
use crate::trf::{TrfError, TrfReport};
use crate::{Micros, TableNote};
use alloc::vec::Vec;
use rules::Side;

impl Tournament {
    pub fn standings(&self) -> Standings {
        Standings::new(self.history(), &self.rules())
    }

    /// The standings before [the current round](crate::pairing::History::current_round); none in the first round and without rounds.
    pub fn standings_before(&self) -> Option<Standings> {
        self.rounds()?;
        let round = self.history().current_round();
        (round > 1).then(|| Standings::new(&self.history().before(round), &self.rules()))
    }

    /// The name of the player in first place of a finished tournament; none if several share it, or nothing was played.
    pub fn winner(&self) -> Option<&str> {
        if !matches!(self.stage(), Stage::Finished | Stage::Archived) {
            return None;
        }
        let standings = self.standings();
        let (first, others) = standings.lines.split_first()?;
        let is_alone = others.first().is_none_or(|second| second.rank > first.rank);
        (first.played > 0 && is_alone).then(|| self.name(first.player))
    }

    pub fn rules(&self) -> RankingRules {
        let settings = self.settings();
        let mut rules = settings.format.rules(self.field());
        if !settings.tie_breaks.is_empty() {
            rules.order.retain(|criterion| criterion.word().is_none());
            rules.order.extend(&settings.tie_breaks);
        }
        rules
    }

    /// The number of entrants, or of starters after the start.
    pub fn field(&self) -> u32 {
        self.history().entrants().iter().filter(|entrant| entrant.joined_after == 0).count() as u32
    }

    /// The number of rounds; none for a format without rounds.
    pub fn rounds(&self) -> Option<u32> {
        self.settings().format.rounds(self.field())
    }

    /// The expected games of each stage, where a stage begins when the one before is over; empty if the time or the results decide.
    pub fn stages(&self) -> Vec<u64> {
        self.settings().format.stages(self.field())
    }

    /// The expected number of games; none if the time or the results decide.
    pub fn expected_games(&self) -> Option<u64> {
        let stages = self.stages();
        (!stages.is_empty()).then(|| stages.iter().sum())
    }

    /// The expected length if each game takes `game` and all players are connected; none if the results decide.
    pub fn expected_time(&self, game: Micros) -> Option<Micros> {
        if let Some(lasts) = self.settings().format.duration() {
            return Some(lasts);
        }
        let lengths = self.stage_lengths();
        (!lengths.is_empty()).then(|| Micros(game.0.saturating_mul(lengths.iter().sum())))
    }

    /// The length of each of the [stages](Self::stages), in games one after the other, if all players are connected.
    pub fn stage_lengths(&self) -> Vec<u64> {
        let Settings { format, concurrency, per_player, .. } = self.settings();
        let per_player = u64::from((*per_player).max(1));
        let boards = u64::from(*concurrency).min(u64::from(self.field() / 2) * per_player).max(1);
        // An encounter takes this long at least: its players play `per_player` games of it at one time.
        let shortest = u64::from(format.games()).div_ceil(per_player);
        self.stages().into_iter().map(|games| games.div_ceil(boards).max(shortest)).collect()
    }

    /// Results that the table does not show.
    pub fn conclusions(&self) -> Vec<TableNote> {
        self.settings().format.conclusions(self.history(), &|player| self.name(player).into())
    }

    /// The first rounds as a report file: `rounds`, or all that are over. It includes the absences from the next round.
    ///
    /// # Errors
    /// If encounters have several games, there are too many players or rounds, or a requested round is not over.
    pub fn report(&self, rounds: Option<u32>, title: &str) -> Result<TrfReport, TrfError> {
        let history = self.history();
        let unfinished = self.pending.iter().chain(&self.running).filter_map(|&key| self.game(key)).map(|game| game.round).min();
        let finished = unfinished.map_or(history.round(), |round| round - 1);
        let rounds = match rounds {
            Some(round) if round > finished => return Err(TrfError::NotFinished { round, finished }),
            rounds => rounds.unwrap_or(finished),
        };
        let format = &self.settings().format;
        let of_swiss = format.regulations(history, &self.apart());
        let (is_swiss, system) = match &of_swiss {
            Some(_) => (true, "Swiss-System (FIDE Dutch, 2025)".into()),
            None => (false, format.word().replace('_', "-")),
        };
        let regulations = of_swiss.unwrap_or_else(|| Regulations {
            rounds: self.rounds().unwrap_or(0).max(history.round()),
            games: format.games(),
            initial: Side::White,
            acceleration: Acceleration::None,
            apart: Vec::new(),
        });
        let standings = Standings::new(&history.until(rounds), &self.rules());
        let report = TrfReport::of(history, &regulations, rounds, &standings, title, |player| self.name(player).into())?;
        Ok(TrfReport { system: alloc::format!("Individual: {system}"), initial: report.initial.filter(|_| is_swiss), ..report })
    }

    pub fn crosstable(&self) -> Crosstable {
        Crosstable::new(self.history())
    }

    /// The games that were played and count.
    pub fn rated_games(&self) -> Vec<RatedGame> {
        let rated = |game: GameView| match game.status {
            GameStatus::Over(TournamentGameEnd { outcome: Some(outcome), played: true }) => {
                let seats = game.seats.map(|player| player.0 as usize);
                Some(RatedGame { seats, outcome, encounter: game.key.encounter as usize })
            }
            _ => None,
        };
        self.games().filter_map(rated).collect()
    }
}
