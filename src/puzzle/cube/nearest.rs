//! The nearest solvable cube to one that no turns solve.

use super::cubies::{CORNERS, EDGES, corner_facelet, edge_facelet};
use super::{Face, Facelets, Size, SizedCube};

/// A solvable cube that differs in the fewest stickers: in one of another colour, two exchanged, a twisted corner, two exchanged edges, or a few of these
/// together. `None` if more is wrong, or nothing is.
pub fn nearest(cube: &Facelets) -> Option<Facelets> {
    let is_solvable = |cube: &Facelets| SizedCube::try_from(cube).is_ok();
    if is_solvable(cube) {
        return None;
    }
    let count = cube.colors().len();
    let changed = |change: &dyn Fn(&mut [Face])| {
        let mut colors = cube.colors().to_vec();
        change(&mut colors);
        Facelets::new(cube.size(), colors)
    };
    let recoloured = (0..count).flat_map(|at| Face::ALL.map(|color| (at, color))).map(|(at, color)| changed(&|all| all[at] = color));
    let exchanged =
        (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).map(|(one, other)| changed(&|all| all.swap(one, other)));
    let twisted = (0..CORNERS.len()).flat_map(|place| [(place, 1), (place, 2)]).map(|(place, thirds)| {
        changed(&|all| (0..thirds).for_each(|_| cycle(all, [0, 1, 2].map(|k| corner_facelet(cube.size(), place, k)))))
    });
    // Of more, the places do not matter.
    let together = (0..12).map(|i| (i / 4, i / 2 % 2 == 1, i % 2 == 1)).map(|(thirds, flips, swaps)| {
        changed(&|all| {
            (0..thirds).for_each(|_| cycle(all, [0, 1, 2].map(|k| corner_facelet(cube.size(), 0, k))));
            if cube.size() == Size::Three && flips {
                all.swap(edge_facelet(0, 0), edge_facelet(0, 1));
            }
            if cube.size() == Size::Three && swaps {
                (0..2).for_each(|k| all.swap(edge_facelet(0, k), edge_facelet(EDGES.len() - 1, k)));
            }
        })
    });
    recoloured.chain(exchanged).chain(twisted).chain(together).find(is_solvable)
}

fn cycle(colors: &mut [Face], [a, b, c]: [usize; 3]) {
    (colors[b], colors[c], colors[a]) = (colors[a], colors[b], colors[c]);
}

#[test]
fn a_wrong_piece_or_sticker_is_put_right() {
    let scrambled = |size| Facelets::scrambled(size, &"R U' F2 R' U F".parse().expect("turns")).expect("a size");
    for size in [Size::Two, Size::Three] {
        let cube = scrambled(size);
        assert_eq!(nearest(&cube), None);
        let last = cube.colors().len() - 1;
        let with = |change: &dyn Fn(&mut Vec<Face>)| {
            let mut colors = cube.colors().to_vec();
            change(&mut colors);
            Facelets::new(size, colors)
        };
        let other = Face::ALL.into_iter().find(|color| *color != cube.colors()[last]).expect("six colours");
        let wrong = [
            with(&|colors| colors[last] = other),
            with(&|colors| cycle(colors, [0, 1, 2].map(|k| corner_facelet(size, 3, k)))),
            with(&|colors| colors.swap(edge_facelet(0, 0).min(last), edge_facelet(0, 1).min(last))),
        ];
        for (at, wrong) in wrong.iter().enumerate().take(if size == Size::Two { 2 } else { 3 }) {
            let right = nearest(wrong).unwrap_or_else(|| panic!("{size} {at}"));
            assert!(SizedCube::try_from(&right).is_ok());
            let differ = right.colors().iter().zip(wrong.colors()).filter(|(one, other)| one != other).count();
            assert!(differ <= 3, "{size} {at}: {differ} stickers");
        }
    }
    // A twisted corner and two swapped edges.
    let mut colors = scrambled(Size::Three).colors().to_vec();
    cycle(&mut colors, [0, 1, 2].map(|k| corner_facelet(Size::Three, 5, k)));
    (0..2).for_each(|k| colors.swap(edge_facelet(2, k), edge_facelet(7, k)));
    let both = Facelets::new(Size::Three, colors);
    assert!(nearest(&both).is_some_and(|right| SizedCube::try_from(&right).is_ok()));
    assert_eq!(nearest(&"U".repeat(54).parse().expect("54 stickers")), None);
}
