//! Continuous pairing.

use super::parameters::Parameters;
use super::{BadParameter, Format, Situation};
use crate::pairing::{Encounter, History, Lots, Next, Player};
use crate::standings::{Criterion, Rules};
use crate::{Edition, Micros};
use alloc::vec::Vec;
use core::cmp::Reverse;
use rules::Side;

/// An arena: whoever is free is paired at once with somebody free of a similar score, for as long as it is asked.
///
/// Two players who have just played each other, and nobody else since, do not meet again at once, unless there are only these two.
/// Among the others, who met least often comes first, then who is nearest in rank. White goes to the one with fewer white games,
/// then to the one who had Black last, then by lot. Anybody may join or leave at any time; the clock belongs to who runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arena {
    /// Games in an encounter.
    pub games: u32,
    /// For how long players are paired, pauses not counted.
    pub lasts: Micros,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

/// What an arena knows of a player.
struct Card {
    player: Player,
    half_points: u32,
    /// White games less black games.
    balance: i32,
    last: Option<(Side, Player)>,
    met: Vec<Player>,
}

/// A week.
const LONGEST: Micros = Micros::from_secs(7 * 86_400);

impl Arena {
    pub(super) fn read(parameters: &mut Parameters, seed: u64) -> Result<Arena, BadParameter> {
        let lasts = parameters.take_duration(LONGEST, "an arena needs one, such as `90min`")?;
        Ok(Arena { games: parameters.take_games()?, lasts, seed })
    }
}

impl Format for Arena {
    fn word(&self) -> &'static str {
        "arena"
    }

    fn parameters(&self) -> Parameters {
        Parameters { games: Some(self.games), duration: Some(self.lasts), ..Parameters::default() }
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn stages(&self, _entrants: u32) -> Vec<u64> {
        Vec::new()
    }

    fn duration(&self) -> Option<Micros> {
        Some(self.lasts)
    }

    fn rules(&self, edition: Edition, _entrants: u32) -> Rules {
        use Criterion::{Attendance, DirectEncounter, Points, Share, Wins};
        let order = match edition {
            Edition::First => alloc::vec![Points, Wins, DirectEncounter],
            Edition::Second => alloc::vec![Attendance, Share, DirectEncounter],
        };
        Rules { edition, order, by_rounds: false, annul_early_leavers: None }
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let present = history.players().filter(|&p| history.is_present(p)).count();
        let idle = |&p: &Player| history.is_present(p) && history.encounters_of(p).all(Encounter::is_over);
        let mut free: Vec<Card> = history.players().filter(idle).map(|p| Card::new(history, p)).collect();
        free.sort_by_key(|card| (Reverse(card.half_points), card.player));
        let mut encounters = Vec::new();
        let mut round = history.encounters().len() as u32;
        let mut at = 0;
        while at < free.len() {
            let first = &free[at];
            let just_played =
                |other: &Card| first.last.is_some_and(|(_, p)| p == other.player) && other.last.is_some_and(|(_, p)| p == first.player);
            let partner = (at + 1..free.len())
                .filter(|&i| present == 2 || !just_played(&free[i]))
                .min_by_key(|&i| (first.met.iter().filter(|&&p| p == free[i].player).count(), i));
            let Some(partner) = partner else {
                at += 1;
                continue;
            };
            let (second, first) = (free.remove(partner), free.remove(at));
            round += 1;
            let lot = || Lots::new(self.seed ^ u64::from(round)).draw().is_multiple_of(2);
            let had_black = |card: &Card| card.last.is_some_and(|(side, _)| side == Side::Black);
            let first_is_white = match first.balance.cmp(&second.balance) {
                core::cmp::Ordering::Less => true,
                core::cmp::Ordering::Greater => false,
                core::cmp::Ordering::Equal if had_black(&first) != had_black(&second) => had_black(&first),
                core::cmp::Ordering::Equal => lot(),
            };
            let (white, black) = if first_is_white { (first, second) } else { (second, first) };
            encounters.push(Encounter::new(round, white.player, black.player, self.games));
        }
        if encounters.is_empty() { Next::Wait } else { Next::Play(encounters) }
    }
}

impl Card {
    fn new(history: &History, player: Player) -> Card {
        let mut card = Card { player, half_points: 0, balance: 0, last: None, met: Vec::new() };
        for encounter in history.encounters_of(player) {
            card.half_points += encounter.half_points(player);
            if let (true, Some((side, opponent))) = (encounter.is_played(), encounter.side_of(player)) {
                if encounter.games % 2 == 1 {
                    card.balance += if side == Side::White { 1 } else { -1 };
                }
                card.last = Some((side, opponent));
                card.met.push(opponent);
            }
        }
        card
    }
}
