//! The large tables of the 3×3×3: what they are for, and the same as bytes.

use super::bounds::Bounds;
use super::error::Error;
use super::exact::Exact;
use super::optimal::Cosets;
use super::turn::Metric;
use crate::sealed::{Unsealed, open, seal};
use crate::{Cost, Solved, Verdict};
use std::fmt;

/// What large tables are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The two-phase method: 210 MB, made in some ten seconds; in quarter turns with 290 MB meanwhile.
    TwoPhase(Metric),
    /// The optimal method: 240 MB, made in about a minute.
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

    /// Its place in [`Purpose::ALL`].
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

/// The mark at the head of the bytes; the last is the version.
const MAGIC: [u8; 8] = *b"cube\0\0\0\x02";

impl PruningTables {
    /// Computes them; the cost tells the memory.
    pub fn build(purpose: Purpose, go_on: &mut impl FnMut(&Cost) -> bool) -> Solved<PruningTables> {
        let mut cost = Cost::default();
        let content = match purpose {
            Purpose::TwoPhase(metric) => Exact::build(metric, &mut cost, go_on).map(Content::TwoPhase),
            Purpose::Optimal(metric) => Cosets::build(metric, &mut cost, go_on).map(Content::Optimal),
        };
        let verdict = content.map_or(Verdict::GaveUp, |content| Verdict::Solved(PruningTables { purpose, content }));
        Solved { verdict, cost }
    }

    /// What they are for.
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

    /// All there is to keep: a mark with the version, the purpose, the distances, and a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let purpose = [self.purpose.place() as u8];
        match &self.content {
            Content::TwoPhase(exact) => {
                let [first, second] = exact.parts();
                seal(MAGIC, &[&purpose, first, second])
            }
            Content::Optimal(cosets) => seal(MAGIC, &[&purpose, cosets.packed()]),
        }
    }

    /// Reads what [`PruningTables::to_bytes`] wrote.
    ///
    /// # Errors
    /// [`Error::Tables`] for anything else, be it cut short, altered, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PruningTables, Error> {
        let content = open(MAGIC, bytes).map_err(|why| Error::Tables { why })?;
        let (purpose, rest) = content.split_first().ok_or(Error::Tables { why: Unsealed::Cut })?;
        let purpose = *Purpose::ALL.get(*purpose as usize).ok_or(Error::Tables { why: Unsealed::Purpose })?;
        let content = match purpose {
            Purpose::TwoPhase(metric) => Exact::from_bytes(metric, rest).map(Content::TwoPhase),
            Purpose::Optimal(metric) => Cosets::from_bytes(metric, rest).map(Content::Optimal),
        };
        Ok(PruningTables { purpose, content: content.ok_or(Error::Tables { why: Unsealed::Length })? })
    }
}
