//! A player that is there, and no more.

use crate::watch::Watch;
use crate::{Engine, Found, Progress, SearchLimits};
use rules::{Position, Rng};

/// Plays any legal move, drawn by lot: the seed and the position decide. It stands in for bots that are not there, and is no engine to
/// choose.
pub struct StandIn {
    seed: u64,
}

impl StandIn {
    /// Draws with this seed.
    pub const fn new(seed: u64) -> StandIn {
        StandIn { seed }
    }
}

impl<P: Position> Engine<P> for StandIn {
    fn name(&self) -> &'static str {
        "random"
    }

    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        (number == 1).then_some(SearchLimits::default())
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<P::Move>> {
        let moves = position.legal_moves();
        let moves = moves.as_ref();
        let mut lots = Rng::new(self.seed ^ position.key());
        let best = *moves.get(lots.below(moves.len().max(1)))?;
        let mut watch = Watch::new(limits, go_on);
        watch.finished(1, 0);
        Some(Found { best, score: 0, depth: 1, pv: vec![best], is_proved: false, cost: watch.cost })
    }
}

#[test]
fn any_move_is_a_legal_one_and_all_come() {
    use rules::Knights;
    let start = Knights::start();
    let legal = start.legal_moves();
    let drawn: std::collections::BTreeSet<String> = (0..200)
        .map(|seed| {
            let found = StandIn::new(seed).search(&start, &SearchLimits::default(), &mut |_| true).map(|found| found.best);
            assert!(found.is_some_and(|best| legal.contains(&best)));
            found.map_or(String::new(), |best| best.to_string())
        })
        .collect();
    assert_eq!(drawn.len(), legal.len());
}
