//! Taquins as tasks.

use crate::answer::line_of;
use crate::hint_task::{Advice, Advisable};
use crate::limits::AllowsCost;
use crate::sentence::{AnswerLine, Brief, HintEnd};
use crate::solver_errors::{bad, bad_field};
use crate::task::usual_answer_bytes;
use crate::{Error, LimitReached, OutputFormat, Preparation, QuestionError, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message};
use protocol::{PuzzleAnswer, PuzzleBoard, SolveLimits, TaquinAnswer, TaquinQuestion, Tile, TileBoard};
use puzzle::taquin::{
    Attempt, Direction, Goal, MAX_BOARDS, MAX_CELLS_DRAWN, PatternDatabases, TaquinGrid, TaquinHint, TaquinMethod, TaquinPuzzle,
    TaquinReason, TaquinShape, TaquinSolution, film, hint, manhattan, misplaced, needs_tables, pursue, solve, text, watch,
};
use puzzle::{Cost, IterationProgress, ResumableSearch, Trace, Verdict};
use runtime::clipped;
use runtime::work::{Budget, CancellationBudget, Limit};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone)]
pub struct Taquin {
    puzzle: TaquinPuzzle,
    method: TaquinMethod,
    limits: SolveLimits,
}

/// A tile in the notation of the parser.
fn name(tile: &Tile) -> Result<String, Error> {
    match tile {
        Tile::Number(number) => Ok(number.to_string()),
        Tile::Name(name) if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || ",/".contains(letter)) => {
            Err(QuestionError::Tile { name: clipped(name, 40) }.into())
        }
        Tile::Name(name) => Ok(name.clone()),
        Tile::Blank => Ok("_".into()),
    }
}

fn list(tiles: &[Tile]) -> Result<String, Error> {
    Ok(tiles.iter().map(name).collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn written(board: &TileBoard) -> Result<String, Error> {
    match board {
        TileBoard::Text(text) => Ok(text.clone()),
        TileBoard::List(tiles) => list(tiles),
        TileBoard::Rows(rows) => Ok(rows.iter().map(|row| list(row)).collect::<Result<Vec<_>, _>>()?.join("/")),
    }
}

impl Taquin {
    pub fn read(question: TaquinQuestion) -> Result<Taquin, Error> {
        let shape: Option<TaquinShape> = question.shape.map(|shape| shape.parse().map_err(bad_field("shape"))).transpose()?;
        let start = TaquinGrid::parse(&written(&question.start)?, shape).map_err(bad_field("start"))?;
        let goal = match &question.goal {
            None => Goal::BlankLast,
            Some(goal) => Goal::parse(&written(goal)?, Some(start.shape())).map_err(bad_field("goal"))?,
        };
        let blank = question.blank.as_ref().map(name).transpose()?;
        let puzzle = TaquinPuzzle::new(&start, &goal, blank.as_deref()).map_err(bad)?;
        let method = match question.method {
            None => TaquinMethod::default_for(puzzle.shape()),
            Some(name) => name.parse().map_err(bad_field("method"))?,
        };
        Ok(Taquin { puzzle, method, limits: question.limits })
    }

    /// A board, and after `->` the goal if it is not the usual one; each in rows, or as the list of a JSON question.
    pub fn from_text(text: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        let (start, goal) = text.split_once("->").map_or((text, None), |(start, goal)| (start, Some(goal)));
        let board = |text: &str| match serde_json::from_str(text) {
            Ok(list @ Value::Array(_)) => list,
            _ => json!(text),
        };
        fields.insert("start".into(), board(start.trim()));
        if let Some(goal) = goal {
            fields.insert("goal".into(), board(goal.trim()));
        }
        fields
    }

    /// The solved square board of a side, for which tables are made in advance.
    pub fn usual(side: u64) -> Taquin {
        let question = TaquinQuestion {
            start: TileBoard::List((0..side * side).map(Tile::Number).collect()),
            goal: Some(TileBoard::Text("blank-first".into())),
            blank: None,
            shape: None,
            hint: false,
            method: None,
            limits: SolveLimits::default(),
        };
        Taquin::read(question).expect("the solved board is a puzzle")
    }

    fn known(&self, limit: &Limit, lower_bound: u32, has_tables: bool) -> Message {
        LimitReached::Taquin { limit: limit.message(), lower_bound, has_tables, is_layers: self.method == TaquinMethod::Layers }.message()
    }

    /// Loads or makes the pattern tables.
    pub fn prepare(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Preparation, Error> {
        tools.tables.tables(&self.puzzle, cancellation)
    }
}

/// The least time limit at which large tables are made: they take half a minute, or longer on a busy machine.
const LARGE_TABLES_TIME: Duration = Duration::from_secs(120);
/// Boards that are expanded with small tables before that, which takes about as long.
const WITH_SMALL: u64 = 100_000_000;

/// The solution of a puzzle, which is shown board by board.
struct SolvedTaquin {
    puzzle: TaquinPuzzle,
    solution: TaquinSolution,
}

/// The approximation factor: the most moves over the fewest, rounded up to thousandths.
fn factor(moves: usize, lower_bound: u32) -> f64 {
    // A lower bound of zero counts as one.
    (moves as f64 * 1_000.0 / f64::from(lower_bound.max(1))).ceil().max(1_000.0) / 1_000.0
}

/// The most moves whose tiles are listed.
const FEW: usize = 1_000;
/// The most boards in a text; fewer of large ones.
const SHOWN: usize = 100;
/// The most moves of the method `layers` for each cell, row and column.
const MOVES_A_CELL: u64 = 4;
/// Bytes of an answer: for a move, for the name of a moved tile, and for a drawn tile; without the names.
const BYTES_A_MOVE: u64 = 8;
const BYTES_A_NAME: u64 = 48;
const BYTES_A_TILE: u64 = 512;

impl Shown for SolvedTaquin {
    fn answer(&self) -> PuzzleAnswer {
        let SolvedTaquin { puzzle, solution } = self;
        let moves = &solution.moves;
        PuzzleAnswer::Taquin(TaquinAnswer {
            shape: puzzle.shape().to_string(),
            goal: puzzle.goal().to_string(),
            moves: moves.iter().map(ToString::to_string).collect(),
            length: moves.len(),
            tiles: (moves.len() <= FEW).then(|| puzzle.tiles_moved(moves).into_iter().map(String::from).collect()),
            lower_bound: solution.lower_bound,
            optimal: solution.optimal,
            factor: factor(moves.len(), solution.lower_bound),
            misplaced: misplaced(puzzle),
            manhattan: manhattan(puzzle),
        })
    }

    fn text(&self, language: Language) -> String {
        let SolvedTaquin { puzzle, solution } = self;
        let mut out = String::new();
        let shown = SHOWN.min(MAX_CELLS_DRAWN / puzzle.shape().cells()).max(1);
        for board in puzzle.boards(&solution.moves).take(shown) {
            out += &text(&board, puzzle.blank());
            out.push('\n');
        }
        if solution.moves.len() >= shown {
            out += &(line_of(language, &AnswerLine::MoreBoards { boards: solution.moves.len() + 1 - shown }) + "\n");
        }
        let moves: String = solution.moves.iter().map(ToString::to_string).collect();
        out + &moves + "\n" + &line_of(language, &self.brief())
    }

    fn svg(&self, _: Language) -> Option<String> {
        Some(film(&self.puzzle, &self.solution.moves))
    }

    fn boards(&self, most: usize) -> Vec<Vec<String>> {
        self.puzzle.boards(&self.solution.moves).take(most).map(|board| board.names().to_vec()).collect()
    }

    fn brief(&self) -> Message {
        let TaquinSolution { moves, lower_bound, optimal } = &self.solution;
        Brief::Moves { moves: moves.len(), lower_bound: *lower_bound, is_optimal: *optimal }.message()
    }
}

impl Task for Taquin {
    fn info(&self) -> TaskInfo {
        let (shape, goal) = (Some(self.puzzle.shape().to_string()), Some(self.puzzle.goal().to_string()));
        TaskInfo { puzzle: "taquin", method: self.method.to_string(), shape, goal, position: None, limits: self.limits.clone() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        Ok(Box::new(Taquin { method: method.parse().map_err(bad)?, ..self.clone() }))
    }

    fn answer_bytes(&self, form: OutputFormat) -> u64 {
        let shape = self.puzzle.shape();
        let (cells, sides) = (shape.cells() as u64, (shape.width() + shape.height()) as u64);
        let longest = self.puzzle.start().names().iter().map(String::len).max().unwrap_or(0) as u64;
        let drawn = (MAX_BOARDS as u64 * cells).min(MAX_CELLS_DRAWN as u64).max(cells) * (BYTES_A_TILE + 6 * longest);
        let moves = MOVES_A_CELL * cells * sides;
        let tiles = moves.min(FEW as u64) * (longest + BYTES_A_NAME);
        let board = if form == OutputFormat::Json { cells * (longest + 1) } else { drawn };
        moves * BYTES_A_MOVE + tiles + board + usual_answer_bytes(form)
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        let puzzle = &self.puzzle;
        Ok(PuzzleBoard {
            puzzle: "taquin".into(),
            width: puzzle.shape().width(),
            height: puzzle.shape().height(),
            cells: puzzle.start().names().to_vec(),
            goal: Some(puzzle.goal().names().to_vec()),
            blank: Some(puzzle.blank().into()),
            ..PuzzleBoard::default()
        })
    }

    fn is_traced(&self) -> bool {
        TaquinMethod::TRACED.contains(&self.method)
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        cells.iter().map(|&tile| self.puzzle.name(tile as usize).into()).collect()
    }

    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let needs_tables =
            self.method == TaquinMethod::Patterns && self.puzzle.shape().cells() <= self.method.most_cells() && needs_tables(&self.puzzle);
        let tables = if needs_tables { Some(self.prepare(tools, cancellation)?) } else { None };
        if needs_tables && self.puzzle.shape().cells() == 16 {
            // Smaller puzzles are soon solved with the usual tables; larger ones get larger tables when a search is long.
            tools.request_tables(&self.puzzle);
        }
        let prepared = if needs_tables { cancellation.elapsed() } else { Duration::ZERO };
        let tables = match tables {
            Some(Preparation::LimitReached(cost)) => {
                let why = cancellation.why().map(|limit| self.known(limit, manhattan(&self.puzzle), false));
                return Ok(SolveOutcome { why, prepared, ..SolveOutcome::of(Verdict::<SolvedTaquin>::LimitReached, |_| false, cost) });
            }
            Some(Preparation::Ready(tables)) => Some(tables),
            None => None,
        };
        let solved = match (tables, trace) {
            (Some(tables), None) => return self.pursue(tables, tools, cancellation, prepared),
            (tables, Some(trace)) => watch(&self.puzzle, self.method, tables.as_deref(), trace, &mut |cost| cancellation.allows(cost)),
            (None, None) => solve(&self.puzzle, self.method, &mut |cost| cancellation.allows(cost)),
        };
        Ok(self.outcome(solved.map_err(bad)?, prepared, cancellation))
    }
}

impl Taquin {
    fn outcome(&self, solved: Attempt, prepared: Duration, cancellation: &CancellationBudget) -> SolveOutcome {
        let verdict = solved.verdict.map(|solution| SolvedTaquin { puzzle: self.puzzle.clone(), solution });
        let why = cancellation
            .why()
            .filter(|_| matches!(verdict, Verdict::LimitReached))
            .map(|limit| self.known(limit, solved.lower_bound, true));
        SolveOutcome { why, prepared, ..SolveOutcome::of(verdict, |solved| solved.solution.optimal, solved.cost) }
    }

    /// Searches, from the checkpoint if there is one. After about the time that large tables take, they are made, if time and memory allow, and the
    /// search continues with them.
    fn pursue(
        &self,
        tables: Arc<PatternDatabases>,
        tools: &Tools,
        cancellation: &mut CancellationBudget,
        prepared: Duration,
    ) -> Result<SolveOutcome, Error> {
        let from = cancellation.checkpoint::<IterationProgress>();
        let may_enlarge = cancellation.budget().time >= LARGE_TABLES_TIME && cancellation.may_wait();
        let few = if may_enlarge { WITH_SMALL } else { u64::MAX };
        let (first, from) =
            self.search(&tables, tools, from, cancellation, &mut |cancellation, cost| cost.expanded < few && cancellation.allows(cost))?;
        if !matches!(first.verdict, Verdict::LimitReached) || cancellation.why().is_some() {
            return Ok(self.outcome(first, prepared, cancellation));
        }
        let began = cancellation.elapsed();
        let budget = cancellation.budget();
        // If they are not ready in time, the search continues with the small ones.
        tools.enlarge_tables(&self.puzzle, &mut cancellation.part(Budget { time: budget.time / 4, ..budget }))?;
        let Preparation::Ready(tables) = self.prepare(tools, cancellation)? else { return Ok(self.outcome(first, prepared, cancellation)) };
        let prepared = prepared + (cancellation.elapsed() - began);
        let both =
            |cost: &Cost| Cost { expanded: first.cost.expanded + cost.expanded, generated: first.cost.generated + cost.generated, ..*cost };
        let (second, _) = self.search(&tables, tools, from, cancellation, &mut |cancellation, cost| cancellation.allows(&both(cost)))?;
        let second = Attempt { cost: both(&second.cost), ..second };
        Ok(self.outcome(second, prepared, cancellation))
    }

    /// Searches within a budget; also returns the progress.
    fn search(
        &self,
        tables: &PatternDatabases,
        tools: &Tools,
        from: Option<IterationProgress>,
        cancellation: &mut CancellationBudget,
        keep_going: &mut impl FnMut(&mut CancellationBudget, &Cost) -> bool,
    ) -> Result<(Attempt, Option<IterationProgress>), Error> {
        let (mut last, cancellation) = (from.clone(), RefCell::new(cancellation));
        let report = &mut |progress: IterationProgress| {
            cancellation.borrow_mut().keep(&progress);
            last = Some(progress);
        };
        let mut search = ResumableSearch { threads: tools.threads, from, report };
        let attempt =
            pursue(&self.puzzle, tables, &mut search, &mut |cost| keep_going(&mut cancellation.borrow_mut(), cost)).map_err(bad)?;
        Ok((attempt, last))
    }
}

#[derive(Debug, Coded)]
#[code("taquin_step")]
struct SlideStep {
    tile: String,
    blank: Direction,
    because: TaquinReason,
}

impl Advisable for Taquin {
    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<puzzle::Solved<Advice>, Error> {
        if manhattan(&self.puzzle) == 0 {
            return Ok(puzzle::Solved { verdict: Verdict::Solved(Advice::finished(HintEnd::NothingLeft)), cost: puzzle::Cost::default() });
        }
        let tables =
            if self.puzzle.shape().cells() <= 16 && needs_tables(&self.puzzle) { Some(self.prepare(tools, cancellation)?) } else { None };
        let tables = match &tables {
            Some(Preparation::Ready(tables)) => Some(&**tables),
            Some(Preparation::LimitReached(cost)) => return Ok(puzzle::Solved { verdict: Verdict::LimitReached, cost: *cost }),
            None => None,
        };
        let puzzle::Solved { verdict, cost } = hint(&self.puzzle, tables, &mut |cost| cancellation.allows(cost)).map_err(bad)?;
        let board = self.board()?;
        let verdict = verdict.map(|TaquinHint { tile, by, because }| {
            let start = self.puzzle.start();
            let place = start.names().iter().position(|name| *name == tile).expect("the tile is on the board");
            Advice::next(SlideStep { tile, blank: by, because }.message(), &board, place)
        });
        Ok(puzzle::Solved { verdict, cost })
    }
}
