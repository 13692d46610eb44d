//! The trace of a game's search: position, moves, value and cut-offs of each step.

use crate::analysis_question::ToAnalyse;
use crate::game::AnalysedGame;
use crate::game_board::numbers;
use puzzle::{Observer, Snapshot, Trace, TraceEvent};
use rules::Side;
use search::{Engine, EngineSettings, KeepSearching, Leaf, SearchLimits, SearchObserver, SearchResult, Simulation};

/// An engine that records the steps of its search.
pub(super) struct TracedEngine<'w, P: AnalysedGame> {
    pub(super) question: &'w ToAnalyse<P>,
    /// The same engine without a trace.
    pub(super) plain: &'w mut dyn Engine<P>,
    pub(super) settings: EngineSettings,
    pub(super) trace: &'w mut Trace,
}

impl<P: AnalysedGame> Engine<P> for TracedEngine<'_, P> {
    fn iteration(&self, number: u32) -> Option<SearchLimits> {
        self.plain.iteration(number)
    }

    fn search(&mut self, position: &P, limits: &SearchLimits, keep_going: KeepSearching) -> Option<SearchResult<P::Move>> {
        let engine = (self.question.method, self.question.evaluation, &self.settings);
        let mut steps = TraceRecorder::new(position, self.trace);
        let found = position.watch(engine, limits, &mut steps, keep_going)?;
        steps.found(&found);
        Some(found)
    }
}

/// A position on the path from the root.
struct Level<P> {
    position: P,
    /// For the side to move there.
    window: (i32, i32),
    /// Whether its value was reported as that of a leaf.
    is_leaf: bool,
}

/// Records a search. Values are those of the side to move at the root.
struct TraceRecorder<'t, P: AnalysedGame> {
    trace: &'t mut Trace,
    root: P,
    levels: Vec<Level<P>>,
    moves: Vec<P::Move>,
    plies: u32,
    positions: u64,
    cut_offs: u64,
    remembered: u64,
    simulations: u64,
}

impl<'t, P: AnalysedGame> TraceRecorder<'t, P> {
    fn new(root: &P, trace: &'t mut Trace) -> TraceRecorder<'t, P> {
        let (levels, moves) = (Vec::new(), Vec::new());
        TraceRecorder { trace, root: root.clone(), levels, moves, plies: 0, positions: 0, cut_offs: 0, remembered: 0, simulations: 0 }
    }

    fn record(&mut self, event: TraceEvent, value: Option<i32>, cut: Vec<P::Move>) {
        let TraceRecorder { trace, root, levels, moves, plies, positions, cut_offs, remembered, .. } = self;
        let root_side = root.side_to_move();
        trace.record(event, || {
            let here = levels.last();
            let position = here.map_or(&*root, |level| &level.position);
            let sign = sign(root_side, position.side_to_move());
            let window = here.map(|level| if sign > 0 { level.window } else { (-level.window.1, -level.window.0) });
            Snapshot {
                cells: numbers(position),
                cell: cell_of_last(root, moves),
                depth: moves.len() as u32,
                moves: moves.iter().map(ToString::to_string).collect(),
                cut: cut.iter().map(ToString::to_string).collect(),
                value: value.map(|value| sign * value),
                window: window.filter(|_| event != TraceEvent::Deepened),
                figures: vec![
                    ("positions", *positions),
                    ("cut_offs", *cut_offs),
                    ("remembered", *remembered),
                    ("plies", u64::from(*plies)),
                ],
                ..Snapshot::default()
            }
        });
    }

    fn found(&mut self, found: &SearchResult<P::Move>) {
        let TraceRecorder { trace, root, positions, cut_offs, remembered, simulations, .. } = self;
        trace.record(TraceEvent::Found, || {
            let mut position = root.clone();
            found.pv.iter().for_each(|&mv| position.play(mv));
            let counts = [("positions", *positions), ("cut_offs", *cut_offs), ("remembered", *remembered), ("simulations", *simulations)];
            Snapshot {
                cells: numbers(&position),
                cell: cell_of_last(root, &found.pv),
                depth: found.pv.len() as u32,
                moves: found.pv.iter().map(ToString::to_string).collect(),
                // The value of simulations is a share of wins, for which the visits stand.
                value: (*simulations == 0).then_some(found.score),
                figures: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
                ..Snapshot::default()
            }
        });
    }
}

fn sign(one: Side, other: Side) -> i32 {
    if one == other { 1 } else { -1 }
}

/// The cell that the last move has filled.
fn cell_of_last<P: AnalysedGame>(root: &P, moves: &[P::Move]) -> Option<usize> {
    let (&last, before) = moves.split_last()?;
    let mut position = root.clone();
    before.iter().for_each(|&mv| position.play(mv));
    position.filled(last)
}

impl<P: AnalysedGame> SearchObserver<P> for TraceRecorder<'_, P> {
    fn deepened(&mut self, depth: u32) {
        self.levels.clear();
        self.moves.clear();
        self.plies = depth;
        self.record(TraceEvent::Deepened, None, Vec::new());
    }

    fn entered(&mut self, position: &P, ply: u32, window: (i32, i32)) {
        self.levels.truncate(ply as usize);
        self.moves.truncate(ply as usize);
        if let Some(parent) = self.levels.last_mut() {
            parent.is_leaf = false;
        }
        self.levels.push(Level { position: position.clone(), window, is_leaf: false });
        self.positions += 1;
        self.record(TraceEvent::Opened, None, Vec::new());
    }

    fn judged(&mut self, leaf: Leaf, value: i32) {
        if let Some(level) = self.levels.last_mut() {
            level.is_leaf = true;
        }
        let event = match leaf {
            Leaf::Ended => TraceEvent::Ended,
            Leaf::Evaluated => TraceEvent::Evaluated,
            Leaf::Remembered => TraceEvent::Remembered,
        };
        self.remembered += u64::from(leaf == Leaf::Remembered);
        self.record(event, Some(value), Vec::new());
    }

    fn descend(&mut self, mv: P::Move) {
        self.moves.push(mv);
    }

    fn ascend(&mut self, value: i32, _: (i32, i32)) {
        // The value of a leaf is recorded already.
        if self.levels.last().is_some_and(|level| !level.is_leaf) {
            self.record(TraceEvent::Returned, Some(-value), Vec::new());
        }
        self.levels.truncate(self.moves.len());
        self.moves.pop();
    }

    fn cut(&mut self, left: impl Iterator<Item = P::Move>) {
        self.cut_offs += 1;
        self.record(TraceEvent::Pruned, None, left.collect());
    }

    fn simulated(&mut self, simulation: &Simulation<P>) {
        self.simulations += 1;
        let (root, simulations) = (&self.root, self.simulations);
        self.trace.record(TraceEvent::Simulated, || Snapshot {
            cells: numbers(simulation.leaf),
            cell: cell_of_last(root, simulation.path),
            depth: simulation.path.len() as u32,
            choices: simulation.visits.iter().filter_map(|&(mv, visits)| Some((root.filled(mv)?, visits))).collect(),
            moves: simulation.path.iter().map(ToString::to_string).collect(),
            figures: vec![("simulations", simulations), ("won", (1000.0 * simulation.won).round() as u64)],
            ..Snapshot::default()
        });
    }
}
