//! Mints the tokens of a class: reads a CSV of bots and writes a CSV with their tokens.

use super::class_key::ClassKey;
use super::{HOUSE, Secret, is_team, new_id};
use crate::{BotName, ConfusableSkeleton, Error, spreadsheet};
use csv::{ReaderBuilder, StringRecord, Trim};
use message::{Coded, Message};
use runtime::wall_clock_ms;
use std::collections::{BTreeMap, BTreeSet};
use storage::{Change, Storage, TokenRow};

const MAX_BOTS: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingTokens {
    /// They stay valid and are printed again, for a longer list or lost tokens.
    Keep,
    /// New ones replace them.
    Replace,
}

struct ClassBot {
    bot: String,
    team: String,
    /// None for a token that was not derived from the class key.
    secret: Option<Secret>,
}

pub struct Class {
    bots: Vec<ClassBot>,
    delimiter: u8,
}

impl Class {
    /// The tokens as CSV with the columns `name`, `team` and `token`, and the delimiter of the list.
    pub fn csv(&self) -> String {
        let token = |bot: &ClassBot| bot.secret.as_ref().map_or(String::new(), Secret::to_string);
        let rows = self.bots.iter().map(|bot| vec![bot.bot.clone(), bot.team.clone(), token(bot)]);
        spreadsheet::csv(self.delimiter, std::iter::once(["name", "team", "token"].map(String::from).into()).chain(rows))
    }

    /// The bots whose tokens cannot be printed again.
    pub fn not_shown(&self) -> Vec<&str> {
        self.bots.iter().filter(|bot| bot.secret.is_none()).map(|bot| &*bot.bot).collect()
    }
}

/// Spreadsheets with decimal commas separate by semicolons.
fn delimiter_of(list: &str) -> u8 {
    if list.trim_start().lines().next().is_some_and(|header| header.contains(';')) { b';' } else { b',' }
}

#[derive(Debug, Coded)]
#[code("class_list")]
enum ClassListError {
    Line { line: u64, why: Message },
    Lines { flaws: Vec<Message> },
    NoCsv { line: u64 },
    Header,
    Columns,
    Team { house: &'static str },
    Twice { bot: String },
    Alike { bot: String, other: String },
    TooMany { most: usize },
    Empty,
    HouseBot { bot: String },
}

fn bad(line: u64, why: &impl Coded) -> Error {
    Error::bad(&ClassListError::Line { line, why: why.message() })
}

/// The bot and team of a line; `skeletons` are those of the lines before, `house` the names of the referee's own bots.
fn entry(
    line: u64,
    record: &StringRecord,
    skeletons: &mut BTreeMap<ConfusableSkeleton, String>,
    house: &BTreeSet<&str>,
) -> Result<(String, String), Error> {
    let (name, team) = match record.len() {
        1 => (&record[0], ""),
        2 => (&record[0], &record[1]),
        _ => return Err(bad(line, &ClassListError::Columns)),
    };
    let name: BotName = name.parse().map_err(|error: Error| bad(line, &error))?;
    if !is_team(team) {
        return Err(bad(line, &ClassListError::Team { house: HOUSE }));
    }
    let bot = name.to_string();
    if house.contains(&*bot) {
        return Err(bad(line, &ClassListError::HouseBot { bot }));
    }
    match skeletons.insert(name.skeleton(), bot.clone()) {
        Some(other) if other == bot => Err(bad(line, &ClassListError::Twice { bot })),
        Some(other) => Err(bad(line, &ClassListError::Alike { bot, other })),
        None => Ok((bot, team.into())),
    }
}

/// The bots on a list and their teams: a CSV with the columns `name` and `team`, of which the team may be empty.
fn read(list: &str, house: &BTreeSet<&str>) -> Result<Vec<(String, String)>, Error> {
    let list = list.trim_start_matches('\u{feff}');
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).trim(Trim::All).delimiter(delimiter_of(list));
    let mut reader = builder.from_reader(list.as_bytes());
    let mut class = Vec::<(String, String)>::new();
    let mut flaws = Vec::new();
    let (mut header, mut skeletons) = (None, BTreeMap::new());
    for record in reader.records() {
        let record =
            record.map_err(|error| Error::bad(&ClassListError::NoCsv { line: error.position().map_or(1, csv::Position::line) }))?;
        // The position of a record is that of the empty lines before it.
        let rest = list.get(record.position().map_or(0, |position| position.byte() as usize)..).unwrap_or_default();
        let rest = rest.trim_start_matches(['\r', '\n']);
        let line = 1 + list[..list.len() - rest.len()].matches('\n').count() as u64;
        if header.is_none() {
            if !record.iter().map(str::to_ascii_lowercase).eq(["name", "team"]) {
                return Err(bad(line, &ClassListError::Header));
            }
            header = Some(line);
            continue;
        }
        if record.iter().all(str::is_empty) {
            continue;
        }
        match entry(line, &record, &mut skeletons, house) {
            Ok(entry) => class.push(entry),
            Err(flaw) => flaws.push(flaw),
        }
        if class.len() > MAX_BOTS {
            return Err(bad(line, &ClassListError::TooMany { most: MAX_BOTS }));
        }
    }
    match (flaws.len(), header) {
        (_, None) => Err(bad(1, &ClassListError::Empty)),
        (0, _) => Ok(class),
        (1, _) => Err(flaws.remove(0)),
        _ => Err(Error::bad(&ClassListError::Lines { flaws: flaws.iter().map(Coded::message).collect() })),
    }
}

/// Mints the tokens of a class list, all or none. `house` has names of the referee's own bots, which no student may have.
pub async fn mint(storage: &dyn Storage, key: &ClassKey, list: &str, house: &[String], old: ExistingTokens) -> Result<Class, Error> {
    let (class, changes) = drawn_up(list, key, &storage.list_tokens().await?, house, old)?;
    storage.write(changes).await?;
    Ok(class)
}

/// The tokens of a class list, given all stored tokens, and the changes that store them. Slow for large classes: for worker threads.
pub fn drawn_up(
    list: &str,
    key: &ClassKey,
    known: &[TokenRow],
    house: &[String],
    old: ExistingTokens,
) -> Result<(Class, Vec<Change>), Error> {
    let own = known.iter().filter(|row| row.team.as_deref() == Some(HOUSE)).filter_map(|row| row.bot.as_deref());
    let house = own.chain(house.iter().map(String::as_str)).collect();
    let mut had: BTreeMap<&str, Vec<&TokenRow>> = BTreeMap::new();
    for row in known {
        had.entry(row.bot.as_deref().unwrap_or_default()).or_default().push(row);
    }
    let (mut bots, mut changes) = (Vec::new(), Vec::new());
    for (bot, team) in read(list, &house)? {
        let old_ones = had.get(&*bot).map_or(&[][..], Vec::as_slice);
        let secret = if old_ones.is_empty() || old == ExistingTokens::Replace {
            changes.extend(old_ones.iter().map(|row| Change::Revoked { id: row.id }));
            let (row, secret) = new(key, bot.clone(), (!team.is_empty()).then(|| team.clone()))?;
            changes.push(Change::Token(row));
            Some(secret)
        } else {
            old_ones.iter().find_map(|row| key.derive_again(row))
        };
        bots.push(ClassBot { bot, team, secret });
    }
    Ok((Class { bots, delimiter: delimiter_of(list) }, changes))
}

/// A token of the class that is not stored yet.
fn new(key: &ClassKey, bot: String, team: Option<String>) -> Result<(TokenRow, Secret), Error> {
    loop {
        let id = new_id()?;
        let secret = key.secret(id);
        if !secret.is_formula() {
            return Ok((TokenRow { id, bot: Some(bot), team, hash: secret.hash(), created_ms: wall_clock_ms() }, secret));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_flaws_of_a_list_are_named_at_once() {
        let list = "name,team\nann,reds\nb\u{7}b,blues\n\nann,reds\ngreedy,\n";
        let error = read(list, &BTreeSet::from(["greedy"])).expect_err("three flaws").to_string();
        assert!(["line 3", "line 5", "line 6"].iter().all(|line| error.contains(line)), "{error}");
    }

    #[test]
    fn lists_as_spreadsheets_write_them() {
        let ann = |team: &str| vec![("ann".to_string(), team.to_string())];
        for (list, expected) in [
            ("name,team\nann,reds\n", ann("reds")),
            ("\u{feff}Name;Team\r\n ann ; the reds \r\n\r\n", ann("the reds")),
            ("name,team\n\"ann\",\"reds, the \"\"best\"\"\"\n", ann("reds, the \"best\"")),
            ("name,team\nann,\n", ann("")),
            ("name,team\nann", ann("")),
            ("name,team\n,\n", vec![]),
        ] {
            assert_eq!(read(list, &BTreeSet::new()).expect(list), expected, "{list}");
        }
    }
}
