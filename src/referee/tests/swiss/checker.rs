//! The rules of the Dutch system (FIDE Handbook C.04.3, 2017) as a slow and obvious check of one round.
//!
//! Everything is worked out afresh from the history. Of up to ten players every possible pairing is tried: none may be better, bracket
//! by bracket, by the criteria C.5 to C.15. Of more, the absolute criteria are checked, and what can be told by counting.

use referee::pairing::{Encounter, EncounterEnd, History, Player, Seats};
use rules::Side;
use std::collections::{BTreeMap, BTreeSet};

/// What the checked rounds were like, in sum.
#[derive(Debug, Default)]
pub struct Seen {
    pub rounds: u32,
    pub exhaustive: u32,
    pub pairs: u32,
    /// Pairs of which both should have got the same colour.
    pub colour_unmet: u32,
    /// Pairs with different scores.
    pub floats: u32,
    /// Rounds in which no legal pairing existed.
    pub desperate: u32,
    /// The largest difference between anybody's white and black games.
    pub imbalance: i32,
}

#[derive(Clone, Debug)]
struct Facts {
    score: u32,
    colours: Vec<Side>,
    met: BTreeSet<Player>,
    bye: bool,
    /// -1 down, +1 up, by round, the last first.
    floats: Vec<i32>,
    topscorer: bool,
}

fn facts(history: &History, rounds: u32) -> BTreeMap<Player, Facts> {
    let score_before = |player: Player, round: u32| -> u32 {
        history.encounters_of(player).filter(|e| e.round < round).map(|e| e.half_points(player)).sum()
    };
    let round = history.round();
    let possible: u32 = (1..=round).map(|r| 2 * history.encounters().iter().filter(|e| e.round == r).map(|e| e.games).max().unwrap()).sum();
    let present = history.players().filter(|&p| history.is_present(p));
    present
        .map(|player| {
            let played = |e: &&Encounter| matches!(e.ending, Some(EncounterEnd::Played(_)));
            let of = || history.encounters_of(player);
            let score = score_before(player, round + 1);
            let float = |r: u32| {
                let Some(e) = of().find(|e| e.round == r) else { return 0 };
                match (e.seats, e.ending) {
                    (Seats::Game(_), Some(EncounterEnd::Played(_))) => {
                        let (_, opponent) = e.side_of(player).unwrap();
                        (score_before(opponent, r) as i32 - score_before(player, r) as i32).signum()
                    }
                    _ if e.half_points(player) > 0 => -1,
                    _ => 0,
                }
            };
            let facts = Facts {
                score,
                colours: of().filter(played).filter(|e| e.games % 2 == 1).map(|e| e.side_of(player).unwrap().0).collect(),
                met: of().filter(played).map(|e| e.side_of(player).unwrap().1).collect(),
                bye: of().any(|e| !matches!(e.ending, Some(EncounterEnd::Played(_))) && e.half_points(player) > 0),
                floats: (1..=round).rev().take(2).map(float).collect(),
                topscorer: round + 1 >= rounds && 2 * score > possible,
            };
            (player, facts)
        })
        .collect()
}

impl Facts {
    fn balance(&self) -> i32 {
        self.colours.iter().map(|&side| if side == Side::White { 1 } else { -1 }).sum()
    }

    /// 0 none, 1 mild, 2 strong, 3 absolute; and the colour.
    fn preference(&self) -> (u8, Option<Side>) {
        let n = self.colours.len();
        if n == 0 {
            return (0, None);
        }
        let last = self.colours[n - 1];
        let balance = self.balance();
        if balance > 1 {
            (3, Some(Side::Black))
        } else if balance < -1 {
            (3, Some(Side::White))
        } else if n >= 2 && self.colours[n - 2] == last {
            (3, Some(last.other()))
        } else if balance == 1 {
            (2, Some(Side::Black))
        } else if balance == -1 {
            (2, Some(Side::White))
        } else {
            (1, Some(last.other()))
        }
    }

    fn clash(&self, other: &Facts) -> bool {
        let ((a, one), (b, two)) = (self.preference(), other.preference());
        a == 3 && b == 3 && one == two && !self.topscorer && !other.topscorer
    }
}

/// Two players, or one with a bye.
type Pair = (Player, Option<Player>);
/// A round's pairs.
type Round = Vec<Pair>;

/// Floaters, differences of score, the next bracket's, and the criteria from C.8 on.
type Quality = (usize, Vec<u32>, (usize, Vec<u32>), Vec<usize>);

/// The pairs within a set of players, in a fixed order.
fn inside(round: &Round, players: &BTreeSet<Player>) -> Round {
    let inside = |&(a, b): &Pair| match b {
        Some(b) if players.contains(&a) && players.contains(&b) => Some((a.min(b), Some(a.max(b)))),
        _ => None,
    };
    let mut pairs: Round = round.iter().filter_map(inside).collect();
    pairs.sort();
    pairs
}

struct Checker<'a> {
    history: &'a History,
    facts: BTreeMap<Player, Facts>,
}

pub fn check(history: &History, encounters: &[Encounter], rounds: u32, seen: &mut Seen) {
    let checker = Checker { history, facts: facts(history, rounds) };
    let context = || format!("{:#?}\n{encounters:#?}", checker.facts);
    // Everybody exactly once, the bye only if needed.
    let mut met = BTreeSet::new();
    let mut round: Round = Vec::new();
    for encounter in encounters {
        assert_eq!(encounter.round, history.round() + 1);
        let pair = match encounter.seats {
            Seats::Bye(player) => (player, None),
            Seats::Game(seats) => (seats.white, Some(seats.black)),
        };
        for player in [Some(pair.0), pair.1].into_iter().flatten() {
            assert!(met.insert(player), "{player:?} plays twice");
        }
        round.push(pair);
    }
    assert!(met.iter().eq(checker.facts.keys()), "who is present is paired");
    assert_eq!(round.iter().filter(|pair| pair.1.is_none()).count(), met.len() % 2);

    seen.rounds += 1;
    let all = (met.len() <= 10).then(|| checker.all_pairings());
    let breaches = checker.breaches(&round);
    if breaches != (0, 0, 0) {
        // Only if there is no legal pairing, and then as few as can be.
        match &all {
            Some(all) => assert_eq!(breaches, all.iter().map(|r| checker.breaches(r)).min().unwrap(), "{}", context()),
            None => assert!(met.len() as u32 <= 3 * rounds, "an illegal pairing of {} players", met.len()),
        }
        seen.desperate += 1;
    } else if let Some(all) = all {
        seen.exhaustive += 1;
        checker.check_best(&round, all.into_iter().filter(|r| checker.breaches(r) == (0, 0, 0)).collect(), &context);
    }
    for encounter in encounters {
        if let Seats::Game(seats) = encounter.seats {
            let (white, black) = (&checker.facts[&seats.white], &checker.facts[&seats.black]);
            checker.check_colours(white, black, seats.white, seats.black, &context);
            seen.pairs += 1;
            seen.floats += u32::from(white.score != black.score);
            let ((a, one), (b, two)) = (white.preference(), black.preference());
            seen.colour_unmet += u32::from(a.min(b) > 0 && one == two);
            if encounter.games % 2 == 1 {
                seen.imbalance = seen.imbalance.max((white.balance() + 1).abs()).max((black.balance() - 1).abs());
            }
        }
    }
}

impl Checker<'_> {
    /// Rematches, second byes, clashes.
    fn breaches(&self, round: &Round) -> (usize, usize, usize) {
        let count = |broken: &dyn Fn(&Pair) -> bool| round.iter().filter(|pair| broken(pair)).count();
        (
            count(&|&(a, b)| b.is_some_and(|b| self.facts[&a].met.contains(&b))),
            count(&|&(a, b)| b.is_none() && self.facts[&a].bye),
            count(&|&(a, b)| b.is_some_and(|b| self.facts[&a].clash(&self.facts[&b]))),
        )
    }

    fn all_pairings(&self) -> Vec<Round> {
        fn extend(left: &[Player], bye: bool, so_far: &mut Round, all: &mut Vec<Round>) {
            let Some((&first, rest)) = left.split_first() else {
                all.push(so_far.clone());
                return;
            };
            for (i, &other) in rest.iter().enumerate() {
                let mut left = rest.to_vec();
                left.remove(i);
                so_far.push((first, Some(other)));
                extend(&left, bye, so_far, all);
                so_far.pop();
            }
            if bye {
                so_far.push((first, None));
                extend(rest, false, so_far, all);
                so_far.pop();
            }
        }
        let players: Vec<Player> = self.facts.keys().copied().collect();
        let mut all = Vec::new();
        extend(&players, players.len() % 2 == 1, &mut Vec::new(), &mut all);
        all
    }

    fn check_best(&self, round: &Round, mut all: Vec<Round>, context: &dyn Fn() -> String) {
        let scores: BTreeSet<u32> = self.facts.values().map(|f| f.score).collect();
        let mut floaters = BTreeSet::new();
        for &score in scores.iter().rev() {
            let group = self.facts.iter().filter(|(_, f)| f.score == score).map(|(&p, _)| p);
            let bracket: BTreeSet<Player> = group.chain(floaters).collect();
            let next = scores.range(..score).next_back().copied();
            // C.7 looks at the next bracket: the best that it can come to after the same pairs here.
            let mut next_best: BTreeMap<Round, (usize, Vec<u32>)> = BTreeMap::new();
            for round in &all {
                let quality = self.next_quality(round, &bracket, next);
                let best = next_best.entry(inside(round, &bracket)).or_insert_with(|| quality.clone());
                *best = quality.min(best.clone());
            }
            let quality = |round: &Round| self.quality(round, &bracket, score, &next_best[&inside(round, &bracket)]);
            let ours = quality(round);
            for other in &all {
                assert!(
                    ours <= quality(other),
                    "{other:?} is better in the bracket of {score}: {:?}, not {ours:?}\n{}",
                    quality(other),
                    context()
                );
            }
            self.check_order(round, &bracket, score, all.iter().filter(|other| quality(other) == ours), context);
            let pairs = inside(round, &bracket);
            floaters = bracket.iter().copied().filter(|p| !pairs.iter().any(|pair| pair.0 == *p || pair.1 == Some(*p))).collect();
            // From here on, only what agrees so far.
            all.retain(|other| inside(other, &bracket) == pairs);
        }
    }

    /// Section D: of the equally good, the first. Which exchange of players between the halves comes first is not checked, only that
    /// there are as few as can be.
    fn check_order<'r>(
        &self,
        round: &Round,
        bracket: &BTreeSet<Player>,
        score: u32,
        equal: impl Iterator<Item = &'r Round>,
        context: &dyn Fn() -> String,
    ) {
        let ours = self.order(round, bracket, score);
        for other in equal {
            let theirs = self.order(other, bracket, score);
            let comparable = ours.0 != theirs.0 || ours.1 != theirs.1 || ours.1 == 0;
            assert!(
                !comparable || ours <= theirs,
                "{other:?} comes first in the bracket of {score}: {theirs:?}, not {ours:?}\n{}",
                context()
            );
        }
    }

    /// Whom those moved down meet, how many are exchanged between the halves, and whom the upper half meets.
    fn order(&self, round: &Round, bracket: &BTreeSet<Player>, score: u32) -> (Vec<usize>, usize, Vec<usize>) {
        let mut players: Vec<Player> = bracket.iter().copied().collect();
        players.sort_by_key(|p| (u32::MAX - self.facts[p].score, i32::MAX - self.history.entrants()[p.0 as usize].rating, *p));
        let (moved_down, residents): (Vec<Player>, Vec<Player>) = players.into_iter().partition(|p| self.facts[p].score > score);
        let partner =
            |p: Player| inside(round, bracket).into_iter().find_map(|(a, b)| if a == p { b } else { (b == Some(p)).then_some(a) });
        let place = |list: &[Player], p: Player| partner(p).and_then(|q| list.iter().position(|&r| r == q)).unwrap_or(usize::MAX);
        let first = moved_down.iter().map(|&p| place(&residents, p)).collect();
        let rest: Vec<Player> = residents.into_iter().filter(|&p| partner(p).is_none_or(|q| !moved_down.contains(&q))).collect();
        let half = rest.iter().filter(|&&p| partner(p).is_some()).count() / 2;
        let (upper, lower) = rest.split_at(half);
        let exchanges = upper.iter().filter(|&&p| place(lower, p) == usize::MAX).count();
        (first, exchanges, upper.iter().map(|&p| place(lower, p)).collect())
    }

    fn worth(&self) -> u32 {
        2 * self.history.encounters().iter().map(|e| e.games).max().unwrap_or(1)
    }

    /// How many of the next bracket remain unpaired in it, and its differences of score.
    fn next_quality(&self, round: &Round, bracket: &BTreeSet<Player>, next: Option<u32>) -> (usize, Vec<u32>) {
        let Some(score) = next else { return (0, Vec::new()) };
        let here = inside(round, bracket);
        let floaters = bracket.iter().copied().filter(|p| !here.iter().any(|pair| pair.0 == *p || pair.1 == Some(*p)));
        let players: BTreeSet<Player> = floaters.chain(self.facts.keys().copied().filter(|p| self.facts[p].score == score)).collect();
        let pairs = inside(round, &players);
        let left_over = players.iter().filter(|p| !pairs.iter().any(|pair| pair.0 == **p || pair.1 == Some(**p)));
        let mut differences: Vec<u32> = left_over.map(|p| self.facts[p].score - score + self.worth()).collect();
        let unpaired = differences.len();
        differences.extend(pairs.iter().map(|&(a, b)| self.facts[&a].score.abs_diff(self.facts[&b.unwrap()].score)));
        differences.sort_by(|a, b| b.cmp(a));
        (unpaired, differences)
    }

    /// What is to be small, in the order of the criteria.
    fn quality(&self, round: &Round, bracket: &BTreeSet<Player>, score: u32, next: &(usize, Vec<u32>)) -> Quality {
        let mut pairs = Vec::new();
        let mut floaters = Vec::new();
        for &(a, b) in round {
            match b {
                Some(b) if bracket.contains(&a) && bracket.contains(&b) => {
                    let (a, b) = (&self.facts[&a], &self.facts[&b]);
                    pairs.push(if a.score >= b.score { (a, b) } else { (b, a) });
                }
                _ => floaters.extend([Some(a), b].into_iter().flatten().filter(|p| bracket.contains(p))),
            }
        }
        let worth = self.worth();
        let mut differences: Vec<u32> = pairs.iter().map(|(a, b)| a.score - b.score).collect();
        differences.extend(floaters.iter().map(|p| self.facts[p].score - score + worth));
        differences.sort_by(|a, b| b.cmp(a));
        let count = |wrong: &dyn Fn(&Facts, &Facts) -> bool| pairs.iter().filter(|(a, b)| wrong(a, b)).count();
        let same = |a: &Facts, b: &Facts, least: u8| {
            let ((one, side), (two, other)) = (a.preference(), b.preference());
            side == other && one.min(two) >= least
        };
        let float_was = |f: &Facts, ago: usize, what: i32| f.floats.get(ago) == Some(&what);
        let down = |ago: usize| floaters.iter().filter(|p| float_was(&self.facts[p], ago, -1)).count();
        let up = |ago: usize| count(&|a, b| a.score > b.score && float_was(b, ago, 1));
        let rest =
            vec![count(&|a, b| same(a, b, 3)), count(&|a, b| same(a, b, 1)), count(&|a, b| same(a, b, 2)), down(0), up(0), down(1), up(1)];
        (floaters.len(), differences, next.clone(), rest)
    }

    /// Section E.
    fn check_colours(&self, white: &Facts, black: &Facts, white_player: Player, black_player: Player, context: &dyn Fn() -> String) {
        let rank = |f: &Facts, p: Player| (u32::MAX - f.score, i32::MAX - self.history.entrants()[p.0 as usize].rating, p);
        let ((a, one), (b, two)) = (white.preference(), black.preference());
        let white_ok = one != Some(Side::Black);
        let black_ok = two != Some(Side::White);
        let fair = match (white_ok, black_ok) {
            (true, true) => true,
            (false, false) => false,
            // Both are due the same colour: the one who got it must have had a reason.
            _ => {
                let (winner, loser) = if white_ok { ((white, a), (black, b)) } else { ((black, b), (white, a)) };
                let latest = winner.0.colours.iter().rev().zip(loser.0.colours.iter().rev()).find(|(x, y)| x != y);
                let got = if white_ok { Side::White } else { Side::Black };
                let wider = winner.0.balance().abs().cmp(&loser.0.balance().abs());
                match (winner.1.cmp(&loser.1), latest) {
                    (std::cmp::Ordering::Equal, _) if winner.1 == 3 && wider.is_ne() => wider.is_gt(),
                    (std::cmp::Ordering::Equal, Some((&mine, _))) => mine != got,
                    (std::cmp::Ordering::Equal, None) => (rank(white, white_player) < rank(black, black_player)) == white_ok,
                    (order, _) => order.is_gt(),
                }
            }
        };
        assert!(fair, "{white_player:?} {white:?} has White against {black_player:?} {black:?}\n{}", context());
    }
}
