//! Validates the plan of a tournament, fills in its defaults, and converts it to the referee's settings.

use super::calendar::{local_zone, start_of, zone_of};
use crate::{BotName, Config, Error};
use message::{Coded, Decimal, Message, Param, WrongField, is_hidden};
use protocol::json::JsonType;
use protocol::{NewTournament, Play, TieBreaks};
use referee::format::{AnyFormat, BadParameter, MAX_ENTRANTS, Parameters};
use referee::standings::Criterion;
use referee::tournament::Settings;
use referee::{ReadyTimeout, TimeControl, TimeError};
use rules::Catalogue;
use runtime::{SharedRng, clipped};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::LazyLock;

/// The fields of a plan with their schemas: defaults and ranges.
static FIELDS: LazyLock<Vec<(String, Value)>> = LazyLock::new(protocol::plan_fields);

#[derive(Debug, Coded)]
#[code("plan")]
pub(super) enum PlanError {
    OutOfRange { least: Decimal, most: Decimal, value: Decimal },
    Time { why: TimeError, text: String },
    NoMeaning { format: &'static str },
    NotRehearsed { usual: &'static str, game: String },
    Name { most: u64, characters: usize },
    HiddenCharacter { code: String },
    NoOpenings { game: &'static str },
    NoCriteria { format: &'static str },
    Missing { field: &'static str },
    EntrantTwice { name: String },
    Engine { name: String, characters: usize },
    TooManyEntrants { most: u32, count: usize },
    NoZone { name: String },
    NoDateTime { text: String },
    TooManyForbidden { most: u32, count: usize },
    TwiceInGroup { name: String },
    SmallGroup,
    Steps { most: usize, steps: usize, longest: usize },
    Line { line: usize, field: String, why: Message },
    NotOver { tournament: u64 },
    Result,
    ResultOfAnother,
    GameNumber,
}

fn bad(field: &'static str, why: &impl Coded) -> Error {
    Error::field(field, why)
}

pub(super) fn must_be_within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), Error> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let [least, most, value] = [least, most, value].map(Decimal);
    Err(bad(field, &PlanError::OutOfRange { least, most, value }))
}

pub fn game_name(plan: &NewTournament) -> &str {
    plan.game.as_deref().unwrap_or(Catalogue::USUAL)
}

/// Parses a duration or a time control of a plan.
fn time<T: FromStr<Err = TimeError>>(field: &'static str, text: Option<&str>) -> Result<Option<T>, Error> {
    let read = |text: &str| text.parse().map_err(|why| bad(field, &PlanError::Time { why, text: clipped(text, 40) }));
    text.map(read).transpose()
}

/// Whether a field applies to a format; a field that names no format applies to all.
fn has_meaning(field: &str, format: &str) -> bool {
    let is_of = |format: &str| AnyFormat::parameters_of(format).contains(&field);
    is_of(format) || !AnyFormat::WORDS.iter().any(|format| is_of(format))
}

/// Default of `absences` in a Swiss, in rounds.
const ABSENT_ROUNDS: u32 = 2;

/// Fills in the defaults, and checks that each field applies to the format and is in its range.
fn with_defaults(mut plan: NewTournament, games: Catalogue) -> Result<NewTournament, Error> {
    let game = games.find(game_name(&plan)).map_err(|error| bad("game", &error))?;
    if plan.play == Some(Play::Practice) {
        plan.strikes.get_or_insert(3);
        plan.time.get_or_insert_with(|| "unlimited".into());
    }
    if !game.has_openings() {
        plan.openings.get_or_insert(0);
    }
    let format = plan.format.word();
    let has_list = matches!(plan.tie_breaks, Some(TieBreaks::Criteria(_)));
    let mut fields = serde_json::to_value(plan).expect("a plan is writable as JSON");
    for (field, schema) in &*FIELDS {
        let has_meaning = has_meaning(field, format) || field == "tie_breaks" && has_list;
        match (fields.get(field), &schema["default"]) {
            (Some(_), _) if !has_meaning => return Err(bad(field, &PlanError::NoMeaning { format })),
            (Some(value), _) => {
                let numbers = (value.as_f64(), schema["minimum"].as_f64(), schema["maximum"].as_f64());
                if let (Some(value), Some(least), Some(most)) = numbers {
                    must_be_within(field, value, least, most)?;
                }
            }
            (None, Value::Null) => {}
            (None, usual) if has_meaning => fields[field] = usual.clone(),
            (None, _) => {}
        }
    }
    Ok(serde_json::from_value(fields).expect("a test checks that a plan with its defaults parses"))
}

/// A complete, valid plan, except for values that depend on the start.
pub fn complete(config: &Config, rng: &SharedRng, plan: NewTournament) -> Result<NewTournament, Error> {
    let mut plan = with_defaults(NewTournament { name: plan.name.trim().into(), ..plan }, config.games)?;
    if plan.rehearsed == Some(true) && game_name(&plan) != Catalogue::USUAL {
        return Err(bad("rehearsed", &PlanError::NotRehearsed { usual: Catalogue::USUAL, game: game_name(&plan).into() }));
    }
    // JSON readers have at least 53 bits.
    plan.seed.get_or_insert_with(|| rng.draw() >> 11);
    plan.time.get_or_insert_with(|| config.time.to_string());
    plan.ready_timeout.get_or_insert_with(|| config.ready_timeout.to_string());
    // Otherwise absent bots are paired with each other, or give points away, in every round.
    if plan.format.word() == "swiss" {
        plan.absences.get_or_insert(ABSENT_ROUNDS * plan.games.unwrap_or(1));
    }
    if has_meaning("zone", plan.format.word()) {
        plan.zone.get_or_insert_with(local_zone);
    }
    plan.starts = plan.starts.map(|text| start_of(&text)).transpose().map_err(|why| bad("starts", &why))?.map(|start| start.to_string());
    for (field, number, most) in
        [("concurrency", plan.concurrency, config.max_matches), ("games_per_bot", plan.games_per_bot, config.games_per_bot)]
    {
        must_be_within(field, number.unwrap_or_default().into(), 1.0, most as f64)?;
    }
    let settings = settings(&plan, config.games)?;
    settings.format.must_fit(plan.entrants.len() as u32).map_err(|error| bad("entrants", &error))?;
    Ok(plan)
}

fn format(plan: &NewTournament, seed: u64) -> Result<AnyFormat, Error> {
    let parameters = Parameters {
        games: plan.games.unwrap_or_default(),
        rounds: plan.rounds,
        cycles: plan.cycles.unwrap_or_default(),
        challengers: plan.challengers.unwrap_or_default(),
        accelerated: plan.accelerated.is_some(),
        daily: plan.daily.unwrap_or_default(),
        tie_breaks: if let Some(TieBreaks::Pairs(pairs)) = plan.tie_breaks { pairs } else { 0 },
        duration: time("duration", plan.duration.as_deref())?,
        elo0: plan.elo0,
        elo1: plan.elo1,
        alpha: plan.alpha.unwrap_or_default(),
        beta: plan.beta.unwrap_or_default(),
    };
    AnyFormat::read(plan.format.word(), &parameters, seed).map_err(|BadParameter { field, why }| bad(field, &why))
}

pub fn settings(plan: &NewTournament, games: Catalogue) -> Result<Settings, Error> {
    let plan = with_defaults(plan.clone(), games)?;
    let (characters, most) = (plan.name.chars().count(), FIELDS[0].1["maxLength"].as_u64().unwrap_or(u64::MAX));
    if characters == 0 || characters as u64 > most {
        return Err(bad("name", &PlanError::Name { most, characters }));
    }
    if let Some(hidden) = plan.name.chars().find(|c| is_hidden(*c)) {
        return Err(bad("name", &PlanError::HiddenCharacter { code: format!("U+{:04X}", u32::from(hidden)) }));
    }
    let game = games.find(game_name(&plan)).map_err(|error| bad("game", &error))?;
    if !game.has_openings() && plan.openings.is_some_and(|plies| plies > 0) {
        return Err(bad("openings", &PlanError::NoOpenings { game: game.name() }));
    }
    let seed = plan.seed.unwrap_or(0);
    let format = format(&plan, seed)?;
    let tie_breaks = match &plan.tie_breaks {
        Some(TieBreaks::Criteria(_)) if AnyFormat::criteria_of(format.word()).is_empty() => {
            return Err(bad("tie_breaks", &PlanError::NoCriteria { format: format.word() }));
        }
        Some(TieBreaks::Criteria(words)) => Criterion::read_order(words).map_err(|error| bad("tie_breaks", &error))?,
        Some(TieBreaks::Pairs(_)) | None => Vec::new(),
    };
    let missing = |field| Error::bad(&PlanError::Missing { field });
    let control: TimeControl = time("time", plan.time.as_deref())?.ok_or_else(|| missing("time"))?;
    let ready_timeout: ReadyTimeout = time("ready_timeout", plan.ready_timeout.as_deref())?.ok_or_else(|| missing("ready_timeout"))?;
    let mut names = BTreeMap::new();
    for entrant in &plan.entrants {
        let name: BotName = entrant.bot.parse().map_err(|error: Error| bad("entrants", &error))?;
        // Names that look alike cannot be connected together.
        match names.insert(name.skeleton(), name.clone()) {
            Some(other) if other == name => return Err(bad("entrants", &PlanError::EntrantTwice { name: name.to_string() })),
            Some(other) => return Err(bad("entrants", &Error::LooksLike { name: name.to_string(), other: other.to_string() })),
            None => {}
        }
        rating(entrant.rating)?;
        let engine = entrant.engine.as_ref().map_or(0, |engine| engine.chars().count());
        if engine > 100 {
            return Err(bad("entrants", &PlanError::Engine { name: name.to_string(), characters: engine }));
        }
    }
    let capacity = plan.capacity.unwrap_or(MAX_ENTRANTS);
    if names.len() > capacity as usize {
        return Err(bad("entrants", &PlanError::TooManyEntrants { most: capacity, count: names.len() }));
    }
    plan.zone.as_deref().map(zone_of).transpose().map_err(|why| bad("zone", &why))?;
    Ok(Settings {
        game,
        format,
        tie_breaks,
        capacity,
        time: control,
        strikes: plan.strikes.unwrap_or_default(),
        ready_timeout: ready_timeout.into(),
        absences: plan.absences,
        forbidden: forbidden(&plan)?,
        half_point_byes: plan.half_point_byes.unwrap_or_default(),
        opening_plies: plan.openings.unwrap_or_default(),
        seed,
        concurrency: plan.concurrency.unwrap_or_default(),
        per_player: plan.games_per_bot.unwrap_or_default(),
    })
}

/// Groups of names that are not paired with one another. They need not have entered yet.
fn forbidden(plan: &NewTournament) -> Result<Vec<Vec<String>>, Error> {
    let named: usize = plan.forbidden.iter().map(Vec::len).sum();
    if named > 2 * MAX_ENTRANTS as usize {
        return Err(bad("forbidden", &PlanError::TooManyForbidden { most: 2 * MAX_ENTRANTS, count: named }));
    }
    let group = |group: &Vec<String>| {
        let mut names = BTreeSet::new();
        for name in group {
            let name: BotName = name.parse().map_err(|error: Error| bad("forbidden", &error))?;
            if !names.insert(name.to_string()) {
                return Err(bad("forbidden", &PlanError::TwiceInGroup { name: name.to_string() }));
            }
        }
        if names.len() < 2 {
            return Err(bad("forbidden", &PlanError::SmallGroup));
        }
        Ok(names.into_iter().collect())
    };
    plan.forbidden.iter().map(group).collect()
}

/// Checks a seeding rating.
pub fn rating(rating: i32) -> Result<i32, Error> {
    must_be_within("rating", rating.into(), -10_000.0, 10_000.0).map(|()| rating)
}

/// Adds the line of a TOML file to the error of a field, and the field's range to that of a value which is not a whole number.
pub fn locate(error: Error, text: &str) -> Error {
    let Error::Field(WrongField { field, why }) = &error else { return error };
    let bound = |end: &str| FIELDS.iter().find(|(name, _)| name == field).and_then(|(_, schema)| schema[end].as_u64());
    let is_whole = matches!(why.params().get("expected"), Some(Param::Message(expected)) if expected.code() == "json_type.whole_number");
    let why = match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) if is_whole => {
            why.clone().with("expected", JsonType::WholeNumber { least: least as i64, most }.message().into())
        }
        _ => why.clone(),
    };
    let is_field = |line: &str| line.trim_start().strip_prefix(&**field).is_some_and(|rest| rest.trim_start().starts_with(['=', ']']));
    let is_table = |line: &str| line.trim_start().starts_with(&format!("[[{field}]]"));
    match text.lines().position(|line| is_field(line) || is_table(line)) {
        Some(line) => Error::bad(&PlanError::Line { line: line + 1, field: field.to_string(), why }),
        None => error,
    }
}
