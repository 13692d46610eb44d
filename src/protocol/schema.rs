//! The JSON Schema of every message, made from the types.

use crate::{BotMessage, Line, NewTournament, RefereeMessage};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A JSON Schema (draft 2020-12) in whose `$defs` are `BotMessage`, `RefereeMessage` and `Line`, and all they are made of. A document
/// is valid if it is one of the three.
pub fn json_schema() -> Value {
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    BotMessage::schemas(&mut parts);
    RefereeMessage::schemas(&mut parts);
    Line::schemas(&mut parts);
    parts.push((BotMessage::name().into_owned(), BotMessage::schema()));
    parts.push((RefereeMessage::name().into_owned(), RefereeMessage::schema()));
    parts.push((Line::name().into_owned(), Line::schema()));
    let defs: Map<String, Value> =
        parts.into_iter().map(|(name, schema)| (name, with_local_references(serde_json::to_value(schema).unwrap_or_default()))).collect();
    let of = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The Arbitre wire",
        "anyOf": [of("BotMessage"), of("RefereeMessage"), of("Line")],
        "$defs": defs,
    })
}

/// References as they are in a JSON Schema, not in an OpenAPI document.
fn with_local_references(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(key, value)| match value {
                    Value::String(target) if key == "$ref" => (key, Value::String(target.replace("#/components/schemas/", "#/$defs/"))),
                    value => (key, with_local_references(value)),
                })
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(with_local_references).collect()),
        value => value,
    }
}

/// The fields of a tournament's plan in the order of their definition, each with its schema. What one may be by another's schema, it names.
pub fn plan_fields() -> Vec<(String, Value)> {
    let RefOr::T(Schema::Object(plan)) = NewTournament::schema() else { unreachable!("a struct is an object") };
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    NewTournament::schemas(&mut parts);
    let whole = |(field, schema)| {
        let mut schema = serde_json::to_value(schema).unwrap_or_default();
        let target = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str()).and_then(|target| target.rsplit('/').next());
        if let Some((_, part)) = parts.iter().find(|(name, _)| Some(&**name) == target) {
            schema["enum"] = serde_json::to_value(part).unwrap_or_default()["enum"].take();
        }
        (field, schema)
    };
    plan.properties.into_iter().map(whole).collect()
}
