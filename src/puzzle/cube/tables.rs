//! Large pruning tables of the 3×3×3, and their storage format.

use super::error::CubeError;
use super::optimal::Cosets;
use super::turn::Metric;
use crate::table_file::{TableFileError, decode, encode};
use crate::{Cost, KeepGoing, Solved, Verdict};

/// The tables of the optimal method in one metric: 240 MB, built in about a minute.
#[derive(Debug, PartialEq, Eq)]
pub struct PruningTables(pub(super) Cosets);

/// Magic bytes; the last is the version.
const MAGIC: [u8; 8] = *b"cube\0\0\0\x03";

impl PruningTables {
    pub fn build(metric: Metric, keep_going: KeepGoing) -> Solved<PruningTables> {
        let mut cost = Cost::default();
        let built = Cosets::build(metric, &mut cost, keep_going);
        Solved { verdict: built.map_or(Verdict::LimitReached, |cosets| Verdict::Solved(PruningTables(cosets))), cost }
    }

    pub fn metric(&self) -> Metric {
        self.0.metric()
    }

    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The storage format: magic bytes and version, metric, distances, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(MAGIC, &[&[self.metric() as u8], self.0.packed()])
    }

    /// Parses [`PruningTables::to_bytes`].
    ///
    /// # Errors
    /// [`CubeError::Tables`] for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PruningTables, CubeError> {
        let content = decode(MAGIC, bytes).map_err(|why| CubeError::Tables { why })?;
        let (metric, rest) = content.split_first().ok_or(CubeError::Tables { why: TableFileError::Cut })?;
        let metric = *Metric::ALL.get(*metric as usize).ok_or(CubeError::Tables { why: TableFileError::Purpose })?;
        Cosets::from_bytes(metric, rest).map(PruningTables).ok_or(CubeError::Tables { why: TableFileError::Length })
    }
}
