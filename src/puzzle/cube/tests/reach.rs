//! Reachability and its reasons.

use super::super::cubies::{Corners, CubeState, Edges};
use super::*;
use std::collections::BTreeSet;

proptest! {
    #[test]
    fn pieces_turn_as_stickers_do(turns in turns(40)) {
        let cube = turns.iter().fold(Cube3::SOLVED, |cube, turn| cube.turned(*turn));
        let facelets = scrambled(Size::Three, &turns);
        prop_assert_eq!(cube.facelets(), facelets.clone());
        prop_assert_eq!(SizedCube::try_from(&facelets), Ok(SizedCube::Three(cube)));
    }

    #[test]
    fn small_pieces_turn_as_stickers_do(turns in turns(40)) {
        let turns: Vec<_> = turns.into_iter().filter(|turn| turn.face < Face::D).collect();
        let cube = turns.iter().fold(Cube2::SOLVED, |cube, turn| cube.turned(*turn));
        let facelets = scrambled(Size::Two, &turns);
        prop_assert_eq!(cube.facelets(), facelets.clone());
        prop_assert_eq!(SizedCube::try_from(&facelets), Ok(SizedCube::Two(cube)));
    }

    #[test]
    fn how_it_is_held_does_not_matter(size in size(), turns in turns(30), hold in prop::collection::vec(prop::sample::select(vec!["x", "y", "z"]), 0..6)) {
        let hold: Sequence = hold.join(" ").parse().unwrap();
        let cube = scrambled(size, &turns);
        let there = cube.after(&hold).unwrap();
        let painted = Facelets::solved(size).after(&hold).unwrap().after(&turns.iter().copied().collect()).unwrap();
        prop_assert_eq!(SizedCube::try_from(&painted), SizedCube::try_from(&cube));
        prop_assert!(SizedCube::try_from(&there).is_ok());
    }

    #[test]
    fn inverse_pieces(turns in turns(40)) {
        let cube = turns.iter().fold(Cube3::SOLVED, |cube, turn| cube.turned(*turn));
        let undone = turns.iter().rev().fold(Cube3::SOLVED, |cube, turn| cube.turned(turn.inverse()));
        prop_assert_eq!(cube.inverse(), undone);
        prop_assert_eq!(cube.corners.then(cube.inverse().corners), Corners::SOLVED);
        prop_assert_eq!(cube.edges.then(cube.inverse().edges), Edges::SOLVED);
    }

    #[test]
    fn two_swapped_stickers_are_never_reached(size in size(), turns in turns(30), i in 0_usize..54, j in 0_usize..54) {
        let cube = scrambled(size, &turns);
        let mut text: Vec<char> = cube.to_string().chars().collect();
        let (i, j) = (i % text.len(), j % text.len());
        text.swap(i, j);
        let swapped: Facelets = text.iter().collect::<String>().parse().unwrap();
        prop_assert_eq!(SizedCube::try_from(&swapped).is_ok(), cube == swapped);
        let request = to_moves(22, CubeMethod::fastest(size), Metric::Half);
        let solved = SOLVER.solve(&swapped, request, &mut |_| true).unwrap();
        prop_assert_eq!(matches!(solved.verdict, Verdict::Impossible(_)), cube != swapped);
    }
}

#[test]
fn one_of_twelve_ways_to_put_it_together_is_right() {
    // Twist a corner, flip an edge, swap two edges, in all combinations.
    let facelets = |twist: u8, flip: bool, swap: bool| {
        let mut cube = Cube3::SOLVED;
        cube.corners.0[0] += 8 * twist;
        cube.edges.0[0] += 16 * flip as u8;
        if swap {
            cube.edges.0.swap(4, 7);
        }
        cube.facelets()
    };
    for (twist, flip, swap) in (0..12).map(|i| (i % 3, i / 3 % 2 == 1, i / 6 == 1)) {
        let expected = match (twist, flip, swap) {
            (1.., _, _) => Some(CubeUnreachable::Twist { thirds: twist }),
            (_, true, _) => Some(CubeUnreachable::Flip),
            (_, _, true) => Some(CubeUnreachable::Parity),
            _ => None,
        };
        assert_eq!(SizedCube::try_from(&facelets(twist, flip, swap)).err(), expected);
    }
}

#[test]
fn unreachable_cubes_have_reasons() {
    let solved = |size| Facelets::solved(size).to_string();
    let cases = [
        (solved(Size::Three).replacen('U', "R", 1), "8 white (U) stickers and 10 red (R) stickers: a 3×3×3 has 9 of each colour"),
        (solved(Size::Two).replacen("FFFF", "BFFF", 1), "3 green (F) stickers and 5 blue (B) stickers: a 2×2×2 has 4 of each colour"),
        (
            "UUUURUUUURRRRURRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
                .replacen("RRRRUR", "RRRRRR", 1)
                .replacen("UUUUR", "UUUUU", 1)
                .replacen("RRRRRRRRR", "URRRRRRRR", 1)
                .replacen("UUUUUUUUU", "UUUUUUUUR", 1),
            "the corner at URF shows red (R), white (U) and green (F): its mirror image exists",
        ),
        (
            "UUUURUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB".replacen("RRRRRRRRR", "RRRRRURRR", 1),
            "the faces U and R both have a red centre",
        ),
    ];
    for (text, reason) in cases {
        let message = SizedCube::try_from(&text.parse::<Facelets>().unwrap()).unwrap_err().to_string();
        assert!(message.starts_with(reason), "{message}");
    }
}

#[test]
fn impossible_and_doubled_pieces() {
    let with_swapped = |size, i, j| {
        let mut stickers: Vec<char> = Facelets::solved(size).to_string().chars().collect();
        stickers.swap(i, j);
        let cube: Facelets = stickers.iter().collect::<String>().parse().unwrap();
        SizedCube::try_from(&cube).unwrap_err()
    };
    // The U sticker of URF and the D sticker of DFR: both become mirror images.
    let mirrored = with_swapped(Size::Two, 3, 13);
    assert!(matches!(mirrored, CubeUnreachable::Mirrored { .. }), "{mirrored}");
    // The F sticker of URF and the U sticker of ULB: a corner with one colour twice.
    let none = with_swapped(Size::Two, 9, 0);
    assert!(matches!(none, CubeUnreachable::NoPiece { kind: "corner", .. }), "{none}");
    // The F sticker of UF and the R sticker of BR: the edge UR twice.
    let twice = with_swapped(Size::Three, 19, 14);
    assert!(twice.to_string().starts_with("the piece at UF shows white (U) and red (R), and so does the one at UR"), "{twice}");
    // The F sticker of UF and the D sticker of DF: U with D's colour.
    let none = with_swapped(Size::Three, 19, 28);
    assert!(matches!(none, CubeUnreachable::NoPiece { kind: "edge", .. }), "{none}");
}

#[test]
fn a_mirrored_paint_is_as_good() {
    // A cube with red and orange exchanged by its maker: the centres say so.
    let cube = scrambled(Size::Three, &[Turn::ALL[0], Turn::ALL[3], Turn::ALL[7]]).to_string();
    let maker = |letter| match letter {
        'R' => 'L',
        'L' => 'R',
        other => other,
    };
    let painted: Facelets = cube.chars().map(maker).collect::<String>().parse().unwrap();
    assert_eq!(SizedCube::try_from(&painted), SizedCube::try_from(&cube.parse::<Facelets>().unwrap()));
}

#[test]
fn a_2x2x2_is_held_in_24_ways() {
    let whole = |corners: Corners, (face, other)| {
        let corners = corners.turned(Turn { face, amount: Amount::Quarter });
        corners.turned(Turn { face: other, amount: Amount::Counter })
    };
    let mut held = BTreeSet::from([Corners::SOLVED]);
    for _ in 0..6 {
        let axes = [(Face::U, Face::D), (Face::R, Face::L)];
        let more = held.iter().flat_map(|corners| axes.map(|axis| whole(*corners, axis)));
        held = more.chain(held.iter().copied()).collect();
    }
    assert_eq!(held.len(), 24);
    assert!(held.into_iter().all(|corners| Cube2::held(corners) == Cube2::SOLVED));
}

proptest! {
    #[test]
    fn kewb_sees_the_same_stickers(turns in turns(40)) {
        use kewb::{CubieCube, FaceCube};
        let text = turns.iter().copied().collect::<Sequence>().to_string();
        let moves = kewb::scramble::scramble_from_str(&text).unwrap_or_default();
        let oracle = FaceCube::try_from(&CubieCube::from(&moves)).unwrap().to_string();
        prop_assert_eq!(oracle, scrambled(Size::Three, &turns).to_string());
    }
}
