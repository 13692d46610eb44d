//! Perfect matchings of least cost in general graphs.
//!
//! Edmonds' blossom algorithm in the primal-dual form of Z. Galil, "Efficient Algorithms for Finding Maximum Matching in Graphs",
//! ACM Computing Surveys 18 (1986), O(n m + n³). Costs are vectors compared from the left: the algorithm only adds, subtracts, halves
//! and compares, and so works in any ordered group; criteria of different rank never mix, whatever their size.

use super::forest::Solver;
use super::weight::{Edge, Weight};
use alloc::vec::Vec;

/// A perfect matching of least cost.
#[derive(Clone, Debug)]
pub struct Matching<const N: usize> {
    /// The partner of each vertex.
    pub mate: Vec<usize>,
    /// The cost of all matched edges.
    pub cost: Weight<N>,
    /// For each edge at least how much dearer a perfect matching with it is, up to a positive factor; never negative, and zero for
    /// all edges of this matching. Also the earlier numbers alone say that of the earlier numbers of the cost.
    pub slack: Vec<Weight<N>>,
}

/// Matches all of `n` vertices at the least cost; none if they cannot all be matched, or `go_on` says no meanwhile.
pub fn perfect_matching<const N: usize>(n: usize, edges: &[Edge<N>], go_on: &dyn Fn() -> bool) -> Option<Matching<N>> {
    if !n.is_multiple_of(2) {
        return None;
    }
    let mut solver = Solver::new(n, edges.to_vec(), go_on)?;
    solver.start_greedily();
    solver.complete()?;
    let mate: Vec<usize> = (0..n).map(|v| solver.endpoint[solver.mate[v]]).collect();
    let cost = edges.iter().enumerate().filter(|&(k, &(u, _, _))| solver.mate[u] / 2 == k).fold(Weight::ZERO, |sum, (_, e)| sum + e.2);
    // Within a blossom the duals of the blossoms count too; such an edge is not judged.
    let judged = |k: usize| solver.top[edges[k].0] != solver.top[edges[k].1];
    let slack = (0..edges.len()).map(|k| if judged(k) { solver.slack(k) } else { Weight::ZERO }).collect();
    Some(Matching { mate, cost, slack })
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ops::Add;
    use proptest::prelude::*;

    /// The obvious definition: the first vertex has some partner.
    fn least(cost: &[Vec<Option<Weight<6>>>], free: u32) -> Option<Weight<6>> {
        if free == 0 {
            return Some(Weight::ZERO);
        }
        let first = free.trailing_zeros() as usize;
        let partners = (first + 1..cost.len()).filter(|&j| free >> j & 1 == 1);
        partners.filter_map(|j| Some(cost[first][j]? + least(cost, free & !(1 << first | 1 << j))?)).min()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn agrees_with_the_definition(
            half in 1usize..8,
            cells in prop::collection::vec((0u8..100, -3i64..4, 0i64..12), 91),
            density in 20u8..101,
        ) {
            let n = 2 * half;
            let mut cost = alloc::vec![alloc::vec![None; n]; n];
            let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let known = pairs.zip(cells).filter(|&(_, (dice, _, _))| dice < density);
            let edges: Vec<Edge<6>> = known.map(|((i, j), (_, high, low))| (i, j, Weight([0, high, 0, low, 1, 0]))).collect();
            for &(i, j, value) in &edges {
                cost[i][j] = Some(value);
            }
            let found = perfect_matching(n, &edges, &|| true).map(|Matching { mate, cost: total, slack }| {
                assert!((0..n).all(|v| mate[mate[v]] == v && mate[v] != v));
                assert!(slack.iter().all(|&slack| slack >= Weight::ZERO));
                let sum = (0..n).filter(|&v| v < mate[v]).map(|v| cost[v][mate[v]].unwrap()).fold(Weight::ZERO, Weight::add);
                assert_eq!(sum, total);
                total
            });
            prop_assert_eq!(found, least(&cost, (1 << n) - 1));
        }

        /// Vertex by vertex, the first partner that the cost allows; the obvious definition tries them all.
        #[test]
        fn settles_in_order(half in 1usize..8, cells in prop::collection::vec((0u8..100, 0i64..3, 0i64..3), 91), density in 20u8..101) {
            let n = 2 * half;
            let mut cost = alloc::vec![alloc::vec![None; n]; n];
            let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let known = pairs.zip(cells).filter(|&(_, (dice, _, _))| dice < density);
            let edges: Vec<Edge<6>> = known.map(|((i, j), (_, high, low))| (i, j, Weight([0, high / 2, 0, low / 2, 0, 0]))).collect();
            for &(i, j, value) in &edges {
                cost[i][j] = Some(value);
            }
            let best = least(&cost, (1 << n) - 1);
            let Some(mut solver) = Solver::new(n, edges, &|| true) else { return Ok(()) };
            solver.start_greedily();
            if solver.complete().is_none() {
                return Ok(());
            }
            solver.forget_dear_edges();
            let (mut free, mut paid) = ((1u32 << n) - 1, Weight::ZERO);
            for v in 0..n {
                solver.settle(v, |other| other as i64).unwrap();
                if free >> v & 1 == 0 {
                    continue;
                }
                let first = (v + 1..n).find(|&j| {
                    let rest = free & !(1 << v | 1 << j);
                    free >> j & 1 == 1 && cost[v][j].is_some_and(|c| least(&cost, rest).is_some_and(|rest| Some(paid + c + rest) == best))
                });
                prop_assert_eq!(Some(solver.partner(v)), first, "vertex {}", v);
                let j = solver.partner(v);
                (free, paid) = (free & !(1 << v | 1 << j), paid + cost[v][j].unwrap());
            }
        }
    }
}
