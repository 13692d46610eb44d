//! Report files: reading, writing, and errors.

use proptest::prelude::*;
use referee::pairing::Player;
use referee::standings::Standings;
use referee::trf::{Competitor, RoundResult, TrfError, TrfReport};
use rules::Side;

fn report() -> impl Strategy<Value = TrfReport> {
    let name = "[A-Za-z][A-Za-z ,éüß]{0,30}[a-z]";
    let players = prop::collection::vec((name, 0u32..4000), 1..12);
    (players, 1usize..7, any::<u64>(), "[A-Za-z0-9]{1,20}").prop_map(|(players, rounds, seed, title)| {
        let mut rng = referee::pairing::Rng::new(seed);
        let n = players.len();
        let mut competitors: Vec<Competitor> =
            players.into_iter().map(|(name, rating)| Competitor { name, rating, rank: 1, ..Competitor::default() }).collect();
        for _ in 0..rounds {
            let mut order: Vec<usize> = (0..n).collect();
            rng.shuffle(&mut order);
            for pair in order.chunks(2) {
                let [white, black] = *pair else {
                    competitors[pair[0]].results.push(RoundResult::Bye);
                    continue;
                };
                let (one, two) = match rng.below(7) {
                    6 => (RoundResult::UnplayedDraw, RoundResult::UnplayedDraw),
                    0 => (RoundResult::Absent { half_points: rng.below(3) as u32 }, RoundResult::Absent { half_points: 0 }),
                    1 => {
                        let winner = rng.below(3);
                        (
                            RoundResult::Forfeit { opponent: black, side: Side::White, won: winner == 0 },
                            RoundResult::Forfeit { opponent: white, side: Side::Black, won: winner == 1 },
                        )
                    }
                    _ => {
                        let half_points = rng.below(3) as u32;
                        (
                            RoundResult::Game { opponent: black, side: Side::White, half_points },
                            RoundResult::Game { opponent: white, side: Side::Black, half_points: 2 - half_points },
                        )
                    }
                };
                competitors[white].results.push(one);
                competitors[black].results.push(two);
            }
        }
        for competitor in &mut competitors {
            competitor.half_points = competitor.results.iter().map(|outcome| outcome.half_points()).sum();
            if rng.below(2) == 0 {
                competitor.virtual_points = (0..rounds).map(|_| rng.below(3) as u32).chain([1]).collect();
            }
        }
        let apart = if n > 2 { vec![vec![0, n - 1]] } else { Vec::new() };
        TrfReport {
            name: title,
            system: "Individual: Swiss-System".into(),
            rounds: rounds as u32 + 1,
            initial: Some(Side::Black),
            competitors,
            apart,
        }
    })
}

proptest! {
    #[test]
    fn reads_what_it_writes(report in report()) {
        prop_assert_eq!(report.to_string().parse::<TrfReport>(), Ok(report.clone()));
    }

    /// A history makes the same report, except for names and ratings. Points are the sum of all results, those of byes in the next round included.
    #[test]
    fn a_history_gives_the_same_report(report in report()) {
        let (mut history, regulations) = report.history();
        let paired = report.paired_rounds() as u32;
        history.excuse(Player(0), paired + 1, 1);
        let standings = Standings { lines: Vec::new() };
        let again = TrfReport::of(&history, &regulations, paired, &standings, &report.name, |_| String::new()).unwrap();
        for (one, two) in report.competitors.iter().zip(&again.competitors) {
            prop_assert_eq!(two.half_points, two.results.iter().map(|outcome| outcome.half_points()).sum::<u32>());
            // The file does not name the opponent of an unplayed draw.
            let worth = |outcome: &RoundResult| match *outcome {
                RoundResult::UnplayedDraw => RoundResult::Absent { half_points: 1 },
                outcome => outcome,
            };
            let expected: Vec<RoundResult> = one.results[..paired as usize].iter().map(worth).collect();
            prop_assert_eq!(&expected[..], &two.results[..paired as usize]);
        }
        prop_assert_eq!(report.apart, again.apart);
    }

    /// Broken text causes no panic.
    #[test]
    fn broken_text_is_an_error_or_a_report(report in report(), at in any::<prop::sample::Index>(), with in "[ -~\n]{0,4}", cut in 0usize..6) {
        let mut text = report.to_string();
        let at = at.index(text.len());
        if text.is_char_boundary(at) && text.is_char_boundary((at + cut).min(text.len())) {
            text.replace_range(at..(at + cut).min(text.len()), &with);
            if let Ok(report) = text.parse::<TrfReport>() {
                report.history();
            }
        }
    }
}

const ONE: &str = "001    1      Ann                               1800                             1.0    1     2 w 1";
const TWO: &str = "001    2      Bob                               1700                             0.0    2     1 b 0";

#[test]
fn errors_name_columns_and_expectations() {
    let everything = "250       1.0   1  99    1 9999";
    let points = |rounds: usize| format!("XXA    1 {}", " 1.0 ".repeat(rounds));
    let (long, half) = (&*points(100), &*points(50));
    let read: TrfReport = [ONE, TWO].join("\r\n").parse().unwrap();
    assert_eq!((read.rounds, read.competitors.len()), (1, 2));
    let with = |line: &str, from: &str, to: &str| line.replace(from, to);
    let cases: &[(&[&str], &str)] = &[
        (
            &[ONE, &with(TWO, " 1 b 0", " 1 b x")],
            "line 2, columns 92 to 99: `1 b x`, where a result of 1, =, 0, +, -, U, F, H or Z should be",
        ),
        (
            &[ONE, &with(TWO, " 1 b 0", " 1 w 0")],
            "line 2, columns 92 to 99: `1 w 0` in round 1, where `1 b 0` should be: line 1 says `2 w 1`",
        ),
        (&[ONE, &with(TWO, " 1 b 0", " 1 b 1")], "line 2, columns 92 to 99: `1 b 1` in round 1, where `1 b 0` should be: line 1 says"),
        (&[ONE, &with(TWO, " 1 b 0", " 7 b 0")], "line 2, columns 92 to 99: `7 b 0` in round 1, where `1 b 0` should be: line 1 says"),
        (&[ONE, &with(TWO, "   1 b 0", "0000 - H")], "line 2, columns 92 to 99: `0000 - H` in round 1, where `1 b 0` should be"),
        (&[ONE, &with(TWO, "0.0    2", "0.5    2")], "line 2, columns 81 to 84: `0.5`, where `0.0` should be: the sum of the results"),
        (&[ONE, &with(TWO, "0.0    2", "0.3    2")], "line 2, columns 81 to 84: `0.3`, where points such as 3.5 should be"),
        (&[ONE, ONE], "line 2: the starting rank 1 has a line already"),
        (&[ONE], "line 1, columns 92 to 99: `2 w 1`, where an opponent with a line 001 should be"),
        (&["", TWO], "there is no line 001 of starting rank 1"),
        (&[ONE, TWO, "XXR many"], "line 3, columns 4 to 8: `many`, where a number of rounds from 1 to 99 should be"),
        (&[ONE, TWO, "XXC rank"], "line 3: code XXC says rank; only white1 or black1 can be read"),
        (&[ONE, TWO, "BBW  3.0"], "line 3: code BBW says 3.0; only 1 point for a win"),
        (&[ONE, TWO, "XXP 1 9"], "there is no line 001 of starting rank 3"),
        (&[ONE, TWO, "192 FIDE_BURSTEIN"], "line 3: code 192 says FIDE_BURSTEIN; only FIDE_DUTCH or FIDE_DUTCH_2025"),
        (
            &[ONE, TWO, "192 FIDE_DUTCH_2017"],
            "line 3: code 192 says FIDE_DUTCH_2017; only FIDE_DUTCH or FIDE_DUTCH_2025, the edition in force, can",
        ),
        (&[ONE, TWO, "XXS W=3.0 D=1.0"], "line 3: code XXS says W=3.0 D=1.0; only 1 point for a win"),
        (&[ONE, TWO, "XXS WW=1.0 ??=1.0"], "line 3, columns 4 to 17: `WW=1.0 ??=1.0`, where codes of results"),
        (&[ONE, TWO, "XXZ 9"], "there is no line 001 of starting rank 3"),
        // Limits are checked before memory is used: a line of 30 bytes may name a million cells.
        (
            &[everything, everything],
            "line 2, columns 15 to 31: `1  99    1 9999`, where ranges that name each player and round once should be",
        ),
        (&[everything], "there is no line 001 of starting rank 1, though 9999 is named"),
        (&[long], "line 1, columns 10 to 508: `1.0  1.0"),
        (&[half, half], "line 2, columns 10 to 258: `1.0  1.0"),
    ];
    for (lines, error) in cases {
        let wrong = lines.join("\n").parse::<TrfReport>().unwrap_err().to_string();
        assert!(wrong.starts_with(error), "{wrong}\n{error}");
    }
}

/// Absent players, and explicit usual points.
#[test]
fn reads_the_codes_of_javafo() {
    let plain: TrfReport = [ONE, TWO, "XXR 2"].join("\n").parse().unwrap();
    let usual: TrfReport = [ONE, TWO, "XXR 2", "XXS WW=1.0 WD=0.5 BL=0.0 PAB=1.0"].join("\n").parse().unwrap();
    assert_eq!(plain, usual);
    let absent: TrfReport = [ONE, TWO, "XXR 2", "XXZ 2"].join("\n").parse().unwrap();
    assert_eq!((absent.paired_rounds(), plain.pair(2, &|| true).len(), absent.pair(2, &|| true).len()), (1, 1, 1));
    let pairs = absent.pair(2, &|| true);
    assert!(matches!(pairs[..], [referee::pairing::Seats::Bye(referee::pairing::Player(0))]), "{pairs:?}");
}

/// The codes of 2026 mean the same as those of 2016.
#[test]
fn reads_the_codes_of_2026() {
    let old: TrfReport = [ONE, TWO, "XXR 3", "XXC black1", "XXA    1  1.0  0.5", "XXP 1 2"].join("\n").parse().unwrap();
    let lines = [
        ONE,
        TWO,
        "142 3",
        "152 B",
        "250       1.0   1   1    1    1",
        "250       0.5   2   2    1    1",
        "260   1   3    1    2",
        "162  W 1.0    D 0.5",
    ];
    let new: Result<TrfReport, TrfError> = lines.join("\n").parse();
    assert_eq!(new, Ok(old));
    let absent = |line: &str| [ONE, TWO, "XXR 2", line].join("\n").parse::<TrfReport>();
    assert_eq!(absent("240 Z   2    1    2"), absent("XXZ 1 2"));
    let half = absent("240 H   2    1").unwrap();
    assert_eq!(half.competitors[0].results[1..], [RoundResult::Absent { half_points: 1 }]);
}
