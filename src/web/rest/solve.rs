//! Puzzles, evaluations, comparisons, batches and analyses, which the pool of solvers answers in the form that `Accept` names.

use super::extract::{Options, SolveRequest};
use super::{HttpResult, Path, Query, Services, responses, router_of};
use crate::Error;
use crate::error::RequestError;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use protocol::{
    Analysis, AnalysisQuestion, BatchQuestion, BatchReport, ChessQuestion, Comparison, ComparisonQuestion, CubeQuestion, Job,
    LightUpQuestion, PuzzleBoard, PuzzleList, QueuePlace, RandomPuzzle, SolveLimits, SolveReport, SolveTrace, SudokuQuestion,
    TaquinQuestion, TourQuestion, TraceQuestion, json,
};
use runtime::work::{Budget, CancellationBudget, WorkOwner, Working};
use solving::{self, JobAct, JobQuestion, Kind, OutputFormat, ReservedAnswer, Task, WantedPuzzle, Watching, Work};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Most lines of a stream that wait for their reader, and the bytes reserved for short ones.
const LINES_AHEAD: usize = 256;
const BYTES_AHEAD: u64 = 256 << 10;
/// Interval at which the place in the queue is sent.
const PLACE_INTERVAL: Duration = Duration::from_millis(500);
/// Time limit of a random puzzle.
const GENERATE_TIMEOUT: Duration = Duration::from_secs(7);
/// Interval at which a thread checks whether a slow reader has taken a line.
const READER_POLL: Duration = Duration::from_millis(1);

/// Routes whose answers take as long as their limits say.
pub fn router() -> OpenApiRouter<Services> {
    router_of! {
        [list] [random] [knights_tour] [taquin] [sudoku] [light_up] [connect_four] [tic_tac_toe] [rubiks_cube] [chess] [board] [trace]
        [compare] [batch] [super::series::series] [analyse]
    }
}

#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct PuzzleListQuery {
    /// Only this puzzle; all puzzles and games if left out.
    puzzle: Option<String>,
}

/// List what can be solved: puzzles, methods, limits, examples.
#[utoipa::path(
    get, path = "/v1/solve", tag = "puzzles", params(PuzzleListQuery),
    responses((status = 200, description = "The puzzles.", body = PuzzleList))
)]
pub async fn list(services: Services, Query(query): Query<PuzzleListQuery>) -> Result<Json<PuzzleList>, Error> {
    let puzzles = match &query.puzzle {
        Some(name) => vec![solving::puzzle(name)?.info()],
        None => solving::puzzles().iter().chain(solving::games()).map(Kind::info).collect(),
    };
    let solving = &services.solving;
    Ok(Json(PuzzleList { puzzles, limits: solving.caps.limits(), job_limits: solving.job_caps.limits(), queue: solving.queue }))
}

#[derive(Debug, serde::Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct RandomQuery {
    /// `easy` (if left out), `medium`, `hard` or `extreme`.
    difficulty: Option<String>,
    /// Such as `9x9`; `2` or `3` for a cube. The usual size if left out.
    size: Option<String>,
    /// Of a taquin: the fewest moves of its solution, instead of a difficulty.
    moves: Option<u32>,
    /// With the same seed the same puzzle is made; any if left out.
    seed: Option<u32>,
}

/// Make a puzzle at random, as hard as asked for: a Sudoku or a Light Up board with one solution, rated by the hardest step that leads to
/// it; a taquin rated by its fewest moves; a scrambled cube rated by its turns.
#[utoipa::path(
    get, path = "/v1/puzzles/{puzzle}/random", tag = "puzzles",
    params(("puzzle" = String, Path, description = "`sudoku`, `light-up`, `taquin`, `rubiks-cube`, `knights-tour` or `connect-four`."), RandomQuery),
    responses((status = 200, description = "The puzzle.", body = RandomPuzzle))
)]
pub async fn random(services: Services, Path(puzzle): Path<String>, Query(query): Query<RandomQuery>, owner: WorkOwner) -> HttpResult {
    let seed = query.seed.map(u64::from);
    let wanted = match query.moves {
        None => WantedPuzzle::read(&puzzle, query.size.as_deref(), query.difficulty.as_deref(), seed)?,
        Some(moves) if puzzle == "taquin" && query.difficulty.is_none() => {
            WantedPuzzle::taquin_at(query.size.as_deref().unwrap_or("3x3"), moves, seed)?
        }
        Some(_) => return Err(RequestError::Moves.into()),
    };
    let work: Work = Arc::new(move |tools, cancellation, _| {
        let made = wanted.make(tools, cancellation)?;
        Ok(serde_json::to_vec(&made).expect("a puzzle is writable as JSON"))
    });
    // There may be no such puzzle: the time limit is short.
    answered_within(&services, owner, GENERATE_TIMEOUT, work).await
}

/// Lets the pool answer with JSON, within this time and while the client is connected.
pub async fn answered_within(services: &Services, owner: WorkOwner, time: Duration, work: Work) -> HttpResult {
    let usual = services.solving.caps.budget(&SolveLimits::default())?;
    let budget = Budget { time: usual.time.min(time), ..usual };
    let answer = services.solving.answer(owner, OutputFormat::Json, budget, (work, responses::USUAL_ANSWER_BYTES)).await?;
    Ok(typed(OutputFormat::Json, responses::pieces(answer)))
}

macro_rules! puzzles {
    ($($(#[$doc:meta])* $name:ident, $path:literal, $question:ty;)+) => {
        $(
            $(#[$doc])*
            ///
            /// `Accept` chooses the form: `application/json`, `text/plain` for a terminal, `image/svg+xml` where there is a picture,
            /// `application/x-ndjson` for a stream of solutions where there are several. `Prefer: respond-async` makes a job of it.
            #[utoipa::path(
                post, path = $path, tag = "puzzles",
                params(Options),
                request_body(content(($question = "application/json"), (String = "text/plain"))),
                responses(
                    (status = 200, description = "The answer, or the proof that there is none, or which limit came first.", content((SolveReport = "application/json"), (String = "text/plain"), (String = "image/svg+xml"), (String = "application/x-ndjson"))),
                    (status = 202, description = "A job works on it; `Location` says where.", body = Job),
                )
            )]
            pub async fn $name(services: Services, asked: SolveRequest) -> HttpResult {
                let kind = solving::puzzles().iter().find(|kind| kind.href == $path);
                let kind = kind.expect("every route has its kind, which a test holds them to");
                answered(services, asked, (JobAct::Solve, kind), kind.forms).await
            }
        )+
    };
}

puzzles! {
    /// Find a knight's tour, or count tours.
    knights_tour, "/v1/solve/knights-tour", TourQuestion;
    /// Solve a taquin.
    taquin, "/v1/solve/taquin", TaquinQuestion;
    /// Solve a Sudoku, say whether its solution is the only one, count solutions, or give a hint.
    sudoku, "/v1/solve/sudoku", SudokuQuestion;
    /// Solve a Light Up board, say whether its solution is the only one, or count solutions.
    light_up, "/v1/solve/light-up", LightUpQuestion;
    /// Find the value of a Connect Four position.
    connect_four, "/v1/solve/connect-four", AnalysisQuestion;
    /// Find the value of a tic-tac-toe position.
    tic_tac_toe, "/v1/solve/tic-tac-toe", AnalysisQuestion;
    /// Solve a cube, or say why it cannot be solved.
    rubiks_cube, "/v1/solve/rubiks-cube", CubeQuestion;
    /// Evaluate a chess position by Shannon's formula.
    chess, "/v1/evaluate/chess", ChessQuestion;
}

/// Read a puzzle in any of its forms, and return the content of each cell, so that it can be drawn and edited.
///
/// The body is what would be posted to solve it; as `text/plain` it is what people paste.
#[utoipa::path(
    post, path = "/v1/solve/{puzzle}/board", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it, but no game."), Options),
    request_body(content((serde_json::Value = "application/json"), (String = "text/plain"))),
    responses((status = 200, description = "The board.", body = PuzzleBoard))
)]
pub async fn board(services: Services, Path(puzzle): Path<String>, asked: SolveRequest) -> HttpResult {
    let kind = solving::puzzle(&puzzle)?;
    let board = |asked: &SolveRequest| Ok(serde_json::to_string(&asked.task(kind)?.board()?).expect("a board is writable as JSON"));
    let board = asked.parse(&services, board).await?;
    responses::whole(&services, "application/json", board)
}

/// Trace a method: the steps of its search, each with all that is needed to draw it, and the boards of the answer.
///
/// The question is what would be posted to solve the puzzle, also as `text/plain`. A search may have any number of steps: the first are returned, and of
/// the others a sample that lies evenly over them.
#[utoipa::path(
    post, path = "/v1/solve/{puzzle}/trace", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it, but no game."), Options),
    request_body(content((TraceQuestion = "application/json"), (String = "text/plain"))),
    responses((
        status = 200, description = "The steps and the answer; as `text/plain` the boards and the sentences.",
        content((SolveTrace = "application/json"), (String = "text/plain"))
    ))
)]
pub async fn trace(services: Services, Path(puzzle): Path<String>, asked: SolveRequest) -> HttpResult {
    let kind = solving::puzzle(&puzzle)?;
    let form = asked.form(&[OutputFormat::Json, OutputFormat::TEXT])?;
    let read = move |asked: &SolveRequest| {
        let fields = asked.fields(kind)?;
        let traced = if asked.is_text { TraceQuestion { question: fields, steps: None } } else { json::from_value(&fields)? };
        let TraceQuestion { question, steps } = traced;
        Ok(Watching::read(kind.read_traced(&question)?, steps)?.assignment(form))
    };
    let assignment = asked.parse_open(&services, kind, read, |assignment| assignment.positions.clone()).await?;
    let budget = services.solving.caps.budget(&assignment.limits)?;
    let answer = services.solving.answer(asked.owner, form, budget, (assignment.work, assignment.answer_bytes)).await?;
    Ok(typed(form, responses::pieces(answer)))
}

/// Compare methods on one instance: one table of what they cost.
///
/// The question is the one that would be posted to solve the puzzle or to analyse the game. The time limit is shared by the methods.
#[utoipa::path(
    post, path = "/v1/compare/{puzzle}", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it, or `knights`.")),
    request_body = ComparisonQuestion,
    responses(
        (status = 200, description = "The table; `text/plain` for a terminal.", content((Comparison = "application/json"), (String = "text/plain"))),
        (status = 202, description = "A job works on it.", body = Job),
    )
)]
pub async fn compare(services: Services, Path(puzzle): Path<String>, asked: SolveRequest) -> HttpResult {
    let kind = solving::game(&puzzle).or_else(|_| solving::puzzle(&puzzle))?;
    answered(services, asked, (JobAct::Compare, kind), &[OutputFormat::Json, OutputFormat::TEXT]).await
}

/// Solve many puzzles of one kind: up to 1,000, answered together, in their order.
///
/// As a job (`Prefer: respond-async`) they are cut into parts, which several threads and workers share.
#[utoipa::path(
    post, path = "/v1/batch/{puzzle}", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it.")), request_body = BatchQuestion,
    responses(
        (status = 200, description = "What came of them.", content((BatchReport = "application/json"), (String = "text/plain"))),
        (status = 202, description = "A job works on them; `Location` says where.", body = Job),
    )
)]
pub async fn batch(services: Services, Path(puzzle): Path<String>, asked: SolveRequest) -> HttpResult {
    answered(services, asked, (JobAct::Batch, solving::puzzle(&puzzle)?), &[OutputFormat::Json, OutputFormat::TEXT]).await
}

/// Analyse a position: its value, the best lines of play, the value of every move.
///
/// With `Accept: text/event-stream` there is an `iteration` event for every finished iteration, and a last event `done`; closing the
/// connection stops it. While it waits for a thread, an event `waiting` has the number of questions before it about every half second, as
/// `{"ahead": 3}`; if it fails after that, an event `refused` has the problem.
#[utoipa::path(
    post, path = "/v1/games/{game}/analyse", tag = "games", params(Options),
    request_body(content((AnalysisQuestion = "application/json"), (String = "text/plain"))),
    responses(
        (status = 200, description = "The analysis.", content((Analysis = "application/json"), (String = "text/plain"), (String = "image/svg+xml"), (Object = "text/event-stream"))),
        (status = 202, description = "A job works on it.", body = Job),
    )
)]
pub async fn analyse(services: Services, Path(game): Path<String>, asked: SolveRequest) -> HttpResult {
    let kind = solving::game(&game)?;
    answered(services, asked, (JobAct::Analyse, kind), kind.forms).await
}

fn iterations(
    task: &dyn Task,
    cancellation: &mut CancellationBudget,
    line: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
) -> Result<(), Error> {
    // A closed connection stops the search through its cancellation.
    let mut each = |analysis: &Analysis| _ = line(solving::event("iteration", analysis));
    let done = task.analysis(cancellation, Some(&mut each))?;
    let _ = line(solving::event("done", &done));
    Ok(())
}

/// Lets the pool do the work while the client is connected, or makes a job of it. The answer has one of these forms, or is streamed.
pub async fn answered(services: Services, asked: SolveRequest, (act, kind): (JobAct, &'static Kind), forms: &[OutputFormat]) -> HttpResult {
    let form = asked.form(forms)?;
    if matches!(form, OutputFormat::Lines | OutputFormat::Events) {
        return streamed(services, asked, kind, form).await;
    }
    let read = move |asked: &SolveRequest| {
        if asked.is_text && !matches!(act, JobAct::Solve | JobAct::Analyse) {
            return Err(Error::NotJson);
        }
        let (puzzle, fields, from) = (kind.name.into(), asked.fields(kind)?, asked.owner.address());
        let question = JobQuestion { act, puzzle, fields, form, game: None, from };
        Ok((question.assignment()?, question))
    };
    let (assignment, question) = asked.parse_open(&services, kind, read, |(assignment, _)| assignment.positions.clone()).await?;
    if asked.as_job {
        let id = services.solving.create_job(question).await?;
        let headers =
            [(header::LOCATION, format!("/v1/jobs/{id}")), (header::HeaderName::from_static("preference-applied"), "respond-async".into())];
        return Ok((StatusCode::ACCEPTED, headers, Json(super::jobs::job(&services, id).await?)).into_response());
    }
    let answer = if services.solving.has_threads() {
        let budget = services.solving.caps.budget(&assignment.limits)?;
        services.solving.answer(asked.owner, form, budget, (assignment.work, assignment.answer_bytes)).await?
    } else {
        services.solving.answer_elsewhere(question).await?
    };
    let length = answer.bytes.len();
    let mut response = typed(form, responses::pieces(answer));
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    Ok(response)
}

fn typed(form: OutputFormat, body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form.content_type()));
    headers.insert(header::VARY, HeaderValue::from_static("accept, accept-language"));
    headers.extend(form.language().map(|language| (header::CONTENT_LANGUAGE, HeaderValue::from_static(language.code()))));
    response
}

/// Streams solutions or iterations from the pool until the client closes. Memory is reserved for the line that is written and for those that wait
/// for their reader; while it is used up, the search waits.
async fn streamed(services: Services, asked: SolveRequest, kind: &'static Kind, form: OutputFormat) -> HttpResult {
    let task = asked.open_task(&services, kind).await?;
    if !services.solving.has_threads() {
        return Err(Error::OnlyReferees);
    }
    let budget = services.solving.caps.budget(&task.info().limits)?;
    let (bytes, write_timeout) = (task.answer_bytes(form), services.config.write_timeout);
    let memory = services.solving.memory.part(bytes + bytes.max(BYTES_AHEAD))?;
    let (lines, mut ready) = mpsc::channel::<Bytes>(LINES_AHEAD);
    let mut working = services.solving.requests.submit_for(asked.owner, move |stop| {
        let _put_together = memory.reserve(bytes);
        let mut line = |line: Vec<u8>| {
            let until = Instant::now() + write_timeout;
            let place = loop {
                match (memory.reserve(line.capacity() as u64), lines.try_reserve()) {
                    (_, Err(TrySendError::Closed(()))) => return ControlFlow::Break(()),
                    (Ok(reservation), Ok(place)) => break (reservation, place),
                    _ if stop.is_set() || Instant::now() >= until => return ControlFlow::Break(()),
                    _ => std::thread::sleep(READER_POLL),
                }
            };
            place.1.send(Bytes::from_owner(ReservedAnswer { bytes: line, reservation: place.0 }));
            ControlFlow::Continue(())
        };
        let mut ignored = |_: &_| {};
        let mut cancellation = CancellationBudget::new(budget, stop.clone(), &mut ignored);
        match form {
            OutputFormat::Events => iterations(&*task, &mut cancellation, &mut line),
            _ => Ok::<_, Error>(solving::stream(&*task, &mut cancellation, &mut line)?),
        }
    })?;
    // A question that cannot be streamed is refused before the first line.
    let Some(first) = next(&mut ready, &working, form).await else {
        working.done().await??;
        return Ok(typed(form, Body::empty()));
    };
    let lines = stream::unfold((Some(first), Some((ready, working))), move |(first, rest)| async move {
        let (mut ready, mut working) = rest?;
        let line = match first {
            Some(line) => Some(line),
            None => next(&mut ready, &working, form).await,
        };
        let (line, rest) = match line {
            Some(line) => (line, Some((ready, working))),
            None if form == OutputFormat::Events => {
                let refused = working.done().await.map_err(Error::from).and_then(|done| done).err()?;
                (solving::event("refused", &refused.problem()).into(), None)
            }
            None => return None,
        };
        Some((responses::chunks(line), (None, rest)))
    });
    Ok(typed(form, Body::from_stream(lines.flatten())))
}

/// The next line; of events, also the place in the queue.
async fn next<T>(ready: &mut mpsc::Receiver<Bytes>, working: &Working<T>, form: OutputFormat) -> Option<Bytes> {
    loop {
        match tokio::time::timeout(PLACE_INTERVAL, ready.recv()).await {
            Ok(line) => return line,
            Err(_) if form != OutputFormat::Events => {}
            Err(_) => {
                if let Some(ahead) = working.ahead() {
                    return Some(solving::event("waiting", &QueuePlace { ahead }).into());
                }
            }
        }
    }
}
