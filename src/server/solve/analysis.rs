//! A position as a task: its value, the best lines of play, and what it cost to find them.

use super::game::{Brain, Game, SOLVER};
use super::{Iterations, Outcome, Shown, Task, Tools, board};
use crate::Error;
use crate::work::Leash;
use protocol::{Analysis, AnalysisLine, AnalysisQuestion, Expected, MoveScore, PuzzleAnswer, Score, SearchCost, Seat, SolveLimits};
use puzzle::{Cost, Verdict};
use rules::connect_four::Column;
use rules::{ConnectFour, Side};
use search::connect_four::Solver;
use search::{Limits, Progress, Settings, score};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Time at work if the question has neither a depth nor a limit.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// The table or tree of an engine, in MiB, if nobody says.
const USUAL_MEBIBYTES: u64 = 64;
/// The deepest iteration that can be asked for, in plies.
const DEEPEST: u32 = 250;
/// The most lines that can be asked for.
const MOST_LINES: u32 = 100;
/// The first iteration of Monte Carlo tree search, in simulations; each further one is twice as long.
const FIRST_SIMULATIONS: u64 = 1_000;

/// A position of a game, to be analysed by a method.
#[derive(Clone)]
pub struct Position<P> {
    position: P,
    method: &'static str,
    evaluation: &'static str,
    depth: Option<u32>,
    lines: u32,
    seed: u64,
    limits: SolveLimits,
}

fn known(field: &str, name: Option<&str>, names: &'static [&'static str]) -> Result<&'static str, Error> {
    match name {
        None => Ok(names[0]),
        Some(name) => names.iter().find(|known| **known == name).copied().ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            Error::BadRequest(format!("`{field}`: there is no {name:?} for this game; there are {}", names.join(", ")))
        }),
    }
}

impl<P: Game> Position<P> {
    /// Reads a question.
    pub fn read(question: AnalysisQuestion) -> Result<Position<P>, Error> {
        let mut position = question.position.as_deref().map_or_else(|| Ok(P::start()), P::read)?;
        for (number, text) in (1..).zip(&question.moves) {
            let wrong = |error: &dyn std::error::Error| Error::BadRequest(format!("`moves`, move {number}: {error}"));
            let mv = text.parse::<P::Move>().map_err(|error| wrong(&error))?;
            position.explain(mv).map_err(|error| wrong(&error))?;
            position.play(mv);
        }
        let within = |field: &str, value: Option<u32>, most: u32| match value {
            Some(value) if value == 0 || value > most => {
                Err(Error::BadRequest(format!("`{field}` is a number from 1 to {most}; not {value}")))
            }
            value => Ok(value),
        };
        Ok(Position {
            position,
            method: known("method", question.method.as_deref(), P::METHODS)?,
            evaluation: known("evaluation", question.evaluation.as_deref(), P::EVALUATIONS)?,
            depth: within("depth", question.depth, DEEPEST)?,
            lines: within("lines", question.lines, MOST_LINES)?.unwrap_or(1),
            seed: question.seed.unwrap_or(0),
            limits: question.limits,
        })
    }

    fn settings(&self, leash: &Leash) -> Settings {
        let most = leash.budget().bytes >> 20;
        let mebibytes = self.limits.mebibytes.unwrap_or(USUAL_MEBIBYTES).min(most).max(1) as usize;
        Settings { seed: self.seed, mebibytes, ..Settings::default() }
    }

    /// Analyses the position, and tells `each` of every finished iteration.
    pub fn analyse(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        let mut budget = leash.budget();
        let unlimited = self.depth.is_none() && self.limits.nodes.is_none() && self.limits.seconds.is_none() && self.method != SOLVER;
        if unlimited && self.position.plies_left().is_none_or(|plies| plies > 9) {
            budget.time = budget.time.min(USUAL_TIME);
        }
        let settings = self.settings(leash);
        let solvable = self.position.solvable().filter(|_| self.method == SOLVER);
        // A table costs time before the search begins, and that is not the search's.
        let engine = if solvable.is_none() { Some(P::engine(self.method, self.evaluation, &settings)?) } else { None };
        let mut leash = leash.part(budget);
        let mut search = Search { question: self, leash: &mut leash, spent: SearchCost::default() };
        Ok(match (self.position.outcome(), solvable, engine) {
            (Some(outcome), ..) => search.ended(outcome),
            (None, Some(position), _) => search.solver(position, settings.mebibytes),
            (None, None, Some(engine)) => search.iterations(engine, each),
            (None, None, None) => unreachable!("what has no solver has an engine"),
        })
    }
}

/// One analysis at work.
struct Search<'q, 'l, 't, P> {
    question: &'q Position<P>,
    leash: &'l mut Leash<'t>,
    spent: SearchCost,
}

/// A move, its value, and the play that follows.
struct Line<M> {
    mv: M,
    score: Score,
    pv: Vec<M>,
}

impl<P: Game> Search<'_, '_, '_, P> {
    fn analysis(&self, depth: u32, score: Score, lines: &[Line<P::Move>]) -> Analysis {
        let Position { position, method, lines: wanted, .. } = self.question;
        let line = |line: &Line<P::Move>| AnalysisLine {
            mv: line.mv.to_string(),
            score: line.score,
            pv: line.pv.iter().map(ToString::to_string).collect(),
        };
        let time_us = self.leash.elapsed().as_micros() as u64;
        Analysis {
            game: P::NAME.into(),
            position: position.to_string(),
            to_move: seat(position.side_to_move()),
            method: (*method).into(),
            depth,
            score,
            lines: lines.iter().take(*wanted as usize).map(line).collect(),
            moves: lines.iter().map(|line| MoveScore { mv: line.mv.to_string(), score: line.score }).collect(),
            cut_short: self.leash.why().map(String::from),
            cost: SearchCost { depth, time_us, ..self.spent },
        }
    }

    fn ended(&self, outcome: rules::Outcome) -> Analysis {
        let side = self.question.position.side_to_move();
        let value = match outcome {
            rules::Outcome::Draw => score::DRAW,
            rules::Outcome::Win(winner) if winner == side => score::WIN,
            rules::Outcome::Win(_) => -score::WIN,
        };
        self.analysis(0, told(value, true), &[])
    }

    /// Iteration after iteration, if somebody listens; otherwise straight to the depth that was asked for.
    fn iterations(&mut self, mut engine: Brain<P>, mut each: Iterations) -> Analysis {
        let question = self.question;
        let by_simulations = question.method == "mcts";
        let deepest = question.depth.unwrap_or(DEEPEST).min(question.position.plies_left().unwrap_or(DEEPEST)).max(1);
        let step_by_step = each.is_some() || question.lines > 1;
        let mut done = self.analysis(0, told(0, false), &[]);
        let mut simulations = FIRST_SIMULATIONS;
        for depth in if step_by_step && !by_simulations { 1 } else { deepest }..=u32::MAX {
            let nodes = by_simulations.then_some(if step_by_step { simulations } else { u64::MAX });
            let asked = if question.depth.is_none() && !step_by_step { None } else { Some(depth) };
            let limits = Limits { depth: asked, nodes: self.nodes_left(nodes) };
            let Some((reached, lines)) = self.iteration(&mut *engine, &limits) else { break };
            // What was cut short says nothing, unless there is nothing else.
            let cut = self.leash.why().is_some() || self.nodes_left(None) == Some(0);
            if !lines.is_empty() && (!cut || !step_by_step || done.lines.is_empty()) {
                done = self.analysis(reached, lines[0].score, &lines);
                if let Some(each) = &mut each {
                    each(&done);
                }
            }
            simulations = simulations.saturating_mul(2);
            let decided = done.score.plies.is_some() || (!by_simulations && reached < depth);
            if cut || decided || !step_by_step || (!by_simulations && depth >= deepest) || question.method == "greedy" {
                break;
            }
        }
        let Analysis { depth, .. } = done;
        let whole = self.analysis(depth, done.score, &[]);
        let cut_short = whole.cut_short.or_else(|| {
            let spent = self.question.limits.nodes.filter(|nodes| self.spent.nodes >= *nodes);
            spent.filter(|_| !by_simulations).map(|nodes| format!("the limit of {nodes} nodes came first"))
        });
        Analysis { cost: whole.cost, cut_short, ..done }
    }

    fn nodes_left(&self, most: Option<u64>) -> Option<u64> {
        let left = self.question.limits.nodes.map(|nodes| nodes.saturating_sub(self.spent.nodes));
        left.into_iter().chain(most).min()
    }

    /// One search: the best move alone, or every move by itself. How deep it was, and the moves, the best first.
    fn iteration(&mut self, engine: &mut dyn search::Engine<P>, limits: &Limits) -> Option<(u32, Vec<Line<P::Move>>)> {
        let question = self.question;
        if question.lines == 1 {
            let found = self.search(engine, &question.position, limits)?;
            let exact = self.is_exact(found.depth);
            let line = Line { mv: found.best, score: told(found.score, exact), pv: found.pv };
            return Some((found.depth, vec![line]));
        }
        let mut lines = Vec::new();
        let mut reached = u32::MAX;
        let moves = question.position.legal_moves();
        let share = limits.nodes.map(|nodes| (nodes / moves.as_ref().len() as u64).max(1));
        for &mv in moves.as_ref() {
            let mut child = question.position.clone();
            child.play(mv);
            let (value, pv, depth) = match child.outcome() {
                Some(rules::Outcome::Draw) => (score::DRAW, Vec::new(), u32::MAX),
                Some(rules::Outcome::Win(winner)) => {
                    (if winner == child.side_to_move() { score::WIN } else { -score::WIN }, Vec::new(), u32::MAX)
                }
                None => {
                    let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
                    let found = self.search(engine, &child, &Limits { depth, nodes: share })?;
                    (found.score, found.pv, if found.depth == 0 { 0 } else { found.depth + 1 })
                }
            };
            if depth == 0 {
                // Not even one ply of this move: nothing can be compared.
                return None;
            }
            reached = reached.min(depth);
            lines.push(Line { mv, score: told(for_parent(value), self.is_exact(depth)), pv: [vec![mv], pv].concat() });
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score.value));
        let reached = if reached == u32::MAX { 1 } else { reached };
        Some((limits.depth.map_or(reached, |depth| depth.min(reached)), lines))
    }

    fn search(&mut self, engine: &mut dyn search::Engine<P>, position: &P, limits: &Limits) -> Option<search::Found<P::Move>> {
        let (leash, before) = (&mut *self.leash, self.spent.nodes);
        let mut go_on = |progress: &Progress| leash.go_on(before + progress.cost.nodes, progress.depth, 0);
        let found = engine.search(position, limits, &mut go_on)?;
        self.spent.nodes += found.cost.nodes;
        self.spent.leaves += found.cost.leaves;
        self.spent.cut_offs += found.cost.cut_offs;
        self.spent.table_hits += found.cost.table_hits;
        self.spent.selective_depth = self.spent.selective_depth.max(found.cost.selective_depth);
        Some(found)
    }

    /// Whether a search so deep has seen the end of every game.
    fn is_exact(&self, depth: u32) -> bool {
        let sees_all = !matches!(self.question.method, "mcts" | "greedy" | "quiescence");
        sees_all && self.question.position.plies_left().is_some_and(|plies| depth >= plies)
    }

    /// The exact value, and a best line to the end of the game; if more than one line is wanted, also the value of every column.
    fn solver(&mut self, position: &ConnectFour, mebibytes: usize) -> Analysis {
        let mut solver = Solver::new(mebibytes);
        let (ply, wanted) = (rules::Position::ply(position), self.question.lines);
        let Some(value) = self.value(&mut solver, position) else { return self.analysis(0, told(0, false), &[]) };
        let columns = if wanted > 1 { self.columns(&mut solver, position) } else { Some(Vec::new()) };
        let pv = self.best_line(&mut solver, position, value);
        // Columns are the moves of the game itself; their text is the same.
        let as_move = |column: &Column| column.to_string().parse::<P::Move>().ok();
        let pv: Vec<P::Move> = pv.iter().filter_map(as_move).collect();
        let others = columns.unwrap_or_default();
        let others = others.iter().filter_map(|(column, value)| Some((as_move(column)?, *value))).filter(|(mv, _)| Some(mv) != pv.first());
        let best = pv.first().map(|&mv| Line { mv, score: exact(value, ply), pv: pv.clone() });
        let lines: Vec<_> = best.into_iter().chain(others.map(|(mv, value)| Line { mv, score: exact(value, ply), pv: vec![mv] })).collect();
        self.analysis(rules::connect_four::CELLS - ply, exact(value, ply), &lines)
    }

    fn value(&mut self, solver: &mut Solver, position: &ConnectFour) -> Option<i32> {
        let (leash, before) = (&mut *self.leash, self.spent.nodes);
        let mut nodes = before;
        let solved = solver.solve(position, &mut |entered| {
            nodes = before + entered;
            leash.go_on(nodes, 0, 0)
        });
        self.spent.nodes = solved.map_or(nodes, |solved| before + solved.nodes);
        solved.map(|solved| solved.score)
    }

    /// Moves that keep the value, up to the end of the game or of the leash.
    fn best_line(&mut self, solver: &mut Solver, position: &ConnectFour, mut value: i32) -> Vec<Column> {
        let mut line = Vec::new();
        let mut at = position.clone();
        'plies: while rules::Position::outcome(&at).is_none() {
            let mut moves: Vec<Column> = rules::Position::legal_moves(&at).into_iter().collect();
            moves.sort_by_key(|column| column.index().abs_diff(rules::connect_four::COLUMNS / 2));
            for mv in moves {
                let mut child = at.clone();
                rules::Position::play(&mut child, mv);
                let Some(reply) = self.value(solver, &child) else { break 'plies };
                if -reply == value {
                    line.push(mv);
                    (at, value) = (child, reply);
                    continue 'plies;
                }
            }
            break;
        }
        line
    }

    /// The columns that can be played with their values, the best first.
    fn columns(&mut self, solver: &mut Solver, position: &ConnectFour) -> Option<Vec<(Column, i32)>> {
        let mut columns = Vec::new();
        for mv in rules::Position::legal_moves(position) {
            let mut child = position.clone();
            rules::Position::play(&mut child, mv);
            columns.push((mv, -self.value(solver, &child)?));
        }
        columns.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        Some(columns)
    }
}

fn seat(side: Side) -> Seat {
    match side {
        Side::White => Seat::White,
        Side::Black => Seat::Black,
    }
}

/// The value of a position for the side that moves there, as its parent's side sees it: the end is a ply further away.
fn for_parent(value: i32) -> i32 {
    if score::is_decided(value) { -value - (-value).signum() } else { -value }
}

/// A value of game-tree search.
fn told(value: i32, exact: bool) -> Score {
    let expected = match value {
        value if score::is_decided(value) => Some(if value > 0 { Expected::Win } else { Expected::Loss }),
        score::DRAW if exact => Some(Expected::Draw),
        _ => None,
    };
    Score { value, expected, plies: score::plies_to_end(value) }
}

/// A value of the Connect Four solver, `ply` plies into the game.
fn exact(value: i32, ply: u32) -> Score {
    // The winning stone is ply n with value = ⌊(44 − n) / 2⌋; the side to move places the stones ply + 1, ply + 3, …
    let first = 43 - 2 * value.unsigned_abs();
    let winner_moves_now = value > 0;
    let last = if (first % 2 == (ply + 1) % 2) == winner_moves_now { first } else { first + 1 };
    let (expected, plies) = match value {
        0 => (Expected::Draw, None),
        1.. => (Expected::Win, Some(last.saturating_sub(ply))),
        _ => (Expected::Loss, Some(last.saturating_sub(ply))),
    };
    Score { value, expected: Some(expected), plies }
}

impl Shown for Analysis {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Game(self.clone())
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n{} to move, {}\n\n", board::text(self), self.to_move.word(), worded(&self.score));
        for line in &self.lines {
            out += &format!("{:>6}  {:<28} {}\n", line.mv, worded(&line.score), line.pv.join(" "));
        }
        let SearchCost { nodes, leaves, cut_offs, table_hits, depth, selective_depth, time_us } = self.cost;
        out += &format!(
            "\n{}, depth {depth} (selective {selective_depth}): {nodes} nodes, {leaves} leaves, {cut_offs} cut-offs, {table_hits} table \
             hits, {:.3} s\n",
            self.method,
            time_us as f64 / 1e6
        );
        if let Some(why) = &self.cut_short {
            out += &format!("{why}\n");
        }
        out
    }

    fn svg(&self) -> Option<String> {
        Some(board::svg(self, &self.brief()))
    }

    fn brief(&self) -> String {
        self.lines.first().map_or_else(|| worded(&self.score), |line| format!("{}, {}", line.mv, worded(&line.score)))
    }
}

fn worded(score: &Score) -> String {
    match (score.expected, score.plies) {
        (Some(expected), Some(1)) => format!("{} in 1 ply", expected.word()),
        (Some(expected), Some(plies)) => format!("{} in {plies} plies", expected.word()),
        (Some(expected), None) => expected.word().into(),
        (None, _) => format!("value {}", score.value),
    }
}

impl<P: Game> Task for Position<P> {
    fn puzzle(&self) -> &'static str {
        P::NAME
    }

    fn method(&self) -> String {
        self.method.into()
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = known("method", Some(method), P::METHODS)?;
        Ok(Box::new(Position { method, ..self.clone() }))
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        let analysis = self.analyse(leash, None)?;
        let SearchCost { nodes, leaves, selective_depth, .. } = analysis.cost;
        let (search, why) = (Some(analysis.cost), analysis.cut_short.clone());
        let cost = Cost { generated: nodes, expanded: nodes.saturating_sub(leaves), frontier: 0, depth: selective_depth, bytes: 0 };
        let over = self.position.outcome().is_some();
        let verdict = if analysis.depth == 0 && !over { Verdict::GaveUp } else { Verdict::Solved(analysis) };
        Ok(Outcome { search, why, ..Outcome::of(verdict, |analysis| analysis.score.expected.is_some(), cost) })
    }

    fn analysis(&self, leash: &mut Leash, each: Iterations) -> Result<Analysis, Error> {
        self.analyse(leash, each)
    }
}

/// Of a position the text itself.
pub fn from_text(text: &str) -> Map<String, Value> {
    let text = text.trim();
    if text.is_empty() { Map::new() } else { Map::from_iter([("position".into(), json!(text))]) }
}
