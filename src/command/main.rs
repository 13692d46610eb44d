//! The `arbitre` command, which joins the referee and the bots.

mod analyse;
mod backup;
mod compare;
mod doctor;
mod embedded_referee;
mod engine_match;
mod error;
mod exercises;
mod health;
mod help;
mod language;
mod lines;
mod local_referee;
mod maintain;
mod manual;
mod move_store;
mod output;
mod position;
mod process;
mod proof_table;
mod prove;
mod question;
mod random;
mod remote;
mod review;
mod serve;
mod solve;
mod token;
mod tournament;
#[cfg(feature = "cluster")]
mod worker;

use clap::builder::PossibleValuesParser;
use clap::{FromArgMatches, Parser, Subcommand};
use error::Error;
use process::{LogFormat, block_on, log_to_stderr};
use std::io::{self, Write};
use std::process::ExitCode;

/// Threads often free each other's memory, and a thread of low priority must not hold a lock that the referee's thread waits for:
/// this allocator frees without a lock.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tournament referee for bots: Chinese knights, Connect Four, tic-tac-toe.
#[derive(Parser)]
#[command(name = "arbitre", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
    /// Language of errors, findings and tables; this help is in English [default: that of ARBITRE_LANG, LANGUAGE or the locale]
    #[arg(long, value_name = "LANGUAGE", global = true, help_heading = None::<&str>, value_parser = PossibleValuesParser::new(language::codes()))]
    lang: Option<String>,
    /// Print the causes of an error, too
    #[arg(short, long, global = true, help_heading = None::<&str>)]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Run the referee (the default)
    Serve(Box<serve::Serve>),
    Bot(Box<bots::BotArgs>),
    Match(engine_match::EngineMatch),
    Tournament(tournament::TournamentArgs),
    Perft(position::Perft),
    Moves(position::Moves),
    Replay(position::ReplayArgs),
    Solve(solve::Solve),
    Puzzle(random::Random),
    Compare(compare::Compare),
    Analyse(analyse::Analyse),
    Prove(Box<prove::Prove>),
    Review(review::ReviewArgs),
    #[cfg(feature = "cluster")]
    Worker(worker::WorkerArgs),
    Exercises(exercises::Exercises),
    Token(token::TokenArgs),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Rebuild(maintain::Rebuild),
    Prune(maintain::Prune),
    MoveStore(move_store::MoveStore),
    Health(health::Health),
    Doctor(doctor::Doctor),
    #[command(hide = true)]
    Completions(manual::Completions),
    #[command(hide = true)]
    Man(manual::Man),
}

/// Ends the process with status 0 when `println!` finds that the reader has closed the pipe, as `head` does.
fn exit_on_closed_pipe() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let message = info.payload().downcast_ref::<String>();
        if message.is_some_and(|message| message.starts_with("failed printing to stdout") && message.contains("Broken pipe")) {
            std::process::exit(0);
        }
        usual(info);
    }));
}

impl Command {
    fn run(self) -> Result<ExitCode, Error> {
        match self {
            Command::Solve(args) => return args.run().map_err(|error| error.with_flags(&["--method"])),
            Command::Prove(args) => return args.run(),
            Command::Doctor(args) => return embedded_referee::run(|config| args.run(config)),
            Command::Serve(args) => args.run(),
            Command::Bot(args) => {
                let _log = log_to_stderr(LogFormat::Human, "info");
                block_on(async { Ok(args.run(bots::interrupted()?).await?) })
            }
            Command::Match(args) => args.run(),
            Command::Tournament(args) => args.run(),
            Command::Perft(args) => args.run(),
            Command::Moves(args) => args.run(),
            Command::Replay(args) => args.run(),
            Command::Puzzle(args) => args.run().map_err(|error| error.with_flags(&["--size", "--difficulty"])),
            Command::Compare(args) => {
                args.run().map_err(|error| error.with_flags(&["--methods", "--depth", "--size", "--difficulty", "--instances"]))
            }
            Command::Analyse(args) => args.run().map_err(|error| error.with_flags(&["--method", "--depth", "--lines", "--evaluation"])),
            Command::Review(args) => args.run(),
            #[cfg(feature = "cluster")]
            Command::Worker(args) => args.run(),
            Command::Exercises(args) => embedded_referee::run(|config| args.run(config)),
            Command::Token(args) => block_on(args.run()),
            Command::Backup(args) => block_on(args.run()),
            Command::Restore(args) => block_on(args.run()),
            Command::Rebuild(args) => block_on(args.run()),
            Command::Prune(args) => block_on(args.run()),
            Command::MoveStore(args) => block_on(args.run()),
            Command::Health(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

fn main() -> ExitCode {
    exit_on_closed_pipe();
    let arguments = language::choose();
    let parsed = help::command::<Cli>().try_get_matches_from(&arguments).and_then(|found| Cli::from_arg_matches(&found));
    let cli = parsed.unwrap_or_else(|error| match language::refused(&error, &arguments) {
        Some(sentence) => {
            eprintln!("arbitre: {sentence}");
            std::process::exit(error.exit_code())
        }
        None => error.exit(),
    });
    let verbose = cli.verbose;
    cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))).run().unwrap_or_else(|error| {
        if error.is_broken_pipe() {
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(io::stderr(), "arbitre: {}", language::localized(&error));
        let chain = std::iter::successors(std::error::Error::source(&error), |&cause| cause.source());
        for cause in chain.filter(|_| verbose) {
            let _ = writeln!(io::stderr(), "  {}", language::localized(&error::CauseLine { why: cause.to_string() }));
        }
        ExitCode::FAILURE
    })
}
