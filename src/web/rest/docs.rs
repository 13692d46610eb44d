//! The description of the interface, made from the code, and a page that shows it without any other server.

use super::{Services, page};
use crate::Error;
use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, Content, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, ResponseBuilder};

/// What the description says beside the routes.
pub fn description() -> OpenApi {
    let info = InfoBuilder::new().title("Arbitre").version(env!("CARGO_PKG_VERSION")).description(Some(
        "A tournament referee for Chinese-knights bots. Bots play over the WebSocket at /ws, which /protocol describes; \
         everything else is here. Errors are application/problem+json.",
    ));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    OpenApiBuilder::new().info(info.build()).components(Some(ComponentsBuilder::new().security_scheme("token", token).build())).build()
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
const TOURNAMENTS: &str = include_str!("../../../tournaments.md");
const MARKDOWN: [(header::HeaderName, &str); 2] = [(header::CONTENT_TYPE, "text/markdown; charset=utf-8"), (header::VARY, "accept")];

/// The protocol: for a person in a browser as a page, for everybody else as it is written.
async fn protocol_page(headers: HeaderMap) -> Result<Response, Error> {
    match page::wants_document(&headers) {
        true => page::document("/protocol"),
        false => Ok((MARKDOWN, PROTOCOL).into_response()),
    }
}

/// What any request may be told, those that have a body, those about one match or tournament, and those to which a token matters.
const TOLD_TO_ALL: [(&str, &str); 5] = [
    ("400", "The request does not read."),
    ("403", "The request is not for whoever sent it, or comes from a page of another site."),
    ("408", "The request was not complete in time."),
    ("429", "Too many requests have come from this token or address."),
    ("503", "The referee is stopping, has too much to do, or cannot write for the moment."),
];
const TOLD_TO_BODIES: [(&str, &str); 3] = [
    ("413", "The body is too large."),
    ("415", "The body is of another media type."),
    ("422", "The body is a list, or leaves out what must be said."),
];
const TOLD_ABOUT_ONE: [(&str, &str); 1] = [("409", "Something in it failed: it is suspended, and what failed is named.")];
const TOLD_TO_TOKENS: [(&str, &str); 1] = [("401", "The token is not valid, or there is none and one is needed.")];

/// The description with the refusals that come from what all routes share.
pub fn with_refusals(mut description: OpenApi) -> OpenApi {
    let problem = || Content::new(Some(Ref::from_schema_name("Problem")));
    let refusal = |what: &str| ResponseBuilder::new().description(what).content("application/problem+json", problem()).build();
    for (path, item) in &mut description.paths.paths {
        let ones = if path.contains("/tournaments/{") || path.contains("/matches/{") { &TOLD_ABOUT_ONE[..] } else { &[] };
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            // Whoever makes a client from this needs a name of its own for each operation.
            let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
            operation.operation_id = operation.operation_id.take().map(|id| format!("{}_{id}", tag.replace('-', "_")));
            let bodies = if operation.request_body.is_some() { &TOLD_TO_BODIES[..] } else { &[] };
            let tokens = if operation.security.is_some() { &TOLD_TO_TOKENS[..] } else { &[] };
            for (status, what) in TOLD_TO_ALL.iter().chain(bodies).chain(tokens).chain(ones) {
                let known = &mut operation.responses.responses;
                if !known.contains_key(*status) {
                    known.insert((*status).into(), RefOr::T(refusal(what)));
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
