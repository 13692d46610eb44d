//! Reachable cubes as their pieces.
//!
//! Places and pieces have the numbers of Kociemba's two-phase program (<http://kociemba.org/math/cubielevel.htm>).

use super::turn::{Amount, Face, Face::*, Metric, Turn};
use super::{Facelets, Size, SizedCube};
use std::sync::LazyLock;

/// The faces of each corner place, clockwise from U or D.
pub(super) const CORNERS: [[Face; 3]; 8] = [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]];

/// The faces of each edge place; the last four places are the middle slice.
pub(super) const EDGES: [[Face; 2]; 12] = [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]];

/// For each corner place the piece there, plus 8 × its twist (thirds of a turn, clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Corners(pub(super) [u8; 8]);

impl Corners {
    pub(super) const SOLVED: Corners = Corners([0, 1, 2, 3, 4, 5, 6, 7]);

    #[inline]
    pub(super) fn then(self, next: Corners) -> Corners {
        Corners(std::array::from_fn(|place| {
            let from = next.0[place];
            let turned = self.0[(from & 7) as usize] + (from & 24);
            if turned >= 24 { turned - 24 } else { turned }
        }))
    }

    pub(super) fn inverse(self) -> Corners {
        let mut inverse = [0; 8];
        for (place, piece) in self.0.into_iter().enumerate() {
            inverse[(piece & 7) as usize] = place as u8 | ((3 - (piece >> 3)) % 3) << 3;
        }
        Corners(inverse)
    }

    pub(super) fn turned(self, turn: Turn) -> Corners {
        self.then(TURNS[turn.index()].corners)
    }

    pub(super) fn pieces(self) -> [u8; 8] {
        self.0.map(|piece| piece & 7)
    }

    /// Calls `see(place, face of the place, colour)` for each of the 24 stickers.
    fn stickers(self, mut see: impl FnMut(usize, usize, Face)) {
        for (place, piece) in self.0.into_iter().enumerate() {
            for (k, color) in CORNERS[(piece & 7) as usize].into_iter().enumerate() {
                see(place, (k + (piece >> 3) as usize) % 3, color);
            }
        }
    }
}

/// For each edge place the piece there, plus 16 if it is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Edges(pub(super) [u8; 12]);

impl Edges {
    pub(super) const SOLVED: Edges = Edges([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

    #[inline]
    pub(super) fn then(self, next: Edges) -> Edges {
        Edges(std::array::from_fn(|place| self.0[(next.0[place] & 15) as usize] ^ (next.0[place] & 16)))
    }

    pub(super) fn inverse(self) -> Edges {
        let mut inverse = [0; 12];
        for (place, piece) in self.0.into_iter().enumerate() {
            inverse[(piece & 15) as usize] = place as u8 | (piece & 16);
        }
        Edges(inverse)
    }

    pub(super) fn turned(self, turn: Turn) -> Edges {
        self.then(TURNS[turn.index()].edges)
    }

    pub(super) fn pieces(self) -> [u8; 12] {
        self.0.map(|piece| piece & 15)
    }

    /// Calls `see(place, face of the place, colour)` for each of the 24 stickers.
    fn stickers(self, mut see: impl FnMut(usize, usize, Face)) {
        for (place, piece) in self.0.into_iter().enumerate() {
            for (k, color) in EDGES[(piece & 15) as usize].into_iter().enumerate() {
                see(place, k ^ (piece >> 4) as usize, color);
            }
        }
    }
}

/// The turns as pieces, in the order of [`Turn::ALL`]: what they make of the stickers of a solved cube.
static TURNS: LazyLock<[Cube3; 18]> = LazyLock::new(|| {
    Turn::ALL.map(|turn| {
        let turned = Facelets::scrambled(Size::Three, &[turn].into_iter().collect()).expect("a turn moves no middle layer");
        let Ok(SizedCube::Three(cube)) = SizedCube::try_from(&turned) else { unreachable!("a turn leads to a reachable cube") };
        cube
    })
});

/// A cube of any size, as a search needs it.
pub(super) trait CubeState: Copy + Ord + std::hash::Hash {
    const SIZE: Size;

    const SOLVED: Self;

    /// The turns of one move in `metric` that this size needs.
    fn actions(metric: Metric) -> Vec<Turn>;

    fn turned(self, turn: Turn) -> Self;

    fn corners(self) -> Corners;

    /// Calls `see(face, colour)` for each sticker.
    fn stickers(self, see: impl FnMut(Face, Face));
}

/// A reachable 2×2×2, held so that the corner DBL is in its place; turns of U, R and F suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube2 {
    pub(super) corners: Corners,
}

impl Cube2 {
    /// The number of 2×2×2 cubes: 7! · 3⁶.
    pub const COUNT: u32 = 3_674_160;

    pub(super) const FIXED: usize = 6;

    /// The corners of any cube, held as a `Cube2`: the corner in the fixed place determines which of the 24 orientations it has.
    pub(super) fn held(corners: Corners) -> Cube2 {
        Cube2 { corners: ROTATIONS_BY_CORNER[corners.0[Self::FIXED] as usize].then(corners) }
    }

    pub fn facelets(self) -> Facelets {
        let mut colors = Facelets::solved(Size::Two).colors().to_vec();
        self.corners.stickers(|place, k, color| colors[corner_facelet(Size::Two, place, k)] = color);
        Facelets::new(Size::Two, colors)
    }
}

/// By the corner in the fixed place (piece + 8 × twist), the rotation that makes it the fixed corner. On corners alone, a rotation of the whole cube is
/// a turn of a face and the opposite turn of its opposite.
static ROTATIONS_BY_CORNER: LazyLock<[Corners; 24]> = LazyLock::new(|| {
    let whole = |face: Face| {
        let other = Turn { face: face.opposite(), amount: Amount::Counter };
        Corners::SOLVED.turned(Turn { face, amount: Amount::Quarter }).turned(other)
    };
    let mut holds = [Corners::SOLVED; 24];
    let mut hold = Corners::SOLVED;
    for i in 0..144 {
        // Visits all 24 rotations.
        hold = hold.then(whole([U, U, U, U, R, U, U, U, U, F][i % 10]));
        holds[hold.0[Cube2::FIXED] as usize] = hold.inverse();
    }
    holds
});

impl CubeState for Cube2 {
    const SIZE: Size = Size::Two;

    const SOLVED: Cube2 = Cube2 { corners: Corners::SOLVED };

    fn actions(metric: Metric) -> Vec<Turn> {
        Turn::actions(metric).filter(|turn| turn.face < D).collect()
    }

    fn turned(self, turn: Turn) -> Cube2 {
        Cube2 { corners: self.corners.turned(turn) }
    }

    fn corners(self) -> Corners {
        self.corners
    }

    fn stickers(self, mut see: impl FnMut(Face, Face)) {
        self.corners.stickers(|place, k, color| see(CORNERS[place][k], color));
    }
}

/// A reachable 3×3×3, held by its centres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube3 {
    pub(super) corners: Corners,
    pub(super) edges: Edges,
}

impl Cube3 {
    /// The number of 3×3×3 cubes: 8! · 3⁷ · 12! · 2¹¹ / 2.
    pub const COUNT: u128 = 43_252_003_274_489_856_000;

    /// The inverse cube, solved by the inverse turns in reverse order.
    pub fn inverse(self) -> Cube3 {
        Cube3 { corners: self.corners.inverse(), edges: self.edges.inverse() }
    }

    /// The cube that `turn` and then the turns of this one make.
    pub(super) fn preceded_by(self, turn: Turn) -> Cube3 {
        let Cube3 { corners, edges } = TURNS[turn.index()];
        Cube3 { corners: corners.then(self.corners), edges: edges.then(self.edges) }
    }

    pub fn facelets(self) -> Facelets {
        let mut colors = Facelets::solved(Size::Three).colors().to_vec();
        self.corners.stickers(|place, k, color| colors[corner_facelet(Size::Three, place, k)] = color);
        self.edges.stickers(|place, k, color| colors[edge_facelet(place, k)] = color);
        Facelets::new(Size::Three, colors)
    }
}

impl CubeState for Cube3 {
    const SIZE: Size = Size::Three;

    const SOLVED: Cube3 = Cube3 { corners: Corners::SOLVED, edges: Edges::SOLVED };

    fn actions(metric: Metric) -> Vec<Turn> {
        Turn::actions(metric).collect()
    }

    fn turned(self, turn: Turn) -> Cube3 {
        Cube3 { corners: self.corners.turned(turn), edges: self.edges.turned(turn) }
    }

    fn corners(self) -> Corners {
        self.corners
    }

    fn stickers(self, mut see: impl FnMut(Face, Face)) {
        self.corners.stickers(|place, k, color| see(CORNERS[place][k], color));
        self.edges.stickers(|place, k, color| see(EDGES[place][k], color));
        Face::ALL.into_iter().for_each(|center| see(center, center));
    }
}

/// The index of the sticker on face `k` of a corner place.
pub(super) fn corner_facelet(size: Size, place: usize, k: usize) -> usize {
    // Row (0 or 1) × 2 + column in its face.
    const QUADRANT: [[usize; 3]; 8] = [[3, 0, 1], [2, 0, 1], [0, 0, 1], [1, 0, 1], [1, 3, 2], [0, 3, 2], [2, 3, 2], [3, 3, 2]];
    let quadrant = QUADRANT[place][k];
    let far = size.edge() - 1;
    CORNERS[place][k] as usize * size.area() + quadrant / 2 * far * size.edge() + quadrant % 2 * far
}

/// The index of the sticker on face `k` of an edge place of a 3×3×3.
pub(super) fn edge_facelet(place: usize, k: usize) -> usize {
    const ON_FACE: [[usize; 2]; 12] = [[5, 1], [7, 1], [3, 1], [1, 1], [5, 7], [1, 7], [3, 7], [7, 7], [5, 3], [3, 5], [5, 3], [3, 5]];
    EDGES[place][k] as usize * 9 + ON_FACE[place][k]
}
