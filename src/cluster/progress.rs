//! The highest database position seen by this process. A fail-over to a lagging replica sets the database back.

use message::Coded;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const LARGEST_TERM: i64 = i64::MAX / 2;

/// The number of a term, and of the last batch that was written in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Coded, Serialize, Deserialize)]
#[code("log_position")]
pub struct LogPosition {
    /// Of the term; 0 before the first.
    pub term: i64,
    /// Of the batch; 0 before the first of the term.
    pub batch: i64,
}

/// The warning that the database has lost what it acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("setback")]
pub struct Setback {
    pub now: LogPosition,
    pub before: LogPosition,
}

/// The highest position seen in the database, in own writes, and in peers' messages.
#[derive(Clone, Debug, Default)]
pub struct HighestSeen(Arc<Mutex<ObservedProgress>>);

#[derive(Debug, Default)]
struct ObservedProgress {
    furthest: LogPosition,
    setback: Option<Setback>,
}

impl HighestSeen {
    fn lock(&self) -> MutexGuard<'_, ObservedProgress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self) -> LogPosition {
        self.lock().furthest
    }

    pub fn note(&self, progress: LogPosition) {
        let mut seen = self.lock();
        if progress.term <= LARGEST_TERM {
            seen.furthest = seen.furthest.max(progress);
        }
    }

    /// Records the answer to a query. `before` is the highest position when the query was sent. A lower answer is logged once as an error:
    /// committed changes are lost.
    pub fn compare(&self, before: LogPosition, now: LogPosition) {
        self.note(now);
        let mut seen = self.lock();
        if now < before && seen.setback.is_none_or(|reported| reported.before < before) {
            let setback = Setback { now, before };
            tracing::error!("{setback}");
            seen.setback = Some(setback);
        }
    }

    /// The warning for the operator, if the database was ever found behind.
    pub fn setback(&self) -> Option<Setback> {
        self.lock().setback
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(term: i64, batch: i64) -> LogPosition {
        LogPosition { term, batch }
    }

    #[test]
    fn an_answer_behind_what_was_seen_before_the_question_is_a_setback() {
        for (before, now, is_behind) in [
            (at(0, 0), at(0, 0), false),
            (at(1, 5), at(1, 5), false),
            (at(1, 5), at(2, 0), false),
            (at(1, 5), at(1, 4), true),
            (at(2, 0), at(1, 9), true),
        ] {
            let seen = HighestSeen::default();
            seen.note(before);
            // Another thread has seen more meanwhile: an older answer is not a setback.
            seen.note(at(2, 7));
            seen.compare(before, now);
            assert_eq!(seen.setback().is_some(), is_behind, "{before:?} {now:?}");
            assert_eq!(seen.get(), at(2, 7));
        }
    }

    #[test]
    fn a_term_beyond_all_reason_is_not_believed() {
        let seen = HighestSeen::default();
        seen.note(at(i64::MAX, 0));
        assert_eq!(seen.get(), at(0, 0));
    }
}
