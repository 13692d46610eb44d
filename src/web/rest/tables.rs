//! REST handlers of tournament results: tables, games, the log, the archive.

use super::access::Organiser;
use super::bots::GameQuery;
use super::export::ExportForm;
use super::pgn::{CountedGame, Occasion};
use super::table_text::TextTable;
use super::{HttpResult, Path, Query, Services, choices, responses};
use crate::Error;
use crate::config::{ARCHIVE_BYTES, ARCHIVE_WITHIN};
use crate::error::RequestError;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use contest::tournaments::archive::{self, Archive};
use contest::tournaments::{RecordedTournament, log_entries, report};
use futures_util::{StreamExt, stream};
use message::Language;
use protocol::{
    ArchiveLine, Bracket, CrosstableTable, OverallRatings, StandingTable, TournamentDetail, TournamentGame, TournamentGameList,
    TournamentLine,
};
use referee::tournament::GameKey;
use runtime::work::WorkError;
use serde::Deserialize;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use storage::{LOG_PAGE, StorageError, StorageFailure};
use tokio::io::{AsyncSeekExt, AsyncWriteExt};
use tokio::time::timeout;

/// Most rows and columns of a crosstable that is not JSON.
const MAX_IN_CROSSTABLE: usize = 500;
/// Most games on a page.
const PAGE: usize = 1_000;

choices!(TableForm: Json, Csv, Markdown, Html);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct TableQuery {
    /// `json` (if left out), `csv`, `markdown`, or `html`: a page to be printed.
    #[serde(default)]
    #[param(inline)]
    format: TableForm,
}

/// A table in a format. Text for people is in their language; CSV, which programs read, is in English.
async fn form<T>(services: &Services, table: Arc<T>, form: TableForm, language: Language) -> HttpResult
where
    T: serde::Serialize + Send + Sync + 'static,
    for<'t> TextTable: From<(&'t T, Language)>,
{
    let (kind, write, language): (_, fn(&TextTable) -> String, _) = match form {
        TableForm::Json => return responses::json(services, table).await,
        TableForm::Csv => ("text/csv; charset=utf-8", TextTable::csv, Language::English),
        TableForm::Markdown => ("text/markdown; charset=utf-8", TextTable::markdown, language),
        TableForm::Html => ("text/html; charset=utf-8", TextTable::html, language),
    };
    let body = responses::written(services, kind, move || write(&TextTable::from((&*table, language)))).await?;
    Ok(([(header::CONTENT_LANGUAGE, language.code()), (header::VARY, "accept-language")], body).into_response())
}

/// The standings, with tie-breaks, joint ratings and their 95 % intervals, and the operator's decisions.
#[utoipa::path(get, path = "/v1/tournaments/{id}/standings", tag = "tournaments", params(TableQuery), responses(
    (status = 200, description = "The table.", content((StandingTable = "application/json"), (String = "text/csv"), (String = "text/markdown"), (String = "text/html"))),
))]
pub async fn standings(services: Services, language: Language, Path(id): Path<u64>, Query(query): Query<TableQuery>) -> HttpResult {
    let table = services.tournaments.find(id).await?.standings().await?;
    form(&services, table, query.format, language).await
}

/// The crosstable: scores against each opponent, and the likelihood of superiority.
#[utoipa::path(get, path = "/v1/tournaments/{id}/crosstable", tag = "tournaments", params(TableQuery), responses(
    (status = 200, description = "The table.", content((CrosstableTable = "application/json"), (String = "text/csv"), (String = "text/markdown"), (String = "text/html"))),
))]
pub async fn crosstable(services: Services, language: Language, Path(id): Path<u64>, Query(query): Query<TableQuery>) -> HttpResult {
    let table = services.tournaments.find(id).await?.crosstable().await?;
    let entrants = table.rows.len();
    if entrants > MAX_IN_CROSSTABLE && query.format != TableForm::Json {
        return Err(RequestError::Crosstable { most: MAX_IN_CROSSTABLE, entrants }.into());
    }
    form(&services, table, query.format, language).await
}

/// The bracket of a knockout, from its first round to its final: encounters, winners and reasons.
#[utoipa::path(get, path = "/v1/tournaments/{id}/bracket", tag = "tournaments", responses(
    (status = 200, description = "The bracket; without rounds for other formats.", body = Bracket, example = json!({"tournament": 3, "rounds": [[{
        "upper": "ann", "lower": "bob", "upper_points": 1.5, "lower_points": 0.5, "winner": "ann", "by": "points", "games": ["1.1", "1.2"]}]]})),
))]
pub async fn bracket(services: Services, Path(id): Path<u64>) -> HttpResult {
    let bracket = services.tournaments.find(id).await?.read(move |recorded| report::bracket(id, &recorded.tournament)).await?;
    responses::json(&services, Arc::new(bracket)).await
}

choices!(GamesForm: Json, Jsonl, Text, Pgn);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct GamesQuery {
    /// `pending`, `running`, `over` or `dropped`; all if left out.
    status: Option<String>,
    /// Only this bot's.
    bot: Option<String>,
    /// Only this round's.
    round: Option<u32>,
    /// JSON: only games after this one, the `next` of the page before.
    after: Option<String>,
    /// JSON: the length of the page, 1 to 1000; 1000 if left out.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// `json` (if left out), `jsonl`: a game a line with all its moves and their evidence, `text`: with headers, as the course's board
    /// files, or `pgn`: with the headers of PGN.
    #[serde(default)]
    #[param(inline)]
    format: GamesForm,
}

/// List or export the games of a tournament, in the order of pairing.
#[utoipa::path(get, path = "/v1/tournaments/{id}/games", tag = "tournaments", params(GamesQuery), responses(
    (status = 200, description = "The games.", content((TournamentGameList = "application/json"), (String = "application/x-ndjson"), (String = "text/plain"), (String = "application/vnd.chess-pgn"))),
))]
pub async fn games(services: Services, Path(id): Path<u64>, Query(query): Query<GamesQuery>) -> HttpResult {
    let limit = super::limit(query.limit, PAGE, PAGE)?;
    let after = query.after.as_deref().map(|text| log_entries::parse_key("after", text)).transpose()?;
    let handle = services.tournaments.find(id).await?;
    let form = match query.format {
        GamesForm::Json => {
            let json = move |recorded: &RecordedTournament| serde_json::to_string(&page(recorded, &query, after, limit));
            let text = handle.read(json).await?.expect("an answer is writable as JSON");
            return responses::whole(&services, "application/json", text);
        }
        GamesForm::Jsonl => ExportForm::Jsonl,
        GamesForm::Text => ExportForm::Text,
        GamesForm::Pgn => ExportForm::Pgn,
    };
    let matches = handle.read(move |recorded| {
        let over = wanted(recorded, &query).filter(|game| game.status == "over");
        let mut decisions = report::decisions(recorded);
        let number = |game: TournamentGame| {
            let number = *game.matches.last().filter(|number| **number != 0)?;
            let TournamentGame { round, game, result, played, .. } = game;
            Some((number, CountedGame { round, game, result, played }, decisions.remove(&number)))
        };
        over.filter_map(number).collect::<Vec<_>>()
    });
    let first = (services.clone(), handle.clone(), matches.await?.into_iter());
    let pieces = stream::unfold(first, move |(services, handle, mut matches)| async move {
        let (number, game, decision) = matches.next()?;
        let occasion = Occasion { event: handle.plan.name.clone(), game: Some(game), decision };
        let piece = form.piece(&services, number, &occasion).await;
        Some((piece, (services, handle, matches)))
    });
    Ok(form.response(&format!("tournament-{id}-games"), pieces))
}

/// The tournament's log so far, a line of JSON each.
#[utoipa::path(get, path = "/v1/tournaments/{id}/log", tag = "tournaments", responses(
    (status = 200, description = "The lines.", body = TournamentLine, content_type = "application/x-ndjson"),
))]
pub async fn log(services: Services, Path(id): Path<u64>) -> HttpResult {
    let handle = services.tournaments.find(id).await?;
    let pages = stream::unfold((services.storage.clone(), 0..handle.lines()), move |(storage, mut left)| async move {
        if left.is_empty() {
            return None;
        }
        let limit = LOG_PAGE.min((left.end - left.start) as usize);
        let lines = storage.read_tournament(id, left.start, limit).await;
        left.start = lines.as_ref().map_or(left.end, |lines| left.start + (lines.len() as u64).max(1));
        let text = lines.map(|lines| lines.iter().flat_map(|line| [&**line, "\n"]).collect::<String>());
        Some((text, (storage, left)))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(pages)).into_response())
}

/// The whole tournament as one archive, which another Arbitre can take in: JSON lines.
#[utoipa::path(get, path = "/v1/tournaments/{id}/export", tag = "tournaments", responses(
    (status = 200, description = "The archive.", body = ArchiveLine, content_type = "application/x-ndjson"),
))]
pub async fn archive(services: Services, Path(id): Path<u64>) -> HttpResult {
    let handle = services.tournaments.find(id).await?;
    let pieces = archive::write(&services.tournaments, &handle).await?;
    let disposition = format!("attachment; filename=\"tournament-{id}.jsonl\"");
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson".into()), (header::CONTENT_DISPOSITION, disposition)], Body::from_stream(pieces))
        .into_response())
}

/// Take in an archive. Every game is played again by the rules, and the tables are computed again.
#[utoipa::path(
    post, path = "/v1/tournaments/import", tag = "tournaments", request_body(content = ArchiveLine, content_type = "application/x-ndjson"),
    security(("token" = []), ()),
    responses((status = 201, description = "It is imported under new numbers.", body = TournamentDetail))
)]
pub async fn import(Organiser(actor): Organiser, services: Services, request: Request) -> Result<impl IntoResponse, Error> {
    // Rights are checked before the archive is read.
    let permit = services.tournaments.importing.clone().try_acquire_owned().map_err(|_| Error::ImportRuns)?;
    if let Some(why) = services.storage.write_failure() {
        return Err(Error::StorageWaits { why });
    }
    let idle = services.config.hello_timeout;
    let folder = services.folder.as_deref().map_or_else(std::env::temp_dir, Into::into);
    let file = timeout(ARCHIVE_WITHIN, stored_temporarily(request, idle, folder)).await.map_err(|_| Error::TimedOut)??;
    let games = services.matches.config.games;
    let archive = services.tournaments.reports.submit(move |stop| Archive::read(file, games, &stop))?.done().await??;
    let tournaments = services.tournaments.clone();
    let importing = async move {
        let handle = archive.import(&tournaments, permit).await?;
        tracing::info!(by = %actor, tournament = handle.id, act = "import", "operator action");
        Ok::<_, Error>(handle)
    };
    let handle = services.acts.run(importing).await?;
    let location = format!("/v1/tournaments/{}", handle.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], super::tournaments::detail(&services, &handle).await?))
}

/// Writes the body of an archive to an unnamed temporary file; fails if no data arrives for `idle`.
async fn stored_temporarily(request: Request, idle: Duration, folder: PathBuf) -> Result<File, Error> {
    let failed = |error| StorageError::unavailable(StorageFailure::ArchiveNotStored, error);
    let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await.map_err(|_| Error::Work(WorkError::Stopping))?;
    let mut file = tokio::fs::File::from_std(made.map_err(failed)?);
    let mut length = 0;
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = timeout(idle, pieces.next()).await.map_err(|_| Error::TimedOut)? {
        let piece = piece.map_err(|_| RequestError::Body)?;
        length += piece.len();
        if length > ARCHIVE_BYTES {
            return Err(Error::BodyTooLarge { most: ARCHIVE_BYTES });
        }
        file.write_all(&piece).await.map_err(failed)?;
    }
    file.rewind().await.map_err(failed)?;
    Ok(file.into_std().await)
}

fn wanted<'r>(recorded: &'r RecordedTournament, query: &'r GamesQuery) -> impl Iterator<Item = TournamentGame> {
    let is_wanted = |game: &TournamentGame| {
        query.status.as_ref().is_none_or(|status| game.status == *status)
            && query.bot.as_ref().is_none_or(|bot| game.white == *bot || game.black == *bot)
            && query.round.is_none_or(|round| game.round == round)
    };
    recorded.tournament.games().map(|game| report::game(recorded, game)).filter(is_wanted)
}

fn page(recorded: &RecordedTournament, query: &GamesQuery, after: Option<GameKey>, limit: usize) -> TournamentGameList {
    let is_later =
        |game: &TournamentGame| after.is_none_or(|after| log_entries::parse_key("game", &game.game).is_ok_and(|key| key > after));
    let mut games: Vec<TournamentGame> = wanted(recorded, query).filter(is_later).take(limit + 1).collect();
    let next = (games.len() > limit).then(|| games[limit - 1].game.clone());
    games.truncate(limit);
    TournamentGameList { games, next }
}

/// Ratings in one game that last between tournaments: Glicko-2 over all rated ones of it that have finished, computed from their logs.
#[utoipa::path(get, path = "/v1/ratings", tag = "tournaments", params(GameQuery), responses(
    (status = 200, description = "The bots, the highest rating first.", body = OverallRatings),
))]
pub async fn ratings(services: Services, Query(query): Query<GameQuery>) -> HttpResult {
    let game = services.matches.game(query.game.as_deref())?;
    responses::json(&services, services.tournaments.ratings(game).await.table.clone()).await
}
