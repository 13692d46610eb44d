//! The description of the interface, made from the code, and a page that shows it without any other server.

use super::{Services, page};
use crate::Error;
use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::Problem;
use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, Content, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, ResponseBuilder};

/// What the description says beside the routes.
pub fn description() -> OpenApi {
    let info = InfoBuilder::new().title("Arbitre").version(env!("CARGO_PKG_VERSION")).description(Some(
        "A tournament referee for Chinese-knights bots. Bots play over the WebSocket at /ws, which /protocol describes; \
         everything else is here. Errors are application/problem+json.",
    ));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let components = ComponentsBuilder::new().security_scheme("token", token).schema_from::<Problem>().build();
    OpenApiBuilder::new().info(info.build()).components(Some(components)).build()
}

/// The description with the questions that can be tried, each with the status of its answer.
pub fn with_examples(mut description: OpenApi) -> OpenApi {
    for (path, item) in &mut description.paths.paths {
        let Some(RefOr::T(body)) = item.post.as_mut().and_then(|operation| operation.request_body.as_mut()) else { continue };
        let Some(RefOr::T(content)) = body.content.get_mut("application/json") else { continue };
        for example in solving::examples(path) {
            let told = ExampleBuilder::new().summary(example.summary).description(format!("answered with {}", example.status));
            content.examples.insert(example.name.into(), RefOr::T(told.value(Some(example.json())).build()));
        }
    }
    description
}

const PROTOCOL: &str = include_str!("../../../protocol.md");
const TOURNAMENTS: &str = include_str!("../../../docs/tournaments.md");
const MARKDOWN: [(header::HeaderName, &str); 2] = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::VARY, "accept")];

/// The protocol: for a person in a browser as a page, for everybody else as it is written.
async fn protocol_page(headers: HeaderMap) -> Result<Response, Error> {
    match page::wants_document(&headers) {
        true => page::document("/protocol"),
        false => Ok((MARKDOWN, PROTOCOL).into_response()),
    }
}

const SUSPENDED: (&str, &str) = ("409", "Something in it failed: it is suspended, and what failed is named.");

/// The refusals of an operation, by the families it belongs to: each a status and its meaning. Of two with one status the first counts.
fn refusals(path: &str, operation: &Operation) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let has_body = operation.request_body.is_some();
    let ways_in = operation.security.as_ref().map_or(0, Vec::len);
    let families: [(bool, &[(&str, &str)]); 12] = [
        (has_body, &[("413", "The body is too large."), ("415", "The body is of another media type.")]),
        (has_body, &[("422", "The body is a list, or leaves out what must be said.")]),
        (has_body && operation.responses.responses.contains_key("202"), &[("406", "No form of the answer is acceptable.")]),
        (ways_in == 1, &[("401", "No valid token was shown."), ("403", "The token is not an operator's.")]),
        (ways_in == 2, &[("401", "The token is not valid, or there is none and one is needed.")]),
        (path.starts_with("/v1/tournaments/{"), &[("404", "There is no such tournament."), SUSPENDED]),
        (path.starts_with("/v1/matches/{"), &[("404", "There is no such match."), SUSPENDED]),
        (path.starts_with("/v1/games/{") || path.starts_with("/v1/exercises/{"), &[("404", "There is no such game or exercise.")]),
        (path.starts_with("/v1/jobs/{"), &[("404", "There is no such job, or no more.")]),
        (path.starts_with("/v1/admin/tokens/{"), &[("404", "There is no such token.")]),
        (path.contains("{puzzle}"), &[("404", "There is no such puzzle.")]),
        (
            true,
            &[
                ("400", "The request does not read, or makes no sense; the problem says what, where, and what would be right."),
                ("403", "The token gives no right to this, or the request comes from a page of another site."),
                ("408", "The request was not complete in time."),
                ("429", "Too many requests have come from this token or address."),
                ("503", "The referee is stopping, has too much to do, or cannot write for the moment."),
            ],
        ),
    ];
    families.into_iter().filter(|(belongs, _)| *belongs).flat_map(|(_, refusals)| refusals.iter().copied())
}

/// The description with the refusals of all families; each refusal is a problem.
pub fn with_refusals(mut description: OpenApi) -> OpenApi {
    for (path, item) in &mut description.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            // Whoever makes a client from this needs a name of its own for each operation.
            let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
            operation.operation_id = operation.operation_id.take().map(|id| format!("{}_{id}", tag.replace('-', "_")));
            for (status, what) in refusals(path, operation) {
                let refusal = || RefOr::T(ResponseBuilder::new().description(what).build());
                operation.responses.responses.entry(status.into()).or_insert_with(refusal);
            }
            for (status, response) in &mut operation.responses.responses {
                let RefOr::T(response) = response else { continue };
                if status.as_str() >= "400" {
                    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
                    response.content.insert("application/problem+json".into(), RefOr::T(problem));
                }
            }
        }
    }
    description
}

/// Where several forms are possible, one value may have more than one of them: an answer of few fields is a part of one with many.
fn any_of(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(forms) = fields.remove("oneOf") {
                fields.insert("anyOf".into(), forms);
            }
            fields.values_mut().for_each(any_of);
        }
        Value::Array(items) => items.iter_mut().for_each(any_of),
        _ => {}
    }
}

/// The description, and the words on the wire. What is shown of them, the page shows at `/docs`.
pub fn router(description: OpenApi) -> Router<Services> {
    let schema = serde_json::to_string_pretty(&protocol::json_schema()).expect("a schema is writable as JSON");
    // Written once: it is too long to be written for everybody who asks.
    let mut interface = serde_json::to_value(&description).expect("a description is writable as JSON");
    any_of(&mut interface);
    let interface = interface.to_string();
    let openapi = [(header::CONTENT_TYPE, "application/json")];
    let json = [(header::CONTENT_TYPE, "application/schema+json")];
    Router::new()
        .route("/schema.json", get(async move || (json, schema.clone())))
        .route("/protocol", get(protocol_page))
        .route("/protocol.md", get(async || (MARKDOWN, PROTOCOL)))
        .route("/tournaments.md", get(async || (MARKDOWN, TOURNAMENTS)))
        .route("/openapi.json", get(async move || (openapi, interface.clone())))
}
