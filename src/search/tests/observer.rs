//! Observers receive every step of a search and do not change it.

use crate::{UNLIMITED, after, choices, nodes, search, settings};
use proptest::prelude::*;
use rules::{ConnectFour, Position, TicTacToe};
use search::{
    Evaluate, Leaf, OBSERVABLE_ENGINES, SearchLimits, SearchObserver, Simulation, Statistics, classroom_engine, connect_four,
    search_observed, tic_tac_toe,
};

struct RecordingObserver<P: Position> {
    root: P,
    path: Vec<P::Move>,
    /// The number of searched moves of each position of the path.
    searched: Vec<u32>,
    cost: Statistics,
    simulations: u64,
    /// The values of the root's moves in the last iteration.
    first_moves: Vec<(P::Move, i32)>,
}

impl<P: Position> RecordingObserver<P> {
    fn new(root: &P) -> RecordingObserver<P> {
        RecordingObserver {
            root: root.clone(),
            path: Vec::new(),
            searched: vec![0],
            cost: Statistics::default(),
            simulations: 0,
            first_moves: Vec::new(),
        }
    }

    fn here(&self) -> P {
        let mut position = self.root.clone();
        self.path.iter().for_each(|&mv| position.play(mv));
        position
    }
}

impl<P: Position<Move: std::fmt::Debug> + std::fmt::Debug> SearchObserver<P> for RecordingObserver<P> {
    fn deepened(&mut self, _: u32) {
        assert!(self.path.is_empty(), "an iteration ends where it began");
        self.first_moves.clear();
    }

    fn entered(&mut self, position: &P, ply: u32, (alpha, beta): (i32, i32)) {
        assert_eq!((position, ply as usize), (&self.here(), self.path.len()), "the moves lead to the position");
        assert!(alpha < beta);
        self.searched.truncate(ply as usize);
        self.searched.push(0);
        self.cost.nodes += 1;
        self.cost.selective_depth = self.cost.selective_depth.max(ply);
    }

    fn judged(&mut self, leaf: Leaf, _: i32) {
        assert_eq!(leaf == Leaf::Ended, self.here().outcome().is_some() && leaf != Leaf::Remembered);
        match leaf {
            Leaf::Ended | Leaf::Evaluated => self.cost.leaves += 1,
            Leaf::Remembered => self.cost.table_hits += 1,
        }
    }

    fn descend(&mut self, mv: P::Move) {
        self.searched[self.path.len()] += 1;
        self.path.push(mv);
    }

    fn ascend(&mut self, value: i32, _: (i32, i32)) {
        let mv = self.path.pop().expect("a move was made");
        if self.path.is_empty() {
            self.first_moves.push((mv, value));
        }
    }

    fn cut(&mut self, left: impl Iterator<Item = P::Move>) {
        let here = self.here();
        left.for_each(|mv| assert!(here.legal_moves().as_ref().contains(&mv), "what is cut off could have been played"));
        self.cost.cut_offs += 1;
        self.cost.first_cut_offs += u64::from(self.searched[self.path.len()] == 1);
    }

    fn simulated(&mut self, simulation: &Simulation<P>) {
        self.simulations += 1;
        let mut leaf = self.root.clone();
        simulation.path.iter().for_each(|&mv| leaf.play(mv));
        assert_eq!(&leaf, simulation.leaf);
        assert!((0.0..=1.0).contains(&simulation.won));
        let visits: u32 = simulation.visits.iter().map(|(_, visits)| visits).sum();
        assert!(u64::from(visits) <= self.simulations && u64::from(visits) + 1 >= self.simulations, "{visits} of {}", self.simulations);
    }
}

fn held<P, E>(position: &P, evaluation: E, depth: u32)
where
    P: Position<Move: Send + std::fmt::Debug> + Send + std::fmt::Debug + 'static,
    E: Evaluate<P> + Clone + 'static,
{
    for name in OBSERVABLE_ENGINES {
        let mut engine = classroom_engine::<P, _>(name, evaluation.clone(), &settings()).expect("a name of the list");
        let simulates = engine.iteration(1).is_some_and(|first| first.nodes.is_some());
        let limits = if simulates { nodes(200) } else { SearchLimits { depth: Some(depth), nodes: Some(20_000) } };
        let plain = search(engine.as_mut(), position, limits);
        let mut witness = RecordingObserver::new(position);
        let observed = search_observed(name, evaluation.clone(), &settings(), (position, &limits), &mut witness, &mut |_| true);
        assert_eq!(plain, observed, "{name}");
        let Some(found) = observed else { continue };
        if witness.simulations > 0 {
            assert_eq!((witness.simulations, witness.cost.nodes), (found.cost.nodes, 0), "{name}");
            continue;
        }
        assert_eq!(witness.cost, found.cost, "{name}");
        if *name == "minimax" && found.depth == depth {
            let best = witness.first_moves.iter().map(|(_, value)| *value).max();
            assert_eq!(best, Some(found.score), "the value is that of the best move");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_steps_are_those_of_the_search(choices in choices(30), depth in 1_u32..5) {
        held(&after::<ConnectFour>(&choices), connect_four::OpenLines, depth);
        held(&after::<TicTacToe>(&choices[..choices.len().min(9)]), tic_tac_toe::OpenLines, depth);
    }
}

#[test]
fn other_engines_are_not_observable() {
    let start = TicTacToe::start();
    let mut witness = RecordingObserver::new(&start);
    let observed = search_observed("greedy", tic_tac_toe::OpenLines, &settings(), (&start, &UNLIMITED), &mut witness, &mut |_| true);
    assert!(observed.is_none());
    assert_eq!(witness.cost, Statistics::default());
}
