//! `compare`: the cost of several methods on one instance as a table, or on growing instances as a table or a chart.

use crate::error::{Error, Failure};
use crate::language::{localized, spoken};
use crate::output::{Output, json_line, print};
use crate::question::{Limited, instance, question, with_fields, with_progress};
use protocol::ComparisonQuestion;
use search::ENGINES_WITHOUT_DEPTH;
use serde_json::Value;
use solving::{Axis, Depths, MethodComparison, Series, SeriesFormat};

/// Compare methods on one puzzle, or on one position
///
/// `arbitre compare taquin "8 6 7/2 5 4/3 _ 1"`, `arbitre compare --game tic-tac-toe start`, `arbitre compare knights "…" --depth 4`.
///
/// Columns: generated: states created. expanded: states whose successors were created. frontier: the largest frontier, or the longest path
/// of a depth-first search. depth: the moves to the deepest state, or the last finished iteration in plies. branching: the effective
/// branching factor (Russell and Norvig). MB: memory for states. seconds: search time. Games also have cut-offs, the share of them
/// by the first move, and hits of the transposition table.
///
/// A series measures growing instances, as a table, CSV, JSON or SVG: `arbitre compare taquin --depths 10..30/5 --instances 10`,
/// `arbitre compare knights --depths 1..6 --format svg`, `arbitre compare sudoku --sizes 4x4,9x9 --instances 5`.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("series").args(["depths", "sizes"])))]
pub struct Compare {
    /// The puzzle or game (default: knights), then the instance or position; `start` is the start position. With `--game`, only the
    /// position. Without an instance, standard input is read
    #[arg(num_args = 0..=2, value_names = ["PUZZLE", "INSTANCE"])]
    words: Vec<String>,
    /// The game, instead of a puzzle: knights, connect-four or tic-tac-toe
    #[arg(long)]
    game: Option<String>,
    /// The depth, in plies
    #[arg(long)]
    depth: Option<u32>,
    /// The methods; all if left out
    #[arg(long, value_delimiter = ',')]
    methods: Option<Vec<String>>,
    /// Another field of the question, such as `goal=spiral`
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// A series by depth: the length of a taquin's shortest solution, or the search depth of a game; 10..50, 10..50/10 or 10,20,30
    #[arg(long, conflicts_with_all = ["depth", "sizes"])]
    depths: Option<Depths>,
    /// A series by size, such as 4x4,9x9, of knight's tours or of random puzzles
    #[arg(long, value_delimiter = ',')]
    sizes: Option<Vec<String>>,
    /// The number of instances of each depth or size
    #[arg(long, default_value_t = 1)]
    instances: u32,
    /// The size of a taquin that grows by its fewest moves
    #[arg(long, default_value = "3x3")]
    size: String,
    /// The difficulty of puzzles that grow by size
    #[arg(long, default_value = "easy")]
    difficulty: String,
    /// The seed of the first instance; each next one adds 1
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The format of a series
    #[arg(long, value_enum, default_value = "table", requires = "series", conflicts_with = "json")]
    format: SeriesFormat,
    #[command(flatten)]
    limits: Limited,
}

impl Compare {
    pub fn run(self) -> Result<(), Error> {
        let mut words = self.words.into_iter();
        let name = self.game.clone().or_else(|| words.next()).unwrap_or_else(|| "knights".into());
        let is_game = self.game.is_some() || name == "knights";
        let kind = if is_game { solving::game(&name)? } else { solving::puzzle(&name)? };
        let methods = self.methods.map(|methods| methods.iter().map(|name| name.trim().to_string()).collect());
        let fields = with_fields(&self.fields)?;
        let given = words.next();
        if words.next().is_some() {
            return Err(Failure::OneInstance.into());
        }
        if self.depths.is_some() || self.sizes.is_some() {
            let axis = Axis::of(kind, self.depths, self.sizes).ok_or(Failure::DepthsOrSizes)?;
            if given.is_some() && !is_game {
                return Err(Failure::SeriesInstance.into());
            }
            let position = given.filter(|text| text.trim() != "start").unwrap_or_default();
            let (shape, instances, seed, difficulty) = (self.size, self.instances, self.seed, self.difficulty);
            let mut all = serde_json::Map::from_iter([("limits".to_string(), self.limits.fields(None))]);
            all.extend(fields.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))));
            let series = Series { kind, axis, position, shape, instances, seed, difficulty, methods, fields: all };
            let (tools, budget) = (self.limits.tools(), self.limits.budget()?);
            let points = series.measure(&mut |work| with_progress(budget, |cancellation| work(&tools, cancellation)))?;
            let written = if self.json { json_line(&points) } else { series.written(&points, self.format, spoken()) };
            return Ok(print(written)?);
        }
        if is_game && given.as_deref().is_some_and(|text| text.trim().is_empty()) {
            return Err(Failure::EmptyPosition.into());
        }
        let text = instance(given)?;
        let text = if text.trim() == "start" && solving::game(&name).is_ok() { String::new() } else { text };
        let mut flags = vec![("depth", self.depth.map(Value::from)), ("limits", Some(self.limits.fields(None)))];
        flags.extend(fields);
        let contest = MethodComparison::read(kind, &ComparisonQuestion { question: question(kind, &text, flags)?, methods })?;
        let tools = self.limits.tools();
        let comparison = with_progress(self.limits.budget()?, |cancellation| contest.run(&tools, cancellation, &mut |_| {}))?;
        print(if self.json { json_line(&comparison) } else { solving::table(&comparison, spoken()).into_bytes() })?;
        let rows = comparison.rows.into_iter().filter(|row| row.search.is_some() && self.depth.is_some());
        let methods: Vec<String> = rows.map(|row| row.method).filter(|method| ENGINES_WITHOUT_DEPTH.contains(&&**method)).collect();
        if !methods.is_empty() {
            eprintln!("{}", localized(&Output::WithoutDepth { methods }));
        }
        Ok(())
    }
}
