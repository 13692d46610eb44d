//! The matching against its definition, on small graphs.

use super::*;
use core::ops::Add;
use proptest::prelude::*;

type Costs = Vec<Vec<Option<Weight<6>>>>;

/// The definition: the first vertex has some partner.
fn least(cost: &Costs, free: u32) -> Option<Weight<6>> {
    if free == 0 {
        return Some(Weight::ZERO);
    }
    let first = free.trailing_zeros() as usize;
    let partners = (first + 1..cost.len()).filter(|&j| free >> j & 1 == 1);
    partners.filter_map(|j| Some(cost[first][j]? + least(cost, free & !(1 << first | 1 << j))?)).min()
}

/// The costs and edges of `n` vertices. Each pair has a cell: it is an edge if its first number is below `density`.
fn graph(n: usize, cells: Vec<(u8, i64, i64)>, density: u8, weight: fn(i64, i64) -> Weight<6>) -> (Costs, Vec<Edge<6>>) {
    let mut cost = alloc::vec![alloc::vec![None; n]; n];
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let known = pairs.zip(cells).filter(|&(_, (dice, _, _))| dice < density);
    let edges: Vec<Edge<6>> = known.map(|((i, j), (_, high, low))| (i, j, weight(high, low))).collect();
    edges.iter().for_each(|&(i, j, value)| cost[i][j] = Some(value));
    (cost, edges)
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
        let (cost, edges) = graph(n, cells, density, |high, low| Weight([0, high, 0, low, 1, 0]));
        let found = perfect_matching(n, edges, &|| true).map(|mate| {
            assert!((0..n).all(|v| mate[mate[v]] == v && mate[v] != v));
            (0..n).filter(|&v| v < mate[v]).map(|v| cost[v][mate[v]].unwrap()).fold(Weight::ZERO, Weight::add)
        });
        prop_assert_eq!(found, least(&cost, (1 << n) - 1));
    }

    /// Each vertex in turn gets the first partner that an optimal matching allows.
    #[test]
    fn settles_vertices_in_order(half in 1usize..8, cells in prop::collection::vec((0u8..100, 0i64..3, 0i64..3), 91), density in 20u8..101) {
        let n = 2 * half;
        let (cost, edges) = graph(n, cells, density, |high, low| Weight([0, high / 2, 0, low / 2, 0, 0]));
        let best = least(&cost, (1 << n) - 1);
        let Some(mut solver) = MatchingSolver::new(n, edges, &|| true) else { return Ok(()) };
        solver.start_greedily();
        if solver.complete().is_none() {
            return Ok(());
        }
        solver.remove_non_tight_edges();
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
