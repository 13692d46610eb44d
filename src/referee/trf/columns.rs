//! Lines with fixed columns.

use super::{Expected, TrfError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) struct ReportLine {
    pub number: usize,
    characters: Vec<char>,
}

impl ReportLine {
    pub fn new(number: usize, text: &str) -> ReportLine {
        ReportLine { number, characters: text.trim_end().chars().collect() }
    }

    /// The first three columns.
    pub fn code(&self) -> String {
        self.characters.iter().take(3).collect()
    }

    pub fn len(&self) -> usize {
        self.characters.len()
    }

    /// The text of two inclusive columns from 1; blank beyond the end.
    pub fn columns(&self, from: usize, to: usize) -> String {
        let to = to.min(self.characters.len());
        self.characters.get(from - 1..to).unwrap_or_default().iter().collect::<String>().trim().to_string()
    }

    /// One column; a blank beyond the end.
    pub fn column(&self, at: usize) -> char {
        self.characters.get(at - 1).copied().unwrap_or(' ')
    }

    /// The text from a column on.
    pub fn from(&self, from: usize) -> String {
        self.columns(from, self.characters.len())
    }

    pub fn wrong(&self, from: usize, to: usize, expected: Expected) -> TrfError {
        TrfError::Columns { line: self.number, from, to, found: self.columns(from, to), expected }
    }

    /// An integer within bounds.
    pub fn number(&self, from: usize, to: usize, least: usize, most: usize, expected: Expected) -> Result<usize, TrfError> {
        let digits = self.columns(from, to);
        let number = digits.parse().ok().filter(|number| (least..=most).contains(number) && digits.bytes().all(|b| b.is_ascii_digit()));
        number.ok_or_else(|| self.wrong(from, to, expected))
    }

    /// Half points from points with or without one decimal.
    pub fn half_points(&self, from: usize, to: usize) -> Result<u32, TrfError> {
        let text = self.columns(from, to);
        let (whole, half) = match text.split_once('.') {
            None => (text.as_str(), 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => ("", 0),
        };
        let whole = whole.parse::<u32>().ok().filter(|&points| points < 1000 && whole.bytes().all(|b| b.is_ascii_digit()));
        whole.map(|points| 2 * points + half).ok_or_else(|| self.wrong(from, to, Expected::Points))
    }
}
