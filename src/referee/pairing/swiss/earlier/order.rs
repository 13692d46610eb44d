//! The natural order among pairings that are equally good (FIDE C.04.3, section D1): each player of the upper half, from the first
//! on, meets the first player of the lower half that the quality of the whole allows.

use super::bracket::Bracket;
use crate::pairing::swiss::{Weight, matching, perfect_matching, weight};
use alloc::vec::Vec;

/// An edge of the graph that a bracket is paired by.
pub type Edge = weight::Edge<6>;
type Matching = matching::Matching<6>;

/// How much may be tried for one bracket, in edges times vertices of the matchings. Beyond that the order stays what the least squares have made it: as near to the
/// natural pairing as possible in sum, but not from the top.
const WORK: usize = 10_000_000;

/// Brings a bracket's best matching into the natural order. The bracket's players are the first vertices, in rank order.
pub(super) fn arrange(bracket: &Bracket<'_>, edges: Vec<Edge>, vertices: usize, best: Matching) -> Matching {
    let players = bracket.players.len();
    let mut search = Search::new(edges, vertices, best, bracket.moved_down == 0);
    // Those moved down first: each meets the first resident.
    for at in 0..bracket.moved_down {
        search.fix(at, bracket.moved_down..players);
    }
    // Then the residents left over, whose halves are known only now.
    let taken = |at: usize| search.best.mate[at] < bracket.moved_down;
    let rest: Vec<usize> = (bracket.moved_down..players).filter(|&at| !taken(at)).collect();
    let floating = rest.iter().filter(|&&at| search.best.mate[at] >= players).count();
    let half = (rest.len() - floating) / 2;
    if bracket.moved_down > 0 && !search.recount(&rest, half, players) {
        return search.best;
    }
    for i in 0..half {
        search.fix(rest[i], rest[half..].iter().copied());
    }
    search.best
}

/// All criteria, and, where the halves are known, the number of players exchanged between them; but not the distance from the
/// natural pairing.
fn quality(matching: &Matching, halves: bool) -> Weight<6> {
    let mut cost = matching.cost;
    cost.0[5] = if halves { cost.0[5] >> 40 } else { 0 };
    cost
}

struct Search {
    edges: Vec<Edge>,
    /// The edges of each vertex.
    of: Vec<Vec<usize>>,
    vertices: usize,
    /// Partners for good, or the vertex itself.
    fixed: Vec<usize>,
    best: Matching,
    halves: bool,
    work: usize,
}

impl Search {
    fn new(edges: Vec<Edge>, vertices: usize, best: Matching, halves: bool) -> Search {
        let mut of = alloc::vec![Vec::new(); vertices];
        for (k, &(u, v, _)) in edges.iter().enumerate() {
            of[u].push(k);
            of[v].push(k);
        }
        Search { edges, of, vertices, fixed: (0..vertices).collect(), best, halves, work: 0 }
    }

    /// Pairs `at` for good, with the first candidate that costs no quality, or as it is if there is none.
    fn fix(&mut self, at: usize, candidates: impl Iterator<Item = usize>) {
        let mut possible = alloc::vec![false; self.vertices];
        for &k in &self.of[at] {
            let other = self.edges[k].0 + self.edges[k].1 - at;
            // An edge that is not tight in an optimal solution is in no optimal matching.
            let tight = self.best.slack[k].0[..5].iter().all(|&digit| digit == 0);
            possible[other] = tight && self.fixed[other] == other;
        }
        let mate = self.best.mate[at];
        for other in candidates.take_while(|&other| other != mate).filter(|&other| possible[other]) {
            let work = self.edges.len() * self.vertices;
            if self.work + work > WORK {
                break;
            }
            self.work += work;
            self.pair(at, other);
            if let Some(matching) = self.solve()
                && quality(&matching, self.halves) == quality(&self.best, self.halves)
            {
                self.best = matching;
                return;
            }
            self.pair(at, at);
            self.pair(other, other);
        }
        self.pair(at, mate);
    }

    fn pair(&mut self, at: usize, other: usize) {
        self.fixed[at] = other;
        self.fixed[other] = at;
    }

    /// The best matching with the fixed pairs. Edges that contradict them count as tight: nobody asks.
    fn solve(&self) -> Option<Matching> {
        let free = |v: usize| self.fixed[v] == v;
        let agrees = |&(u, v, _): &Edge| self.fixed[u] == v || (free(u) && free(v));
        let (kept, edges): (Vec<usize>, Vec<Edge>) = self.edges.iter().copied().enumerate().filter(|(_, edge)| agrees(edge)).unzip();
        let mut matching = perfect_matching(self.vertices, &edges, &|| true)?;
        let mut slack = alloc::vec![Weight::default(); self.edges.len()];
        for (k, tightness) in kept.into_iter().zip(matching.slack) {
            slack[k] = tightness;
        }
        matching.slack = slack;
        Some(matching)
    }

    /// Measures the exchanges and distances anew, now that it is known who is left: `rest`, of whom the first `half` are S1.
    fn recount(&mut self, rest: &[usize], half: usize, players: usize) -> bool {
        let place = |at: usize| rest.iter().position(|&r| r == at);
        for (u, v, cost) in &mut self.edges {
            cost.0[5] = match (place(*u), place(*v)) {
                (Some(a), Some(b)) => Bracket::distance(a, b, half),
                (Some(a), None) if *v >= players => Bracket::distance_of_floater(a, rest.len(), half),
                _ => 0,
            };
        }
        match self.solve() {
            Some(best) => {
                self.best = best;
                self.halves = true;
                true
            }
            None => false,
        }
    }
}
