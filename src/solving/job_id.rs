//! The id of a job, which is the right to see and cancel it.

use crate::Error;
use runtime::clipped;
use std::fmt;
use std::str::FromStr;

/// 63 random bits, so that ids cannot be guessed; as text 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(u64);

/// Storage has signed numbers.
const BITS: u64 = u64::MAX >> 1;

impl JobId {
    pub fn of(number: u64) -> JobId {
        JobId(number & BITS)
    }

    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for JobId {
    type Err = Error;

    /// Reads what [`Display`](fmt::Display) writes; anything else is not a job's name.
    fn from_str(text: &str) -> Result<JobId, Error> {
        let id = u64::from_str_radix(text, 16).ok().filter(|id| *id <= BITS).map(JobId);
        id.filter(|id| id.to_string() == text).ok_or_else(|| Error::NoSuchJob { id: clipped(text, 40) })
    }
}
