//! The reviews of a bot's games, added up.

use super::{Path, Query, Services, large};
use crate::Error;
use axum::extract::State;
use axum::response::Response;
use protocol::{BotReviews, Entry, Seat};
use serde::Deserialize;
use solving::reviews::totals::{ReviewedGame, add_up};
use std::sync::Arc;
use storage::{MatchFilter, ReviewedMatch};

/// How many games are looked at: the latest.
const GAMES: usize = 100;

/// In which game.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReviewsQuery {
    /// The game that was played, such as `connect-four`; knights if left out.
    game: Option<String>,
}

/// How a bot played, by the reviews of its latest 100 games, those that have one: by colour, part of the game and time left, and the
/// positions in which it gave away most.
#[utoipa::path(get, path = "/v1/bots/{name}/reviews", operation_id = "bot_reviews", tag = "bots", params(("name" = String, Path, description = "The bot."), ReviewsQuery), responses(
    (status = 200, description = "The reviews, added up; of a bot that nobody knows, of no game.", body = BotReviews),
))]
pub async fn show(
    State(services): State<Services>,
    Path(name): Path<String>,
    Query(query): Query<ReviewsQuery>,
) -> Result<Response, Error> {
    let game = services.matches.game(query.game.as_deref())?.name();
    let filter =
        MatchFilter { ended: Some(true), bot: Some(name.clone()), game_name: Some(game.into()), limit: GAMES, ..MatchFilter::default() };
    let listed = services.storage.list_reviewed(filter).await?;
    let adding = move || {
        let games: Vec<ReviewedGame> = listed.iter().filter_map(|listed| reviewed(&name, listed)).collect();
        add_up(&name, game, &games, listed.len() as u32)
    };
    let told = services.tournaments.reports.submit(move |_| adding())?.done().await?;
    large::json(&services, Arc::new(told)).await
}

/// A game, as its log and its review tell it; none if it has no review, or they do not go together.
fn reviewed(bot: &str, ReviewedMatch { listed, review }: &ReviewedMatch) -> Option<ReviewedGame> {
    let (review, log) = review.as_ref()?;
    let seat = if listed.row.players.white == bot { Seat::White } else { Seat::Black };
    let opponent = if seat == Seat::White { &listed.row.players.black } else { &listed.row.players.white };
    let review = serde_json::from_str(review).ok()?;
    let (mut positions, mut left, mut budget) = (Vec::new(), Vec::new(), None);
    for line in log {
        match storage::read_line(line).ok()?.entry {
            Entry::Created { position, time, .. } => {
                positions.push(position);
                budget = time.budget_us;
            }
            Entry::Moved { seat, position, charge, clocks, .. } => {
                positions.push(position);
                let after = if seat == Seat::White { clocks.white_us } else { clocks.black_us };
                let share = |(after, budget): (u64, u64)| (after + charge.charged_us) as f64 / budget.max(1) as f64;
                left.push(after.zip(budget).map(share));
            }
            _ => {}
        }
    }
    Some(ReviewedGame { game: listed.row.game, opponent: opponent.clone(), seat, review, positions, left })
}
