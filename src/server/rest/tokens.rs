//! Tokens, for the operator.

use super::access::Operator;
use super::{Body, Path};
use crate::app::App;
use crate::timekeeper::rfc3339;
use crate::{Error, tokens};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{NewToken, Problem, Token, TokenInfo, TokenList};
use std::sync::Arc;

/// Mint a token for a bot, or for an operator. It is shown this once.
#[utoipa::path(post, path = "/v1/admin/tokens", tag = "operator", request_body = NewToken, security(("token" = [])), responses(
    (status = 201, description = "The token.", body = Token),
    (status = 400, description = "The name is no bot's name.", body = Problem, content_type = "application/problem+json"),
    (status = 401, description = "No valid token was shown.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The token is not an operator's.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn mint(_: Operator, State(app): State<Arc<App>>, Body(new): Body<NewToken>) -> Result<(StatusCode, Json<Token>), Error> {
    let bot = new.bot.map(|name| name.parse()).transpose()?;
    let (row, secret) = tokens::mint(&app.storage, bot).await?;
    Ok((StatusCode::CREATED, Json(Token { id: row.id, bot: row.bot, token: secret.to_string() })))
}

/// List the tokens that are valid. The tokens themselves are not known to the referee.
#[utoipa::path(get, path = "/v1/admin/tokens", tag = "operator", security(("token" = [])), responses(
    (status = 200, description = "The tokens.", body = TokenList),
    (status = 401, description = "No valid token was shown.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The token is not an operator's.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn list(_: Operator, State(app): State<Arc<App>>) -> Result<Json<TokenList>, Error> {
    let rows = app.storage.read(|store| store.list_tokens()).await?;
    let tokens = rows.into_iter().map(|row| TokenInfo { id: row.id, bot: row.bot, created: rfc3339(row.created_ms) }).collect();
    Ok(Json(TokenList { tokens }))
}

/// Make a token invalid. A bot that is connected with it stays until it disconnects.
#[utoipa::path(delete, path = "/v1/admin/tokens/{id}", tag = "operator", security(("token" = [])), params(("id" = u64, Path, description = "The token's id.")), responses(
    (status = 204, description = "It is no longer valid."),
    (status = 401, description = "No valid token was shown.", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The token is not an operator's.", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "There is no such token.", body = Problem, content_type = "application/problem+json"),
))]
pub async fn revoke(_: Operator, State(app): State<Arc<App>>, Path(id): Path<u64>) -> Result<StatusCode, Error> {
    tokens::revoke(&app.storage, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
