//! The OpenAPI description and the JSON Schema, generated from the code.

use super::Services;
use super::page::answer;
use super::problem::codes;
use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;
use protocol::{NewTournament, Problem};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, Content, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

/// The description without the routes.
pub fn description() -> OpenApi {
    let info = InfoBuilder::new().title("Arbitre").version(env!("CARGO_PKG_VERSION")).description(Some(
        "A tournament referee for Chinese-knights bots. Bots play over the WebSocket at /ws, which /protocol describes; \
         everything else is here. Errors are application/problem+json.",
    ));
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    let components = ComponentsBuilder::new().security_scheme("token", token).schema_from::<Problem>().build();
    OpenApiBuilder::new().info(info.build()).components(Some(components)).build()
}

/// The description with example questions, each with the status of its answer.
pub fn with_examples(mut description: OpenApi) -> OpenApi {
    for (path, item) in &mut description.paths.paths {
        let Some(RefOr::T(body)) = item.post.as_mut().and_then(|operation| operation.request_body.as_mut()) else { continue };
        let Some(RefOr::T(content)) = body.content.get_mut("application/json") else { continue };
        for example in solving::examples(path) {
            let example_object = ExampleBuilder::new().summary(example.summary).description(format!("answered with {}", example.status));
            content.examples.insert(example.name.into(), RefOr::T(example_object.value(Some(example.json())).build()));
        }
    }
    description
}

/// The paths of the interface that read no query.
pub fn without_query(description: &OpenApi) -> BTreeSet<String> {
    let reads_none = |item: &PathItem| {
        let operations = [&item.get, &item.post, &item.put, &item.delete].into_iter().flatten();
        let mut parameters = operations.flat_map(|operation| operation.parameters.iter().flatten());
        !parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query))
    };
    description
        .paths
        .paths
        .iter()
        .filter(|(path, item)| path.starts_with("/v1/") && reads_none(item))
        .map(|(path, _)| path.clone())
        .collect()
}

/// The refusals of an operation, by the families it belongs to: each a status and its meaning. The codes say which one it is.
fn refusals(path: &str, operation: &Operation) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let has_body = operation.request_body.is_some();
    let is_job = operation.responses.responses.contains_key("202");
    let ways_in = operation.security.as_ref().map_or(0, Vec::len);
    let names_one = path.contains('{') || ["/v1/solve", "/v1/exercises", "/v1/live/pinned", "/v1/addresses/qr.svg"].contains(&path);
    let has_state = ["/v1/tournaments/", "/v1/matches/", "/v1/jobs/"].iter().any(|prefix| path.starts_with(prefix))
        || has_body && ["/v1/matches", "/v1/live/pinned"].contains(&path);
    let families = [
        (true, "400", "The request does not read, or makes no sense; the problem says what, where, and what would be right."),
        (ways_in > 0, "401", "No valid token was shown, and one is needed."),
        (true, "403", "The token gives no right to this, or the request comes from a page of another site."),
        (names_one, "404", "There is no such thing; the code says which."),
        (has_body && is_job, "406", "No form of the answer is acceptable."),
        (true, "408", "The request was not complete in time."),
        (has_state, "409", "It is not possible in the present state; the code says why."),
        (has_body, "413", "The body is too large."),
        (has_body, "415", "The body is of another media type."),
        (has_body, "422", "The body leaves out what must be said."),
        (true, "429", "Too many requests have come from this token or address, or wait already; `Retry-After` has seconds."),
        (true, "503", "The referee is stopping, has too much to do, or cannot write for the moment."),
    ];
    families.into_iter().filter(|(belongs, ..)| *belongs).map(|(_, status, meaning)| (status, meaning))
}

/// The descriptions of parameters in paths, by the beginning of the path: the first that fits counts.
const PARAMETERS: [(&str, &str, &str); 10] = [
    ("/v1/matches/", "game", "The match's number."),
    ("/v1/", "game", "`knights`, `connect-four` or `tic-tac-toe`."),
    ("/v1/tournaments/", "id", "The tournament's number."),
    ("/v1/jobs/", "id", "The job's name."),
    ("/v1/admin/tokens/", "id", "The token's id."),
    ("/v1/", "bot", "The bot's name."),
    ("/v1/", "name", "The bot's name."),
    ("/v1/", "round", "The round, from 1."),
    ("/v1/", "number", "The exercise's number."),
    ("/v1/", "puzzle", "A puzzle as `GET /v1/solve` names it."),
];

/// The description with operation ids that are unique, the parameters in paths described, and all refusals; each refusal is a problem.
pub fn completed(mut description: OpenApi) -> OpenApi {
    for (path, item) in &mut description.paths.paths {
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten() {
            // Client generators need unique ids.
            let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
            operation.operation_id = operation.operation_id.take().map(|id| format!("{}_{id}", tag.replace('-', "_")));
            for parameter in operation.parameters.iter_mut().flatten() {
                let RefOr::T(parameter) = parameter else { continue };
                let known = PARAMETERS.iter().find(|(prefix, name, _)| path.starts_with(prefix) && parameter.name == *name);
                parameter.description = parameter.description.take().or(known.map(|(_, _, what)| (*what).into()));
            }
            for (status, what) in refusals(path, operation) {
                let content = Content::new(Some(Ref::from_schema_name("Problem")));
                let refusal = ResponseBuilder::new().description(what).content("application/problem+json", content).build();
                operation.responses.responses.insert(status.into(), RefOr::T(refusal));
            }
        }
    }
    description
}

/// Replaces `oneOf` by `anyOf`: an answer with few fields also matches one with more.
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

/// The part of the description that defines a tournament's plan, for the form of the site.
fn plan(interface: &Value) -> Value {
    let mut parts = vec![(NewTournament::name().into_owned(), NewTournament::schema())];
    NewTournament::schemas(&mut parts);
    let schemas = &interface["components"]["schemas"];
    let schemas: Map<String, Value> = parts.into_iter().map(|(name, _)| (name.clone(), schemas[name].clone())).collect();
    json!({"components": {"schemas": schemas}})
}

/// The routes of the description and the schema.
pub fn router(description: OpenApi) -> Router<Services> {
    let (mut schema, codes) = (protocol::json_schema(), codes());
    schema["x-codes"] = codes.clone();
    let mut interface = serde_json::to_value(&description).expect("a description is writable as JSON");
    any_of(&mut interface);
    let operations = json!({"info": interface["info"], "paths": interface["paths"]});
    interface["x-codes"] = codes;
    // Serialised once.
    let files = [
        ("/schema.json", "application/schema+json", format!("{schema:#}")),
        ("/plan.json", "application/json", plan(&interface).to_string()),
        ("/operations.json", "application/json", operations.to_string()),
        ("/openapi.json", "application/json", interface.to_string()),
    ];
    files.into_iter().fold(Router::new(), |router, (path, media_type, text)| {
        let file = page::File::of(text, media_type);
        router.route(path, get(async move |services: Services, headers: HeaderMap| answer(&services, &headers, file.clone()).await))
    })
}
