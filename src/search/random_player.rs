//! Random player: the substitute for an absent bot, not listed among the engines.

use crate::node_budget::NodeBudget;
use crate::{Engine, KeepSearching, SearchLimits, SearchResult};
use rules::{Position, Rng};

/// Plays a random legal move, which the seed and the position determine.
pub struct RandomPlayer {
    pub seed: u64,
}

impl<P: Position> Engine<P> for RandomPlayer {
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>> {
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        let best = *moves.get(Rng::new(self.seed ^ position.key()).below(moves.len().max(1)))?;
        let mut budget = NodeBudget::new(limits, keep_going);
        budget.finished(1, 0);
        Some(SearchResult { best, score: 0, depth: 1, pv: vec![best], is_proved: false, cost: budget.cost })
    }
}

#[test]
fn every_legal_move_is_drawn_by_some_seed() {
    use rules::Knights;
    let start = Knights::start();
    let move_of = |seed| RandomPlayer { seed }.search(&start, &SearchLimits::default(), &mut |_| true).map(|found| found.best.to_string());
    let drawn: std::collections::BTreeSet<_> = (0..200).map(move_of).collect();
    assert_eq!(drawn, start.legal_moves().iter().map(|mv| Some(mv.to_string())).collect());
}
