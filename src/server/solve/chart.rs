//! A chart as SVG: several curves over the same places, on a logarithmic scale, with their names beside their ends.

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
        let (colour, dash) = (COLOURS[number % COLOURS.len()], DASHES[number / COLOURS.len() % DASHES.len()]);
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
}
