//! The knight's tour as a task.

use crate::hint_task::{Advice, Advisable};
use crate::limits::AllowsCost;
use crate::sentence::{Brief, HintEnd};
use crate::solver_errors::{bad, bad_field};
use crate::task::{Number, usual_answer_bytes};
use crate::{Each, Error, OutputFormat, QuestionError, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message, Param, ToParam};
use protocol::{BoardSize, BoardSquare, CountedTours, HintAnswer, PuzzleAnswer, PuzzleBoard, SolveLimits, TourAnswer, TourQuestion};
use puzzle::knights_tour::{
    Chessboard, CountResult, MoveOrder, RestrictedTour, Tour, TourHint, TourKind, TourMethod, TourProblem, TourReason, TourSquare, Tours,
    count, hint, solve, solve_restricted, svg, text, watch,
};
use puzzle::{Solved, Stream, StreamEnding, Trace, Verdict};
use runtime::work::CancellationBudget;
use serde_json::{Map, Value, json};

/// A knight's tour to be found, or tours to be counted.
#[derive(Clone)]
pub struct KnightsTour {
    problem: TourProblem,
    /// The problem as a field, if squares are forbidden or the end is given.
    field: Option<RestrictedTour>,
    method: Option<TourMethod>,
    counted: Option<CountResult>,
    limits: SolveLimits,
}

impl KnightsTour {
    pub fn read(question: TourQuestion) -> Result<KnightsTour, Error> {
        let board: Chessboard = match question.board {
            BoardSize::Text(text) => text.parse(),
            BoardSize::Sides { width, height } => Chessboard::new(width, height),
        }
        .map_err(bad_field("board"))?;
        let visited = question.visited.iter().map(|square| read_square(board, square, "visited")).collect::<Result<Vec<_>, Error>>()?;
        let begins = visited.first().copied().unwrap_or((0, 0));
        let start = question.start.as_ref().map_or(Ok(begins), |square| read_square(board, square, "start"))?;
        let kind = question.kind.as_deref().unwrap_or("open").parse().map_err(bad_field("kind"))?;
        let problem = TourProblem::new(board, start.0, start.1, kind).map_err(bad)?;
        let end = question.end.map(|square| read_square(board, &square, "end")).transpose()?;
        let forbidden: Result<Vec<_>, Error> = question.forbidden.iter().map(|square| read_square(board, square, "forbidden")).collect();
        let forbidden = forbidden?;
        let field = match (end, &forbidden[..], &visited[..]) {
            (None, [], []) if !question.hint => None,
            _ => Some(
                RestrictedTour::new(problem, &forbidden, end)
                    .and_then(|field| field.begun(&visited))
                    .map_err(|error| bad(named(board, &error.message())))?,
            ),
        };
        let counted = question.count.map(|count| match (count, problem.kind()) {
            (CountedTours::FromStart, _) => CountResult::From(problem),
            (CountedTours::All, TourKind::Open) => CountResult::OpenDirected(board),
            (CountedTours::All, TourKind::Closed) => CountResult::ClosedUndirected(board),
        });
        if question.method.as_deref().is_some_and(|method| counted.is_some() != (method == "frontier")) {
            return Err(QuestionError::CountMethod.into());
        }
        let needless = match question.count {
            // All tours are counted together: a part of them costs as much.
            Some(_) if question.limits.solutions.is_some() => Some("limits.solutions"),
            Some(CountedTours::All) if question.start.is_some() => Some("start"),
            _ => None,
        };
        if let Some(field) = needless {
            return Err(QuestionError::Needless { field, beside: "count" }.into());
        }
        let mut method = question.method.filter(|_| counted.is_none()).map(|name| name.parse().map_err(bad_field("method"))).transpose()?;
        if let Some(depth) = question.depth {
            let Some(TourMethod::DepthLimited(None)) = method else {
                return Err(QuestionError::Depth.into());
            };
            method = Some(TourMethod::DepthLimited(Some(depth)));
        }
        if field.is_some() && (counted.is_some() || method.is_some_and(|method| method != TourMethod::Learning)) {
            return Err(QuestionError::LearningAlone.into());
        }
        Ok(KnightsTour { problem, field, method, counted, limits: question.limits })
    }

    /// `8x8`, `8x8 0,0`, `8x8 a1 closed`, `8x8 closed` or `8x8 a1 to h8 without c3 d4`.
    pub fn from_text(text: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut forbidden = Vec::new();
        let mut next = "start";
        for (number, word) in text.split_whitespace().enumerate() {
            match word {
                _ if number == 0 => drop(fields.insert("board".into(), json!(word))),
                "open" | "closed" => drop(fields.insert("kind".into(), json!(word))),
                "to" => next = "end",
                "without" => next = "forbidden",
                _ if next == "forbidden" => forbidden.push(word),
                _ => drop(fields.insert(next.into(), json!(word))),
            }
        }
        if !forbidden.is_empty() {
            fields.insert("forbidden".into(), json!(forbidden));
        }
        fields
    }
}

fn read_square(board: Chessboard, square: &BoardSquare, field: &str) -> Result<(u64, u64), Error> {
    let square = match square {
        BoardSquare::Text(text) => board.read_square(text),
        BoardSquare::Pair([row, column]) => board.square(*row, *column),
    };
    square.map(|square| (square.row.into(), square.column.into())).map_err(bad_field(field))
}

impl KnightsTour {
    fn chosen(&self) -> TourMethod {
        self.method.unwrap_or(if self.field.is_some() { TourMethod::Learning } else { TourMethod::Construction })
    }
}

impl Shown for Tour {
    fn answer(&self) -> PuzzleAnswer {
        let squares = self.squares().map(|square| [square.row, square.column]).collect();
        let board = self.numbers().chunks(self.board().width() as usize).map(<[u32]>::to_vec).collect();
        PuzzleAnswer::Tour(TourAnswer { squares, board, closed: self.closes() })
    }

    fn text(&self, _: Language) -> String {
        text(self)
    }

    fn svg(&self, _: Language) -> Option<String> {
        Some(svg(self))
    }

    fn boards(&self, _: usize) -> Vec<Vec<String>> {
        vec![self.numbers().iter().map(ToString::to_string).collect()]
    }

    fn brief(&self) -> Message {
        Brief::Tour { squares: self.board().squares() }.message()
    }
}

/// A square with its name in chess notation.
fn square_named(row: i64, column: i64, board: Chessboard) -> Message {
    let name = board.square(row as u64, column as u64).map_or_else(|_| String::new(), |square| board.square_name(square));
    Message::new("square", [("row", row.to_param()), ("column", column.to_param()), ("name", name.into())])
}

/// A message with squares as in chess.
fn named(board: Chessboard, message: &Message) -> Message {
    message.changed(&|inner: &Message| {
        let number = |name: &str| if let Some(Param::Number(number)) = inner.params().get(name) { *number } else { 0 };
        (inner.code() == "square").then(|| square_named(number("row"), number("column"), board))
    })
}

/// The largest board that is drawn cell by cell.
const MAX_DRAWN: usize = 10_000;

/// Bytes of an answer for each square, 22 of them as JSON.
const BYTES_A_SQUARE: u64 = 64;
/// Further bytes for a forbidden square, which is a rectangle of the picture.
const BYTES_A_FORBIDDEN_SQUARE: u64 = 256;

impl Task for KnightsTour {
    fn info(&self) -> TaskInfo {
        let method = if self.counted.is_some() { "frontier".into() } else { self.chosen().to_string() };
        let end = self.field.as_ref().and_then(RestrictedTour::end).map_or_else(String::new, |end| format!(" to {end}"));
        let (shape, goal) = (Some(self.problem.board().to_string()), Some(format!("{}{end}", self.problem.kind())));
        TaskInfo { puzzle: "knights-tour", method, shape, goal, position: None, limits: self.limits.clone() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let method: TourMethod = method.parse().map_err(bad)?;
        if self.field.is_some() && method != TourMethod::Learning {
            return Err(QuestionError::NoField { method: method.to_string() }.into());
        }
        Ok(Box::new(KnightsTour { method: Some(method), ..self.clone() }))
    }

    fn answer_bytes(&self, form: OutputFormat) -> u64 {
        let squares = if self.counted.is_some() { 0 } else { u64::from(self.problem.board().squares()) };
        let each = BYTES_A_SQUARE + if self.field.is_some() { BYTES_A_FORBIDDEN_SQUARE } else { 0 };
        squares * each + usual_answer_bytes(form)
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        let board = self.problem.board();
        let index = |square: TourSquare| (square.row * board.width() + square.column) as usize;
        let (width, height) = (board.width() as usize, board.height() as usize);
        if width * height > MAX_DRAWN {
            return Err(QuestionError::LargeToDraw { squares: width * height, most: MAX_DRAWN }.into());
        }
        let mut cells = vec![String::new(); width * height];
        if let Some(field) = &self.field {
            cells.fill("out".into());
            field.squares().for_each(|square| cells[index(square)].clear());
            if let Some(end) = field.end() {
                cells[index(end)] = "end".into();
            }
        }
        cells[index(self.problem.start())] = "start".into();
        let closed = Some(self.problem.kind() == TourKind::Closed);
        Ok(PuzzleBoard { puzzle: "knights-tour".into(), width, height, cells, closed, ..PuzzleBoard::default() })
    }

    fn goal(&self) -> Option<&'static str> {
        self.counted.map(|_| "count")
    }

    fn is_traced(&self) -> bool {
        self.field.is_none() && TourMethod::TRACED.contains(&self.chosen().without_limit())
    }

    fn place(&self, width: usize, cell: usize) -> Message {
        square_named((cell / width) as i64, (cell % width) as i64, self.problem.board())
    }

    /// The number of a square is that of the step.
    fn content(&self, _: &str) -> Option<Param> {
        None
    }

    fn named(&self, message: Message) -> Message {
        named(self.problem.board(), &message)
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        cells.iter().map(|&number| if number == 0 { String::new() } else { number.to_string() }).collect()
    }

    fn solve(&self, _: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let keep_going = &mut |cost: &puzzle::Cost| cancellation.allows(cost);
        if let Some(counted) = self.counted {
            let solved = count(counted, keep_going).map_err(bad)?;
            let number = solved.verdict.map(|number| Number { of_tours: true, number, all: true });
            return Ok(SolveOutcome::of(number, |_| true, solved.cost));
        }
        if let Some(field) = &self.field {
            let solved = solve_restricted(field, keep_going);
            return Ok(SolveOutcome::of(solved.verdict, |_| true, solved.cost));
        }
        let solved = match trace {
            Some(trace) => watch(self.problem, self.chosen(), trace, keep_going),
            None => solve(self.problem, self.chosen(), keep_going),
        };
        let solved = solved.map_err(bad)?;
        Ok(SolveOutcome::of(solved.verdict, |_| true, solved.cost))
    }

    fn each(&self, cancellation: &mut CancellationBudget, each: Each) -> Result<Stream, Error> {
        if self.field.is_some() {
            return Err(QuestionError::NoFieldOneByOne.into());
        }
        let order = match self.method {
            None | Some(TourMethod::FewestOnward) => MoveOrder::FewestOnward,
            Some(TourMethod::DepthFirst) => MoveOrder::Listed,
            Some(method) => {
                return Err(QuestionError::OneByOne { method: method.to_string() }.into());
            }
        };
        let mut tours = Tours::new(self.problem, order).map_err(bad)?;
        let mut found = 0;
        let ending = loop {
            match tours.next_tour(&mut |cost| cancellation.allows(cost)) {
                Verdict::Solved(tour) => {
                    found += 1;
                    if each(tour.answer()).is_break() {
                        break StreamEnding::Stopped;
                    }
                }
                Verdict::Impossible(_) => break StreamEnding::Exhausted,
                Verdict::LimitReached => break StreamEnding::LimitReached,
            }
            // A search that finds many tours may not have checked its limits for a while.
            if !cancellation.allows(&tours.cost()) {
                break StreamEnding::LimitReached;
            }
        };
        Ok(Stream { ending, found, cost: tours.cost() })
    }
}

#[derive(Debug, Coded)]
#[code("tour_step")]
enum TourHintStep {
    GoTo { square: TourSquare, because: TourReason },
    GoBack { last: TourSquare, square: TourSquare, to: usize },
}

impl KnightsTour {
    /// The board with the numbers of the visited squares; without cells if it is too large to be drawn.
    fn begun_board(&self, field: &RestrictedTour) -> PuzzleBoard {
        let mut board =
            self.board().unwrap_or_else(|_| PuzzleBoard { width: self.problem.board().width() as usize, ..PuzzleBoard::default() });
        for (number, square) in (1..).zip(field.visited()) {
            if let Some(cell) = board.cells.get_mut(square.row as usize * board.width + square.column as usize) {
                *cell = number.to_string();
            }
        }
        board
    }
}

impl Advisable for KnightsTour {
    fn advise(&self, _: &Tools, cancellation: &mut CancellationBudget) -> Result<Solved<Advice>, Error> {
        let field = self.field.as_ref().expect("a question for a hint is read as a field");
        let board = self.begun_board(field);
        let at = |square: TourSquare| square.row as usize * board.width + square.column as usize;
        let Solved { verdict, cost } = hint(field, &mut |cost| cancellation.allows(cost));
        let verdict = verdict.map(|hint| match hint {
            TourHint::Next { square, because } => {
                Advice::next(self.named(TourHintStep::GoTo { square, because }.message()), &board, at(square))
            }
            TourHint::Finished => Advice::finished(HintEnd::NothingLeft),
            TourHint::TakeBack { to, square } => {
                let last = field.visited()[field.visited().len() - 1];
                let why = self.named(TourHintStep::GoBack { last, square, to }.message());
                let Advice { answer: HintAnswer { marks, .. }, board, .. } = Advice::next(why.clone(), &board, at(square));
                let answer = HintAnswer { marks, ..HintAnswer::new("contradiction", Vec::new(), Some(why.clone())) };
                Advice { answer, conclusion: Some(why), refutes: false, board }
            }
        });
        Ok(Solved { verdict, cost })
    }
}
