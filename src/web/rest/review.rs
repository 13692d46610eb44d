//! Games looked at again: as a question, and of a match as a job that is made once for all who ask.

use super::asked::Asked;
use super::solve::answered;
use super::{Path, Query, Services, jobs};
use crate::Error;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::json;
use protocol::{Job, Review, ReviewQuestion};
use runtime::Peer;
use runtime::work::Asker;
use serde::Deserialize;
use solving::{self, Form, JobAct};

/// Look at a game again: what each of its moves gave away, and what would have been better.
#[utoipa::path(
    post, path = "/v1/games/{game}/review", tag = "games",
    params(("game" = String, Path, description = "`knights`, `connect-four` or `tic-tac-toe`.")),
    request_body = ReviewQuestion,
    responses(
        (status = 200, description = "The review.", body = Review),
        (status = 202, description = "A job works on it.", body = Job),
    )
)]
pub async fn review(State(services): State<Services>, Path(game): Path<String>, asked: Asked) -> Result<Response, Error> {
    let kind = solving::game(&game)?;
    let assignment = solving::to_review(kind.name, &json::from_bytes::<ReviewQuestion>(asked.json()?)?)?;
    let form = asked.form(&[Form::Json])?;
    answered(services, &asked, (JobAct::Review, kind), form, assignment).await
}

/// Whether a job is made.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MatchReviewQuery {
    /// `false`: only what was made already is told, and no job is made.
    make: Option<bool>,
}

/// Look at a match again that is over. The first who asks has a job made, which the others are told of; its `result` is the review. Games of
/// tournaments are looked at by themselves, unless `--reviews none`. The reviews of 2,000 matches are kept, those that were made last.
#[utoipa::path(get, path = "/v1/matches/{game}/review", operation_id = "review_match", tag = "matches",
    params(("game" = u64, Path, description = "The match's number."), MatchReviewQuery), responses(
    (status = 200, description = "The job is over.", body = Job),
    (status = 202, description = "The job is queued or runs.", body = Job),
    (status = 204, description = "There is no job, and none was to be made."),
    (status = 409, description = "The match goes on."),
))]
pub async fn of_match(
    State(services): State<Services>,
    Path(game): Path<u64>,
    Query(query): Query<MatchReviewQuery>,
    peer: Option<Extension<Peer>>,
) -> Result<Response, Error> {
    let asker = Asker::from(peer.and_then(|Extension(peer)| peer.address));
    let id = match query.make {
        Some(false) => services.reviews.kept(game).await?,
        _ => Some(services.reviews.of(game, asker).await?),
    };
    let Some(id) = id else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    jobs::whole(&services, id, StatusCode::ACCEPTED).await
}
