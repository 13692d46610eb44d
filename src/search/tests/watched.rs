//! Whoever watches a search is told what it does, and no search changes because somebody watches.

use proptest::prelude::*;
use rules::{ConnectFour, Position, TicTacToe};
use search::{
    EngineSettings, Evaluate, Leaf, SearchLimits, SearchObserver, Simulation, Statistics, WATCHED_ENGINES, classroom_engine, connect_four,
    tic_tac_toe, watch,
};

/// Counts what it is told, and plays along.
struct Witness<P: Position> {
    root: P,
    path: Vec<P::Move>,
    /// How many moves have been looked at in each position on the way.
    looked_at: Vec<u32>,
    cost: Statistics,
    simulations: u64,
    /// The last value of a move of the root, and the window it was asked for.
    first_moves: Vec<(P::Move, i32)>,
}

impl<P: Position> Witness<P> {
    fn new(root: &P) -> Witness<P> {
        Witness {
            root: root.clone(),
            path: Vec::new(),
            looked_at: vec![0],
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

impl<P: Position<Move: std::fmt::Debug> + std::fmt::Debug> SearchObserver<P> for Witness<P> {
    fn deepened(&mut self, _: u32) {
        assert!(self.path.is_empty(), "an iteration ends where it began");
        self.first_moves.clear();
    }

    fn entered(&mut self, position: &P, ply: u32, (alpha, beta): (i32, i32)) {
        assert_eq!((position, ply as usize), (&self.here(), self.path.len()), "the moves lead to the position");
        assert!(alpha < beta);
        self.looked_at.truncate(ply as usize);
        self.looked_at.push(0);
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
        self.looked_at[self.path.len()] += 1;
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
        self.cost.first_cut_offs += u64::from(self.looked_at[self.path.len()] == 1);
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

fn after<P: Position>(choices: &[usize]) -> P {
    let mut position = P::start();
    for choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.as_ref().get(choice % moves.as_ref().len().max(1)) else { break };
        position.play(mv);
    }
    position
}

fn held<P, E>(position: &P, evaluation: E, depth: u32)
where
    P: Position<Move: Send + std::fmt::Debug> + Send + std::fmt::Debug + 'static,
    E: Evaluate<P> + Clone + 'static,
{
    let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
    let limits = SearchLimits { depth: Some(depth), nodes: Some(20_000) };
    for name in WATCHED_ENGINES {
        let mut engine = classroom_engine::<P, _>(name, evaluation.clone(), &settings).expect("a name of the list");
        let limits = if engine.iteration(1).is_some_and(|first| first.nodes.is_some()) {
            SearchLimits { depth: None, nodes: Some(200) }
        } else {
            limits
        };
        let plain = engine.search(position, &limits, &mut |_| true);
        let mut witness = Witness::new(position);
        let watched = watch(name, evaluation.clone(), &settings, (position, &limits), &mut witness, &mut |_| true);
        assert_eq!(plain, watched, "{name}");
        let Some(found) = watched else { continue };
        if witness.simulations > 0 {
            assert_eq!((witness.simulations, witness.cost.nodes), (found.cost.nodes, 0), "{name}");
            continue;
        }
        assert_eq!(witness.cost, found.cost, "{name}: what was told is what was counted");
        if *name == "minimax" && found.depth == depth {
            let best = witness.first_moves.iter().map(|(_, value)| *value).max();
            assert_eq!(best, Some(found.score), "the value is that of the best move");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_search_is_told_as_it_is(choices in proptest::collection::vec(0_usize..7, 0..30), depth in 1_u32..5) {
        held(&after::<ConnectFour>(&choices), connect_four::OpenLines, depth);
        held(&after::<TicTacToe>(&choices[..choices.len().min(9)]), tic_tac_toe::OpenLines, depth);
    }
}

#[test]
fn an_engine_that_tells_nothing_is_not_watched() {
    let (start, limits) = (TicTacToe::start(), SearchLimits::default());
    let mut witness = Witness::new(&start);
    let settings = EngineSettings::default();
    assert!(watch("greedy", tic_tac_toe::OpenLines, &settings, (&start, &limits), &mut witness, &mut |_| true).is_none());
    assert_eq!(witness.cost, Statistics::default());
}
