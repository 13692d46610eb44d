//! The pattern tables of a board: which patterns, all their entries, and the same as bytes.

use super::deepening::Heuristic;
use super::error::Error;
use super::grid::Shape;
use super::pattern::{MOST_TILES, Pattern, placements, rank};
use crate::{Cost, Solved, Verdict};

/// Lower bounds for every board of a shape and a goal cell of the blank. Any goal with the blank there can use them, and any
/// that becomes it in a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    shape: Shape,
    blank: u8,
    patterns: Vec<Pattern>,
}

/// Placements of a pattern, unless asked otherwise: six tiles on 4×4, five on 5×5, the whole 3×3.
pub const USUAL_PLACEMENTS: u64 = 8_000_000;

const MAGIC: &[u8; 8] = b"taquin\0\x01";

impl Tables {
    /// Builds the tables for a board of at most 64 cells whose blank belongs in the cell `blank`, by patterns of at most
    /// `placements` placements each: half as many bytes stay,
    /// about five to ten times as many are needed meanwhile.
    pub(super) fn build(shape: Shape, blank: u8, placements: u64, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<Tables> {
        let mut cost = Cost::default();
        let mut patterns = Vec::new();
        for tiles in partition(shape, blank, placements) {
            let most = cost.bytes;
            cost.bytes = patterns.iter().map(|done: &Pattern| done.excess.len() as u64).sum();
            let built = Pattern::build(shape, blank, tiles, &mut cost, go_on);
            cost.bytes = cost.bytes.max(most);
            match built {
                Some(pattern) => patterns.push(pattern),
                None => {
                    return Solved { verdict: Verdict::GaveUp, cost };
                }
            }
        }
        Solved { verdict: Verdict::Solved(Tables { shape, blank, patterns }), cost }
    }

    /// The shape that the tables are for.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank belongs.
    pub(super) fn blank(&self) -> usize {
        self.blank.into()
    }

    /// What they are made for: see [`tables_key`](super::tables_key).
    pub fn key(&self) -> (Shape, usize) {
        (self.shape, self.blank())
    }

    /// The size of each pattern in tiles.
    pub fn pattern_sizes(&self) -> Vec<usize> {
        self.patterns.iter().map(|pattern| pattern.tiles.len()).collect()
    }

    /// Memory of the entries, in bytes.
    pub fn bytes(&self) -> usize {
        self.patterns.iter().map(|pattern| pattern.excess.len()).sum()
    }

    /// All there is to keep: magic and version, shape, blank, patterns, entries, and a checksum (FNV-1a, 64 bits) at the end.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes() + 128);
        bytes.extend_from_slice(MAGIC);
        bytes.extend([self.shape.width() as u8, self.shape.height() as u8, self.blank, self.patterns.len() as u8]);
        for pattern in &self.patterns {
            bytes.push(pattern.tiles.len() as u8);
            bytes.extend_from_slice(&pattern.tiles);
        }
        for pattern in &self.patterns {
            bytes.extend_from_slice(&pattern.excess);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`Tables::to_bytes`] wrote.
    ///
    /// # Errors
    /// [`Error::Tables`] for anything else, be it cut short, altered, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tables, Error> {
        let cut = || Error::Tables("they are cut short");
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(cut)?;
        let (magic, mut rest) = body.split_first_chunk::<8>().ok_or_else(cut)?;
        if magic[..7] != MAGIC[..7] {
            return Err(Error::Tables("they begin otherwise"));
        }
        if magic != MAGIC {
            return Err(Error::Tables("they are of another version"));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(Error::Tables("the checksum differs"));
        }
        let mut take = |count: usize| {
            let (head, tail) = rest.split_at_checked(count).ok_or_else(cut)?;
            rest = tail;
            Ok::<&[u8], Error>(head)
        };
        let head = take(4)?;
        let (width, height, blank, count) = (head[0], head[1], head[2], head[3]);
        let shape = Shape::new(width.into(), height.into())?;
        let wrong = Error::Tables("the patterns are not those of a board");
        let mut tiles: Vec<Vec<u8>> = Vec::new();
        for _ in 0..count {
            let len = usize::from(take(1)?[0]);
            tiles.push(take(len)?.to_vec());
        }
        let mut all = tiles.concat();
        all.push(blank);
        all.sort_unstable();
        let sizes_fit = tiles.iter().all(|tiles| (1..=MOST_TILES).contains(&tiles.len()));
        if shape.cells() > 64 || !sizes_fit || !all.iter().map(|&tile| usize::from(tile)).eq(0..shape.cells()) {
            return Err(wrong);
        }
        let mut patterns = Vec::new();
        for tiles in tiles {
            let entries = placements(shape.cells(), tiles.len()).ok_or_else(|| wrong.clone())?;
            let excess = take(entries.div_ceil(2) as usize)?.to_vec();
            patterns.push(Pattern { tiles, excess });
        }
        if !rest.is_empty() {
            return Err(Error::Tables("they are too long"));
        }
        Ok(Tables { shape, blank, patterns })
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The tiles of each pattern, neighbours together, none with more placements than `most`.
fn partition(shape: Shape, blank: u8, most: u64) -> Vec<Vec<u8>> {
    let cells = shape.cells();
    let fits = |size: &usize| placements(cells, *size).is_some_and(|count| count <= most.max(cells as u64));
    let size = (1..=MOST_TILES.min(cells - 1)).rev().find(fits).unwrap_or(1);
    if (shape.width(), shape.height(), blank, size) == (4, 4, 0, 6) {
        // Korf and Felner's six, six and three, turned round to have the blank first.
        return vec![vec![3, 6, 7, 10, 11, 15], vec![1, 2, 4, 5, 8, 9], vec![12, 13, 14]];
    }
    // Two columns at a time, row by row: compact blocks.
    let mut tiles: Vec<u8> = (0..cells as u8).filter(|&tile| tile != blank).collect();
    tiles.sort_by_key(|&tile| {
        let (row, column) = shape.at(tile.into());
        (column / 2, row, column)
    });
    tiles.chunks(size).map(<[u8]>::to_vec).collect()
}

/// The tables as a heuristic for one search.
pub(super) struct Lookup<'t> {
    tables: &'t Tables,
    manhattan: super::deepening::Manhattan,
    /// For each tile, its pattern.
    pattern_of: Vec<u8>,
    /// On a square board with the blank on the diagonal the transposed board has the same bound, and often a better one.
    transposed: Option<Vec<u8>>,
}

/// The most patterns of a board of 64 cells.
const MOST_PATTERNS: usize = 32;

#[derive(Clone, Copy)]
pub(super) struct LookupNote {
    manhattan: u32,
    sums: [u32; 2],
    excess: [[u8; MOST_PATTERNS]; 2],
}

impl<'t> Lookup<'t> {
    pub(super) fn new(tables: &'t Tables) -> Lookup<'t> {
        let shape = tables.shape;
        let mut pattern_of = vec![0; shape.cells()];
        for (number, pattern) in tables.patterns.iter().enumerate() {
            for &tile in &pattern.tiles {
                pattern_of[usize::from(tile)] = number as u8;
            }
        }
        let (row, column) = shape.at(tables.blank());
        let symmetric = shape.width() == shape.height() && row == column;
        let across = |cell| (shape.at(cell).1 * shape.width() + shape.at(cell).0) as u8;
        Lookup {
            tables,
            manhattan: super::deepening::Manhattan::new(shape, tables.blank()),
            pattern_of,
            transposed: symmetric.then(|| (0..shape.cells()).map(across).collect()),
        }
    }

    fn excess(&self, pattern: usize, place: &[u8]) -> u8 {
        let pattern = &self.tables.patterns[pattern];
        let mut places = [0; MOST_TILES];
        for (at, &tile) in places.iter_mut().zip(&pattern.tiles) {
            *at = place[usize::from(tile)];
        }
        pattern.excess(rank(&places[..pattern.tiles.len()], place.len())) as u8
    }

    fn excess_across(&self, pattern: usize, place: &[u8], across: &[u8]) -> u8 {
        let pattern = &self.tables.patterns[pattern];
        let mut places = [0; MOST_TILES];
        for (at, &tile) in places.iter_mut().zip(&pattern.tiles) {
            *at = across[usize::from(place[usize::from(across[usize::from(tile)])])];
        }
        pattern.excess(rank(&places[..pattern.tiles.len()], place.len())) as u8
    }
}

impl Heuristic for Lookup<'_> {
    type Note = LookupNote;

    fn note(&self, place: &[u8]) -> LookupNote {
        let mut note = LookupNote { manhattan: self.manhattan.note(place), sums: [0; 2], excess: [[0; MOST_PATTERNS]; 2] };
        for pattern in 0..self.tables.patterns.len() {
            note.excess[0][pattern] = self.excess(pattern, place);
            if let Some(across) = &self.transposed {
                note.excess[1][pattern] = self.excess_across(pattern, place, across);
            }
        }
        note.sums = note.excess.map(|excess| excess.iter().map(|&part| u32::from(part)).sum());
        note
    }

    fn moved(&self, mut note: LookupNote, place: &[u8], tile: u8, from: u8, to: u8) -> LookupNote {
        note.manhattan = self.manhattan.moved(note.manhattan, place, tile, from, to);
        let mut replace = |side: usize, pattern: usize, new: u8| {
            let old = std::mem::replace(&mut note.excess[side][pattern], new);
            note.sums[side] = note.sums[side] + u32::from(new) - u32::from(old);
        };
        let pattern = usize::from(self.pattern_of[usize::from(tile)]);
        replace(0, pattern, self.excess(pattern, place));
        if let Some(across) = &self.transposed {
            let pattern = usize::from(self.pattern_of[usize::from(across[usize::from(tile)])]);
            replace(1, pattern, self.excess_across(pattern, place, across));
        }
        note
    }

    fn estimate(&self, note: LookupNote) -> u32 {
        note.manhattan + 2 * note.sums[0].max(note.sums[1])
    }
}

impl std::fmt::Display for Tables {
    /// Such as `4x4 with the blank's goal in row 1, column 1 or its mirror images (6-6-3)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (row, column) = self.shape.at(self.blank());
        let sizes: Vec<String> = self.pattern_sizes().iter().map(usize::to_string).collect();
        write!(
            f,
            "{} with the blank's goal in row {}, column {} or its mirror images ({})",
            self.shape,
            row + 1,
            column + 1,
            sizes.join("-")
        )
    }
}
