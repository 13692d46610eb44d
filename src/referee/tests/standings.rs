//! Standings and the crosstable, with values computed by hand.

use crate::fixtures::history;

use referee::format::{Format, RoundRobin, Swiss};
use referee::pairing::{Encounter, History, Player, Seats};
use referee::standings::{Criterion, Crosstable, RankingRules, Standings};

fn round_robin() -> RankingRules {
    RoundRobin { cycles: 1, games: 1, seed: 0 }.rules(4)
}

fn swiss() -> RankingRules {
    Swiss { rounds: None, games: 1, accelerated: false, seed: 0 }.rules(4)
}

fn order(history: &History, rules: &RankingRules) -> String {
    let line = |s: &referee::standings::Standing| format!("{}{}", s.rank, (b'a' + s.player.0 as u8) as char);
    Standings::new(history, rules).lines.iter().map(line).collect::<Vec<_>>().join(" ")
}

#[test]
fn direct_encounter_decides_only_among_those_who_all_met() {
    // a and b have 2 points each; b beat a.
    let met = history(4, &["ba1 cd1", "ac1 db1", "ad1 bc1"]);
    assert_eq!(order(&met, &round_robin()), "1b 2a 3c 4d");
    let circle = history(3, &["ab1", "bc1", "ca1"]);
    assert_eq!(order(&circle, &round_robin()), "1a 1b 1c", "a circle stays tied");
    let strangers = history(4, &["ac1 bd1"]);
    let rules = RankingRules { order: vec![Criterion::Points, Criterion::DirectEncounter], by_rounds: true, annul_early_leavers: None };
    assert_eq!(order(&strangers, &rules), "1a 1b 3c 3d");
}

#[test]
fn byes_have_no_cell() {
    // c has a bye, then a no-show against it.
    let history = history(3, &["ab1 c+", "ca- b+"]);
    let table = Crosstable::new(&history);
    let cell = table.cell(Player(2), Player(0)).unwrap();
    assert_eq!((cell.half_points, cell.games, cell.forfeits), (2, 0, 1));
    let met = |&(a, b): &(u32, u32)| table.cell(Player(a), Player(b)).is_some();
    let all = (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
    assert_eq!(all.filter(met).collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 0), (2, 0)]);
}

#[test]
fn a_double_forfeit_is_no_loss() {
    let history = history(3, &["ab* c+", "ac1 b+", "cb-"]);
    let standings = Standings::new(&history, &swiss());
    let line = |p: u32| standings.of(Player(p)).map(|l| (l.played, l.byes, l.wins, l.draws, l.losses)).unwrap();
    assert_eq!([0, 1, 2].map(line), [(1, 0, 1, 0, 0), (0, 1, 1, 0, 1), (1, 1, 2, 0, 1)]);
    assert_eq!(Crosstable::new(&history).cell(Player(0), Player(1)), None);
}

#[test]
fn early_leavers_are_annulled_where_all_meet_all() {
    let mut history = history(4, &["ad1 bc1", "ab= cd0"]);
    history.add(&[Encounter::new(3, Player(0), Player(2), 1), Encounter::new(3, Player(1), Player(3), 1)]);
    history.add(&[Encounter::new(4, Player(3), Player(2), 1), Encounter::new(5, Player(3), Player(1), 1)]);
    history.withdraw(Player(3));
    assert!(matches!(history.encounters()[5].seats, Seats::Game(_)) && history.encounters()[5].is_over());
    // d played two of five games, so its games do not count.
    let standings = Standings::new(&history, &round_robin());
    assert_eq!(order(&history, &round_robin()), "1b 2a 3c 4d");
    let lines: Vec<_> = standings.lines.iter().map(|l| (l.half_points, l.played, l.annulled)).collect();
    assert_eq!(lines, [(3, 2, false), (1, 1, false), (0, 1, false), (0, 0, true)]);
    assert!(Standings::new(&history, &swiss()).lines.iter().all(|line| !line.annulled));
}
