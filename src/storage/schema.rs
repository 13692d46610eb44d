//! The versions of the tables of a store, whatever database it is: each step leads from one to the next.

use crate::StorageTrouble;
use crate::{Fault, StorageError};

/// The version that the first step leads to. Programs before 0.1.0 have counted up to 13.
const FIRST: usize = 100;

/// Statements, step by step. A step that has been released is never changed.
#[derive(Clone, Copy)]
pub struct Schema(pub &'static [&'static str]);

impl Schema {
    /// The version that the last step leads to.
    pub const fn latest(self) -> i64 {
        (FIRST + self.0.len() - 1) as i64
    }

    /// The steps from the version that was found, 0 for none, to the latest.
    ///
    /// # Errors
    /// When the tables were made before 0.1.0, or by a later program.
    pub fn missing(self, found: i64) -> Result<&'static [&'static str], StorageError> {
        let (first, latest) = (FIRST, self.latest());
        let refused = |what: StorageTrouble| Err(StorageError::new(Fault::Damaged, what));
        match usize::try_from(found) {
            Ok(0) => Ok(self.0),
            Ok(version) if version < FIRST => refused(StorageTrouble::TooOld { found, first, latest }),
            Ok(version) => self.0.get(version + 1 - FIRST..).map_or_else(|| refused(StorageTrouble::TooNew { found, first, latest }), Ok),
            Err(_) => refused(StorageTrouble::NoVersion { found, first, latest }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_gets_the_steps_that_it_lacks() {
        let schema = Schema(&["first", "second"]);
        assert_eq!(schema.latest(), 101);
        for (found, steps) in [(0, &["first", "second"][..]), (100, &["second"]), (101, &[])] {
            assert_eq!(schema.missing(found), Ok(steps));
        }
        for (found, why) in [(13, "before 0.1.0"), (102, "a later program"), (-1, "no program")] {
            assert!(schema.missing(found).is_err_and(|error| error.fault == Fault::Damaged && error.to_string().contains(why)), "{found}");
        }
    }
}
