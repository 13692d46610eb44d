//! Generated boards, and hints.

use crate::{puzzle, shuffled, solved, tables_for};
use puzzle::taquin::{
    Direction, Generated, Goal, TaquinError, TaquinMethod, TaquinPuzzle, TaquinReason, TaquinShape, USUAL_PLACEMENTS, check, generate,
    generate_at, hint, lengths,
};
use puzzle::{Difficulty, Verdict};

#[test]
fn boards_of_a_length_have_that_length() {
    let shape = TaquinShape::new(3, 3).unwrap();
    for moves in [0, 1, 2, 9, 20, 25] {
        for seed in 0..3 {
            let made = generate_at(shape, moves, seed, &mut |_| true).unwrap().verdict.answer().unwrap();
            assert_eq!(solved(&made.puzzle, TaquinMethod::BreadthFirst).moves.len(), moves as usize);
        }
    }
    let none = generate_at(shape, 32, 1, &mut |_| true);
    assert!(matches!(none, Err(TaquinError::NoneSoFar { most: 31, .. })), "no board of nine cells is farther than 31 moves");
}

#[test]
fn generated_boards_are_as_far_as_asked_for() {
    for (width, height, difficulties) in [(3, 3, &Difficulty::ALL[..2]), (2, 3, &Difficulty::ALL[..]), (4, 4, &Difficulty::ALL[..1])] {
        let shape = TaquinShape::new(width, height).unwrap();
        for &difficulty in difficulties {
            let generated = || generate(shape, difficulty, 7, &mut |_| true).unwrap().verdict.answer().unwrap();
            let Generated { puzzle, solution } = generated();
            assert_eq!(Generated { puzzle: puzzle.clone(), solution: solution.clone() }, generated());
            let (least, most) = lengths(shape, difficulty);
            let fewest = solution.moves.len();
            assert!(solution.optimal && (least..=most).contains(&(fewest as u32)));
            assert_eq!(check(&puzzle, &solution.moves), Ok(()));
            if shape.cells() <= 9 {
                assert_eq!(solved(&puzzle, TaquinMethod::BreadthFirst).moves.len(), fewest);
            }
        }
    }
    let impossible = generate(TaquinShape::new(2, 2).unwrap(), Difficulty::Extreme, 1, &mut |_| true);
    assert!(matches!(impossible, Err(TaquinError::NoneSoFar { most: 6, .. })));
    assert!(matches!(
        generate(TaquinShape::new(7, 6).unwrap(), Difficulty::Easy, 1, &mut |_| true),
        Err(TaquinError::LargeToGenerate { .. })
    ));
}

#[test]
fn hints_say_what_is_true() {
    let mut board = puzzle("3 1 2 / 4 5 0", "blank-last", None);
    let tables = tables_for(&board, USUAL_PLACEMENTS);
    let all = solved(&board, TaquinMethod::BreadthFirst).moves.len();
    assert!(all > 5);
    for left in (0..all).rev() {
        let Verdict::Solved(hint) = hint(&board, Some(&tables), &mut |_| true).unwrap().verdict else { panic!("{}", board.start()) };
        for by in Direction::ALL {
            let Some(after) = board.moved(by) else { continue };
            let fewest = if after.start() == after.goal() { 0 } else { solved(&after, TaquinMethod::BreadthFirst).moves.len() };
            let tile = board.tiles_moved(&[by])[0].to_owned();
            let TaquinReason::Shortest { left: moves, worse, as_good } = &hint.because else { panic!("{}", hint.because) };
            assert_eq!(*moves, left);
            match () {
                () if by == hint.by => assert_eq!((fewest, &tile), (left, &hint.tile)),
                () if as_good.0.contains(&tile) => assert_eq!(fewest, left),
                () => assert!(worse.0.contains(&tile) && fewest == left + 2, "{tile}: {}", hint.because),
            }
        }
        board = board.moved(hint.by).unwrap();
    }
    assert_eq!(board.start(), board.goal());
    assert!(matches!(hint(&board, None, &mut |_| true).unwrap().verdict, Verdict::Impossible(_)));
}

#[test]
fn hints_for_large_boards_lead_home() {
    let mut board = TaquinPuzzle::new(&shuffled(5, 5, &[(1, 20), (3, 17), (8, 22), (2, 9)]), &Goal::BlankFirst, None).unwrap();
    let mut slides = 0;
    while board.start() != board.goal() {
        let Verdict::Solved(hint) = hint(&board, None, &mut |_| true).unwrap().verdict else { panic!("{}", board.start()) };
        assert!(!matches!(hint.because, TaquinReason::Shortest { .. }));
        board = board.moved(hint.by).unwrap();
        slides += 1;
        assert!(slides < 1000, "{}", board.start());
    }
}
