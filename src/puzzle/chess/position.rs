//! A legal position, parsed from a FEN.

use super::error::ChessError;
use super::mobility::attackers;
use crate::quotation::clip;
use cozy_chess::{BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessPosition {
    pub(super) board: Board,
}

/// The FEN, all six fields.
impl fmt::Display for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl FromStr for ChessPosition {
    type Err = ChessError;

    fn from_str(fen: &str) -> Result<ChessPosition, ChessError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (board, side, castling, passed, clocks) = match fields[..] {
            [board, side, castling, passed] => (board, side, castling, passed, ["0", "1"]),
            [board, side, castling, passed, clock, number] => (board, side, castling, passed, [clock, number]),
            _ => return Err(ChessError::Fields { found: fields.len() }),
        };
        let mut builder = BoardBuilder::empty();
        pieces(&mut builder, board)?;
        builder.side_to_move = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(ChessError::Side { found: clip(side) }),
        };
        kings(&builder)?;
        rights(&mut builder, castling)?;
        en_passant(&mut builder, passed)?;
        let [clock, number] = clocks;
        builder.halfmove_clock = number_within(clock, 0..=100).ok_or_else(|| ChessError::HalfmoveClock { found: clip(clock) })? as u8;
        builder.fullmove_number = number_within(number, 1..=u16::MAX).ok_or_else(|| ChessError::MoveNumber { found: clip(number) })?;
        match builder.build() {
            Ok(board) => Ok(ChessPosition { board }),
            // Checked above with more precise errors, except for a check that en passant excludes.
            Err(BoardBuilderError::InvalidBoard) => Err(ChessError::OpponentInCheck { side: (!builder.side_to_move).into() }),
            Err(BoardBuilderError::InvalidCastlingRights) => Err(ChessError::Castling { found: clip(castling) }),
            Err(BoardBuilderError::InvalidEnPassant) => Err(ChessError::EnPassantCheck { square: clip(passed) }),
            Err(BoardBuilderError::InvalidHalfMoveClock) => Err(ChessError::HalfmoveClock { found: clip(clock) }),
            Err(BoardBuilderError::InvalidFullmoveNumber) => Err(ChessError::MoveNumber { found: clip(number) }),
        }
    }
}

fn number_within(text: &str, range: std::ops::RangeInclusive<u16>) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits)?;
    range.contains(&number).then_some(number)
}

fn pieces(builder: &mut BoardBuilder, text: &str) -> Result<(), ChessError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(ChessError::Ranks { found: count });
    }
    for (row, &rank) in text.split('/').zip(Rank::ALL.iter().rev()) {
        let number = rank as usize + 1;
        let mut squares = 0;
        for found in row.chars() {
            if let Some(empty @ 1..=8) = found.to_digit(10) {
                squares += empty as usize;
                continue;
            }
            let piece = Piece::try_from(found.to_ascii_lowercase()).map_err(|_| ChessError::Letter { rank: number, found })?;
            let color = if found.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::try_index(squares) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(ChessError::Squares { rank: number, squares });
        }
    }
    Ok(())
}

fn squares(builder: &BoardBuilder, piece: Option<Piece>, color: Color) -> Vec<Square> {
    let is_one =
        |square: &Square| builder.square(*square).is_some_and(|(found, owner)| owner == color && piece.is_none_or(|piece| piece == found));
    Square::ALL.into_iter().filter(is_one).collect()
}

fn kings(builder: &BoardBuilder) -> Result<(), ChessError> {
    let mut kings = Vec::new();
    for color in Color::ALL {
        let king = squares(builder, Some(Piece::King), color);
        let pawns = squares(builder, Some(Piece::Pawn), color);
        if king.len() != 1 {
            return Err(ChessError::Kings { side: color.into(), count: king.len() as u32 });
        }
        let pieces = squares(builder, None, color).len() as u32;
        if pawns.len() > 8 || pieces > 16 {
            return Err(ChessError::TooMany { side: color.into(), pawns: pawns.len() as u32, pieces });
        }
        if let Some(pawn) = pawns.iter().find(|pawn| [Rank::First, Rank::Eighth].contains(&pawn.rank())) {
            return Err(ChessError::PawnRank { square: pawn.to_string() });
        }
        kings.extend(king);
    }
    if get_king_moves(kings[0]).has(kings[1]) {
        return Err(ChessError::KingsTouch { square: kings[0].to_string(), other: kings[1].to_string() });
    }
    let all = |piece, color| squares(builder, piece, color).into_iter().collect::<BitBoard>();
    let occupied = all(None, Color::White) | all(None, Color::Black);
    let checks = |color: Color| attackers(kings[color as usize], color, occupied, |piece| all(Some(piece), !color)).len();
    let color = builder.side_to_move;
    match (checks(!color), checks(color)) {
        (1.., _) => Err(ChessError::OpponentInCheck { side: (!color).into() }),
        (_, count @ 3..) => Err(ChessError::Checks { side: color.into(), count }),
        _ => Ok(()),
    }
}

fn rights(builder: &mut BoardBuilder, text: &str) -> Result<(), ChessError> {
    if text == "-" {
        return Ok(());
    }
    let once = |letter| text.chars().filter(|other| *other == letter).count() == 1;
    if !text.chars().all(|letter| "KQkq".contains(letter) && once(letter)) {
        return Err(ChessError::Castling { found: clip(text) });
    }
    for right in text.chars() {
        let (color, short, king, rook) = match right {
            'K' => (Color::White, true, "e1", "h1"),
            'Q' => (Color::White, false, "e1", "a1"),
            'k' => (Color::Black, true, "e8", "h8"),
            _ => (Color::Black, false, "e8", "a8"),
        };
        let holds = |square: &str, piece| squares(builder, Some(piece), color).iter().any(|s| s.to_string() == square);
        if !holds(king, Piece::King) || !holds(rook, Piece::Rook) {
            return Err(ChessError::CastlingRight { right, king, rook });
        }
        let rights = builder.castle_rights_mut(color);
        if short {
            rights.short = Some(File::H);
        } else {
            rights.long = Some(File::A);
        }
    }
    Ok(())
}

fn en_passant(builder: &mut BoardBuilder, text: &str) -> Result<(), ChessError> {
    if text == "-" {
        return Ok(());
    }
    let mover = !builder.side_to_move;
    let rank = Rank::Third.relative_to(mover);
    let square = text.parse::<Square>().ok().filter(|square| square.rank() == rank);
    let Some(square) = square else {
        return Err(ChessError::EnPassant { rank: rank as usize + 1, found: clip(text) });
    };
    let on = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(mover)));
    let passed = on(Rank::Second).is_none() && on(Rank::Third).is_none();
    if !passed || on(Rank::Fourth) != Some((Piece::Pawn, mover)) {
        return Err(ChessError::EnPassantPawn { square: square.to_string() });
    }
    builder.en_passant = Some(square);
    Ok(())
}
