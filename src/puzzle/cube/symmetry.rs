//! Symmetries of the cube, reflections included. A cube and its images have the same distance.

use super::cubies::{CORNERS, Corners, Cube3, EDGES, Edges};
use super::turn::{Face, Turn};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    faces: [Face; 6],
    is_mirror: bool,
    /// The image of each corner place, and of its first face there.
    corners: [(u8, u8); 8],
    /// Image of each edge position; bit 4 set: flipped.
    edges: [u8; 12],
}

impl Symmetry {
    /// The number of symmetries that keep the axis from U to D.
    pub(super) const UPRIGHT: usize = 16;

    fn new(faces: [Face; 6]) -> Symmetry {
        let seen = |face: Face| faces[face as usize];
        let position = |all: &[Face], face: Face| all.iter().position(|other| *other == face).expect("the piece has this face") as u8;
        let corner = |corner: [Face; 3]| {
            let faces = corner.map(seen);
            let to = CORNERS.iter().position(|corner| corner.iter().all(|face| faces.contains(face))).expect("corners are seen as corners");
            (to as u8, position(&CORNERS[to], faces[0]))
        };
        let edge = |edge: [Face; 2]| {
            let faces = edge.map(seen);
            let to = EDGES.iter().position(|edge| edge.iter().all(|face| faces.contains(face))).expect("edges are seen as edges");
            to as u8 + 16 * position(&EDGES[to], faces[0])
        };
        // Whether the first corner's faces stay clockwise.
        let (to, first) = corner(CORNERS[0]);
        let is_mirror = CORNERS[to as usize][(first as usize + 1) % 3] != seen(CORNERS[0][1]);
        Symmetry { faces, is_mirror, corners: CORNERS.map(corner), edges: EDGES.map(edge) }
    }

    /// The symmetries that keep the axis from U to D; the first is the identity.
    pub(super) fn upright() -> [Symmetry; Self::UPRIGHT] {
        use Face::*;
        std::array::from_fn(|number| {
            let (up, down) = if number & 1 == 0 { (U, D) } else { (D, U) };
            let mut around = [R, F, L, B];
            around.rotate_left(number >> 1 & 3);
            if number & 8 != 0 {
                around.swap(1, 3);
            }
            Symmetry::new([up, around[0], around[1], down, around[2], around[3]])
        })
    }

    /// The three rotations about the corner URF, each of which makes another axis upright; the first is the identity.
    pub(super) fn axes() -> [Symmetry; 3] {
        use Face::*;
        [[U, R, F, D, L, B], [R, F, U, L, B, D], [F, U, R, B, D, L]].map(Symmetry::new)
    }

    pub(super) fn inverse(&self) -> Symmetry {
        let mut faces = self.faces;
        Face::ALL.into_iter().for_each(|face| faces[self.faces[face as usize] as usize] = face);
        Symmetry::new(faces)
    }

    pub(super) fn turn(&self, turn: Turn) -> Turn {
        let amount = if self.is_mirror { turn.amount.inverse() } else { turn.amount };
        Turn { face: self.faces[turn.face as usize], amount }
    }

    pub(super) fn corners(&self, corners: Corners) -> Corners {
        let mut seen = [0; 8];
        for (place, piece) in corners.0.into_iter().enumerate() {
            let ((to, first), (number, color)) = (self.corners[place], self.corners[(piece & 7) as usize]);
            let twist = if self.is_mirror { 3 - (piece >> 3) } else { piece >> 3 };
            seen[to as usize] = number + 8 * ((first + 3 - color + twist) % 3);
        }
        Corners(seen)
    }

    pub(super) fn edges(&self, edges: Edges) -> Edges {
        let mut seen = [0; 12];
        for (place, piece) in edges.0.into_iter().enumerate() {
            let (to, number) = (self.edges[place], self.edges[(piece & 15) as usize]);
            seen[(to & 15) as usize] = number ^ (piece & 16) ^ (to & 16);
        }
        Edges(seen)
    }

    pub(super) fn cube(&self, cube: Cube3) -> Cube3 {
        Cube3 { corners: self.corners(cube.corners), edges: self.edges(cube.edges) }
    }
}
