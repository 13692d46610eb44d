//! A friendly match that never ends for long, so that there is something to see.

use super::{BotName, Hall, Proposal};
use crate::app::App;
use rules::{BySide, Knights, Position};
use std::sync::Arc;
use std::time::Duration;

/// How long the board stays as it is after the end, and how often absent players are looked for.
const PAUSE: Duration = Duration::from_secs(3);

/// Keeps one friendly match going between these bots, each pairing in turn, while they are connected.
pub async fn keep_friendly(app: &Arc<App>, names: Vec<BotName>) {
    let pairings: Vec<(&BotName, &BotName)> =
        names.iter().flat_map(|white| names.iter().filter(move |black| *black != white).map(move |black| (white, black))).collect();
    for (white, black) in pairings.into_iter().cycle() {
        if app.lobby.link(white).is_none() || app.lobby.link(black).is_none() {
            // Not this pairing, then; and no hurry if it is nobody's.
            tokio::time::sleep(PAUSE / 10).await;
            continue;
        }
        // One that was going on when the referee last stopped goes on now.
        let going_on = names.iter().flat_map(|name| app.hall.games_of(name)).find(|(_, running)| {
            let is_friend = |name: &String| names.iter().any(|friend| **friend == **name);
            is_friend(&running.players.white) && is_friend(&running.players.black)
        });
        let feed = match going_on {
            Some((_, running)) => running.feed,
            None => {
                let players = BySide { white: white.clone(), black: black.clone() };
                let proposal = Proposal { players, position: Knights::start(), terms: Hall::terms(app, app.config.time) };
                match Hall::create(app, proposal).await.map(|row| app.hall.find(row.game)) {
                    Ok(Some(running)) => running.feed,
                    Ok(None) => continue,
                    Err(error) => {
                        tracing::debug!(%error, "no friendly match for now");
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    }
                }
            }
        };
        feed.ended().await;
        tokio::time::sleep(PAUSE).await;
    }
}
