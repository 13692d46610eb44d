//! Experiments: costs of methods by the fewest moves of a taquin, by the search depth of a game, or by the size of a board; as table and chart.

use crate::answer::json;
use crate::chart::{Curve, Measure, SEARCH_PANELS, chart};
use crate::comparison::depth_and_time;
use crate::iterations::{branching, factor, first_cut_rate, percent};
use crate::sentence::{AnswerLine, Heading, aligned};
use crate::{Error, Kind, MethodComparison, QuestionError, Tools, WantedPuzzle, game};
use message::Language;
use protocol::{ComparisonQuestion, ComparisonRow, SearchCost, SearchPoint, SeriesPoint, SolveVerdict};
use runtime::clipped;
use runtime::work::{Budget, CancellationBudget};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::str::FromStr;

const MAX_POINTS: usize = 200;
const MAX_INSTANCES: u32 = 1_000;

/// `10..50`, or `10..50/10` in steps, or `10,20,30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths(pub Vec<u32>);

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("depths")]
pub enum UnreadDepths {
    Form { text: String },
    Order { text: String },
    Count { most: usize, count: usize },
}

impl FromStr for Depths {
    type Err = UnreadDepths;

    fn from_str(text: &str) -> Result<Depths, UnreadDepths> {
        let wrong = |_| UnreadDepths::Form { text: clipped(text, 40) };
        let depths: Vec<u32> = match text.split_once("..") {
            None => text.split(',').map(|depth| depth.trim().parse()).collect::<Result<_, _>>().map_err(wrong)?,
            Some((first, rest)) => {
                let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
                let (first, last) = (first.parse::<u32>().map_err(wrong)?, last.trim_start_matches('=').parse::<u32>().map_err(wrong)?);
                let step: usize = step.parse().map_err(wrong)?;
                if first > last || step == 0 {
                    return Err(UnreadDepths::Order { text: clipped(text, 40) });
                }
                (first..=last).step_by(step).take(MAX_POINTS + 1).collect()
            }
        };
        match depths.len() {
            1..=MAX_POINTS => Ok(Depths(depths)),
            count => Err(UnreadDepths::Count { most: MAX_POINTS, count }),
        }
    }
}

/// The independent variable of a series.
#[derive(Clone, Debug)]
pub enum Axis {
    /// Fewest moves of a taquin, or search depths of a game in plies.
    Depths(Vec<u32>),
    Sizes(Vec<String>),
}

impl Axis {
    /// Depths of a taquin or a game, sizes of another puzzle; none for anything else.
    pub fn of(kind: &Kind, depths: Option<Depths>, sizes: Option<Vec<String>>) -> Option<Axis> {
        let is_game = game(kind.name).is_ok();
        match (depths, sizes) {
            (Some(Depths(depths)), None) if is_game || kind.name == "taquin" => Some(Axis::Depths(depths)),
            (None, Some(sizes)) if !is_game => Some(Axis::Sizes(sizes)),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SeriesFormat {
    /// For people.
    Table,
    /// For spreadsheets.
    Csv,
    /// A picture of the states that each method created.
    Svg,
    #[value(skip)]
    Json,
}

#[derive(Clone)]
pub struct Series {
    pub kind: &'static Kind,
    pub axis: Axis,
    /// The position of a game, or empty.
    pub position: String,
    pub shape: String,
    pub instances: u32,
    pub seed: u64,
    /// The difficulty of generated instances of a size.
    pub difficulty: String,
    /// The methods; all if none.
    pub methods: Option<Vec<String>>,
    pub fields: Map<String, Value>,
}

/// Runs a piece of work within a budget of the caller: makes an instance, or compares the methods on it.
pub type BudgetedRun<'h> = &'h mut dyn FnMut(&mut dyn FnMut(&Tools, &mut CancellationBudget) -> Result<(), Error>) -> Result<(), Error>;

impl Series {
    /// Measures all instances in order.
    pub fn measure(&self, held: BudgetedRun) -> Result<Vec<SeriesPoint>, Error> {
        if !(1..=MAX_INSTANCES).contains(&self.instances) {
            return Err(
                QuestionError::Range { field: "instances", least: 1, most: MAX_INSTANCES.into(), found: self.instances.into() }.into()
            );
        }
        if !(1..=MAX_POINTS).contains(&self.points().len()) {
            return Err(
                QuestionError::Range { field: "points", least: 1, most: MAX_POINTS as u64, found: self.points().len() as u64 }.into()
            );
        }
        let mut points = Vec::new();
        let mut given_up: Vec<String> = Vec::new();
        for at in self.points() {
            let rows = self.measured(&at, &given_up, held)?;
            for point in summed(&at, self.instances, &rows) {
                // A method that solves nothing here solves nothing at later points.
                if point.solved == 0 {
                    given_up.push(point.method.clone());
                }
                points.push(point);
            }
        }
        Ok(points)
    }

    /// The same within one budget, of which every instance has a share.
    pub fn measure_within(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<SeriesPoint>, Error> {
        let mut pieces = (self.points().len() as u32).saturating_mul(self.instances).saturating_mul(2);
        self.measure(&mut |work| {
            let budget = cancellation.budget();
            let left = budget.time.saturating_sub(cancellation.elapsed()) / pieces.max(1).div_ceil(2);
            pieces = pieces.saturating_sub(1);
            work(tools, &mut cancellation.part(Budget { time: left, ..budget }))
        })
    }

    pub fn points(&self) -> Vec<String> {
        match &self.axis {
            Axis::Depths(depths) => depths.iter().map(u32::to_string).collect(),
            Axis::Sizes(sizes) => sizes.clone(),
        }
    }

    /// The cost of each method on each instance of a point, except methods that gave up before.
    fn measured(&self, at: &str, given_up: &[String], held: BudgetedRun) -> Result<Vec<ComparisonRow>, Error> {
        let methods: Vec<String> = self.methods.clone().unwrap_or_else(|| self.kind.methods());
        let methods: Vec<String> = methods.into_iter().filter(|method| !given_up.contains(method)).collect();
        let mut rows = Vec::new();
        if methods.is_empty() {
            return Ok(rows);
        }
        for number in 0..self.instances {
            let seed = self.seed.wrapping_add(number.into());
            let contest = self.contest(at, &self.instance(at, seed, held)?, Some(methods.clone()))?;
            held(&mut |tools, cancellation| {
                rows.extend(contest.run(tools, cancellation, &mut |_| {})?.rows);
                Ok(())
            })?;
        }
        Ok(rows)
    }

    fn contest(&self, at: &str, text: &str, methods: Option<Vec<String>>) -> Result<MethodComparison, Error> {
        let mut question = match serde_json::from_str::<Value>(text) {
            _ if text.is_empty() => Map::new(),
            Ok(Value::Object(fields)) => fields,
            _ => self.kind.from_text(text),
        };
        if self.is_of_game() {
            question.insert("depth".into(), at.parse::<u32>().unwrap_or_default().into());
        }
        question.extend(self.fields.clone());
        MethodComparison::read(self.kind, &ComparisonQuestion { question: Value::Object(question), methods })
    }

    fn is_of_game(&self) -> bool {
        matches!(self.axis, Axis::Depths(_)) && self.kind.name != "taquin"
    }

    /// The position of a game that is searched.
    pub fn position(&self) -> Result<Option<String>, Error> {
        if self.is_of_game() { Ok(self.contest("1", &self.position, self.methods.clone())?.task().info().position) } else { Ok(None) }
    }

    fn instance(&self, at: &str, seed: u64, held: BudgetedRun) -> Result<String, Error> {
        let wanted = match (&self.axis, self.kind.name) {
            (Axis::Depths(depths), "taquin") => {
                let moves = depths.iter().find(|depth| depth.to_string() == at).copied().unwrap_or_default();
                WantedPuzzle::taquin_at(&self.shape, moves, Some(seed))?
            }
            (Axis::Depths(_), _) => return Ok(self.position.clone()),
            (Axis::Sizes(_), "knights-tour") => return Ok(at.into()),
            (Axis::Sizes(_), name) => WantedPuzzle::read(name, Some(at), Some(&self.difficulty), Some(seed))?,
        };
        let mut text = String::new();
        held(&mut |tools, cancellation| {
            text = wanted.make(tools, cancellation)?.text;
            Ok(())
        })?;
        Ok(text)
    }

    pub fn written(&self, points: &[SeriesPoint], format: SeriesFormat, language: Language) -> Vec<u8> {
        match format {
            SeriesFormat::Table => table(points, language).into_bytes(),
            SeriesFormat::Csv => csv(points).into_bytes(),
            SeriesFormat::Svg => self.picture(points, language).into_bytes(),
            SeriesFormat::Json => json(&points),
        }
    }

    /// The chart of the states that each method created; for a game a panel for each figure of its searches.
    fn picture(&self, points: &[SeriesPoint], language: Language) -> String {
        let places = self.points();
        let figures = |point: &SeriesPoint| {
            let place = places.iter().position(|place| *place == point.at).unwrap_or(0);
            let search = point.search.as_ref();
            let (cut_offs, table_hits) = (search.map(|search| search.cut_offs), search.map(|search| search.table_hits));
            let first_cut_rate = search.and_then(|search| search.first_cut_rate);
            (place, [Some(point.generated.max(1.0)), cut_offs, table_hits, first_cut_rate, point.branching])
        };
        let curve = |method: &str| {
            let of_method = points.iter().filter(|point| point.method == method && point.solved > 0);
            Curve { name: method.into(), points: of_method.map(figures).collect() }
        };
        let curves: Vec<Curve> = distinct(points.iter().map(|point| &*point.method)).into_iter().map(curve).collect();
        let across = match (&self.axis, self.kind.name) {
            (Axis::Depths(_), "taquin") => Heading::FewestMoves,
            (Axis::Depths(_), _) => Heading::DepthInPlies,
            (Axis::Sizes(_), _) => Heading::Size,
        };
        let title = AnswerLine::SeriesTitle { puzzle: self.kind.name.into() };
        let of_game = points.iter().any(|point| point.search.is_some());
        let panels = if of_game { &SEARCH_PANELS[..] } else { &[(Heading::StatesCreated, Measure::Count)] };
        chart(language, &title, across, &places, panels, &curves)
    }
}

/// Each name once, in the order of its first place.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    names.fold(Vec::new(), |mut distinct, name| {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
        distinct
    })
}

/// One point for each method, in the order of the rows.
fn summed(at: &str, instances: u32, rows: &[ComparisonRow]) -> Vec<SeriesPoint> {
    let methods = distinct(rows.iter().map(|row| &*row.method));
    let rows_of = |method: &str| rows.iter().filter(|row| row.method == method).collect::<Vec<_>>();
    methods.into_iter().map(|method| point(at, method, instances, &rows_of(method))).collect()
}

/// The means over the instances that one method solved.
fn point(at: &str, method: &str, instances: u32, rows: &[&ComparisonRow]) -> SeriesPoint {
    let is_solved = |row: &&&ComparisonRow| matches!(row.verdict, Some(SolveVerdict::Solved | SolveVerdict::Impossible));
    let solved: Vec<&ComparisonRow> = rows.iter().filter(is_solved).copied().collect();
    let sum = |value: &dyn Fn(&ComparisonRow) -> u64| solved.iter().fold(0.0, |sum, row| sum + value(row) as f64);
    let mean = |value: &dyn Fn(&ComparisonRow) -> u64| sum(value) / solved.len().max(1) as f64;
    let (generated, depth) = (mean(&|row| row.cost.generated), mean(&|row| depth_and_time(row).0.into()));
    let of_search = |value: fn(&SearchCost) -> u64| move |row: &ComparisonRow| row.search.as_ref().map_or(0, value);
    let (cut_offs, first_cut_offs) = (of_search(|search| search.cut_offs), of_search(|search| search.first_cut_offs));
    SeriesPoint {
        at: at.into(),
        method: method.into(),
        instances,
        solved: solved.len() as u32,
        generated,
        expanded: mean(&|row| row.cost.expanded),
        frontier: mean(&|row| row.cost.frontier),
        depth,
        bytes: mean(&|row| row.cost.bytes),
        time_us: mean(&|row| depth_and_time(row).1),
        worst_us: rows.iter().map(|row| depth_and_time(row).1).max().unwrap_or(0),
        branching: branching(generated, depth),
        search: rows.iter().any(|row| row.search.is_some()).then(|| SearchPoint {
            cut_offs: mean(&cut_offs),
            first_cut_rate: first_cut_rate(sum(&cut_offs), sum(&first_cut_offs)),
            table_hits: mean(&of_search(|search| search.table_hits)),
        }),
    }
}

/// The columns of every puzzle and game, and for a game those of alpha-beta.
fn table(points: &[SeriesPoint], language: Language) -> String {
    use Heading::{
        At, Branching, ByFirst, CutOffs, Depth, Expanded, Frontier, Generated, Megabytes, Method, Seconds, Solved, TableHits, Worst,
    };
    let is_game = points.iter().any(|point| point.search.is_some());
    let of_game: &[Heading] = if is_game { &[CutOffs, ByFirst, TableHits] } else { &[] };
    let headings = [At, Method, Solved, Generated, Expanded, Frontier, Depth, Branching, Megabytes, Seconds, Worst];
    let row = |point: &SeriesPoint| {
        let solved = format!("{}/{}", point.solved, point.instances);
        let [generated, expanded, frontier] = [point.generated, point.expanded, point.frontier].map(|count| format!("{count:.0}"));
        let [seconds, worst] = [point.time_us, point.worst_us as f64].map(|time_us| format!("{:.4}", time_us / 1e6));
        let (depth, megabytes) = (format!("{:.1}", point.depth), format!("{:.1}", point.bytes / 1e6));
        let method = point.method.clone();
        let branching = factor(point.branching);
        let mut cells = vec![point.at.clone(), method, solved, generated, expanded, frontier, depth, branching, megabytes, seconds, worst];
        if is_game {
            let SearchPoint { cut_offs, first_cut_rate, table_hits } = point.search.clone().unwrap_or_default();
            cells.extend([format!("{cut_offs:.0}"), percent(first_cut_rate), format!("{table_hits:.0}")]);
        }
        cells
    };
    aligned(language, &[&headings, of_game].concat(), points.iter().map(row))
}

fn csv(points: &[SeriesPoint]) -> String {
    let mut out = String::from(
        "at,method,instances,solved,generated,expanded,frontier,depth,branching,bytes,time_us,worst_us,cut_offs,first_cut_rate,table_hits\n",
    );
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
    for point in points {
        let SeriesPoint { at, method, instances, solved, generated, expanded, frontier, depth, .. } = point;
        let SeriesPoint { branching, bytes, time_us, worst_us, search, .. } = point;
        let count = |count: fn(&SearchPoint) -> f64| search.as_ref().map_or(String::new(), |search| format!("{:.1}", count(search)));
        let (cut_offs, table_hits) = (count(|search| search.cut_offs), count(|search| search.table_hits));
        let (branching, rate) = (number(*branching), number(search.as_ref().and_then(|search| search.first_cut_rate)));
        // Writing to a string does not fail, and no method has a comma in its name.
        let _ = write!(out, "{at},{method},{instances},{solved},{generated:.1},{expanded:.1},{frontier:.1},{depth:.1},{branching},");
        let _ = writeln!(out, "{bytes:.0},{time_us:.1},{worst_us},{cut_offs},{rate},{table_hits}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_read_as_people_write_them() {
        for (text, depths) in [("3", vec![3]), ("1..4", vec![1, 2, 3, 4]), ("10..30/10", vec![10, 20, 30]), ("5, 9", vec![5, 9])] {
            assert_eq!(text.parse(), Ok(Depths(depths)), "{text}");
        }
        for text in ["", "4..1", "1..", "1..9/0", "a", "0..1000"] {
            assert!(text.parse::<Depths>().is_err(), "{text}");
        }
    }
}
