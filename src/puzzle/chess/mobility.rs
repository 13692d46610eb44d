//! Mobility: the number of legal moves of either side, as if it were to move.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// The pieces of the other side that attack `square` of `color`.
pub(super) fn attackers(square: Square, color: Color, occupied: BitBoard, enemy: impl Fn(Piece) -> BitBoard) -> BitBoard {
    let queens = enemy(Piece::Queen);
    (get_bishop_moves(square, occupied) & (enemy(Piece::Bishop) | queens))
        | (get_rook_moves(square, occupied) & (enemy(Piece::Rook) | queens))
        | (get_knight_moves(square) & enemy(Piece::Knight))
        | (get_king_moves(square) & enemy(Piece::King))
        | (get_pawn_attacks(square, color) & enemy(Piece::Pawn))
}

/// The square and the number of legal moves of each piece of `color`. A promotion is four moves, castling one; only the side to move captures en passant.
/// A capture of the king does not count.
pub(super) fn mobility(board: &Board, color: Color) -> Vec<(Square, u32)> {
    let own = board.colors(color);
    let targets = !own & !board.king(!color).bitboard();
    let passed = board.en_passant().filter(|_| color == board.side_to_move()).map(|file| Square::new(file, Rank::Sixth.relative_to(color)));
    let mut counts = Vec::new();
    for from in own {
        let piece = board.piece_on(from).expect("an occupied square holds a piece");
        let mut count = if piece == Piece::King { castlings(board, color) } else { 0 };
        for to in reach(board, color, piece, from, passed) & targets {
            // En passant captures a pawn beside the origin of the move.
            let taken = match passed {
                Some(square) if piece == Piece::Pawn && to == square => Square::new(to.file(), from.rank()),
                _ => to,
            };
            let occupied = (board.occupied() & !from.bitboard() & !taken.bitboard()) | to.bitboard();
            let king = if piece == Piece::King { to } else { board.king(color) };
            let left = |piece| board.colored_pieces(!color, piece) & !taken.bitboard();
            if attackers(king, color, occupied, left).is_empty() {
                let promotes = piece == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(color);
                count += if promotes { 4 } else { 1 };
            }
        }
        counts.push((from, count));
    }
    counts
}

/// The pseudo-legal targets of a piece, own pieces included.
fn reach(board: &Board, color: Color, piece: Piece, from: Square, passed: Option<Square>) -> BitBoard {
    let occupied = board.occupied();
    match piece {
        Piece::Pawn => {
            let prey = board.colors(!color) | passed.map_or(BitBoard::EMPTY, Square::bitboard);
            get_pawn_quiets(from, color, occupied) | (get_pawn_attacks(from, color) & prey)
        }
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

fn castlings(board: &Board, color: Color) -> u32 {
    let rights = board.castle_rights(color);
    let king = board.king(color);
    let ways = [(rights.short, File::G), (rights.long, File::C)];
    let can = |(rook, goal): (Option<File>, File)| {
        let Some(rook) = rook else { return false };
        let (rook, goal) = (Square::new(rook, king.rank()), Square::new(goal, king.rank()));
        let way = get_between_rays(king, goal) | king.bitboard() | goal.bitboard();
        let enemy = |piece| board.colored_pieces(!color, piece);
        let safe = |square| attackers(square, color, board.occupied(), enemy).is_empty();
        get_between_rays(king, rook).is_disjoint(board.occupied()) && way.into_iter().all(safe)
    };
    ways.into_iter().filter(|way| can(*way)).count() as u32
}
