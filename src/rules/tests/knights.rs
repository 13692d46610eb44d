//! Chinese knights: laws on random games, and games and positions that the course's referee has judged.
mod naive;

use message::Coded;
use naive::Naive;
use proptest::prelude::*;
use rules::knights::{IllegalStep, Move, NoMove, Square};
use rules::{Board, Knights, MoveError, Outcome, Position, Side, perft};

fn naive(position: &Knights) -> Naive {
    let mut board = Naive { cells: [[None; 9]; 9], side: Position::side_to_move(position) };
    for side in Side::BOTH {
        for square in position.squares(side) {
            board.cells[square.row() as usize][square.column() as usize] = Some(side);
        }
    }
    board
}

/// The position after the game that these random numbers choose.
fn after(choices: &[usize]) -> Knights {
    let mut position = Knights::start();
    for choice in choices {
        let moves = Position::legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]);
    }
    position
}

fn games() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..24_usize, 0..110)
}

fn mirrored(position: &Knights) -> Knights {
    let text = position.to_string();
    let (rows, rest) = text.split_once(' ').expect("a position has three fields");
    let rows: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    format!("{} {rest}", rows.join("/")).parse().expect("a mirrored position is a position")
}

/// Upside down with the colours swapped, so that the other side is to move, after another number of plies.
fn turned(position: &Knights, plies: u32) -> Knights {
    let text = position.to_string();
    let rows: Vec<&str> = text.split(' ').next().expect("a position has three fields").rsplit('/').collect();
    let swapped = |piece: char| if piece.is_uppercase() { piece.to_ascii_lowercase() } else { piece.to_ascii_uppercase() };
    let rows: String = rows.join("/").chars().map(swapped).collect();
    let (letter, odd) = if Position::side_to_move(position) == Side::White { ('b', 1) } else { ('w', 0) };
    format!("{rows} {letter} {}", 2 * plies + odd).parse().expect("a turned position is a position")
}

proptest! {
    #[test]
    fn the_naive_rules_agree(choices in games()) {
        let position = after(&choices);
        let judge = naive(&position);
        prop_assert_eq!(Board::legal_moves(&position), judge.legal_moves());
        prop_assert_eq!(Position::outcome(&position), judge.outcome());
        prop_assert_eq!(position.count_moves(), judge.legal_moves().len() as u64);
        prop_assert_eq!(perft(&position, 2), naive::perft(&judge, 2));
    }

    #[test]
    fn a_move_is_listed_exactly_if_it_is_accepted(choices in games()) {
        let position = after(&choices);
        let listed = Position::legal_moves(&position);
        let squares = || (0..Square::COUNT).filter_map(Square::from_index);
        let all = squares().flat_map(|from| squares().map(move |to| Move::Step { from, to })).chain([Move::Pass]);
        for mv in all {
            prop_assert_eq!(position.check_move(mv).is_ok(), listed.contains(&mv), "{} in {}", mv, position);
        }
    }

    #[test]
    fn attacks_are_where_moves_land(choices in games()) {
        let position = after(&choices);
        let side = Position::side_to_move(&position);
        let landings = |moves: &[Move]| moves.iter().fold(0, |set, mv| if let Move::Step { to, .. } = mv { set | to.bit() } else { set });
        let moves = Position::legal_moves(&position);
        if Position::outcome(&position).is_none() {
            prop_assert_eq!(position.guarded(side) & !position.set(side), landings(&moves));
            let is_capture = |mv: &Move| matches!(mv, Move::Step { to, .. } if position.set(side.other()) & to.bit() != 0);
            prop_assert_eq!(position.captures().to_vec(), moves.iter().copied().filter(is_capture).collect::<Vec<_>>());
            prop_assert_eq!(position.mobility(side) as usize, moves.iter().filter(|&&mv| mv != Move::Pass).count());
        }
    }

    #[test]
    fn the_mirror_changes_nothing(choices in games()) {
        let position = after(&choices);
        let mirror = mirrored(&position);
        prop_assert_eq!(perft(&position, 3), perft(&mirror, 3));
        prop_assert_eq!((position.mirrored(), mirror.mirrored()), (mirror.clone(), position.clone()));
        for mv in Position::legal_moves(&position) {
            let mirrored_move = Knights::mirrored_move(mv);
            prop_assert!(mirror.check_move(mirrored_move).is_ok() && Knights::mirrored_move(mirrored_move) == mv);
        }
    }

    #[test]
    fn the_symmetric_key_ignores_the_mirror_the_colours_and_the_plies(choices in games(), plies in 0..20_u32) {
        let position = after(&choices);
        let turned = turned(&position, plies);
        prop_assert_eq!(perft(&position, 3), perft(&turned, 3));
        for image in [mirrored(&position), turned.mirrored(), turned] {
            prop_assert_eq!(Position::symmetric_key(&image), Position::symmetric_key(&position), "{} and {}", image, position);
        }
        for mv in Position::legal_moves(&position) {
            prop_assert!(Position::symmetric_key(&position.child(mv)) != Position::symmetric_key(&position));
        }
    }
}

#[test]
fn perft_from_the_start() {
    for (depth, leaves) in (0..).zip([1, 14, 196, 3_080, 48_400, 797_624, 13_123_620]) {
        assert_eq!(perft(&Knights::start(), depth), leaves, "depth {depth}");
        if depth <= 4 {
            assert_eq!(naive::perft(&Naive::start(), depth), leaves, "depth {depth}, naively");
        }
    }
}

#[test]
fn positions_as_the_course_referee_judged_them() {
    for line in include_str!("data/positions.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [text, moves, counts, game] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("four columns: {line}") };
        let position: Knights = text.parse().expect(text);
        assert_eq!(Board::legal_moves(&position).join(" "), moves, "{text}");
        let counts: Vec<u64> = counts.split(',').map(|count| count.parse().expect("a number")).collect();
        assert_eq!((1..).zip(&counts).map(|(depth, _)| perft(&position, depth)).collect::<Vec<_>>(), counts, "{text}");
        let mut replayed = Knights::start();
        game.split(' ').filter(|mv| !mv.is_empty()).for_each(|mv| replayed.play_text(mv).expect(mv));
        assert_eq!(replayed, position);
    }
}

#[test]
fn games_as_the_course_referee_judged_them() {
    let mut results = std::collections::BTreeMap::<&str, u32>::new();
    for line in include_str!("data/random-games.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [result, plies, last, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("four columns: {line}") };
        let mut position = Knights::start();
        moves.split(' ').for_each(|mv| position.play_text(mv).expect(mv));
        assert_eq!(Position::outcome(&position).map(Outcome::name), Some(result), "{last}");
        assert_eq!((Position::ply(&position).to_string(), position.to_string()), (plies.to_string(), last.to_string()));
        *results.entry(result).or_default() += 1;
    }
    assert_eq!(results.values().sum::<u32>(), 200);
}

#[test]
fn illegal_moves_are_explained() {
    let blocked = "1nnn1nnn1/9/9/9/9/9/9/1N7/1N1N1NNN1 w 2";
    let cases = [
        (Knights::start().to_string(), "PASSE", "PASSE is only for a side that cannot move, and B9-A7 is possible"),
        (Knights::start().to_string(), "A9-B7", "no knight stands on A9"),
        (Knights::start().to_string(), "B1-A3", "the knight on B1 is Black's, not yours"),
        (Knights::start().to_string(), "B9-B9", "B9-B9 does not go forward: White moves towards row 1"),
        (
            Knights::start().to_string(),
            "B9-B8",
            "B9-B8 is not a knight's move: it goes two forward and one aside, or one forward and two aside",
        ),
        (blocked.to_string(), "B9-A7", "B9-A7 is blocked: a knight does not jump, and the leg at B8 is occupied"),
        (blocked.to_string(), "D9-B8", "D9-B8 would capture your own knight on B8"),
    ];
    for (position, mv, why) in cases {
        let mut board: Knights = position.parse().expect(&position);
        assert!(matches!(board.play_text(mv), Err(MoveError::Illegal(error)) if error.to_string() == why), "{why}");
        assert_eq!(board.to_string(), position, "a refused move changes nothing");
    }
    for text in ["", "b9-a7", "B9A7", "B9-A7 ", "B9-A0", "J1-A3", "passe", "B9–A7", "B9-A7-C5"] {
        assert_eq!(Knights::start().play_text(text), Err(MoveError::Format(NoMove { text: text.into() }.message())), "{text:?}");
    }
    let over: Knights = "NNN6/9/9/9/9/9/9/1n7/9 b 9".parse().expect("White has just won");
    assert_eq!(over.check_move("B8-C9".parse().expect("a move")), Err(IllegalStep::GameOver));
}

#[test]
fn wrong_positions_are_refused_with_the_place() {
    let cases = [
        ("", "a position has three fields (rows, side to move, plies), as in `1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0`; this has 0"),
        ("9/9 w 0", "a board has 9 rows; this has 2"),
        ("9/9/9/8/9/9/9/9/9 w 0", "row 4 has 8 columns instead of 9"),
        ("9/9/9/9/9/9/9/9/9NNN w 0", "row 9 has 12 columns instead of 9"),
        ("9/9/x8/9/9/9/9/9/9 w 0", "row 3: `x` is none of `N`, `n` and the digits 1 to 9"),
        ("9/9/9/9/9/9/9/9/9 x 0", "the side to move is `w` or `b`, not `x`"),
        ("9/9/9/9/9/9/9/9/9 w -1", "the number of plies is a number from 0 to 192, not `-1`"),
        ("9/9/9/9/9/9/9/9/9 w 1", "after 1 plies it is Black's turn, not White's"),
        ("9/9/NNNNNNN2/9/9/9/9/9/9 w 0", "White has 7 knights; a side has at most 6"),
        ("NNN6/9/9/9/9/9/9/9/9 w 8", "White is to move with 3 knights on its far row: the game ended before"),
    ];
    for (text, why) in cases {
        assert_eq!(text.parse::<Knights>().map_err(|error| error.to_string()), Err(why.to_string()), "{text}");
    }
}

#[test]
fn the_board_file_is_the_course_s() {
    let file = "% ABCDEFGHI\n1 +nnn+nnn+ 1\n2 +++++++++ 2\n3 +++++++++ 3\n4 +++++++++ 4\n5 +++++++++ 5\n6 +++++++++ 6\n7 +++++++++ 7\n8 +++++++++ 8\n9 +bbb+bbb+ 9\n% ABCDEFGHI\n";
    assert_eq!(Knights::start().board_file(), file);
}

#[test]
fn a_side_without_knights_passes_until_the_race_is_over() {
    let mut board: Knights = "9/9/9/9/9/9/9/9/n3N3n b 1".parse().expect("a position");
    assert_eq!(Board::legal_moves(&board), ["PASSE"], "two have arrived, no other knight can move");
    for mv in ["PASSE", "E9-D7", "PASSE", "D7-C5", "PASSE", "C5-B3", "PASSE", "B3-A1"] {
        assert_eq!(Position::outcome(&board), None);
        board.play_text(mv).expect(mv);
    }
    assert_eq!(Position::outcome(&board), Some(Outcome::Win(Side::Black)), "two arrived against one");
    assert!(Board::legal_moves(&board).is_empty());
}
