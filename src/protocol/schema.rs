//! The JSON Schema of every message, made from the types.

use crate::{BotMessage, Line, NewTournament, RefereeMessage};
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A JSON Schema (draft 2020-12) in whose `$defs` are `BotMessage`, `RefereeMessage` and `Line`, and all they are made of. A document
/// is valid if it is one of the three.
pub fn json_schema() -> Value {
    let mut parts: Vec<(String, RefOr<Schema>)> = Vec::new();
    let of = [add::<BotMessage>(&mut parts), add::<RefereeMessage>(&mut parts), add::<Line>(&mut parts)];
    let defs: Map<String, Value> =
        parts.into_iter().map(|(name, schema)| (name, serde_json::to_value(schema).unwrap_or_default())).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The Arbitre wire",
        "anyOf": of,
        "$defs": defs,
    });
    // References as they are in an OpenAPI document.
    serde_json::from_str(&schema.to_string().replace("#/components/schemas/", "#/$defs/")).expect("it was JSON before")
}

/// Adds a type with all that it is made of; returns the reference to it.
fn add<T: ToSchema>(parts: &mut Vec<(String, RefOr<Schema>)>) -> Value {
    T::schemas(parts);
    parts.push((T::name().into_owned(), T::schema()));
    json!({"$ref": format!("#/$defs/{}", T::name())})
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
