//! Writing of reports.

use super::{Competitor, RoundResult, TrfReport};
use alloc::string::String;
use core::fmt;
use rules::Side;

impl fmt::Display for TrfReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(f, "012 {}", name.trim())?;
        writeln!(f, "062 {}", self.competitors.len())?;
        if !self.system.is_empty() {
            writeln!(f, "092 {}", self.system)?;
        }
        for (at, competitor) in self.competitors.iter().enumerate() {
            writeln!(f, "{}", PlayerLine(at + 1, competitor))?;
        }
        writeln!(f, "XXR {}", self.rounds)?;
        match self.initial {
            Some(Side::White) => writeln!(f, "XXC white1")?,
            Some(Side::Black) => writeln!(f, "XXC black1")?,
            None => {}
        }
        for (at, competitor) in self.competitors.iter().enumerate().filter(|(_, c)| c.virtual_points.iter().any(|&p| p > 0)) {
            write!(f, "XXA {:4}", at + 1)?;
            for &half_points in &competitor.virtual_points {
                write!(f, " {}", Points(half_points))?;
            }
            writeln!(f)?;
        }
        for group in self.apart.iter().filter(|group| group.len() > 1) {
            write!(f, "XXP")?;
            for place in group {
                write!(f, " {}", place + 1)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Four columns, such as ` 3.5`.
pub(super) struct Points(pub u32);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:2}.{}", self.0 / 2, if self.0.is_multiple_of(2) { 0 } else { 5 })
    }
}

struct PlayerLine<'a>(usize, &'a Competitor);

impl fmt::Display for PlayerLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerLine(rank, competitor) = self;
        let name: String = competitor.name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(33).collect();
        write!(f, "001 {rank:4}      {name:<33} {:4}", competitor.rating)?;
        write!(f, "{:28}{} {:4}", "", Points(competitor.half_points), competitor.rank)?;
        for outcome in &competitor.results {
            write!(f, "  {outcome}")?;
        }
        Ok(())
    }
}

impl fmt::Display for RoundResult {
    /// Eight columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = |side: Side| if side == Side::White { 'w' } else { 'b' };
        match *self {
            RoundResult::Game { opponent, side, half_points } => {
                let result = ['0', '=', '1'][half_points.min(2) as usize];
                write!(f, "{:4} {} {result}", opponent + 1, colour(side))
            }
            RoundResult::Forfeit { opponent, side, won } => {
                write!(f, "{:4} {} {}", opponent + 1, colour(side), if won { '+' } else { '-' })
            }
            RoundResult::UnplayedDraw => f.write_str("0000 - ="),
            RoundResult::Bye => f.write_str("0000 - U"),
            RoundResult::Absent { half_points } => write!(f, "0000 - {}", ['Z', 'H', 'F'][half_points.min(2) as usize]),
        }
    }
}
