//! Plans in TOML files, and the tournaments created from them.

use crate::error::{Error, Failure, text_of};
use crate::remote::Remote;
use message::Coded;
use protocol::json::{self, UnreadableJson};
use protocol::{NewTournament, TournamentDetail, TournamentStage};
use serde_json::Value;
use std::path::Path;
use ureq::http::Method;

/// The help about the fields of a file: meaning, range and default.
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

/// The text of a file and its plan. With a game named beside it, which overrides the file's own, the text is none, since it is not the whole plan.
pub(super) fn read(file: &Path, game: Option<&str>) -> Result<(Option<String>, NewTournament), Error> {
    let text = text_of(file)?;
    let fields: Value = toml::from_str(&text).map_err(|error| {
        let line = text[..error.span().map_or(0, |span| span.start)].matches('\n').count() + 1;
        Error::in_file(file, &Failure::Line { line, why: error.message().into() })
    })?;
    let plan = json::from_value(&fields).map_err(|why| {
        let located = match why {
            UnreadableJson::Field(field) => contest::tournaments::plan::locate(field.into(), &text),
            why => contest::Error::bad(&why),
        };
        Error::in_file(file, &located.message())
    })?;
    Ok(match game {
        None => (Some(text), plan),
        Some(game) => (None, NewTournament { game: Some(game.into()), ..plan }),
    })
}

/// The tournament that an earlier run made from this file, if it is not over: one whose plan has all fields of the file.
pub(super) fn unfinished(remote: &Remote, file: &Path, game: Option<&str>) -> Result<Option<u64>, Error> {
    let plan = read(file, game)?.1;
    let fields = |plan: &NewTournament| {
        // Entrants come and go.
        let plan = NewTournament { entrants: Vec::new(), entrants_from: None, ..plan.clone() };
        serde_json::to_value(plan).expect("a plan is writable as JSON")
    };
    let wanted = fields(&plan);
    let is_over = |stage| matches!(stage, TournamentStage::Finished | TournamentStage::Archived);
    for row in remote.tournaments()?.into_iter().filter(|row| row.name == plan.name.trim() && !is_over(row.stage)) {
        let detail: TournamentDetail = remote.get(&format!("/v1/tournaments/{}", row.tournament))?;
        let has = fields(&detail.plan);
        let is_same = |(field, value): (&String, &Value)| field == "name" || has.get(field) == Some(value);
        if wanted.as_object().is_some_and(|wanted| wanted.iter().all(is_same)) {
            return Ok(Some(row.tournament));
        }
    }
    Ok(None)
}

pub(super) fn create_file(remote: &Remote, file: &Path, game: Option<&str>) -> Result<TournamentDetail, Error> {
    let (text, plan) = read(file, game)?;
    let created = text.map_or_else(|| create_plan(remote, &plan), |text| create(remote, &text));
    created.map_err(|error| match error {
        Error::Refused(why) if ["plan.", "field"].iter().any(|family| why.code().starts_with(family)) => Error::in_file(file, &why),
        error => error,
    })
}

pub(super) fn create(remote: &Remote, text: &str) -> Result<TournamentDetail, Error> {
    remote.read(remote.send(Method::POST, "/v1/tournaments", "application/toml", text)?)
}

pub(super) fn create_plan(remote: &Remote, plan: &NewTournament) -> Result<TournamentDetail, Error> {
    remote.post("/v1/tournaments", &serde_json::to_value(plan).expect("a plan is writable as JSON"))
}
