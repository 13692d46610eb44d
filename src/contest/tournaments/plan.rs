//! From what a teacher writes to what the referee goes by, with an answer for everything left out.

use super::calendar::{local_zone, zone_of};
use crate::matches::MatchSettings;
use crate::{BotName, Error};
use protocol::{NewTournament, Play, TieBreaks};
use referee::format::{Accelerated, AnyFormat, BadParameter, MOST_ENTRANTS, Parameters};
use referee::standings::Criterion;
use referee::tournament::Settings;
use referee::{Micros, TimeControl, TimeError};
use rules::Catalogue;
use runtime::{Lots, clipped};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::str::FromStr;

fn bad(field: &'static str, why: impl Into<String>) -> Error {
    Error::BadPlan { field, why: why.into() }
}

fn within(field: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<u32, Error> {
    let (least, most) = (*range.start(), *range.end());
    if range.contains(&value) { Ok(value) } else { Err(bad(field, format!("a number from {least} to {most}, not {value}"))) }
}

/// The name of the game that a plan is for.
pub fn game_name(plan: &NewTournament) -> &str {
    plan.game.as_deref().unwrap_or(Catalogue::USUAL)
}

/// Games of a tournament, or of one bot in it, that are played at one time, at most; an operator may allow fewer.
const MOST_AT_ONCE: u32 = 1_024;

/// A length of time or a time control, as a plan has it.
fn time<T: FromStr<Err = TimeError>>(field: &'static str, text: Option<&str>) -> Result<Option<T>, Error> {
    let read = |text: &str| text.parse().map_err(|error| bad(field, format!("{error}; this is `{}`", clipped(text, 40))));
    text.map(read).transpose()
}

/// The same plan with nothing left out but what only the start can tell, and everybody's name read.
pub fn complete(matches: &MatchSettings, lots: &Lots, plan: NewTournament) -> Result<NewTournament, Error> {
    let game = matches.games.find(game_name(&plan)).map_err(|error| bad("game", error.to_string()))?;
    if plan.rehearsed == Some(true) && game.name() != Catalogue::USUAL {
        return Err(bad(
            "rehearsed",
            format!("`arbitre doctor` rehearses {} alone, so nobody could pass for {}", Catalogue::USUAL, game.name()),
        ));
    }
    let practice = plan.play == Some(Play::Practice);
    let time = plan.time.clone().unwrap_or_else(|| if practice { "unlimited".into() } else { matches.time.to_string() });
    // Any JSON reader holds 53 bits.
    let seed = plan.seed.unwrap_or_else(|| lots.draw() >> 11);
    let format = format(&plan, seed)?;
    let known = format.parameters();
    let plan = NewTournament {
        name: plan.name.trim().to_string(),
        game: Some(game.name().into()),
        cycles: known.cycles,
        challengers: known.challengers,
        tie_breaks: plan.tie_breaks.or(known.tie_breaks.map(TieBreaks::Pairs)),
        rounds: known.rounds,
        elo0: known.elo0,
        elo1: known.elo1,
        alpha: known.alpha,
        beta: known.beta,
        games: known.games,
        daily: known.daily,
        zone: plan.zone.or_else(|| format.counts_days().then(local_zone)),
        time: Some(time),
        play: plan.play.or(Some(Play::Rated)),
        strikes: plan.strikes.or(Some(if practice { 3 } else { 0 })),
        grace: Some(plan.grace.unwrap_or_else(|| format!("{}ms", matches.ready_within.0 / 1_000))),
        openings: plan.openings.or(Some(if game.has_openings() { 4 } else { 0 })),
        seed: Some(seed),
        at_once: plan.at_once.or(Some(8)),
        per_bot: plan.per_bot.or(Some(1)),
        ..plan
    };
    for (field, number, most) in [
        ("at_once", plan.at_once, matches.most_matches.min(MOST_AT_ONCE as usize)),
        ("per_bot", plan.per_bot, matches.most_games_per_bot.min(MOST_AT_ONCE as usize)),
    ] {
        let most = u32::try_from(most).unwrap_or(MOST_AT_ONCE);
        number.map(|number| within(field, number, 1..=most)).transpose()?;
    }
    settings(&plan, matches.games)?;
    format.must_fit(plan.entrants.len() as u32).map_err(|error| bad("entrants", error.to_string()))?;
    Ok(plan)
}

/// The format that a plan names, with what it says of it.
fn format(plan: &NewTournament, seed: u64) -> Result<AnyFormat, Error> {
    let parameters = Parameters {
        games: plan.games,
        rounds: plan.rounds,
        cycles: plan.cycles,
        challengers: plan.challengers,
        accelerated: plan.accelerated.map(|protocol::Accelerated::Baku| Accelerated::Baku),
        daily: plan.daily,
        tie_breaks: if let Some(TieBreaks::Pairs(pairs)) = plan.tie_breaks { Some(pairs) } else { None },
        duration: time("duration", plan.duration.as_deref())?,
        elo0: plan.elo0,
        elo1: plan.elo1,
        alpha: plan.alpha,
        beta: plan.beta,
    };
    AnyFormat::read(plan.format.word(), parameters, seed).map_err(|BadParameter { field, why }| bad(field, why))
}

/// What a complete plan means.
pub fn settings(plan: &NewTournament, games: Catalogue) -> Result<Settings, Error> {
    let characters = plan.name.chars().count();
    if !(1..=80).contains(&characters) {
        return Err(bad("name", format!("a tournament's name has 1 to 80 characters, not {characters}")));
    }
    if let Some(odd) = plan.name.chars().find(|c| c.is_control() || turns_text(*c)) {
        return Err(bad("name", format!("a tournament's name has no character U+{:04X}, which nobody sees", u32::from(odd))));
    }
    let game = games.find(game_name(plan)).map_err(|error| bad("game", error.to_string()))?;
    if !game.has_openings() && plan.openings.is_some_and(|plies| plies > 0) {
        return Err(bad("openings", format!("there are none at {}: leave it out, or name 0", game.name())));
    }
    let seed = plan.seed.unwrap_or(0);
    let format = format(plan, seed)?;
    let tie_breaks = match &plan.tie_breaks {
        Some(TieBreaks::Criteria(words)) if format.takes_tie_breaks() => {
            Criterion::read_order(words).map_err(|error| bad("tie_breaks", error.to_string()))?
        }
        Some(TieBreaks::Criteria(_)) => {
            return Err(bad("tie_breaks", format!("has no list of criteria in a tournament of the format {}", format.word())));
        }
        Some(TieBreaks::Pairs(_)) | None => Vec::new(),
    };
    let control: TimeControl = time("time", plan.time.as_deref())?.unwrap_or_default();
    let grace: Option<Micros> = time("grace", plan.grace.as_deref())?;
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
    if !plan.forbidden.is_empty() && !format.keeps_apart() {
        return Err(bad("forbidden", format!("has no meaning in a tournament of the format {}", format.word())));
    }
    if plan.half_point_byes.is_some() && !format.takes_requested_byes() {
        return Err(bad("half_point_byes", format!("has no meaning in a tournament of the format {}", format.word())));
    }
    if plan.zone.is_some() && !format.counts_days() {
        return Err(bad("zone", format!("has no meaning in a tournament of the format {}", format.word())));
    }
    plan.zone.as_deref().map(zone_of).transpose().map_err(|why| bad("zone", why))?;
    Ok(Settings {
        game,
        format,
        tie_breaks,
        time: control,
        strikes: plan.strikes.unwrap_or(0),
        grace: grace.unwrap_or(Micros::from_secs(60)),
        absences: plan.absences.map(|absences| within("absences", absences, 1..=1_000)).transpose()?,
        forbidden: forbidden(plan)?,
        half_point_byes: within("half_point_byes", plan.half_point_byes.unwrap_or(0), 0..=50)?,
        opening_plies: within("openings", plan.openings.unwrap_or(4), 0..=30)?,
        seed,
        at_once: within("at_once", plan.at_once.unwrap_or(8), 1..=MOST_AT_ONCE)?,
        per_player: within("per_bot", plan.per_bot.unwrap_or(1), 1..=MOST_AT_ONCE)?,
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
