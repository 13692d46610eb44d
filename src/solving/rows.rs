//! What stands on the board of a position's text.

/// The cells of a position, row by row from the top: all games write a board alike, with a digit for so many empty cells, which are `.` here.
pub(super) fn rows(position: &str) -> Vec<Vec<char>> {
    let cell = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![letter],
    };
    position.split(' ').next().unwrap_or_default().split('/').map(|row| row.chars().flat_map(cell).collect()).collect()
}
