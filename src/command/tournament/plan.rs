//! Plans in TOML files, and the tournaments created from them.

use crate::error::{Error, Failure, text_of};
use crate::remote::Remote;
use contest::tournaments::plan::locate;
use message::{Coded, Param, WrongField};
use protocol::json::{self, UnreadableJson};
use protocol::{NewTournament, TournamentDetail, TournamentStage};
use serde_json::Value;
use std::path::Path;

/// The help about the fields of a plan: meaning, range and default.
pub(super) fn fields() -> String {
    let field = |(name, schema): (String, Value)| {
        let meaning = schema["description"].as_str().or_else(|| schema["oneOf"][0]["description"].as_str()).unwrap_or_default();
        let range = schema.get("maximum").map_or(String::new(), |most| format!(" [{} to {most}]", schema["minimum"]));
        let usual = schema.get("default").map_or(String::new(), |usual| format!(" [default: {}]", usual.to_string().trim_matches('"')));
        format!("  {name}\n          {}{range}{usual}", meaning.replace('\n', " "))
    };
    let fields: Vec<String> = protocol::plan_fields().into_iter().map(field).collect();
    format!("Fields of the plan:\n{}", fields.join("\n"))
}

/// The text of a file and its plan. A game named beside it overrides the file's own.
pub(super) fn read(file: &Path, game: Option<&str>) -> Result<(String, NewTournament), Error> {
    let text = text_of(file)?;
    let fields: Value = toml::from_str(&text).map_err(|error| {
        let line = text[..error.span().map_or(0, |span| span.start)].matches('\n').count() + 1;
        Error::in_file(file, &Failure::NotToml { line })
    })?;
    let mut plan: NewTournament = json::from_value(&fields).map_err(|why| match why {
        UnreadableJson::Field(field) => Error::in_file(file, &locate(field.into(), &text).message()),
        why => Error::in_file(file, &why),
    })?;
    plan.game = game.map(String::from).or(plan.game);
    Ok((text, plan))
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
    create(remote, &plan, file, &text)
}

/// Creates the tournament of a plan; an error names the file, and the line of the wrong field.
pub(super) fn create(remote: &Remote, plan: &NewTournament, file: &Path, text: &str) -> Result<TournamentDetail, Error> {
    let plan = serde_json::to_value(plan).expect("a plan is writable as JSON");
    remote.post("/v1/tournaments", &plan).map_err(|error| match error {
        Error::Refused(why) if why.code() == "field" => match (why.params().get("field"), why.params().get("why")) {
            (Some(Param::Text(field)), Some(Param::Message(reason))) => {
                let field = WrongField { field: field.clone().into(), why: (**reason).clone() };
                Error::in_file(file, &locate(field.into(), text).message())
            }
            _ => Error::in_file(file, &why),
        },
        Error::Refused(why) if why.code().starts_with("plan.") => Error::in_file(file, &why),
        error => error,
    })
}
