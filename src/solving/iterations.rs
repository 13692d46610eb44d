//! Costs of the iterations of a search: as data, as a table and as a chart.

use crate::chart::{Curve, SEARCH_PANELS, chart};
use crate::sentence::{AnswerLine, Heading, aligned};
use message::Language;
use protocol::{Analysis, IterationCost};
use search::Statistics;
use std::time::Duration;

#[derive(Default)]
pub(super) struct IterationLog {
    costs: Vec<IterationCost>,
    spent: Statistics,
    elapsed: Duration,
}

impl IterationLog {
    /// Adds a finished iteration; `spent` and `elapsed` count from the start of the search. Only deeper ones count: simulations have no depth.
    pub(super) fn finished(&mut self, depth: u32, spent: Statistics, elapsed: Duration) {
        if depth <= self.costs.last().map_or(0, |last| last.depth) {
            return;
        }
        let cut_offs = spent.cut_offs - self.spent.cut_offs;
        let nodes = spent.nodes - self.spent.nodes;
        self.costs.push(IterationCost {
            depth,
            nodes,
            leaves: spent.leaves - self.spent.leaves,
            cut_offs,
            first_cut_rate: first_cut_rate(cut_offs as f64, (spent.first_cut_offs - self.spent.first_cut_offs) as f64),
            table_hits: spent.table_hits - self.spent.table_hits,
            branching: branching(nodes as f64, f64::from(depth)),
            time_us: elapsed.saturating_sub(self.elapsed).as_micros() as u64,
        });
        (self.spent, self.elapsed) = (spent, elapsed);
    }

    pub(super) fn costs(&self) -> Vec<IterationCost> {
        self.costs.clone()
    }
}

/// The share of the cut-offs by the first move, if there are cut-offs.
pub(super) fn first_cut_rate(cut_offs: f64, first: f64) -> Option<f64> {
    (cut_offs > 0.0).then(|| first / cut_offs)
}

/// The b for which 1 + b + … + b^depth is the number of nodes, the start among them; none where there is no depth, or fewer nodes than plies.
pub(super) fn branching(nodes: f64, depth: f64) -> Option<f64> {
    if depth < 1.0 || nodes < depth + 1.0 {
        return None;
    }
    let tree = |b: f64| if (b - 1.0).abs() < 1e-9 { depth + 1.0 } else { (b.powf(depth + 1.0) - 1.0) / (b - 1.0) };
    let (mut low, mut high) = (1.0, nodes);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes { low = middle } else { high = middle }
    }
    Some((low + high) / 2.0)
}

/// A share in per cent, or a dash.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// A branching factor, or a dash.
pub(super) fn factor(branching: Option<f64>) -> String {
    branching.map_or("-".into(), |branching| format!("{branching:.3}"))
}

/// The table for people; empty for a search without depths.
pub(super) fn iteration_table(language: Language, iterations: &[IterationCost]) -> String {
    use Heading::{Branching, ByFirst, CutOffs, Depth, Leaves, Nodes, Seconds, TableHits};
    if iterations.is_empty() {
        return String::new();
    }
    let row = |cost: &IterationCost| {
        let [nodes, leaves, cut_offs, table_hits] =
            [cost.nodes, cost.leaves, cost.cut_offs, cost.table_hits].map(|count| count.to_string());
        let seconds = format!("{:.4}", cost.time_us as f64 / 1e6);
        let (first, branching) = (percent(cost.first_cut_rate), factor(cost.branching));
        [cost.depth.to_string(), nodes, leaves, cut_offs, first, table_hits, branching, seconds]
    };
    aligned(language, &[Depth, Nodes, Leaves, CutOffs, ByFirst, TableHits, Branching, Seconds], iterations.iter().map(row))
}

pub fn iteration_picture(analysis: &Analysis, language: Language) -> String {
    let iterations = &analysis.cost.iterations;
    let places: Vec<String> = iterations.iter().map(|iteration| iteration.depth.to_string()).collect();
    let figures = |cost: &IterationCost| {
        let [nodes, cut_offs, table_hits] = [cost.nodes, cost.cut_offs, cost.table_hits].map(|count| Some(count as f64));
        [nodes, cut_offs, table_hits, cost.first_cut_rate, cost.branching]
    };
    let points = iterations.iter().map(figures).enumerate().collect();
    let title = AnswerLine::IterationsTitle { game: analysis.game.clone(), method: analysis.method.clone() };
    chart(language, &title, Heading::DepthInPlies, &places, &SEARCH_PANELS, &[Curve { name: analysis.method.clone(), points }])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: the tree that a branching factor makes has that branching factor.
    #[test]
    fn the_branching_factor_of_a_tree_is_its_own() {
        for (b, depth) in [(2.0_f64, 5), (3.0, 4), (1.2, 30), (35.0, 3)] {
            let nodes: f64 = (0..=depth).map(|level| b.powi(level)).sum();
            let found = branching(nodes, f64::from(depth)).expect("there is one");
            assert!((found - b).abs() < 1e-6, "{found} for {b}");
        }
        assert_eq!((branching(3.0, 5.0), branching(3.0, 0.0)), (None, None));
    }

    #[test]
    fn each_iteration_has_its_own_cost() {
        let mut log = IterationLog::default();
        let spent = |nodes, cut_offs, first_cut_offs| Statistics { nodes, cut_offs, first_cut_offs, ..Statistics::default() };
        log.finished(1, spent(5, 0, 0), Duration::from_micros(10));
        log.finished(1, spent(7, 0, 0), Duration::from_micros(12));
        log.finished(3, spent(45, 8, 6), Duration::from_micros(30));
        let costs: Vec<_> = log.costs().iter().map(|cost| (cost.depth, cost.nodes, cost.first_cut_rate, cost.time_us)).collect();
        assert_eq!(costs, [(1, 5, None, 10), (3, 40, Some(0.75), 20)]);
        assert_eq!(iteration_table(Language::English, &log.costs()).lines().count(), 3);
    }
}
