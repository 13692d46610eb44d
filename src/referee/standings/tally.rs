//! The encounters and points that count in a table, by player.

use crate::pairing::{Encounter, EncounterEnd, History, Player};
use alloc::vec::Vec;

/// The encounters and points that count.
pub(super) struct Tally<'a> {
    pub encounters: Vec<Vec<&'a Encounter>>,
    points: Vec<i64>,
    half_point_byes: Vec<u32>,
    full_point_byes: Vec<u32>,
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
        // Requested byes tell the worth of a round if there was no encounter yet: they give half of it.
        let of_encounters = history.encounters().iter().map(|encounter| 2 * i64::from(encounter.games)).max();
        let of_byes = || history.absences().iter().map(|absence| 2 * i64::from(absence.half_points)).max();
        let worth = of_encounters.or_else(of_byes).unwrap_or(0);
        let mut rounds = 0;
        for encounter in history.encounters().iter().filter(|e| e.is_over()) {
            rounds = rounds.max(encounter.round);
            if encounter.players().all(|p| (p.0 as usize) < players && counts(p)) {
                encounter.players().for_each(|player| encounters[player.0 as usize].push(encounter));
            }
        }
        // A round of requested byes is over immediately.
        rounds = history.sat_out().iter().copied().fold(rounds, u32::max);
        let points = history.players().zip(&encounters).map(|(p, own)| own.iter().map(|e| i64::from(e.half_points(p))).sum());
        let mut points: Vec<i64> = points.collect();
        let (mut half_point_byes, mut full_point_byes) = (alloc::vec![0; players], alloc::vec![0; players]);
        for absence in history.absences().iter().filter(|absence| absence.round <= rounds) {
            if let Some(points) = points.get_mut(absence.player.index()).filter(|_| counts(absence.player)) {
                *points += i64::from(absence.half_points);
                let byes = if i64::from(absence.half_points) < worth { &mut half_point_byes } else { &mut full_point_byes };
                byes[absence.player.index()] += u32::from(absence.half_points > 0);
            }
        }
        let mut seeds = alloc::vec![0; players];
        for (number, player) in (1..).zip(history.by_rating()) {
            seeds[player.0 as usize] = number;
        }
        Tally { encounters, points, half_point_byes, full_point_byes, rounds, worth, seeds }
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

    /// The rounds with a requested bye worth a win, which only report files of other programs have.
    pub fn full_point_byes(&self, player: Player) -> u32 {
        self.full_point_byes[player.0 as usize]
    }
}

/// Whether a player got more than the opponent, or all points without one.
pub(super) fn has_won(encounter: &Encounter, player: Player) -> bool {
    match (encounter.ending, encounter.side_of(player)) {
        (Some(EncounterEnd::Played(points)), Some((side, _))) => points[side] > points[side.other()],
        _ => encounter.involves(player) && encounter.half_points(player) == 2 * encounter.games,
    }
}
