//! The sentences of answers: a result in a few words, the lines of the text form, and the headings of tables.

use message::{Coded, Decimal, Language, Message};
use protocol::{Expected, Seat, SolveCost, SolveVerdict};

/// An answer in a few words.
#[derive(Debug, Coded)]
#[code("answer")]
pub(super) enum Brief {
    Solutions { number: u64, all: bool },
    Tours { number: u64, all: bool },
    Tour { squares: u32 },
    OnlySolution,
    OneOfSeveral,
    Solution,
    Moves { moves: usize, lower_bound: u32, is_optimal: bool },
    Turns { turns: usize, metric: String, is_shortest: bool },
    Pawns { sum: Decimal },
    Line { mv: String, score: Worth },
    Score(Worth),
}

/// The value of a position. A search that prunes moves may have missed the shortest win, so the plies of a decided one are a bound.
#[derive(Debug, Coded)]
#[code("worth")]
pub(super) enum Worth {
    Unknown,
    Value { value: i32 },
    Decided { expected: Expected, plies: Option<u32> },
}

/// The title of the picture of an answer.
#[derive(Debug, Coded)]
#[code("picture")]
pub(super) struct PictureTitle {
    pub puzzle: &'static str,
    pub shape: Option<String>,
}

/// What follows after the steps of a hint.
#[derive(Debug, Coded)]
#[code("hint_end")]
pub(super) enum HintEnd {
    NothingLeft,
    GridFull,
    AllLit,
    CubeSolved,
    GameOver,
    Stuck,
    NoSolution { why: Message },
}

/// A line of the text form, or a text in a picture.
#[derive(Debug, Coded)]
#[code("answer_line")]
pub(super) enum AnswerLine {
    NoAnswer { verdict: SolveVerdict, why: Message },
    ReadAs { shape: String, goal: Option<String> },
    Cost { method: String, generated: u64, expanded: u64, frontier: u64, depth: u32, megabytes: Decimal, time_us: u64, prepared_us: u64 },
    NoSolution,
    MoreBoards { boards: usize },
    Another,
    MayBeOthers,
    Batch { questions: u32, puzzle: &'static str, solved: u32, impossible: u32, limit_reached: u32 },
    Legend { white: char, black: char },
    ToMove { side: Seat, score: Worth },
    MoveScore { mv: String, score: Worth },
    Moves { moves: String },
    SearchCost { method: String, depth: u32, selective: u32, nodes: u64, leaves: u64, cut_offs: u64, table_hits: u64, time_us: u64 },
    Verdict { verdict: SolveVerdict },
    IsProven { yes: bool },
    Term { letter: char, name: &'static str },
    Sampled { seen: u64, shown: usize },
    NotWatched { method: String },
    Sum,
    SeriesTitle { puzzle: String },
    IterationsTitle { game: String, method: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("heading")]
pub(super) enum Heading {
    Method,
    Verdict,
    Generated,
    Expanded,
    Frontier,
    Depth,
    Megabytes,
    Seconds,
    Result,
    Nodes,
    Leaves,
    CutOffs,
    ByFirst,
    TableHits,
    Branching,
    At,
    Solved,
    Worst,
    Term,
    Weight,
    White,
    Black,
    Value,
    CutByFirst,
    BranchingFactor,
    StatesCreated,
    FewestMoves,
    DepthInPlies,
    Size,
}

impl AnswerLine {
    pub(super) fn cost(method: String, cost: &SolveCost) -> AnswerLine {
        let SolveCost { generated, expanded, frontier, depth, bytes, time_us, prepared_us } = *cost;
        AnswerLine::Cost {
            method,
            generated,
            expanded,
            frontier,
            depth,
            megabytes: Decimal::rounded(bytes as f64 / 1e6, 1),
            time_us,
            prepared_us,
        }
    }
}

/// A table for people; columns of text are aligned to the left, the others to the right.
pub(super) fn aligned<R: Into<Vec<String>>>(language: Language, headings: &[Heading], rows: impl Iterator<Item = R>) -> String {
    let is_text = |column: usize| matches!(headings[column], Heading::Method | Heading::Verdict | Heading::Result | Heading::Term);
    let mut lines: Vec<Vec<String>> = vec![headings.iter().map(|heading| heading.message().sentence(language)).collect()];
    lines.extend(rows.map(|row| {
        let cells = row.into().into_iter().enumerate();
        cells.map(|(column, cell)| if is_text(column) { cell } else { language.decimal(&cell) }).collect()
    }));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cell =
            |at: usize| if is_text(at) { format!("{:<1$}", cells[at], widths[at]) } else { format!("{:>1$}", cells[at], widths[at]) };
        (0..cells.len()).map(cell).collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    lines.iter().map(line).collect()
}

#[test]
fn columns_are_as_wide_as_their_cells() {
    let rows = [["perfect", "3.25", "ok"], ["mcts", "12.5", ""]].map(|row| row.map(String::from));
    let table = |language| aligned(language, &[Heading::Method, Heading::Seconds, Heading::Result], rows.clone().into_iter());
    assert_eq!(table(Language::English), "method   seconds  result\nperfect     3.25  ok\nmcts        12.5\n");
    assert_eq!(table(Language::French), "méthode  secondes  résultat\nperfect      3,25  ok\nmcts         12,5\n");
}
