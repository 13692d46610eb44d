//! `compare`: several methods on one instance, one table of what they cost.

use crate::question::{Limited, instance, print, question, with_progress};
use protocol::ComparisonQuestion;
use serde_json::Value;
use server::solve::{self, Contest};
use std::error::Error;

/// Compare methods on one instance: a puzzle, or with `--position` a position of a game
///
/// `arbitre compare taquin "6 3 1/8 _ 2/7 4 5"`, `arbitre compare --position "…" --depth 4`.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// The puzzle or game
    #[arg(default_value = "knights")]
    puzzle: String,
    /// The game, instead of a puzzle: knights, connect-four or tic-tac-toe; a position of it, or `start`, is read as by `analyse`
    #[arg(long, conflicts_with = "puzzle")]
    game: Option<String>,
    /// The instance; standard input if left out
    #[arg(conflicts_with = "position")]
    instance: Option<String>,
    /// A position of a game; `start` for the one before the first move
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
        let is_game = self.game.is_some() || self.position.is_some() || self.puzzle == "knights";
        let name = self.game.unwrap_or(self.puzzle);
        let kind = if is_game { solve::game(&name)? } else { solve::puzzle(&name)? };
        let text = match self.position {
            Some(position) => {
                if position == "start" {
                    String::new()
                } else {
                    position
                }
            }
            None => instance(self.instance)?,
        };
        let mut flags = vec![("depth", self.depth.map(Value::from)), ("limits", Some(self.limits.told(None)))];
        for field in &self.fields {
            let (name, value) = field.split_once('=').ok_or_else(|| format!("`--with {field}`: expected FIELD=VALUE"))?;
            flags.push((name, Some(serde_json::from_str(value).unwrap_or_else(|_| value.into()))));
        }
        let contest = Contest::read(kind, &ComparisonQuestion { question: question(kind, &text, flags)?, methods: self.methods })?;
        let tools = self.limits.tools();
        let comparison = with_progress(self.limits.budget()?, |leash| contest.run(&tools, leash, &mut |_| {}))?;
        let shown = if self.json { serde_json::to_string(&comparison)? + "\n" } else { solve::table(&comparison) };
        Ok(print(shown.as_bytes())?)
    }
}
