//! Pattern databases of a board, and their storage format.

use super::combinations::MAX_TILES;
use super::pattern::{Pattern, placements};
use super::{TaquinError, TaquinShape};
use crate::table_file::{TableFileError, decode, encode};
use crate::{Cost, KeepGoing, Solved, Verdict};

/// Pattern databases for a shape and a goal cell of the blank, up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabases {
    shape: TaquinShape,
    blank: u8,
    patterns: Vec<Pattern>,
}

/// Usual placements of a pattern: six tiles on 4×4, five on 5×5, the whole 3×3; built in about a second.
pub const USUAL_PLACEMENTS: u64 = 8_000_000;

/// Placements of a large pattern: seven tiles on 4×4 (60 MB), four times six on 5×5 (260 MB); built in some seconds.
pub const LARGE_PLACEMENTS: u64 = 130_000_000;

/// Placements of the largest patterns: seven and eight tiles on 4×4 (290 MB, and 830 MB during the build).
pub const LARGEST_PLACEMENTS: u64 = 520_000_000;

/// Magic bytes; the last is the version.
const MAGIC: [u8; 8] = *b"taquin\0\x02";

impl PatternDatabases {
    /// Builds tables for a board of at most 64 cells; see [`tables`](super::tables).
    pub(super) fn build(shape: TaquinShape, blank: u8, placements: u64, keep_going: KeepGoing) -> Solved<PatternDatabases> {
        let mut cost = Cost::default();
        let mut patterns = Vec::new();
        for tiles in partition(shape, blank, placements) {
            let most = cost.bytes;
            cost.bytes = patterns.iter().map(|done: &Pattern| done.excess.len() as u64).sum();
            let built = Pattern::build(shape, blank, tiles, &mut cost, keep_going);
            cost.bytes = cost.bytes.max(most);
            match built {
                Some(pattern) => patterns.push(pattern),
                None => {
                    return Solved { verdict: Verdict::LimitReached, cost };
                }
            }
        }
        Solved { verdict: Verdict::Solved(PatternDatabases { shape, blank, patterns }), cost }
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

    pub fn pattern_sizes(&self) -> Vec<usize> {
        self.patterns.iter().map(|pattern| pattern.tiles.len()).collect()
    }

    pub fn bytes(&self) -> usize {
        self.patterns.iter().map(|pattern| pattern.excess.len()).sum()
    }

    /// [`PatternDatabases::bytes`] of tables with patterns of at most `placements` placements.
    pub fn entries_within(&self, placements: u64) -> u64 {
        let sizes = partition(self.shape, self.blank, placements).into_iter().map(|tiles| tiles.len());
        let bytes = sizes.filter_map(|size| super::pattern::placements(self.shape.cells(), size)).map(|count| count.div_ceil(2));
        bytes.sum()
    }

    /// The storage format: magic bytes and version, shape, blank, patterns, entries, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut head = vec![self.shape.width() as u8, self.shape.height() as u8, self.blank, self.patterns.len() as u8];
        for pattern in &self.patterns {
            head.push(pattern.tiles.len() as u8);
            head.extend_from_slice(&pattern.tiles);
        }
        let parts: Vec<&[u8]> = std::iter::once(&head[..]).chain(self.patterns.iter().map(|pattern| &pattern.excess[..])).collect();
        encode(MAGIC, &parts)
    }

    /// Parses [`PatternDatabases::to_bytes`].
    ///
    /// # Errors
    /// [`TaquinError::Tables`] for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternDatabases, TaquinError> {
        let cut = || TaquinError::Tables { why: TableFileError::Cut };
        let mut rest = decode(MAGIC, bytes).map_err(|why| TaquinError::Tables { why })?;
        let mut take = |count: usize| {
            let (head, tail) = rest.split_at_checked(count).ok_or_else(cut)?;
            rest = tail;
            Ok::<&[u8], TaquinError>(head)
        };
        let head = take(4)?;
        let (width, height, blank, count) = (head[0], head[1], head[2], head[3]);
        let shape = TaquinShape::new(width.into(), height.into())?;
        let wrong = TaquinError::Tables { why: TableFileError::Patterns };
        let mut tiles: Vec<Vec<u8>> = Vec::new();
        for _ in 0..count {
            let len = usize::from(take(1)?[0]);
            tiles.push(take(len)?.to_vec());
        }
        let mut all = tiles.concat();
        all.push(blank);
        all.sort_unstable();
        let sizes_fit = tiles.iter().all(|tiles| (1..=MAX_TILES).contains(&tiles.len()));
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
            return Err(TaquinError::Tables { why: TableFileError::Length });
        }
        Ok(PatternDatabases { shape, blank, patterns })
    }
}

/// The tiles of each pattern, compact, with at most `most` placements.
fn partition(shape: TaquinShape, blank: u8, most: u64) -> Vec<Vec<u8>> {
    let cells = shape.cells();
    let fits = |size: &usize| placements(cells, *size).is_some_and(|count| count <= most.max(cells as u64));
    let size = (1..=MAX_TILES.min(cells - 1)).rev().find(fits).unwrap_or(1);
    // Korf and Felner's patterns, with the blank first.
    let known: &[&[u8]] = match (shape.width(), shape.height(), blank, size) {
        (4, 4, 0, 6) => &[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]],
        (4, 4, 0, 7) => &[&[1, 4, 5, 8, 9, 12, 13], &[3, 6, 7, 10, 11, 14, 15], &[2]],
        (4, 4, 0, 8) => &[&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 14, 15]],
        (5, 5, 0, 6) => &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]],
        _ => &[],
    };
    if !known.is_empty() {
        return known.iter().map(|pattern| pattern.to_vec()).collect();
    }
    // Blocks of two columns.
    let mut tiles: Vec<u8> = (0..cells as u8).filter(|&tile| tile != blank).collect();
    tiles.sort_by_key(|&tile| {
        let (row, column) = shape.at(tile.into());
        (column / 2, row, column)
    });
    tiles.chunks(size).map(<[u8]>::to_vec).collect()
}
