//! The cost of methods as instances grow, measured for the request, as a picture or a table.

use super::access::Actor;
use super::{HttpResult, Path, Query, Services, choices, responses};
use crate::Error;
use crate::error::RequestError;
use axum::http::header;
use axum::response::IntoResponse;
use message::Language;
use protocol::{SeriesPoint, SolveLimits};
use runtime::work::WorkOwner;
use serde::Deserialize;
use serde_json::Map;
use solving::{self, Axis, OutputFormat, Series, SeriesFormat, Work};
use std::sync::Arc;

/// Most points of all methods in a request; the command has no such limit.
const MAX_INSTANCES: usize = 400;
const USUAL_SEED: u64 = 1;

choices!(SeriesForm: Svg, Csv, Json);

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct SeriesQuery {
    /// Of a taquin the fewest moves, of a game the plies searched: `10..50`, `10..50/10` or `10,20,30`.
    depths: Option<String>,
    /// Of the other puzzles: sizes such as `4x4,9x9`.
    sizes: Option<String>,
    /// The methods, separated by commas; all if left out.
    methods: Option<String>,
    /// The number of instances at each point; 1 if left out.
    instances: Option<u32>,
    /// The seed of the first instance; 1 if left out.
    seed: Option<u32>,
    /// Of a taquin: its size; `3x3` if left out.
    size: Option<String>,
    /// The difficulty of puzzles that grow by size; `easy` if left out.
    difficulty: Option<String>,
    /// Of a game: the position; the start if left out.
    position: Option<String>,
    /// `svg` (if left out), `csv` or `json`.
    #[serde(default)]
    #[param(inline)]
    format: SeriesForm,
}

fn list(names: &str) -> Vec<String> {
    names.split(',').map(|name| name.trim().into()).collect()
}

impl SeriesQuery {
    /// The series, and the form of its points with its media type.
    fn read(self, name: &str) -> Result<(Series, SeriesFormat, &'static str), Error> {
        let kind = solving::game(name).or_else(|_| solving::puzzle(name))?;
        let depths = self.depths.map(|depths| depths.parse()).transpose().map_err(RequestError::from)?;
        let series = Series {
            kind,
            axis: Axis::of(kind, depths, self.sizes.as_deref().map(list)).ok_or(RequestError::Axis)?,
            position: self.position.unwrap_or_default(),
            shape: self.size.unwrap_or_else(|| "3x3".into()),
            instances: self.instances.unwrap_or(1),
            seed: self.seed.map_or(USUAL_SEED, u64::from),
            difficulty: self.difficulty.unwrap_or_else(|| "easy".into()),
            methods: self.methods.as_deref().map(list),
            fields: Map::new(),
        };
        let instances = series.points().len().saturating_mul(series.instances as usize);
        if instances > MAX_INSTANCES {
            return Err(RequestError::TooManyInstances { instances, most: MAX_INSTANCES as u64 }.into());
        }
        let (format, media_type) = match self.format {
            SeriesForm::Svg => (SeriesFormat::Svg, "image/svg+xml"),
            SeriesForm::Csv => (SeriesFormat::Csv, "text/csv; charset=utf-8"),
            SeriesForm::Json => (SeriesFormat::Json, "application/json"),
        };
        Ok((series, format, media_type))
    }
}

/// Measure the cost of methods on growing instances: nodes against depth or size.
///
/// All instances share the time limit of the request. A method that solves no instance of a point is left out from there on.
#[utoipa::path(
    get, path = "/v1/series/{puzzle}", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it, or `knights`."), SeriesQuery),
    responses(
        (status = 200, description = "The picture or the table.", content((String = "image/svg+xml"), (String = "text/csv"), (Vec<SeriesPoint> = "application/json"))),
    )
)]
pub async fn series(
    services: Services,
    actor: Actor,
    Path(puzzle): Path<String>,
    Query(query): Query<SeriesQuery>,
    language: Language,
    owner: WorkOwner,
) -> HttpResult {
    let (series, format, media_type) = query.read(&puzzle)?;
    let position = series.position()?;
    actor.must_ask(&services, series.kind.name, || position).await?;
    let work: Work = Arc::new(move |tools, cancellation, _| {
        let points = series.measure_within(tools, cancellation)?;
        Ok(series.written(&points, format, language))
    });
    let budget = services.solving.caps.budget(&SolveLimits::default())?;
    let answer = services.solving.answer(owner, OutputFormat::Json, budget, (work, responses::USUAL_ANSWER_BYTES)).await?;
    Ok(([(header::CONTENT_TYPE, media_type)], responses::pieces(answer)).into_response())
}
