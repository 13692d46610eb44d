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
use contest::tournaments::{GamesInPlay, position_of};
use runtime::work::WorkOwner;
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

    /// Games whose positions this client may not analyse; empty for an organiser.
    pub async fn closed_games(&self, services: &Services, game: &str) -> Result<ClosedGames, Error> {
        let config = &services.matches.config;
        if config.live_analysis || config.games.find(game).is_err() {
            return Ok(ClosedGames(None));
        }
        let games = services.tournaments.in_play(game).await?;
        let is_closed = !games.is_empty() && self.must_organise(services).await.is_err();
        Ok(ClosedGames(is_closed.then_some(games)))
    }

    /// Checks that this may ask an engine about positions of this game.
    pub async fn must_ask<P: IntoIterator<Item = String>>(
        &self,
        services: &Services,
        game: &str,
        positions: impl FnOnce() -> P + Send + 'static,
    ) -> Result<(), Error> {
        let closed = self.closed_games(services, game).await?;
        if closed.0.is_none() {
            return Ok(());
        }
        let check = move || closed.check(positions().into_iter().collect::<Vec<_>>().iter().map(String::as_str));
        Ok(services.solving.parse(WorkOwner::from(self.from), check).await??)
    }

    /// Checks that this may see the review of a match. A rated game of a tournament is over; any other match may copy one that is not.
    pub async fn must_see_review(&self, services: &Services, game: u64) -> Result<(), Error> {
        let Some(row) = services.storage.find_match(game).await? else { return Ok(()) };
        if let Some(id) = row.tournament
            && services.tournaments.is_rated(id).await?
        {
            return Ok(());
        }
        let log = storage::whole_log(&*services.storage, game).await?;
        self.must_ask(services, &row.game_name, move || log.into_iter().filter_map(|line| position_of(&line).map(String::from))).await
    }

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
        if self.owns(services, bot).await? {
            return Ok(());
        }
        let refusal = match &self.who {
            Who::Operator(_) => return Ok(()),
            Who::Owner(row) => AccessError::AnothersToken { own: row.bot.clone().unwrap_or_default(), bot: bot.into() }.into(),
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

    /// Whether this shows the token of a bot, or of one of its team.
    pub async fn owns(&self, services: &Services, bot: &str) -> Result<bool, Error> {
        let Who::Owner(row) = &self.who else { return Ok(false) };
        if row.bot.as_deref() == Some(bot) || row.team.is_none() {
            return Ok(row.bot.as_deref() == Some(bot));
        }
        let tokens = services.storage.list_tokens().await?;
        Ok(tokens.iter().any(|other| other.team == row.team && other.bot.as_deref() == Some(bot)))
    }

    /// The address of a client that neither owns this bot nor organises.
    pub async fn anonymous_address(&self, services: &Services, bot: &str) -> Result<Option<IpAddr>, Error> {
        let is_known = self.owns(services, bot).await? || self.must_organise(services).await.is_ok();
        Ok(self.from.filter(|_| !is_known))
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
    pub fn check<'p>(&self, positions: impl IntoIterator<Item = &'p str>) -> Result<(), AccessError> {
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
