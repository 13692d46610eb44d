//! A match as text with the headers of PGN (Edwards, 1994), for tools that count games: Ordo, BayesElo, headers in python-chess.
//!
//! The moves have the referee's notation, since that of PGN is for chess; a comment after each has the clock and the bot's evaluation.

use protocol::{DecisionRecord, GameResult, MatchDetail, Seat, TimeControlJson};
use std::fmt::Write;

/// The event of a match.
pub struct Occasion {
    /// The tournament's name, or that there is none.
    pub event: String,
    /// Which game of a tournament it was; none outside of one.
    pub game: Option<CountedGame>,
    /// What was decided about it.
    pub decision: Option<DecisionRecord>,
}

/// A game as its tournament counts it, which need not be how it ended at the board.
pub struct CountedGame {
    /// The round, from 1.
    pub round: u32,
    /// Which, such as `12.2`.
    pub game: String,
    pub result: Option<GameResult>,
    /// Whether the two have really played. If not, the file has no result, so that tools do not count the game.
    pub played: bool,
}

/// The text of a match, with an empty line after it.
pub fn text(detail: &MatchDetail, occasion: &Occasion) -> String {
    let summary = &detail.summary;
    let counted = occasion.game.as_ref();
    let decision = summary.decision.as_ref();
    let alone = decision.map_or(summary.result, |decision| decision.result);
    let given = result(counted.map_or(alone, |counted| counted.result));
    let result = if counted.is_some_and(|counted| !counted.played) { result(None) } else { given };
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    header("Event", &occasion.event);
    header("Site", &format!("Arbitre, match {}", summary.game));
    header("Date", &summary.created.get(..10).unwrap_or("????.??.??").replace('-', "."));
    header("Round", &counted.map_or_else(|| "-".into(), |counted| counted.round.to_string()));
    header("White", &summary.players.white);
    header("Black", &summary.players.black);
    header("Result", result);
    if let Some(counted) = counted {
        header("Game", &counted.game);
        if result != given {
            header("Awarded", given);
        }
    }
    header("Variant", &variant(&summary.game_name));
    header("TimeControl", &time_control(summary.time));
    header("Start", &detail.start);
    header("PlyCount", &detail.moves.len().to_string());
    match decision {
        Some(DecisionRecord { why, .. }) => header("Termination", &format!("adjudication: {why}")),
        None => summary.why.iter().for_each(|why| header("Termination", &why.to_string())),
    }
    text.push('\n');
    let black_first = detail.moves.first().is_some_and(|first| first.seat == Seat::Black);
    for (ply, played) in (usize::from(black_first)..).zip(&detail.moves) {
        let dots = if played.seat == Seat::White { "." } else { "..." };
        let _ = write!(text, "{}{dots} {}", ply / 2 + 1, played.text);
        let left = if played.seat == Seat::White { played.clocks.white_us } else { played.clocks.black_us };
        let _ = write!(text, " {{[%emt {}]", seconds(played.charge.charged_us));
        if let Some(left) = left {
            let _ = write!(text, " [%clk {}]", clock(left));
        }
        if let Some(score) = played.info.as_ref().and_then(|info| info.score) {
            let _ = write!(text, " [%eval {score}]");
        }
        text.push_str("}\n");
    }
    text.push_str(result);
    text.push_str("\n\n");
    text
}

pub fn result(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::White) => "1-0",
        Some(GameResult::Black) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        Some(GameResult::Void) | None => "*",
    }
}

/// As PGN has it: seconds, and what is added after each move; a limit for a move stands for itself.
fn time_control(time: TimeControlJson) -> String {
    match (time.budget_us, time.per_move_us) {
        (Some(budget), _) if time.increment_us > 0 => format!("{}+{}", seconds(budget), seconds(time.increment_us)),
        (Some(budget), _) => seconds(budget),
        (None, Some(per_move)) => format!("*{}", seconds(per_move)),
        (None, None) => "-".into(),
    }
}

/// To the millisecond, without zeros that say nothing.
fn seconds(us: u64) -> String {
    let text = format!("{}.{:03}", us / 1_000_000, us / 1_000 % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Hours, minutes and seconds.
fn clock(us: u64) -> String {
    let (whole, tenth) = (us / 1_000_000, us / 100_000 % 10);
    format!("{}:{:02}:{:02}.{tenth}", whole / 3_600, whole / 60 % 60, whole % 60)
}

/// The game as such a file calls it: `Chinese knights`, `Connect Four`.
fn variant(game_name: &str) -> String {
    if game_name == rules::Catalogue::USUAL {
        return "Chinese knights".into();
    }
    let capital = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    game_name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let of = |budget_us, increment_us, per_move_us| time_control(TimeControlJson { budget_us, increment_us, per_move_us });
        assert_eq!(of(Some(360_000_000), 0, None), "360");
        assert_eq!(of(Some(10_000_000), 100_000, None), "10+0.1");
        assert_eq!(of(None, 0, None), "-");
        assert_eq!(of(None, 0, Some(5_000_000)), "*5");
        assert_eq!((clock(3_723_450_000).as_str(), seconds(1_050_000).as_str()), ("1:02:03.4", "1.05"));
    }
}
