//! Line charts as SVG: several curves over the same places, in a panel for each measured figure.

use crate::sentence::{AnswerLine, Heading};
use message::{Coded, Language};
use puzzle::markup::escaped;
use std::fmt::Write;

/// The panels of a game search, as [`Curve`] orders their figures.
pub const SEARCH_PANELS: [(Heading, Measure); 5] = [
    (Heading::Nodes, Measure::Count),
    (Heading::CutOffs, Measure::Count),
    (Heading::TableHits, Measure::Count),
    (Heading::CutByFirst, Measure::Share),
    (Heading::BranchingFactor, Measure::Factor),
];

/// A curve with a name: the place of each point, from 0, and its figure in each panel.
pub struct Curve {
    pub name: String,
    pub points: Vec<(usize, [Option<f64>; SEARCH_PANELS.len()])>,
}

/// Colours that colour-blind people can distinguish (Okabe and Ito, 2008).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d1f"];
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Logarithmic, from 1.
    Count,
    /// From 0 to 1, in per cent.
    Share,
    /// Linear, from 0.
    Factor,
}

/// Panels in a row. The legend has the place after the last panel; a panel alone is twice as large.
const PANELS_IN_ROW: usize = 3;
const PANEL_WIDTH: f64 = 300.0;
const PANEL_HEIGHT: f64 = 210.0;
const TOP: f64 = 44.0;
const PANEL_LEFT: f64 = 44.0;
const PANEL_BOTTOM: f64 = 34.0;
const PANEL_TOP: f64 = 26.0;
const STEPS: u32 = 4;

fn stroke(number: usize) -> (&'static str, &'static str) {
    (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()])
}

/// The panels with a title and a legend; `across` names the horizontal axis.
pub fn chart(
    language: Language,
    title: &AnswerLine,
    across: Heading,
    places: &[String],
    panels: &[(Heading, Measure)],
    curves: &[Curve],
) -> String {
    let (title, across) = (title.message().sentence(language), across.message().sentence(language));
    let scale = if panels.len() == 1 { 2.0 } else { 1.0 };
    let (panel_width, panel_height) = (scale * PANEL_WIDTH, scale * PANEL_HEIGHT);
    let rows = (panels.len() + 1).div_ceil(PANELS_IN_ROW);
    let (width, height) = (PANEL_WIDTH * PANELS_IN_ROW as f64 + 20.0, panel_height * rows as f64 + TOP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n\
         <title>{0}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"{PANEL_LEFT}\" y=\"24\" font-size=\"16\">{0}</text>\n",
        escaped(&title)
    );
    let corner = |number: usize| (panel_width * (number % PANELS_IN_ROW) as f64, TOP + panel_height * (number / PANELS_IN_ROW) as f64);
    for (number, (heading, measure)) in panels.iter().enumerate() {
        let panel = (&*heading.message().sentence(language), *measure);
        let ((x, y), size) = (corner(number), (panel_width, panel_height));
        let values = |curve: &Curve| curve.points.iter().filter_map(|(place, figures)| Some((*place, figures[number]?))).collect();
        let curves: Vec<Vec<(usize, f64)>> = curves.iter().map(values).collect();
        // Writing to a string does not fail.
        let _ = write!(out, "<g transform=\"translate({x} {y})\">\n{}</g>\n", drawn(language, panel, &curves, size, &across, places));
    }
    let (x, y) = corner(panels.len());
    for (number, curve) in curves.iter().enumerate() {
        let ((colour, dash), (x, y)) = (stroke(number), (x + PANEL_LEFT, y + PANEL_TOP + 14.0 * number as f64));
        let _ = writeln!(
            out,
            "<path d=\"M{x} {y}h28\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            x + 36.0,
            y + 4.0,
            escaped(&curve.name)
        );
    }
    out + "</svg>\n"
}

/// One panel, from its upper left corner.
fn drawn(
    language: Language,
    (title, measure): (&str, Measure),
    curves: &[Vec<(usize, f64)>],
    (width, height): (f64, f64),
    across: &str,
    places: &[String],
) -> String {
    let highest = curves.iter().flatten().map(|(_, value)| *value).fold(0.0, f64::max);
    let (top, steps) = match measure {
        Measure::Count => (highest.max(10.0).log10().ceil(), highest.max(10.0).log10().ceil() as u32),
        Measure::Share => (1.0, STEPS),
        Measure::Factor => (highest.ceil().max(1.0), STEPS),
    };
    let scaled = |value: f64| if measure == Measure::Count { value.max(1.0).log10() } else { value };
    let right = width - 12.0;
    let x = |place: usize| PANEL_LEFT + place as f64 / (places.len().max(2) - 1) as f64 * (right - PANEL_LEFT);
    let y = |value: f64| height - PANEL_BOTTOM - value / top * (height - PANEL_BOTTOM - PANEL_TOP);
    let mut out = format!("<text x=\"{PANEL_LEFT}\" y=\"14\" font-weight=\"600\">{}</text>\n", escaped(title));
    // A scale of many decades skips some of its lines.
    let every = if measure == Measure::Count { steps.div_ceil(5) } else { 1 };
    for step in (0..=steps).step_by(every.max(1) as usize) {
        let value = top * f64::from(step) / f64::from(steps);
        let name = match measure {
            Measure::Count => format!("10<tspan dy=\"-4\" font-size=\"8\">{step}</tspan>"),
            Measure::Share => format!("{:.0} %", 100.0 * value),
            Measure::Factor => language.decimal(&format!("{value:.1}")),
        };
        let at = y(value);
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<line x1=\"{PANEL_LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            PANEL_LEFT - 6.0,
            at + 4.0
        );
    }
    for (place, name) in places.iter().enumerate().step_by(places.len().div_ceil(10).max(1)) {
        let below = height - PANEL_BOTTOM + 14.0;
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", x(place), escaped(name));
    }
    let middle = (PANEL_LEFT + right) / 2.0;
    let _ = writeln!(out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>", height - 7.0, escaped(across));
    for (number, points) in curves.iter().enumerate().filter(|(_, points)| !points.is_empty()) {
        let (colour, dash) = stroke(number);
        let path: Vec<String> = points.iter().map(|&(place, value)| format!("{:.1},{:.1}", x(place), y(scaled(value)))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            path.join(" ")
        );
        for &(place, value) in points {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\"/>", x(place), y(scaled(value)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_panel_and_every_name_is_drawn() {
        let places: Vec<String> = (1..=5).map(|place| place.to_string()).collect();
        let curve = |name: &str, by: f64| Curve { name: name.into(), points: (0..5).map(|at| (at, [Some(at as f64 * by); 5])).collect() };
        let curves = [curve("one", 0.1), curve("two & three", 0.2)];
        let title = |puzzle: &str| AnswerLine::SeriesTitle { puzzle: puzzle.into() };
        let charted = |title: &AnswerLine, places: &[String], panels: &[_], curves: &[Curve]| {
            chart(Language::French, title, Heading::DepthInPlies, places, panels, curves)
        };
        let all = [(Heading::Nodes, Measure::Count), (Heading::CutByFirst, Measure::Share), (Heading::BranchingFactor, Measure::Factor)];
        let drawn = charted(&title("taquin"), &places, &all, &curves);
        assert_eq!(
            (drawn.matches("<polyline").count(), drawn.matches("<circle").count(), drawn.matches("two &amp; three").count()),
            (6, 30, 1)
        );
        assert!(drawn.contains("100 %") && drawn.contains("nœuds") && !drawn.contains("NaN") && !drawn.contains("inf"));
        let alone = charted(&title("a <title>"), &places, &all[..1], &curves);
        assert_eq!((alone.matches("<polyline").count(), alone.matches("two &amp; three").count()), (2, 1));
        assert!(alone.contains("a &lt;title&gt;"));
        for all in [&all[..0], &all[..1]] {
            let empty = charted(&title("nothing"), &[], all, &[]);
            assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN"));
        }
    }
}
