//! Pattern databases of a board, and their storage format.

use super::blocks::Blocks;
use super::combinations::MAX_TILES;
use super::pattern::{Part, Pattern, placements};
use super::{TaquinError, TaquinShape};
use crate::table_file::{TableFileError, decode, encode};
use crate::{Cost, KeepGoing, Solved, Verdict};
use std::collections::HashMap;
use std::sync::Arc;

/// Pattern databases for a shape and a goal cell of the blank, up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabases {
    shape: TaquinShape,
    blank: u8,
    placements: u64,
    patterns: Vec<Pattern>,
}

/// Usual placements of a pattern: six tiles on 4×4, five on 5×5, the whole 3×3; built in about a second.
pub const USUAL_PLACEMENTS: u64 = 8_000_000;

/// Placements of a large pattern: seven tiles on 4×4 (35 MB), eight times six on 5×5 (180 MB); built in half a minute.
pub const LARGE_PLACEMENTS: u64 = 130_000_000;

/// Placements of the largest patterns: seven and eight tiles on 4×4 (200 MB, and 730 MB during the build).
pub const LARGEST_PLACEMENTS: u64 = 520_000_000;

/// Magic bytes; the last is the version.
const MAGIC: [u8; 8] = *b"taquin\0\x05";

impl PatternDatabases {
    /// Builds tables for a board of at most 64 cells; see [`tables`](super::tables).
    pub(super) fn build(shape: TaquinShape, blank: u8, placements: u64, keep_going: KeepGoing) -> Solved<PatternDatabases> {
        PatternDatabases::of(shape, blank, placements, partition(shape, blank, placements), keep_going)
    }

    /// Tables of these patterns.
    pub(super) fn of(shape: TaquinShape, blank: u8, placements: u64, parts: Vec<Part>, keep_going: KeepGoing) -> Solved<PatternDatabases> {
        let mut cost = Cost::default();
        let mut patterns = Vec::new();
        for (part, blocks) in with_blocks(shape, parts) {
            let most = cost.bytes;
            cost.bytes = bytes(&patterns) as u64;
            let built = Pattern::build(shape, blank, part, blocks, &mut cost, keep_going);
            cost.bytes = cost.bytes.max(most);
            match built {
                Some(pattern) => patterns.push(pattern),
                None => {
                    return Solved { verdict: Verdict::LimitReached, cost };
                }
            }
        }
        Solved { verdict: Verdict::Solved(PatternDatabases { shape, blank, placements, patterns }), cost }
    }

    pub fn shape(&self) -> TaquinShape {
        self.shape
    }

    pub(super) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    pub(super) fn blank(&self) -> usize {
        self.blank.into()
    }

    pub fn key(&self) -> (TaquinShape, usize) {
        (self.shape, self.blank())
    }

    /// The ways in which each group is partitioned.
    pub(super) fn ways(&self) -> usize {
        self.patterns.iter().map(|pattern| pattern.part.way + 1).max().unwrap_or(1)
    }

    pub fn pattern_sizes(&self) -> Vec<usize> {
        self.patterns.iter().map(|pattern| pattern.part.tiles.len()).collect()
    }

    pub fn bytes(&self) -> usize {
        bytes(&self.patterns)
    }

    /// Whether tables with patterns of at most `placements` placements would not be larger.
    pub fn suffices(&self, placements: u64) -> bool {
        let is_mine = |parts: Vec<Part>| parts.iter().eq(self.patterns.iter().map(|pattern| &pattern.part));
        placements <= self.placements || is_mine(partition(self.shape, self.blank, placements))
    }

    /// The storage format: magic bytes and version, shape, blank, placements, bits of the patterns, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = [&[self.shape.width() as u8, self.shape.height() as u8, self.blank][..], &self.placements.to_le_bytes()].concat();
        let parts: Vec<&[u8]> = std::iter::once(&head[..]).chain(self.patterns.iter().map(|pattern| &pattern.odd[..])).collect();
        encode(MAGIC, &parts)
    }

    /// Parses [`PatternDatabases::to_bytes`].
    ///
    /// # Errors
    /// [`TaquinError::Tables`] for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternDatabases, TaquinError> {
        let wrong = |why| TaquinError::Tables { why };
        let content = decode(MAGIC, bytes).map_err(wrong)?;
        let (&[width, height, blank], rest) = content.split_first_chunk().ok_or_else(|| wrong(TableFileError::Cut))?;
        let (placements, mut rest) = rest.split_first_chunk().ok_or_else(|| wrong(TableFileError::Cut))?;
        let (shape, placements) = (TaquinShape::new(width.into(), height.into())?, u64::from_le_bytes(*placements));
        if shape.cells() > 64 || usize::from(blank) >= shape.cells() {
            return Err(wrong(TableFileError::Patterns));
        }
        let mut patterns = Vec::new();
        for (part, blocks) in with_blocks(shape, partition(shape, blank, placements)) {
            let (odd, others) = rest.split_at_checked(blocks.table_bytes()).ok_or_else(|| wrong(TableFileError::Length))?;
            patterns.push(Pattern { part, blocks, odd: odd.to_vec() });
            rest = others;
        }
        if !rest.is_empty() {
            return Err(wrong(TableFileError::Length));
        }
        Ok(PatternDatabases { shape, blank, placements, patterns })
    }
}

fn bytes(patterns: &[Pattern]) -> usize {
    patterns.iter().map(|pattern| pattern.odd.len()).sum()
}

/// The parts with the blocks of their cells, which patterns of the same size share.
fn with_blocks(shape: TaquinShape, parts: Vec<Part>) -> impl Iterator<Item = (Part, Arc<Blocks>)> {
    let mut by_tiles = HashMap::new();
    parts.into_iter().map(move |part| {
        let tiles = part.tiles.len();
        let blocks: &Arc<Blocks> = by_tiles.entry(tiles).or_insert_with(|| Arc::new(Blocks::new(shape, tiles)));
        (part, blocks.clone())
    })
}

/// The patterns, compact, with at most `most` placements.
fn partition(shape: TaquinShape, blank: u8, most: u64) -> Vec<Part> {
    let cells = shape.cells();
    let fits = |size: &usize| placements(cells, *size).is_some_and(|count| count <= most.max(cells as u64));
    let size = (1..=MAX_TILES.min(cells - 1)).rev().find(fits).unwrap_or(1);
    // By group and way: Korf and Felner's patterns, with the blank first; the second way on 5×5 is among Clausecker's (2017).
    let known: &[(usize, usize, &[u8])] = match (shape.width(), shape.height(), blank, size) {
        (4, 4, 0, 6) => &[(0, 0, &[3, 6, 7, 10, 11, 15]), (1, 0, &[1, 2, 4, 5, 8, 9]), (2, 0, &[12, 13, 14])],
        (4, 4, 0, 7) => &[(0, 0, &[1, 4, 5, 8, 9, 12, 13]), (1, 0, &[3, 6, 7, 10, 11, 14, 15]), (2, 0, &[2])],
        (4, 4, 0, 8) => &[(0, 0, &[1, 4, 5, 8, 9, 12, 13]), (1, 0, &[2, 3, 6, 7, 10, 11, 14, 15])],
        (5, 5, 0, 6) => &[
            (0, 0, &[1, 2, 5, 6, 7, 12]),
            (0, 0, &[10, 11, 15, 16, 20, 21]),
            (0, 1, &[1, 2, 5, 6, 7, 10]),
            (0, 1, &[11, 12, 15, 16, 20, 21]),
            (1, 0, &[3, 4, 8, 9, 13, 14]),
            (1, 0, &[17, 18, 19, 22, 23, 24]),
            (1, 1, &[3, 8, 13, 17, 18, 22]),
            (1, 1, &[4, 9, 14, 19, 23, 24]),
        ],
        _ => &[],
    };
    if !known.is_empty() {
        return known.iter().map(|&(group, way, tiles)| Part { group, way, tiles: tiles.to_vec() }).collect();
    }
    // Groups of two columns.
    let mut tiles: Vec<u8> = (0..cells as u8).filter(|&tile| tile != blank).collect();
    tiles.sort_by_key(|&tile| {
        let (row, column) = shape.at(tile.into());
        (column / 2, row, column)
    });
    tiles.chunks(size).enumerate().map(|(group, tiles)| Part { group, way: 0, tiles: tiles.to_vec() }).collect()
}
