//! Laws of the cube, and comparisons with definitions.

#![allow(clippy::unwrap_used)]

mod large;
mod notation;
mod reach;
mod search;

use super::*;
use crate::Verdict;
use proptest::prelude::*;
use std::sync::LazyLock;

static SOLVER: LazyLock<CubeSolver> = LazyLock::new(CubeSolver::new);

fn turns(most: usize) -> impl Strategy<Value = Vec<Turn>> {
    prop::collection::vec(prop::sample::select(&Turn::ALL[..]), 0..=most)
}

fn size() -> impl Strategy<Value = Size> {
    prop::sample::select(&Size::ALL[..])
}

fn metric() -> impl Strategy<Value = Metric> {
    prop::sample::select(&Metric::ALL[..])
}

/// Any moves, without slices for a 2×2×2.
fn moves(size: Size) -> impl Strategy<Value = Sequence> {
    let face = || prop::sample::select(&Face::ALL[..]);
    let positive = || prop::sample::select(vec![Face::R, Face::U, Face::F]);
    let part = prop_oneof![
        face().prop_map(MovedLayers::Layer),
        face().prop_map(MovedLayers::Wide),
        positive().prop_map(MovedLayers::Whole),
        match size {
            Size::Two => face().prop_map(MovedLayers::Layer).boxed(),
            Size::Three => prop::sample::select(vec![Face::L, Face::D, Face::F]).prop_map(MovedLayers::Slice).boxed(),
        },
    ];
    let step = (part, prop::sample::select(&Amount::ALL[..])).prop_map(|(part, amount)| NotationMove { part, amount });
    prop::collection::vec(step, 0..40).prop_map(Sequence)
}

fn scrambled(size: Size, turns: &[Turn]) -> Facelets {
    Facelets::scrambled(size, &turns.iter().copied().collect()).unwrap()
}

fn to_moves(most: usize, method: CubeMethod, metric: Metric) -> Request {
    Request { method, metric, enough: Enough::Moves(most) }
}

fn solve(cube: &Facelets, method: CubeMethod, metric: Metric) -> CubeSolution {
    let enough = if metric == Metric::Half { 20 } else { 30 };
    let solved = SOLVER.solve(cube, to_moves(enough, method, metric), &mut |_| true).unwrap();
    solved.verdict.answer().unwrap_or_else(|| panic!("{cube} {method}"))
}
