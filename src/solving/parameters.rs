//! The parameters of questions with their values and ranges, for forms and clients, from the schemas of the REST description.

use protocol::{ParameterInfo, SolveLimits};
use serde_json::{Map, Value};
use utoipa::PartialSchema;

/// The named values of fields.
pub type Choices = &'static [(&'static str, &'static [&'static str])];

/// The fields of a kind of question.
pub fn schema_of<Q: PartialSchema>() -> Value {
    serde_json::to_value(Q::schema()).expect("a schema is writable as JSON")
}

/// The parameters of a schema's questions, with the named values of `method` and `choices`.
pub fn parameters(schema: &Value, methods: Vec<String>, choices: Choices) -> Vec<ParameterInfo> {
    let values = |name: &str| match choices.iter().find(|(field, _)| *field == name) {
        Some((_, values)) => values.iter().map(ToString::to_string).collect(),
        None if name == "method" => methods.clone(),
        None => Vec::new(),
    };
    let mut all = Vec::new();
    for (name, field) in fields(schema) {
        if name == "limits" {
            let limits = schema_of::<SolveLimits>();
            all.extend(fields(&limits).map(|(limit, field)| parameter(format!("limits.{limit}"), field, &limits, Vec::new())));
        } else {
            all.push(parameter(name.clone(), field, schema, values(name)));
        }
    }
    all
}

fn fields(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flat_map(Map::iter)
}

fn parameter(name: String, field: &Value, schema: &Value, values: Vec<String>) -> ParameterInfo {
    let is_required = schema["required"].as_array().is_some_and(|all| all.iter().any(|required| *required == *name));
    // A field that may be null says what it is in one of its alternatives.
    let alternatives = field["oneOf"].as_array().into_iter().flatten();
    let keyword = |key: &str| std::iter::once(field).chain(alternatives.clone()).find_map(|place| place.get(key));
    let number = |key: &str| keyword(key).and_then(Value::as_number).cloned();
    let about = keyword("description").and_then(Value::as_str).unwrap_or_default().to_string();
    ParameterInfo { name, about, required: is_required, values, minimum: number("minimum"), maximum: number("maximum") }
}
