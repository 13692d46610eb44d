//! Tours by conflict-driven clause learning: one variable for each edge between two squares.
//!
//! Every square has two edges of the tour. An open tour is a closed one through one more vertex, the hub, a neighbour of its two ends. A path must not
//! close before it has all vertices.

use super::board::{Square, TourKind};
use super::existence::NoTour;
use super::field::Field;
use super::tour::Tour;
use crate::learning::{Rules, Search, Trail, Value};
use crate::{Cost, KeepGoing, Solved, Verdict};
use core::ops::ControlFlow;

/// A tour of a field, or the proof that there is none.
pub(super) fn search(field: &Field, keep_going: KeepGoing) -> Solved<Tour> {
    if let Some(why) = field.refusal() {
        return Solved { verdict: Verdict::Impossible(why.into()), cost: Cost::default() };
    }
    let squares: Vec<Square> = field.squares().collect();
    let order = |squares: Vec<Square>| squares.into_iter().map(|square| field.board().index(square)).collect();
    if squares.len() <= 2 {
        let start = field.problem().start();
        let path = [start].into_iter().chain(squares.into_iter().filter(|&square| square != start)).collect();
        return Solved { verdict: Verdict::Solved(Tour::of_field(field, order(path))), cost: Cost::default() };
    }
    let graph = Graph::new(field, &squares);
    let mut search = Search::new(Paths::new(&graph));
    let mut found = None;
    let ending = search.run(&mut |cost: &Cost| keep_going(cost), &mut |trail| {
        found = Some(trail.walk());
        ControlFlow::Break(())
    });
    let verdict = match (found, ending) {
        (Some(path), _) => Verdict::Solved(Tour::of_field(field, order(path.into_iter().map(|at| squares[at]).collect()))),
        (None, crate::StreamEnding::Exhausted) => Verdict::Impossible(NoTour::EveryChoice { guesses: search.cost().expanded }.into()),
        (None, _) => Verdict::LimitReached,
    };
    let cost = search.cost();
    Solved { verdict, cost: Cost { generated: cost.generated.max(squares.len() as u64), ..cost } }
}

/// The squares by number, the hub last if there is one, and the edges between them.
struct Graph {
    start: u16,
    /// Whether the last vertex is the hub.
    has_hub: bool,
    edges: Vec<[u16; 2]>,
    /// The edges of each vertex.
    of: Vec<Vec<u16>>,
    /// The edges that every tour has.
    needed: Vec<u16>,
    /// The first and the last edge of the tour, where they are known.
    first: Option<u16>,
    last: Option<u16>,
}

impl Graph {
    fn new(field: &Field, squares: &[Square]) -> Graph {
        let number = |square: Square| squares.iter().position(|&other| other == square).expect("all open squares are listed") as u16;
        let mut numbers = vec![0; field.board().squares() as usize];
        for (at, &square) in squares.iter().enumerate() {
            numbers[field.board().index(square) as usize] = at as u16;
        }
        let number_of = |square: Square| numbers[field.board().index(square) as usize];
        let mut edges = Vec::new();
        for (at, &square) in (0..).zip(squares) {
            edges.extend(field.neighbours(square).map(number_of).filter(|&other| other > at).map(|other| [at, other]));
        }
        let start = number(field.problem().start());
        let has_hub = field.problem().kind() == TourKind::Open;
        let hub = squares.len() as u16;
        let joining = |edges: &[[u16; 2]], one: u16, other: u16| {
            edges.iter().position(|edge| *edge == [one.min(other), one.max(other)]).map(|at| at as u16)
        };
        let mut last = None;
        if has_hub {
            last = Some(edges.len() as u16);
            edges.push([start, hub]);
            let end = field.end().map(number);
            edges.extend((0..hub).filter(|&at| at != start && end.is_none_or(|end| at == end)).map(|at| [at, hub]));
        } else if let Some(end) = field.end().map(number) {
            last = joining(&edges, start, end);
        }
        let step = |step: &[Square]| joining(&edges, number_of(step[0]), number_of(step[1]));
        let first = field.visited().windows(2).next().and_then(step);
        let needed = last.into_iter().chain(field.visited().windows(2).filter_map(step)).collect();
        let mut of = vec![Vec::new(); squares.len() + usize::from(has_hub)];
        for (edge, ends) in (0..).zip(&edges) {
            ends.iter().for_each(|&end| of[usize::from(end)].push(edge));
        }
        Graph { start, has_hub, edges, of, needed, first, last }
    }
}

/// Why an edge is in the tour or not.
#[derive(Clone, Copy)]
enum Reason {
    Needed,
    /// That vertex has its two edges.
    Full(u16),
    /// That vertex needs all that it has left.
    Tight(u16),
    /// It would close the path that ends in that vertex and was joined by that edge.
    Closing(u16, u16),
}

/// A violated rule.
enum Conflict {
    /// That vertex has more than two edges.
    Over(u16),
    /// That vertex has fewer than two left.
    Under(u16),
    /// That edge closes a path that has not all vertices.
    Closed(u16),
}

/// The state of the vertices.
struct Paths<'a> {
    graph: &'a Graph,
    /// For each vertex, the number of true edges, and of edges that are not false.
    taken: Vec<u16>,
    left: Vec<u16>,
    /// For each end of a path the other end; the vertex itself if no edge is true.
    far: Vec<u16>,
    /// For each joined edge the two ends it changed, with their previous other ends.
    joins: Vec<(u16, [(u16, u16); 2])>,
}

impl<'a> Paths<'a> {
    fn new(graph: &'a Graph) -> Paths<'a> {
        let vertices = graph.of.len();
        let left = graph.of.iter().map(|edges| edges.len() as u16).collect();
        Paths { graph, taken: vec![0; vertices], left, far: (0..vertices as u16).collect(), joins: Vec::new() }
    }
}

impl Rules for Paths<'_> {
    type Reason = Reason;
    type Conflict = Conflict;
    const BYTES: u64 = 96;

    fn variables(&self) -> usize {
        self.graph.edges.len()
    }

    fn count(&mut self, edge: u16, value: Value) {
        for vertex in self.graph.edges[usize::from(edge)] {
            match value {
                Value::True => self.taken[usize::from(vertex)] += 1,
                _ => self.left[usize::from(vertex)] -= 1,
            }
        }
    }

    fn take_back(&mut self, edge: u16, value: Value) {
        for vertex in self.graph.edges[usize::from(edge)] {
            match value {
                Value::True => self.taken[usize::from(vertex)] -= 1,
                _ => self.left[usize::from(vertex)] += 1,
            }
        }
        if let Some(&(_, changed)) = self.joins.last().filter(|(joined, _)| *joined == edge) {
            self.joins.pop();
            for (end, far) in changed.into_iter().rev() {
                self.far[usize::from(end)] = far;
            }
        }
    }

    fn start(trail: &mut Trail<Self>) -> Result<(), Conflict> {
        let graph = trail.rules.graph;
        for &edge in &graph.needed {
            if trail.value(edge) == Value::Unknown {
                trail.set(edge, Value::True, Reason::Needed);
            }
        }
        (0..trail.rules.graph.of.len() as u16).try_for_each(|vertex| trail.look_at(vertex))
    }

    fn follow(trail: &mut Trail<Self>, edge: u16) -> Result<(), Conflict> {
        let ends = trail.rules.graph.edges[usize::from(edge)];
        for vertex in ends {
            trail.look_at(vertex)?;
        }
        if trail.value(edge) == Value::True { trail.join(edge, ends) } else { Ok(()) }
    }

    fn blame(trail: &Trail<Self>, conflict: Conflict, mut report: impl FnMut(u16)) {
        match conflict {
            Conflict::Over(vertex) => trail.edges_of(vertex, Value::True).for_each(report),
            Conflict::Under(vertex) => trail.edges_of(vertex, Value::False).for_each(report),
            Conflict::Closed(edge) => {
                report(edge);
                let [from, to] = trail.rules.graph.edges[usize::from(edge)];
                trail.path(from, to, trail.origin(edge).at, &mut report);
            }
        }
    }

    fn explain(trail: &Trail<Self>, edge: u16, reason: Reason, mut report: impl FnMut(u16)) {
        let at = trail.origin(edge).at;
        let earlier = |other: &u16| trail.origin(*other).at < at;
        match reason {
            Reason::Needed => {}
            Reason::Full(vertex) => trail.edges_of(vertex, Value::True).filter(earlier).for_each(report),
            Reason::Tight(vertex) => trail.edges_of(vertex, Value::False).filter(earlier).for_each(report),
            // Edges set since then but not propagated yet may branch off.
            Reason::Closing(from, joined) => {
                trail.path(from, beyond(trail.rules.graph, edge, from), trail.origin(joined).at + 1, &mut report);
            }
        }
    }
}

impl Trail<Paths<'_>> {
    fn edges_of(&self, vertex: u16, value: Value) -> impl Iterator<Item = u16> {
        self.rules.graph.of[usize::from(vertex)].iter().copied().filter(move |&edge| self.value(edge) == value)
    }

    /// Propagates the degree rule of a vertex.
    fn look_at(&mut self, vertex: u16) -> Result<(), Conflict> {
        let (value, reason) = match (self.rules.taken[usize::from(vertex)], self.rules.left[usize::from(vertex)]) {
            (3.., _) => return Err(Conflict::Over(vertex)),
            (_, ..2) => return Err(Conflict::Under(vertex)),
            (2, 2) => return Ok(()),
            (2, _) => (Value::False, Reason::Full(vertex)),
            (_, 2) => (Value::True, Reason::Tight(vertex)),
            _ => return Ok(()),
        };
        let graph = self.rules.graph;
        for &edge in &graph.of[usize::from(vertex)] {
            if self.value(edge) == Value::Unknown {
                self.set(edge, value, reason);
            }
        }
        Ok(())
    }

    /// Joins two paths and forbids the edge that would close the result too early.
    fn join(&mut self, edge: u16, [one, other]: [u16; 2]) -> Result<(), Conflict> {
        let rules = &mut self.rules;
        let vertices = rules.graph.of.len();
        let (first, last) = (rules.far[usize::from(one)], rules.far[usize::from(other)]);
        if first == other {
            return if rules.joins.len() + 1 == vertices { Ok(()) } else { Err(Conflict::Closed(edge)) };
        }
        rules.joins.push((edge, [(first, one), (last, other)]));
        rules.far[usize::from(first)] = last;
        rules.far[usize::from(last)] = first;
        let (joined, graph) = (rules.joins.len(), rules.graph);
        if joined + 1 < vertices {
            let closing = graph.of[usize::from(first)].iter().find(|&&edge| graph.edges[usize::from(edge)].contains(&last));
            if let Some(&closing) = closing.filter(|&&closing| self.value(closing) == Value::Unknown) {
                self.set(closing, Value::False, Reason::Closing(first, edge));
            }
        }
        Ok(())
    }

    /// Reports the edges of the path between two vertices that were set before `at`.
    fn path(&self, from: u16, to: u16, at: u32, report: &mut impl FnMut(u16)) {
        let graph = self.rules.graph;
        let earlier = |edge: &u16| self.origin(*edge).at < at;
        // Another path may have reached this end since; it does not lead to the other end.
        for first in self.edges_of(from, Value::True).filter(earlier) {
            let mut edges = vec![first];
            let mut here = beyond(graph, first, from);
            while here != to {
                let last = edges[edges.len() - 1];
                let Some(next) = self.edges_of(here, Value::True).filter(earlier).find(|&edge| edge != last) else { break };
                here = beyond(graph, next, here);
                edges.push(next);
            }
            if here == to {
                edges.into_iter().for_each(report);
                return;
            }
        }
        unreachable!("the edges of a path are known before what closes it");
    }

    /// The vertices of a complete tour from the start on, without the hub.
    fn walk(&self) -> Vec<usize> {
        let graph = self.rules.graph;
        let hub = graph.of.len() as u16 - 1;
        let mut path = vec![graph.start];
        let leaves = |edge: &u16| graph.first.is_none_or(|first| first == *edge) && graph.last != Some(*edge);
        let mut last = self.edges_of(graph.start, Value::True).find(leaves).expect("the start has two edges");
        loop {
            let here = beyond(graph, last, path[path.len() - 1]);
            if here == graph.start || (graph.has_hub && here == hub) {
                return path.into_iter().map(usize::from).collect();
            }
            path.push(here);
            last = self.edges_of(here, Value::True).find(|&edge| edge != last).expect("every vertex has two edges");
        }
    }
}

/// The other end of an edge.
fn beyond(graph: &Graph, edge: u16, from: u16) -> u16 {
    let [one, other] = graph.edges[usize::from(edge)];
    if one == from { other } else { one }
}
