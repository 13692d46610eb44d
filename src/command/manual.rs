//! Shell completions and manual pages, from the definition of the command line.

use crate::Cli;
use crate::process::CommandResult;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::PathBuf;

/// Print the completion script of bash, elvish, fish, powershell or zsh
#[derive(clap::Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> CommandResult {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "arbitre", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

/// Write the manual pages into a folder
#[derive(clap::Args)]
pub struct Man {
    folder: PathBuf,
}

impl Man {
    pub fn run(self) -> CommandResult {
        std::fs::create_dir_all(&self.folder)?;
        Ok(clap_mangen::generate_to(Cli::command(), self.folder)?)
    }
}
