//! Charts as SVG: several curves over the same places, on a logarithmic scale with their names beside their ends, or in a panel for each
//! thing that was counted.

use puzzle::markup::escaped;
use std::fmt::Write;

/// A curve: the place of each point, and how high it is.
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// Places from 0, and values of 1 and more.
    pub points: Vec<(usize, f64)>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 480.0;
/// Room for the words beside the axes, and for the curves' names.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// Colours that are told apart by most people who do not see all colours (Okabe and Ito, 2008).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d1f"];
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];

/// The chart: `title` above, `across` below, a mark for each place.
pub fn chart(title: &str, across: &str, places: &[String], curves: &[Curve]) -> String {
    let highest = curves.iter().flat_map(|curve| &curve.points).map(|(_, value)| *value).fold(10.0, f64::max);
    let decades = highest.log10().ceil().max(1.0);
    let x = |place: f64| LEFT + place / (places.len().max(2) - 1) as f64 * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - value.max(1.0).log10() / decades * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>{0}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n<text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{0}</text>\n",
        escaped(title)
    );
    // Writing to a string does not fail.
    for decade in 0..=decades as u32 {
        let at = y(10_f64.powi(decade as i32));
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"9\">{decade}</tspan></text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    // At most so many words fit beside each other.
    let every = places.len().div_ceil(14).max(1);
    for (place, name) in places.iter().enumerate().step_by(every) {
        let (at, below) = (x(place as f64), HEIGHT - BOTTOM + 20.0);
        let _ = writeln!(out, "<text x=\"{at:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>", escaped(name));
    }
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    let _ = writeln!(out, "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>", HEIGHT - 12.0, escaped(across));
    let mut names: Vec<(f64, &str, &str)> = Vec::new();
    for (number, curve) in curves.iter().enumerate().filter(|(_, curve)| !curve.points.is_empty()) {
        let (colour, dash) = stroke(number);
        let path: Vec<String> = curve.points.iter().map(|&(place, value)| format!("{:.1},{:.1}", x(place as f64), y(value))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            path.join(" ")
        );
        for &(place, value) in &curve.points {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>", x(place as f64), y(value));
        }
        names.push((curve.points.last().map_or(0.0, |&(_, value)| y(value)), &curve.name, colour));
    }
    // From the top down, none over another.
    names.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = TOP;
    for (at, name, colour) in names {
        let at = at.max(free);
        free = at + 15.0;
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>", WIDTH - RIGHT + 10.0, at + 4.0, escaped(name));
    }
    out + "</svg>\n"
}

/// How the values of a panel are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Numbers of 1 and more, each step ten times the one before.
    Count,
    /// From 0 to 1, told in per cent.
    Share,
    /// Numbers from 0 on, in even steps.
    Factor,
}

/// Curves of one thing that was counted.
pub struct Panel {
    /// What was counted.
    pub title: String,
    /// How it is drawn.
    pub measure: Measure,
    /// The curves, in every panel the same ones in the same order.
    pub curves: Vec<Curve>,
}

/// So many panels stand beside each other; the names of the curves have the place after the last one.
const ABREAST: usize = 3;
const PANEL_WIDTH: f64 = 300.0;
const PANEL_HEIGHT: f64 = 210.0;
/// Room beside and below the curves of a panel.
const PANEL_LEFT: f64 = 44.0;
const PANEL_BOTTOM: f64 = 34.0;
const PANEL_TOP: f64 = 26.0;
/// Steps of a scale that is not logarithmic.
const STEPS: u32 = 4;

/// The colour and the dashes of a curve.
fn stroke(number: usize) -> (&'static str, &'static str) {
    (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()])
}

/// The panels under one title, and beside the last one the names of the curves.
pub fn panels(title: &str, across: &str, places: &[String], panels: &[Panel]) -> String {
    let rows = (panels.len() + 1).div_ceil(ABREAST);
    let (width, height) = (PANEL_WIDTH * ABREAST as f64 + 20.0, PANEL_HEIGHT * rows as f64 + TOP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n\
         <title>{0}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"{PANEL_LEFT}\" y=\"24\" font-size=\"16\">{0}</text>\n",
        escaped(title)
    );
    let corner = |number: usize| (PANEL_WIDTH * (number % ABREAST) as f64, TOP + PANEL_HEIGHT * (number / ABREAST) as f64);
    for (number, panel) in panels.iter().enumerate() {
        let (x, y) = corner(number);
        // Writing to a string does not fail.
        let _ = write!(out, "<g transform=\"translate({x} {y})\">\n{}</g>\n", drawn(panel, across, places));
    }
    let (x, y) = corner(panels.len());
    for (number, curve) in panels.first().map_or(&[][..], |panel| &panel.curves).iter().enumerate() {
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
fn drawn(panel: &Panel, across: &str, places: &[String]) -> String {
    let highest = panel.curves.iter().flat_map(|curve| &curve.points).map(|(_, value)| *value).fold(0.0, f64::max);
    let (top, steps) = match panel.measure {
        Measure::Count => (highest.max(10.0).log10().ceil(), highest.max(10.0).log10().ceil() as u32),
        Measure::Share => (1.0, STEPS),
        Measure::Factor => (highest.ceil().max(1.0), STEPS),
    };
    let scaled = |value: f64| if panel.measure == Measure::Count { value.max(1.0).log10() } else { value };
    let right = PANEL_WIDTH - 12.0;
    let x = |place: usize| PANEL_LEFT + place as f64 / (places.len().max(2) - 1) as f64 * (right - PANEL_LEFT);
    let y = |value: f64| PANEL_HEIGHT - PANEL_BOTTOM - value / top * (PANEL_HEIGHT - PANEL_BOTTOM - PANEL_TOP);
    let mut out = format!("<text x=\"{PANEL_LEFT}\" y=\"14\" font-weight=\"600\">{}</text>\n", escaped(&panel.title));
    // A scale of many decades does without some of its lines.
    let every = if panel.measure == Measure::Count { steps.div_ceil(5) } else { 1 };
    for step in (0..=steps).step_by(every.max(1) as usize) {
        let value = top * f64::from(step) / f64::from(steps);
        let name = match panel.measure {
            Measure::Count => format!("10<tspan dy=\"-4\" font-size=\"8\">{step}</tspan>"),
            Measure::Share => format!("{:.0} %", 100.0 * value),
            Measure::Factor => format!("{value:.1}"),
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
        let below = PANEL_HEIGHT - PANEL_BOTTOM + 14.0;
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", x(place), escaped(name));
    }
    let middle = (PANEL_LEFT + right) / 2.0;
    let _ = writeln!(out, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>", PANEL_HEIGHT - 7.0, escaped(across));
    for (number, curve) in panel.curves.iter().enumerate().filter(|(_, curve)| !curve.points.is_empty()) {
        let (colour, dash) = stroke(number);
        let path: Vec<String> = curve.points.iter().map(|&(place, value)| format!("{:.1},{:.1}", x(place), y(scaled(value)))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            path.join(" ")
        );
        for &(place, value) in &curve.points {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\"/>", x(place), y(scaled(value)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_and_every_place_is_drawn() {
        let places: Vec<String> = (1..=5).map(|place| place.to_string()).collect();
        let curve = |name: &str, factor: f64| Curve { name: name.into(), points: (0..5).map(|at| (at, factor.powi(at as i32))).collect() };
        let drawn = chart("a <title>", "depth", &places, &[curve("one", 2.0), curve("two & three", 10.0)]);
        assert_eq!((drawn.matches("<polyline").count(), drawn.matches("<circle").count()), (2, 10));
        assert!(drawn.contains("a &lt;title&gt;") && drawn.contains("two &amp; three") && !drawn.contains("NaN"));
        let empty = chart("nothing", "depth", &[], &[]);
        assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN"));
    }

    #[test]
    fn every_panel_and_every_name_is_drawn() {
        let places: Vec<String> = (1..=5).map(|place| place.to_string()).collect();
        let panel = |title: &str, measure| {
            let curve = |name: &str, by: f64| Curve { name: name.into(), points: (0..5).map(|at| (at, at as f64 * by)).collect() };
            Panel { title: title.into(), measure, curves: vec![curve("one", 0.1), curve("two & three", 0.2)] }
        };
        let all = [panel("nodes", Measure::Count), panel("a share", Measure::Share), panel("<b>", Measure::Factor)];
        let drawn = panels("a title", "depth", &places, &all);
        assert_eq!(
            (drawn.matches("<polyline").count(), drawn.matches("<circle").count(), drawn.matches("two &amp; three").count()),
            (6, 30, 1)
        );
        assert!(drawn.contains("&lt;b&gt;") && drawn.contains("100 %") && !drawn.contains("NaN") && !drawn.contains("inf"));
        let empty = panels("nothing", "depth", &[], &[]);
        assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN"));
    }
}
