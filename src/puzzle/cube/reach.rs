//! Reachability of cubes, with the reason if a cube is unreachable.

use super::cubies::{CORNERS, Corners, EDGES, Edges, corner_facelet, edge_facelet};
use super::{Cube2, Cube3, Face, Facelets, Size};
use crate::permutation::is_odd;

/// Why no sequence of turns solves a cube. Places are named by their faces.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("cube_impossible")]
pub enum CubeUnreachable {
    Counts { size: Size, each: usize, counts: Vec<Stickers> },
    Centers { color: Face, face: Face, other: Face },
    NoPiece { kind: &'static str, place: String, colors: Vec<Color> },
    Mirrored { place: String, colors: Vec<Color> },
    Twice { kind: &'static str, place: String, other: String, colors: Vec<Color> },
    Twist { thirds: u8 },
    Flip,
    Parity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("cube_stickers")]
pub struct Stickers {
    pub color: Face,
    pub count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("cube_color")]
pub struct Color {
    /// The face that has it in the usual scheme.
    pub color: Face,
}

fn letters(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

fn names(colors: &[Face]) -> Vec<Color> {
    colors.iter().map(|&color| Color { color }).collect()
}

fn check_counts(cube: &Facelets) -> Result<(), CubeUnreachable> {
    let count = |face: Face| cube.colors().iter().filter(|color| **color == face).count();
    let counts: Vec<_> =
        Face::ALL.map(|color| Stickers { color, count: count(color) }).into_iter().filter(|of| of.count != cube.size().area()).collect();
    if counts.is_empty() { Ok(()) } else { Err(CubeUnreachable::Counts { size: cube.size(), each: cube.size().area(), counts }) }
}

struct StickerReader<'a> {
    seen: &'a Facelets,
    home: [Face; 6],
}

impl StickerReader<'_> {
    /// For each place the piece there, and by how many faces it is turned.
    fn pieces<const N: usize, const PLACES: usize>(
        &self,
        kind: &'static str,
        places: &[[Face; N]; PLACES],
        facelet: impl Fn(usize, usize) -> usize,
    ) -> Result<[(usize, usize); PLACES], CubeUnreachable> {
        let mut pieces = [(0, 0); PLACES];
        let mut found = [None; PLACES];
        for at in 0..PLACES {
            let seen: [Face; N] = std::array::from_fn(|k| self.seen.colors()[facelet(at, k)]);
            let colors = seen.map(|color| self.home[color as usize]);
            let fits = |&(piece, turn): &(usize, usize)| (0..N).all(|k| places[piece][k] == colors[(k + turn) % N]);
            let (place, colors_seen) = (letters(&places[at]), names(&seen));
            let Some((piece, turn)) = (0..PLACES * N).map(|i| (i / N, i % N)).find(fits) else {
                let is_mirrored = places.iter().any(|piece| piece.iter().all(|face| colors.contains(face)));
                return Err(match is_mirrored {
                    true => CubeUnreachable::Mirrored { place, colors: colors_seen },
                    false => CubeUnreachable::NoPiece { kind, place, colors: colors_seen },
                });
            };
            if let Some(other) = found[piece].replace(at) {
                return Err(CubeUnreachable::Twice { kind, place, other: letters(&places[other]), colors: colors_seen });
            }
            pieces[at] = (piece, turn);
        }
        Ok(pieces)
    }

    fn corners(&self) -> Result<Corners, CubeUnreachable> {
        let pieces = self.pieces("corner", &CORNERS, |place, k| corner_facelet(self.seen.size(), place, k))?;
        match pieces.iter().map(|(_, twist)| twist).sum::<usize>() % 3 {
            0 => Ok(Corners(pieces.map(|(piece, twist)| (piece + 8 * twist) as u8))),
            thirds => Err(CubeUnreachable::Twist { thirds: thirds as u8 }),
        }
    }

    fn edges(&self) -> Result<Edges, CubeUnreachable> {
        let pieces = self.pieces("edge", &EDGES, edge_facelet)?;
        match pieces.iter().map(|(_, flip)| flip).sum::<usize>() % 2 {
            0 => Ok(Edges(pieces.map(|(piece, flip)| (piece + 16 * flip) as u8))),
            _ => Err(CubeUnreachable::Flip),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SizedCube {
    Two(Cube2),
    Three(Cube3),
}

impl TryFrom<&Facelets> for SizedCube {
    type Error = CubeUnreachable;

    fn try_from(seen: &Facelets) -> Result<SizedCube, CubeUnreachable> {
        check_counts(seen)?;
        match seen.size() {
            // It may be held in any way; its opposite colours are U and D, R and L, F and B.
            Size::Two => Ok(SizedCube::Two(Cube2::held(StickerReader { seen, home: Face::ALL }.corners()?))),
            Size::Three => three(seen).map(SizedCube::Three),
        }
    }
}

/// A 3×3×3 may be held and painted in any way: its centres define the colours of the faces.
fn three(seen: &Facelets) -> Result<Cube3, CubeUnreachable> {
    let mut home: [Option<Face>; 6] = [None; 6];
    for face in Face::ALL {
        let color = seen.face(face)[4];
        if let Some(other) = home[color as usize].replace(face) {
            return Err(CubeUnreachable::Centers { color, face: other, other: face });
        }
    }
    let home = home.map(|face| face.expect("six different centres have all six colours"));
    let reader = StickerReader { seen, home };
    let (corners, edges) = (reader.corners()?, reader.edges()?);
    if is_odd(&corners.pieces()) != is_odd(&edges.pieces()) {
        return Err(CubeUnreachable::Parity);
    }
    Ok(Cube3 { corners, edges })
}
