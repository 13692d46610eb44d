//! A tournament as its readers see it.

use super::game::{GameEnd, GameStatus, GameView};
use super::settings::Settings;
use super::state::Tournament;
use crate::format::SeedDecision;
use crate::pairing::swiss::{Acceleration, Regulations};
use crate::rating::RatedGame;
use crate::standings::{Crosstable, RankingRules, Standings};
use crate::trf::{Report, TrfError};
use crate::{Conclusion, Micros};
use alloc::vec::Vec;
use rules::Side;

impl Tournament {
    /// The ranking so far.
    pub fn standings(&self) -> Standings {
        Standings::new(self.history(), &self.rules())
    }

    /// The ranking by the rounds before [the one that is being played](crate::pairing::History::current_round); none in the first round, and where there are
    /// no rounds to count.
    pub fn standings_before(&self) -> Option<Standings> {
        self.rounds()?;
        let round = self.history().current_round();
        (round > 1).then(|| Standings::new(&self.history().before(round), &self.rules()))
    }

    /// What the ranking goes by.
    pub fn rules(&self) -> RankingRules {
        let settings = self.settings();
        let mut rules = settings.format.rules(self.field());
        if !settings.tie_breaks.is_empty() {
            rules.order.retain(|criterion| criterion.word().is_none());
            rules.order.extend(&settings.tie_breaks);
        }
        rules
    }

    /// How many take part, or, once it has started, did at the start.
    pub fn field(&self) -> u32 {
        self.history().entrants().iter().filter(|entrant| entrant.joined_after == 0).count() as u32
    }

    /// How many rounds there are for the field; none if there are no rounds to count.
    pub fn rounds(&self) -> Option<u32> {
        self.settings().format.rounds(self.field())
    }

    /// How many games each stage is expected to have, where a stage is paired when the one before is over: formats that pair everything at once
    /// have one. None if that hangs on the time, or on what the games show.
    pub fn stages(&self) -> Vec<u64> {
        let format = &self.settings().format;
        format.stages(self.field()).into_iter().map(|encounters| encounters * u64::from(format.games())).collect()
    }

    /// How many games the field is expected to play; none if that hangs on the time, or on what the games show.
    pub fn expected_games(&self) -> Option<u64> {
        let stages = self.stages();
        (!stages.is_empty()).then(|| stages.iter().sum())
    }

    /// How long all of it takes the field if every game takes as long as `game`, everybody is there, and nobody waits for anybody but
    /// within a stage; none if that hangs on what the games show.
    pub fn expected_time(&self, game: Micros) -> Option<Micros> {
        let Settings { format, at_once, per_player, .. } = self.settings();
        if let Some(lasts) = format.duration() {
            return Some(lasts);
        }
        let stages = format.stages(self.field());
        let per_player = u64::from((*per_player).max(1));
        let lanes = u64::from(*at_once).min(u64::from(self.field() / 2) * per_player).max(1);
        // The games of an encounter are played by the same two, one after the other where a player plays one at a time.
        let shortest = u64::from(format.games()).div_ceil(per_player);
        let games = stages.iter().map(|&encounters| (encounters * u64::from(format.games())).div_ceil(lanes).max(shortest)).sum::<u64>();
        (!stages.is_empty()).then(|| Micros(game.0.saturating_mul(games)))
    }

    /// Where all games of two were played and the seed decided who goes on.
    pub fn decided_by_seed(&self) -> Vec<SeedDecision> {
        self.settings().format.decided_by_seed(self.history())
    }

    /// What the games have shown, where that is more than a table says.
    pub fn conclusions(&self) -> Vec<Conclusion> {
        let by_seed = |decided: SeedDecision| {
            let [winner, loser] = [decided.winner, decided.loser].map(|player| self.name(player).into());
            Conclusion::BySeed { round: decided.round, winner, loser }
        };
        let shown = self.settings().format.conclusion(self.history());
        shown.into_iter().chain(self.decided_by_seed().into_iter().map(by_seed)).collect()
    }

    /// The first rounds as a report file that other programs read, and who will miss the round after them: as many as are asked for, or all
    /// that have been played to their end.
    ///
    /// # Errors
    /// If there is no room for the tournament in such a file: encounters of several games, too many players or rounds; or if a round that
    /// is asked for has not been played to its end.
    pub fn report(&self, rounds: Option<u32>, title: &str) -> Result<Report, TrfError> {
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
        let report = Report::of(history, &regulations, rounds, &standings, title, |player| self.name(player).into())?;
        Ok(Report { system: alloc::format!("Individual: {system}"), initial: report.initial.filter(|_| is_swiss), ..report })
    }

    /// Who scored what against whom so far.
    pub fn crosstable(&self) -> Crosstable {
        Crosstable::new(self.history())
    }

    /// The games that say something about strength: really played, and counted.
    pub fn rated_games(&self) -> Vec<RatedGame> {
        let rated = |game: GameView| match game.status {
            GameStatus::Over(GameEnd { outcome: Some(outcome), played: true }) => {
                let seats = game.seats.map(|player| player.0 as usize);
                Some(RatedGame { seats, outcome, encounter: game.key.encounter as usize })
            }
            _ => None,
        };
        self.games().filter_map(rated).collect()
    }
}
