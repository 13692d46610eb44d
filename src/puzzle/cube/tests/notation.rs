//! Parsing and drawing.

use super::*;

proptest! {
    #[test]
    fn a_sequence_survives_its_text(sequence in moves(Size::Three)) {
        prop_assert_eq!(sequence.to_string().parse(), Ok(sequence.clone()));
        let dense = sequence.to_string().replace(' ', "");
        prop_assert_eq!(dense.parse(), Ok(sequence));
    }

    #[test]
    fn stickers_survive_their_text((size, sequence) in size().prop_flat_map(|size| (Just(size), moves(size)))) {
        let cube = Facelets::scrambled(size, &sequence).unwrap();
        prop_assert_eq!(cube.to_string().parse(), Ok(cube.clone()));
        prop_assert_eq!(format!("{cube:#}").parse(), Ok(cube.clone()));
        prop_assert_eq!(format!("{cube:#}").to_lowercase().parse(), Ok(cube));
    }

    #[test]
    fn a_sequence_and_its_inverse_do_nothing((size, sequence) in size().prop_flat_map(|size| (Just(size), moves(size)))) {
        let solved = Facelets::solved(size);
        let there = solved.after(&sequence).unwrap();
        prop_assert_eq!(there.after(&sequence.inverse()).unwrap(), solved);
        prop_assert_eq!(sequence.inverse().inverse(), sequence);
    }

    #[test]
    fn no_text_is_a_panic(text in "\\PC{0,60}", cube in "[URFDLBWGYOurfdlb ]{24}|[URFDLB]{54}|[WRGYOB]{54}") {
        for text in [&text, &cube] {
            _ = text.parse::<Sequence>();
            _ = text.parse::<CubeMethod>();
            _ = text.parse::<Metric>();
            _ = text.parse::<Size>();
            if let Ok(cube) = text.parse::<Facelets>() {
                _ = SizedCube::try_from(&cube);
                _ = (cube.net(), cube.svg(&[]));
            }
        }
    }
}

#[test]
fn equal_sequences() {
    let cases = [
        ("R R", "R2"),
        ("R R R", "R'"),
        ("R3", "R'"),
        ("R2'", "R2"),
        ("RUR’U’", "R U R' U'"),
        ("Rw", "r"),
        ("x", "R M' L'"),
        ("y", "U E' D'"),
        ("z", "F S B'"),
        ("Rw", "L x"),
        ("Uw2", "D2 y2"),
        ("x y", "y z"),
        ("R L", "L R"),
    ];
    for (one, other) in cases {
        let cube = |text: &str| Facelets::scrambled(Size::Three, &text.parse().unwrap()).unwrap();
        assert_eq!(cube(one), cube(other), "{one} = {other}");
    }
}

#[test]
fn known_positions() {
    let cases = [
        (Size::Three, "R", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"),
        (Size::Three, "x", "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU"),
        // The checkerboard.
        (Size::Three, "M2 E2 S2", "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"),
        (Size::Two, "U", "UUUUBBRRRRFFDDDDFFLLLLBB"),
    ];
    for (size, scramble, facelets) in cases {
        assert_eq!(Facelets::scrambled(size, &scramble.parse().unwrap()).unwrap().to_string(), facelets, "{scramble}");
    }
}

#[test]
fn a_turn_four_times_is_nothing() {
    for size in Size::ALL {
        for turn in Turn::ALL {
            let solved = Facelets::solved(size);
            assert_ne!(scrambled(size, &[turn]), solved);
            assert_eq!(scrambled(size, &[turn; 4]), solved);
        }
    }
}

#[test]
fn parse_errors() {
    let cube = |text: &str| text.parse::<Facelets>().unwrap_err().to_string();
    assert!(cube("UUU").contains("this text has 3"));
    assert!(cube(&"UWRG".repeat(6)).contains("U is a face and W a colour"));
    assert!(cube(&"URF7".repeat(6)).starts_with("'7' at letter 4"));
    let sequence = |text: &str| text.parse::<Sequence>().unwrap_err().to_string();
    assert!(sequence("R U Q2 F").starts_with("move 3, \"Q2\""));
    assert_eq!(sequence(&"R".repeat(10_001)), "a sequence has at most 10000 moves");
    let slice = Facelets::scrambled(Size::Two, &"M2".parse().unwrap()).unwrap_err();
    assert_eq!(slice.to_string(), "M2 turns a middle layer, and a 2×2×2 has none");
    assert!("magic".parse::<CubeMethod>().unwrap_err().to_string().contains("two-phase, optimal, distance-table"));
}

#[test]
fn digits_are_read_as_faces() {
    for size in Size::ALL {
        let cube = Facelets::scrambled(size, &"R U2 F'".parse().unwrap()).unwrap();
        for first in [0, 1] {
            let digits: String = cube.colors().iter().map(|face| char::from(b'0' + first + *face as u8)).collect();
            assert_eq!(digits.parse(), Ok(cube.clone()));
            let rows: Vec<&str> = (0..6).map(|face| &digits[face * size.area()..][..size.area()]).collect();
            assert_eq!(rows.join(" / ").parse(), Ok(cube.clone()));
        }
    }
    assert!("7".repeat(24).parse::<Facelets>().unwrap_err().to_string().contains("1 to 6, or 0 to 5"));
}

#[test]
fn names_are_read_back() {
    CubeMethod::ALL.into_iter().for_each(|method| assert_eq!(method.to_string().parse(), Ok(method)));
    Metric::ALL.into_iter().for_each(|metric| assert_eq!(metric.to_string().parse(), Ok(metric)));
    Size::ALL.into_iter().for_each(|size| assert_eq!(size.to_string().parse(), Ok(size)));
    assert_eq!("IDA* corners".parse(), Ok(CubeMethod::IdaStarCorners));
    for (text, metric) in [("quarter", Metric::Quarter), ("HTM", Metric::Half), ("qtm", Metric::Quarter)] {
        assert_eq!(text.parse(), Ok(metric));
    }
}

#[test]
fn pictures() {
    let net = "    U U\n    U U\nL L F F R R B B\nL L F F R R B B\n    D D\n    D D\n";
    let drawn = Facelets::solved(Size::Two).net();
    assert_eq!(drawn.replace("  ", " ").replace(' ', ""), net.replace(' ', ""));
    let columns = |net: &str| net.lines().map(|line| line.find(|c| c != ' ').unwrap()).collect::<Vec<_>>();
    assert_eq!(columns(&drawn), [5, 5, 0, 0, 5, 5]);
    let svg = Facelets::solved(Size::Three).svg(&["R U' F2", "3 moves"]);
    assert_eq!(svg.matches("<rect").count(), 60);
    assert_eq!((svg.matches("<g").count(), svg.matches("</g>").count()), (6, 6));
    assert!(svg.starts_with("<svg xmlns") && svg.ends_with("</svg>\n"));
}
