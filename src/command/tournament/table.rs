//! Tables for the terminal, with aligned columns and no line wider than the terminal.

use super::output::TournamentOutput as Output;
use crate::language::localized;
use console::{Alignment, Term, measure_text_width, pad_str};
use contest::tournaments::TableText;
use protocol::{Attendance, CrosstableTable, RollCall, RollCallRow, StandingRow, StandingTable, TournamentGame};
use std::io::IsTerminal;

/// The text between two columns.
const GAP: &str = "  ";
/// The fewest characters to which a text is cut.
const SHORTEST: usize = 8;

/// The width of the terminal; none if standard output is none.
pub fn terminal_width() -> Option<usize> {
    std::io::stdout().is_terminal().then(|| Term::stdout().size().1.into())
}

struct Column {
    title: String,
    fields: Vec<String>,
    /// Numbers are aligned to the right.
    is_number: bool,
    /// In a narrow terminal the column with the highest rank is left out first, and one of rank 0 never.
    rank: u32,
}

impl Column {
    fn text<R>(title: &str, rank: u32, rows: &[R], field: impl Fn(&R) -> String) -> Column {
        Column { title: localized(&TableText::column(title)), fields: rows.iter().map(field).collect(), is_number: false, rank }
    }

    fn numbers<R>(title: &str, rank: u32, rows: &[R], field: impl Fn(&R) -> String) -> Column {
        Column { is_number: true, ..Column::text(title, rank, rows, field) }
    }

    fn width(&self) -> usize {
        self.fields.iter().chain([&self.title]).map(|field| measure_text_width(field)).max().unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.fields.iter().all(String::is_empty)
    }
}

/// Puts the columns side by side. Those that do not fit are left out, and then the widest texts are cut.
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
        text.push_str(&localized(&Output::MoreColumns { columns: left_out.join(", ") }));
        text.push('\n');
    }
    text
}

pub fn standings(table: &StandingTable, width: Option<usize>) -> String {
    let rows = &*table.rows;
    let remarks = |row: &StandingRow| TableText::remarks(row).iter().map(localized).collect::<Vec<_>>().join(", ");
    let loss = |(reason, count): &(TableText, u32)| format!("{} {count}", localized(reason));
    let lost_by = |row: &StandingRow| TableText::losses(row).iter().map(loss).collect::<Vec<_>>().join(", ");
    let elo = |row: &StandingRow| match (row.elo, row.elo_low, row.elo_high) {
        (Some(elo), Some(low), Some(high)) => {
            // No estimate is shown as -0.
            let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
            format!("{elo} [{low}, {high}]")
        }
        // A bot that has won all or nothing has one bound, and its number depends on the prior.
        (Some(elo), low, high) => {
            let end = |end: Option<f64>, infinite: &str| end.map_or(infinite.into(), |end| (end.round() + 0.0).to_string());
            localized(&Output::ByThePrior { estimate: format!("{} [{}, {}]", elo.round() + 0.0, end(low, "-∞"), end(high, "∞")) })
        }
        (None, ..) => String::new(),
    };
    // Only the version distinguishes several rows of one bot.
    let has_versions = rows.iter().any(|row| row.version.is_some());
    let mut columns = vec![
        Column::numbers("#", 0, rows, |row| row.rank.to_string()),
        Column::text("bot", 0, rows, |row| row.bot.clone()),
        Column::text("version", u32::from(!has_versions), rows, |row| row.version.clone().unwrap_or_default()),
        Column::numbers("points", 0, rows, |row| row.points.to_string()),
        Column::numbers("played", 2, rows, |row| row.played.to_string()),
        Column::numbers("won", 1, rows, |row| row.wins.to_string()),
        Column::numbers("drawn", 1, rows, |row| row.draws.to_string()),
        Column::numbers("lost", 1, rows, |row| row.losses.to_string()),
        Column::text("games lost by", 1, rows, lost_by),
    ];
    let shown = table.criteria.iter().enumerate().filter(|(_, name)| !["points", "wins"].contains(&name.as_str()));
    columns
        .extend(shown.map(|(k, name)| Column::numbers(name, 4 + k as u32, rows, |row| row.tie_breaks.get(k).cloned().unwrap_or_default())));
    columns.push(Column::numbers("Elo [95 %]", 3, rows, elo));
    columns.push(Column::text("remarks", 1, rows, remarks));
    let title = localized(&Output::Standings { name: table.name.clone(), stage: table.stage });
    let mut text = format!("{title}\n\n{}", aligned(columns, width));
    for sentence in &table.conclusions {
        text.push_str(&format!("\n{}\n", localized(sentence)));
    }
    for decision in &table.decisions {
        text.push_str(&format!("\n{}\n", localized(&TableText::decision(decision))));
    }
    text
}

/// The table of a report file: the criteria's names, then for each player the rank, the starting rank, the name, and the values.
pub fn report(criteria: &[&str], rows: &[(u32, u32, &str, Vec<String>)], width: Option<usize>) -> String {
    let mut columns = vec![
        Column::numbers("#", 0, rows, |(rank, ..)| rank.to_string()),
        Column::numbers("start", 1, rows, |(_, start, ..)| start.to_string()),
        Column::text("name", 0, rows, |(_, _, name, _)| (*name).into()),
    ];
    columns.extend(
        criteria
            .iter()
            .enumerate()
            .map(|(k, title)| Column::numbers(title, k as u32, rows, |(.., values)| values.get(k).cloned().unwrap_or_default())),
    );
    aligned(columns, width)
}

pub fn crosstable(table: &CrosstableTable, width: Option<usize>) -> String {
    let rows = &*table.rows;
    let has_versions = rows.iter().any(|row| row.version.is_some());
    let places: Vec<usize> = (0..rows.len()).collect();
    let mut columns = vec![
        Column::numbers("#", 0, &places, |place| (place + 1).to_string()),
        Column::text("bot", 0, rows, |row| row.bot.clone()),
        Column::text("version", u32::from(!has_versions), rows, |row| row.version.clone().unwrap_or_default()),
        Column::numbers("points", 0, rows, |row| row.points.to_string()),
    ];
    columns.extend(places.iter().map(|&against| {
        let cell = |&place: &usize| match rows[place].cells.iter().find(|cell| cell.against as usize == against) {
            _ if place == against => "×".into(),
            Some(cell) => format!("{}{}", cell.points, if cell.forfeits > 0 { "F" } else { "" }),
            None => String::new(),
        };
        Column::numbers(&(against + 1).to_string(), 1 + against as u32, &places, cell)
    }));
    format!("{}\n\n{}", localized(&Output::Crosstable { name: table.name.clone() }), aligned(columns, width))
}

pub fn games(games: &[TournamentGame], width: Option<usize>) -> String {
    let result = |game: &TournamentGame| {
        let played = game.status != "over" || game.played;
        game.result.map_or(String::new(), |result| localized(&Output::GameResult { result, played }))
    };
    let columns = vec![
        Column::numbers("game", 0, games, |game| game.game.clone()),
        Column::numbers("round", 2, games, |game| game.round.to_string()),
        Column::text("White", 0, games, |game| game.white.clone()),
        Column::text("Black", 0, games, |game| game.black.clone()),
        Column::text("status", 1, games, |game| localized(&Output::GameStatus { status: game.status.clone() })),
        Column::text("won by", 0, games, result),
        Column::text("reason", 1, games, |game| {
            game.reason.clone().map_or(String::new(), |reason| localized(&TableText::Termination { reason }))
        }),
        Column::numbers("match", 3, games, |game| game.matches.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    ];
    aligned(columns, width)
}

pub fn roll_call(roll: &RollCall, width: Option<usize>) -> String {
    let rows = &*roll.entrants;
    let rehearsal = |row: &RollCallRow| match &row.rehearsal {
        None if roll.rehearsed => localized(&Output::NoRehearsal),
        None => String::new(),
        Some(last) if last.passed => localized(&Output::PassedRehearsal { at: last.at.clone() }),
        Some(last) => localized(&Output::FailedRehearsal { at: last.at.clone(), failed: last.failed.join(", ") }),
    };
    let remark = |row: &RollCallRow| match row.attendance {
        Attendance::Unknown => localized(&Output::UnknownName { nearest: row.nearest.clone() }),
        Attendance::OtherGame => localized(&Output::OtherGame),
        Attendance::Connected if let Some(earlier) = row.earlier_version.clone() => {
            localized(&Output::NewVersion { version: row.version.clone(), earlier })
        }
        Attendance::Absent if row.turned_away > 0 => localized(&Output::TurnedAway { times: row.turned_away }),
        _ => String::new(),
    };
    let columns = vec![
        Column::text("bot", 0, rows, |row| row.bot.clone()),
        Column::text("attendance", 0, rows, |row| localized(&Output::Attendance { attendance: row.attendance })),
        Column::text("rehearsal", 1, rows, rehearsal),
        Column::text("remark", 0, rows, remark),
    ];
    let count = |wanted: Attendance| rows.iter().filter(|row| row.attendance == wanted).count();
    let (connected, absent, unknown) = (count(Attendance::Connected), count(Attendance::Absent), count(Attendance::Unknown));
    let (name, others) = (roll.name.clone(), count(Attendance::OtherGame));
    let title = localized(&Output::RollCall { name, connected, absent, unknown, others });
    let mut text = format!("{title}\n\n{}", aligned(columns, width));
    for protocol::UnknownForbidden { bot, nearest, .. } in roll.unknown_forbidden.iter().cloned() {
        text.push_str(&format!("\n{}\n", localized(&Output::UnknownForbidden { bot, nearest })));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bounds_and_versions_are_printed() {
        let row = |bot: &str, version: &str, low: Option<f64>, high: Option<f64>| {
            json!({"rank": 1, "bot": bot, "version": version, "points": 3, "played": 3, "byes": 0, "wins": 3, "draws": 0, "losses": 0,
                "tie_breaks": ["3"], "withdrawn": false, "annulled": false, "elo": 401.5, "elo_low": low, "elo_high": high,
                "superior_to_next": null, "separable_from_next": null})
        };
        let rows = [row("ann", "1.0", Some(92.0), None), row("ann", "1.1", Some(-5.0), Some(700.2))];
        let table = json!({"tournament": 1, "name": "Cup", "stage": "finished", "criteria": ["points"], "rows": rows, "white_advantage": null,
            "conclusions": [], "decisions": []});
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
                Column::text("bot", 0, &["ann", "Équipe n 3 Zoé Max"], |field| field.to_string()),
                Column::numbers("points", 0, &["10.5", "3"], |field| field.to_string()),
                Column::text("remarks", 2, &["", "withdrawn"], |field| field.to_string()),
                Column::text("empty", 1, &["", ""], |field| field.to_string()),
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
