//! Every criterion against a slow definition in the words of FIDE's C.07, over random tournaments, and examples by hand.

use crate::fixtures::{add_ended, entrants, history, played};
use proptest::prelude::*;
use referee::pairing::{Encounter, EncounterEnd, History, Player, Rng};
use referee::standings::{Criterion, RankingRules, Standing, Standings, Value};
use rules::Side;
use std::collections::BTreeSet;

/// A tournament of randomly paired rounds with absences; in every other one, these are requested byes of no, half and all points.
fn tournament(players: u32, rounds: u32, games: u32, seed: u64) -> History {
    let mut rng = Rng::new(seed);
    let mut history = entrants(players as usize);
    let has_requested_byes = rng.below(2) == 0;
    for round in 1..=rounds {
        let (away, mut there): (Vec<Player>, Vec<Player>) =
            history.players().filter(|&p| history.is_present(p)).partition(|_| rng.below(6) == 0);
        away.into_iter().filter(|_| has_requested_byes).for_each(|player| history.excuse(player, round, rng.below(3) as u32 * games));
        rng.shuffle(&mut there);
        for pair in there.chunks(2) {
            let [white, black] = pair else {
                history.add(&[Encounter::bye(round, pair[0], games)]);
                continue;
            };
            let ending = match rng.below(8) {
                0 => EncounterEnd::forfeit([None, Some(Side::White), Some(Side::Black)][rng.below(3)], games),
                _ => played(rng.below(2 * games as usize + 1) as u32, games),
            };
            add_ended(&mut history, &[Encounter::new(round, *white, *black, games)], |_, _| ending);
        }
        if rng.below(3) == 0 {
            history.withdraw(Player(rng.below(history.entrants().len()) as u32));
        }
        if rng.below(4) == 0 {
            history.join(0);
        }
    }
    history
}

fn of(history: &History, player: Player, round: u32) -> Option<&Encounter> {
    history.encounters().iter().find(|e| e.round == round && e.involves(player))
}

fn half_points(history: &History, player: Player, round: u32) -> i64 {
    let requested = || history.absences().iter().find(|absence| (absence.player, absence.round) == (player, round));
    let half_points = of(history, player, round).map_or_else(|| requested().map_or(0, |it| it.half_points), |e| e.half_points(player));
    half_points.into()
}

fn points(history: &History, player: Player) -> i64 {
    (1..=history.round()).map(|round| half_points(history, player, round)).sum()
}

/// 16.2.5: a bye of half a point or none, an absence, or a loss by forfeit.
fn is_by_choice(history: &History, player: Player, round: u32, worth: i64) -> bool {
    !of(history, player, round).is_some_and(Encounter::is_played) && half_points(history, player, round) < worth
}

/// 16.3: the score of a player for the opponents.
fn adjusted(history: &History, player: Player, worth: i64) -> i64 {
    let rounds = 1..=history.round();
    rounds
        .map(|round| {
            let is_gone = (round..=history.round()).all(|later| is_by_choice(history, player, later, worth));
            let had_no_opponent = of(history, player, round).is_none();
            if is_gone && had_no_opponent { worth / 2 } else { half_points(history, player, round) }
        })
        .sum()
}

/// 16.4 with the cap of 2026: the score of the opponent, or of the dummy.
fn opponent(history: &History, player: Player, round: u32, worth: i64) -> i64 {
    let scheduled = of(history, player, round).and_then(|e| e.side_of(player)).map(|(_, opponent)| opponent);
    match scheduled {
        Some(opponent) if of(history, player, round).unwrap().is_played() => adjusted(history, opponent, worth),
        Some(opponent) => points(history, player).min(adjusted(history, opponent, worth)),
        None => points(history, player).min(i64::from(history.round()) * worth / 2),
    }
}

/// Buchholz, or with `own` Sonneborn-Berger, without the lowest and the highest.
fn sum(history: &History, player: Player, worth: i64, own: bool, low: usize, high: usize) -> i64 {
    let part = |round| {
        let score = opponent(history, player, round, worth);
        (score, if own { score * half_points(history, player, round) } else { score }, is_by_choice(history, player, round, worth))
    };
    let mut parts: Vec<(i64, i64, bool)> = (1..=history.round()).map(part).collect();
    for _ in 0..low {
        parts.sort();
        let by_choice = parts.iter().position(|part| part.2).filter(|&at| parts[0].1 <= parts[at].1);
        parts.remove(by_choice.unwrap_or(0));
    }
    for _ in 0..high {
        parts.sort();
        parts.pop();
    }
    parts.iter().map(|part| part.1).sum()
}

fn defined(history: &History, criterion: Criterion, player: Player, games: u32) -> Option<Value> {
    use Criterion::*;
    let worth = 2 * i64::from(games);
    let rounds = 1..=history.round();
    let won = |e: &Encounter| e.side_of(player).is_some_and(|(_, opponent)| e.half_points(player) > e.half_points(opponent));
    let free =
        |round: u32| of(history, player, round).is_none_or(|e| e.side_of(player).is_none()) && half_points(history, player, round) == worth;
    let rounds_with = |what: &dyn Fn(u32) -> bool| Some(Value::new(rounds.clone().filter(|&round| what(round)).count() as i64, 1));
    let count = |what: &dyn Fn(&Encounter) -> bool| rounds_with(&|round| of(history, player, round).is_some_and(what));
    let black = |e: &Encounter| e.side_of(player).is_some_and(|(side, _)| side == Side::Black);
    let buchholz = |low, high| Some(Value::new(sum(history, player, worth, false, low, high), 2));
    match criterion {
        Points => Some(Value::new(points(history, player), 2)),
        Wins => rounds_with(&|round| free(round) || of(history, player, round).is_some_and(won)),
        WinsPlayed => count(&|e| e.is_played() && won(e)),
        BlackWins => count(&|e| e.is_played() && e.games == 1 && black(e) && won(e)),
        Attended => rounds_with(&|round| free(round) || of(history, player, round).is_some_and(|e| e.is_played() || won(e))),
        BlackGames => {
            let of_encounter = |e: &Encounter| (0..e.games).filter(|game| e.is_played() && black(e) == game.is_multiple_of(2)).count();
            Some(Value::new(rounds.clone().filter_map(|round| of(history, player, round)).map(of_encounter).sum::<usize>() as i64, 1))
        }
        Progressive => {
            let after = |round| (1..=round).map(|earlier| half_points(history, player, earlier)).sum::<i64>();
            Some(Value::new(rounds.clone().map(after).sum(), 2))
        }
        Koya => {
            let against_strong = |&round: &u32| {
                let scheduled = of(history, player, round).and_then(|e| e.side_of(player));
                scheduled.is_some_and(|(_, opponent)| 2 * points(history, opponent) >= i64::from(history.round()) * worth)
            };
            Some(Value::new(rounds.clone().filter(against_strong).map(|round| half_points(history, player, round)).sum(), 2))
        }
        Buchholz => buchholz(0, 0),
        BuchholzCut1 => buchholz(1, 0),
        BuchholzCut2 if history.round() >= 2 => buchholz(2, 0),
        BuchholzMedian1 if history.round() >= 2 => buchholz(1, 1),
        BuchholzMedian2 if history.round() >= 4 => buchholz(2, 2),
        SonnebornBerger => Some(Value::new(sum(history, player, worth, true, 0, 0), 2 * worth as u64)),
        SonnebornBergerCut1 => Some(Value::new(sum(history, player, worth, true, 1, 0), 2 * worth as u64)),
        _ => None,
    }
}

fn value(history: &History, criterion: Criterion, player: Player) -> Value {
    let rules = RankingRules { order: vec![criterion], by_rounds: true, annul_early_leavers: None };
    Standings::new(history, &rules).of(player).unwrap().values[0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn as_defined(players in 2u32..12, rounds in 1u32..8, games in 1u32..4, seed: u64) {
        let history = tournament(players, rounds, games, seed);
        // Without an encounter, the worth of a round is unknown.
        prop_assume!(history.round() == rounds && !history.encounters().is_empty());
        for criterion in Criterion::choice().chain([Criterion::Points]) {
            for player in history.players() {
                if let Some(defined) = defined(&history, criterion, player, games) {
                    prop_assert_eq!(value(&history, criterion, player), defined, "{:?} of {:?} in {:?}", criterion, player, history);
                }
            }
        }
        // The progressive score is the same without common rounds, in which no byes are requested.
        let rules = RankingRules { order: vec![Criterion::Progressive], by_rounds: false, annul_early_leavers: None };
        let standings = Standings::new(&history, &rules);
        for player in history.players().filter(|_| history.absences().is_empty()) {
            prop_assert_eq!(Some(standings.of(player).unwrap().values[0]), defined(&history, Criterion::Progressive, player, games));
        }
    }

    /// A player who beat all others of a tied group is first in it, and values are places.
    #[test]
    fn direct_encounters_are_places(players in 2u32..10, rounds in 1u32..8, seed: u64) {
        let history = tournament(players, rounds, 1, seed);
        let rules = RankingRules {
            order: vec![Criterion::Points, Criterion::DirectEncounter],
            by_rounds: true,
            annul_early_leavers: None,
        };
        let standings = Standings::new(&history, &rules);
        for group in standings.lines.chunk_by(|a, b| a.half_points == b.half_points) {
            let has_won_all = |line: &&Standing| {
                let player = line.player;
                let among = |e: &&Encounter| e.is_played() && group.iter().any(|other| other.player != player && e.involves(other.player));
                let met: Vec<&Encounter> = history.encounters_of(player).filter(among).collect();
                let opponents: BTreeSet<Player> = met.iter().map(|e| e.side_of(player).unwrap().1).collect();
                group.len() > 1 && opponents.len() + 1 == group.len() && met.iter().all(|e| e.half_points(player) == 2)
            };
            if let Some(best) = group.iter().find(has_won_all) {
                prop_assert_eq!((best.player, best.rank), (group[0].player, group[0].rank));
            }
            for line in group {
                let place = if group.len() == 1 { 0 } else { i64::from(line.rank - group[0].rank) + 1 };
                prop_assert_eq!(Criterion::DirectEncounter.shown(line.values[1]), Value::new(place, 1));
            }
        }
    }
}

#[test]
fn the_dummy_is_no_stronger_than_a_draw_in_every_round() {
    let history = history(4, &["ab1 cd1", "ac1 db-", "ad1", "a+"]);
    // Player 0 has 4 points of 4; the dummy of the bye has 2, as after draws in all rounds.
    assert_eq!(value(&history, Criterion::Points, Player(0)), Value::new(4, 1));
    // Player 1: 0 + 0, then missing, ½ + ½. Player 2: 1 + 0 + ½ + ½. Player 3: 0 + 1 + 0 + ½.
    assert_eq!(value(&history, Criterion::Buchholz, Player(0)).to_string(), (1.0 + 2.0 + 1.5 + 2.0).to_string());
}

/// The table of formats.md is right about ann, by a report file of that tournament.
#[test]
fn the_example_of_the_page_is_right() {
    let report: referee::trf::TrfReport = include_str!("example.trf").parse().unwrap();
    let page = include_str!("../../../docs/formats.md");
    for criterion in Criterion::choice() {
        let word = format!("`{}`", criterion.word().unwrap());
        let is_its_row = |line: &&str| line.starts_with('|') && line.split('|').nth(1).is_some_and(|words| words.contains(&word));
        let row = page.lines().find(is_its_row).unwrap_or_else(|| panic!("{word} is not on the page"));
        let order = vec![Criterion::Points, criterion];
        let rules = RankingRules { order, by_rounds: true, annul_early_leavers: None };
        let standings = Standings::new(&report.history().0, &rules);
        let value = standings.of(Player(0)).unwrap().values[1].to_string().replace(".5", "½");
        let said = row.split('|').nth(3).unwrap();
        assert!(said.split([' ', ',', ';', ':', '=']).any(|number| number == value), "{word} of ann is {value}, not {said}");
    }
}
