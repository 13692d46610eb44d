//! The overview that `arbitre --help` prints: commands by purpose, on one screen. `arbitre serve --help` has the referee's flags.

use clap::{Command, CommandFactory};
use std::fmt::Write;

const GROUPS: [(&str, &[&str]); 3] = [
    ("Referee", &["serve", "tournament", "token", "health", "backup", "restore", "rebuild", "prune", "move-store", "worker"]),
    ("Bots", &["bot", "doctor", "match", "exercises"]),
    ("Games and puzzles", &["solve", "puzzle", "compare", "analyse", "prove", "review", "replay", "moves", "perft"]),
];

const FOOT: &str = "Options (`arbitre COMMAND --help` has those of a command):
  --lang <LANGUAGE>  Language of messages and tables, en or fr; help is English
  -v, --verbose      Print the causes of an error, too
Examples:
  arbitre                                   serve on http://127.0.0.1:8080
  arbitre bot greedy --name ann             connect a bot to it
  arbitre doctor -- python3 bot.py          rehearse a tournament day with a bot
Documentation: http://127.0.0.1:8080/docs. Shell: `arbitre completions bash`
";

/// The parser, with the overview as its help.
pub fn command<C: CommandFactory>() -> Command {
    let command = C::command();
    let overview = overview(&command);
    command.override_help(overview)
}

fn overview(command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut help = format!("{about}\nUsage: arbitre [COMMAND], or the flags of `arbitre serve`\n");
    for (group, names) in GROUPS {
        // The write to a string does not fail.
        let _ = writeln!(help, "\n{group}:");
        for about in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let _ = writeln!(help, "  {:<11} {}", about.get_name(), about.get_about().map(ToString::to_string).unwrap_or_default());
        }
    }
    help + "\n" + FOOT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;

    #[test]
    fn every_command_is_in_one_group_and_the_overview_fits_a_screen() {
        let command = Cli::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.retain(|name| cfg!(feature = "cluster") || *name != "worker");
        let mut named: Vec<&str> = command.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name).collect();
        grouped.sort_unstable();
        named.sort_unstable();
        assert_eq!(grouped, named);
        let overview = overview(&command);
        assert!(overview.lines().count() <= 40, "{overview}");
        assert!(overview.lines().all(|line| line.chars().count() <= 80), "{overview}");
    }
}
