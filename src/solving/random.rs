//! Random puzzles of a given difficulty.

use crate::limits::AllowsCost;
use crate::solver_errors::bad_field;
use crate::{Error, LimitReached, QuestionError, Tools, puzzle};
use core::ops::RangeInclusive;
use message::Coded;
use protocol::RandomPuzzle;
use puzzle::{Difficulty, KeepGoing, cube, knights_tour, light_up, sudoku, taquin};
use runtime::clipped;
use runtime::work::{CancellationBudget, Limit};
use search::connect_four::{ConnectFourSolver, ending};
use serde_json::Value;
use std::sync::Arc;

/// The largest side of a Light Up board: the rating of larger ones takes too long.
const LARGEST_LIGHT_UP: u16 = 25;

/// The puzzles that have a generator.
const GENERATED: [&str; 6] = ["knights-tour", "taquin", "sudoku", "light-up", "connect-four", "rubiks-cube"];

/// The attempts to find a board with a given number of moves.
const TRIES: u64 = 20_000;

/// Tries to make the text of a puzzle from a seed; none when it is stopped or there is none.
type Generator = dyn Fn(&Tools, u64, KeepGoing) -> Result<Option<String>, Error> + Send + Sync;

#[derive(Clone)]
pub struct WantedPuzzle {
    puzzle: &'static str,
    size: String,
    difficulty: Difficulty,
    generator: Arc<Generator>,
    /// The same seed gives the same puzzle.
    pub seed: u64,
}

/// The plies in which an ending is won.
fn plies(difficulty: Difficulty) -> RangeInclusive<u32> {
    match difficulty {
        Difficulty::Easy => 3..=3,
        Difficulty::Medium => 5..=7,
        Difficulty::Hard => 9..=13,
        Difficulty::Extreme => 15..=27,
    }
}

/// The table of the solver of endings, in MiB.
const ENDING_TABLE: usize = 8;

/// Two sides, as `7x7` writes them.
fn sides(size: &str) -> Option<(u16, u16)> {
    let (width, height) = size.split_once(['x', 'X', '×'])?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

impl WantedPuzzle {
    fn new(
        (puzzle, size): (&'static str, String),
        difficulty: Difficulty,
        seed: Option<u64>,
        generator: impl Fn(&Tools, u64, KeepGoing) -> Result<Option<String>, Error> + Send + Sync + 'static,
    ) -> WantedPuzzle {
        // A random seed is short enough to be typed.
        let seed = seed.unwrap_or_else(|| getrandom::u32().unwrap_or_default().into());
        WantedPuzzle { puzzle, size, difficulty, generator: Arc::new(generator), seed }
    }

    /// Reads a question; without them the size is the usual one, the difficulty easy, and the seed random.
    pub fn read(name: &str, size: Option<&str>, difficulty: Option<&str>, seed: Option<u64>) -> Result<WantedPuzzle, Error> {
        let difficulty = difficulty.map_or(Ok(Difficulty::Easy), str::parse).map_err(bad_field("difficulty"))?;
        let no_size = |puzzle| Error::from(QuestionError::Size { puzzle, found: clipped(size.unwrap_or_default(), 40) });
        Ok(match name {
            "sudoku" => {
                let of_sides = |(width, height): (u16, u16)| {
                    u8::try_from(width).ok().filter(|_| width == height).and_then(sudoku::SudokuShape::of_side)
                };
                let shape = sides(size.unwrap_or("9x9")).and_then(of_sides).ok_or_else(|| no_size("sudoku"))?;
                WantedPuzzle::new(("sudoku", format!("{0}x{0}", shape.side())), difficulty, seed, move |_, seed, keep_going| {
                    Ok(sudoku::generate(shape, difficulty, seed, keep_going).verdict.answer().map(|puzzle| puzzle.to_string()))
                })
            }
            "light-up" => {
                let fits = |(width, height): &(u16, u16)| (2..=LARGEST_LIGHT_UP).contains(width) && (2..=LARGEST_LIGHT_UP).contains(height);
                let (width, height) = sides(size.unwrap_or("7x7")).filter(fits).ok_or_else(|| no_size("light-up"))?;
                WantedPuzzle::new(("light-up", format!("{width}x{height}")), difficulty, seed, move |_, seed, keep_going| {
                    let made = light_up::generate(width, height, difficulty, seed, keep_going).map_err(bad_field("size"))?;
                    Ok(made.verdict.answer().map(|board| board.to_string()))
                })
            }
            "taquin" => {
                let shape: taquin::TaquinShape = size.unwrap_or("3x3").parse().map_err(bad_field("size"))?;
                WantedPuzzle::new(("taquin", shape.to_string()), difficulty, seed, move |_, seed, keep_going| {
                    let made = taquin::generate(shape, difficulty, seed, keep_going).map_err(bad_field("size"))?;
                    Ok(made.verdict.answer().map(of_boards))
                })
            }
            "rubiks-cube" => {
                let size: cube::Size = size.unwrap_or("3").parse().map_err(bad_field("size"))?;
                WantedPuzzle::new(("rubiks-cube", size.to_string()), difficulty, seed, move |tools, seed, keep_going| {
                    let made = tools.cubes.generate(size, difficulty, seed, keep_going);
                    Ok(made.verdict.answer().map(|scramble| scramble.cube.to_string()))
                })
            }
            "knights-tour" => {
                let board: knights_tour::Chessboard = size.unwrap_or("6x6").parse().map_err(bad_field("size"))?;
                WantedPuzzle::new(("knights-tour", board.to_string()), difficulty, seed, move |_, seed, keep_going| {
                    let made = knights_tour::generate(board, difficulty, seed, keep_going).map_err(bad_field("size"))?;
                    Ok(made.verdict.answer().map(|field| written(&field)))
                })
            }
            "connect-four" if size.is_none_or(|size| sides(size) == Some((7, 6))) => {
                WantedPuzzle::new(("connect-four", "7x6".into()), difficulty, seed, move |_, seed, keep_going| {
                    let mut looked_at = |nodes| keep_going(&puzzle::Cost { generated: nodes, ..puzzle::Cost::default() });
                    let made = ending(&plies(difficulty), seed, &mut ConnectFourSolver::new(ENDING_TABLE), &mut looked_at);
                    Ok(made.map(|ending| ending.columns))
                })
            }
            "connect-four" => return Err(no_size("connect-four")),
            other if puzzle(other).is_ok() => return Err(QuestionError::NotRandom { puzzle: other.into() }.into()),
            other => return Err(Error::NoSuchPuzzle { name: clipped(other, 40), known: GENERATED.map(String::from).into() }),
        })
    }

    /// A taquin with the length of its shortest solution.
    pub fn taquin_at(size: &str, moves: u32, seed: Option<u64>) -> Result<WantedPuzzle, Error> {
        let shape: taquin::TaquinShape = size.parse().map_err(bad_field("size"))?;
        Ok(WantedPuzzle::new(("taquin", shape.to_string()), Difficulty::Easy, seed, move |_, seed, keep_going| {
            let mut tried = |cost: &puzzle::Cost| cost.generated < TRIES && keep_going(cost);
            let made = taquin::generate_at(shape, moves, seed, &mut tried).map_err(bad_field("size"))?;
            made.verdict.answer().map(of_boards).map(Some).ok_or_else(|| QuestionError::NoneAt { shape: shape.to_string(), moves }.into())
        }))
    }

    /// Makes it.
    pub fn make(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<RandomPuzzle, Error> {
        let WantedPuzzle { puzzle: name, size, difficulty, seed, generator } = self;
        let made = generator(tools, *seed, &mut |cost| cancellation.allows(cost))?;
        let why = || cancellation.why().map_or_else(|| LimitReached::Method.message(), Limit::message);
        let none = || QuestionError::NoneFound { difficulty: difficulty.name(), puzzle: name, size: size.clone(), why: why() };
        let text = made.ok_or_else(none)?;
        let question = Value::Object(puzzle(name)?.from_text(&text));
        Ok(RandomPuzzle { puzzle: (*name).into(), size: size.clone(), difficulty: difficulty.name().into(), seed: *seed, text, question })
    }
}

/// A field as a question is written: `6x6 0,1 to 3,4 without 2,2 5,3`.
fn written(field: &knights_tour::RestrictedTour) -> String {
    let at = |square: knights_tour::TourSquare| format!("{},{}", square.row, square.column);
    let problem = field.problem();
    let board = problem.board();
    let end = field.end().map(|end| format!(" to {}", at(end))).unwrap_or_default();
    let all = (0..board.height()).flat_map(|row| (0..board.width()).map(move |column| (row, column)));
    let squares = all.filter_map(|(row, column)| board.square(row.into(), column.into()).ok());
    let forbidden: Vec<String> = squares.filter(|square| !field.is_open(*square)).map(at).collect();
    let without = if forbidden.is_empty() { String::new() } else { format!(" without {}", forbidden.join(" ")) };
    format!("{board} {}{end}{without}", at(problem.start()))
}

fn of_boards(made: taquin::Generated) -> String {
    format!("{} -> {}", made.puzzle.start(), made.puzzle.goal())
}
