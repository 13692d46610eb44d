//! From what a teacher writes to what the referee goes by, with an answer for everything left out.

use super::calendar::{local_zone, zone_of};
use crate::{BotName, Config, Error};
use protocol::{NewTournament, Play, TieBreaks};
use referee::format::{Accelerated, AnyFormat, BadParameter, MOST_ENTRANTS, Parameters};
use referee::standings::Criterion;
use referee::tournament::Settings;
use referee::{Micros, TimeControl, TimeError};
use rules::Catalogue;
use runtime::{Lots, clipped};
use serde_json::Value;
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::LazyLock;

/// The fields of a plan, each with its schema: what is usual, and in what range.
static FIELDS: LazyLock<Vec<(String, Value)>> = LazyLock::new(protocol::plan_fields);

fn bad(field: &'static str, why: impl Into<String>) -> Error {
    Error::BadPlan { field, why: why.into() }
}

fn must_be_within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), Error> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(bad(field, format!("a number from {least} to {most}, not {value}"))) }
}

/// The name of the game that a plan is for.
pub fn game_name(plan: &NewTournament) -> &str {
    plan.game.as_deref().unwrap_or(Catalogue::USUAL)
}

/// A length of time or a time control, as a plan has it.
fn time<T: FromStr<Err = TimeError>>(field: &'static str, text: Option<&str>) -> Result<Option<T>, Error> {
    let read = |text: &str| text.parse().map_err(|error| bad(field, format!("{error}; this is `{}`", clipped(text, 40))));
    text.map(read).transpose()
}

/// Whether a field means something in a format. One that belongs to no format does in all.
fn has_meaning(field: &str, format: &str) -> bool {
    let is_of = |format: &str| AnyFormat::parameters_of(format).contains(&field);
    is_of(format) || !AnyFormat::WORDS.iter().any(|format| is_of(format))
}

/// The same plan, with what is usual where it says nothing. What it says has a meaning in its format, and is in its range.
fn usual(mut plan: NewTournament, games: Catalogue) -> Result<NewTournament, Error> {
    let game = games.find(game_name(&plan)).map_err(|error| bad("game", error.to_string()))?;
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
            (Some(_), _) if !has_meaning => return Err(bad(field, format!("has no meaning in a tournament of the format {format}"))),
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
    Ok(serde_json::from_value(fields).expect("what is usual reads as a plan, as a test holds"))
}

/// The same plan with nothing left out but what only the start can tell, and everybody's name read.
pub fn complete(matches: &Config, lots: &Lots, plan: NewTournament) -> Result<NewTournament, Error> {
    let mut plan = usual(NewTournament { name: plan.name.trim().into(), ..plan }, matches.games)?;
    if plan.rehearsed == Some(true) && game_name(&plan) != Catalogue::USUAL {
        return Err(bad(
            "rehearsed",
            format!("`arbitre doctor` rehearses {} alone, so nobody could pass for {}", Catalogue::USUAL, game_name(&plan)),
        ));
    }
    // What only this referee can say. Any JSON reader holds 53 bits.
    plan.seed.get_or_insert_with(|| lots.draw() >> 11);
    plan.time.get_or_insert_with(|| matches.time.to_string());
    plan.grace.get_or_insert_with(|| format!("{}ms", matches.ready_within.0 / 1_000));
    if has_meaning("zone", plan.format.word()) {
        plan.zone.get_or_insert_with(local_zone);
    }
    for (field, number, most) in [("at_once", plan.at_once, matches.max_matches), ("per_bot", plan.per_bot, matches.games_per_bot)] {
        must_be_within(field, number.unwrap_or_default().into(), 1.0, most as f64)?;
    }
    let format = settings(&plan, matches.games)?.format;
    format.must_fit(plan.entrants.len() as u32).map_err(|error| bad("entrants", error.to_string()))?;
    Ok(plan)
}

/// The format that a plan names, with what it says of it.
fn format(plan: &NewTournament, seed: u64) -> Result<AnyFormat, Error> {
    let parameters = Parameters {
        games: plan.games.unwrap_or_default(),
        rounds: plan.rounds,
        cycles: plan.cycles.unwrap_or_default(),
        challengers: plan.challengers.unwrap_or_default(),
        accelerated: plan.accelerated.map(|protocol::Accelerated::Baku| Accelerated::Baku),
        daily: plan.daily.unwrap_or_default(),
        tie_breaks: if let Some(TieBreaks::Pairs(pairs)) = plan.tie_breaks { pairs } else { 0 },
        duration: time("duration", plan.duration.as_deref())?,
        elo0: plan.elo0,
        elo1: plan.elo1,
        alpha: plan.alpha.unwrap_or_default(),
        beta: plan.beta.unwrap_or_default(),
    };
    AnyFormat::read(plan.format.word(), &parameters, seed).map_err(|BadParameter { field, why }| bad(field, why.to_string()))
}

/// What a complete plan means.
pub fn settings(plan: &NewTournament, games: Catalogue) -> Result<Settings, Error> {
    let plan = usual(plan.clone(), games)?;
    let (characters, most) = (plan.name.chars().count(), &FIELDS[0].1["maxLength"]);
    if characters == 0 || Some(characters as u64) > most.as_u64() {
        return Err(bad("name", format!("a tournament's name has 1 to {most} characters, not {characters}")));
    }
    if let Some(odd) = plan.name.chars().find(|c| c.is_control() || turns_text(*c)) {
        return Err(bad("name", format!("a tournament's name has no character U+{:04X}, which nobody sees", u32::from(odd))));
    }
    let game = games.find(game_name(&plan)).map_err(|error| bad("game", error.to_string()))?;
    if !game.has_openings() && plan.openings.is_some_and(|plies| plies > 0) {
        return Err(bad("openings", format!("there are none at {}: leave it out, or name 0", game.name())));
    }
    let seed = plan.seed.unwrap_or(0);
    let format = format(&plan, seed)?;
    let tie_breaks = match &plan.tie_breaks {
        Some(TieBreaks::Criteria(_)) if AnyFormat::criteria_of(format.word()).is_empty() => {
            return Err(bad("tie_breaks", format!("has no list of criteria in a tournament of the format {}", format.word())));
        }
        Some(TieBreaks::Criteria(words)) => Criterion::read_order(words).map_err(|error| bad("tie_breaks", error.to_string()))?,
        Some(TieBreaks::Pairs(_)) | None => Vec::new(),
    };
    let missing = |field| Error::BadRequest(format!("missing field `{field}`"));
    let control: TimeControl = time("time", plan.time.as_deref())?.ok_or_else(|| missing("time"))?;
    let grace: Micros = time("grace", plan.grace.as_deref())?.ok_or_else(|| missing("grace"))?;
    let mut names = BTreeSet::new();
    for entrant in &plan.entrants {
        let name: BotName = entrant.bot.parse().map_err(|error: Error| bad("entrants", error.to_string()))?;
        if !names.insert(name.to_string()) {
            return Err(bad("entrants", format!("{name} is named twice; every entrant has a name of its own")));
        }
        rating(entrant.rating)?;
        let engine = entrant.engine.as_ref().map_or(0, |engine| engine.chars().count());
        if engine > 100 {
            return Err(bad("entrants", format!("the engine of {name} has at most 100 characters, not {engine}")));
        }
    }
    if names.len() > MOST_ENTRANTS as usize {
        return Err(bad("entrants", format!("at most {MOST_ENTRANTS} may take part, not {}", names.len())));
    }
    plan.zone.as_deref().map(zone_of).transpose().map_err(|why| bad("zone", why))?;
    Ok(Settings {
        game,
        format,
        tie_breaks,
        time: control,
        strikes: plan.strikes.unwrap_or_default(),
        grace,
        absences: plan.absences,
        forbidden: forbidden(&plan)?,
        half_point_byes: plan.half_point_byes.unwrap_or_default(),
        opening_plies: plan.openings.unwrap_or_default(),
        seed,
        at_once: plan.at_once.unwrap_or_default(),
        per_player: plan.per_bot.unwrap_or_default(),
    })
}

/// Whether a character only says in which direction others are written: with it a text can look like another.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Groups of names no two of whom shall meet. Who is named need not have entered yet.
fn forbidden(plan: &NewTournament) -> Result<Vec<Vec<String>>, Error> {
    let named: usize = plan.forbidden.iter().map(Vec::len).sum();
    if named > 2 * MOST_ENTRANTS as usize {
        return Err(bad("forbidden", format!("at most {} names in all groups, not {named}", 2 * MOST_ENTRANTS)));
    }
    let group = |group: &Vec<String>| {
        let mut names = BTreeSet::new();
        for name in group {
            let name: BotName = name.parse().map_err(|error: Error| bad("forbidden", error.to_string()))?;
            if !names.insert(name.to_string()) {
                return Err(bad("forbidden", format!("{name} is twice in a group")));
            }
        }
        if names.len() < 2 {
            return Err(bad("forbidden", "a group has two names or more, such as [[\"ann\", \"bob\"]]"));
        }
        Ok(names.into_iter().collect())
    };
    plan.forbidden.iter().map(group).collect()
}

/// A rating to be seeded by.
pub fn rating(rating: i32) -> Result<i32, Error> {
    if (-10_000..=10_000).contains(&rating) { Ok(rating) } else { Err(bad("rating", format!("from -10000 to 10000, not {rating}"))) }
}

/// Names the line of a TOML file that a wrong field is on.
pub fn locate(error: Error, text: &str) -> Error {
    let Error::BadPlan { field, why } = &error else { return error };
    let is_field = |line: &str| line.trim_start().strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(['=', ']']));
    let is_table = |line: &str| line.trim_start().starts_with(&format!("[[{field}]]"));
    match text.lines().position(|line| is_field(line) || is_table(line)) {
        Some(line) => Error::BadRequest(format!("line {}: `{field}`: {why}", line + 1)),
        None => error,
    }
}
