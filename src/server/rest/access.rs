//! Who may do what over HTTP.

use super::House;
use crate::core::Error;
use crate::core::config::Registration;
use crate::core::storage::TokenRow;
use crate::tokens::{self, Secret};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Proof that the request comes from an operator.
pub struct Operator;

impl FromRequestParts<House> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, Error> {
        let secret = bearer(&parts.headers)?;
        match house.storage.find_token(secret.hash()).await? {
            Some(row) if row.bot.is_none() => Ok(Operator),
            Some(_) => Err(Error::Forbidden("this is a bot's token; only an operator's will do here".into())),
            None => Err(Error::Unauthorized("this token is not valid".into())),
        }
    }
}

/// Proof that the request may make matches: from an operator, or from anybody where registration is open.
pub struct Organiser;

impl FromRequestParts<House> for Organiser {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, Error> {
        if house.config.registration() == Registration::Closed {
            Operator::from_request_parts(parts, house).await?;
        }
        Ok(Organiser)
    }
}

/// Who asks.
pub enum Actor {
    /// An operator: may do everything.
    Operator,
    /// The owner of a bot, who may act for it and for the bots of the same team.
    Owner(TokenRow),
    /// Somebody without a token: may look, and where registration is open, act for bots that have no token.
    Spectator,
}

impl FromRequestParts<House> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, house: &House) -> Result<Self, Error> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Actor::Spectator);
        }
        let secret = bearer(&parts.headers)?;
        match house.storage.find_token(secret.hash()).await? {
            Some(row) if row.bot.is_none() => Ok(Actor::Operator),
            Some(row) => Ok(Actor::Owner(row)),
            None => Err(Error::Unauthorized("this token is not valid".into())),
        }
    }
}

impl Actor {
    /// Whether this is an operator, or anybody where registration is open: who may run tournaments.
    pub fn must_organise(&self, house: &House) -> Result<(), Error> {
        match self {
            Actor::Operator => Ok(()),
            Actor::Spectator if house.config.registration() == Registration::Open => Ok(()),
            Actor::Owner(_) if house.config.registration() == Registration::Open => Ok(()),
            Actor::Owner(_) => Err(Error::Forbidden("this is a bot's token; only an operator's will do here".into())),
            Actor::Spectator => Err(Error::Unauthorized(MISSING.into())),
        }
    }

    /// Whether this is an operator.
    pub fn must_operate(&self) -> Result<(), Error> {
        match self {
            Actor::Operator => Ok(()),
            Actor::Owner(_) => Err(Error::Forbidden("this is a bot's token; only an operator's will do here".into())),
            Actor::Spectator => Err(Error::Unauthorized(MISSING.into())),
        }
    }

    /// Whether this may act for a bot, or see what is its owner's alone.
    pub async fn must_own(&self, house: &House, bot: &str) -> Result<(), Error> {
        match self {
            Actor::Operator => Ok(()),
            Actor::Owner(row) if row.bot.as_deref() == Some(bot) => Ok(()),
            Actor::Owner(row) => {
                let tokens = house.storage.list_tokens().await?;
                let is_of_team =
                    row.team.is_some() && tokens.iter().any(|other| other.team == row.team && other.bot.as_deref() == Some(bot));
                let own = row.bot.as_deref().unwrap_or_default();
                if is_of_team { Ok(()) } else { Err(Error::Forbidden(format!("this token is {own}'s: it does not act for {bot}"))) }
            }
            Actor::Spectator if house.config.registration() == Registration::Open => {
                if tokens::is_somebodys(&*house.storage, bot).await? {
                    return Err(Error::Unauthorized(format!("{bot} has a token, and so must show it: `Authorization: Bearer TOKEN`")));
                }
                Ok(())
            }
            Actor::Spectator => {
                Err(Error::Unauthorized(format!("the token of {bot} or an operator's is needed: `Authorization: Bearer TOKEN`")))
            }
        }
    }
}

const MISSING: &str = "an operator's token is needed: `Authorization: Bearer TOKEN`; `arbitre token mint --operator` makes one";

fn bearer(headers: &HeaderMap) -> Result<Secret, Error> {
    let text = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    text.ok_or_else(|| Error::Unauthorized(MISSING.into()))?.trim().parse()
}

/// A page of another site must not act here in its visitor's name: a browser that says where it comes from must come from here.
pub async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_act = !request.method().is_safe() || headers.contains_key(header::UPGRADE);
    if is_act && let (Some(origin), Some(host)) = (headers.get(header::ORIGIN), headers.get(header::HOST)) {
        let origin = origin.to_str().unwrap_or_default();
        let own = origin.split_once("://").is_some_and(|(_, authority)| authority.as_bytes() == host.as_bytes());
        if !own {
            return Error::Forbidden(format!("a page of {origin} may not act on this referee")).into_response();
        }
    }
    next.run(request).await
}
