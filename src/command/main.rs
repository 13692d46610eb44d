//! The `arbitre` command: the only place that knows both the referee and the bots.

mod analyse;
mod backup;
mod compare;
mod doctor;
mod engine_match;
mod error;
mod exercises;
mod health;
mod kept;
mod language;
mod lines;
mod move_store;
mod position;
mod process;
mod prove;
mod question;
mod random;
mod remote;
mod review;
mod serve;
mod solve;
mod text_file;
mod token;
mod tournament;
#[cfg(feature = "cluster")]
mod worker;

use axum::serve::Listener;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use contest::BotName;
use error::{Error, Failure};
use process::{Done, LogFormat, block_on, house, log_to_stderr};
use rules::Catalogue;
use server::StoragePlace;
use server::{Config, Referee};
use solving::UnaskedReviews;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;
use web::Registration;

/// Memory that one thread takes and another gives back is the rule here, and threads of low priority must not hold a lock for it that the
/// referee's thread waits for: this allocator gives back without a lock.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A tournament referee for bots that play Chinese knights, Connect Four or tic-tac-toe. Without a command it serves
#[derive(Parser)]
#[command(name = "arbitre", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
    /// Language of errors, findings and tables; this help is in English [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, env = "ARBITRE_LANG", value_name = "LANGUAGE", global = true, value_parser = language::codes())]
    lang: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the referee (the default)
    Serve(Box<serve::Serve>),
    Bot(Box<bots::BotArgs>),
    Match(engine_match::Contest),
    Tournament(tournament::Tournament),
    Perft(position::Perft),
    Moves(position::Moves),
    Replay(position::Replay),
    Solve(solve::Solve),
    Puzzle(random::Random),
    Compare(compare::Compare),
    Analyse(analyse::Analyse),
    Prove(Box<prove::Prove>),
    Review(review::ReviewArgs),
    #[cfg(feature = "cluster")]
    Worker(worker::WorkerArgs),
    Exercises(exercises::Exercises),
    Token(token::Token),
    Backup(backup::Backup),
    Restore(backup::Restore),
    MoveStore(move_store::MoveStore),
    Health(health::Health),
    Doctor(doctor::Doctor),
}

/// Whoever reads what is printed may have read enough, as `head` has: then it is over, and nothing is wrong.
fn end_when_nobody_reads() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let said = info.payload().downcast_ref::<String>();
        if said.is_some_and(|said| said.starts_with("failed printing to stdout") && said.contains("Broken pipe")) {
            std::process::exit(0);
        }
        usual(info);
    }));
}

fn main() -> ExitCode {
    end_when_nobody_reads();
    let cli = Cli::try_parse_from(language::choose()).unwrap_or_else(|error| match language::refused_value(&error) {
        Some(sentence) => {
            eprintln!("arbitre: {sentence}");
            std::process::exit(error.exit_code())
        }
        None => error.exit(),
    });
    let done = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(args) => args.run(),
        Command::Bot(args) => {
            let _log = log_to_stderr(LogFormat::Human, "info");
            block_on(async { Ok(args.run(bots::interrupted()).await?) })
        }
        Command::Match(args) => contest(args),
        Command::Tournament(args) => tournament_here(args),
        Command::Perft(args) => args.run(),
        Command::Moves(args) => args.run(),
        Command::Replay(args) => args.run(),
        Command::Solve(args) => match args.run() {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Puzzle(args) => args.run(),
        Command::Compare(args) => args.run(),
        Command::Analyse(args) => args.run(),
        Command::Prove(args) => match args.run() {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Review(args) => args.run(),
        #[cfg(feature = "cluster")]
        Command::Worker(args) => args.run(),
        Command::Exercises(args) => exercised(args),
        Command::Token(args) => block_on(args.run()),
        Command::Backup(args) => block_on(args.run()),
        Command::Restore(args) => block_on(args.run()),
        Command::MoveStore(args) => block_on(args.run()),
        Command::Health(args) => args.run(),
        Command::Doctor(args) => match examine(args) {
            // The report has said it.
            Ok(false) => return ExitCode::FAILURE,
            examined => examined.map(drop),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // `arbitre moves | head` is no failure.
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "arbitre: {}", language::said(&error));
            ExitCode::FAILURE
        }
    }
}

/// What a referee is that nobody else hears of: in memory, and open to whoever is here.
fn private_referee() -> Result<Config, Error> {
    let defaults = Cli::command().get_matches_from(["arbitre"]);
    let mut config = serve::Serve::from_arg_matches(&defaults)?.config;
    config.place = StoragePlace::memory();
    config.web.bind = SocketAddr::from(([127, 0, 0, 1], 0));
    config.web.registration = Some(Registration::Open);
    config.contest.friendly.clear();
    config.solving.reviews = UnaskedReviews::None;
    Ok(config)
}

/// Whether the bot is fit to play.
fn examine(args: doctor::Doctor) -> Result<bool, Error> {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let config = private_referee()?;
    block_on(async {
        tokio::select! {
            examined = args.run(config) => examined,
            () = bots::interrupted() => Err(Failure::Interrupted.into()),
        }
    })
}

/// How many exercises a bot solves.
fn exercised(args: exercises::Exercises) -> Done {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let config = private_referee()?;
    block_on(async {
        tokio::select! {
            done = args.run(config) => done,
            () = bots::interrupted() => Err(Failure::Interrupted.into()),
        }
    })
}

fn contest(args: engine_match::Contest) -> Done {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let defaults = Cli::command().get_matches_from(["arbitre"]);
    let config = serve::Serve::from_arg_matches(&defaults)?.config;
    let engines = [args.first.clone(), args.second.clone()];
    let (seed, game) = (args.seed, args.game.name());
    block_on(async {
        let start = |address: SocketAddr, names: &[BotName; 2]| {
            let pairs = names.iter().zip(engines);
            let bots =
                pairs.map(|(name, engine)| bots::HouseBot { name: name.to_string(), game: game.into(), engine, token: None }).collect();
            let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
            let config = bots::HouseConfig { bots, max_think: None, threads, ..house(address, seed)? };
            Ok(bots::HouseBots::start(config)?)
        };
        args.run(config, start).await
    })
}

/// Does what is asked of a referee; one that is to be run here is started first, and with it the bots that play.
fn tournament_here(args: tournament::Tournament) -> Done {
    let (text, plan, output, real) = match &args.act {
        tournament::Act::Run { file, here: true, output, game } => {
            let (text, plan) = tournament::read(file, game.as_deref())?;
            (text, plan, output.clone(), None)
        }
        tournament::Act::Rehearse { file, engine } => {
            let plan = tournament::read(file, None)?.1;
            (None, tournament::to_rehearse(&plan, engine), None, Some(plan))
        }
        _ => return args.run(),
    };
    let _log = log_to_stderr(LogFormat::Human, "error");
    // Nobody has rehearsed here. Otherwise the text is sent, so that what is wrong with it is told with its line.
    let text = text.filter(|_| plan.rehearsed.is_none());
    let plan = protocol::NewTournament { rehearsed: None, ..plan };
    let seed = plan.seed.unwrap_or(1);
    let game = plan.game.clone().unwrap_or_else(|| Catalogue::USUAL.into());
    let engine = |entrant: protocol::NewEntrant| bots::HouseBot {
        game: game.clone(),
        engine: entrant.engine.unwrap_or_else(|| entrant.bot.clone()),
        name: entrant.bot,
        token: None,
    };
    let players: Vec<bots::HouseBot> = plan.entrants.iter().cloned().map(engine).collect();
    let names = players.iter().map(|bot| bot.name.parse()).collect::<Result<Vec<BotName>, _>>()?;
    let config = Config { seed: Some(seed), ..private_referee()? };
    block_on(async {
        let listener = web::bind(config.web.bind).await?;
        let address = listener.local_addr()?;
        let stop = CancellationToken::new();
        let referee = Referee::start(config, storage::in_memory(), stop.clone()).await?;
        let listening = tokio::spawn({
            let referee = referee.clone();
            async move { referee.listen(listener).await }
        });
        let remote = remote::Remote::here(address);
        // What is wrong with the plan shows before anybody plays.
        let creating = remote.clone();
        let create = move || text.map_or_else(|| tournament::create_plan(&creating, &plan), |text| tournament::create(&creating, &text));
        let detail = tokio::task::spawn_blocking(create).await??;
        let id = detail.summary.tournament;
        let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
        let config = bots::HouseConfig { bots: players, max_think: None, threads, ..house(address, seed)? };
        let house = bots::HouseBots::start(config)?;
        for name in &names {
            referee.meet(name).await;
        }
        let done = tokio::task::spawn_blocking(move || tournament::run(&remote, id, output.as_deref())).await;
        stop.cancel();
        listening.await??;
        drop(house);
        done??;
        if let Some(real) = real {
            println!("\n{}", tournament::foretold(&real, &detail));
        }
        Ok(())
    })
}
