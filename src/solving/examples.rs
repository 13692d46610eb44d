//! Questions to try, with the status of their answers: in the description of the interface, in `GET /v1/solve`, and posted by a test.

use serde_json::Value;

/// A question to try.
pub struct Example {
    /// Where to post it.
    pub path: &'static str,
    /// Its name in the description.
    pub name: &'static str,
    /// What it shows.
    pub summary: &'static str,
    /// The status of the answer.
    pub status: u16,
    body: &'static str,
}

impl Example {
    /// The body.
    pub fn json(&self) -> Value {
        serde_json::from_str(self.body).expect("the examples are JSON, which a test holds them to")
    }
}

const fn example(path: &'static str, name: &'static str, summary: &'static str, status: u16, body: &'static str) -> Example {
    Example { path, name, summary, status, body }
}

const TOUR: &str = "/v1/solve/knights-tour";
const TAQUIN: &str = "/v1/solve/taquin";
const SUDOKU: &str = "/v1/solve/sudoku";
const LIGHT_UP: &str = "/v1/solve/light-up";
const CONNECT_FOUR: &str = "/v1/solve/connect-four";
const TIC_TAC_TOE: &str = "/v1/solve/tic-tac-toe";
const CUBE: &str = "/v1/solve/rubiks-cube";
const CHESS: &str = "/v1/evaluate/chess";
const BOARD: &str = "/v1/solve/{puzzle}/board";
const TRACE: &str = "/v1/solve/{puzzle}/trace";
const COMPARE: &str = "/v1/compare/{puzzle}";
/// Where a position is posted to be analysed.
pub(super) const ANALYSE: &str = "/v1/games/{game}/analyse";

static EXAMPLES: [Example; 52] = [
    example(TOUR, "chessboard", "A closed tour of the chessboard", 200, r#"{"board": "8x8", "kind": "closed"}"#),
    example(TOUR, "classroom", "The classroom's depth-first search", 200, r#"{"board": "6x6", "start": "0,0", "method": "depth-first"}"#),
    example(TOUR, "count", "All closed tours of 6x6", 200, r#"{"board": "6x6", "kind": "closed", "count": "all"}"#),
    example(TOUR, "impossible", "A board without a tour, and why", 200, r#"{"board": "5x5", "start": "0,1"}"#),
    example(
        TOUR,
        "holes",
        "From corner to corner, without two squares",
        200,
        r#"{"board": {"width": 8, "height": 8}, "start": "a1", "end": [0, 6], "forbidden": ["c3", [3, 3]]}"#,
    ),
    example(
        TOUR,
        "hint",
        "Where to go next in a tour that has begun, and why",
        200,
        r#"{"board": "6x6", "kind": "closed", "visited": ["a1", "b3", "a5"], "hint": true}"#,
    ),
    example(TOUR, "off_the_board", "A start off the board", 400, r#"{"board": "8x8", "start": "8,0"}"#),
    example(TAQUIN, "eight", "The 8-puzzle", 200, r#"{"start": "8 6 7/2 5 4/3 _ 1"}"#),
    example(TAQUIN, "spiral", "Letters, and a goal of one's own", 200, r#"{"start": "f g a/h _ b/d c e", "goal": "a b c/h _ d/g f e"}"#),
    example(
        TAQUIN,
        "rows",
        "Rows as lists, tile 8 as the blank",
        200,
        r#"{"start": [[6,3,1],[8,0,2],[7,4,5]], "goal": [[0,1,2],[3,4,5],[6,7,8]], "blank": 8, "method": "a-star-manhattan"}"#,
    ),
    example(TAQUIN, "parity", "Two tiles swapped: proven to have no solution", 200, r#"{"start": "2 1 3/4 5 6/7 8 _"}"#),
    example(TAQUIN, "hint", "Which tile to slide next, and why", 200, r#"{"start": "8 6 7/2 5 4/3 _ 1", "hint": true}"#),
    example(TAQUIN, "two_blanks", "Two blanks", 400, r#"{"start": "1 2 3/4 _ 6/7 8 _"}"#),
    example(
        SUDOKU,
        "line",
        "81 characters",
        200,
        r#"{"grid": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"}"#,
    ),
    example(
        SUDOKU,
        "hint",
        "The next step, in words",
        200,
        r#"{"grid": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "hint": true}"#,
    ),
    example(
        SUDOKU,
        "steps",
        "All steps, in words, of a grid as rows",
        200,
        r#"{"grid": [[null, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, null]], "steps": true}"#,
    ),
    example(SUDOKU, "count", "How many solutions 4x4 has", 200, r#"{"grid": "................", "count": true}"#),
    example(
        SUDOKU,
        "clash",
        "A digit twice in a row: the clash is named",
        400,
        r#"{"grid": "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#,
    ),
    example(LIGHT_UP, "game_id", "A game ID", 200, r#"{"board": "7x7:cBd4c0h1e0hBc3dBc"}"#),
    example(LIGHT_UP, "rows", "Rows, by the classroom's backtracking", 200, r##"{"board": "..#\n1..\n...", "method": "backtracking"}"##),
    example(LIGHT_UP, "steps", "All steps, in words", 200, r##"{"board": ["..#", "1..", "..."], "steps": true}"##),
    example(LIGHT_UP, "two_wishes", "A hint and a count at once", 400, r##"{"board": "..", "hint": true, "count": true}"##),
    example(LIGHT_UP, "clue_of_five", "A clue that cannot be", 400, r#"{"board": "...\n.5.\n..."}"#),
    example(
        CONNECT_FOUR,
        "columns",
        "The exact value after these columns",
        200,
        r#"{"position": "2252576253462244111563365343671351441"}"#,
    ),
    example(
        CONNECT_FOUR,
        "alpha_beta",
        "What alpha-beta sees in 6 plies",
        200,
        r#"{"position": "4445", "method": "classroom-alphabeta", "depth": 6}"#,
    ),
    example(CONNECT_FOUR, "hint", "What to play, and why", 200, r#"{"position": "2252576253462244111563365343671351441", "hint": true}"#),
    example(CONNECT_FOUR, "full_column", "A column that is full", 400, r#"{"position": "4444444"}"#),
    example(TIC_TAC_TOE, "start", "The game is a draw", 200, r#"{}"#),
    example(TIC_TAC_TOE, "cells", "Nine cells, by minimax", 200, r#"{"position": "XX. OO. ...", "method": "minimax"}"#),
    example(TIC_TAC_TOE, "hint", "What to play, and why", 200, r#"{"position": "XX. OO. ...", "hint": true}"#),
    example(TIC_TAC_TOE, "turns", "Sides that did not take turns", 400, r#"{"position": "XXX X.. ..."}"#),
    example(CUBE, "scramble", "A scramble", 200, r#"{"scramble": "R U' F2 D L2 B"}"#),
    example(
        CUBE,
        "pocket",
        "The pocket cube, in the fewest quarter turns",
        200,
        r#"{"scramble": "R U R' U'", "size": 2, "metric": "quarter-turn"}"#,
    ),
    example(
        CUBE,
        "flipped_edge",
        "An edge is flipped: proven to have no solution",
        200,
        r#"{"cube": "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"}"#,
    ),
    example(CUBE, "hint", "The next turn, and what it is for", 200, r#"{"scramble": "R U' F2 D L2 B", "hint": true}"#),
    example(CUBE, "stickers", "53 stickers", 400, r#"{"cube": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB"}"#),
    example(CHESS, "start", "The start", 200, r#"{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}"#),
    example(CHESS, "seven_ranks", "Seven ranks", 400, r#"{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"}"#),
    example(BOARD, "sudoku", "A small grid, cell by cell; for `sudoku`", 200, r#"{"grid": "1....2....3....4"}"#),
    example(BOARD, "played", "The board after a move; for `connect-four`", 200, r#"{"position": "4445", "moves": ["4"]}"#),
    example(BOARD, "two_ones", "Two ones in a row; for `sudoku`", 400, r#"{"grid": "11.............."}"#),
    example(
        TRACE,
        "a_star",
        "A* on the course's first instance; for `taquin`",
        200,
        r#"{"question": {"start": "b h c/a f d/g _ e", "goal": "a b c/h _ d/g f e", "method": "a-star-manhattan"}, "steps": 50}"#,
    ),
    example(
        TRACE,
        "alpha_beta",
        "Alpha-beta on the last plies of a game; for `tic-tac-toe`",
        200,
        r#"{"question": {"position": "XO. .X. ..O", "method": "classroom-alphabeta", "depth": 5}, "steps": 100}"#,
    ),
    example(
        TRACE,
        "two_phase",
        "The two phases; for `rubiks-cube`",
        200,
        r#"{"question": {"scramble": "R U' F2 D", "method": "two-phase"}, "steps": 50}"#,
    ),
    example(TRACE, "many_steps", "More steps than are kept; for `taquin`", 400, r#"{"question": {"start": "1 2/3 _"}, "steps": 5000}"#),
    example(
        COMPARE,
        "taquin",
        "The course's first instance; for `taquin`",
        200,
        r#"{"question": {"start": "b h c/a f d/g _ e", "goal": "a b c/h _ d/g f e"}, "methods": ["a-star-misplaced", "a-star-manhattan", "ida-star"]}"#,
    ),
    example(
        COMPARE,
        "no_method",
        "A method that is none; for `taquin`",
        400,
        r#"{"question": {"start": "1 2/3 _"}, "methods": ["guess"]}"#,
    ),
    example(ANALYSE, "two_lines", "The start, three plies deep, two lines; for `knights`", 200, r#"{"depth": 3, "lines": 2}"#),
    example(ANALYSE, "minimax", "Two plies by minimax; for `knights`", 200, r#"{"depth": 2, "method": "minimax"}"#),
    example(ANALYSE, "no_position", "A position that does not read; for `knights`", 400, r#"{"position": "nowhere"}"#),
    example(TOUR, "no_limit", "A limit of nothing", 400, r#"{"board": "8x8", "limits": {"seconds": 0}}"#),
    example(SUDOKU, "negative", "A negative limit", 400, r#"{"grid": "................", "limits": {"nodes": -1}}"#),
];

/// The questions for a path.
pub fn examples(path: &str) -> impl Iterator<Item = &'static Example> {
    EXAMPLES.iter().filter(move |example| example.path == path)
}
