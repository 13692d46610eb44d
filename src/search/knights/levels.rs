//! The strong engine at levels, for those who learn.

use super::PrincipalVariation;
use crate::{Engine, Found, Progress, SearchLimits};
use rules::Knights;
use rules::knights::Move;

/// So many nodes a move has each level, the first for level 1. A step is worth 160 Elo or so: of 600 games against the level before, levels 2 to 6 won
/// 427, 439, 439, 426 and 400 (+157, +175, +176, +156 and +120, each ± 30), as
/// `--example duel -- alphabeta:2 alphabeta:1 --nodes 1000000 --hash 1 --pairs 300 --seed 47` counts them.
pub const LEVELS: [u64; 6] = [32, 130, 470, 1_650, 4_900, 13_000];

/// The strong engine, let look at so few positions a move that its level is the same on every machine and at every time control: see [`LEVELS`].
pub struct Levelled {
    engine: PrincipalVariation,
    nodes: u64,
}

impl Levelled {
    /// The engine at a level, from 1 on; none if there is no such level.
    pub fn new(engine: PrincipalVariation, level: usize) -> Option<Levelled> {
        let &nodes = LEVELS.get(level.checked_sub(1)?)?;
        Some(Levelled { engine, nodes })
    }
}

impl Engine<Knights> for Levelled {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn search(&mut self, position: &Knights, limits: &SearchLimits, go_on: &mut dyn FnMut(&Progress) -> bool) -> Option<Found<Move>> {
        let nodes = Some(limits.nodes.map_or(self.nodes, |most| most.min(self.nodes)));
        // What was learnt for the move before would make it stronger than its level.
        self.engine.new_game();
        self.engine.search(position, &SearchLimits { nodes, ..*limits }, go_on)
    }
}
