//! Sequential probability ratio test between two entrants.

use super::parameters::{Parameters, within};
use super::{BadParameter, FieldError, Format, MAX_GAMES, Situation, play_or_end};
use crate::TableNote;
use crate::pairing::{Encounter, History, Next, Player, Rng};
use crate::rating::{GameScores, PairScores, Sprt, SprtError, SprtVerdict};
use crate::standings::{Criterion, RankingRules};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use message::Decimal;

/// The number of encounters that are paired beyond the first unfinished one.
const AHEAD: usize = 16;

/// Tests whether the first entrant is stronger than the second, and ends as soon as the encounters have decided it.
///
/// Encounters count in the order of pairing, so that the verdict does not depend on the number of boards, and short games do not count
/// before long ones. The two games of a pair count together. Forfeits do not count. Both players must be connected to be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SprtMatch {
    pub test: Sprt,
    /// The most encounters; none: as many as a tournament may have.
    pub rounds: Option<u32>,
    /// Games in an encounter, 1 or 2.
    pub games: u32,
    /// Draws who begins.
    pub seed: u64,
}

impl Format for SprtMatch {
    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let made = history.encounters().len();
        let players = [Player(0), Player(1)];
        let may_play = players.iter().all(|&player| situation.is_there(player)) && !self.is_decided(history);
        let ahead = ended_in_order(history) + AHEAD;
        let most = if may_play { ahead.min(self.rounds.map_or(usize::MAX, |rounds| rounds as usize)) } else { 0 };
        let first_begins = Rng::new(self.seed).draw().is_multiple_of(2);
        let encounter = |k: usize| {
            let [white, black] = if k.is_multiple_of(2) == first_begins { players } else { [players[1], players[0]] };
            Encounter::new(k as u32 + 1, white, black, self.games)
        };
        let encounters: Vec<Encounter> = (made..most).map(encounter).collect();
        let both_take_part = players.iter().all(|&player| history.is_present(player));
        match play_or_end(encounters, history) {
            // A player is disconnected but may come back.
            Next::Over if both_take_part && self.rounds.is_none_or(|rounds| made < rounds as usize) && !self.is_decided(history) => {
                Next::Wait
            }
            next => next,
        }
    }

    fn is_decided(&self, history: &History) -> bool {
        self.verdict(history) != SprtVerdict::Undecided
    }

    fn conclusions(&self, history: &History, _name: &dyn Fn(Player) -> String) -> Vec<TableNote> {
        let (low, high) = self.test.bounds();
        let [elo0, elo1] = self.test.hypotheses().map(Decimal);
        let ended = ended_in_order(history);
        let (verdict, rounds) = match self.verdict(history) {
            SprtVerdict::Undecided => ("undecided", self.rounds.filter(|&rounds| ended >= rounds as usize)),
            SprtVerdict::Stronger => ("stronger", None),
            SprtVerdict::NotStronger => ("not_stronger", None),
        };
        let [ratio, low, high] = [self.ratio(&self.scores(history, ended)), low, high].map(|number| Decimal::rounded(number, 2));
        alloc::vec![TableNote::SequentialTest { elo0, elo1, ratio, low, high, verdict, rounds }]
    }

    fn entrants(&self) -> RangeInclusive<u32> {
        2..=2
    }

    fn rules(&self, _entrants: u32) -> RankingRules {
        RankingRules { order: alloc::vec![Criterion::Points], by_rounds: false, annul_early_leavers: None }
    }
}

/// The number of ended encounters before the first unfinished one.
fn ended_in_order(history: &History) -> usize {
    history.encounters().iter().take_while(|e| e.is_over()).count()
}

impl SprtMatch {
    pub(super) fn read(parameters: &Parameters, seed: u64) -> Result<SprtMatch, BadParameter> {
        let field = |error: SprtError| match error {
            SprtError::Missing { key } | SprtError::NotANumber { key } | SprtError::Twice { key } => key,
            SprtError::ErrorRate => "alpha",
            SprtError::Hypotheses | SprtError::Form => "elo0",
        };
        let bad = |error: SprtError| BadParameter::new(field(error), error.into());
        let elo0 = parameters.elo0.ok_or(bad(SprtError::Missing { key: "elo0" }))?;
        let elo1 = parameters.elo1.ok_or(bad(SprtError::Missing { key: "elo1" }))?;
        let Parameters { alpha, beta, rounds, games, .. } = *parameters;
        let given = |error: SprtError| {
            let [elo0, elo1, alpha, beta] = [elo0, elo1, alpha, beta].map(Decimal);
            BadParameter::new(field(error), FieldError::Sprt { why: error, elo0, elo1, alpha, beta })
        };
        let test = Sprt::new(elo0, elo1, alpha, beta).map_err(given)?;
        let rounds = rounds.map(|rounds| within("rounds", rounds, 1..=MAX_GAMES as u32)).transpose()?;
        Ok(SprtMatch { test, rounds, games: within("games", games, 1..=2)?, seed })
    }

    /// The verdict after the first encounter that decides the test.
    ///
    /// Encounters are paired only while the test is undecided, so the search can begin at the last `AHEAD` encounters.
    pub fn verdict(&self, history: &History) -> SprtVerdict {
        let ended = ended_in_order(history);
        let known = history.encounters().len().saturating_sub(AHEAD);
        let mut scores = self.scores(history, known.min(ended));
        for encounter in history.encounters().get(known..ended).unwrap_or_default() {
            note(&mut scores, encounter);
            match self.judge(&scores) {
                SprtVerdict::Undecided => {}
                verdict => return verdict,
            }
        }
        SprtVerdict::Undecided
    }

    /// The first entrant's scores in the first encounters, by game and by pair: one of the two is empty.
    fn scores(&self, history: &History, encounters: usize) -> (GameScores, PairScores) {
        let mut scores = Default::default();
        history.encounters().iter().take(encounters).for_each(|encounter| note(&mut scores, encounter));
        scores
    }

    fn judge(&self, (games, pairs): &(GameScores, PairScores)) -> SprtVerdict {
        if self.games == 2 { self.test.verdict(pairs) } else { self.test.verdict(games) }
    }

    fn ratio(&self, (games, pairs): &(GameScores, PairScores)) -> f64 {
        if self.games == 2 { self.test.log_likelihood_ratio(pairs) } else { self.test.log_likelihood_ratio(games) }
    }
}

fn note((games, pairs): &mut (GameScores, PairScores), encounter: &Encounter) {
    if encounter.is_played() {
        let half_points = encounter.half_points(Player(0)) as usize;
        if encounter.games == 2 { pairs.record(half_points) } else { games.record(half_points) }
    }
}
