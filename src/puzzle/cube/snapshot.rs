//! Trace snapshots of cube searches: the stickers after the turns so far.

use super::{Facelets, Turn};
use crate::{Observer, Snapshot, TraceEvent};

pub(super) struct Watcher<'w, O> {
    pub(super) observer: &'w mut O,
    pub(super) start: &'w Facelets,
}

impl<O: Observer> Watcher<'_, O> {
    /// Reports a step; `at` is called with the cube to be solved, and only if the step is stored.
    #[inline(always)]
    pub(super) fn record(&mut self, event: TraceEvent, at: impl FnOnce(&Facelets) -> Snapshot) {
        let start = self.start;
        self.observer.record(event, || at(start));
    }

    pub(super) fn again(&mut self) -> Watcher<'_, O> {
        Watcher { observer: self.observer, start: self.start }
    }
}

pub(super) fn snapshot(start: &Facelets, turns: &[Turn]) -> Snapshot {
    let cube = start.after(&turns.iter().copied().collect()).expect("turns of faces move no middle layer");
    Snapshot {
        cells: cube.colors().iter().map(|face| *face as u32).collect(),
        depth: turns.len() as u32,
        moves: turns.iter().map(ToString::to_string).collect(),
        ..Snapshot::default()
    }
}
