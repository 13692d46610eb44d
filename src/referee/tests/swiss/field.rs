//! Random tournaments with forfeits, late entries, withdrawals, returns, requested byes, accelerated rounds, and players kept apart.

use referee::pairing::swiss::dutch::{self, Acceleration, Regulations};
use referee::pairing::{Encounter, EncounterEnd, History, Player, Rng, Seats};
use rules::{BySide, Side};

#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub players: usize,
    pub rounds: u32,
    /// The percentage of withdrawals, late entries, requested byes and forfeits.
    pub trouble: usize,
    pub seed: u64,
}

impl Field {
    /// A field of `least` to `most` players.
    pub fn random(seed: u64, least: usize, most: usize) -> Field {
        let mut rng = Rng::new(seed);
        let players = least + rng.below(most + 1 - least);
        let rounds = 1 + rng.below((players + players % 2).clamp(2, 14) - 1) as u32;
        Field { players, rounds, trouble: [0, 2, 5, 10, 25][rng.below(5)], seed: rng.draw() }
    }

    fn regulations(&self, rng: &mut Rng) -> Regulations {
        let acceleration = match rng.below(4) {
            0 => Acceleration::Baku,
            1 if self.trouble > 0 => Acceleration::Listed(
                (0..self.players)
                    .map(|_| {
                        let points = rng.below(3) as u32;
                        (0..self.rounds / 2).map(|round| points.saturating_sub(round / 2)).collect()
                    })
                    .collect(),
            ),
            _ => Acceleration::None,
        };
        let teams = if rng.below(4) == 0 { 1 + rng.below(3) } else { 0 };
        Regulations {
            rounds: self.rounds,
            games: 1,
            initial: if rng.below(2) == 0 { Side::White } else { Side::Black },
            acceleration,
            apart: (0..teams).map(|_| (0..2 + rng.below(3)).map(|_| Player(rng.below(self.players) as u32)).collect()).collect(),
        }
    }

    /// Plays the tournament, and calls `see` with each pairing and the history before it; if it returns false, the round is the last.
    pub fn play(&self, see: &mut dyn FnMut(&History, &Regulations, &[Encounter]) -> bool) -> (History, Regulations) {
        let mut rng = Rng::new(self.seed);
        let regulations = self.regulations(&mut rng);
        let mut history = History::default();
        for _ in 0..self.players {
            history.join(rng.below(1000) as i32 + 1000);
        }
        let strange = |rng: &mut Rng| rng.below(100) < self.trouble;
        for round in 1..=self.rounds {
            for player in history.players() {
                if strange(&mut rng) && rng.below(3) == 0 {
                    history.excuse(player, round, [0, 1, 1, 2][rng.below(4)]);
                }
            }
            let encounters = dutch::pair(&history, &regulations);
            if encounters.is_empty() {
                if history.players().filter(|&player| history.is_present(player)).count() < 2 {
                    break;
                }
                history.sit_out(round);
                continue;
            }
            let keep_going = see(&history, &regulations, &encounters);
            let first = history.add(&encounters);
            for (i, encounter) in encounters.iter().enumerate() {
                let Seats::Game(seats) = encounter.seats else { continue };
                let ending = if strange(&mut rng) {
                    EncounterEnd::forfeit([None, Some(Side::White), Some(Side::Black)][rng.below(3)], encounter.games)
                } else {
                    let rating = seats.map(|p| history.entrants()[p.0 as usize].rating);
                    let lead = (rating.white - rating.black) / 25 + 50;
                    let white = match rng.below(100) as i32 {
                        dice if dice < 25 => 1,
                        dice if dice < 25 + lead * 75 / 100 => 2,
                        _ => 0,
                    };
                    EncounterEnd::Played(BySide { white, black: 2 - white })
                };
                history.finish(first + i, ending);
            }
            if !keep_going {
                break;
            }
            if strange(&mut rng) {
                history.withdraw(Player(rng.below(history.entrants().len()) as u32));
            }
            if strange(&mut rng) {
                history.join(rng.below(1000) as i32 + 1000);
            }
            for player in history.players() {
                if !history.is_present(player) && rng.below(4) == 0 {
                    history.rejoin(player);
                }
            }
        }
        (history, regulations)
    }
}

/// Whether the absolute criteria hold: no rematch, no second bye, no pair to be kept apart, and no clash of absolute colour preferences
/// except for topscorers in the last round.
pub fn is_lawful(history: &History, regulations: &Regulations, encounters: &[Encounter]) -> bool {
    let round = history.round();
    let absences = |player: Player| history.absences().iter().filter(move |a| a.player == player && a.round <= round);
    let is_topscorer = |player: Player| {
        let points: u32 = history.encounters_of(player).map(|e| e.half_points(player)).sum();
        round + 1 == regulations.rounds && points + absences(player).map(|a| a.half_points).sum::<u32>() > round
    };
    let absolute = |player: Player| {
        let colours: Vec<Side> =
            history.encounters_of(player).filter(|e| e.is_played()).filter_map(|e| Some(e.side_of(player)?.0)).collect();
        let whites = colours.iter().filter(|&&side| side == Side::White).count() as i32;
        match (2 * whites - colours.len() as i32, &colours[..]) {
            (2.., _) => Some(Side::Black),
            (..=-2, _) => Some(Side::White),
            (_, [.., one, two]) if one == two => Some(two.other()),
            _ => None,
        }
    };
    encounters.iter().all(|encounter| match encounter.seats {
        Seats::Game(seats) => {
            let met = |e: &Encounter| e.is_played() && e.side_of(seats.white).is_some_and(|(_, other)| other == seats.black);
            let apart = |group: &Vec<Player>| group.contains(&seats.white) && group.contains(&seats.black);
            let excused = is_topscorer(seats.white) || is_topscorer(seats.black);
            let clash = absolute(seats.white).is_some() && absolute(seats.white) == absolute(seats.black) && !excused;
            !clash && !history.encounters().iter().any(met) && !regulations.apart.iter().any(apart)
        }
        Seats::Bye(player) => {
            let free = |e: &Encounter| !e.is_played() && e.half_points(player) == 2;
            !history.encounters_of(player).any(free) && !absences(player).any(|a| a.half_points == 2)
        }
    })
}
