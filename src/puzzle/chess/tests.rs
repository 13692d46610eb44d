//! Evaluation of known positions, mobility compared with the move generator of cozy-chess, and errors of bad FENs.

#![allow(clippy::unwrap_used)]

use super::mobility;
use super::*;
use cozy_chess::{Board, Piece};
use proptest::prelude::*;

fn mobility_of(board: &Board, color: cozy_chess::Color) -> u32 {
    mobility::mobility(board, color).into_iter().map(|(_, count)| count).sum()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A position rich in castling, pins, promotions and en passant, known as Kiwipete.
const RICH: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn counts(fen: &str) -> Vec<(u32, u32)> {
    let position: ChessPosition = fen.parse().unwrap();
    Evaluation::of(&position).rows.iter().map(|row| (row.white, row.black)).collect()
}

#[test]
fn known_evaluations() {
    let mut start = vec![(1, 1), (1, 1), (2, 2), (2, 2), (2, 2), (8, 8), (0, 0), (0, 0), (0, 0), (20, 20)];
    assert_eq!(counts(START), start);
    // Without the queen of Black: nine pawns, and a move of the king.
    let queenless = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    start[1] = (1, 0);
    start[9] = (20, 21);
    assert_eq!(counts(queenless), start);
    assert_eq!(Evaluation::of(&queenless.parse().unwrap()).sum(), Tenths(89));
    // Three pawns on the a-file and one on c: two doubled, four isolated, and a3 blocked by a4 as a4 is by a5.
    let pawns = "4k3/8/8/p7/P7/P7/P1P5/4K3 w - - 0 1";
    let expected = [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (2, 0), (3, 1), (4, 1)];
    assert_eq!(counts(pawns)[..9], expected);
}

#[test]
fn bad_fens() {
    let cases = [
        ("", "a FEN has six fields"),
        ("8/8 w - - 0 1", "the board has eight ranks with / between, from rank 8 down; this one has 2"),
        ("4k3/8/8/8/7/8/8/4K3 w - - 0 1", "rank 4 of the board has 7 squares and not 8"),
        ("4k3/8/8/8/4x3/8/8/4K3 w - - 0 1", "'x' in rank 4 is neither a piece"),
        ("4k3/8/8/8/9/8/8/4K3 w - - 0 1", "'9' in rank 4 is neither a piece"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - - 0 1", "White has 9 pawns and 10 pieces"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "there is a pawn on h8"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the kings stand on neighbouring squares, e1 and e2"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is w or b, not \"W\""),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check and has just moved"),
        ("4k3/8/3N1N2/8/8/8/8/4RK2 b - - 0 1", "Black is in check by 3 pieces"),
        ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling is - or some of the letters KQkq"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling is - or some of the letters KQkq"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling says K, which needs the king on e1 and a rook of its colour on h1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant is - or a square of rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
        ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "the check on the king cannot come from a pawn's double step over d3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "the halfmove clock is a number from 0 to 100, not \"+1\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "the halfmove clock is a number from 0 to 100, not \"101\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number is a number from 1 to 65535, not \"0\""),
    ];
    for (fen, expected) in cases {
        let message = fen.parse::<ChessPosition>().unwrap_err().to_string();
        assert!(message.starts_with(expected), "{fen}: {message}");
    }
}

#[test]
fn the_clocks_may_be_left_out() {
    let short = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(short.parse::<ChessPosition>().unwrap().to_string(), START);
}

#[test]
fn a_checked_side_lets_the_other_move_too() {
    // Black is in check; the rook of White has 14 squares less the king's, and the white king 5.
    let position: ChessPosition = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse().unwrap();
    assert_eq!(mobility_of(&position.board, cozy_chess::Color::White), 6 + 6 + 3);
    assert_eq!(mobility_of(&position.board, cozy_chess::Color::Black), 4);
}

fn moves_of(board: &Board) -> Vec<cozy_chess::Move> {
    let mut moves = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    moves
}

proptest! {
    #[test]
    fn mobility_is_the_number_of_moves(fen in prop::sample::select(vec![START, RICH]), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let mut board = fen.parse::<ChessPosition>().unwrap().board;
        for choice in choices {
            let moves = moves_of(&board);
            let color = board.side_to_move();
            prop_assert_eq!(mobility_of(&board, color) as usize, moves.len(), "{}", board);
            if let Some(other) = board.null_move() {
                prop_assert_eq!(mobility_of(&board, !color) as usize, moves_of(&other).len(), "{}", board);
            }
            // The position survives its text, and the mirrored one has the opposite value.
            let position: ChessPosition = board.to_string().parse().unwrap();
            prop_assert_eq!(&position.board, &board);
            let mirrored: ChessPosition = mirrored(&board.to_string()).parse().unwrap();
            prop_assert_eq!(Evaluation::of(&position).sum().0, -Evaluation::of(&mirrored).sum().0);
            if moves.is_empty() || board.pieces(Piece::King) == board.occupied() {
                break;
            }
            board.play(*choice.get(&moves));
            if board.halfmove_clock() == 100 {
                break;
            }
        }
    }

    #[test]
    fn no_text_is_a_panic(at in 0_usize..60, letter in "[ -~é]", text in "\\PC{0,80}") {
        _ = text.parse::<ChessPosition>();
        let mut fen: Vec<char> = RICH.chars().collect();
        fen[at] = letter.chars().next().unwrap();
        if let Ok(position) = fen.into_iter().collect::<String>().parse::<ChessPosition>() {
            _ = Evaluation::of(&position);
        }
    }
}

/// The same position with the colours exchanged and the board turned upside down.
fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let board = swap(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    format!("{board} {side} {} {passed} {} {}", swap(fields[2]), fields[4], fields[5])
}

#[test]
fn the_squares_of_a_term_add_up_to_its_count() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b - - 3 3",
        "4k3/p1p3p1/p1p5/P5P1/2P5/2P5/8/4K3 w - - 0 1",
    ] {
        let position: ChessPosition = fen.parse().expect("a position");
        for row in Evaluation::of(&position).rows {
            let counted = Evaluation::counted(&position, row.term);
            assert_eq!(counted.iter().map(|(_, count)| count).sum::<u32>(), row.white + row.black, "{fen}: {:?}", row.term);
            assert!(counted.iter().all(|(cell, _)| *cell < 64));
        }
    }
    let doubled: ChessPosition = "4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1".parse().expect("a position");
    assert_eq!(Evaluation::counted(&doubled, ShannonTerm::Doubled), [(4 * 8 + 2, 1)], "the one on c4 is beyond the first");
}
