//! Moves by definition, independent of the solvers: stickers are points in space, and a move rotates those of some layers.

use super::{CubeError, Face, MovedLayers, NotationMove, Size};

/// A point in space: x to the right, y up, z to the front. The centre of the cube is 0, a cubie is 2 wide.
type Point = [i32; 3];

pub(super) fn moved(size: Size, colors: &[Face], step: NotationMove) -> Result<Vec<Face>, CubeError> {
    let n = size.edge() as i32;
    let (face, depths) = match step.part {
        MovedLayers::Layer(face) => (face, 0..1),
        MovedLayers::Wide(face) => (face, 0..2),
        MovedLayers::Slice(_) if n < 3 => return Err(CubeError::NoSlice { turn: step.to_string() }),
        MovedLayers::Slice(face) => (face, 1..n - 1),
        MovedLayers::Whole(face) => (face, 0..n),
    };
    let places: Vec<Point> = (0..colors.len()).map(|i| place(n, i)).collect();
    let mut after = colors.to_vec();
    for (from, point) in places.iter().enumerate() {
        if depths.contains(&depth(n, face, *point)) {
            let goal = (0..step.amount.quarters()).fold(*point, |point, _| quarter(face, point));
            let to = places.iter().position(|place| *place == goal).expect("a rotation maps the cube onto itself");
            after[to] = colors[from];
        }
    }
    Ok(after)
}

/// The position of sticker `i`: on its face, `n` from the centre.
fn place(n: i32, i: usize) -> Point {
    let n_squared = (n * n) as usize;
    let (face, row, column) = (Face::ALL[i / n_squared], (i % n_squared) as i32 / n, i as i32 % n);
    let (row, column) = (2 * row - (n - 1), 2 * column - (n - 1));
    match face {
        Face::U => [column, n, row],
        Face::R => [n, -row, -column],
        Face::F => [column, -row, n],
        Face::D => [column, -n, -row],
        Face::L => [-n, -row, column],
        Face::B => [-column, -row, -n],
    }
}

/// The layer of a sticker under `face`: 0 is that of the face.
fn depth(n: i32, face: Face, point: Point) -> i32 {
    let height = match face {
        Face::U => point[1],
        Face::R => point[0],
        Face::F => point[2],
        Face::D => -point[1],
        Face::L => -point[0],
        Face::B => -point[2],
    };
    (n - 1 - height.clamp(1 - n, n - 1)) / 2
}

/// A quarter turn, clockwise as seen when looking at `face`.
fn quarter(face: Face, [x, y, z]: Point) -> Point {
    match face {
        Face::U => [-z, y, x],
        Face::D => [z, y, -x],
        Face::R => [x, z, -y],
        Face::L => [x, -z, y],
        Face::F => [y, -x, z],
        Face::B => [-y, x, z],
    }
}
