//! The classroom's two heuristics. The blank never counts, so that neither overestimates.

use super::puzzle::Puzzle;

/// Tiles that are not in their cell (h1).
pub fn misplaced(puzzle: &Puzzle) -> u32 {
    let blank = puzzle.blank_number();
    puzzle.tiles().iter().enumerate().filter(|&(cell, &tile)| tile != blank && cell != usize::from(tile)).count() as u32
}

/// Rows and columns from each tile to its cell, summed (h2).
pub fn manhattan(puzzle: &Puzzle) -> u32 {
    let blank = puzzle.blank_number();
    let away = |(cell, &tile): (usize, &u16)| puzzle.shape().distance(cell, tile.into());
    puzzle.tiles().iter().enumerate().filter(|&(_, &tile)| tile != blank).map(away).sum()
}
