//! Tours by clause learning: one variable for each edge between two squares.
//!
//! Every square has two edges of the tour. An open tour is a closed one through one more vertex, the hub, a neighbour of its two ends. A path must not
//! close before it has all vertices, which is a rule beside the clauses.

use super::{NoTour, RestrictedTour, Tour, TourKind, TourSquare};
use crate::learning::{Formula, Rules, is_false, is_true};
use crate::{Cost, KeepGoing, Solved, StreamEnding, Verdict};
use batsat::{Lit, TheoryArg, Var, lbool};
use core::ops::ControlFlow;

/// A tour of a field, or the proof that there is none.
pub(super) fn search(field: &RestrictedTour, keep_going: KeepGoing) -> Solved<Tour> {
    if let Some(why) = field.refusal() {
        return Solved { verdict: Verdict::Impossible(why.into()), cost: Cost::default() };
    }
    let squares: Vec<TourSquare> = field.squares().collect();
    let order = |squares: Vec<TourSquare>| squares.into_iter().map(|square| field.board().index(square)).collect();
    if squares.len() <= 2 {
        let start = field.problem().start();
        let path = [start].into_iter().chain(squares.into_iter().filter(|&square| square != start)).collect();
        return Solved { verdict: Verdict::Solved(Tour::of_field(field, order(path))), cost: Cost::default() };
    }
    let graph = Graph::new(field, &squares);
    let mut formula = Formula::new();
    let edges: Vec<Var> = graph.edges.iter().map(|_| formula.variable()).collect();
    let of_vertex = |edges_of: &[u16]| edges_of.iter().map(|&edge| edges[usize::from(edge)]).collect::<Vec<_>>();
    for (vertex, of) in graph.of.iter().enumerate() {
        match graph.last.filter(|_| graph.has_hub && vertex + 1 == graph.of.len()) {
            // The edge to the start is needed.
            Some(last) => formula.exactly_one(&of_vertex(&of.iter().copied().filter(|&edge| edge != last).collect::<Vec<_>>())),
            None => formula.exactly(2, &of_vertex(of)),
        }
    }
    graph.needed.iter().for_each(|&edge| formula.clause([is_true(edges[usize::from(edge)])]));
    let mut found = None;
    let (ending, cost) = formula.solve(Paths::new(&graph, &edges), keep_going, &mut |values| {
        found = Some(graph.walk(|edge| values.value(edges[usize::from(edge)]) == lbool::TRUE));
        ControlFlow::Break(())
    });
    let verdict = match (found, ending) {
        (Some(path), _) => Verdict::Solved(Tour::of_field(field, order(path.into_iter().map(|at| squares[at]).collect()))),
        (None, StreamEnding::Exhausted) => Verdict::Impossible(NoTour::EveryChoice { guesses: cost.expanded }.into()),
        (None, _) => Verdict::LimitReached,
    };
    Solved { verdict, cost: Cost { generated: cost.generated.max(squares.len() as u64), ..cost } }
}

/// The squares by number, the hub last if there is one, and the edges between them.
struct Graph {
    start: u16,
    has_hub: bool,
    edges: Vec<[u16; 2]>,
    of: Vec<Vec<u16>>,
    needed: Vec<u16>,
    /// The first and the last edge of the tour, where they are known.
    first: Option<u16>,
    last: Option<u16>,
}

impl Graph {
    fn new(field: &RestrictedTour, squares: &[TourSquare]) -> Graph {
        let number = |square: TourSquare| squares.iter().position(|&other| other == square).expect("all open squares are listed") as u16;
        let mut numbers = vec![0; field.board().squares() as usize];
        for (at, &square) in squares.iter().enumerate() {
            numbers[field.board().index(square) as usize] = at as u16;
        }
        let number_of = |square: TourSquare| numbers[field.board().index(square) as usize];
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
        let step = |step: &[TourSquare]| joining(&edges, number_of(step[0]), number_of(step[1]));
        let first = field.visited().windows(2).next().and_then(step);
        let needed = last.into_iter().chain(field.visited().windows(2).filter_map(step)).collect();
        let mut of = vec![Vec::new(); squares.len() + usize::from(has_hub)];
        for (edge, ends) in (0..).zip(&edges) {
            ends.iter().for_each(|&end| of[usize::from(end)].push(edge));
        }
        Graph { start, has_hub, edges, of, needed, first, last }
    }

    fn beyond(&self, edge: u16, from: u16) -> u16 {
        let [one, other] = self.edges[usize::from(edge)];
        if one == from { other } else { one }
    }

    /// The vertices of a tour from the start on, without the hub.
    fn walk(&self, is_true: impl Fn(u16) -> bool) -> Vec<usize> {
        let edges_of = |vertex: u16| self.of[usize::from(vertex)].iter().copied().filter(|&edge| is_true(edge));
        let hub = self.of.len() as u16 - 1;
        let mut path = vec![self.start];
        let leaves = |edge: &u16| self.first.is_none_or(|first| first == *edge) && self.last != Some(*edge);
        let mut last = edges_of(self.start).find(leaves).expect("the start has two edges");
        loop {
            let here = self.beyond(last, path[path.len() - 1]);
            if here == self.start || (self.has_hub && here == hub) {
                return path.into_iter().map(usize::from).collect();
            }
            path.push(here);
            last = edges_of(here).find(|&edge| edge != last).expect("every vertex has two edges");
        }
    }
}

struct Join {
    edge: u16,
    /// The place of the edge among the true literals.
    place: usize,
    /// The two ends of paths that it changed, with their previous other ends.
    changed: [(u16, u16); 2],
}

/// The paths of the true edges.
struct Paths<'a> {
    graph: &'a Graph,
    variables: &'a [Var],
    /// For each end of a path the other end; the vertex itself if no edge is true.
    far: Vec<u16>,
    joins: Vec<Join>,
    /// By edge: the index of its join.
    joined: Vec<Option<usize>>,
    /// By edge that would close a cycle: the number of joins that make it one.
    closes: Vec<usize>,
}

impl<'a> Paths<'a> {
    fn new(graph: &'a Graph, variables: &'a [Var]) -> Paths<'a> {
        let far = (0..graph.of.len() as u16).collect();
        let edges = graph.edges.len();
        Paths { graph, variables, far, joins: Vec::new(), joined: vec![None; edges], closes: vec![0; edges] }
    }

    /// The first `joins` edges on the path between the ends of an edge.
    fn path(&self, edge: u16, joins: usize) -> impl Iterator<Item = Var> {
        let [from, to] = self.graph.edges[usize::from(edge)];
        let (mut here, mut last) = (from, edge);
        core::iter::from_fn(move || {
            let is_on = |&edge: &u16| edge != last && self.joined[usize::from(edge)].is_some_and(|before| before < joins);
            let next = self.graph.of[usize::from(here)].iter().copied().find(is_on).filter(|_| here != to)?;
            (here, last) = (self.graph.beyond(next, here), next);
            Some(self.variables[usize::from(next)])
        })
    }

    /// Joins two paths, and forbids the edge that would close the result too early.
    fn join(&mut self, edge: u16, place: usize, values: &mut TheoryArg) {
        let [one, other] = self.graph.edges[usize::from(edge)];
        let (first, last) = (self.far[usize::from(one)], self.far[usize::from(other)]);
        let vertices = self.far.len();
        if first == other {
            if self.joins.len() + 1 < vertices {
                let closed: Vec<Lit> = self.path(edge, self.joins.len()).chain([self.variables[usize::from(edge)]]).map(is_false).collect();
                values.raise_conflict(&closed, false);
            }
            return;
        }
        self.joined[usize::from(edge)] = Some(self.joins.len());
        self.joins.push(Join { edge, place, changed: [(first, one), (last, other)] });
        (self.far[usize::from(first)], self.far[usize::from(last)]) = (last, first);
        if self.joins.len() + 1 < vertices {
            let graph = self.graph;
            let closing = graph.of[usize::from(first)].iter().copied().find(|&edge| graph.edges[usize::from(edge)].contains(&last));
            let is_open = |&edge: &u16| values.value(self.variables[usize::from(edge)]) == lbool::UNDEF;
            if let Some(closing) = closing.filter(is_open) {
                self.closes[usize::from(closing)] = self.joins.len();
                values.propagate(is_false(self.variables[usize::from(closing)]));
            }
        }
    }
}

impl Rules for Paths<'_> {
    fn follow(&mut self, values: &mut TheoryArg, from: usize) {
        for place in from..values.model().len() {
            let literal = values.model()[place];
            let edge = literal.var().idx() as usize;
            if literal.sign() && edge < self.variables.len() {
                self.join(edge as u16, place, values);
                if !values.is_ok() {
                    return;
                }
            }
        }
    }

    fn back_to(&mut self, length: usize) {
        while let Some(Join { edge, changed, .. }) = self.joins.pop_if(|join| join.place >= length) {
            self.joined[usize::from(edge)] = None;
            changed.into_iter().rev().for_each(|(end, far)| self.far[usize::from(end)] = far);
        }
    }

    fn explain(&self, literal: Lit) -> Vec<Lit> {
        let edge = literal.var().idx() as u16;
        self.path(edge, self.closes[usize::from(edge)]).map(is_true).collect()
    }
}
