//! REST handlers of matches: create, list, show, decide, resume.

use super::access::{Operator, Organiser};
use super::detail::{add_decisions, detail, summary};
use super::{Body, JsonResult, Path, Query, Services, choices};
use crate::Error;
use crate::error::RequestError;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use contest::matches::{Matches, Proposal, wire};
use protocol::{GameResult, MatchDecision, MatchDetail, MatchList, MatchSummary, NewMatch, Status};
use referee::{DisconnectPolicy, Micros};
use rules::BySide;
use runtime::parse_rfc3339;
use serde::Deserialize;
use storage::MatchFilter;

const PAGE: usize = 100;
/// Most matches that are examined for a page.
const MOST_EXAMINED: usize = 5_000;

/// Make a match between two bots. They need not be connected yet: the match waits for them.
#[utoipa::path(post, path = "/v1/matches", tag = "matches", request_body = NewMatch, security(("token" = []), ()), responses(
    (status = 201, description = "The match waits for both players to be ready.", body = MatchSummary),
))]
pub async fn create(Organiser(actor): Organiser, services: Services, Body(new): Body<NewMatch>) -> Result<impl IntoResponse, Error> {
    let time = match &new.time {
        Some(text) => text.parse().map_err(|error: referee::TimeError| contest::Error::field("time", &error))?,
        None => services.matches.config.time,
    };
    let mut settings = services.matches.match_settings(time);
    settings.strikes = new.strikes.unwrap_or(settings.strikes);
    if let Some(seconds) = new.forfeit_after_s {
        settings.disconnect = DisconnectPolicy::ForfeitAfter(Micros::from_secs(seconds.into()));
    }
    let game = services.matches.game(new.game.as_deref())?;
    let position = match &new.position {
        Some(text) => game.read(text).map_err(|error| contest::Error::field("position", &error))?,
        None => game.start(),
    };
    let players = BySide { white: new.white.parse()?, black: new.black.parse()? };
    let matches = services.matches.clone();
    let making = async move {
        let made = matches.create(Proposal { players, position, settings }).await?;
        tracing::info!(by = %actor, game = made.match_id, act = "create", "operator action");
        Ok::<_, Error>(made)
    };
    let made = services.acts.run(making).await?;
    let location = format!("/v1/matches/{}", made.match_id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(summary(&services, &made))))
}

choices!(ListedStatus: Running, Waiting, Playing, Over);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct MatchListQuery {
    /// `running` (not over), `waiting`, `playing` or `over`; all if left out.
    #[param(inline)]
    status: Option<ListedStatus>,
    /// The game, such as `connect-four`.
    game: Option<String>,
    /// A player.
    bot: Option<String>,
    /// The other player.
    opponent: Option<String>,
    /// The tournament.
    tournament: Option<u64>,
    /// `white`, `black`, `draw` or `void`; together with `bot` also `won` or `lost`.
    result: Option<String>,
    /// The reason of the end, such as `rules` or `time`.
    reason: Option<String>,
    /// The earliest creation, in RFC 3339.
    since: Option<String>,
    /// The end of the creations, exclusive, in RFC 3339.
    until: Option<String>,
    /// The least plies of an ended match.
    least_plies: Option<u32>,
    /// The most plies of an ended match.
    most_plies: Option<u32>,
    /// The length of the page, 1 to 100; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<usize>,
    /// Only matches with a smaller number: the `next` of the page before.
    before: Option<u64>,
    /// Only matches with a larger number; the list then has the smallest first, and its `next` is the next `after`.
    after: Option<u64>,
}

/// Milliseconds since 1970.
fn moment(field: &str, text: &str) -> Result<i64, RequestError> {
    parse_rfc3339(text).ok_or_else(|| RequestError::Moment { field: field.into(), text: text.into() })
}

/// The milliseconds of a period, which has an end after its beginning.
pub fn period(since: Option<&str>, until: Option<&str>) -> Result<[Option<i64>; 2], RequestError> {
    let since = since.map(|text| moment("since", text)).transpose()?;
    let until = until.map(|text| moment("until", text)).transpose()?;
    if since.is_some() && until.is_some() && since >= until { Err(RequestError::Period) } else { Ok([since, until]) }
}

impl MatchListQuery {
    /// The filter without the status.
    fn filter(&self, matches: &Matches) -> Result<MatchFilter, Error> {
        let (result, bot_won) = match (self.result.as_deref(), &self.bot) {
            (None, _) => (None, None),
            (Some("won"), Some(_)) => (None, Some(true)),
            (Some("lost"), Some(_)) => (None, Some(false)),
            (Some(word), _) => match GameResult::from_word(word) {
                Some(result) => (Some(result), None),
                None => return Err(RequestError::Result { word: word.into() }.into()),
            },
        };
        let game = self.game.as_deref().map(|name| matches.game(Some(name))).transpose()?;
        let [since_ms, until_ms] = period(self.since.as_deref(), self.until.as_deref())?;
        Ok(MatchFilter {
            game_name: game.map(|game| game.name().into()),
            bot: self.bot.clone(),
            opponent: self.opponent.clone(),
            tournament: self.tournament,
            result,
            bot_won,
            reason: self.reason.clone(),
            since_ms,
            until_ms,
            least_plies: self.least_plies,
            most_plies: self.most_plies,
            before: self.before,
            after: self.after,
            ..MatchFilter::default()
        })
    }
}

/// List matches, newest first; by their lengths alone, the longest first. A page of a rare kind may have fewer matches than its limit, or none, and a `next`.
#[utoipa::path(get, path = "/v1/matches", tag = "matches", params(MatchListQuery), responses(
    (status = 200, description = "A page of matches.", body = MatchList),
))]
pub async fn list(services: Services, Query(query): Query<MatchListQuery>) -> JsonResult<MatchList> {
    let ended = query.status.map(|status| status == ListedStatus::Over);
    let status = match query.status {
        Some(ListedStatus::Waiting) => Some(Status::Waiting),
        Some(ListedStatus::Playing) => Some(Status::Playing),
        _ => None,
    };
    let limit = super::limit(query.limit, 20, PAGE)?;
    let filter = match status {
        // The status of a running match is in memory, and these matches are few.
        Some(_) => MatchFilter { ended, limit: services.matches.config.max_matches, ..query.filter(&services.matches)? },
        None => MatchFilter { ended, limit: limit + 1, most_examined: Some(MOST_EXAMINED), ..query.filter(&services.matches)? },
    };
    let mut listed = services.storage.list_matches(filter.clone()).await?;
    if let Some(status) = status {
        listed.retain(|row| services.matches.find(row.match_id).is_some_and(|running| running.status() == status));
    }
    let mut next = (listed.len() > limit).then(|| listed[limit - 1].match_id);
    if next.is_none() && status.is_none() {
        next = services.storage.last_examined(filter).await?;
    }
    listed.truncate(limit);
    let mut matches: Vec<MatchSummary> = listed.iter().map(|listed| summary(&services, listed)).collect();
    add_decisions(&services, query.tournament, &mut matches).await;
    Ok(Json(MatchList { matches, next }))
}

choices!(MovesShown: All, None);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct MatchQuery {
    /// `all` (if left out), or `none` for who follows the log.
    #[serde(default)]
    #[param(inline)]
    moves: MovesShown,
}

/// Show one match with its moves, and for each move the evidence for its charge.
#[utoipa::path(get, path = "/v1/matches/{game}", tag = "matches", params(MatchQuery), responses(
    (status = 200, description = "The match.", body = MatchDetail),
))]
pub async fn show(services: Services, Path(match_id): Path<u64>, Query(shown): Query<MatchQuery>) -> JsonResult<MatchDetail> {
    let mut detail = detail(&services, match_id).await?;
    add_decisions(&services, detail.summary.tournament, [&mut detail.summary]).await;
    if shown.moves == MovesShown::None {
        detail.moves.clear();
    }
    Ok(Json(detail))
}

/// Decide a running match: the operator ends it, with a reason that is recorded.
#[utoipa::path(
    post, path = "/v1/matches/{game}/decision", operation_id = "decide_match", tag = "operator", request_body = MatchDecision,
    security(("token" = [])),
    responses((status = 200, description = "The match is over.", body = MatchSummary))
)]
pub async fn decide(
    Operator(actor): Operator,
    services: Services,
    Path(match_id): Path<u64>,
    Body(decision): Body<MatchDecision>,
) -> JsonResult<MatchSummary> {
    let row = services.storage.find_match(match_id).await?.ok_or(contest::Error::NoSuchMatch { game: match_id })?;
    if let Some(id) = row.tournament.filter(|_| row.end.is_none()) {
        return Err(Error::PartOfTournament { game: match_id, id });
    }
    let outcome = wire::outcome(decision.result);
    tracing::info!(by = %actor, game = match_id, act = "decide", why = decision.why, "operator action");
    if let Some(running) = services.matches.find(match_id) {
        running.adjudicate(outcome, decision.why.as_str());
        running.ended().await;
    } else {
        services.matches.decide_suspended(match_id, outcome, &decision.why).await?;
    }
    listed(&services, match_id).await
}

async fn listed(services: &Services, match_id: u64) -> JsonResult<MatchSummary> {
    let row = services.storage.find_match(match_id).await?.ok_or(contest::Error::NoSuchMatch { game: match_id })?;
    Ok(Json(summary(services, &row)))
}

/// Let a match continue that is suspended because something in it failed.
#[utoipa::path(
    post, path = "/v1/matches/{game}/resume", operation_id = "resume_match", tag = "operator", security(("token" = [])),
    responses((status = 200, description = "The match continues.", body = MatchSummary))
)]
pub async fn resume(Operator(actor): Operator, services: Services, Path(match_id): Path<u64>) -> JsonResult<MatchSummary> {
    tracing::info!(by = %actor, game = match_id, act = "resume", "operator action");
    services.matches.resume_suspended(match_id).await?;
    listed(&services, match_id).await
}
