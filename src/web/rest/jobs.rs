//! REST handlers of jobs (list, show, follow, cancel) and game reviews.

use super::access::Actor;
use super::extract::SolveRequest;
use super::solve::answered;
use super::{HttpResult, Path, Query, Services, responses};
use crate::Error;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{StreamExt, stream};
use message::Coded;
use protocol::{Job, JobList, JobProgress, JobState, Review, ReviewQuestion};
use runtime::rfc3339;
use runtime::work::WorkOwner;
use serde::Deserialize;
use solving::{JobAct, JobId, OutputFormat};
use std::convert::Infallible;

/// List the jobs that are not over: those from the same address, or all for an organiser.
#[utoipa::path(get, path = "/v1/jobs", tag = "jobs", security(("token" = []), ()), responses(
    (status = 200, description = "The jobs, in the order in which they were asked for.", body = JobList),
))]
pub async fn list(actor: Actor, services: Services, owner: WorkOwner) -> Json<JobList> {
    let sees_all = actor.must_organise(&services).await.is_ok();
    let jobs = services.solving.jobs.unfinished(if sees_all { None } else { Some(owner) });
    let mut jobs: Vec<Job> = jobs.into_iter().map(|(id, job)| unfinished(id, &job.task, job.created_ms, *job.progress.borrow())).collect();
    jobs.sort_by(|one, other| one.created.cmp(&other.created));
    Json(JobList { jobs })
}

fn unfinished(id: JobId, task: &str, created_ms: i64, (state, progress): (JobState, JobProgress)) -> Job {
    Job {
        id: id.to_string(),
        task: serde_json::from_str(task).unwrap_or_else(|_| solving::JobTask::Stored { text: task.into() }.message()),
        state,
        why: None,
        progress: (state == JobState::Running).then_some(progress),
        created: rfc3339(created_ms),
        ended: None,
        result_type: None,
        result: None,
    }
}

/// Show a job: where it stands, how far it is, what came out.
#[utoipa::path(get, path = "/v1/jobs/{id}", tag = "jobs", responses((status = 200, description = "The job.", body = Job)))]
pub async fn show(services: Services, Path(id): Path<String>) -> HttpResult {
    whole(&services, id.parse()?, StatusCode::OK).await
}

/// Follow a job: a `progress` event a few times a second while it runs, and an `ended` event with the job, without its result.
#[utoipa::path(get, path = "/v1/jobs/{id}/events", tag = "jobs", responses(
    (status = 200, description = "The events.", body = Object, content_type = "text/event-stream"),
))]
pub async fn follow(services: Services, Path(id): Path<String>) -> Result<impl IntoResponse, Error> {
    let id = id.parse()?;
    job(&services, id).await?;
    let running = services.solving.jobs.find(id).map(|running| (running.progress.clone(), running.over.clone()));
    let events = stream::unfold((services, Some(running)), move |(services, following)| async move {
        let mut following = following?;
        if let Some((progress, _)) = &mut following
            && progress.changed().await.is_ok()
        {
            let (state, spent) = *progress.borrow_and_update();
            let event = Event::default().event("progress").json_data(serde_json::json!({"state": state, "progress": spent}));
            return Some((Ok::<_, Infallible>(event.unwrap_or_default()), (services, Some(following))));
        }
        // The sender is dropped: the end is about to be written.
        if let Some((_, over)) = following {
            tokio::select! {
                () = over.cancelled() => {}
                () = services.life.stop.cancelled() => {}
            }
        }
        let ended = job(&services, id).await.ok()?;
        Some((Ok(Event::default().event("ended").json_data(ended).unwrap_or_default()), (services, None)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Cancel a job. Its name, which is random, is the right to do so.
#[utoipa::path(delete, path = "/v1/jobs/{id}", tag = "jobs", responses((status = 202, description = "It is being stopped.")))]
pub async fn cancel(services: Services, Path(id): Path<String>) -> Result<StatusCode, Error> {
    let id = id.parse()?;
    match services.solving.jobs.find(id) {
        Some(_) => Ok(services.solving.jobs.cancel(id).await.map(|_| StatusCode::ACCEPTED)?),
        None => job(&services, id).await.and(Err(Error::JobOver { id: id.to_string() })),
    }
}

/// The job with its stored result, which is sent in chunks without being parsed; with this status if it is not over.
pub async fn whole(services: &Services, id: JobId, unfinished: StatusCode) -> HttpResult {
    let job = job(services, id).await?;
    if job.ended.is_none() {
        return Ok((unfinished, Json(job)).into_response());
    }
    let result = services.solving.result(id).await?;
    let Some(result) = result else { return Ok(Json(job).into_response()) };
    let is_json = job.result_type.as_deref() == Some(OutputFormat::Json.media_type());
    // The result is the last field.
    let mut head = serde_json::to_vec(&job).expect("a job is writable as JSON");
    head.pop();
    head.extend_from_slice(if is_json { b",\"result\":" } else { b",\"result\":\"" });
    let pieces =
        responses::chunks(Bytes::from_owner(result)).map(move |piece| if is_json { piece } else { piece.map(|piece| escaped(&piece)) });
    let tail = Bytes::from_static(if is_json { b"}" } else { b"\"}" });
    let body = stream::iter([Ok(head.into())]).chain(pieces).chain(stream::iter([Ok(tail)]));
    Ok(([(header::CONTENT_TYPE, OutputFormat::Json.media_type())], Body::from_stream(body)).into_response())
}

/// Escapes a chunk of a text for JSON; it may begin and end within a character.
fn escaped(piece: &[u8]) -> Bytes {
    let mut escaped = Vec::with_capacity(piece.len() + piece.len() / 8);
    for &byte in piece {
        match byte {
            b'"' | b'\\' => escaped.extend([b'\\', byte]),
            b'\n' => escaped.extend(b"\\n"),
            0..0x20 => escaped.extend(format!("\\u{byte:04x}").bytes()),
            _ => escaped.push(byte),
        }
    }
    escaped.into()
}

/// The job as it is now, without its result.
pub async fn job(services: &Services, id: JobId) -> Result<Job, Error> {
    // In this order: the end of a job that no longer runs is in the storage.
    let running = services.solving.jobs.find(id);
    let row = services.solving.jobs.heading(id).await?.ok_or_else(|| solving::Error::NoSuchJob { id: id.to_string() })?.row;
    let state = running.map_or((JobState::Queued, JobProgress::default()), |running| *running.progress.borrow());
    let mut job = unfinished(id, &row.task, row.created_ms, state);
    if let Some(end) = row.end {
        (job.state, job.why, job.progress) = (end.state, end.why, None);
        job.ended = Some(rfc3339(end.ended_ms));
        job.result_type = end.result_type;
    }
    Ok(job)
}

/// Review a game: what each move lost, and what would have been better.
#[utoipa::path(post, path = "/v1/games/{game}/review", tag = "games", request_body = ReviewQuestion, responses(
    (status = 200, description = "The review.", body = Review),
    (status = 202, description = "A job works on it.", body = Job),
))]
pub async fn review(services: Services, Path(game): Path<String>, asked: SolveRequest) -> HttpResult {
    answered(services, asked, (JobAct::Review, solving::game(&game)?), &[OutputFormat::Json]).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct MatchReviewQuery {
    /// `false`: only an existing review is returned, and no job is made.
    make: Option<bool>,
}

/// Review a finished match. The first request creates the job, and later ones get the same; its `result` is the review. Games of
/// tournaments are reviewed without a request, unless `--reviews none`. The latest 2,000 reviews are stored.
#[utoipa::path(get, path = "/v1/matches/{game}/review", operation_id = "review_match", tag = "matches", params(MatchReviewQuery), responses(
    (status = 200, description = "The job is over.", body = Job),
    (status = 202, description = "The job is queued or runs.", body = Job),
    (status = 204, description = "There is no job, and none was to be made."),
))]
pub async fn of_match(
    services: Services,
    actor: Actor,
    Path(match_id): Path<u64>,
    Query(query): Query<MatchReviewQuery>,
    owner: WorkOwner,
) -> HttpResult {
    actor.must_see_review(&services, match_id).await?;
    let id = match query.make {
        Some(false) => services.reviews.stored(match_id).await?,
        _ => Some(services.reviews.of(match_id, owner).await?),
    };
    let Some(id) = id else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    whole(&services, id, StatusCode::ACCEPTED).await
}
