//! Exhibition matches: games between some bots outside tournaments, run continuously for spectators.

use super::{Matches, Proposal};
use crate::BotName;
use rules::BySide;
use std::sync::Arc;
use std::time::Duration;

/// The pause after each match, and between two checks for absent players.
const PAUSE: Duration = Duration::from_secs(3);

/// Keeps one match running among these bots while they are connected, rotating through the pairings.
pub async fn keep_exhibition(matches: &Arc<Matches>, names: Vec<BotName>) {
    let pairings: Vec<(&BotName, &BotName)> =
        names.iter().flat_map(|white| names.iter().filter(move |black| *black != white).map(move |black| (white, black))).collect();
    for (white, black) in pairings.into_iter().cycle() {
        let bots = matches.connected.snapshot();
        let Some(game) = matches.config.games.games().find(|&game| bots.plays(white, game) && bots.plays(black, game)) else {
            tokio::time::sleep(PAUSE / 10).await;
            continue;
        };
        // A match resumed after a restart comes first.
        let resumed = names.iter().flat_map(|name| matches.games_of(name)).find(|running| {
            let is_friend = |name: &String| names.iter().any(|friend| **friend == **name);
            is_friend(&running.row.players.white) && is_friend(&running.row.players.black)
        });
        let running = match resumed {
            Some(running) => running,
            None => {
                let players = BySide { white: white.clone(), black: black.clone() };
                let proposal = Proposal { players, position: game.start(), settings: matches.match_settings(matches.config.time) };
                match matches.create(proposal).await.map(|made| matches.find(made.match_id)) {
                    Ok(Some(running)) => running,
                    Ok(None) => continue,
                    Err(error) => {
                        tracing::debug!(%error, "no exhibition match for now");
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
