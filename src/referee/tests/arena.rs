//! Simulated arenas: equal players have equal chances, for any number of players and length of games.

use crate::fixtures::{balance, entrants, history, played};
use referee::Micros;
use referee::format::{Arena, Format, Situation};
use referee::pairing::{History, Next, Player, Rng, Seats};
use referee::standings::Standings;
use std::collections::BTreeSet;

const ARENA: Arena = Arena { games: 1, lasts: Micros::ZERO, seed: 1 };
const GAMES: u32 = 30;

/// Plays an arena with games of 1 to 10 units of time, about 30 for each player.
fn play(players: u32, seed: u64, there: &dyn Fn(u32, &History, Player) -> bool) -> History {
    let format = Arena { seed, ..ARENA };
    let mut rng = Rng::new(seed);
    let mut history = entrants(players as usize);
    let mut running: Vec<(u32, usize)> = Vec::new();
    let mut now = 0;
    // Players who leave do not count.
    while games(&history).into_iter().max() < Some(GAMES as usize) {
        let is_there: Vec<bool> = history.players().map(|player| there(now, &history, player)).collect();
        if let Next::Play(encounters) = format.next(Situation::new(&history, &is_there)) {
            let first = history.add(&encounters);
            running.extend((first..first + encounters.len()).map(|k| (now + 1 + rng.below(10) as u32, k)));
            let busy: Vec<Player> = running.iter().flat_map(|&(_, k)| history.encounters()[k].players()).collect();
            assert_eq!(busy.iter().collect::<BTreeSet<_>>().len(), busy.len(), "a player has one game at a time");
        }
        now += 1;
        for (_, k) in running.extract_if(.., |(end, _)| *end <= now) {
            history.finish(k, played([0, 1, 2, 2, 0][rng.below(5)], 1));
        }
        assert!(now < 100_000, "the arena stalls");
    }
    running.into_iter().for_each(|(_, k)| history.finish(k, played(1, 1)));
    history
}

fn standings(history: &History) -> Standings {
    Standings::new(history, &ARENA.rules(history.entrants().len() as u32))
}

/// Those in first place.
fn winners(history: &History) -> Vec<Player> {
    standings(history).lines.iter().filter(|line| line.rank == 1).map(|line| line.player).collect()
}

fn games(history: &History) -> Vec<usize> {
    history.players().map(|player| history.encounters_of(player).count()).collect()
}

/// Whether two who have just met do not meet again immediately.
fn rivals_wait(history: &History, player: Player) -> bool {
    let met = history.encounters().iter().enumerate().filter_map(|(at, e)| Some((e.side_of(player)?.1, at)));
    met.collect::<Vec<_>>().windows(2).all(|pair| {
        let [(rival, before), (next, after)] = [pair[0], pair[1]];
        next != rival || history.encounters()[before + 1..after].iter().any(|e| e.involves(rival))
    })
}

#[test]
fn equals_have_equal_chances() {
    for players in [3, 4, 5, 9, 30] {
        let mut first = vec![0.0; players as usize];
        let mut longest_without_a_meeting = 0;
        for seed in 0..200 {
            let history = play(players, seed, &|_, _, _| true);
            let games = games(&history);
            assert!(games.iter().max().unwrap() - games.iter().min().unwrap() <= 1, "{players} players: {games:?}");
            // All opponents are met about equally often.
            for player in history.players() {
                let mut met = vec![0_usize; players as usize];
                history.encounters_of(player).for_each(|e| met[e.side_of(player).unwrap().1.0 as usize] += 1);
                met.remove(player.0 as usize);
                longest_without_a_meeting = longest_without_a_meeting.max(met.iter().max().unwrap() - met.iter().min().unwrap());
                assert!(balance(&history, player).abs() <= 4, "colours");
                assert!(rivals_wait(&history, player), "{players} players");
            }
            let winners = winners(&history);
            winners.iter().for_each(|winner| first[winner.0 as usize] += 1.0 / winners.len() as f64);
        }
        assert!(longest_without_a_meeting <= 5, "{players} players: one was met {longest_without_a_meeting} times more than another");
        // Pearson's test: five standard deviations of the chi-squared distribution.
        let expected = 200.0 / f64::from(players);
        let chi_squared: f64 = first.iter().map(|n| (n - expected) * (n - expected) / expected).sum();
        let freedom = f64::from(players - 1);
        assert!(chi_squared < freedom + 5.0 * (2.0 * freedom).sqrt(), "{players} players: {first:?}");
    }
}

fn share(history: &History, player: Player) -> f64 {
    let over: Vec<_> = history.encounters_of(player).filter(|e| e.is_over()).collect();
    over.iter().map(|e| f64::from(e.half_points(player))).sum::<f64>() / 2.0 / over.len().max(1) as f64
}

/// The percentage of first places of the first player, who leaves as soon as `leaves` returns true; ties are shared.
fn firsts(players: u32, arenas: u64, leaves: &dyn Fn(&History) -> bool) -> f64 {
    let mut first = 0.0;
    for seed in 0..arenas {
        let left = std::cell::Cell::new(false);
        let history = play(players, seed, &|_, history, player| {
            if player == Player(0) && leaves(history) {
                left.set(true);
            }
            player != Player(0) || !left.get()
        });
        let winners = winners(&history);
        first += if winners.contains(&Player(0)) { 1.0 / winners.len() as f64 } else { 0.0 };
    }
    100.0 * first / arenas as f64
}

/// A player who leaves when ahead is first no more often than by chance.
#[test]
fn leaving_when_ahead_does_not_help() {
    let (players, arenas) = (9, 300);
    let games = |history: &History| history.encounters_of(Player(0)).filter(|e| e.is_over()).count();
    type Leaves<'s> = &'s dyn Fn(&History) -> bool;
    let strategies: [(&str, Leaves); 4] = [
        ("at half of the games, if ahead", &|history| games(history) >= 16 && share(history, Player(0)) >= 0.6),
        ("at two thirds, if ahead", &|history| games(history) >= 20 && share(history, Player(0)) >= 0.6),
        ("before the last game, if ahead", &|history| games(history) >= 29 && share(history, Player(0)) >= 0.55),
        ("at two thirds, if first", &|history| {
            let best = history.players().map(|player| share(history, player)).fold(0.0, f64::max);
            games(history) >= 20 && share(history, Player(0)) >= best
        }),
    ];
    let chance: f64 = 100.0 / f64::from(players);
    let deviation = (chance * (100.0 - chance) / arenas as f64).sqrt();
    for (name, leaves) in strategies {
        let first = firsts(players, arenas, leaves);
        assert!(first < chance + 2.5 * deviation, "leaves {name}: first in {first:.1} % of arenas; chance is {chance:.1} %");
    }
}

/// The same number of games counts for all players; missing games are lost, and walkovers are left out.
#[test]
fn the_same_number_of_games_counts_for_all() {
    // The players have 5, 4, 3 and 2 encounters, so four of each count.
    let history = history(4, &["ab1", "cd1", "ab1", "ca1", "ba1", "bc1", "ad-"]);
    let standings = standings(&history);
    let share = |player| standings.of(Player(player)).unwrap().values[1].to_string();
    // 0: two of four, and a walkover; 1: two of four; 2: two of three, and one missing; 3: none of two, and two missing.
    assert_eq!([0, 1, 2, 3].map(share), ["0.5", "0.5", "0.5", "0"]);
}

/// A disconnected player is not paired, and neither gives points nor holds up others after its return.
#[test]
fn disconnected_players_are_not_paired() {
    let history = play(9, 5, &|now, _, player| player != Player(4) || !(20..120).contains(&now));
    let games = games(&history);
    let others: Vec<usize> = games.iter().enumerate().filter(|(k, _)| *k != 4).map(|(_, games)| *games).collect();
    assert!(games[4] < others[0] && others.iter().max().unwrap() - others.iter().min().unwrap() <= 2, "{games:?}");
    let first = |there: [bool; 3]| ARENA.next(Situation::new(&entrants(3), &there));
    assert_eq!(first([true, false, false]), Next::Wait);
    let Next::Play(encounters) = first([true, false, true]) else { panic!("two are there") };
    assert!(matches!(encounters[..], [e] if matches!(e.seats, Seats::Game(_)) && !e.involves(Player(1))));
}
