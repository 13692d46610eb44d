//! Tournaments played in this process: `run --here`, and `simulate`, with bundled bots for the entrants.

use super::output::TournamentOutput as Output;
use super::plan::{create, read};
use crate::embedded_referee::{self, LocalReferee, threads};
use crate::error::Error;
use crate::language::localized;
use crate::output::print;
use crate::process::{LogFormat, block_on, log_to_stderr};
use contest::BotName;
use message::Coded;
use protocol::{NewEntrant, NewTournament, TournamentDetail, USUAL_MOVES};
use rules::Catalogue;
use server::Config;
use std::path::{Path, PathBuf};

/// The duration of a simulated arena or ladder.
const ARENA: &str = "3s";

pub fn run(file: &Path, game: Option<&str>, output: Option<PathBuf>) -> Result<(), Error> {
    let (text, plan) = read(file, game)?;
    play(file, text, plan, output).map(drop)
}

pub fn simulate(file: &Path, engine: &str) -> Result<(), Error> {
    let (text, plan) = read(file, None)?;
    // The best of another tournament are not known here.
    let places = 1..=plan.entrants_from.map_or(0, |from| from.best);
    let places = places.map(|place| NewEntrant { bot: format!("place {place}"), rating: 0, engine: None });
    let entrants = plan.entrants.iter().cloned().chain(places);
    let entrants = entrants.map(|entrant| NewEntrant { engine: Some(engine.into()), ..entrant });
    let duration = plan.duration.as_ref().map(|_| ARENA.into());
    let simulated = NewTournament { entrants: entrants.collect(), entrants_from: None, duration, ..plan.clone() };
    let detail = play(file, text, simulated, None)?;
    let estimate = match (plan.duration, detail.longest_us) {
        (Some(duration), _) => Output::PairsFor { duration },
        (None, None) => Output::LengthUnknown,
        (None, Some(longest)) => Output::Takes { most: hours(longest), moves: USUAL_MOVES, few: hours(longest / 5) },
    };
    Ok(print(format!("\n{}\n", localized(&estimate)))?)
}

fn hours(us: u64) -> String {
    let minutes = us.div_ceil(60_000_000);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02} min", minutes / 60, minutes % 60) }
}

/// Creates the tournament of a file, starts the bots, and plays it to its end.
fn play(file: &Path, text: String, plan: NewTournament, output: Option<PathBuf>) -> Result<TournamentDetail, Error> {
    let _log = log_to_stderr(LogFormat::Human, "error");
    // No entrant has rehearsed with this referee.
    let plan = NewTournament { rehearsed: None, ..plan };
    let seed = plan.seed.unwrap_or(1);
    let game = plan.game.clone().unwrap_or_else(|| Catalogue::USUAL.into());
    let in_file = |error: Error| Error::in_file(file, &error.message());
    let name = |entrant: &NewEntrant| entrant.bot.parse::<BotName>().map_err(|error| in_file(error.into()));
    let names = plan.entrants.iter().map(name).collect::<Result<Vec<_>, _>>()?;
    // A bot's name has no colon, but the name of a level does.
    let named =
        |bot: &str| search::engines(&game).iter().find(|engine| engine.replace(':', "-") == bot).map_or(bot, |engine| engine).to_string();
    let player = |entrant: &NewEntrant| (entrant.bot.clone(), entrant.engine.clone().unwrap_or_else(|| named(&entrant.bot)));
    let players = plan.entrants.iter().map(player).collect();
    let config = Config { seed: Some(seed), ..embedded_referee::config()? };
    block_on(async {
        let mut local = LocalReferee::start(config).await?;
        let remote = local.remote();
        let path = file.to_path_buf();
        let detail = tokio::task::spawn_blocking(move || create(&remote, &plan, &path, &text)).await??;
        let (remote, id) = (local.remote(), detail.summary.tournament);
        let bots = local.start_bots(&game, players, threads(), seed).map_err(in_file)?;
        for name in &names {
            local.referee.meet(name).await;
        }
        let done = tokio::task::spawn_blocking(move || {
            remote.post(&format!("/v1/tournaments/{id}/start"), &serde_json::json!({}))?;
            super::await_end(&remote, id, output.as_deref())
        });
        let done = done.await;
        local.stop().await?;
        drop(bots);
        done??;
        Ok(detail)
    })
}
