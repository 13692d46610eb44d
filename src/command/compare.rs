//! `compare`: several methods on one instance, one table of what they cost.

use crate::question::{Limited, instance, print, question, with_progress};
use protocol::ComparisonQuestion;
use serde_json::Value;
use server::solve::{self, MethodComparison};
use std::error::Error;

/// Compare methods on one instance of a puzzle, or on a position of a game
///
/// `arbitre compare taquin "6 3 1/8 _ 2/7 4 5"`, `arbitre compare --game tic-tac-toe start`, `arbitre compare --position "…" --depth 4`.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// The puzzle or game, `knights` if left out, and the instance or the position, `start` for the one before the first move; with `--game`
    /// the position alone. Standard input is read if there is none
    #[arg(num_args = 0..=2, value_names = ["PUZZLE", "INSTANCE"])]
    words: Vec<String>,
    /// The game, instead of a puzzle: knights, connect-four or tic-tac-toe
    #[arg(long)]
    game: Option<String>,
    /// The position, so that a game need not be named before it
    #[arg(long)]
    position: Option<String>,
    /// How deep, in plies
    #[arg(long)]
    depth: Option<u32>,
    /// The methods; all if left out
    #[arg(long, value_delimiter = ',')]
    methods: Option<Vec<String>>,
    /// Any other field of the question, such as `goal=spiral`; numbers and true are understood
    #[arg(long = "with", value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limited,
}

impl Compare {
    /// Compares them and prints the table.
    pub fn run(self) -> Result<(), Box<dyn Error>> {
        let mut words = self.words.into_iter();
        let name = self.game.clone().or_else(|| words.next()).unwrap_or_else(|| "knights".into());
        let is_game = self.game.is_some() || self.position.is_some() || name == "knights";
        let kind = if is_game { solve::game(&name)? } else { solve::puzzle(&name)? };
        let text = match (self.position, words.next(), words.next()) {
            (None, None, _) => instance(None)?,
            (Some(text), None, _) | (None, Some(text), None) => text,
            _ => return Err("one instance or position is compared on: it stands last, or after `--position`".into()),
        };
        let text = if text.trim() == "start" && solve::game(&name).is_ok() { String::new() } else { text };
        let mut flags = vec![("depth", self.depth.map(Value::from)), ("limits", Some(self.limits.told(None)))];
        for field in &self.fields {
            let (name, value) = field.split_once('=').ok_or_else(|| format!("`--with {field}`: expected FIELD=VALUE"))?;
            flags.push((name, Some(serde_json::from_str(value).unwrap_or_else(|_| value.into()))));
        }
        let contest = MethodComparison::read(kind, &ComparisonQuestion { question: question(kind, &text, flags)?, methods: self.methods })?;
        let tools = self.limits.tools();
        let comparison = with_progress(self.limits.budget()?, |leash| contest.run(&tools, leash, &mut |_| {}))?;
        let shown = if self.json { serde_json::to_string(&comparison)? + "\n" } else { solve::table(&comparison) };
        Ok(print(shown.as_bytes())?)
    }
}
