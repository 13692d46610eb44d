//! Explains whether a move is legal, and why not, without a strike.

use super::{Body, Path, Services};
use crate::Error;
use axum::Json;
use axum::extract::State;
use contest::matches::wire;
use message::Coded;
use protocol::{ExplainQuestion, Explanation};

/// Explain a move: whether it is legal in a position, and if not, why; and which moves are. Nothing is played.
#[utoipa::path(post, path = "/v1/games/{game}/explain", tag = "games", request_body = ExplainQuestion,
    params(("game" = String, Path, description = "`knights`, `connect-four` or `tic-tac-toe`.")), responses(
    (status = 200, description = "What the rules say.", body = Explanation),
))]
pub async fn explain(
    State(services): State<Services>,
    Path(game): Path<String>,
    Body(question): Body<ExplainQuestion>,
) -> Result<Json<Explanation>, Error> {
    let game = services.matches.settings.games.find(&game).map_err(|unknown| solving::Error::NoSuchPuzzle {
        what: "game",
        name: unknown.name,
        known: unknown.known.iter().map(ToString::to_string).collect(),
    })?;
    let board = match &question.position {
        Some(text) => game.read(text).map_err(|error| contest::Error::field("position", &error))?,
        None => game.start(),
    };
    let outcome = board.outcome();
    let verdict = outcome.map(|_| board.verdict());
    let mut after = board.clone();
    let judged = question.mv.as_deref().map(|text| after.play_text(text));
    let is_legal = judged.as_ref().map(Result::is_ok);
    let refusal = judged.and_then(Result::err).map(|error| error.message());
    Ok(Json(Explanation {
        game: board.game().into(),
        position: board.position(),
        to_move: wire::seat(board.side_to_move()),
        legal_moves: board.legal_moves(),
        result: outcome.map(|outcome| wire::result(Some(outcome))),
        detail: verdict.as_ref().map(ToString::to_string),
        verdict,
        legal: is_legal,
        why: refusal.as_ref().map(ToString::to_string),
        refusal,
        after: (is_legal == Some(true)).then(|| after.position()),
    }))
}
