//! REST handlers of tokens, for operators.

use super::access::Operator;
use super::{Body, HttpResult, Path, Query, Services, responses};
use crate::Error;
use crate::config::BODY_BYTES;
use crate::error::RequestError;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use contest::tokens::class_key::ClassKey;
use contest::tokens::class_list::{self, ExistingTokens};
use contest::tokens::{self, Secret};
use protocol::{NewToken, Token, TokenInfo, TokenList, TokenRole};
use runtime::rfc3339;
use serde::Deserialize;
use std::sync::Arc;
use storage::{Storage, TokenRow};

/// Mint a token for a bot, or for an operator. It is shown this once.
#[utoipa::path(post, path = "/v1/admin/tokens", tag = "operator", request_body = NewToken, security(("token" = [])), responses(
    (status = 201, description = "The token.", body = Token),
))]
pub async fn mint(Operator(actor): Operator, services: Services, Body(new): Body<NewToken>) -> Result<(StatusCode, Json<Token>), Error> {
    let bot = match (new.role, new.bot) {
        (None | Some(TokenRole::Bot), Some(name)) => Some(name.parse()?),
        (Some(TokenRole::Operator), None) if new.team.is_none() => None,
        _ => return Err(Error::BadToken),
    };
    let minting = |storage: Arc<dyn Storage>| async move {
        let (row, secret) = tokens::mint(&*storage, bot, new.team).await?;
        tracing::info!(by = %actor, act = "mint", token = row.id, bot = row.bot, "operator action");
        Ok((row, secret))
    };
    let (row, secret) = services.tokens.change(minting).await?;
    Ok(shown_once(row, &secret))
}

fn shown_once(row: TokenRow, secret: &Secret) -> (StatusCode, Json<Token>) {
    (StatusCode::CREATED, Json(Token { id: row.id, bot: row.bot, team: row.team, token: secret.to_string() }))
}

/// Make a new token in the place of another, which is valid no longer. It is shown this once.
#[utoipa::path(post, path = "/v1/admin/tokens/{id}/rotate", tag = "operator", security(("token" = [])), responses(
    (status = 201, description = "The new token.", body = Token),
))]
pub async fn rotate(Operator(actor): Operator, services: Services, Path(id): Path<u64>) -> Result<(StatusCode, Json<Token>), Error> {
    let rotating = |storage: Arc<dyn Storage>| async move {
        let (row, secret) = tokens::rotate(&*storage, id).await?;
        tracing::info!(by = %actor, act = "rotate", token = id, into = row.id, bot = row.bot, "operator action");
        Ok((row, secret))
    };
    let (row, secret) = services.tokens.change(rotating).await?;
    Ok(shown_once(row, &secret))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ClassQuery {
    /// Give every bot on the list a new token, in the place of those it has; not if left out.
    #[serde(default)]
    rotate: bool,
}

/// Mint a token for every bot of a class: a CSV with the columns `name` and `team` comes in, and one with the tokens to hand out goes
/// back. Given again, it shows the same tokens, unless `rotate` asks for new ones. A bot whose token was not made from a list keeps it, and its
/// field stays empty.
#[utoipa::path(
    post, path = "/v1/admin/class", tag = "operator", security(("token" = [])), request_body(content = String, content_type = "text/csv"),
    params(ClassQuery),
    responses((status = 201, description = "`name`, `team`, `token`.", body = String, content_type = "text/csv"))
)]
pub async fn mint_class(
    Operator(actor): Operator,
    services: Services,
    Query(query): Query<ClassQuery>,
    body: Result<Bytes, BytesRejection>,
) -> Result<impl IntoResponse, Error> {
    let body = body.map_err(|rejection| Error::body(&rejection, BODY_BYTES))?;
    let list = String::from_utf8(body.to_vec()).map_err(|_| RequestError::NotUtf8)?;
    let old = if query.rotate { ExistingTokens::Replace } else { ExistingTokens::Keep };
    let reports = services.tournaments.reports.clone();
    let minting = |storage: Arc<dyn Storage>| async move {
        let (key, known) = (ClassKey::of(&*storage).await?, storage.list_tokens().await?);
        let drawing_up = move || {
            let (class, changes) = class_list::drawn_up(&list, &key, &known, &[], old)?;
            Ok::<_, contest::Error>((class.csv(), changes))
        };
        let (csv, changes) = reports.submit(move |_| drawing_up())?.done().await??;
        tracing::info!(by = %actor, act = "mint a class", tokens = changes.len(), "operator action");
        storage.write(changes).await?;
        Ok(csv)
    };
    let csv = services.tokens.change(minting).await?;
    Ok((StatusCode::CREATED, [(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv))
}

/// List the tokens that are valid. The tokens themselves are not known to the referee.
#[utoipa::path(get, path = "/v1/admin/tokens", tag = "operator", security(("token" = [])), responses(
    (status = 200, description = "The tokens.", body = TokenList),
))]
pub async fn list(_: Operator, services: Services) -> HttpResult {
    let rows = services.storage.list_tokens().await?;
    let info = |row: TokenRow| TokenInfo { id: row.id, bot: row.bot, team: row.team, created: rfc3339(row.created_ms) };
    let write = move || {
        let tokens = rows.into_iter().map(info).collect();
        serde_json::to_string(&TokenList { tokens }).expect("a list is writable as JSON")
    };
    responses::written(&services, "application/json", write).await
}

/// Make a token invalid. A bot that is connected with it stays until it disconnects.
#[utoipa::path(delete, path = "/v1/admin/tokens/{id}", tag = "operator", security(("token" = [])), responses(
    (status = 204, description = "It is no longer valid."),
))]
pub async fn revoke(Operator(actor): Operator, services: Services, Path(id): Path<u64>) -> Result<StatusCode, Error> {
    let revoking = |storage: Arc<dyn Storage>| async move {
        tokens::revoke(&*storage, id).await?;
        tracing::info!(by = %actor, act = "revoke", token = id, "operator action");
        Ok(StatusCode::NO_CONTENT)
    };
    Ok(services.tokens.change(revoking).await?)
}
