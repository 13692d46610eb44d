//! Tables for the terminal: columns aligned, and no line longer than it is wide.

use super::told::Told;
use crate::language::said;
use console::{Alignment, Term, measure_text_width, pad_str};
use protocol::{Attendance, CrosstableTable, RollCall, StandingRow, StandingTable, TournamentGame};
use referee::TerminationKind;
use std::io::IsTerminal;

/// What stands between two columns.
const GAP: &str = "  ";
/// A text is not cut below so many characters.
const SHORTEST: usize = 8;

/// How wide the terminal is; none if what is printed goes elsewhere.
pub fn terminal_width() -> Option<usize> {
    std::io::stdout().is_terminal().then(|| Term::stdout().size().1.into())
}

/// A column.
struct Column {
    title: String,
    fields: Vec<String>,
    /// Numbers stand under each other.
    is_number: bool,
    /// Where there is no room for all, the column with the highest is left out first; 0 never is.
    rank: u32,
}

impl Column {
    fn text(title: &str, rank: u32, fields: impl Iterator<Item = String>) -> Column {
        Column { title: title.into(), fields: fields.collect(), is_number: false, rank }
    }

    fn numbers(title: &str, rank: u32, fields: impl Iterator<Item = String>) -> Column {
        Column { is_number: true, ..Column::text(title, rank, fields) }
    }

    fn width(&self) -> usize {
        self.fields.iter().chain([&self.title]).map(|field| measure_text_width(field)).max().unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.fields.iter().all(String::is_empty)
    }
}

/// The columns side by side. What is too much is left out, and then told so; at last the longest texts are cut.
fn aligned(mut columns: Vec<Column>, width: Option<usize>) -> String {
    columns.retain(|column| column.rank == 0 || !column.is_empty());
    let needed = |columns: &[Column]| columns.iter().map(Column::width).sum::<usize>() + GAP.len() * columns.len().saturating_sub(1);
    let mut left_out = Vec::new();
    let width = width.unwrap_or(usize::MAX);
    while needed(&columns) > width
        && let Some(least) = (0..columns.len()).filter(|&k| columns[k].rank > 0).max_by_key(|&k| (columns[k].rank, k))
    {
        left_out.push(columns.remove(least).title);
    }
    let mut widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let excess = needed(&columns).saturating_sub(width);
    if let Some(widest) = widths.iter_mut().max() {
        *widest = widest.saturating_sub(excess).max(SHORTEST.min(*widest));
    }
    let mut text = String::new();
    let rows = columns.first().map_or(0, |column| column.fields.len());
    for row in 0..=rows {
        let field = |(column, width): (&Column, &usize)| {
            let field = if row == 0 { &column.title } else { &column.fields[row - 1] };
            let alignment = if column.is_number { Alignment::Right } else { Alignment::Left };
            pad_str(field, *width, alignment, Some("…")).into_owned()
        };
        let line = columns.iter().zip(&widths).map(field).collect::<Vec<_>>().join(GAP);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if !left_out.is_empty() {
        text.push_str(&said(&Told::MoreColumns { columns: left_out.join(", ") }));
        text.push('\n');
    }
    text
}

/// The name of a criterion.
fn criterion(name: &str) -> String {
    said(&Told::Criterion { criterion: name.replace([' ', '-'], "_"), name: name.into() })
}

/// The standings.
pub fn standings(table: &StandingTable, width: Option<usize>) -> String {
    let rows = || table.rows.iter();
    let remarks = |row: &StandingRow| {
        let remarks = [
            (row.byes > 0, Told::Byes { count: row.byes }),
            (row.half_point_byes > 0, Told::HalfPointByes { count: row.half_point_byes }),
            (row.withdrawn, Told::Withdrawn),
            (row.annulled, Told::Annulled),
        ];
        remarks.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| said(word)).collect::<Vec<_>>().join("; ")
    };
    let lost_by = |row: &StandingRow| {
        let reasons = row.losses_by_reason.iter().filter(|(reason, _)| *reason != TerminationKind::Rules.code());
        reasons.map(|(cause, count)| format!("{} {count}", said(&Told::Cause { cause: cause.clone() }))).collect::<Vec<_>>().join(", ")
    };
    let elo = |row: &StandingRow| match (row.elo, row.elo_low, row.elo_high) {
        (Some(elo), Some(low), Some(high)) => {
            // Nobody is at minus nothing.
            let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
            format!("{elo} [{low}, {high}]")
        }
        // Whoever has won all or nothing has a bound to one side, and the number is what the prior makes of it.
        (Some(elo), low, high) => {
            let end = |end: Option<f64>, infinite: &str| end.map_or(infinite.into(), |end| (end.round() + 0.0).to_string());
            said(&Told::ByThePrior { estimate: format!("{} [{}, {}]", elo.round() + 0.0, end(low, "-∞"), end(high, "∞")) })
        }
        (None, ..) => String::new(),
    };
    // One bot may have several rows then: they are told apart however narrow the terminal is.
    let has_versions = rows().any(|row| row.version.is_some());
    let mut columns = vec![
        Column::numbers("#", 0, rows().map(|row| row.rank.to_string())),
        Column::text(&said(&Told::Bot), 0, rows().map(|row| row.bot.clone())),
        Column::text(&said(&Told::Version), if has_versions { 0 } else { 1 }, rows().map(|row| row.version.clone().unwrap_or_default())),
        Column::numbers(&said(&Told::Points), 0, rows().map(|row| row.points.to_string())),
        Column::numbers(&said(&Told::Played), 2, rows().map(|row| row.played.to_string())),
        Column::numbers(&said(&Told::Won), 1, rows().map(|row| row.wins.to_string())),
        Column::numbers(&said(&Told::Drawn), 1, rows().map(|row| row.draws.to_string())),
        Column::numbers(&said(&Told::Lost), 1, rows().map(|row| row.losses.to_string())),
        Column::text(&said(&Told::LostBy), 1, rows().map(lost_by)),
    ];
    let shown = table.criteria.iter().enumerate().filter(|(_, name)| !["points", "wins"].contains(&name.as_str()));
    columns.extend(shown.map(|(k, name)| {
        let value = |row: &StandingRow| row.tie_breaks.get(k).cloned().unwrap_or_default();
        Column::numbers(&criterion(name), 4 + k as u32, rows().map(value))
    }));
    columns.push(Column::numbers(&said(&Told::Elo), 3, rows().map(elo)));
    columns.push(Column::text(&said(&Told::Remarks), 1, rows().map(remarks)));
    let title = said(&Told::Standings { name: table.name.clone(), stage: table.stage.word() });
    let mut text = format!("{title}\n\n{}", aligned(columns, width));
    for sentence in &table.conclusions {
        text.push_str(&format!("\n{}\n", said(sentence)));
    }
    for decision in &table.decisions {
        let protocol::DecisionRecord { game, white, black, action, result, why, .. } = decision.clone();
        let (players, action, result) = (format!("{white} – {black}"), action.word(), result.map(protocol::GameResult::word));
        text.push_str(&format!("\n{}\n", said(&Told::Decision { game, players, action, result, why })));
    }
    text
}

/// The table of a report file: the criteria's names, then for each player the rank, the starting rank, the name, and the values.
pub fn report(criteria: &[&str], rows: &[(u32, u32, &str, Vec<String>)], width: Option<usize>) -> String {
    let mut columns = vec![
        Column::numbers("#", 0, rows.iter().map(|(rank, ..)| rank.to_string())),
        Column::numbers(&said(&Told::Start), 1, rows.iter().map(|(_, start, ..)| start.to_string())),
        Column::text(&said(&Told::Name), 0, rows.iter().map(|(_, _, name, _)| (*name).into())),
    ];
    columns.extend(criteria.iter().enumerate().map(|(k, title)| {
        let values = rows.iter().map(|(.., values)| values.get(k).cloned().unwrap_or_default());
        Column::numbers(&criterion(title), k as u32, values)
    }));
    aligned(columns, width)
}

/// The crosstable.
pub fn crosstable(table: &CrosstableTable, width: Option<usize>) -> String {
    let rows = || table.rows.iter();
    let has_versions = rows().any(|row| row.version.is_some());
    let mut columns = vec![
        Column::numbers("#", 0, (1..=table.rows.len()).map(|number| number.to_string())),
        Column::text(&said(&Told::Bot), 0, rows().map(|row| row.bot.clone())),
        Column::text(&said(&Told::Version), if has_versions { 0 } else { 1 }, rows().map(|row| row.version.clone().unwrap_or_default())),
        Column::numbers(&said(&Told::Points), 0, rows().map(|row| row.points.to_string())),
    ];
    columns.extend((0..table.rows.len()).map(|against| {
        let fields =
            table.rows.iter().enumerate().map(|(place, row)| match row.cells.iter().find(|cell| cell.against as usize == against) {
                _ if place == against => "×".into(),
                Some(cell) => format!("{}{}", cell.points, if cell.forfeits > 0 { "F" } else { "" }),
                None => String::new(),
            });
        Column::numbers(&(against + 1).to_string(), 1 + against as u32, fields)
    }));
    format!("{}\n\n{}", said(&Told::Crosstable { name: table.name.clone() }), aligned(columns, width))
}

/// The games of a tournament, a line each.
pub fn games(games: &[TournamentGame], width: Option<usize>) -> String {
    let rows = || games.iter();
    let result = |game: &TournamentGame| {
        let played = game.status != "over" || game.played;
        game.result.map_or(String::new(), |result| said(&Told::GameResult { result: result.word(), played }))
    };
    let reason = |game: &TournamentGame| game.reason.clone().map_or(String::new(), |cause| said(&Told::Cause { cause }));
    let matches = |game: &TournamentGame| game.matches.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let columns = vec![
        Column::numbers(&said(&Told::Game), 0, rows().map(|game| game.game.clone())),
        Column::numbers(&said(&Told::Round), 2, rows().map(|game| game.round.to_string())),
        Column::text(&said(&Told::White), 0, rows().map(|game| game.white.clone())),
        Column::text(&said(&Told::Black), 0, rows().map(|game| game.black.clone())),
        Column::text(&said(&Told::Status), 1, rows().map(|game| said(&Told::GameStatus { status: game.status.clone() }))),
        Column::text(&said(&Told::WonBy), 0, rows().map(result)),
        Column::text(&said(&Told::Reason), 1, rows().map(reason)),
        Column::numbers(&said(&Told::Match), 3, rows().map(matches)),
    ];
    aligned(columns, width)
}

/// The roll.
pub fn roll_call(roll: &RollCall, width: Option<usize>) -> String {
    let rows = || roll.entrants.iter();
    let rehearsal = |row: &protocol::RollCallRow| match &row.rehearsal {
        None if roll.rehearsed => said(&Told::NoRehearsal),
        None => String::new(),
        Some(last) if last.passed => said(&Told::PassedRehearsal { at: last.at.clone() }),
        Some(last) => said(&Told::FailedRehearsal { at: last.at.clone(), failed: last.failed.join(", ") }),
    };
    let remark = |row: &protocol::RollCallRow| match row.attendance {
        Attendance::Unknown => said(&Told::UnknownName { nearest: row.nearest.clone() }),
        Attendance::OtherGame => said(&Told::OtherGame),
        _ => String::new(),
    };
    let columns = vec![
        Column::text(&said(&Told::Bot), 0, rows().map(|row| row.bot.clone())),
        Column::text(&said(&Told::Is), 0, rows().map(|row| said(&Told::Attendance { attendance: row.attendance.word() }))),
        Column::text(&said(&Told::Rehearsal), 1, rows().map(rehearsal)),
        Column::text(&said(&Told::Remark), 0, rows().map(remark)),
    ];
    let count = |wanted: Attendance| rows().filter(|row| row.attendance == wanted).count();
    let (connected, absent, unknown) = (count(Attendance::Connected), count(Attendance::Absent), count(Attendance::Unknown));
    let (name, others) = (roll.name.clone(), count(Attendance::OtherGame));
    let title = said(&Told::RollCall { name, connected, absent, unknown, others });
    let mut text = format!("{title}\n\n{}", aligned(columns, width));
    for protocol::ForbiddenStranger { bot, nearest, .. } in roll.forbidden_strangers.iter().cloned() {
        text.push_str(&format!("\n{}\n", said(&Told::Stranger { bot, nearest })));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is a bound to one side is said to be one; and two versions of a bot are told apart in a narrow terminal, too.
    #[test]
    fn bounds_and_versions_are_told() {
        let row = |bot: &str, version: &str, low: Option<f64>, high: Option<f64>| {
            json!({"rank": 1, "bot": bot, "version": version, "points": 3, "played": 3, "byes": 0, "wins": 3, "draws": 0, "losses": 0,
                "tie_breaks": ["3"], "withdrawn": false, "annulled": false, "elo": 401.5, "elo_low": low, "elo_high": high,
                "superior_to_next": null, "separable_from_next": null})
        };
        let rows = [row("ann", "1.0", Some(92.0), None), row("ann", "1.1", Some(-5.0), Some(700.2))];
        let table = json!({"tournament": 1, "name": "Cup", "stage": "finished", "criteria": ["points"], "rows": rows, "white_advantage": null,
            "conclusion": null, "decisions": []});
        let table: StandingTable = serde_json::from_value(table).expect("a table");
        let text = standings(&table, None);
        assert!(text.contains("402 [92, ∞] by the prior\n") && text.contains("402 [-5, 700]\n"), "{text}");
        let narrow = standings(&table, Some(24));
        assert!(narrow.contains("ann  1.0") && narrow.contains("ann  1.1"), "{narrow}");
    }

    #[test]
    fn columns_are_aligned_and_fit() {
        let columns = || {
            vec![
                Column::text("bot", 0, ["ann", "Équipe n 3 Zoé Max"].map(String::from).into_iter()),
                Column::numbers("points", 0, ["10.5", "3"].map(String::from).into_iter()),
                Column::text("remarks", 2, ["", "withdrawn"].map(String::from).into_iter()),
                Column::text("empty", 1, [String::new(), String::new()].into_iter()),
            ]
        };
        let whole = "bot                 points  remarks\nann                   10.5\nÉquipe n 3 Zoé Max       3  withdrawn\n";
        assert_eq!(aligned(columns(), None), whole);
        let narrow =
            "bot                 points\nann                   10.5\nÉquipe n 3 Zoé Max       3\n(a wider terminal also shows: remarks)\n";
        assert_eq!(aligned(columns(), Some(30)), narrow);
        let cut = aligned(columns(), Some(20));
        assert!(cut.contains("Équipe n 3 …       3\n") && cut.lines().take(3).all(|line| measure_text_width(line) <= 20), "{cut}");
    }
}
