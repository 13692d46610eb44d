//! The words in tables of tournaments, at the terminal and in files.

use message::{Coded, Message};
use protocol::{GameResult, TournamentAction};
use referee::TerminationKind;

#[derive(Debug, Coded)]
#[code("tournament_table")]
pub enum TableText {
    Column { column: String, name: String },
    Byes { count: u32 },
    HalfPointByes { count: u32 },
    Withdrawn { why: Option<Message> },
    Annulled,
    Termination { reason: String },
    Decision { game: String, players: String, action: TournamentAction, result: Option<GameResult>, why: String },
    IsSeparable { yes: bool },
    Standings { name: String },
    Crosstable { name: String },
    Decisions,
    ByeCounts,
    Forfeits,
}

impl TableText {
    pub fn column(name: &str) -> TableText {
        TableText::Column { column: name.replace([' ', '-'], "_"), name: name.into() }
    }

    pub fn decision(decision: &protocol::DecisionRecord) -> TableText {
        let protocol::DecisionRecord { game, white, black, action, result, why, .. } = decision.clone();
        TableText::Decision { game, players: format!("{white} – {black}"), action, result, why }
    }

    /// Why games were lost, the most frequent reason first. Games lost on the board, which is the usual way, are left out.
    pub fn losses(row: &protocol::StandingRow) -> Vec<(TableText, u32)> {
        let reasons = row.losses_by_reason.iter().filter(|(reason, _)| *reason != TerminationKind::Rules.code());
        let mut losses: Vec<_> = reasons.map(|(reason, count)| (TableText::Termination { reason: reason.clone() }, *count)).collect();
        losses.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        losses
    }

    pub fn remarks(row: &protocol::StandingRow) -> Vec<TableText> {
        let remarks = [
            (row.byes > 0, TableText::Byes { count: row.byes }),
            (row.half_point_byes > 0, TableText::HalfPointByes { count: row.half_point_byes }),
            (row.withdrawn, TableText::Withdrawn { why: row.why.clone() }),
            (row.annulled, TableText::Annulled),
        ];
        remarks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| text).collect()
    }
}
