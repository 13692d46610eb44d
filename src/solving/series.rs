//! What methods cost as instances grow: by the fewest moves of a taquin, by the depth of a search in a game, or by the size of a board. It is
//! the table and the chart of the classroom's reports.

use super::chart::{Curve, Measure, Panel, panels};
use super::iterations::{branching, first_cut_rate, percent};
use super::{Kind, MethodComparison, Tools, WantedPuzzle};
use crate::Error;
use crate::Flaw;
use protocol::{ComparisonQuestion, ComparisonRow, SearchPoint, SeriesPoint, SolveVerdict};
use runtime::work::{Budget, CancellationBudget};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::str::FromStr;

/// The most points of a series, and the most instances of each.
const MOST_POINTS: usize = 200;
const MOST_INSTANCES: u32 = 1_000;

/// `10..50`, or `10..50/10` in steps, or `10,20,30`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths(pub Vec<u32>);

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Depths, String> {
        let wrong = |_| format!("`{text}` is no list of depths, such as 10..50, 10..50/10 or 10,20,30");
        let depths: Vec<u32> = match text.split_once("..") {
            None => text.split(',').map(|depth| depth.trim().parse()).collect::<Result<_, _>>().map_err(wrong)?,
            Some((first, rest)) => {
                let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
                let (first, last) = (first.parse::<u32>().map_err(wrong)?, last.trim_start_matches('=').parse::<u32>().map_err(wrong)?);
                let step: usize = step.parse().map_err(wrong)?;
                if first > last || step == 0 {
                    return Err(format!("`{text}`: the last depth is not below the first, and the step is 1 or more"));
                }
                (first..=last).step_by(step).take(MOST_POINTS + 1).collect()
            }
        };
        match depths.len() {
            1..=MOST_POINTS => Ok(Depths(depths)),
            count => Err(format!("a series has 1 to {MOST_POINTS} depths, not {count} or more")),
        }
    }
}

/// What grows along a series.
#[derive(Clone, Debug)]
pub enum Axis {
    /// The fewest moves of a taquin of this shape, or the plies that a game is searched.
    Depths(Vec<u32>),
    /// The size of the board.
    Sizes(Vec<String>),
}

/// What is measured.
#[derive(Clone)]
pub struct Series {
    /// The puzzle or game.
    pub kind: &'static Kind,
    /// What grows.
    pub axis: Axis,
    /// The position of a game, or nothing.
    pub position: String,
    /// The shape of a taquin.
    pub shape: String,
    /// How many instances there are at each point.
    pub instances: u32,
    /// The seed of the first.
    pub seed: u64,
    /// How hard generated instances of a size are.
    pub difficulty: String,
    /// The methods; all if none.
    pub methods: Option<Vec<String>>,
    /// Further fields of each question.
    pub fields: Map<String, Value>,
}

/// Has a piece of work done within a cancellation of the caller's: an instance made, or methods compared on one.
pub type Held<'h> = &'h mut dyn FnMut(&mut dyn FnMut(&Tools, &mut CancellationBudget) -> Result<(), Error>) -> Result<(), Error>;

impl Series {
    /// Measures all, one instance after the other.
    ///
    /// # Errors
    /// Too many points or instances, no such size, or no such puzzle within the cancellation.
    pub fn measure(&self, held: Held) -> Result<Vec<SeriesPoint>, Error> {
        if !(1..=MOST_INSTANCES).contains(&self.instances) {
            return Err(Flaw::Range { field: "instances", least: 1, most: MOST_INSTANCES.into(), found: self.instances.into() }.into());
        }
        if !(1..=MOST_POINTS).contains(&self.points().len()) {
            return Err(Flaw::Range { field: "points", least: 1, most: MOST_POINTS as u64, found: self.points().len() as u64 }.into());
        }
        let mut points = Vec::new();
        let mut given_up: Vec<String> = Vec::new();
        for at in self.points() {
            let rows = self.measured(&at, &given_up, held)?;
            for point in summed(&at, self.instances, &rows) {
                // What it did not solve here it does not solve farther away.
                if point.solved == 0 {
                    given_up.push(point.method.clone());
                }
                points.push(point);
            }
        }
        Ok(points)
    }

    /// The same within one cancellation, of which every instance has its share.
    ///
    /// # Errors
    /// As [`Series::measure`].
    pub fn measure_within(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<Vec<SeriesPoint>, Error> {
        let mut pieces = (self.points().len() as u32).saturating_mul(self.instances).saturating_mul(2);
        self.measure(&mut |work| {
            let budget = cancellation.budget();
            let left = budget.time.saturating_sub(cancellation.elapsed()) / pieces.max(1).div_ceil(2);
            pieces = pieces.saturating_sub(1);
            work(tools, &mut cancellation.part(Budget { time: left, ..budget }))
        })
    }

    /// The depths or sizes.
    pub fn points(&self) -> Vec<String> {
        match &self.axis {
            Axis::Depths(depths) => depths.iter().map(u32::to_string).collect(),
            Axis::Sizes(sizes) => sizes.clone(),
        }
    }

    /// What each method cost on each instance of a point; none for those that have given up before.
    fn measured(&self, at: &str, given_up: &[String], held: Held) -> Result<Vec<ComparisonRow>, Error> {
        let methods: Vec<String> = self.methods.clone().unwrap_or_else(|| self.kind.methods());
        let methods: Vec<String> = methods.into_iter().filter(|method| !given_up.contains(method)).collect();
        let mut rows = Vec::new();
        if methods.is_empty() {
            return Ok(rows);
        }
        for number in 0..self.instances {
            let seed = self.seed.wrapping_add(number.into());
            let mut question = match self.instance(at, seed, held)? {
                text if text.is_empty() => Map::new(),
                text => match serde_json::from_str::<Value>(&text) {
                    Ok(Value::Object(fields)) => fields,
                    _ => self.kind.from_text(&text),
                },
            };
            if let (Axis::Depths(_), false) = (&self.axis, self.kind.name == "taquin") {
                question.insert("depth".into(), at.parse::<u32>().unwrap_or_default().into());
            }
            question.extend(self.fields.clone());
            let asked = ComparisonQuestion { question: Value::Object(question), methods: Some(methods.clone()) };
            let contest = MethodComparison::read(self.kind, &asked)?;
            held(&mut |tools, cancellation| {
                rows.extend(contest.run(tools, cancellation, &mut |_| {})?.rows);
                Ok(())
            })?;
        }
        Ok(rows)
    }

    /// The text of an instance.
    fn instance(&self, at: &str, seed: u64, held: Held) -> Result<String, Error> {
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

    /// A picture of the states that each method created; of a game a panel for each of the things that its searches counted.
    pub fn picture(&self, points: &[SeriesPoint]) -> String {
        let places = self.points();
        let methods = points.iter().fold(Vec::new(), |mut methods: Vec<&str>, point| {
            if !methods.contains(&&*point.method) {
                methods.push(&point.method);
            }
            methods
        });
        let curves = |value: &dyn Fn(&SeriesPoint) -> Option<f64>| -> Vec<Curve> {
            let curve = |method: &&str| {
                let of_method = points.iter().filter(|point| point.method == **method && point.solved > 0);
                let place = |at: &str| places.iter().position(|place| place == at).unwrap_or(0);
                Curve { name: (*method).into(), points: of_method.filter_map(|point| Some((place(&point.at), value(point)?))).collect() }
            };
            methods.iter().map(curve).collect()
        };
        let states = curves(&|point| Some(point.generated.max(1.0)));
        let across = match (&self.axis, self.kind.name) {
            (Axis::Depths(_), "taquin") => "fewest moves",
            (Axis::Depths(_), _) => "depth in plies",
            (Axis::Sizes(_), _) => "size",
        };
        let counted = |value: fn(&SearchPoint) -> Option<f64>| curves(&|point| value(point.search.as_ref()?));
        let panel = |title: &str, measure, curves| Panel { title: title.into(), measure, curves };
        let all = if points.iter().all(|point| point.search.is_none()) {
            vec![panel("states created", Measure::Count, states)]
        } else {
            vec![
                panel("nodes", Measure::Count, states),
                panel("cut-offs", Measure::Count, counted(|search| Some(search.cut_offs))),
                panel("table hits", Measure::Count, counted(|search| Some(search.table_hits))),
                panel("cut off by the first move", Measure::Share, counted(|search| search.first_cut_rate)),
                panel("effective branching factor", Measure::Factor, curves(&|point| point.branching)),
            ]
        };
        panels(&format!("{}: what a search costs", self.kind.name), across, &places, &all)
    }
}

/// One point a method, in the order in which they first stand.
fn summed(at: &str, instances: u32, rows: &[ComparisonRow]) -> Vec<SeriesPoint> {
    let mut points: Vec<SeriesPoint> = Vec::new();
    let mut depths: Vec<f64> = Vec::new();
    let mut first_cut_offs: Vec<f64> = Vec::new();
    for row in rows {
        let place = points.iter().position(|point| point.method == row.method).unwrap_or_else(|| {
            let (at, method) = (at.to_string(), row.method.clone());
            let nothing = SeriesPoint {
                at,
                method,
                instances,
                solved: 0,
                generated: 0.0,
                expanded: 0.0,
                bytes: 0.0,
                time_us: 0.0,
                worst_us: 0,
                branching: None,
                search: row.search.as_ref().map(|_| SearchPoint::default()),
            };
            points.push(nothing);
            depths.push(0.0);
            first_cut_offs.push(0.0);
            points.len() - 1
        });
        let point = &mut points[place];
        let (generated, expanded, depth, time_us) = match &row.search {
            Some(search) => (search.nodes, search.nodes - search.leaves.min(search.nodes), search.depth, search.time_us),
            None => (row.cost.generated, row.cost.expanded, row.cost.depth, row.cost.time_us),
        };
        point.worst_us = point.worst_us.max(time_us);
        if matches!(row.verdict, Some(SolveVerdict::Solved | SolveVerdict::Impossible)) {
            point.solved += 1;
            point.generated += generated as f64;
            point.expanded += expanded as f64;
            point.bytes += row.cost.bytes as f64;
            point.time_us += time_us as f64;
            depths[place] += f64::from(depth);
            if let (Some(sum), Some(search)) = (&mut point.search, &row.search) {
                sum.cut_offs += search.cut_offs as f64;
                sum.table_hits += search.table_hits as f64;
                first_cut_offs[place] += search.first_cut_offs as f64;
            }
        }
    }
    for ((point, depth), first) in points.iter_mut().zip(depths).zip(first_cut_offs).filter(|((point, _), _)| point.solved > 0) {
        let solved = f64::from(point.solved);
        for sum in [&mut point.generated, &mut point.expanded, &mut point.bytes, &mut point.time_us] {
            *sum /= solved;
        }
        point.branching = branching(point.generated, depth / solved);
        if let Some(search) = &mut point.search {
            search.first_cut_rate = first_cut_rate(search.cut_offs, first);
            (search.cut_offs, search.table_hits) = (search.cut_offs / solved, search.table_hits / solved);
        }
    }
    points
}

/// The points for people.
pub fn series_table(points: &[SeriesPoint]) -> String {
    let mut out = String::new();
    let of_game = points.iter().any(|point| point.search.is_some());
    let between = if of_game { "    cut-offs  by first   table hits" } else { "      MB" };
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "{:>8} {:<22} {:>9} {:>14} {:>14} {between} {:>10} {:>10} {:>9}",
        "at", "method", "solved", "generated", "expanded", "seconds", "worst", "branching"
    );
    for point in points {
        let between = match &point.search {
            Some(SearchPoint { cut_offs, first_cut_rate, table_hits }) => {
                format!("{cut_offs:>12.0} {:>9} {table_hits:>12.0}", percent(*first_cut_rate))
            }
            None => format!("{:>8.1}", point.bytes / 1e6),
        };
        let _ = writeln!(
            out,
            "{:>8} {:<22} {:>9} {:>14.0} {:>14.0} {between} {:>10.4} {:>10.4} {:>9}",
            point.at,
            point.method,
            format!("{}/{}", point.solved, point.instances),
            point.generated,
            point.expanded,
            point.time_us / 1e6,
            point.worst_us as f64 / 1e6,
            point.branching.map_or("-".into(), |b| format!("{b:.3}"))
        );
    }
    out
}

/// The points for spreadsheets.
pub fn series_csv(points: &[SeriesPoint]) -> String {
    let mut out =
        String::from("at,method,instances,solved,generated,expanded,bytes,time_us,worst_us,branching,cut_offs,first_cut_rate,table_hits\n");
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.4}"));
    for point in points {
        let SeriesPoint { at, method, instances, solved, generated, expanded, bytes, time_us, worst_us, branching, search } = point;
        let count = |count: fn(&SearchPoint) -> f64| search.as_ref().map_or(String::new(), |search| format!("{:.1}", count(search)));
        let (cut_offs, table_hits) = (count(|search| search.cut_offs), count(|search| search.table_hits));
        let (branching, rate) = (number(*branching), number(search.as_ref().and_then(|search| search.first_cut_rate)));
        // Writing to a string does not fail, and no method has a comma in its name.
        let _ = writeln!(
            out,
            "{at},{method},{instances},{solved},{generated:.1},{expanded:.1},{bytes:.0},{time_us:.1},{worst_us},{branching},{cut_offs},{rate},{table_hits}"
        );
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
