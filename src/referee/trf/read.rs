//! Reading of reports.

use super::columns::ReportLine;
use super::write::Points;
use super::{Competitor, Expected, MAX_PLAYERS, MAX_ROUNDS, RoundResult, TrfError, TrfReport};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;
use rules::Side;

/// The most virtual points in ranges: one for each player and round.
const MAX_IN_RANGES: usize = MAX_PLAYERS * MAX_ROUNDS;

/// The state of the reader, by starting rank from 1.
#[derive(Default)]
struct TrfReader {
    report: TrfReport,
    competitors: BTreeMap<usize, Competitor>,
    virtual_points: BTreeMap<usize, Vec<u32>>,
    /// The virtual points that ranges (250) have named.
    in_ranges: usize,
    byes: Vec<(usize, usize, u32)>,
    /// The players absent from the next round (XXZ).
    absent: Vec<usize>,
    /// The line number of each player.
    lines: BTreeMap<usize, usize>,
}

impl FromStr for TrfReport {
    type Err = TrfError;

    fn from_str(text: &str) -> Result<TrfReport, TrfError> {
        let mut reader = TrfReader::default();
        // Lines end in a line feed, a carriage return, or both; empty lines count.
        let normal = text.replace("\r\n", "\n").replace('\r', "\n");
        for (number, text) in normal.trim_start_matches('\u{feff}').split('\n').enumerate() {
            reader.line(&ReportLine::new(number + 1, text))?;
        }
        reader.finish()
    }
}

impl TrfReader {
    /// Other codes mean nothing for pairings and results.
    fn line(&mut self, line: &ReportLine) -> Result<(), TrfError> {
        match line.code().as_str() {
            "001" => self.player(line)?,
            "012" => self.report.name = line.from(4),
            "092" => self.report.system = line.from(4),
            "142" | "XXR" => self.report.rounds = line.number(4, line.len().max(4), 1, MAX_ROUNDS, Expected::Rounds)? as u32,
            "152" => match line.from(4).as_str() {
                "W" => self.report.initial = Some(Side::White),
                "B" => self.report.initial = Some(Side::Black),
                _ => return Err(line.wrong(4, line.len(), Expected::WhiteOrBlack)),
            },
            "XXC" => {
                for word in line.from(4).split_whitespace() {
                    match word {
                        "white1" => self.report.initial = Some(Side::White),
                        "black1" => self.report.initial = Some(Side::Black),
                        _ => return Err(unsupported(line, Expected::InitialColour)),
                    }
                }
            }
            "XXA" => self.virtual_points(line)?,
            "250" => self.virtual_points_of_range(line)?,
            "XXP" => self.report.apart.push(ranks(line)?),
            "XXZ" => self.absent.extend(ranks(line)?),
            "XXS" => result_points(line)?,
            "260" => {
                let from = line.number(5, 7, 1, 999, Expected::Round)?;
                if from != 1 || self.report.rounds > 0 && line.number(9, 11, 1, 999, Expected::Round)? < self.report.rounds as usize {
                    return Err(unsupported(line, Expected::ApartInAllRounds));
                }
                let places: Vec<usize> = (13..=line.len()).step_by(5).map(|at| rank(line, at)).collect::<Result<_, _>>()?;
                self.report.apart.push(places);
            }
            "240" => self.requested_byes(line)?,
            "162" => point_system(line)?,
            "BBW" | "BBU" => usual(line, 4, line.len().max(4), 2)?,
            "BBD" => usual(line, 4, line.len().max(4), 1)?,
            "BBL" | "BBZ" | "BBF" => usual(line, 4, line.len().max(4), 0)?,
            "192" if line.from(4).ends_with("_BAKU") => return Err(unsupported(line, Expected::ListedAccelerations)),
            "192" if !["FIDE_DUTCH", "FIDE_DUTCH_2025"].contains(&line.from(4).as_str()) => {
                return Err(unsupported(line, Expected::Dutch));
            }
            "299" => return Err(unsupported(line, Expected::UsualPoints)),
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, line: &ReportLine) -> Result<(), TrfError> {
        let rank = line.number(5, 8, 1, MAX_PLAYERS, Expected::Rank)?;
        let optional = |from: usize, to: usize, expected| match line.columns(from, to).is_empty() {
            true => Ok(0),
            false => line.number(from, to, 0, 9999, expected),
        };
        let rating = optional(49, 52, Expected::Rating)? as u32;
        let mut competitor = Competitor {
            name: line.columns(15, 47),
            rating,
            half_points: line.half_points(81, 84)?,
            rank: optional(86, 89, Expected::Place)? as u32,
            ..Competitor::default()
        };
        // Ten columns a round: two blanks, the opponent, the colour and the result, each after a blank.
        for (round, from) in (92..=line.len()).step_by(10).enumerate() {
            if round >= MAX_ROUNDS {
                return Err(line.wrong(from, line.len(), Expected::NoMoreRounds));
            }
            // An empty round before others was missed.
            competitor.results.push(outcome(line, from, rank)?.unwrap_or(RoundResult::MISSED));
        }
        self.lines.insert(rank, line.number);
        match self.competitors.insert(rank, competitor) {
            Some(_) => Err(TrfError::Twice { line: line.number, rank }),
            None => Ok(()),
        }
    }

    fn virtual_points(&mut self, line: &ReportLine) -> Result<(), TrfError> {
        let rank = line.number(5, 8, 1, MAX_PLAYERS, Expected::Rank)?;
        let points = self.virtual_points.entry(rank).or_default();
        let cells = (10..=line.len()).step_by(5);
        if points.len() + cells.clone().count() > MAX_ROUNDS {
            return Err(line.wrong(10, line.len(), Expected::PointsOfRounds));
        }
        for from in cells {
            points.push(if line.columns(from, from + 3).is_empty() { 0 } else { line.half_points(from, from + 3)? });
        }
        Ok(())
    }

    /// `250 mmmm gggg fff lll ffff llll`: match points, game points, first and last round, first and last player.
    fn virtual_points_of_range(&mut self, line: &ReportLine) -> Result<(), TrfError> {
        if !line.columns(5, 8).is_empty() && line.half_points(5, 8)? > 0 {
            return Err(unsupported(line, Expected::NoMatchPoints));
        }
        let half_points = line.half_points(10, 13)?;
        let first_round = line.number(15, 17, 1, MAX_ROUNDS, Expected::Round)?;
        let last_round = line.number(19, 21, first_round, MAX_ROUNDS, Expected::LastRound)?;
        let first = line.number(23, 26, 1, MAX_PLAYERS, Expected::Rank)?;
        let last = line.number(28, 31, first, MAX_PLAYERS, Expected::LastRank)?;
        self.in_ranges += (last + 1 - first) * (last_round + 1 - first_round);
        if self.in_ranges > MAX_IN_RANGES {
            return Err(line.wrong(15, 31, Expected::RangesOnce));
        }
        for rank in first..=last {
            let points = self.virtual_points.entry(rank).or_default();
            points.resize(points.len().max(last_round), 0);
            points[first_round - 1..last_round].fill(half_points);
        }
        Ok(())
    }

    /// `240 t rrr pppp pppp`: half-point or zero-point byes in a round.
    fn requested_byes(&mut self, line: &ReportLine) -> Result<(), TrfError> {
        let half_points = match line.column(5) {
            'H' => 1,
            'F' => 2,
            'Z' => 0,
            _ => return Err(line.wrong(5, 5, Expected::Bye)),
        };
        let round = line.number(7, 9, 1, MAX_ROUNDS, Expected::Round)?;
        for at in (11..=line.len()).step_by(5) {
            self.byes.push((rank(line, at)?, round, half_points));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<TrfReport, TrfError> {
        let named = self
            .virtual_points
            .keys()
            .copied()
            .chain(self.byes.iter().map(|bye| bye.0 + 1))
            .chain(self.absent.iter().map(|at| at + 1))
            .chain(self.report.apart.iter().flatten().map(|at| at + 1));
        let highest = self.competitors.keys().copied().chain(named).max().unwrap_or(0);
        if let Some(rank) = (1..=highest).find(|rank| !self.competitors.contains_key(rank)) {
            return Err(TrfError::Missing { rank, named: highest });
        }
        if highest == 0 {
            return Err(TrfError::NoPlayer);
        }
        for (rank, points) in core::mem::take(&mut self.virtual_points) {
            if let Some(competitor) = self.competitors.get_mut(&rank) {
                competitor.virtual_points = points;
            }
        }
        self.report.competitors = core::mem::take(&mut self.competitors).into_values().collect();
        let paired = self.report.paired_rounds();
        let next = self.absent.iter().map(|&at| (at, paired + 1, 0));
        for (at, round, half_points) in self.byes.iter().copied().filter(|(_, round, _)| *round > paired).chain(next) {
            let results = &mut self.report.competitors[at].results;
            if results.len() < round {
                results.resize(round - 1, RoundResult::MISSED);
                results.push(RoundResult::Absent { half_points });
            }
        }
        for Competitor { results, .. } in &mut self.report.competitors {
            results.resize(paired.max(results.len()), RoundResult::MISSED);
        }
        if self.report.rounds == 0 {
            self.report.rounds = paired as u32;
        }
        if paired > self.report.rounds as usize {
            return Err(TrfError::Rounds { found: paired, rounds: self.report.rounds });
        }
        let lines: Vec<usize> = self.lines.into_values().collect();
        self.report.check(paired, &lines)?;
        Ok(self.report)
    }
}

impl TrfReport {
    /// Checks that the lines agree; `lines` are their numbers.
    fn check(&self, paired: usize, lines: &[usize]) -> Result<(), TrfError> {
        for (at, competitor) in self.competitors.iter().enumerate() {
            for (round, outcome) in competitor.results.iter().enumerate() {
                let Some((opponent, side, is_played)) = outcome.game() else { continue };
                let (from, to) = (92 + 10 * round, 99 + 10 * round);
                let said = outcome.to_string().trim().into();
                let Some(other) = self.competitors.get(opponent) else {
                    return Err(TrfError::Columns { line: lines[at], from, to, found: said, expected: Expected::KnownOpponent });
                };
                let agrees = |theirs: &RoundResult| {
                    theirs.game() == Some((at, side.other(), is_played)) && outcome.half_points() + theirs.half_points() <= 2
                };
                if !other.results.get(round).is_some_and(agrees) {
                    let found = other.results.get(round).map_or(String::new(), |theirs| theirs.to_string().trim().into());
                    let expected = outcome.to_opponent(at).to_string().trim().into();
                    let (line, other_line) = (lines[opponent], lines[at]);
                    return Err(TrfError::Contradiction { round: round + 1, line, from, to, found, expected, other_line, other: said });
                }
            }
            // Some programs count the known part of the next round, or virtual points.
            let counted: u32 = competitor.results[..paired.min(competitor.results.len())].iter().map(|o| o.half_points()).sum();
            let next = competitor.results.get(paired).map_or(0, |outcome| outcome.half_points());
            let virtual_points = competitor.virtual_points.get(paired).copied().unwrap_or(0);
            let said = competitor.half_points;
            let all: u32 = competitor.results.iter().map(|outcome| outcome.half_points()).sum();
            if all != said && ![0, next].iter().any(|next| [0, virtual_points].iter().any(|points| counted + next + points == said)) {
                let [counted, said] = [counted, said].map(|half_points| Points(half_points).to_string().trim().into());
                return Err(TrfError::Points { line: lines[at], counted, said });
            }
        }
        Ok(())
    }
}

impl RoundResult {
    /// The result that the opponent's line should have.
    fn to_opponent(self, at: usize) -> RoundResult {
        match self {
            RoundResult::Game { side, half_points, .. } => {
                RoundResult::Game { opponent: at, side: side.other(), half_points: 2 - half_points.min(2) }
            }
            RoundResult::Forfeit { side, won, .. } => RoundResult::Forfeit { opponent: at, side: side.other(), won: !won },
            other => other,
        }
    }
}

/// Starting ranks between blanks.
fn ranks(line: &ReportLine) -> Result<Vec<usize>, TrfError> {
    let text = line.from(4);
    let ranks = text.split_whitespace().map(|word| word.parse().ok().filter(|rank| (1..=MAX_PLAYERS).contains(rank)));
    let ranks: Option<Vec<usize>> = ranks.map(|rank: Option<usize>| rank.map(|rank| rank - 1)).collect();
    ranks.ok_or_else(|| line.wrong(4, line.len(), Expected::Ranks))
}

/// `162 W 1.0 D 0.5`, nine columns each.
fn point_system(line: &ReportLine) -> Result<(), TrfError> {
    for at in (6..=line.len()).step_by(9) {
        let half_points = match line.column(at) {
            'W' | 'P' => 2,
            'D' => 1,
            'L' | 'Z' => 0,
            _ => return Err(line.wrong(at, at, Expected::ResultOfPoints)),
        };
        usual(line, at + 1, at + 4, half_points)?;
    }
    Ok(())
}

/// The points in these columns can only be the usual ones.
fn usual(line: &ReportLine, from: usize, to: usize, half_points: u32) -> Result<(), TrfError> {
    if line.half_points(from, to)? == half_points { Ok(()) } else { Err(unsupported(line, Expected::OnePointForWin)) }
}

/// `XXS WW=1.0 BD=0.5`: the points of results, by JaVaFo's codes.
fn result_points(line: &ReportLine) -> Result<(), TrfError> {
    for word in line.from(4).split_whitespace() {
        let (code, points) = word.split_once('=').ok_or_else(|| line.wrong(4, line.len(), Expected::ResultsWithPoints))?;
        let usual: &[&str] = match code {
            "W" | "WW" | "BW" | "PAB" | "FPB" | "FW" => &["1", "1.0"],
            "D" | "WD" | "BD" | "HPB" => &["0.5", ".5"],
            "L" | "WL" | "BL" | "ZPB" | "FL" => &["0", "0.0"],
            _ => return Err(line.wrong(4, line.len(), Expected::ResultCodes)),
        };
        if !usual.contains(&points) {
            return Err(unsupported(line, Expected::OnePointForWin));
        }
    }
    Ok(())
}

fn rank(line: &ReportLine, from: usize) -> Result<usize, TrfError> {
    line.number(from, from + 3, 1, MAX_PLAYERS, Expected::Rank).map(|rank| rank - 1)
}

fn unsupported(line: &ReportLine, expected: Expected) -> TrfError {
    TrfError::Unsupported { line: line.number, code: line.code(), found: line.from(4), expected }
}

/// The eight columns of a round; none if they are blank.
fn outcome(line: &ReportLine, from: usize, own: usize) -> Result<Option<RoundResult>, TrfError> {
    let wrong = |expected| Err(line.wrong(from, from + 7, expected));
    let opponent = match line.columns(from, from + 3).as_str() {
        "" | "0000" | "0" => None,
        _ => Some(line.number(from, from + 3, 1, MAX_PLAYERS, Expected::Opponent)? - 1),
    };
    if opponent == Some(own - 1) {
        return wrong(Expected::OtherOpponent);
    }
    let side = match line.column(from + 5).to_ascii_lowercase() {
        'w' => Some(Side::White),
        'b' => Some(Side::Black),
        '-' | ' ' => None,
        _ => return wrong(Expected::Colour),
    };
    let result = line.column(from + 7).to_ascii_uppercase();
    Ok(Some(match (opponent, side, result) {
        (None, None, ' ') if line.column(from + 5) == ' ' && line.columns(from, from + 3).is_empty() => return Ok(None),
        (Some(opponent), Some(side), '1' | 'W') => RoundResult::Game { opponent, side, half_points: 2 },
        (Some(opponent), Some(side), '=' | 'D') => RoundResult::Game { opponent, side, half_points: 1 },
        (Some(opponent), Some(side), '0' | 'L') => RoundResult::Game { opponent, side, half_points: 0 },
        (Some(opponent), Some(side), '+' | '-') => RoundResult::Forfeit { opponent, side, won: result == '+' },
        (None, None, 'U' | '+') => RoundResult::Bye,
        (None, None, 'F') => RoundResult::Absent { half_points: 2 },
        (None, None, '=') => RoundResult::UnplayedDraw,
        (None, None, 'H') => RoundResult::Absent { half_points: 1 },
        (None, None, 'Z' | '-' | ' ') => RoundResult::Absent { half_points: 0 },
        (None, Some(_), _) => return wrong(Expected::OpponentOfColour),
        (Some(_), None, _) => return wrong(Expected::ColourOfOpponent),
        _ => return wrong(Expected::Result),
    }))
}
