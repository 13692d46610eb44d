//! Pairing near one's rating, day after day.

use super::first_colours::FirstColours;
use super::parameters::Parameters;
use super::{BadParameter, Format, Situation};
use crate::pairing::{Encounter, Lots, Next, Player, Seats};
use crate::standings::{Criterion, Rules, ladder};
use crate::{Edition, Micros};
use alloc::vec::Vec;
use rules::Side;

/// A ladder: for a whole term, whoever is there and free plays somebody near in rating. It ends when it is ended, when its time is over if
/// it has one, or when it has as many games as a tournament may have.
///
/// Who has waited longest chooses first: the opponent nearest in rating, where each encounter of the same day counts as a hundred points of
/// difference, and not the one just met unless there are only these two. Each day is a round, and a period of the ratings (Glicko-2); the
/// table goes by what a rating is sure to be worth. White goes to the one who has begun fewer encounters with it, then to the one who had
/// Black last, then by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Games in an encounter.
    pub games: u32,
    /// For how long players are paired, pauses not counted; none: until somebody ends it.
    pub lasts: Option<Micros>,
    /// Draws colours where nothing else decides.
    pub seed: u64,
}

const DAY: Micros = Micros::from_secs(86_400);

/// A year.
const LONGEST: Micros = Micros::from_secs(366 * 86_400);

/// By how many points of rating who was met the same day seems farther off, each time.
const MET_TODAY: f64 = 100.0;

impl Ladder {
    pub(super) fn read(parameters: &mut Parameters, seed: u64) -> Result<Ladder, BadParameter> {
        let lasts = parameters.duration.is_some().then(|| parameters.take_duration(LONGEST, "")).transpose()?;
        Ok(Ladder { games: parameters.take_games()?, lasts, seed })
    }
}

/// Who waits for an opponent.
struct Waiting {
    player: Player,
    /// The number of the last encounter, from 1.
    last: usize,
    rival: Option<Player>,
    /// Opponents of today.
    today: Vec<Player>,
    colours: FirstColours,
}

impl Format for Ladder {
    fn word(&self) -> &'static str {
        "ladder"
    }

    fn parameters(&self) -> Parameters {
        Parameters { games: Some(self.games), duration: self.lasts, ..Parameters::default() }
    }

    fn next(&self, situation: Situation<'_>) -> Next {
        let history = situation.history;
        let day = history.round().max((situation.now.0 / DAY.0) as u32 + 1);
        let mut waiting = waiting(situation, day);
        let present = history.players().filter(|&player| situation.is_there(player)).count();
        if waiting.len() < 2 {
            return Next::Wait;
        }
        let ratings = ladder(history);
        let mut encounters = Vec::new();
        while !waiting.is_empty() {
            let one = waiting.remove(0);
            let just_met = |other: &Waiting| one.rival == Some(other.player) && other.rival == Some(one.player);
            let distance = |other: &Waiting| {
                let times = one.today.iter().filter(|&&player| player == other.player).count();
                let [a, b] = [one.player, other.player].map(|player| ratings[player.0 as usize].rating);
                (a - b).abs() + MET_TODAY * times as f64
            };
            let may_meet = (0..waiting.len()).filter(|&at| present == 2 || !just_met(&waiting[at]));
            let Some(at) = may_meet.min_by(|&a, &b| distance(&waiting[a]).total_cmp(&distance(&waiting[b]))) else { continue };
            let other = waiting.remove(at);
            let number = (history.encounters().len() + encounters.len()) as u64;
            let lot = || Lots::new(self.seed ^ number).draw().is_multiple_of(2);
            let (white, black) = if one.colours.begins_against(&other.colours, lot) { (one, other) } else { (other, one) };
            encounters.push(Encounter::new(day, white.player, black.player, self.games));
        }
        if encounters.is_empty() { Next::Wait } else { Next::Play(encounters) }
    }

    fn games(&self) -> u32 {
        self.games
    }

    fn stages(&self, _entrants: u32) -> Vec<u64> {
        Vec::new()
    }

    fn duration(&self) -> Option<Micros> {
        self.lasts
    }

    fn rules(&self, edition: Edition, _entrants: u32) -> Rules {
        use Criterion::{Points, Rating};
        // The first edition knew no ladder.
        let order = if edition == Edition::First { alloc::vec![Points] } else { alloc::vec![Rating] };
        Rules { edition, order, by_rounds: false, annul_early_leavers: None }
    }
}

/// Who is there and free, who has waited longest first.
fn waiting(situation: Situation<'_>, day: u32) -> Vec<Waiting> {
    let history = situation.history;
    let new = |player| Waiting { player, last: 0, rival: None, today: Vec::new(), colours: FirstColours::default() };
    let mut all: Vec<Waiting> = history.players().map(new).collect();
    let mut plays = alloc::vec![false; all.len()];
    for (number, encounter) in (1..).zip(history.encounters()) {
        let Seats::Game(seats) = encounter.seats else { continue };
        for side in Side::BOTH {
            let Some(waiting) = all.get_mut(seats[side].0 as usize) else { continue };
            let opponent = seats[side.other()];
            (waiting.last, waiting.rival) = (number, Some(opponent));
            waiting.colours.note(side);
            if encounter.round == day {
                waiting.today.push(opponent);
            }
            plays[seats[side].0 as usize] |= !encounter.is_over();
        }
    }
    all.retain(|waiting| situation.is_there(waiting.player) && !plays[waiting.player.0 as usize]);
    all.sort_by_key(|waiting| (waiting.last, waiting.player));
    all
}
