//! A friendly match that never ends for long, so that there is something to see.

use super::{Matches, Proposal};
use crate::BotName;
use rules::BySide;
use std::sync::Arc;
use std::time::Duration;

/// How long the board stays as it is after the end, and how often absent players are looked for.
const PAUSE: Duration = Duration::from_secs(3);

/// Keeps one friendly match going between these bots, each pairing in turn, while they are connected.
pub async fn keep_friendly(matches: &Arc<Matches>, names: Vec<BotName>) {
    let pairings: Vec<(&BotName, &BotName)> =
        names.iter().flat_map(|white| names.iter().filter(move |black| *black != white).map(move |black| (white, black))).collect();
    for (white, black) in pairings.into_iter().cycle() {
        let present = matches.lobby.present();
        let Some(game) = matches.settings.games.games().find(|&game| present.plays(white, game) && present.plays(black, game)) else {
            // Not this pairing, then; and no hurry if it is nobody's.
            tokio::time::sleep(PAUSE / 10).await;
            continue;
        };
        // One that was going on when the referee last stopped goes on now.
        let going_on = names.iter().flat_map(|name| matches.games_of(name)).find(|running| {
            let is_friend = |name: &String| names.iter().any(|friend| **friend == **name);
            is_friend(&running.players().white) && is_friend(&running.players().black)
        });
        let running = match going_on {
            Some(running) => running,
            None => {
                let players = BySide { white: white.clone(), black: black.clone() };
                let proposal = Proposal { players, position: game.start(), terms: matches.terms(matches.settings.time) };
                match matches.create(proposal).await.map(|made| matches.find(made.row.game)) {
                    Ok(Some(running)) => running,
                    Ok(None) => continue,
                    Err(error) => {
                        tracing::debug!(%error, "no friendly match for now");
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    }
                }
            }
        };
        running.ended().await;
        tokio::time::sleep(PAUSE).await;
    }
}
