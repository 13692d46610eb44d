//! Laws of the solvers, with the checker and the classroom's method as judges.

#![allow(clippy::unwrap_used)]

use core::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::{Answer, Difficulty, Impossible, Others, StreamEnding, Verdict};

const SAMPLES: &str = include_str!("../tests/data/sudoku.txt");

fn samples() -> impl Iterator<Item = (SudokuPuzzle, &'static str)> {
    SAMPLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (puzzle, answer) = line.split_once(',').unwrap();
        (puzzle.parse().unwrap(), answer)
    })
}

fn nine() -> SudokuShape {
    SudokuShape::of_side(9).unwrap()
}

fn givens(puzzle: &SudokuPuzzle) -> usize {
    puzzle.digits().iter().filter(|&&digit| digit != 0).count()
}

fn verdict(puzzle: &SudokuPuzzle, method: SudokuMethod) -> String {
    match solve(puzzle, method, &mut |_| true).verdict {
        Verdict::Solved(Answer { solution, others: Others::None }) => solution.to_string(),
        Verdict::Solved(Answer { solution, others: Others::Another(second) }) => {
            assert_ne!(solution, second);
            "multi".to_string()
        }
        Verdict::Solved(_) | Verdict::LimitReached => "gave up".to_string(),
        Verdict::Impossible(_) => "-".to_string(),
    }
}

#[test]
fn public_samples_have_the_known_answers() {
    for (puzzle, answer) in samples() {
        for method in [SudokuMethod::Propagation, SudokuMethod::Learning] {
            assert_eq!(verdict(&puzzle, method), answer, "{method}: {puzzle}");
        }
    }
}

#[test]
fn classroom_methods_agree_on_easy_grids() {
    for (puzzle, answer) in samples().filter(|(puzzle, _)| givens(puzzle) >= 30) {
        assert_eq!(verdict(&puzzle, SudokuMethod::FewestFirst), answer);
        assert_eq!(verdict(&puzzle, SudokuMethod::Backtracking), answer);
    }
}

/// A full grid by the shifted rows, with symbols renamed, then cells emptied.
fn grids(shape: SudokuShape) -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let side = shape.side();
    let names = Just((1..=side).collect::<Vec<u8>>()).prop_shuffle();
    let keep = proptest::collection::vec(prop::bool::weighted(0.55), shape.cells());
    (names, keep).prop_map(move |(names, keep)| {
        let (w, h) = (shape.box_width(), shape.box_height());
        let full: Vec<u8> = (0..shape.cells())
            .map(|index| {
                let SudokuCell { row, column } = shape.cell(index);
                names[usize::from((row % h * w + row / h + column) % side)]
            })
            .collect();
        let given = full.iter().zip(keep).map(|(&digit, keep)| if keep { digit } else { 0 }).collect();
        (full, given)
    })
}

fn shapes() -> impl Strategy<Value = SudokuShape> {
    let boxes = [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (4, 3), (3, 4), (4, 4), (5, 5)];
    prop::sample::select(boxes.to_vec()).prop_map(|(w, h)| SudokuShape::new(w, h).unwrap())
}

/// A grid with a line a row.
fn rows(puzzle: &SudokuPuzzle) -> String {
    let symbols: Vec<char> = puzzle.to_string().chars().collect();
    symbols.chunks(puzzle.shape().side().into()).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// All methods find the same number of solutions of a grid without a clash.
fn assert_same_counts(shape: SudokuShape, digits: Vec<u8>, methods: &[SudokuMethod], limit: u64) {
    let Ok(puzzle) = SudokuPuzzle::new(shape, digits) else { return };
    let counted = |&method| count(&puzzle, method, limit, &mut |_| true);
    let counts: Vec<_> = methods.iter().map(counted).map(|stream| (stream.found, stream.ending)).collect();
    assert!(counts.iter().all(|found| *found == counts[0]), "{puzzle}: {counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_size_is_solved((shape, (full, given)) in shapes().prop_flat_map(|s| (Just(s), grids(s)))) {
        let puzzle = SudokuPuzzle::new(shape, given).unwrap();
        prop_assert!(SudokuSolution::check(&puzzle, full).is_ok());
        let solved = solve(&puzzle, SudokuMethod::default(), &mut |cost| cost.expanded < 200_000);
        let Verdict::Solved(Answer { others, .. }) = solved.verdict else { panic!("{puzzle} has a solution") };
        prop_assert!(others != Others::Unknown);
    }

    #[test]
    fn methods_count_the_same((_, given) in grids(SudokuShape::new(3, 2).unwrap())) {
        assert_same_counts(SudokuShape::new(3, 2).unwrap(), given, &SudokuMethod::ALL, 500);
    }

    #[test]
    fn nine_by_nine_counts_the_same((_, mut given) in grids(nine()), emptied in 0..81_usize) {
        given[emptied] = 0;
        assert_same_counts(nine(), given, &[SudokuMethod::FewestFirst, SudokuMethod::Propagation, SudokuMethod::Learning], 300);
    }

    #[test]
    fn changed_samples_count_the_same(nth in any::<prop::sample::Index>(), cells in prop::collection::vec((0..81_usize, 0..=9_u8), 1..5)) {
        let mut given = samples().nth(nth.index(samples().count())).unwrap().0.digits().to_vec();
        for (cell, digit) in cells {
            given[cell] = digit;
        }
        assert_same_counts(nine(), given, &[SudokuMethod::Learning, SudokuMethod::Propagation], 200);
    }

    #[test]
    fn text_makes_the_round_trip((_, given) in grids(nine())) {
        let puzzle = SudokuPuzzle::new(nine(), given).unwrap();
        prop_assert_eq!(&puzzle.to_string().parse::<SudokuPuzzle>().unwrap(), &puzzle);
        prop_assert_eq!(&rows(&puzzle).parse::<SudokuPuzzle>().unwrap(), &puzzle);
    }

    #[test]
    fn wide_grids_make_the_round_trip((shape, (_, given)) in shapes().prop_flat_map(|s| (Just(s), grids(s)))) {
        prop_assume!(SudokuShape::of_side(shape.side()) == Some(shape));
        let puzzle = SudokuPuzzle::new(shape, given).unwrap();
        prop_assert_eq!(&rows(&puzzle).parse::<SudokuPuzzle>().unwrap(), &puzzle);
        let numbers: Vec<String> = puzzle.digits().iter().map(u8::to_string).collect();
        prop_assert_eq!(&numbers.join(" ").parse::<SudokuPuzzle>().unwrap(), &puzzle);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}", grid in "[0-9A-Za-z.:_x|+\\-\n ]{0,300}") {
        let _ = text.parse::<SudokuPuzzle>();
        let _ = grid.parse::<SudokuPuzzle>();
    }
}

#[test]
fn the_checker_finds_each_fault() {
    let (puzzle, answer) = samples().find(|(_, answer)| answer.len() == 81).unwrap();
    let full: Vec<u8> = answer.bytes().map(|byte| byte - b'0').collect();
    assert!(SudokuSolution::check(&puzzle, full.clone()).is_ok());
    assert!(matches!(SudokuSolution::check(&puzzle, full[1..].to_vec()), Err(SudokuFault::Length { .. })));
    for index in 0..81 {
        for digit in (0..=255).filter(|&digit| digit != full[index]) {
            let mut wrong = full.clone();
            wrong[index] = digit;
            assert!(SudokuSolution::check(&puzzle, wrong).is_err());
        }
    }
}

#[test]
fn an_empty_grid_streams_until_stopped() {
    let empty: SudokuPuzzle = ".".repeat(81).parse().unwrap();
    for method in SudokuMethod::ALL {
        let mut seen = std::collections::BTreeSet::new();
        let stream = each_solution(&empty, method, &mut |_| true, &mut |solution| {
            assert!(seen.insert(solution.to_string()));
            if seen.len() < 200 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((stream.found, stream.ending), (200, StreamEnding::Stopped), "{method}");
        let none = solve(&empty, method, &mut |_| false);
        assert_eq!(none.verdict, Verdict::LimitReached);
    }
    let four: SudokuPuzzle = ".".repeat(16).parse().unwrap();
    for method in SudokuMethod::ALL {
        assert_eq!(count(&four, method, 1000, &mut |_| true).found, 288, "{method}");
        assert_eq!(count(&four, method, 7, &mut |_| true).ending, StreamEnding::Stopped);
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let message = |text: &str| text.parse::<SudokuPuzzle>().unwrap_err().to_string();
    let ok = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert!(ok.parse::<SudokuPuzzle>().is_ok());
    let cases = [
        (String::new(), "the grid is empty"),
        (" \n\n".to_string(), "the grid is empty"),
        (ok[1..].to_string(), "the grid has 80 cells; the nearest grid is 9×9 with 81"),
        (format!("{ok}.."), "the grid has 83 cells"),
        (ok.replace("53..", "55.."), "the digit 5 stands twice in row 1: at r1c1 and at r1c2"),
        (ok.replace("53..7....6", "53..7....5"), "the digit 5 stands twice in row 2: at r2c1 and at r2c6"),
        (ok.replace('9', "x"), "line 1, character 14: 'x' is not a cell: expected 1 to 9"),
        (".".repeat(20_000), "more than the 16384"),
        ("1000000000x1000000000:a".to_string(), "boxes 1000000000 wide and 1000000000 high"),
        ("0x0:".to_string(), "boxes 0 wide and 0 high"),
        ("99999999999999999999x3:".to_string(), "game ID: found '99999999999999999999'"),
        ("3x3:zz!".to_string(), "game ID, character 7: found '!'"),
        ("3x3:10a".to_string(), "game ID, character 5: found '10'"),
        ("3x3:zza".to_string(), "the grid has 53 cells"),
        ("3x3:zzzzzz".to_string(), "the grid has 104 cells"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 17".to_string(), "r4c4 holds 17, but the digits of this grid are 1 to 4"),
        ("1234\n34\n2143\n4321".to_string(), "row 2 has 2 cells: expected 4"),
        ("1234....\n........".to_string(), "2 rows of 8 cells: expected a square, such as 4 rows of 4"),
        ("1 2 3 4 0 0 0 0\n0 0 0 0 0 0 0 0".to_string(), "2 rows of 8 cells: expected a square"),
    ];
    for (text, expected) in cases {
        assert!(message(&text).contains(expected), "{text:?}: {}", message(&text));
    }
    assert!("magic".parse::<SudokuMethod>().unwrap_err().to_string().contains("backtracking, fewest-first"));
    for method in SudokuMethod::ALL {
        assert_eq!(method.to_string().parse(), Ok(method));
    }
}

#[test]
fn every_form_of_text_is_read() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle: SudokuPuzzle = line.parse().unwrap();
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    let framed: Vec<String> = rows.iter().map(|row| format!("|{} {}|{}|", &row[..3], &row[3..6], &row[6..])).collect();
    let forms = [
        line.replace('.', "0"),
        line.replace('.', "-"),
        line.replace('.', "*"),
        rows.join("\r\n"),
        format!("# newspaper\n[Puzzle]\n+---+---+---+\n{}\n-----------\n", framed.join("\n------+-------+------\n")),
        line.chars().map(|c| format!("{c},")).collect(),
        line.chars().map(|c| format!("{c} ")).collect(),
        "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9".to_string(),
    ];
    for form in forms {
        assert_eq!(form.parse::<SudokuPuzzle>().as_ref(), Ok(&puzzle), "{form}");
    }
    let hexadecimal: String = "0123456789ABCDEF".to_string() + &".".repeat(240);
    assert_eq!(hexadecimal.parse::<SudokuPuzzle>().unwrap().digits()[..16], (1..=16).collect::<Vec<u8>>());
    let full: String = (0..256).map(|at| char::from_digit((at / 16 % 4 * 4 + at / 64 + at) as u32 % 16, 16).unwrap()).collect();
    assert_eq!(full.parse::<SudokuPuzzle>().unwrap().digits()[..16], (1..=16).collect::<Vec<u8>>());
    let blanks = hexadecimal.replace('.', "0");
    assert_eq!(blanks.parse::<SudokuPuzzle>().unwrap().digits()[..3], [0, 1, 2]);
    let text = hexadecimal.replace('0', ".");
    assert_eq!(text.parse::<SudokuPuzzle>().unwrap().digits()[..3], [0, 1, 2]);
    assert_eq!(SudokuPuzzle::read(&text, Some(Symbols::Hexadecimal)).unwrap().digits()[..3], [0, 2, 3]);
    assert!("roman".parse::<Symbols>().unwrap_err().to_string().contains("hexadecimal"));
    let letters: String = ('A'..='Y').collect::<String>() + &".".repeat(600);
    assert_eq!(letters.parse::<SudokuPuzzle>().unwrap().digits()[..25], (1..=25).collect::<Vec<u8>>());
}

fn walked(puzzle: &SudokuPuzzle) -> SudokuWalk {
    let Verdict::Solved(walk) = walk(puzzle, &mut |_| true).verdict else { panic!("there is no limit") };
    walk
}

#[test]
fn hints_lead_to_the_next_digit() {
    let hinted = |puzzle: &SudokuPuzzle| match hint(puzzle, &mut |_| true).verdict {
        Verdict::Solved(SudokuWalk { steps, end, .. }) => (steps.last().and_then(|step| step.placement), end),
        _ => panic!("there is no limit"),
    };
    let (puzzle, answer) = samples().find(|(puzzle, _)| givens(puzzle) >= 34).unwrap();
    let (Some((cell, digit)), SudokuEnd::Next) = hinted(&puzzle) else { panic!("an easy grid has a next digit") };
    assert_eq!(answer.as_bytes()[nine().index(cell)] - b'0', digit);
    assert_eq!(hinted(&answer.parse().unwrap()), (None, SudokuEnd::Finished));
    let stuck: SudokuPuzzle = ".".repeat(81).parse().unwrap();
    assert_eq!(hinted(&stuck), (None, SudokuEnd::Stuck));
    assert_eq!(hint(&stuck, &mut |_| false).verdict, Verdict::LimitReached);
    let wrong: SudokuPuzzle = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63)).parse().unwrap();
    assert_eq!(hinted(&wrong), (None, SudokuEnd::Contradiction(SudokuContradiction::Cell { cell: SudokuCell { row: 0, column: 8 } })));
    let Verdict::Impossible(why) = solve(&wrong, SudokuMethod::default(), &mut |_| true).verdict else { panic!() };
    assert_eq!(why.to_string(), "r1c9 can hold no digit");
}

/// Each reason why a grid has no solution is true of the grid and follows from the reasons before.
#[test]
fn why_there_is_no_solution_is_shown_step_by_step() {
    let mut shown = 0;
    for (puzzle, _) in samples().filter(|(_, answer)| *answer == "-") {
        let Verdict::Impossible(why) = solve(&puzzle, SudokuMethod::default(), &mut |_| true).verdict else { panic!() };
        let Impossible::Sudoku(SudokuProof { steps, end }) = why else { continue };
        shown += 1;
        let mut notes = Notes::new(&puzzle);
        for step in steps.0 {
            assert!(is_single(&notes, &step), "{puzzle}: {}", step.message());
            notes.apply(&step);
        }
        assert_eq!(notes.contradiction(), Some(end), "{puzzle}");
    }
    assert!(shown > 0);
}

fn is_single(notes: &Notes, step: &SudokuStep) -> bool {
    match step.because {
        SudokuReason::Naked { cell, digit } => step.placement == Some((cell, digit)) && notes.candidates(cell).iter().eq([digit]),
        SudokuReason::Hidden { unit, digit, cell } => {
            let places = notes.shape().cells_of(unit).filter(|&at| notes.candidates(at).contains(digit));
            step.placement == Some((cell, digit)) && places.eq([cell])
        }
        _ => false,
    }
}

/// An assumption's steps are singles, each true after those before it, and its end is true after them all.
fn replay(notes: &Notes, tried: &Assumption) {
    let mut notes = notes.clone();
    let &Assumption { cell, digit, end, .. } = tried;
    assert!(notes.candidates(cell).contains(digit), "{tried:?}");
    notes.apply(&Technique::NakedSingle.place((cell, digit), SudokuReason::Naked { cell, digit }));
    for step in &tried.steps {
        match step.tried() {
            Some(inner) => replay(&notes, inner),
            None => assert!(is_single(&notes, step), "{} in {tried:?}", step.message()),
        }
        notes.apply(step);
    }
    let is_true = match end {
        SudokuContradiction::Cell { cell } => !notes.is_filled(cell) && notes.candidates(cell).is_empty(),
        SudokuContradiction::Unit { unit, digit } => {
            let holds = |at: SudokuCell| notes.digits()[notes.shape().index(at)] == digit || notes.candidates(at).contains(digit);
            !notes.shape().cells_of(unit).any(holds)
        }
    };
    assert!(is_true, "{tried:?}");
}

#[test]
fn each_technique_is_found_and_keeps_the_solution() {
    let mut found = std::collections::BTreeSet::new();
    for (puzzle, answer) in samples().filter(|(_, answer)| answer.len() == 81) {
        let digit_at = |cell: SudokuCell| answer.as_bytes()[nine().index(cell)] - b'0';
        let mut notes = Notes::new(&puzzle);
        loop {
            let cheap = Technique::ALL.iter().filter(|technique| **technique < Technique::NestedForcingChain);
            let steps: Vec<SudokuStep> = cheap.filter_map(|technique| technique.find(&notes)).collect();
            for step in &steps {
                found.insert(step.technique);
                assert!(step.removals.iter().all(|&(cell, digit)| digit_at(cell) != digit), "{}", step.message());
                assert!(step.removals.iter().all(|&(cell, digit)| notes.candidates(cell).contains(digit)), "{}", step.message());
                assert!(step.placement.is_none_or(|(cell, digit)| digit_at(cell) == digit), "{}", step.message());
                assert!(step.placement.is_some() == step.removals.is_empty());
                step.tried().iter().for_each(|tried| replay(&notes, tried));
            }
            let Some(easiest) = steps.first() else { break };
            notes.apply(easiest);
        }
    }
    assert_eq!(found.len(), Technique::ALL.len() - 1, "{found:?}");
}

#[test]
fn the_hardest_are_walked_through() {
    // Rated 11.9 and 11.8 by the Sudoku Explainer: 'Easter monster' (champagne, 2007) and 'Golden nugget' (tarek, 2007).
    let hardest = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ];
    for text in hardest {
        let puzzle: SudokuPuzzle = text.parse().unwrap();
        let Verdict::Solved(Answer { solution, .. }) = solve(&puzzle, SudokuMethod::default(), &mut |_| true).verdict else { panic!() };
        let walk = walked(&puzzle);
        assert_eq!((&walk.end, walk.hardest()), (&SudokuEnd::Finished, Some(Technique::NestedForcingChain)));
        let mut notes = Notes::new(&puzzle);
        for step in &walk.steps {
            step.tried().iter().for_each(|tried| replay(&notes, tried));
            notes.apply(step);
        }
        assert_eq!(notes.digits(), solution.digits());
    }
}

#[test]
fn pictures_have_every_digit() {
    let (puzzle, answer) = samples().find(|(_, answer)| answer.len() == 81).unwrap();
    let Verdict::Solved(Answer { solution, .. }) = solve(&puzzle, SudokuMethod::default(), &mut |_| true).verdict else {
        panic!("the sample has a solution");
    };
    let svg = solution.to_svg();
    assert_eq!(svg.matches("<text").count(), 81);
    assert_eq!(svg.matches("<rect").count(), 1 + givens(&puzzle));
    let digits: String = solution.to_text().chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, answer);
}

#[test]
fn generated_puzzles_have_the_difficulty() {
    let cases = [
        (3, 3, SudokuMethod::FewestFirst, 0..2, &Difficulty::ALL[..]),
        (2, 2, SudokuMethod::FewestFirst, 0..2, &[Difficulty::Easy]),
        (3, 2, SudokuMethod::FewestFirst, 0..2, &[Difficulty::Easy, Difficulty::Medium]),
        (4, 4, SudokuMethod::Learning, 1..2, &[Difficulty::Easy, Difficulty::Medium]),
    ];
    for (width, height, method, seeds, difficulties) in cases {
        let shape = SudokuShape::new(width, height).unwrap();
        for (&difficulty, seed) in difficulties.iter().flat_map(|difficulty| seeds.clone().map(move |seed| (difficulty, seed))) {
            let puzzle = || generate(shape, difficulty, seed, &mut |_| true).verdict;
            let Verdict::Solved(puzzle) = (puzzle() == puzzle()).then(puzzle).unwrap() else { panic!("there is no limit") };
            assert_eq!(count(&puzzle, method, 2, &mut |_| true).found, 1, "{puzzle}");
            assert_eq!(walked(&puzzle).hardest().map(Technique::difficulty), Some(difficulty), "{puzzle}");
        }
    }
    // Two random boxes of a 4×4 may leave no digit for a cell: then others are drawn.
    let small = SudokuShape::new(2, 2).unwrap();
    for seed in 0..50 {
        assert!(matches!(generate(small, Difficulty::Easy, seed, &mut |_| true).verdict, Verdict::Solved(_)), "seed {seed}");
    }
    let none = generate(small, Difficulty::Extreme, 0, &mut |cost| cost.generated < 1_000);
    assert_eq!(none.verdict, Verdict::LimitReached);
}

/// The hardest of thousands of random ones stay within a fixed number of guesses.
#[test]
fn hard_ones_take_few_guesses() {
    for line in include_str!("../tests/data/sudoku_25x25.txt").lines().filter(|line| !line.starts_with('#')) {
        let puzzle: SudokuPuzzle = line.parse().unwrap();
        let solved = solve(&puzzle, SudokuMethod::Learning, &mut |cost| cost.expanded < 40_000);
        let Verdict::Solved(Answer { others: Others::Another(_), .. }) = solved.verdict else {
            panic!("two solutions of {puzzle} take more than {} guesses", solved.cost.expanded);
        };
    }
}
