//! Plans in files, and the tournaments that a referee makes of them.

use crate::error::{Error, Failure};
use crate::remote::{Content, Remote};
use protocol::{NewTournament, TournamentDetail};
use serde_json::Value;
use std::path::Path;
use ureq::http::Method;

/// The fields of a file, for the help: what each means, its range, and what is usual.
pub(super) fn fields() -> String {
    let field = |(name, schema): (String, Value)| {
        let meaning = schema["description"].as_str().or_else(|| schema["oneOf"][0]["description"].as_str()).unwrap_or_default();
        let range = schema.get("maximum").map_or(String::new(), |most| format!(" [{} to {most}]", schema["minimum"]));
        let usual = schema.get("default").map_or(String::new(), |usual| format!(" [default: {}]", usual.to_string().trim_matches('"')));
        format!("  {name}\n          {}{range}{usual}", meaning.replace('\n', " "))
    };
    let fields: Vec<String> = protocol::plan_fields().into_iter().map(field).collect();
    format!("Fields of the file:\n{}", fields.join("\n"))
}

/// What a file says: its text, and the plan that it is. A game that is named beside it comes before the file's own; then the text is not the
/// whole plan, and there is none. Typing errors are told with line and field.
pub fn read(file: &Path, game: Option<&str>) -> Result<(Option<String>, NewTournament), Error> {
    let text = crate::text_file::text_of(file)?;
    let plan = toml::from_str(&text).map_err(|error| {
        let line = text[..error.span().map_or(0, |span| span.start)].matches('\n').count() + 1;
        Error::in_file(file, &Failure::Line { line, why: error.message().into() })
    })?;
    Ok(match game {
        None => (Some(text), plan),
        Some(game) => (None, NewTournament { game: Some(game.into()), ..plan }),
    })
}

/// Makes a tournament of a file.
pub(super) fn create_file(remote: &Remote, file: &Path, game: Option<&str>) -> Result<TournamentDetail, Error> {
    let (text, plan) = read(file, game)?;
    text.map_or_else(|| create_plan(remote, &plan), |text| create(remote, &text))
}

/// Makes a tournament of a file's text.
///
/// # Errors
/// What is wrong with it, with its line.
pub fn create(remote: &Remote, text: &str) -> Result<TournamentDetail, Error> {
    remote.read(remote.send(Method::POST, "/v1/tournaments", Content::Toml(text))?)
}

/// Makes a tournament of a plan.
///
/// # Errors
/// What is wrong with it.
pub fn create_plan(remote: &Remote, plan: &NewTournament) -> Result<TournamentDetail, Error> {
    let plan = serde_json::to_value(plan)?;
    remote.post("/v1/tournaments", &plan)
}
