//! From what a teacher writes to what the referee goes by, with an answer for everything left out.

use crate::core::config::duration;
use crate::core::{BotName, Error, Lots};
use crate::matches::MatchSettings;
use protocol::{NewTournament, Play, TournamentFormat};
use referee::pairing::{Arena, Gauntlet, Knockout, RoundRobin, Swiss};
use referee::tournament::{MOST_ENTRANTS, Settings, System};
use referee::{Micros, TimeControl};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

fn bad(field: &'static str, why: impl Into<String>) -> Error {
    Error::BadPlan { field, why: why.into() }
}

fn within(field: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<u32, Error> {
    let (least, most) = (*range.start(), *range.end());
    if range.contains(&value) { Ok(value) } else { Err(bad(field, format!("a number from {least} to {most}, not {value}"))) }
}

/// The same plan with nothing left out but what only the start can tell, and everybody's name read.
pub fn complete(matches: &MatchSettings, lots: &Lots, plan: NewTournament) -> Result<NewTournament, Error> {
    let practice = plan.play == Some(Play::Practice);
    let time = plan.time.unwrap_or_else(|| if practice { "unlimited".into() } else { matches.time.to_string() });
    let of = |format, value: Option<u32>, default| if plan.format == format { value.or(default) } else { value };
    let all_meet = matches!(plan.format, TournamentFormat::RoundRobin | TournamentFormat::Gauntlet);
    let plan = NewTournament {
        name: plan.name.trim().to_string(),
        cycles: if all_meet { plan.cycles.or(Some(1)) } else { plan.cycles },
        challengers: of(TournamentFormat::Gauntlet, plan.challengers, Some(1)),
        tie_breaks: of(TournamentFormat::Knockout, plan.tie_breaks, Some(1)),
        rounds: of(TournamentFormat::Swiss, plan.rounds, Some(swiss_rounds(plan.entrants.len()))),
        games: plan.games.or(Some(2)),
        time: Some(time),
        play: plan.play.or(Some(Play::Rated)),
        strikes: plan.strikes.or(Some(if practice { 3 } else { 0 })),
        grace: Some(plan.grace.unwrap_or_else(|| format!("{}ms", matches.ready_within.0 / 1_000))),
        openings: plan.openings.or(Some(4)),
        // Any JSON reader holds 53 bits.
        seed: plan.seed.or_else(|| Some(lots.draw() >> 11)),
        at_once: plan.at_once.or(Some(8)),
        per_bot: plan.per_bot.or(Some(1)),
        ..plan
    };
    let most = matches.most_matches.min(1_024);
    if plan.at_once.is_some_and(|at_once| at_once as usize > most) {
        return Err(bad("at_once", format!("this referee plays at most {most} games at one time")));
    }
    if plan.per_bot.is_some_and(|per_bot| per_bot as usize > matches.most_games_per_bot) {
        return Err(bad("per_bot", format!("a bot plays at most {} games at one time here", matches.most_games_per_bot)));
    }
    settings(&plan)?;
    Ok(plan)
}

/// As many as a knockout would have, and two.
fn swiss_rounds(entrants: usize) -> u32 {
    entrants.max(2).next_power_of_two().ilog2() + 2
}

/// What a complete plan means.
pub fn settings(plan: &NewTournament) -> Result<Settings, Error> {
    if plan.name.is_empty() || plan.name.chars().count() > 80 || plan.name.chars().any(char::is_control) {
        return Err(bad("name", "a tournament's name has 1 to 80 characters on one line"));
    }
    let format = plan.format;
    let foreign = |field: &'static str, is_set: bool, of: &[TournamentFormat]| match is_set && !of.contains(&format) {
        true => Err(bad(field, format!("has no meaning in a tournament of the format {}", format.word()))),
        false => Ok(()),
    };
    foreign("rounds", plan.rounds.is_some(), &[TournamentFormat::Swiss])?;
    foreign("cycles", plan.cycles.is_some(), &[TournamentFormat::RoundRobin, TournamentFormat::Gauntlet])?;
    foreign("challengers", plan.challengers.is_some(), &[TournamentFormat::Gauntlet])?;
    foreign("tie_breaks", plan.tie_breaks.is_some(), &[TournamentFormat::Knockout])?;
    foreign("duration", plan.duration.is_some(), &[TournamentFormat::Arena])?;
    let games = within("games", plan.games.unwrap_or(2), 1..=100)?;
    let seed = plan.seed.unwrap_or(0);
    let cycles = || within("cycles", plan.cycles.unwrap_or(1), 1..=100);
    let system = match format {
        TournamentFormat::RoundRobin => System::RoundRobin(RoundRobin { cycles: cycles()?, games, seed }),
        TournamentFormat::Gauntlet => {
            let challengers = within("challengers", plan.challengers.unwrap_or(1), 1..=100)?;
            System::Gauntlet(Gauntlet { challengers, cycles: cycles()?, games })
        }
        TournamentFormat::Swiss => System::Swiss(Swiss { rounds: within("rounds", plan.rounds.unwrap_or(5), 1..=50)?, games, seed }),
        TournamentFormat::Knockout => {
            System::Knockout(Knockout { games, tie_breaks: within("tie_breaks", plan.tie_breaks.unwrap_or(1), 0..=10)? })
        }
        TournamentFormat::Arena => {
            let text = plan.duration.as_deref().ok_or_else(|| bad("duration", "an arena needs one, such as `90min`"))?;
            let lasts: Micros = text.parse().map_err(|error: referee::TimeError| bad("duration", error.to_string()))?;
            if lasts == Micros::ZERO || duration(lasts).as_secs() > 7 * 86_400 {
                return Err(bad("duration", "an arena lasts more than no time, and at most a week"));
            }
            System::Arena(Arena { games, seed }, lasts)
        }
    };
    let time = plan.time.as_deref().map(str::parse::<TimeControl>).transpose();
    let time = time.map_err(|error| bad("time", error.to_string()))?.unwrap_or_default();
    let grace = plan.grace.as_deref().map(str::parse::<Micros>).transpose().map_err(|error| bad("grace", error.to_string()))?;
    let mut names = BTreeSet::new();
    for entrant in &plan.entrants {
        let name: BotName = entrant.bot.parse().map_err(|error: Error| bad("entrants", error.to_string()))?;
        if !names.insert(name.to_string()) {
            return Err(bad("entrants", format!("{name} is named twice; every entrant has a name of its own")));
        }
        rating(entrant.rating)?;
    }
    if names.len() > MOST_ENTRANTS {
        return Err(bad("entrants", format!("at most {MOST_ENTRANTS} may take part")));
    }
    Ok(Settings {
        system,
        time,
        strikes: plan.strikes.unwrap_or(0),
        grace: grace.unwrap_or(Micros::from_secs(60)),
        opening_plies: within("openings", plan.openings.unwrap_or(4), 0..=30)?,
        seed,
        at_once: within("at_once", plan.at_once.unwrap_or(8), 1..=1_024)?,
        per_player: within("per_bot", plan.per_bot.unwrap_or(1), 1..=1_024)?,
    })
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
