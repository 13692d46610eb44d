//! The knight's tour as a task.

use super::{Each, Outcome, Shown, Task, Tools, bad, bad_field};
use crate::core::Error;
use crate::core::work::Leash;
use protocol::{CountAnswer, PuzzleAnswer, SolveLimits, TourAnswer, TourQuestion};
use puzzle::knights_tour::{Board, Counted, Kind, Method, Order, Problem, Tour, Tours, count, solve, svg, text};
use puzzle::{Ending, Stream, Verdict};
use serde_json::{Map, Value, json};

/// A knight's tour to be found, or tours to be counted.
#[derive(Clone)]
pub struct KnightsTour {
    problem: Problem,
    method: Option<Method>,
    counted: Option<Counted>,
    limits: SolveLimits,
}

impl KnightsTour {
    /// The methods, the default first.
    pub fn methods() -> Vec<String> {
        Method::ALL.iter().map(Method::to_string).collect()
    }

    /// Reads a question.
    pub fn read(question: TourQuestion) -> Result<KnightsTour, Error> {
        let board: Board = question.board.parse().map_err(bad_field("board"))?;
        let (start, kind) = (question.start.as_deref().unwrap_or("0,0"), question.kind.as_deref().unwrap_or("open"));
        let problem = Problem::parse(&board.to_string(), start, kind).map_err(bad)?;
        let counted = match question.count.as_deref() {
            None => None,
            Some("from-start") => Some(Counted::From(problem)),
            Some("all") if problem.kind() == Kind::Open => Some(Counted::OpenDirected(board)),
            Some("all") => Some(Counted::ClosedUndirected(board)),
            Some(_) => return Err(Error::BadRequest("`count` is from-start or all".into())),
        };
        if counted.is_some() && question.method.as_deref().is_some_and(|method| method != "frontier") {
            return Err(Error::BadRequest("tours are counted by the frontier method alone: leave `method` out, or out `count`".into()));
        }
        let method = question.method.filter(|_| counted.is_none()).map(|name| name.parse().map_err(bad_field("method"))).transpose()?;
        Ok(KnightsTour { problem, method, counted, limits: question.limits })
    }

    /// `8x8`, `8x8 0,0`, `8x8 0,0 closed` or `8x8 closed`.
    pub fn from_text(text: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        for (number, word) in text.split_whitespace().enumerate() {
            let field = match word {
                _ if number == 0 => "board",
                "open" | "closed" => "kind",
                _ => "start",
            };
            fields.insert(field.into(), json!(word));
        }
        fields
    }
}

/// The number of tours.
pub(super) struct Number {
    pub(super) what: &'static str,
    pub(super) number: u64,
    pub(super) all: bool,
}

impl Shown for Number {
    fn answer(&self) -> PuzzleAnswer {
        PuzzleAnswer::Count(CountAnswer { solutions: self.number, all: self.all })
    }

    fn text(&self) -> String {
        format!("{}\n", self.brief())
    }

    fn svg(&self) -> Option<String> {
        None
    }

    fn brief(&self) -> String {
        format!("{}{} {}", if self.all { "" } else { "at least " }, self.number, self.what)
    }
}

impl Shown for Tour {
    fn answer(&self) -> PuzzleAnswer {
        let squares = self.squares().map(|square| [square.row(), square.column()]).collect();
        let board = self.numbers().chunks(self.board().width() as usize).map(<[u32]>::to_vec).collect();
        PuzzleAnswer::Tour(TourAnswer { squares, board, closed: self.closes() })
    }

    fn text(&self) -> String {
        text(self)
    }

    fn svg(&self) -> Option<String> {
        Some(svg(self))
    }

    fn brief(&self) -> String {
        format!("a tour of {} squares", self.board().squares())
    }
}

/// Bytes of the answer for a square: a pair and a number, as JSON.
const BYTES_A_SQUARE: u64 = 22;

impl Task for KnightsTour {
    fn puzzle(&self) -> &'static str {
        "knights-tour"
    }

    fn method(&self) -> String {
        if self.counted.is_some() { "frontier".into() } else { self.method.unwrap_or(Method::Construction).to_string() }
    }

    fn limits(&self) -> &SolveLimits {
        &self.limits
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method = Some(method.parse().map_err(bad)?);
        Ok(Box::new(KnightsTour { method, counted: None, ..self.clone() }))
    }

    fn answer_bytes(&self) -> u64 {
        if self.counted.is_some() { 0 } else { u64::from(self.problem.board().squares()) * BYTES_A_SQUARE }
    }

    fn solve(&self, _: &Tools, leash: &mut Leash) -> Result<Outcome, Error> {
        let go_on = &mut |cost: &puzzle::Cost| leash.allows(cost);
        if let Some(counted) = self.counted {
            let solved = count(counted, go_on).map_err(bad)?;
            let number = match solved.verdict {
                Verdict::Solved(number) => Verdict::Solved(Number { what: "tours", number, all: true }),
                Verdict::Impossible(why) => Verdict::Impossible(why),
                Verdict::GaveUp => Verdict::GaveUp,
            };
            return Ok(Outcome::of(number, |_| true, solved.cost));
        }
        let solved = solve(self.problem, self.method.unwrap_or(Method::Construction), go_on).map_err(bad)?;
        Ok(Outcome::of(solved.verdict, |_| true, solved.cost))
    }

    fn each(&self, leash: &mut Leash, each: Each) -> Result<Stream, Error> {
        let order = match self.method {
            None | Some(Method::FewestOnward) => Order::FewestOnward,
            Some(Method::DepthFirst) => Order::Listed,
            Some(method) => {
                return Err(Error::BadRequest(format!("tours one by one are found by fewest-onward or depth-first, not by {method}")));
            }
        };
        let mut tours = Tours::new(self.problem, order).map_err(bad)?;
        let mut found = 0;
        let ending = loop {
            match tours.next_tour(&mut |cost| leash.allows(cost)) {
                Verdict::Solved(tour) => {
                    found += 1;
                    if each(Box::new(tour)).is_break() {
                        break Ending::Stopped;
                    }
                }
                Verdict::Impossible(_) => break Ending::Exhausted,
                Verdict::GaveUp => break Ending::GaveUp,
            }
            // A search that finds tour after tour may not have asked for a while.
            if !leash.allows(&tours.cost()) {
                break Ending::GaveUp;
            }
        };
        Ok(Stream { ending, found, cost: tours.cost() })
    }
}
