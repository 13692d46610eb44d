//! Tables as text: CSV, Markdown, and a page to be printed.

use contest::spreadsheet;
use contest::tournaments::TableText;
use message::{Coded, Language};
use protocol::{CrosstableTable, StandingRow, StandingTable};
use puzzle::markup::escaped;
use std::fmt::Write;
use std::ops::Range;

pub struct TextTable {
    language: Language,
    title: String,
    rows: Vec<Vec<String>>,
    /// The columns of the criteria, whose values may be fractions.
    criteria: Range<usize>,
    /// The meaning of its signs; may be empty.
    legend: String,
    notes: Vec<String>,
}

fn lost_by(row: &StandingRow, language: Language) -> String {
    let worded = |(reason, count): &(TableText, u32)| format!("{} {count}", localized(reason, language));
    TableText::losses(row).iter().map(worded).collect::<Vec<_>>().join(", ")
}

/// A fraction such as `4 5/12` to six decimals; any other text as it is.
fn decimal(value: &str) -> String {
    let (sign, size) = value.strip_prefix('-').map_or(("", value), |size| ("-", size));
    let (whole, rest) = size.split_once(' ').unwrap_or(("0", size));
    let parts = rest.split_once('/').map(|(above, below)| [whole, above, below].map(str::parse::<f64>));
    match parts {
        Some([Ok(whole), Ok(above), Ok(below)]) => format!("{sign}{:.6}", whole + above / below),
        _ => value.into(),
    }
}

fn localized(text: &TableText, language: Language) -> String {
    text.message().sentence(language)
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

impl From<(&StandingTable, Language)> for TextTable {
    fn from((table, language): (&StandingTable, Language)) -> TextTable {
        let text = |sentence: &TableText| localized(sentence, language);
        let mut head: Vec<String> = ["rank", "bot", "points", "played", "wins", "draws", "losses", "lost by"].map(String::from).into();
        let has_versions = table.rows.iter().any(|row| row.version.is_some());
        // Points and wins have a column already.
        let shown: Vec<usize> = (0..table.criteria.len()).filter(|&k| !head.contains(&table.criteria[k])).collect();
        let criteria = head.len()..head.len() + shown.len();
        head.extend(shown.iter().map(|&k| table.criteria[k].clone()));
        head.extend(["elo", "elo low", "elo high", "superior to next", "separable from next", "remarks"].map(String::from));
        // The last column, so that those before it stay where they were.
        head.extend(has_versions.then(|| "version".into()));
        let mut rows = vec![head.iter().map(|name| text(&TableText::column(name))).collect()];
        for row in &table.rows {
            let counts = [row.played, row.wins, row.draws, row.losses].map(|count| count.to_string());
            let mut line = vec![row.rank.to_string(), row.bot.clone(), row.points.to_string()];
            line.extend(counts);
            line.push(lost_by(row, language));
            line.extend(shown.iter().map(|&k| row.tie_breaks.get(k).cloned().unwrap_or_default()));
            let unbounded = |end: Option<f64>, infinite: &str| {
                end.or(row.elo).map_or(String::new(), |_| end.map_or(infinite.into(), |end| end.to_string()))
            };
            line.extend([number(row.elo), unbounded(row.elo_low, "-inf"), unbounded(row.elo_high, "inf"), number(row.superior_to_next)]);
            line.push(row.separable_from_next.map_or(String::new(), |yes| text(&TableText::IsSeparable { yes })));
            line.push(TableText::remarks(row).iter().map(text).collect::<Vec<_>>().join("; "));
            line.extend(has_versions.then(|| row.version.clone().unwrap_or_default()));
            rows.push(line);
        }
        let bye = table.rows.iter().any(|row| row.byes > 0).then(|| text(&TableText::ByeCounts));
        let legend = bye.into_iter().chain(table.conclusions.iter().map(|why| why.sentence(language))).collect::<Vec<_>>().join(" ");
        let notes = table.decisions.iter().map(|decision| text(&TableText::decision(decision))).collect();
        TextTable { language, title: text(&TableText::Standings { name: table.name.clone() }), rows, criteria, legend, notes }
    }
}

impl From<(&CrosstableTable, Language)> for TextTable {
    fn from((table, language): (&CrosstableTable, Language)) -> TextTable {
        let text = |sentence: &TableText| localized(sentence, language);
        let mut head: Vec<String> = ["rank", "bot", "points"].map(|name| text(&TableText::column(name))).into();
        head.extend((1..=table.rows.len()).map(|number| number.to_string()));
        let mut rows = vec![head];
        for (place, row) in table.rows.iter().enumerate() {
            let bot = row.version.as_ref().map_or_else(|| row.bot.clone(), |version| format!("{} ({version})", row.bot));
            let mut line = vec![row.rank.to_string(), bot, row.points.to_string()];
            line.resize(3 + table.rows.len(), String::new());
            line[3 + place] = "×".into();
            for cell in &row.cells {
                let forfeit = if cell.forfeits > 0 { "F" } else { "" };
                line[3 + cell.against as usize] = format!("{}{forfeit}", cell.points);
            }
            rows.push(line);
        }
        let has_forfeits = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.forfeits > 0);
        let legend = if has_forfeits { text(&TableText::Forfeits) } else { String::new() };
        let title = text(&TableText::Crosstable { name: table.name.clone() });
        TextTable { language, title, rows, criteria: 0..0, legend, notes: Vec::new() }
    }
}

impl TextTable {
    /// As CSV, in which every value is a decimal number: a spreadsheet takes `4 5/12` for a text or a day.
    pub fn csv(&self) -> String {
        let decimals = |row: &Vec<String>| {
            let is_value = |(column, _): &(usize, &String)| self.criteria.contains(column);
            row.iter().enumerate().map(|field| if is_value(&field) { decimal(field.1) } else { field.1.clone() }).collect()
        };
        spreadsheet::csv(b',', self.rows.iter().map(decimals))
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.title);
        for (number, row) in self.rows.iter().enumerate() {
            let fields: Vec<String> = row.iter().map(|field| field.replace('|', "\\|")).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "| {} |", fields.join(" | "));
            if number == 0 {
                let _ = writeln!(text, "|{}", "---|".repeat(row.len()));
            }
        }
        if !self.legend.is_empty() {
            let _ = writeln!(text, "\n{}", self.legend);
        }
        for (number, note) in self.notes.iter().enumerate() {
            let _ = writeln!(text, "{}- {note}", if number == 0 { "\n" } else { "" });
        }
        text
    }

    /// As an HTML page for printing.
    pub fn html(&self) -> String {
        // The file has its style inline, to look the same in any folder.
        let style = include_str!("table.css");
        let mut text = format!(
            "<!doctype html>\n<html lang=\"{1}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n\
             <style>\n{style}</style>\n<main>\n<h1>{0}</h1>\n<table>\n",
            escaped(&self.title),
            self.language.code()
        );
        for (number, row) in self.rows.iter().enumerate() {
            let tag = if number == 0 { "th scope=\"col\"" } else { "td" };
            let fields: String = row.iter().map(|field| format!("<{tag}>{}</{}>", escaped(field), &tag[..2])).collect();
            let _ = writeln!(text, "<tr>{fields}</tr>");
        }
        text.push_str("</table>\n");
        if !self.legend.is_empty() {
            let _ = writeln!(text, "<p>{}</p>", escaped(&self.legend));
        }
        if !self.notes.is_empty() {
            let notes: String = self.notes.iter().map(|note| format!("<li>{}</li>\n", escaped(note))).collect();
            let _ = write!(text, "<h2>{}</h2>\n<ul>\n{notes}</ul>\n", escaped(&localized(&TableText::Decisions, self.language)));
        }
        text.push_str("</main>\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(bot: &str, version: Option<&str>, value: &str, [elo, elo_low, elo_high]: [Option<f64>; 3]) -> StandingRow {
        let row = json!({
            "rank": 1, "version": version, "bot": bot, "points": 1.5, "played": 3, "byes": 0, "wins": 1, "draws": 1, "losses": 1,
            "tie_breaks": [value], "withdrawn": false, "annulled": false, "elo": elo, "elo_low": elo_low, "elo_high": elo_high,
        });
        serde_json::from_value(row).expect("a row")
    }

    fn table(rows: Vec<StandingRow>, language: Language) -> TextTable {
        let table = json!({
            "tournament": 1, "name": "Cup", "stage": "finished", "criteria": ["share"], "rows": rows, "decisions": [],
        });
        TextTable::from((&serde_json::from_value::<StandingTable>(table).expect("a table"), language))
    }

    /// Spreadsheets read neither fractions nor an infinite end of an interval that is left empty.
    #[test]
    fn all_numbers_in_csv_are_decimal() {
        let table = table(
            vec![
                row("ann", None, "2/3", [Some(401.5), Some(92.0), None]),
                row("bob", None, "-4 5/12", [Some(-401.5), None, Some(-92.0)]),
                row("cyd", None, "0.5", [None; 3]),
            ],
            Language::English,
        );
        let text = table.csv();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].contains(",0.666667,401.5,92,inf,"), "{text}");
        assert!(lines[2].contains(",-4.416667,-401.5,-inf,-92,"), "{text}");
        assert!(lines[3].contains(",0.5,,,,"), "{text}");
        assert!(table.markdown().contains("| 2/3 |"), "people read fractions");
    }

    #[test]
    fn versions_have_a_column_where_there_are_any() {
        let table = table(vec![row("ann", Some("1.1"), "1", [None; 3]), row("bob", None, "1", [None; 3])], Language::English);
        let text = table.csv();
        let lines: Vec<&str> = text.lines().map(|line| line.rsplit_once(',').unwrap_or_default().1).collect();
        assert_eq!(lines, ["version", "1.1", ""]);
    }

    #[test]
    fn titles_and_remarks_are_in_the_language() {
        let mut left = row("ann", None, "1", [None; 3]);
        left.withdrawn = true;
        left.losses_by_reason = [("no_show".to_string(), 2)].into();
        let text = table(vec![left], Language::French).markdown();
        for part in ["# Cup\u{a0}: classement", "| rang |", "| perdues par |", "| part des points |", "venu 2", "retiré"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
