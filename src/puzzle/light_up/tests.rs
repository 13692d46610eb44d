//! Laws of the solvers, with the checker and every set of bulbs as judges.

#![allow(clippy::unwrap_used)]

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{Answer, Difficulty, Others, StreamEnding, Verdict};

const SAMPLES: &str = include_str!("../tests/data/light_up.txt");

fn samples() -> impl Iterator<Item = (LightUpPuzzle, &'static str)> {
    SAMPLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (board, answer) = line.split_once('\t').unwrap();
        (board.parse().unwrap(), answer)
    })
}

/// A board whose clues can be met one by one, though seldom all together.
fn boards(most: u16) -> impl Strategy<Value = LightUpPuzzle> {
    (1..=most, 1..=most).prop_flat_map(|(width, height)| {
        let cells = usize::from(width) * usize::from(height);
        proptest::collection::vec(0_u8..14, cells).prop_map(move |kinds| {
            let bare = kinds.iter().map(|kind| if *kind < 9 { LightUpSquare::White } else { LightUpSquare::Black }).collect();
            let bare = LightUpPuzzle::new(width, height, bare).unwrap();
            let squares = bare.cells().map(|cell| match (bare.square(cell), kinds[bare.index(cell)]) {
                (LightUpSquare::Black, kind @ 10..) => {
                    let white = |beside: &LightUpCell| bare.square(*beside) == LightUpSquare::White;
                    let places = bare.neighbours(cell).filter(white).count() as u8;
                    LightUpSquare::Clue((kind - 10).min(places))
                }
                (square, _) => square,
            });
            LightUpPuzzle::new(width, height, squares.collect()).unwrap()
        })
    })
}

/// Bulbs at random, then clues that count them: a board with a solution if every cell is lit.
fn lit_boards(most: u16) -> impl Strategy<Value = LightUpPuzzle> {
    (boards(most), any::<u64>()).prop_map(|(board, seed)| {
        let mut bulbs = vec![false; board.squares().len()];
        let mut dark: Vec<LightUpCell> = board.cells().filter(|&cell| board.square(cell) == LightUpSquare::White).collect();
        let mut state = seed | 1;
        while !dark.is_empty() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let cell = dark[(state >> 33) as usize % dark.len()];
            bulbs[board.index(cell)] = true;
            let lit: BTreeSet<LightUpCell> = board.sees(cell).chain([cell]).collect();
            dark.retain(|cell| !lit.contains(cell));
        }
        let squares = board.cells().map(|cell| match board.square(cell) {
            LightUpSquare::Clue(_) => LightUpSquare::Clue(board.neighbours(cell).filter(|&n| bulbs[board.index(n)]).count() as u8),
            square => square,
        });
        LightUpPuzzle::new(board.width(), board.height(), squares.collect()).unwrap()
    })
}

/// Every set of bulbs that the checker accepts: the definition.
fn all_by_definition(board: &LightUpPuzzle) -> BTreeSet<String> {
    let white: Vec<usize> = (0..board.squares().len()).filter(|&i| board.squares()[i] == LightUpSquare::White).collect();
    let sets = (0..1_u32 << white.len()).filter_map(|set| {
        let mut bulbs = vec![false; board.squares().len()];
        for (bit, &index) in white.iter().enumerate() {
            bulbs[index] = set >> bit & 1 == 1;
        }
        LightUpSolution::check(board, bulbs).ok().map(|solution| solution.to_string())
    });
    sets.collect()
}

fn all(board: &LightUpPuzzle, method: LightUpMethod) -> (BTreeSet<String>, StreamEnding) {
    let mut found = BTreeSet::new();
    let stream = each_solution(board, method, &mut |_| true, &mut |solution| {
        assert!(found.insert(solution.to_string()), "{method} finds a solution twice: {board}");
        ControlFlow::Continue(())
    });
    assert_eq!(stream.found, found.len() as u64);
    (found, stream.ending)
}

#[test]
fn public_samples_have_the_known_answers() {
    for (board, answer) in samples() {
        for method in [LightUpMethod::Learning, LightUpMethod::PatternsSearch] {
            match solve(&board, method, &mut |_| true).verdict {
                Verdict::Solved(Answer { solution, others: Others::None }) => assert_eq!(solution.to_string(), answer),
                other => panic!("{method}: {board}: {other:?}"),
            }
        }
        if board.squares().len() < 50 {
            assert_eq!(all(&board, LightUpMethod::Backtracking).0, BTreeSet::from([answer.to_string()]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_method_finds_what_the_definition_finds(board in prop_oneof![boards(4), lit_boards(4)]) {
        let expected = all_by_definition(&board);
        for method in [LightUpMethod::Backtracking, LightUpMethod::PatternsSearch, LightUpMethod::Learning] {
            prop_assert_eq!(all(&board, method), (expected.clone(), StreamEnding::Exhausted), "{}", method);
        }
        let (found, ending) = all(&board, LightUpMethod::Patterns);
        prop_assert!(ending == StreamEnding::LimitReached && found.is_empty() || found == expected);
    }

    #[test]
    fn larger_boards_count_the_same(board in lit_boards(11)) {
        let slow = count(&board, LightUpMethod::PatternsSearch, 400, &mut |_| true);
        let fast = count(&board, LightUpMethod::Learning, 400, &mut |_| true);
        prop_assert!(fast.found > 0);
        prop_assert_eq!((fast.found, fast.ending), (slow.found, slow.ending));
    }

    #[test]
    fn deductions_keep_every_solution(board in lit_boards(7)) {
        let lines = lines::Lines::new(&board);
        let mut patterns = patterns::Patterns::new(&board, &lines);
        prop_assert!(patterns.exhaust().is_ok());
        let mut seen = 0;
        each_solution(&board, LightUpMethod::Learning, &mut |_| true, &mut |solution| {
            for step in &patterns.steps {
                assert_eq!(solution.bulb(step.cell), step.mark == CellMark::Bulb, "{step:?}");
            }
            seen += 1;
            if seen < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    #[test]
    fn steps_stick_where_a_walk_is_stuck(board in lit_boards(8)) {
        let Verdict::Solved(walk) = walk(&board, &mut |_| true).verdict else { panic!("there is no limit") };
        prop_assert_eq!(hint::sticks(&board), walk.end == LightUpEnd::Stuck, "{}", board);
    }

    #[test]
    fn text_makes_the_round_trip(board in boards(60)) {
        prop_assert_eq!(&board.to_string().parse::<LightUpPuzzle>().unwrap(), &board);
        let squares: Vec<String> = board.squares().iter().map(LightUpSquare::to_string).collect();
        let rows: Vec<String> = squares.chunks(board.width().into()).map(<[String]>::concat).collect();
        prop_assert_eq!(&rows.join("\n").parse::<LightUpPuzzle>().unwrap(), &board);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,100}", id in "[0-9x]{1,4}x[0-9]{1,2}:[a-zB0-4]{0,40}") {
        let _ = text.parse::<LightUpPuzzle>();
        let _ = id.parse::<LightUpPuzzle>();
    }
}

#[test]
fn an_empty_board_streams_until_stopped() {
    let board: LightUpPuzzle = "8x8:zzl".parse().unwrap();
    for method in [LightUpMethod::Backtracking, LightUpMethod::PatternsSearch, LightUpMethod::Learning] {
        assert_eq!(count(&board, method, 1000, &mut |_| true).found, 1000, "{method}");
        assert_eq!(solve(&board, method, &mut |_| false).verdict, Verdict::LimitReached);
    }
    // On an open square board the bulbs stand as rooks that guard every square: n! ways.
    let four: LightUpPuzzle = "4x4:p".parse().unwrap();
    assert_eq!(all(&four, LightUpMethod::Learning).0.len(), 24);
}

#[test]
fn the_largest_board_is_solved() {
    let rows: Vec<String> = (0..200).map(|row| if row % 2 == 0 { ".#" } else { "#." }.repeat(100)).collect();
    let board: LightUpPuzzle = rows.join("\n").parse().unwrap();
    let Verdict::Solved(Answer { solution, others }) = solve(&board, LightUpMethod::Learning, &mut |_| true).verdict else {
        panic!("every white cell stands alone");
    };
    assert_eq!((solution.bulbs().iter().filter(|bulb| **bulb).count(), others), (20_000, Others::None));
}

#[test]
fn impossible_boards_are_proved_so() {
    for (board, words) in [("4x1:1b1", "clue"), ("3x2:a0a0a0", "nothing can light r1c1"), ("1x2:0a", "nothing")] {
        let board: LightUpPuzzle = board.parse().unwrap();
        for method in LightUpMethod::ALL {
            match solve(&board, method, &mut |_| true).verdict {
                Verdict::Impossible(why) => assert!(why.to_string().contains(words), "{why}"),
                other => panic!("{method}: {board}: {other:?}"),
            }
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let cases = [
        ("", "the board is empty"),
        ("..\n...", "row 2 has 3 cells: expected 2"),
        ("..\n.x", "line 2, character 2: 'x' is not a cell"),
        ("...\n.5.\n...", "r2c2 holds the clue 5: expected 0 to 4"),
        ("3..\n...", "r1c1 asks for 3 bulbs, but only 2 of its neighbours are white"),
        ("0x0:", "the board is 0×0: expected 1×1 to 200×200"),
        ("1000000000x1000000000:a", "the board is 1000000000×1000000000"),
        ("201x1:a", "the board is 201×1"),
        ("99999999999999x1:a", "the game ID starts with '99999999999999x1'"),
        ("7by7:a", "the game ID starts with '7by7'"),
        ("7x7:a!", "game ID, character 6: found '!'"),
        ("7x7:a", "the game ID describes 1 cells or more: expected 49"),
        ("2x2:z", "the game ID describes 26 cells or more: expected 4"),
        ("1x1:7", "r1c1 holds the clue 7"),
    ];
    for (text, expected) in cases {
        let message = text.parse::<LightUpPuzzle>().unwrap_err().to_string();
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    let long = ".".repeat(300_000).parse::<LightUpPuzzle>().unwrap_err();
    assert_eq!(long, LightUpError::TooLong { bytes: 300_000, most: 262_144 });
    assert!("sat".parse::<LightUpMethod>().unwrap_err().to_string().contains("backtracking, patterns"));
    for method in LightUpMethod::ALL {
        assert_eq!(method.to_string().parse(), Ok(method));
    }
}

#[test]
fn the_checker_finds_each_fault() {
    let (board, answer) = samples().next().unwrap();
    let bulbs: Vec<bool> = answer.chars().filter(|c| *c != '/').map(|c| c == '*').collect();
    assert!(LightUpSolution::check(&board, bulbs.clone()).is_ok());
    assert!(LightUpSolution::check(&board, bulbs[1..].to_vec()).is_err());
    for index in 0..bulbs.len() {
        let mut wrong = bulbs.clone();
        wrong[index] ^= true;
        assert!(LightUpSolution::check(&board, wrong).is_err(), "the only solution with cell {index} turned");
    }
}

#[test]
fn pictures_show_every_bulb() {
    let (board, answer) = samples().next().unwrap();
    let Verdict::Solved(Answer { solution, .. }) = solve(&board, LightUpMethod::default(), &mut |_| true).verdict else {
        panic!("the sample has a solution");
    };
    let bulbs = answer.matches('*').count();
    assert_eq!(solution.to_svg().matches("<circle").count(), bulbs);
    assert_eq!(solution.to_text().matches('*').count(), bulbs);
}

/// Rows of white cells over a row of zeros: each column needs a bulb above the lowest white row, and no two in one row.
#[test]
fn pigeonholes_are_counted() {
    for width in [3, 10, 20, 40] {
        for rows in [width - 1, width, width + 1] {
            let board = format!("{}{}", format!("{}/", ".".repeat(width)).repeat(rows), "0".repeat(width));
            let solved = solve(&board.parse::<LightUpPuzzle>().unwrap(), LightUpMethod::default(), &mut |cost| cost.expanded < 20_000);
            match solved.verdict {
                Verdict::Solved(Answer { others, .. }) => assert!(rows > width && matches!(others, Others::Another(_)), "{board}"),
                Verdict::Impossible(_) => assert!(rows <= width, "{board}"),
                Verdict::LimitReached => panic!("{board}"),
            }
        }
    }
}

/// Whether a step follows from the marks: with the other mark in its cell, the bulb, clue or dark cell that it names cannot be right.
fn follows(board: &LightUpPuzzle, marks: &[CellMark], step: &DeducedMark) -> bool {
    let mut marks = marks.to_vec();
    if marks[board.index(step.cell)] != CellMark::Unknown {
        return false;
    }
    if step.mark == CellMark::Crossed {
        marks[board.index(step.cell)] = CellMark::Bulb;
        for cell in board.sees(step.cell).filter(|cell| marks[board.index(*cell)] == CellMark::Unknown).collect::<Vec<_>>() {
            marks[board.index(cell)] = CellMark::Crossed;
        }
    } else {
        marks[board.index(step.cell)] = CellMark::Crossed;
    }
    let mark = |cell: &LightUpCell| marks[board.index(*cell)];
    let count = |cells: &mut dyn Iterator<Item = LightUpCell>, wanted: CellMark| cells.filter(|cell| mark(cell) == wanted).count();
    match board.square(step.from) {
        LightUpSquare::Clue(clue) => {
            let (bulbs, open) =
                (count(&mut board.neighbours(step.from), CellMark::Bulb), count(&mut board.neighbours(step.from), CellMark::Unknown));
            bulbs > usize::from(clue) || bulbs + open < usize::from(clue)
        }
        LightUpSquare::White if mark(&step.from) == CellMark::Bulb => {
            board.sees(step.from).any(|cell| cell == step.cell) && step.mark == CellMark::Crossed
        }
        LightUpSquare::White => {
            let around = || core::iter::once(step.from).chain(board.sees(step.from));
            count(&mut around(), CellMark::Bulb) + count(&mut around(), CellMark::Unknown) == 0
        }
        LightUpSquare::Black => false,
    }
}

/// Each step of a walk follows from those before it.
fn replay(board: &LightUpPuzzle, walk: &LightUpWalk) -> Vec<CellMark> {
    let white = |square: &LightUpSquare| if *square == LightUpSquare::White { CellMark::Unknown } else { CellMark::Black };
    let mut marks: Vec<CellMark> = board.squares().iter().map(white).collect();
    for step in &walk.steps {
        let (cell, mark) = match step {
            LightUpStep::Pattern(step) => {
                assert!(follows(board, &marks, step), "{board}: {step:?}");
                (step.cell, step.mark)
            }
            LightUpStep::Tried { cell, mark, steps, .. } => {
                let mut tried = marks.clone();
                tried[board.index(*cell)] = if *mark == CellMark::Bulb { CellMark::Crossed } else { CellMark::Bulb };
                for inner in steps {
                    assert!(follows(board, &tried, inner), "{board}: {inner:?} in {step:?}");
                    tried[board.index(inner.cell)] = inner.mark;
                }
                (*cell, *mark)
            }
        };
        marks[board.index(cell)] = mark;
    }
    marks
}

#[test]
fn walks_are_true_step_by_step() {
    let mut tried = 0;
    for (board, _) in samples().filter(|(board, _)| board.squares().len() <= 200) {
        let Verdict::Solved(walk) = walk(&board, &mut |_| true).verdict else { panic!("there is no limit") };
        let marks = replay(&board, &walk);
        tried += walk.steps.iter().filter(|step| step.difficulty() == Difficulty::Hard).count();
        if walk.end == LightUpEnd::Finished {
            let bulbs = marks.iter().map(|mark| *mark == CellMark::Bulb).collect();
            assert!(LightUpSolution::check(&board, bulbs).is_ok(), "{board}");
        }
    }
    assert!(tried > 0);
}

#[test]
fn boards_at_random_are_as_hard_as_asked_for() {
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        for seed in 0..3 {
            let board = || generate(8, 7, difficulty, seed, &mut |_| true).unwrap().verdict;
            let Verdict::Solved(board) = (board() == board()).then(board).unwrap() else { panic!("there is no limit") };
            let solved = solve(&board, LightUpMethod::PatternsSearch, &mut |_| true).verdict;
            assert!(matches!(solved, Verdict::Solved(Answer { others: Others::None, .. })), "{board}");
            let Verdict::Solved(walk) = walk(&board, &mut |_| true).verdict else { panic!("there is no limit") };
            assert_eq!(walk.difficulty(), difficulty, "{board}");
        }
    }
    assert!(generate(0, 7, Difficulty::Easy, 0, &mut |_| true).is_err());
    assert_eq!(generate(2, 2, Difficulty::Hard, 0, &mut |cost| cost.generated < 1_000).unwrap().verdict, Verdict::LimitReached);
}

#[test]
fn extreme_boards_have_one_solution_to_which_no_steps_lead() {
    for (width, height, seeds) in [(5, 6, 4), (6, 6, 4), (7, 5, 4), (8, 7, 2), (10, 10, 2), (14, 14, 1)] {
        for seed in 0..seeds {
            let board = || generate(width, height, Difficulty::Extreme, seed, &mut |_| true).unwrap().verdict;
            let Verdict::Solved(board) = (board() == board()).then(board).unwrap() else { panic!("there is no limit") };
            assert_eq!((board.width(), board.height()), (width, height));
            let method = if board.squares().len() <= 36 { LightUpMethod::Backtracking } else { LightUpMethod::PatternsSearch };
            let stream = count(&board, method, 2, &mut |_| true);
            assert_eq!((stream.found, stream.ending), (1, StreamEnding::Exhausted), "{board}");
            let Verdict::Solved(walk) = walk(&board, &mut |_| true).verdict else { panic!("there is no limit") };
            assert_eq!(walk.difficulty(), Difficulty::Extreme, "{board}");
            let black = |at: usize| board.squares()[at] != LightUpSquare::White;
            assert!((0..board.squares().len()).all(|at| black(at) == black(board.squares().len() - 1 - at)), "{board}");
        }
    }
    for (width, height) in [(5, 5), (4, 25), (2, 2)] {
        let error = generate(width, height, Difficulty::Extreme, 0, &mut |_| true).unwrap_err();
        assert!(error.to_string().contains("5×6, 6×5 or larger"), "{error}");
    }
}
