//! REST handlers of move checks, exercises and search trees.

use super::access::Actor;
use super::solve::answered_within;
use super::{Body, HttpResult, JsonResult, Path, Query, Services};
use axum::Json;
use contest::matches::wire;
use message::Coded;
use protocol::{
    CheckMoveQuestion, CheckedMove, ExerciseAttempt, ExerciseList, ExerciseSolution, ExerciseVerdict, SearchTree, TreeQuestion,
};
use rules::Catalogue;
use runtime::work::WorkOwner;
use serde::Deserialize;
use std::time::Duration;

/// Check a move: whether it is legal in a position, and if not, why; and which moves are. Nothing is played.
#[utoipa::path(post, path = "/v1/games/{game}/check", tag = "games", request_body = CheckMoveQuestion, responses(
    (status = 200, description = "What the rules say.", body = CheckedMove),
))]
pub async fn check_move(services: Services, Path(game): Path<String>, Body(question): Body<CheckMoveQuestion>) -> JsonResult<CheckedMove> {
    let game = services.matches.config.games.find(&game).map_err(|unknown| solving::Error::NoSuchGame {
        name: unknown.name,
        known: unknown.known.iter().map(ToString::to_string).collect(),
    })?;
    let board = match &question.position {
        Some(text) => game.read(text).map_err(|error| contest::Error::field("position", &error))?,
        None => game.start(),
    };
    let outcome = board.outcome();
    let mut after = board.clone();
    let judged = question.mv.as_deref().map(|text| after.play_text(text));
    let is_legal = judged.as_ref().map(Result::is_ok);
    Ok(Json(CheckedMove {
        game: board.game().into(),
        position: board.position(),
        to_move: wire::seat(board.side_to_move()),
        legal_moves: board.legal_moves(),
        result: outcome.map(|outcome| wire::result(Some(outcome))),
        verdict: outcome.map(|_| board.verdict()),
        legal: is_legal,
        why: judged.and_then(Result::err).map(|error| error.message()),
        after: (is_legal == Some(true)).then(|| after.position()),
    }))
}

/// Time limit of an answer.
const THINKING: Duration = Duration::from_secs(10);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ExercisesQuery {
    /// The game; knights if left out.
    game: Option<String>,
    /// The most plies to the win.
    plies: Option<u32>,
}

/// List exercises: positions of games that were played, in which exactly one move wins. That no other does is proved.
#[utoipa::path(get, path = "/v1/exercises", operation_id = "exercises", tag = "games", params(ExercisesQuery), responses(
    (status = 200, description = "The exercises, without their solutions.", body = ExerciseList),
))]
pub async fn exercises(Query(query): Query<ExercisesQuery>) -> JsonResult<ExerciseList> {
    Ok(Json(solving::exercise_list(query.game.as_deref().unwrap_or(Catalogue::USUAL), query.plies)?))
}

/// Show an exercise with its solution.
#[utoipa::path(get, path = "/v1/exercises/{game}/{number}", operation_id = "exercise", tag = "games", responses(
    (status = 200, description = "The exercise and the play that wins.", body = ExerciseSolution),
))]
pub async fn exercise(Path((game, number)): Path<(String, u32)>) -> JsonResult<ExerciseSolution> {
    Ok(Json(solving::exercise_solution(&game, number)?))
}

/// Try a move: whether it solves the exercise, and what the opponent answers.
#[utoipa::path(
    post, path = "/v1/exercises/{game}/{number}", operation_id = "try_exercise", tag = "games", request_body = ExerciseAttempt,
    responses((status = 200, description = "What comes of the move.", body = ExerciseVerdict))
)]
pub async fn attempt(
    services: Services,
    Path((game, number)): Path<(String, u32)>,
    owner: WorkOwner,
    Body(attempt): Body<ExerciseAttempt>,
) -> HttpResult {
    let work = solving::exercise_attempt(&game, number, &attempt.mv)?;
    answered_within(&services, owner, THINKING, work).await
}

/// Show the tree that a search of few plies walks: the value of each move, and the moves that were cut off.
#[utoipa::path(post, path = "/v1/games/{game}/tree", tag = "games", request_body = TreeQuestion, responses(
    (status = 200, description = "The tree, or a sample of it.", body = SearchTree),
))]
pub async fn tree(
    services: Services,
    Path(game): Path<String>,
    owner: WorkOwner,
    actor: Actor,
    Body(question): Body<TreeQuestion>,
) -> HttpResult {
    if let Ok(found) = services.matches.config.games.find(&game) {
        let board = question.position.as_ref().and_then(|text| found.read(text).ok()).unwrap_or_else(|| found.start());
        let position = board.position();
        actor.must_ask(&services, &game, || [position]).await?;
    }
    let work = solving::search_tree(&game, &question)?;
    answered_within(&services, owner, THINKING, work).await
}
