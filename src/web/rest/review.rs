//! Reviews: of any game, and of a match as one job for all clients.

use super::extract::SolveRequest;
use super::solve::answered;
use super::{HttpResult, Path, Query, Services, jobs};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use protocol::json;
use protocol::{Job, Review, ReviewQuestion};
use runtime::work::Asker;
use serde::Deserialize;
use solving::{self, Form, JobAct};

/// Look at a game again: what each of its moves gave away, and what would have been better.
#[utoipa::path(post, path = "/v1/games/{game}/review", tag = "games", request_body = ReviewQuestion, responses(
    (status = 200, description = "The review.", body = Review),
    (status = 202, description = "A job works on it.", body = Job),
))]
pub async fn review(services: Services, Path(game): Path<String>, asked: SolveRequest) -> HttpResult {
    let kind = solving::game(&game)?;
    let assignment = solving::to_review(kind.name, &json::from_bytes::<ReviewQuestion>(asked.json()?)?)?;
    let form = asked.form(&[Form::Json])?;
    answered(services, &asked, (JobAct::Review, kind), form, assignment).await
}

/// Whether a job is made.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct MatchReviewQuery {
    /// `false`: only an existing review is returned, and no job is made.
    make: Option<bool>,
}

/// Look at a match again that is over. The first who asks has a job made, which the others are told of; its `result` is the review. Games of
/// tournaments are looked at by themselves, unless `--reviews none`. The reviews of 2,000 matches are kept, those that were made last.
#[utoipa::path(get, path = "/v1/matches/{game}/review", operation_id = "review_match", tag = "matches", responses(
    (status = 200, description = "The job is over.", body = Job),
    (status = 202, description = "The job is queued or runs.", body = Job),
    (status = 204, description = "There is no job, and none was to be made."),
))]
pub async fn of_match(services: Services, Path(game): Path<u64>, Query(query): Query<MatchReviewQuery>, asker: Asker) -> HttpResult {
    let id = match query.make {
        Some(false) => services.reviews.kept(game).await?,
        _ => Some(services.reviews.of(game, asker).await?),
    };
    let Some(id) = id else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    jobs::whole(&services, id, StatusCode::ACCEPTED).await
}
