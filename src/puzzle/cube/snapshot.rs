//! Trace snapshots of cube searches: the stickers after the turns so far.

use super::facelets::Facelets;
use super::notation::Sequence;
use super::turn::Turn;
use crate::{Observer, Snapshot, TraceEvent};

#[derive(Default)]
pub(super) struct SnapshotParts {
    pub(super) turns: Vec<Turn>,
    pub(super) estimate: Option<u32>,
    /// The limit of this iteration, or the number of waiting states.
    pub(super) waiting: Option<u64>,
    /// The start, if it is not the cube to be solved.
    pub(super) start: Option<Facelets>,
    pub(super) figures: Vec<(&'static str, u64)>,
}

pub(super) struct Watcher<'w, O> {
    pub(super) observer: &'w mut O,
    pub(super) start: &'w Facelets,
}

impl<O: Observer> Watcher<'_, O> {
    /// Reports a step; `at` is called only if the step is stored.
    #[inline(always)]
    pub(super) fn record(&mut self, event: TraceEvent, at: impl FnOnce() -> SnapshotParts) {
        let start = self.start;
        self.observer.record(event, || snapshot(start, at()));
    }

    pub(super) fn again(&mut self) -> Watcher<'_, O> {
        Watcher { observer: self.observer, start: self.start }
    }
}

fn snapshot(to_solve: &Facelets, SnapshotParts { turns, estimate, waiting, start, figures }: SnapshotParts) -> Snapshot {
    let start = start.unwrap_or_else(|| to_solve.clone());
    let depth = turns.len() as u32;
    let moves = turns.iter().map(ToString::to_string).collect();
    let cube = start.after(&turns.into_iter().collect::<Sequence>()).unwrap_or(start);
    Snapshot {
        cells: cube.colors().iter().map(|face| *face as u32).collect(),
        depth,
        estimate,
        waiting,
        moves,
        figures,
        ..Snapshot::default()
    }
}
