//! Every frame and every answer follows its schema, by an independent validator.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

type Validators = Mutex<HashMap<String, Arc<jsonschema::Validator>>>;

/// What is wrong with a value by a schema, of which others are parts.
fn flaws(known: &Validators, name: &str, schema: impl FnOnce() -> Value, value: &Value) -> Vec<String> {
    let mut known = known.lock().expect("no panic");
    let build = || Arc::new(jsonschema::validator_for(&schema()).unwrap_or_else(|error| panic!("{name}: {error}")));
    let validator = known.entry(name.into()).or_insert_with(build).clone();
    drop(known);
    validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect()
}

/// A message of the wire, by its type in `/schema.json`.
pub fn check_message(of: &str, message: &Value) {
    static VALIDATORS: LazyLock<Validators> = LazyLock::new(Validators::default);
    let schema = || {
        let mut schema = protocol::json_schema();
        let fields = schema.as_object_mut().expect("an object");
        fields.remove("anyOf");
        fields.insert("$ref".into(), json!(format!("#/$defs/{of}")));
        schema
    };
    let flaws = flaws(&VALIDATORS, of, schema, message);
    assert!(flaws.is_empty(), "{of} {message}: {flaws:#?}");
}

/// The description of the interface, after the first request for it.
pub static OPENAPI: OnceLock<Value> = OnceLock::new();

#[tokio::test(start_paused = true)]
async fn every_operation_has_a_unique_name_and_wire_words() {
    let openapi = super::simulation::Simulation::start(&[]).await.get("/openapi.json").await.json();
    let items = openapi["paths"].as_object().expect("paths").values().flat_map(|item| item.as_object().expect("an item").values());
    let mut names: Vec<&str> = items.filter_map(|operation| operation["operationId"].as_str()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() == count && count > 40, "{names:?}");
    assert_eq!(openapi["components"]["schemas"]["SolveVerdict"]["enum"], json!(["solved", "impossible", "limit_reached"]));
    assert_eq!(protocol::json_schema()["$defs"]["Seat"]["enum"], json!(["white", "black"]));
}

/// Whether a path is one of this pattern; the fewer parameters, the better it fits.
fn parameters(pattern: &str, path: &str) -> Option<usize> {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    let fits = |(pattern, part): (&&str, &&str)| pattern == part || pattern.starts_with('{');
    let all = pattern.len() == path.len() && pattern.iter().zip(&path).all(fits);
    all.then(|| pattern.iter().filter(|part| part.starts_with('{')).count())
}

/// An answer: its status must be known for the path, and its body must be what is said there.
pub fn check_answer(method: &str, path: &str, status: u16, kind: &str, body: &str) {
    static VALIDATORS: LazyLock<Validators> = LazyLock::new(Validators::default);
    let Some(openapi) = OPENAPI.get() else { return };
    let path = path.split('?').next().unwrap_or_default();
    let paths = openapi["paths"].as_object().expect("paths").iter();
    let pattern = paths.filter_map(|(pattern, item)| Some((parameters(pattern, path)?, pattern, item))).min_by_key(|found| found.0);
    // Files of the page and the wire itself are not described; nor is a method that there is not.
    let Some((_, pattern, item)) = pattern else { return };
    let Some(operation) = item.get(method.to_ascii_lowercase()) else { return assert_eq!(status, 405, "{method} {path}") };
    let said = &operation["responses"][status.to_string()];
    assert!(!said.is_null(), "{method} {path} answered {status}, of which openapi.json says nothing: {body}");
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let Some(content) = said.get("content") else { return };
    let described = content.get(kind);
    assert!(described.is_some(), "{method} {path} answered {status} as {kind:?}, of which openapi.json says nothing");
    let schema = &content[kind]["schema"];
    if !kind.ends_with("json") || schema.is_null() || schema["type"] == "string" {
        return;
    }
    let whole = || {
        let mut whole = schema.clone();
        whole.as_object_mut().expect("an object").insert("components".into(), openapi["components"].clone());
        whole
    };
    let name = format!("{method} {pattern} {status} {kind}");
    let values = if kind == "application/x-ndjson" { body.lines().collect() } else { vec![body] };
    for text in values {
        let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{method} {path}: {error}: {text}"));
        let flaws = flaws(&VALIDATORS, &name, whole, &value);
        assert!(flaws.is_empty(), "{name}: {flaws:#?}\n{value}");
    }
}
