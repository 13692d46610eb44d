//! Exercises, and what is wrong with a move that does not solve one; and the trees that searches walk.

use super::solve::answered_within;
use super::{Body, Path, Query, Services};
use crate::Error;
use axum::extract::State;
use axum::response::Response;
use axum::{Extension, Json};
use protocol::{ExerciseAttempt, ExerciseList, ExerciseSolution, ExerciseVerdict, SearchTree, TreeQuestion};
use rules::Catalogue;
use runtime::Peer;
use serde::Deserialize;
use std::time::Duration;

/// The longest that is thought about a question.
const THINKING: Duration = Duration::from_secs(10);

/// Which exercises.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExercisesQuery {
    /// The game; knights if left out.
    game: Option<String>,
    /// Only those that are over in so many plies.
    plies: Option<u32>,
}

/// List exercises: positions of games that were played, in which exactly one move wins. That no other does is proved.
#[utoipa::path(get, path = "/v1/exercises", operation_id = "exercises", tag = "games", params(ExercisesQuery), responses(
    (status = 200, description = "The exercises, without their solutions.", body = ExerciseList),
    (status = 404, description = "There is no such game."),
))]
pub async fn list(Query(query): Query<ExercisesQuery>) -> Result<Json<ExerciseList>, Error> {
    Ok(Json(solving::exercise_list(query.game.as_deref().unwrap_or(Catalogue::USUAL), query.plies)?))
}

/// Show an exercise with its solution.
#[utoipa::path(get, path = "/v1/exercises/{game}/{number}", operation_id = "exercise", tag = "games",
    params(("game" = String, Path, description = "`knights`, `connect-four` or `tic-tac-toe`."), ("number" = u32, Path, description = "The exercise's number.")), responses(
    (status = 200, description = "The exercise and the play that wins.", body = ExerciseSolution),
))]
pub async fn show(Path((game, number)): Path<(String, u32)>) -> Result<Json<ExerciseSolution>, Error> {
    Ok(Json(solving::exercise_solution(&game, number)?))
}

/// Try a move: whether it solves the exercise, and what the opponent answers.
#[utoipa::path(post, path = "/v1/exercises/{game}/{number}", operation_id = "try_exercise", tag = "games", request_body = ExerciseAttempt,
    params(("game" = String, Path, description = "`knights`, `connect-four` or `tic-tac-toe`."), ("number" = u32, Path, description = "The exercise's number.")), responses(
    (status = 200, description = "What comes of the move.", body = ExerciseVerdict),
))]
pub async fn attempt(
    State(services): State<Services>,
    Path((game, number)): Path<(String, u32)>,
    peer: Option<Extension<Peer>>,
    Body(attempt): Body<ExerciseAttempt>,
) -> Result<Response, Error> {
    let work = solving::exercise_attempt(&game, number, &attempt.mv)?;
    answered_within(&services, peer, THINKING, work).await
}

/// Show the tree that a search of few plies walks: the value of each move, and the moves that were cut off.
#[utoipa::path(post, path = "/v1/games/{game}/tree", tag = "games", request_body = TreeQuestion,
    params(("game" = String, Path, description = "`knights`, `connect-four` or `tic-tac-toe`.")), responses(
    (status = 200, description = "The tree, or a sample of it.", body = SearchTree),
))]
pub async fn tree(
    State(services): State<Services>,
    Path(game): Path<String>,
    peer: Option<Extension<Peer>>,
    Body(question): Body<TreeQuestion>,
) -> Result<Response, Error> {
    let work = solving::search_tree(&game, &question)?;
    answered_within(&services, peer, THINKING, work).await
}
