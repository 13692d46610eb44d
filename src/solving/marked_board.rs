//! A board as text for a terminal, with marked cells: `[5]` is what a step is about, `(5)` why, or what may be next.

use protocol::PuzzleBoard;

/// The board with these contents of its cells; cells in both lists are those that it is about.
pub(super) fn marked_board(board: &PuzzleBoard, cells: &[String], about: &[usize], others: &[usize]) -> String {
    let width = board.width.max(1);
    let content = |cell: usize| match cells.get(cell).map_or("", String::as_str) {
        "" => ".".to_owned(),
        "out" => "#".to_owned(),
        text => text.replace(' ', ""),
    };
    let contents: Vec<String> = (0..cells.len()).map(content).collect();
    let widest = |column: usize| contents.iter().skip(column).step_by(width).map(|text| text.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..width).map(widest).collect();
    let [across, down] = board.boxes.unwrap_or([u8::MAX; 2]).map(usize::from);
    let is_edge = |at: usize, every: usize| at > 0 && at.is_multiple_of(every);
    let mut out = String::new();
    for (row, line) in contents.chunks(width).enumerate() {
        if is_edge(row, down) {
            let bar = |(column, wide): (usize, &usize)| (if is_edge(column, across) { "┼" } else { "" }).to_owned() + &"─".repeat(wide + 2);
            out += &(widths.iter().enumerate().map(bar).collect::<String>() + "\n");
        }
        let mut text = String::new();
        for (column, content) in line.iter().enumerate() {
            let cell = row * width + column;
            let [open, close] = match () {
                () if about.contains(&cell) => ['[', ']'],
                () if others.contains(&cell) => ['(', ')'],
                () => [' ', ' '],
            };
            text += if is_edge(column, across) { "│" } else { "" };
            text += &format!("{open}{content:>0$}{close}", widths[column]);
        }
        out += &(text.trim_end().to_owned() + "\n");
    }
    out
}

#[test]
fn marked_cells_are_in_brackets_and_boxes_in_lines() {
    let cells = ["1", ".", "3 4", "", "out", "2", ".", "1"].map(String::from);
    let board = PuzzleBoard { width: 4, boxes: Some([2, 1]), ..PuzzleBoard::default() };
    let expected = " 1  . │[34] .\n──────┼───────\n(#) 2 │  .  1\n";
    assert_eq!(marked_board(&board, &cells, &[2], &[4, 2]), expected);
}
