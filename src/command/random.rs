//! `puzzle`: random puzzles, one a line.

use crate::error::Error;
use crate::output::print;
use crate::question::{Limited, with_progress};
use solving::WantedPuzzle;

/// Generate random puzzles by difficulty
///
/// The puzzles: sudoku, light-up, taquin, rubiks-cube, knights-tour, connect-four; one a line, as `arbitre solve NAME --batch` reads them.
/// Difficulty: of a Sudoku or Light Up board (one solution), the hardest step; of a taquin, its shortest solution; of a cube, its turns; of
/// a board for a tour (squares may be missing), how often Warnsdorff's rule backtracks; of a Connect Four position (exactly one column
/// wins), the length of the win.
#[derive(Debug, clap::Args)]
pub struct Random {
    /// The puzzle
    puzzle: String,
    /// easy, medium, hard or extreme
    #[arg(long, default_value = "easy")]
    difficulty: String,
    /// Its size, such as 9x9, or 2 or 3 for a cube
    #[arg(long)]
    size: Option<String>,
    /// The number of puzzles
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The seed of the first puzzle; each next one adds 1 [default: random]
    #[arg(long)]
    seed: Option<u64>,
    /// Print a line of JSON for each
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limited,
}

impl Random {
    pub fn run(self) -> Result<(), Error> {
        let (tools, budget) = (self.limits.tools(), self.limits.budget()?);
        let mut wanted = WantedPuzzle::read(&self.puzzle, self.size.as_deref(), Some(&self.difficulty), self.seed)?;
        for _ in 0..self.count {
            let made = with_progress(budget, |cancellation| wanted.make(&tools, cancellation))?;
            wanted.seed = wanted.seed.wrapping_add(1);
            let line = if self.json { serde_json::to_string(&made).expect("an answer is writable as JSON") } else { made.text };
            print(line + "\n")?;
        }
        Ok(())
    }
}
