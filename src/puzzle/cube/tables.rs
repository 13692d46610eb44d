//! Large pruning tables of the 3×3×3, and their storage format.

use super::error::Error;
use super::exact::Exact;
use super::optimal::Cosets;
use super::pairs::Bounds;
use super::turn::Metric;
use crate::table_file::{TableFileError, decode, encode};
use crate::{Cost, GoOn, Solved, Verdict};
use std::fmt;

/// The purpose of large tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The two-phase method: 210 MB, built in some ten seconds; in quarter turns with 290 MB.
    TwoPhase(Metric),
    /// The optimal method: 240 MB, built in about a minute.
    Optimal(Metric),
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Purpose; 4] = [
        Purpose::TwoPhase(Metric::Half),
        Purpose::TwoPhase(Metric::Quarter),
        Purpose::Optimal(Metric::Half),
        Purpose::Optimal(Metric::Quarter),
    ];

    /// Its index in [`Purpose::ALL`].
    pub(super) fn place(self) -> usize {
        Purpose::ALL.iter().position(|purpose| *purpose == self).expect("every purpose is in the list")
    }
}

impl fmt::Display for Purpose {
    /// Such as `two-phase-half-turn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::TwoPhase(metric) => write!(f, "two-phase-{metric}"),
            Purpose::Optimal(metric) => write!(f, "optimal-{metric}"),
        }
    }
}

/// Large tables for one purpose.
#[derive(Debug, PartialEq, Eq)]
pub struct PruningTables {
    purpose: Purpose,
    pub(super) content: Content,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content {
    TwoPhase(Exact),
    Optimal(Cosets),
}

/// Magic bytes; the last is the version.
const MAGIC: [u8; 8] = *b"cube\0\0\0\x02";

impl PruningTables {
    /// Computes them.
    pub fn build(purpose: Purpose, go_on: GoOn) -> Solved<PruningTables> {
        let mut cost = Cost::default();
        let content = match purpose {
            Purpose::TwoPhase(metric) => Exact::build(metric, &mut cost, go_on).map(Content::TwoPhase),
            Purpose::Optimal(metric) => Cosets::build(metric, &mut cost, go_on).map(Content::Optimal),
        };
        let verdict = content.map_or(Verdict::LimitReached, |content| Verdict::Solved(PruningTables { purpose, content }));
        Solved { verdict, cost }
    }

    /// Their purpose.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.content {
            Content::TwoPhase(exact) => exact.bytes(),
            Content::Optimal(cosets) => cosets.bytes(),
        }
    }

    /// The storage format: magic bytes and version, purpose, distances, checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let purpose = [self.purpose.place() as u8];
        match &self.content {
            Content::TwoPhase(exact) => {
                let [first, second] = exact.parts();
                encode(MAGIC, &[&purpose, first, second])
            }
            Content::Optimal(cosets) => encode(MAGIC, &[&purpose, cosets.packed()]),
        }
    }

    /// Parses [`PruningTables::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Tables`] for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PruningTables, Error> {
        let content = decode(MAGIC, bytes).map_err(|why| Error::Tables { why })?;
        let (purpose, rest) = content.split_first().ok_or(Error::Tables { why: TableFileError::Cut })?;
        let purpose = *Purpose::ALL.get(*purpose as usize).ok_or(Error::Tables { why: TableFileError::Purpose })?;
        let content = match purpose {
            Purpose::TwoPhase(metric) => Exact::from_bytes(metric, rest).map(Content::TwoPhase),
            Purpose::Optimal(metric) => Cosets::from_bytes(metric, rest).map(Content::Optimal),
        };
        Ok(PruningTables { purpose, content: content.ok_or(Error::Tables { why: TableFileError::Length })? })
    }
}
