//! Rights over HTTP. Bots may join by name where registration is open; to organise needs an operator's token as soon as other machines can reach the
//! referee, or such a token exists.

use super::Services;
use crate::Error;
use crate::config::Registration;
use crate::error::AccessError;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use contest::tokens::{self, Secret, TokenHolder};
use contest::tournaments::GamesInPlay;
use runtime::{Peer, address_block};
use std::fmt;
use std::net::IpAddr;
use storage::TokenRow;

/// Who sends a request, and from where.
pub struct Actor {
    who: Who,
    from: Option<IpAddr>,
}

enum Who {
    /// An operator, by the number of the token: may do everything.
    Operator(u64),
    /// The owner of a bot, who may act for it and for the bots of the same team.
    Owner(TokenRow),
    /// A client without a token.
    Anonymous,
}

impl FromRequestParts<Services> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let from = parts.extensions.get::<Peer>().and_then(|peer| peer.address);
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Actor::anonymous(from));
        }
        let secret = bearer(&parts.headers)?;
        let who = match services.storage.find_token(secret.hash()).await? {
            Some(row) if row.bot.is_none() => Who::Operator(row.id),
            Some(row) => Who::Owner(row),
            None => return Err(AccessError::BadToken.into()),
        };
        Ok(Actor { who, from })
    }
}

/// Proof that the request comes from an operator.
pub struct Operator(pub Actor);

impl FromRequestParts<Services> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let actor = Actor::from_request_parts(parts, services).await?;
        actor.must_operate()?;
        Ok(Operator(actor))
    }
}

/// Proof that the request may make matches and run tournaments.
pub struct Organiser(pub Actor);

impl FromRequestParts<Services> for Organiser {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Error> {
        let actor = Actor::from_request_parts(parts, services).await?;
        actor.must_organise(services).await?;
        Ok(Organiser(actor))
    }
}

impl fmt::Display for Actor {
    /// For the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.public())?;
        self.from.map_or(Ok(()), |address| write!(f, " from {address}"))
    }
}

impl Actor {
    /// A client without a token.
    pub fn anonymous(from: Option<IpAddr>) -> Actor {
        Actor { who: Who::Anonymous, from }
    }

    /// Who it is, without the address.
    pub fn public(&self) -> String {
        match &self.who {
            Who::Operator(id) => format!("the operator with token {id}"),
            Who::Owner(row) => format!("the owner of {} with token {}", row.bot.as_deref().unwrap_or_default(), row.id),
            Who::Anonymous => "a client without a token".into(),
        }
    }

    /// The bot of an owner.
    pub fn bot(&self) -> Option<&str> {
        match &self.who {
            Who::Owner(row) => row.bot.as_deref(),
            Who::Operator(_) | Who::Anonymous => None,
        }
    }

    /// Whether this may make matches and run tournaments: an operator, or everyone where no other machine can connect and no operator's token exists.
    pub async fn must_organise(&self, services: &Services) -> Result<(), Error> {
        let is_closed = services.config.is_public() || services.config.registration() == Registration::Closed;
        if is_closed || services.storage.has_operator().await? { self.must_operate() } else { Ok(()) }
    }

    /// The games about whose positions this may ask no engine; empty for an organiser.
    pub async fn closed_games(&self, services: &Services, game: &str) -> Result<ClosedGames, Error> {
        let config = &services.matches.config;
        if config.live_analysis || config.games.find(game).is_err() {
            return Ok(ClosedGames(None));
        }
        let games = services.tournaments.in_play(game).await?;
        let is_closed = !games.is_empty() && self.must_organise(services).await.is_err();
        Ok(ClosedGames(is_closed.then_some(games)))
    }

    /// Whether this is an operator.
    pub fn must_operate(&self) -> Result<(), Error> {
        match &self.who {
            Who::Operator(_) => Ok(()),
            Who::Owner(_) => Err(AccessError::NotForBots.into()),
            Who::Anonymous => Err(AccessError::OperatorNeeded.into()),
        }
    }

    /// Whether this may have a bot join, or see what is its owner's alone: its owner, an operator, or, where bots join by name and this
    /// one's name has no token, any client from its address, or any client if it has not connected yet.
    pub async fn must_own(&self, services: &Services, bot: &str) -> Result<(), Error> {
        let refusal = match &self.who {
            Who::Operator(_) => return Ok(()),
            Who::Owner(row) if row.bot.as_deref() == Some(bot) => return Ok(()),
            Who::Owner(row) => {
                let tokens = services.storage.list_tokens().await?;
                if row.team.is_some() && tokens.iter().any(|other| other.team == row.team && other.bot.as_deref() == Some(bot)) {
                    return Ok(());
                }
                AccessError::AnothersToken { own: row.bot.clone().unwrap_or_default(), bot: bot.into() }.into()
            }
            Who::Anonymous if services.config.registration() == Registration::Open => AccessError::MustShowToken { bot: bot.into() }.into(),
            Who::Anonymous => AccessError::TokenNeeded { bot: bot.into() }.into(),
        };
        // A token never gives fewer rights than none.
        if services.config.registration() == Registration::Closed {
            return Err(refusal);
        }
        match tokens::holder(&*services.storage, bot).await? {
            TokenHolder::None => {}
            TokenHolder::House => return self.must_organise(services).await,
            TokenHolder::Owner => return Err(refusal),
        }
        match services.matches.connected.history.last_address(bot) {
            Some(last) if self.from.map(address_block) != Some(address_block(last)) => {
                self.must_organise(services).await.map_err(|_| AccessError::AnotherAddress { bot: bot.into() }.into())
            }
            _ => Ok(()),
        }
    }

    /// The address of a client that neither shows a token nor organises.
    pub async fn anonymous_address(&self, services: &Services) -> Option<IpAddr> {
        match self.who {
            Who::Anonymous if self.must_organise(services).await.is_err() => self.from,
            _ => None,
        }
    }

    /// Whether this may take a bot out of a tournament or of a round: if its name has a token, its owner or an
    /// operator; else an organiser.
    pub async fn must_withdraw(&self, services: &Services, bot: &str) -> Result<(), Error> {
        match tokens::holder(&*services.storage, bot).await? {
            TokenHolder::Owner => self.must_own(services, bot).await,
            TokenHolder::House | TokenHolder::None => self.must_organise(services).await,
        }
    }
}

/// Games about whose positions a client may ask no engine.
pub struct ClosedGames(Option<GamesInPlay>);

impl ClosedGames {
    /// Refuses positions of these games.
    pub fn check(&self, positions: &[String]) -> Result<(), AccessError> {
        match self.0.as_ref().and_then(|games| games.find(positions)) {
            Some(game) => Err(AccessError::PositionInPlay { game }),
            None => Ok(()),
        }
    }
}

/// The token that a request shows. The scheme's name may be written large or small.
pub fn bearer(headers: &HeaderMap) -> Result<Secret, Error> {
    let text = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = text.and_then(|text| text.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Ok(shown.ok_or(AccessError::Header)?.1.trim().parse()?)
}
