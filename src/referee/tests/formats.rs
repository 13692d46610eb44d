//! Laws of all formats except the Swiss, which has its own tests.

use crate::fixtures::{add_ended, entrants, played};
use proptest::prelude::*;
use referee::format::{Advance, Format, Gauntlet, Knockout, RoundRobin, Situation};
use referee::pairing::{Encounter, EncounterEnd, History, Next, Player, Rng, Seats};
use referee::standings::Standings;
use rules::{BySide, Side};
use std::collections::{BTreeMap, BTreeSet};

fn seats(encounter: &Encounter) -> BySide<Player> {
    match encounter.seats {
        Seats::Game(seats) => seats,
        Seats::Bye(_) => panic!("no game"),
    }
}

/// The pairings when all players are connected.
fn next(format: &impl Format, history: &History) -> Next {
    format.next(Situation::new(history, &vec![true; history.entrants().len()]))
}

/// Plays the next pairings at random; false if there are none.
fn step(format: &impl Format, history: &mut History, rng: &mut Rng) -> bool {
    let Next::Play(encounters) = next(format, history) else { return false };
    add_ended(history, &encounters, |&Encounter { games, .. }, _| match rng.below(20) {
        0 => EncounterEnd::forfeit([None, Some(Side::White), Some(Side::Black)][rng.below(3)], games),
        _ => played(rng.below(2 * games as usize + 1) as u32, games),
    });
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn round_robin(players in 0usize..24, cycles in 1u32..5, seed: u64) {
        let format = RoundRobin { cycles, games: 1, seed };
        let mut history = entrants(players);
        let encounters = match next(&format, &history) {
            Next::Play(encounters) => encounters,
            other => {
                prop_assert!(players < 2 && other == Next::Over);
                return Ok(());
            }
        };
        let mut met: BTreeMap<(Player, Player), i32> = BTreeMap::new();
        let mut balance = vec![0i32; players];
        let mut busy = BTreeSet::new();
        for encounter in &encounters {
            let seats = seats(encounter);
            *met.entry((seats.white, seats.black)).or_default() += 1;
            balance[seats.white.0 as usize] += 1;
            balance[seats.black.0 as usize] -= 1;
            prop_assert!(busy.insert((encounter.round, seats.white)) && busy.insert((encounter.round, seats.black)));
        }
        for a in history.players() {
            for b in history.players().filter(|&b| b != a) {
                let white = met.get(&(a, b)).copied().unwrap_or(0);
                let black = met.get(&(b, a)).copied().unwrap_or(0);
                prop_assert_eq!(white + black, cycles as i32);
                prop_assert!((white - black).abs() <= 1);
            }
        }
        let most = i32::from(players.is_multiple_of(2) && cycles % 2 == 1);
        prop_assert!(balance.iter().all(|b| b.abs() <= most), "{:?}", balance);
        let rounds = encounters.iter().map(|e| e.round).max().unwrap();
        prop_assert_eq!(rounds as usize, cycles as usize * (players - usize::from(players.is_multiple_of(2))));

        // A late joiner meets all present players, once in each cycle.
        history.add(&encounters);
        history.withdraw(Player(0));
        let late = history.join(5000);
        let Next::Play(more) = next(&format, &history) else { panic!("the newcomer plays") };
        prop_assert_eq!(more.len(), (players - 1) * cycles as usize);
        prop_assert!(more.iter().all(|e| e.involves(late) && !e.involves(Player(0)) && e.round > rounds));
        history.add(&more);
        prop_assert_eq!(next(&format, &history), Next::Wait);
    }

    #[test]
    fn gauntlet(players in 2usize..20, challengers in 1u32..4, cycles in 1u32..4) {
        let format = Gauntlet { challengers, cycles, games: 2 };
        let mut history = entrants(players);
        let defenders = players.saturating_sub(challengers as usize);
        let Next::Play(encounters) = next(&format, &history) else {
            prop_assert_eq!(defenders, 0);
            return Ok(());
        };
        prop_assert_eq!(encounters.len(), challengers as usize * defenders * cycles as usize);
        let mut busy = BTreeSet::new();
        for encounter in &encounters {
            let seats = seats(encounter);
            prop_assert!((seats.white.0 < challengers) != (seats.black.0 < challengers));
            prop_assert!(busy.insert((encounter.round, seats.white)) && busy.insert((encounter.round, seats.black)));
        }
        history.add(&encounters);
        prop_assert_eq!(next(&format, &history), Next::Wait);
    }

    #[test]
    fn knockout_has_one_winner(players in 0usize..40, games in 1u32..4, tie_breaks in 0u32..3, seed: u64, leaver in 0usize..60) {
        let format = Knockout { games, tie_breaks };
        let mut history = entrants(players);
        let mut rng = Rng::new(seed);
        let mut steps = 0;
        while step(&format, &mut history, &mut rng) {
            steps += 1;
            prop_assert!(steps <= 7 * (1 + tie_breaks), "{history:?}");
            if steps == 2 && leaver < players {
                history.withdraw(Player(leaver as u32));
                history.join(9999);
            }
        }
        prop_assert_eq!(next(&format, &history), Next::Over);
        let rounds = format.bracket(&history);
        let winner = rounds.last().and_then(|round| round[0].settled?.0);
        // A player who has lost plays no further round.
        for player in history.players() {
            let rounds: Vec<u32> = history.encounters_of(player).map(|e| e.round).collect();
            prop_assert!(rounds.windows(2).all(|w| w[1] == w[0] || w[1] == w[0] + 1));
        }
        if let Some(winner) = winner {
            let first = Standings::new(&history, &format.rules(players as u32)).lines[0].player;
            prop_assert_eq!(first, winner);
        }
        // Players advance to their place in the next round.
        for (round, next) in rounds.iter().zip(rounds.iter().skip(1)) {
            let through: Vec<Option<Player>> = round.iter().map(|bout| bout.settled.and_then(|(winner, _)| winner)).collect();
            let placed: Vec<Option<Player>> = next.iter().flat_map(|bout| [bout.upper, bout.lower]).collect();
            prop_assert_eq!(through, placed);
        }
        for bout in rounds.iter().flatten() {
            let (through, by) = bout.settled.expect("it is over");
            prop_assert!(through.is_none() || through == bout.upper || through == bout.lower);
            prop_assert_eq!(by == Advance::Bye, bout.upper.is_none() || bout.lower.is_none());
            if by == Advance::Points {
                prop_assert_eq!(bout.half_points[0] > bout.half_points[1], through == bout.upper);
            }
        }
        prop_assert!(rounds.last().is_none_or(|last| last.len() == 1));
    }
}

/// 64 bots, twice against each other.
#[test]
fn four_thousand_games() {
    let Next::Play(encounters) = next(&RoundRobin { cycles: 2, games: 1, seed: 1 }, &entrants(64)) else { panic!("they play") };
    assert!((2_000..2_032).contains(&encounters.len()), "no more than are needed at one time: {}", encounters.len());
    let mut history = entrants(64);
    while let Next::Play(encounters) = next(&RoundRobin { cycles: 2, games: 1, seed: 1 }, &history) {
        add_ended(&mut history, &encounters, |_, _| played(1, 1));
    }
    assert_eq!(history.encounters().len(), 4032);
}

/// The brackets of eight, and of six with two byes.
#[test]
fn brackets_are_seeded() {
    let format = Knockout { games: 2, tie_breaks: 1 };
    let first_round = |players: usize| {
        let Next::Play(encounters) = next(&format, &entrants(players)) else { panic!("they play") };
        let text = |e: &Encounter| match e.seats {
            Seats::Game(seats) => format!("{}-{}", seats.white.0.min(seats.black.0) + 1, seats.white.0.max(seats.black.0) + 1),
            Seats::Bye(player) => format!("{}", player.0 + 1),
        };
        encounters.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(first_round(8), "1-8 4-5 2-7 3-6");
    assert_eq!(first_round(6), "1 4-5 2 3-6");
}

/// A tied match goes to pairs of games, then to the higher seed.
#[test]
fn a_tied_match_goes_to_tie_breaks_and_then_to_the_seed() {
    let format = Knockout { games: 3, tie_breaks: 2 };
    let mut history = entrants(2);
    for games in [3, 2, 2] {
        let Next::Play(encounters) = next(&format, &history) else { panic!("not decided") };
        assert_eq!(encounters[0].games, games);
        let at = history.add(&encounters);
        assert_eq!(next(&format, &history), Next::Wait);
        history.finish(at, played(games, games));
    }
    assert_eq!(next(&format, &history), Next::Over);
    let rounds = format.bracket(&history);
    assert_eq!((rounds.len(), rounds[0][0].settled, rounds[0][0].half_points), (1, Some((Some(Player(0)), Advance::Seed)), [7, 7]));
    assert_eq!(rounds[0][0].encounters, [0, 1, 2]);
}

#[test]
fn open_matches_leave_open_places() {
    let format = Knockout { games: 2, tie_breaks: 1 };
    let mut history = entrants(4);
    assert!(format.bracket(&history).is_empty(), "nothing is paired yet");
    let Next::Play(encounters) = next(&format, &history) else { panic!("they play") };
    let at = history.add(&encounters);
    history.finish(at, played(4, 2));
    let rounds = format.bracket(&history);
    let settled: Vec<_> = rounds.iter().flatten().map(|bout| bout.settled.map(|(_, by)| by)).collect();
    assert_eq!(settled, [Some(Advance::Points), None, None]);
    assert_eq!((rounds[1][0].upper.is_some(), rounds[1][0].lower), (true, None));
}
