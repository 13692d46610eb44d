//! Tests of the Dutch system: laws of every round, and rounds with the same pairings as another program.

use super::field::{Field, is_lawful};
use crate::fixtures::{add_ended, balance, entrants, played};
use referee::pairing::swiss::dutch::{self, Acceleration, Regulations};
use referee::pairing::{Encounter, History, Player, Seats};
use referee::standings::Standings;
use referee::trf::TrfReport;
use rules::{BySide, Side};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Each available player is paired once, there is at most one bye, and pairing is deterministic.
#[test]
fn each_player_is_paired_once() {
    for seed in 0..300 {
        Field::random(seed, 1, 24).play(&mut |history, regulations, encounters| {
            let mut players: Vec<Player> = encounters.iter().flat_map(Encounter::players).collect();
            players.sort();
            let available = history.players().filter(|&p| history.is_available(p, history.round() + 1));
            assert!(available.eq(players.iter().copied()), "{players:?}");
            let byes = encounters.iter().filter(|e| matches!(e.seats, Seats::Bye(_))).count();
            assert_eq!(byes, players.len() % 2);
            assert_eq!(encounters, dutch::pair(history, regulations));
            is_lawful(history, regulations, encounters)
        });
    }
}

/// FIDE C.04.2: pairs are published by the score of the higher-ranked player, the sum of both scores, and the initial rank of the
/// higher-ranked player. In 1,009 rounds of [`pairs_as_bbp_pairings`], `cargo bench --bench reports` and bbpPairings' generator (`-g`), the order is that of
/// bbpPairings v6.0.0 (`-p`).
#[test]
fn boards_are_in_order() {
    for seed in 0..100 {
        Field::random(seed, 8, 24).play(&mut |history, _, encounters| {
            let order = history.by_rating();
            let points = |player: Player| {
                let won: u32 = history.encounters().iter().map(|e| e.half_points(player)).sum();
                let asked = history.absences().iter().filter(|absence| absence.player == player && absence.round <= history.round());
                won + asked.map(|absence| absence.half_points).sum::<u32>()
            };
            let place = |encounter: &Encounter| {
                let mut players: Vec<Player> = encounter.players().collect();
                let rank = |player: Player| order.iter().position(|&other| other == player);
                players.sort_by_key(|&player| (Reverse(points(player)), rank(player)));
                let sum: u32 = players.iter().map(|&player| points(player)).sum();
                (players.len() == 1, Reverse(points(players[0])), Reverse(sum), rank(players[0]))
            };
            assert!(encounters.is_sorted_by_key(place), "field {seed}, round {}", history.round() + 1);
            true
        });
    }
}

/// A cancelled pairing ends after a few more checks.
#[test]
fn a_cancelled_pairing_stops() {
    for seed in 0..40 {
        let field = Field { trouble: 20, ..Field::random(seed, 20, 160) };
        field.play(&mut |history, regulations, encounters| {
            let asked = Cell::new(0u64);
            let count = || asked.replace(asked.get() + 1);
            let pair = |until: u64| dutch::pair_while(history, regulations, &|| count() < until);
            assert_eq!(pair(u64::MAX), encounters);
            let all = asked.take();
            for until in [0, 1, all / 3, all / 2] {
                pair(until);
                assert!(asked.take() <= until + 20, "round {} of {} players", history.round() + 1, history.players().count());
            }
            history.round() < 2
        });
    }
}

#[test]
fn one_alone_has_a_bye() {
    let regulations = Regulations { rounds: 5, games: 1, initial: Side::White, acceleration: Acceleration::Baku, apart: Vec::new() };
    let mut history = History::default();
    assert_eq!(dutch::pair(&history, &regulations), []);
    let only = history.join(1500);
    let bye = [Encounter::bye(1, only, 1)];
    assert_eq!(dutch::pair(&history, &regulations), bye);
    let other = history.join(1500);
    assert_eq!(dutch::pair(&history, &regulations).len(), 1);
    history.excuse(other, 1, 1);
    assert_eq!(dutch::pair(&history, &regulations), bye);
    history.withdraw(only);
    assert_eq!(dutch::pair(&history, &regulations), []);
}

/// With more rounds than opponents, the numbers of meetings and byes differ by two at most.
#[test]
fn beyond_the_last_new_opponent() {
    for players in 2..=9u32 {
        for games in 1..=2 {
            let regulations =
                Regulations { rounds: 3 * players + 1, games, initial: Side::White, acceleration: Acceleration::None, apart: Vec::new() };
            let mut history = entrants(players as usize);
            for round in 1..=regulations.rounds {
                let encounters = dutch::pair(&history, &regulations);
                let white = |seats: BySide<Player>| (seats.white.0 * 7 + seats.black.0 * 3 + round) % 3 * games;
                add_ended(&mut history, &encounters, |_, seats| played(white(seats), games));
            }
            let mut meetings = BTreeMap::new();
            let mut byes = vec![0; players as usize];
            for encounter in history.encounters() {
                match encounter.seats {
                    Seats::Game(seats) => *meetings.entry((seats.white.min(seats.black), seats.white.max(seats.black))).or_insert(0) += 1,
                    Seats::Bye(player) => byes[player.0 as usize] += 1,
                }
            }
            assert_eq!(meetings.len() as u32, players * (players - 1) / 2, "{players} players");
            let (least, most) = (meetings.values().min().unwrap(), meetings.values().max().unwrap());
            assert!(most - least <= 2, "{players} players have met {least} to {most} times");
            let (least, most) = (byes.iter().min().unwrap(), byes.iter().max().unwrap());
            assert!(most - least <= 1, "{players} players had {least} to {most} byes");
        }
    }
}

/// In encounters of two games, the first colours are nearly balanced.
#[test]
fn first_colours_alternate() {
    let mut differences = BTreeMap::new();
    for seed in 0..40 {
        let regulations = Regulations { rounds: 7, games: 2, initial: Side::White, acceleration: Acceleration::None, apart: Vec::new() };
        let mut history = entrants(8 + seed % 20);
        for round in 1..=regulations.rounds {
            let encounters = dutch::pair(&history, &regulations);
            let white = |seats: BySide<Player>| (seats.white.0 * 5 + seats.black.0 * 3 + round + seed as u32) % 5;
            add_ended(&mut history, &encounters, |_, seats| played(white(seats), 2));
        }
        for player in history.players() {
            *differences.entry(balance(&history, player).abs()).or_insert(0) += 1;
        }
    }
    assert!(differences.keys().all(|&difference| difference <= 3), "{differences:?}");
}

/// Most programs' files do not say the initial colour, which the first round shows.
#[test]
fn the_first_round_shows_the_initial_colour() {
    for seed in 1..60 {
        let (history, regulations) = Field { trouble: 10, ..Field::random(seed, 3, 20) }.play(&mut |_, _, _| true);
        let standings = Standings { lines: Vec::new() };
        let mut report = TrfReport::of(&history, &regulations, history.round(), &standings, "", |player| player.0.to_string()).unwrap();
        let rounds = |report: &TrfReport| (1..=report.paired_rounds()).map(|round| report.pair(round, &|| true)).collect::<Vec<_>>();
        let said = rounds(&report);
        report.initial = None;
        assert_eq!(said, rounds(&report), "{seed}");
    }
}

/// The verdicts of bbpPairings of 1 February 2026 (commit 16a000f, `--dutch FILE -c`), which implements the rules of 2025, on random
/// tournaments of `cargo bench --bench reports`. Where it finds no lawful pairing, the report ends with an unlawful round.
#[test]
fn pairs_as_bbp_pairings() {
    let mut rounds = 0;
    for text in include_str!("verdicts.trf").split_inclusive("\n\n") {
        let report: TrfReport = text.parse().unwrap();
        for round in 1..=report.paired_rounds() {
            let (history, regulations) = report.before(round).history();
            let encounters = dutch::pair(&history, &regulations);
            if !is_lawful(&history, &regulations, &encounters) {
                assert_eq!(round, report.paired_rounds(), "{}", report.name);
                continue;
            }
            assert!(report.is_dutch(round, &|| true), "{}, round {round}", report.name);
            rounds += 1;
        }
    }
    assert!(rounds > 250, "{rounds}");
}
