//! The encounters and points that count in a table, by player.

use crate::pairing::{Encounter, EncounterEnd, History, Player};
use alloc::vec::Vec;

/// The encounters and points that count.
pub(super) struct Tally<'a> {
    pub encounters: Vec<Vec<&'a Encounter>>,
    points: Vec<i64>,
    half_point_byes: Vec<u32>,
    /// The last round in which an encounter ended.
    pub rounds: u32,
    /// The half points of a round.
    pub worth: i64,
    /// From 1.
    pub seeds: Vec<i64>,
}

impl<'a> Tally<'a> {
    /// Counts all finished encounters whose players count.
    pub fn new(history: &'a History, counts: &dyn Fn(Player) -> bool) -> Tally<'a> {
        let players = history.entrants().len();
        let mut encounters = alloc::vec![Vec::new(); players];
        let (mut worth, mut rounds) = (0, 0);
        for encounter in history.encounters().iter().filter(|e| e.is_over()) {
            worth = worth.max(2 * i64::from(encounter.games));
            rounds = rounds.max(encounter.round);
            if encounter.players().all(|p| (p.0 as usize) < players && counts(p)) {
                encounter.players().for_each(|player| encounters[player.0 as usize].push(encounter));
            }
        }
        // A round of requested byes is over immediately.
        rounds = history.sat_out().iter().copied().fold(rounds, u32::max);
        let points = history.players().zip(&encounters).map(|(p, own)| own.iter().map(|e| i64::from(e.half_points(p))).sum());
        let (mut points, mut half_point_byes): (Vec<i64>, _) = (points.collect(), alloc::vec![0; players]);
        for absence in history.absences().iter().filter(|absence| absence.round <= rounds) {
            worth = worth.max(2 * i64::from(absence.half_points));
            if let Some(points) = points.get_mut(absence.player.index()).filter(|_| counts(absence.player)) {
                *points += i64::from(absence.half_points);
                half_point_byes[absence.player.index()] += u32::from(absence.half_points > 0);
            }
        }
        let mut seeds = alloc::vec![0; players];
        for (number, player) in (1..).zip(history.by_rating()) {
            seeds[player.0 as usize] = number;
        }
        Tally { encounters, points, half_point_byes, rounds, worth, seeds }
    }

    pub fn encounters_of(&self, player: Player) -> &[&'a Encounter] {
        &self.encounters[player.0 as usize]
    }

    pub fn half_points(&self, player: Player) -> i64 {
        self.points[player.0 as usize]
    }

    /// The rounds with a requested half-point bye.
    pub fn half_point_byes(&self, player: Player) -> u32 {
        self.half_point_byes[player.0 as usize]
    }
}

/// Whether a player got more than the opponent, or all points without one.
pub(super) fn has_won(encounter: &Encounter, player: Player) -> bool {
    match (encounter.ending, encounter.side_of(player)) {
        (Some(EncounterEnd::Played(points)), Some((side, _))) => points[side] > points[side.other()],
        _ => encounter.involves(player) && encounter.half_points(player) == 2 * encounter.games,
    }
}
