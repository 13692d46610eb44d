//! Node budget of one search: counts its cost and decides when it stops.

use crate::{KeepSearching, Progress, SearchLimits, Statistics};

const POLL: u64 = 1024;

pub(crate) struct NodeBudget<'a> {
    limits: SearchLimits,
    keep_going: KeepSearching<'a>,
    progress: Progress,
    next_poll: u64,
    stopped: bool,
    /// Whether the values so far depend on a leaf at the horizon, which a deeper iteration would search; if not, they are final.
    pub(crate) depends_on_horizon: bool,
    pub(crate) cost: Statistics,
}

impl<'a> NodeBudget<'a> {
    pub(crate) fn new(limits: &SearchLimits, keep_going: KeepSearching<'a>) -> NodeBudget<'a> {
        let next_poll = limits.nodes.map_or(POLL, |nodes| nodes.min(POLL));
        let (progress, cost) = (Progress::default(), Statistics::default());
        NodeBudget { limits: *limits, keep_going, progress, next_poll, stopped: false, depends_on_horizon: false, cost }
    }

    /// Counts a node `ply` plies from the root; none if the search must stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: u32) -> Option<()> {
        if self.cost.nodes >= self.next_poll {
            self.poll()?;
        }
        self.cost.nodes += 1;
        self.cost.selective_depth = self.cost.selective_depth.max(ply);
        Some(())
    }

    #[cold]
    fn poll(&mut self) -> Option<()> {
        let nodes = self.cost.nodes;
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            self.stopped = true;
        }
        self.stopped = self.stopped || !(self.keep_going)(&Progress { finished: false, cost: self.cost, ..self.progress });
        // After a stop, every node polls again.
        self.next_poll = if self.stopped { 0 } else { self.limits.nodes.map_or(nodes + POLL, |most| most.min(nodes + POLL)) };
        (!self.stopped).then_some(())
    }

    /// Counts a cut-off after the `number`-th move, counted from 0.
    #[inline]
    pub(crate) fn cut_off(&mut self, number: usize) {
        self.cost.cut_offs += 1;
        self.cost.first_cut_offs += u64::from(number == 0);
    }

    /// Counts a leaf whose value is final.
    #[inline]
    pub(crate) fn ended(&mut self, score: i32) -> i32 {
        self.cost.leaves += 1;
        score
    }

    /// Counts a leaf that was only evaluated.
    #[inline]
    pub(crate) fn evaluated(&mut self, evaluation: i32) -> i32 {
        self.depends_on_horizon = true;
        self.cost.leaves += 1;
        crate::score::undecided(evaluation)
    }

    /// Reports a finished iteration. Whether another one may begin.
    pub(crate) fn finished(&mut self, depth: u32, score: i32) -> bool {
        self.progress = Progress { finished: true, depth, score, cost: self.cost };
        self.stopped = self.stopped || !(self.keep_going)(&self.progress) || self.limits.nodes.is_some_and(|most| self.cost.nodes >= most);
        !self.stopped
    }
}
