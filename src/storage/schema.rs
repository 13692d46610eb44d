//! Schema versions and their migrations, step by step.

use crate::{StorageError, StorageErrorKind, StorageFailure};

/// The version after the first migration. Versions up to 103 belong to programs before 0.1.0.
const FIRST: usize = 104;

/// The statements of each migration. One that has been released is never changed.
pub struct Schema(pub Vec<String>);

impl Schema {
    pub fn latest(&self) -> i64 {
        (FIRST + self.0.len() - 1) as i64
    }

    /// The missing migrations of tables with version `found`, 0 for none.
    ///
    /// # Errors
    /// When the tables are older than 0.1.0, or of a later program.
    pub fn missing(&self, found: i64) -> Result<&[String], StorageError> {
        let (first, latest) = (FIRST, self.latest());
        let refused = |what: StorageFailure| Err(StorageError::new(StorageErrorKind::Damaged, what));
        match usize::try_from(found) {
            Ok(0) => Ok(&self.0),
            Ok(version) if version < FIRST => refused(StorageFailure::TooOld { found, first, latest }),
            Ok(version) => self.0.get(version + 1 - FIRST..).map_or_else(|| refused(StorageFailure::TooNew { found, first, latest }), Ok),
            Err(_) => refused(StorageFailure::NoVersion { found, first, latest }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_gets_the_steps_that_it_lacks() {
        let schema = Schema(vec!["first".into(), "second".into()]);
        assert_eq!(schema.latest(), 105);
        for (found, done) in [(0, 0), (104, 1), (105, 2)] {
            assert_eq!(schema.missing(found), Ok(&schema.0[done..]));
        }
        for (found, why) in [(103, "before 0.1.0"), (106, "a later program"), (-1, "no program")] {
            assert!(
                schema.missing(found).is_err_and(|error| error.kind == StorageErrorKind::Damaged && error.to_string().contains(why)),
                "{found}"
            );
        }
    }
}
