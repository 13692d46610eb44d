//! A cube's search told step by step: the cube as its stickers after the turns that led there.

use super::cubies::Cube3;
use super::facelets::Facelets;
use super::notation::Sequence;
use super::turn::Turn;
use crate::{Event, Observer, Scene};

/// Where a search is.
#[derive(Default)]
pub(super) struct At {
    /// The turns from where it began.
    pub(super) turns: Vec<Turn>,
    /// At least so many more are needed.
    pub(super) estimate: Option<u32>,
    /// The limit of this iteration, or how many states wait.
    pub(super) waiting: Option<u64>,
    /// The cube it began from, if that is not the one that is to be solved.
    pub(super) start: Option<Cube3>,
    /// Whether it began from the solved cube.
    pub(super) is_from_solved: bool,
    /// What else there is to say.
    pub(super) figures: Vec<(&'static str, u64)>,
}

/// Whoever watches, and the cube that is to be solved.
pub(super) struct Watcher<'w, O> {
    pub(super) observer: &'w mut O,
    pub(super) start: &'w Facelets,
}

impl<O: Observer> Watcher<'_, O> {
    /// Something happened; `at` is called only if this step is kept.
    #[inline(always)]
    pub(super) fn tell(&mut self, event: Event, at: impl FnOnce() -> At) {
        let start = self.start;
        self.observer.tell(event, || scene(start, at()));
    }

    /// The same watcher for a search within this one.
    pub(super) fn again(&mut self) -> Watcher<'_, O> {
        Watcher { observer: self.observer, start: self.start }
    }
}

fn scene(to_solve: &Facelets, At { turns, estimate, waiting, start, is_from_solved, figures }: At) -> Scene {
    let start = match start {
        Some(cube) => cube.facelets(),
        None if is_from_solved => Facelets::solved(to_solve.size()),
        None => to_solve.clone(),
    };
    let depth = turns.len() as u32;
    let moves = turns.iter().map(ToString::to_string).collect();
    // Turns of faces are turns of every size.
    let cube = start.after(&turns.into_iter().collect::<Sequence>()).unwrap_or(start);
    Scene { cells: cube.colors().iter().map(|face| *face as u32).collect(), depth, estimate, waiting, moves, figures, ..Scene::default() }
}
