//! Generator of puzzles with one solution and a given difficulty.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Notes, SudokuMethod, SudokuPuzzle, SudokuShape, Technique, solve};
use crate::{Answer, Cost, Difficulty, KeepGoing, Others, Solved, Verdict};

/// Limit of guesses for a uniqueness proof; beyond it the given stays.
const GUESSES: u64 = 2_000;

/// The largest side at which every removal is rated; larger puzzles take too long to rate.
const MAX_RATED: u8 = 9;

/// Fast techniques of medium and hard puzzles. A puzzle that they solve is solved by all techniques of their difficulty.
const QUICK: [Technique; 9] = [
    Technique::NakedPair,
    Technique::HiddenPair,
    Technique::Pointing,
    Technique::Claiming,
    Technique::XWing,
    Technique::SimpleColouring,
    Technique::XyWing,
    Technique::XyzWing,
    Technique::XChain,
];

/// A puzzle of a difficulty with one solution; the same seed gives the same puzzle. Up to 9×9 every given is needed for uniqueness or for the
/// difficulty; in larger easy puzzles every given is needed to solve it by easy steps, and harder ones keep at least two fifths of the grid. Gives
/// up when the budget ends; 4×4 has no hard puzzles.
pub fn generate(shape: SudokuShape, difficulty: Difficulty, seed: u64, keep_going: KeepGoing) -> Solved<SudokuPuzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cost = Cost::default();
    let attempt = if shape.side() > MAX_RATED { large } else { small };
    loop {
        let Some(full) = full(shape, &mut random, keep_going) else { return Solved { verdict: Verdict::LimitReached, cost } };
        let mut order: Vec<usize> = (0..shape.cells()).collect();
        order.shuffle(&mut random);
        let mut count = || {
            cost.generated += 1;
            cost.expanded += 1;
            keep_going(&cost).then_some(())
        };
        match attempt(full, order, difficulty, &mut count) {
            None => return Solved { verdict: Verdict::LimitReached, cost },
            Some(None) => {}
            Some(Some(puzzle)) => return Solved { verdict: Verdict::Solved(puzzle), cost },
        }
    }
}

/// Empties a full grid cell by cell; a puzzle if the rest has the difficulty; `None` when out of budget.
fn small(
    mut puzzle: SudokuPuzzle,
    order: Vec<usize>,
    difficulty: Difficulty,
    count: &mut dyn FnMut() -> Option<()>,
) -> Option<Option<SudokuPuzzle>> {
    for index in order {
        count()?;
        let fewer = puzzle.without(index);
        if has_one_solution(&fewer) && (difficulty == Difficulty::Extreme || hardest(&fewer, difficulty).is_some()) {
            puzzle = fewer;
        }
    }
    Some(Some(puzzle).filter(|puzzle| hardest(puzzle, difficulty) == Some(difficulty)))
}

/// Empties a full grid while singles fill it, and then until it has the difficulty.
fn large(
    mut puzzle: SudokuPuzzle,
    mut order: Vec<usize>,
    difficulty: Difficulty,
    count: &mut dyn FnMut() -> Option<()>,
) -> Option<Option<SudokuPuzzle>> {
    if difficulty != Difficulty::Easy {
        // Where singles need every given, other techniques seldom get on without one.
        order.truncate(order.len() * 3 / 5);
    }
    for &index in &order {
        count()?;
        let fewer = puzzle.without(index);
        if hardest(&fewer, Difficulty::Easy).is_some() {
            puzzle = fewer;
        }
    }
    if difficulty == Difficulty::Easy {
        return Some(Some(puzzle));
    }
    // Without any of the remaining givens it takes more than singles.
    let remaining: Vec<usize> = order.into_iter().filter(|&index| puzzle.digits()[index] != 0).collect();
    let all = up_to(difficulty.min(Difficulty::Hard));
    let quick: Vec<Technique> = QUICK.into_iter().filter(|technique| technique.difficulty() <= difficulty).collect();
    for index in remaining {
        count()?;
        let fewer = puzzle.without(index);
        let mut notes = Notes::new(&fewer);
        let found = hardest_from(&mut notes, Difficulty::Easy, &quick).or_else(|before| hardest_from(&mut notes, before, &all));
        match (found, difficulty) {
            (Ok(Difficulty::Medium), Difficulty::Medium) => return Some(Some(fewer)),
            (Ok(Difficulty::Hard), Difficulty::Hard) if hardest(&fewer, Difficulty::Medium).is_none() => return Some(Some(fewer)),
            (Err(_), Difficulty::Extreme) if has_one_solution(&fewer) => return Some(Some(fewer)),
            (Ok(_), _) => puzzle = fewer,
            (Err(_), _) => {}
        }
    }
    Some(None)
}

fn has_one_solution(puzzle: &SudokuPuzzle) -> bool {
    let solved = solve(puzzle, SudokuMethod::quickest(puzzle.shape()), &mut |cost| cost.expanded < GUESSES);
    matches!(solved.verdict, Verdict::Solved(Answer { others: Others::None, .. }))
}

/// The difficulty of a puzzle, if techniques up to `most` solve it; extreme if no known technique does.
fn hardest(puzzle: &SudokuPuzzle, most: Difficulty) -> Option<Difficulty> {
    let found = hardest_from(&mut Notes::new(puzzle), Difficulty::Easy, &up_to(most));
    found.ok().or(Some(Difficulty::Extreme).filter(|_| most == Difficulty::Extreme))
}

/// The techniques up to a difficulty, but for the one that takes too long.
fn up_to(most: Difficulty) -> Vec<Technique> {
    let allowed = |technique: &Technique| technique.difficulty() <= most && *technique != Technique::NestedForcingChain;
    Technique::ALL.into_iter().filter(allowed).collect()
}

/// The difficulty of the hardest step, if singles and these techniques, the easiest first, fill the grid; otherwise that of the hardest step so
/// far. The steps before these notes were of difficulty `before`.
fn hardest_from(notes: &mut Notes, before: Difficulty, techniques: &[Technique]) -> Result<Difficulty, Difficulty> {
    let mut hardest = before;
    loop {
        fill_singles(notes);
        if notes.is_full() {
            return Ok(hardest);
        }
        let step = techniques.iter().find_map(|technique| technique.find(notes)).ok_or(hardest)?;
        hardest = hardest.max(step.technique.difficulty());
        notes.apply(&step);
    }
}

/// A full grid: the solver completes random boxes on the diagonal, then lines and digits are permuted.
fn full(shape: SudokuShape, random: &mut ChaCha8Rng, keep_going: KeepGoing) -> Option<SudokuPuzzle> {
    let (side, width, height) = (shape.side(), shape.box_width(), shape.box_height());
    let solution = loop {
        match solve(&diagonal(shape, random), SudokuMethod::quickest(shape), keep_going).verdict {
            Verdict::Solved(Answer { solution, .. }) => break solution,
            // Two boxes of a 4×4 may leave no digit for a cell.
            Verdict::Impossible(_) => {}
            Verdict::LimitReached => return None,
        }
    };
    let rows = lines(side, height, random);
    let columns = lines(side, width, random);
    let mut names: Vec<u8> = (1..=side).collect();
    names.shuffle(random);
    let transposed = width == height && random.random_range(0..2) == 1;
    let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| if transposed { (column, row) } else { (row, column) }));
    let digits = cells.map(|(row, column)| names[usize::from(solution.digits()[row * usize::from(side) + column]) - 1]).collect();
    Some(SudokuPuzzle::new(shape, digits).expect("permutations of lines and digits keep the rules"))
}

/// Random boxes on the diagonal, which share neither rows nor columns.
fn diagonal(shape: SudokuShape, random: &mut ChaCha8Rng) -> SudokuPuzzle {
    let (side, width, height) = (shape.side(), shape.box_width(), shape.box_height());
    let mut digits = vec![0; shape.cells()];
    for at in 0..width.min(height) {
        let mut all: Vec<u8> = (1..=side).collect();
        all.shuffle(random);
        let corner = usize::from(at * height) * usize::from(side) + usize::from(at * width);
        for (place, digit) in (0..).zip(all) {
            digits[corner + place / usize::from(width) * usize::from(side) + place % usize::from(width)] = digit;
        }
    }
    SudokuPuzzle::new(shape, digits).expect("the boxes share no unit")
}

/// A random order of the lines of a direction: of the bands, and of the lines within each.
fn lines(side: u8, band: u8, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut bands: Vec<Vec<usize>> = (0..usize::from(side)).collect::<Vec<_>>().chunks(band.into()).map(<[usize]>::to_vec).collect();
    bands.iter_mut().for_each(|lines| lines.shuffle(random));
    bands.shuffle(random);
    bands.concat()
}

/// Places every digit that hidden and naked singles give, one after the other.
fn fill_singles(notes: &mut Notes) {
    let shape = notes.shape();
    let units: Vec<Vec<usize>> = shape.units().map(|unit| shape.cells_of(unit).map(|cell| shape.index(cell)).collect()).collect();
    loop {
        let mut placed = false;
        for at in 0..shape.cells() {
            if notes.bits(at).is_power_of_two() {
                notes.place(shape.cell(at), notes.bits(at).trailing_zeros() as u8);
                placed = true;
            }
        }
        for unit in &units {
            let (once, twice) = unit.iter().fold((0, 0), |(once, twice), &at| (once | notes.bits(at), twice | once & notes.bits(at)));
            for digit in (1..=shape.side()).filter(|digit| (once & !twice) >> digit & 1 == 1) {
                // In a grid without a solution a digit placed before may have taken the place of this one.
                if let Some(&at) = unit.iter().find(|&&at| notes.bits(at) >> digit & 1 == 1) {
                    notes.place(shape.cell(at), digit);
                    placed = true;
                }
            }
        }
        if !placed {
            return;
        }
    }
}
