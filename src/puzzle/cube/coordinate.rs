//! Coordinates: dense numbers of parts of a position, and their transition tables.

use super::cubies::{Corners, Cube2, Edges};
use super::turn::Turn;

/// The lexicographic rank of a permutation of 0…N−1.
#[inline]
pub(super) fn rank<const N: usize>(permutation: [u8; N]) -> usize {
    let mut seen = 0_u32;
    let mut rank = 0;
    for (i, piece) in permutation.into_iter().enumerate() {
        let smaller = (seen & ((1 << piece) - 1)).count_ones() as usize;
        rank = rank * (N - i) + piece as usize - smaller;
        seen |= 1 << piece;
    }
    rank
}

pub(super) fn permutation<const N: usize>(mut rank: usize) -> [u8; N] {
    let mut digits = [0; N];
    for i in (0..N).rev() {
        digits[i] = rank % (N - i);
        rank /= N - i;
    }
    let mut rest: Vec<u8> = (0..N as u8).collect();
    digits.map(|digit| rest.remove(digit))
}

/// The twists of all corners but the last, base 3: 0…2186.
#[inline]
pub(super) fn twist(corners: Corners) -> usize {
    first_twists(corners, 7)
}

#[inline]
fn first_twists(corners: Corners, count: usize) -> usize {
    corners.0[..count].iter().fold(0, |sum, corner| sum * 3 + (corner >> 3) as usize)
}

pub(super) fn with_twist(twist: usize) -> Corners {
    with_first_twists(twist, 7)
}

/// Corners in their places, the first `count` with these twists and the last with the remainder.
fn with_first_twists(mut twist: usize, count: usize) -> Corners {
    let mut corners = Corners::SOLVED;
    let mut sum = 0;
    for place in (0..count).rev() {
        corners.0[place] += 8 * (twist % 3) as u8;
        sum += twist % 3;
        twist /= 3;
    }
    corners.0[7] += 8 * ((3 - sum % 3) % 3) as u8;
    corners
}

/// The flips of all edges but the last, base 2: 0…2047.
#[inline]
pub(super) fn flip(edges: Edges) -> usize {
    edges.0[..11].iter().fold(0, |sum, edge| sum * 2 + (edge >> 4) as usize)
}

pub(super) fn with_flip(flip: usize) -> Edges {
    let mut edges = Edges::SOLVED;
    for place in 0..11 {
        edges.0[place] += 16 * (flip >> (10 - place) & 1) as u8;
    }
    edges.0[11] += 16 * (flip.count_ones() % 2) as u8;
    edges
}

pub(super) const SLICE_COUNT: usize = 495;

/// The four places of the middle slice's edges: 0…494, 0 when they are in their places.
#[inline]
pub(super) fn slice(edges: Edges) -> usize {
    SLICES[edges.0.iter().fold(0, |held, edge| held * 2 + (edge >> 3 & 1) as usize)] as usize
}

/// Whether four of the twelve places are held, as bits, the last place first.
const fn is_slice(held: usize) -> bool {
    held.count_ones() == 4
}

const SLICES: [u16; 1 << 12] = {
    let mut numbers = [0; 1 << 12];
    let (mut held, mut number) = (0, 0);
    while held < numbers.len() {
        numbers[held] = number;
        number += is_slice(held) as u16;
        held += 1;
    }
    numbers
};

/// Edges with each number of [`slice`].
pub(super) fn with_slices() -> Vec<Edges> {
    let placed = |held: usize| {
        let (mut inside, mut outside) = (8.., 0..);
        Edges(std::array::from_fn(|place| {
            let next = if held >> (11 - place) & 1 == 1 { inside.next() } else { outside.next() };
            next.expect("an endless range has a next number")
        }))
    };
    (0..1 << 12).filter(|held| is_slice(*held)).map(placed).collect()
}

/// The places of two opposite edges of the middle slice among its four; the first is that of the solved cube.
const HALVES: [u8; 6] = [0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001];

pub(super) const HALVES_COUNT: usize = SLICE_COUNT * 6;

/// The two places of the edges FR and BL, and those of FL and BR: 0…2969, 0 when they are in their places or exchanged with each other.
pub(super) fn halves(edges: Edges) -> usize {
    let (mut way, mut i) = (0, 0);
    for edge in edges.0.map(|edge| edge & 15).into_iter().filter(|edge| *edge >= 8) {
        way |= (1 - (edge & 1)) << i;
        i += 1;
    }
    slice(edges) * 6 + HALVES.iter().position(|other| *other == way).expect("two edges of four are in each half")
}

/// Edges with each number of [`halves`].
pub(super) fn with_halves() -> Vec<Edges> {
    let placed = |edges: Edges, way: u8| {
        let (mut even, mut odd, mut i) = ([8, 10].into_iter(), [9, 11].into_iter(), 0);
        Edges(edges.0.map(|edge| {
            if edge < 8 {
                return edge;
            }
            let from = if way >> i & 1 == 1 { &mut even } else { &mut odd };
            i += 1;
            from.next().expect("two edges are in each half")
        }))
    };
    with_slices().into_iter().flat_map(|edges| HALVES.map(|way| placed(edges, way))).collect()
}

/// The permutation of the corners: 0…40319.
pub(super) fn corner_order(corners: Corners) -> usize {
    rank(corners.pieces())
}

/// The permutation of the eight outer edges, for edges in G1: 0…40319.
pub(super) fn outer_order(edges: Edges) -> usize {
    rank::<8>(edges.pieces()[..8].try_into().expect("eight of twelve"))
}

/// The permutation of the middle slice's edges, for edges in G1: 0…23.
pub(super) fn slice_order(edges: Edges) -> usize {
    rank::<4>(std::array::from_fn(|i| (edges.0[8 + i] & 15) - 8))
}

pub(super) fn with_edge_orders(outer: usize, slice: usize) -> Edges {
    let (outer, slice): ([u8; 8], [u8; 4]) = (permutation(outer), permutation(slice));
    Edges(std::array::from_fn(|i| if i < 8 { outer[i] } else { slice[i - 8] + 8 }))
}

/// The permutation of the seven corners that move on a 2×2×2: 0…5039.
pub(super) fn seven_order(cube: Cube2) -> usize {
    let close = |number: usize| number - (number > Cube2::FIXED) as usize;
    let pieces = cube.corners.pieces();
    rank::<7>(std::array::from_fn(|i| close(pieces[i + (i >= Cube2::FIXED) as usize] as usize) as u8))
}

/// A 2×2×2 in this order, untwisted.
pub(super) fn with_seven_order(order: usize) -> Corners {
    let open = |number: usize| number + (number >= Cube2::FIXED) as usize;
    let seven: [u8; 7] = permutation(order);
    let mut corners = Corners::SOLVED;
    for (i, piece) in seven.into_iter().enumerate() {
        corners.0[open(i)] = open(piece as usize) as u8;
    }
    corners
}

/// The twists of the corners that move on a 2×2×2 but one, base 3: 0…728.
pub(super) fn seven_twist(cube: Cube2) -> usize {
    first_twists(cube.corners, 6)
}

/// Corners in their places with these twists, the fixed one untwisted.
pub(super) fn with_seven_twist(twist: usize) -> Corners {
    with_first_twists(twist, 6)
}

/// Transition table: `after(number, turn)` for each number below `count`.
pub(super) fn turn_table<const N: usize>(count: usize, turns: [Turn; N], after: impl Fn(usize, Turn) -> usize) -> Vec<[u16; N]> {
    (0..count).map(|number| turns.map(|turn| after(number, turn) as u16)).collect()
}

/// The distance of each pair (a, b) to (0, 0), at `a * b_turns.len() + b`: breadth-first search, forwards from reached pairs while these are fewer,
/// then backwards from unreached ones.
pub(super) fn pair_distances<const N: usize>(a_turns: &[[u16; N]], b_turns: &[[u16; N]]) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let width = b_turns.len();
    let mut distances = vec![UNSEEN; a_turns.len() * width];
    distances[0] = 0;
    let mut left = distances.len() - 1;
    for depth in 0.. {
        let before = left;
        let backwards = left < distances.len() / 2;
        for (a, a_after) in a_turns.iter().enumerate() {
            for (b, b_after) in b_turns.iter().enumerate() {
                let here = distances[a * width + b];
                let mut neighbours = (0..N).map(|turn| a_after[turn] as usize * width + b_after[turn] as usize);
                if backwards {
                    if here == UNSEEN && neighbours.any(|next| distances[next] == depth) {
                        distances[a * width + b] = depth + 1;
                        left -= 1;
                    }
                } else if here == depth {
                    for next in neighbours {
                        if distances[next] == UNSEEN {
                            distances[next] = depth + 1;
                            left -= 1;
                        }
                    }
                }
            }
        }
        if left == 0 || left == before {
            break;
        }
    }
    distances
}
