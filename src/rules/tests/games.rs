//! The laws of `Position` for every game, and facts about the small games.

use message::Coded;
use proptest::prelude::*;
use rules::connect_four::{self, Column};
use rules::tic_tac_toe::{self, Cell};
use rules::{Board, Catalogue, ConnectFour, Knights, MoveError, Outcome, Position, Side, TicTacToe, knights, perft};
use std::collections::BTreeSet;

/// The laws of [`Position`], along the game that these random numbers choose.
fn laws<P: Position + Send + Sync + std::fmt::Debug + 'static>(choices: &[usize], all: &[P::Move]) {
    let mut position = P::start();
    for (ply, choice) in choices.iter().enumerate() {
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        assert_eq!(position.outcome().is_some(), moves.is_empty(), "{position}");
        assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
        let replies: u64 = moves.iter().map(|mv| position.child(*mv).count_moves()).sum();
        assert_eq!(position.count_replies(), replies, "{position}");
        assert_eq!(perft(&position, 1), moves.len() as u64, "{position}");
        assert_eq!((position.ply(), Position::side_to_move(&position)), (ply as u32, Side::to_move_after(ply as u32)));
        for &mv in all {
            assert_eq!(position.check_move(mv).is_ok(), moves.contains(&mv), "{mv} in {position}");
            assert!(mv.to_string().parse::<P::Move>().is_ok_and(|read| read == mv), "{mv}");
        }
        let Ok(read) = position.to_string().parse::<P>() else { panic!("{position} reads back") };
        assert!(read == position && read.key() == position.key(), "{position} reads back as {read}");
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { return };
        let before = position.key();
        position.play(mv);
        assert_ne!(before, position.key(), "{position}");
    }
}

fn games(plies: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..1000_usize, 0..plies)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chinese_knights_obey(choices in games(110)) {
        let squares = || (0..knights::Square::COUNT).filter_map(knights::Square::from_index);
        let steps = squares().flat_map(|from| squares().map(move |to| knights::Move::Step { from, to }));
        // Every 13th of the 6561: the whole list is tried in the knights' own tests.
        let all: Vec<_> = steps.step_by(13).chain([knights::Move::Pass]).collect();
        laws::<Knights>(&choices, &all);
    }

    #[test]
    fn connect_four_obeys(choices in games(45)) {
        laws::<ConnectFour>(&choices, &(0..7).filter_map(Column::from_index).collect::<Vec<_>>());
    }

    #[test]
    fn tic_tac_toe_obeys(choices in games(11)) {
        laws::<TicTacToe>(&choices, &(0..9).filter_map(Cell::from_index).collect::<Vec<_>>());
    }

    #[test]
    fn four_in_line_is_found_everywhere(choices in games(43)) {
        let mut position = ConnectFour::start();
        let mut cells = [[None; 6]; 7];
        for choice in choices {
            let moves = Position::legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let column = moves[choice % moves.len()];
            let row = cells[usize::from(column.index())].iter().position(Option::is_none).expect("a free cell");
            cells[usize::from(column.index())][row] = Some(Position::side_to_move(&position));
            position.play(column);
        }
        let at = |column: i32, row: i32| -> Option<Side> { *cells.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?)? };
        let line = |column, row, right, up| (0..4).map(|i| at(column + i * right, row + i * up)).reduce(|a, b| if a == b { a } else { None }).flatten();
        let mut winner = None;
        for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                winner = winner.or(line(column, row, right, up));
            }
        }
        let full = Position::ply(&position) == 42;
        prop_assert_eq!(Position::outcome(&position), winner.map(Outcome::Win).or(full.then_some(Outcome::Draw)));
    }

    #[test]
    fn a_mirror_image_has_the_same_symmetric_code(choices in games(43)) {
        let mut pair = [ConnectFour::start(), ConnectFour::start()];
        for choice in choices {
            let moves = Position::legal_moves(&pair[0]);
            if moves.is_empty() {
                break;
            }
            let column = moves[choice % moves.len()];
            pair[0].play(column);
            pair[1].play(Column::from_index(6 - column.index()).expect("a column"));
            prop_assert_eq!(pair[0].symmetric_code(), pair[1].symmetric_code());
            prop_assert_eq!(Position::symmetric_key(&pair[0]), Position::symmetric_key(&pair[1]));
            prop_assert_eq!(pair[0].code() == pair[1].code(), pair[0] == pair[1]);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in "[ -~]{0,40}",
        nine in "([1-9Nn]{1,4}/){8}[1-9Nn]{1,4} [wb] [0-9]{1,3}",
        seven in "([1-7XO]{1,4}/){5}[1-7XO]{1,4} [wb] [0-9]{1,2}",
        three in "([1-3XO]{1,3}/){2}[1-3XO]{1,3} [wb] [0-9]",
    ) {
        for (text, game) in [&text, &nine, &seven, &three].into_iter().flat_map(|text| Catalogue::ALL.games().map(move |game| (text, game))) {
            if let Ok(board) = game.read(text) {
                prop_assert!(game.read(&board.position()).is_ok_and(|again| again.position() == board.position()));
            }
            let _ = ConnectFour::after(text);
        }
    }
}

proptest! {
    /// A text is accepted as a move if it equals a listed move, and refused with a message if not.
    #[test]
    fn a_text_is_a_legal_move_if_and_only_if_it_is_listed(
        choices in games(60),
        text in "[A-J][0-9]-[A-J][0-9]|[A-D][0-4]|[0-9]{1,2}|PASSE|[ -~]{0,12}|\\PC{0,6}",
    ) {
        for game in Catalogue::ALL.games() {
            let mut board = game.start();
            for choice in &choices {
                let moves = board.legal_moves();
                for text in moves.iter().chain([&text]) {
                    let mut after = board.clone();
                    match after.play_text(text) {
                        Ok(()) => prop_assert!(moves.contains(text), "{} in {}", text, board.position()),
                        Err(why) => {
                            prop_assert!(!moves.contains(text) && !why.to_string().is_empty(), "{} in {}", text, board.position());
                            prop_assert_eq!(after.position(), board.position());
                        }
                    }
                }
                let Some(chosen) = moves.get(choice % moves.len().max(1)) else { break };
                board.play_text(chosen).expect("a listed move");
            }
        }
    }
}

#[test]
fn leaves_of_the_small_games() {
    for (depth, leaves) in (0..).zip([1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]) {
        assert_eq!(perft(&TicTacToe::start(), depth), leaves, "tic-tac-toe, depth {depth}");
    }
    for (depth, leaves) in (0..).zip([1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]) {
        assert_eq!(perft(&ConnectFour::start(), depth), leaves, "Connect Four, depth {depth}");
    }
}

/// 255,168 games of tic-tac-toe: 131,184 won by White, 77,904 by Black, 46,080 drawn (Henry Bottomley, "How many Tic-Tac-Toe games are
/// possible?", 2001).
#[test]
fn all_games_of_tic_tac_toe() {
    fn count(position: &TicTacToe, ends: &mut [u32; 3]) {
        match Position::outcome(position) {
            Some(Outcome::Win(Side::White)) => ends[0] += 1,
            Some(Outcome::Win(Side::Black)) => ends[1] += 1,
            Some(Outcome::Draw) => ends[2] += 1,
            None => Position::legal_moves(position).into_iter().for_each(|mv| count(&position.child(mv), ends)),
        }
    }
    let mut ends = [0; 3];
    count(&TicTacToe::start(), &mut ends);
    assert_eq!((ends, ends.iter().sum()), ([131_184, 77_904, 46_080], 255_168));
}

/// 765 positions that are not images of each other.
#[test]
fn the_symmetric_key_tells_the_positions_of_tic_tac_toe_apart() {
    fn walk(position: &TicTacToe, keys: &mut BTreeSet<u64>) {
        if keys.insert(Position::symmetric_key(position)) {
            Position::legal_moves(position).into_iter().for_each(|mv| walk(&position.child(mv), keys));
        }
    }
    let mut keys = BTreeSet::new();
    walk(&TicTacToe::start(), &mut keys);
    assert_eq!(keys.len(), 765);
}

#[test]
fn the_catalogue_knows_every_game_by_its_name() {
    let names: Vec<_> = Catalogue::ALL.games().map(|game| game.name()).collect();
    assert_eq!(names, ["knights", "connect-four", "tic-tac-toe"]);
    assert_eq!(Catalogue::USUAL, names[0]);
    for game in Catalogue::ALL.games() {
        let start = game.start();
        assert_eq!((start.game(), start.ply(), start.is_start(), start.leaves(0)), (game.name(), 0, true, 1));
        let mut board = game.read(&start.position()).expect("the start reads");
        board.play_text(&start.legal_moves()[0]).expect("a legal move");
        assert!(!board.is_start() && game.read(&board.position()).is_ok_and(|read| read.position() == board.position()));
        for other in Catalogue::ALL.games().filter(|other| *other != game) {
            assert!(other.read(&start.position()).is_err(), "{other:?} reads no {game:?}");
        }
    }
    let unknown = Catalogue::ALL.find("go").expect_err("no such game").to_string();
    assert_eq!(unknown, "there is no game `go`; there are knights, connect-four and tic-tac-toe");
}

#[test]
fn illegal_moves_are_explained() {
    let mut board = ConnectFour::after("444444").expect("a full column");
    assert_eq!(
        board.play_text("4"),
        Err(MoveError::Illegal(connect_four::IllegalColumn::Full { column: "4".parse().expect("a column") }.message()))
    );
    assert_eq!(board.play_text("8"), Err(MoveError::Format(connect_four::NoColumn { text: "8".into() }.message())));
    let over = ConnectFour::after("1212121").expect("White has just won");
    assert_eq!(over.check_move(Column::from_index(3).expect("a column")), Err(connect_four::IllegalColumn::GameOver));
    let mut board: TicTacToe = "3/1X1/3 b 1".parse().expect("a position");
    assert_eq!(
        board.play_text("B2"),
        Err(MoveError::Illegal(tic_tac_toe::IllegalCell::Taken { cell: "B2".parse().expect("a cell"), side: Side::White }.message()))
    );
    assert_eq!(board.play_text("b2"), Err(MoveError::Format(tic_tac_toe::NoCell { text: "b2".into() }.message())));
}

#[test]
fn wrong_positions_are_refused_with_the_place() {
    let cases = [
        ("", "a position has three fields (rows, side to move, plies), as in `7/7/7/7/7/3X3 b 1`; this has 0"),
        ("7/7 w 0", "a board has 6 rows, the highest first; this has 2"),
        ("7/7/7/7/7/6 w 0", "row 6 from the top has 6 columns instead of 7"),
        ("7/7/7/x6/7/7 w 0", "row 4 from the top: `x` is none of `X`, `O` and the digits 1 to 7"),
        ("7/7/7/7/3X3/7 b 1", "column 4: a stone stands above an empty cell"),
        ("7/7/7/7/7/3O3 b 1", "White (X) has 0 stones and Black (O) 1: White begins and the sides take turns"),
        ("7/7/7/7/7/3X3 w 1", "after 1 stones the side to move is `b`, not `w`"),
        ("7/7/7/7/7/3X3 b 2", "there are 1 stones on the board, so that many plies have been played, not `2`"),
        ("7/7/7/7/OOOO3/XXXX3 w 8", "White is to move and has four in line: the game ended before"),
    ];
    for (text, why) in cases {
        assert_eq!(text.parse::<ConnectFour>().map_err(|error| error.to_string()), Err(why.to_string()), "{text}");
    }
    let columns = |text| ConnectFour::after(text).map_err(|error| error.to_string());
    assert_eq!(columns("4444444"), Err("move 7: column 4 is full".into()));
    assert_eq!(columns("40"), Err("move 2: a move is a column, one digit from 1 (left) to 7 (right)".into()));
    assert_eq!(ConnectFour::after("4 4, 5"), ConnectFour::after("445"));
    for text in ["", "3/3 w 0", "3/4/3 w 0", "3/1X1/3 w 1", "XXX/OO1/3 w 5", "3/1O1/3 b 1", "3/1X1/3 b 2", "3/2/3 w 0"] {
        assert!(text.parse::<TicTacToe>().is_err(), "{text}");
    }
    assert!(matches!("3/4/3 w 0".parse::<TicTacToe>(), Err(tic_tac_toe::TicTacToePositionError::Row { row: 2, .. })));
}
