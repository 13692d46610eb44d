//! Many puzzles of one kind in one request.

use super::asked::Asked;
use super::solve::answered;
use super::{Path, Services};
use crate::Error;
use axum::extract::State;
use axum::response::Response;
use protocol::json;
use protocol::{BatchQuestion, BatchReport, Job};
use solving::{Assignment, Form, JobAct};

/// Solve many puzzles of one kind: up to 1,000, answered together, in their order.
///
/// As a job (`Prefer: respond-async`) they are cut into parts, which several threads and workers share.
#[utoipa::path(
    post, path = "/v1/batch/{puzzle}", tag = "puzzles",
    params(("puzzle" = String, Path, description = "A puzzle as `GET /v1/solve` names it.")),
    request_body = BatchQuestion,
    responses(
        (status = 200, description = "What came of them.", content((BatchReport = "application/json"), (String = "text/plain"))),
        (status = 202, description = "A job works on them; `Location` says where.", body = Job),
    )
)]
pub async fn batch(State(services): State<Services>, Path(puzzle): Path<String>, asked: Asked) -> Result<Response, Error> {
    let kind = solving::puzzle(&puzzle)?;
    let assignment = Assignment::batch(kind, &json::from_bytes::<BatchQuestion>(asked.json()?)?)?;
    let form = asked.form(&[Form::Json, Form::Text])?;
    answered(services, &asked, (JobAct::Batch, kind), form, assignment).await
}
