//! The `arbitre` command: the only place that knows both the referee and the bots.

mod analyse;
mod backup;
mod compare;
mod contest;
mod doctor;
mod health;
mod lines;
mod position;
mod question;
mod random;
mod remote;
mod review;
mod solve;
mod text_file;
mod token;
mod tournament;

use axum::serve::Listener;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rules::Catalogue;
use server::config::Registration;
use server::storage::{Opened, StorageLocation};
use server::{BotName, Config, Error, Referee, storage, tokens};
use std::error::Error as StdError;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_appender::non_blocking::WorkerGuard;

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
    serve: Serve,
}

#[derive(Subcommand)]
enum Command {
    /// Run the referee (the default)
    Serve(Box<Serve>),
    Bot(Box<bots::BotArgs>),
    Match(contest::Contest),
    Tournament(tournament::Tournament),
    Perft(position::Perft),
    Moves(position::Moves),
    Replay(position::Replay),
    Solve(solve::Solve),
    Puzzle(random::Random),
    Compare(compare::Compare),
    Analyse(analyse::Analyse),
    Review(review::ReviewArgs),
    Token(token::Token),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Health(health::Health),
    Doctor(doctor::Doctor),
}

#[derive(Args)]
struct Serve {
    #[command(flatten)]
    config: Config,
    /// Start without the bundled bots
    #[arg(long, env = "ARBITRE_NO_HOUSE_BOTS")]
    no_house_bots: bool,
    /// How long the house bots take for a move among themselves
    #[arg(long, env = "ARBITRE_PACE", default_value = "1s")]
    pace: referee::Micros,
    /// How log lines look
    #[arg(long, env = "ARBITRE_LOG_FORMAT", value_enum, default_value = "human")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    Human,
    Json,
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
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(args) => serve(*args),
        Command::Bot(args) => {
            let _log = log_to_stderr(LogFormat::Human, "info");
            block_on(async { args.run(bots::interrupted()).await.map_err(Into::into) })
        }
        Command::Match(args) => contest(args),
        Command::Tournament(args) => tournament_here(args),
        Command::Perft(args) => args.run().map_err(Into::into),
        Command::Moves(args) => args.run().map_err(Into::into),
        Command::Replay(args) => args.run().map_err(Into::into),
        Command::Solve(args) => args.run(),
        Command::Puzzle(args) => args.run(),
        Command::Compare(args) => args.run(),
        Command::Analyse(args) => args.run(),
        Command::Review(args) => args.run(),
        Command::Token(args) => block_on(async { args.run().await.map_err(Into::into) }),
        Command::Backup(args) => block_on(async { args.run().await.map_err(Into::into) }),
        Command::Restore(args) => block_on(async { args.run().await.map_err(Into::into) }),
        Command::Health(args) => args.run().map_err(Into::into),
        Command::Doctor(args) => match examine(args) {
            // The report has said it.
            Ok(false) => return ExitCode::FAILURE,
            examined => examined.map(drop),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // `arbitre moves | head` is no failure.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "arbitre: {error}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), Box<dyn StdError>>;

/// What a referee is that nobody else hears of: in memory, and open to whoever is here.
fn private_referee() -> Result<Config, clap::Error> {
    let defaults = Cli::command().get_matches_from(["arbitre"]);
    Ok(Config {
        data: StorageLocation::Memory,
        bind: SocketAddr::from(([127, 0, 0, 1], 0)),
        registration: Some(Registration::Open),
        friendly: Vec::new(),
        ..Serve::from_arg_matches(&defaults)?.config
    })
}

/// Whether the bot is fit to play.
fn examine(args: doctor::Doctor) -> Result<bool, Box<dyn StdError>> {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let config = private_referee()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        tokio::select! {
            examined = args.run(config) => Ok(examined?),
            () = bots::interrupted() => Err("interrupted".into()),
        }
    })
}

/// One thread: refereeing is light, and a thread alone has nobody to wait for.
fn block_on(future: impl Future<Output = Done>) -> Done {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(future)
}

/// How long the last write may take when everything ends.
const LAST_WRITE: Duration = Duration::from_millis(500);

/// Writes the log to standard error, on a thread of its own: nobody waits for whoever reads it, and lines that he does not take are lost.
/// What is left is written when the guard is dropped.
fn log_to_stderr(format: LogFormat, level: &str) -> WorkerGuard {
    let filter = tracing_subscriber::EnvFilter::try_from_env("ARBITRE_LOG").unwrap_or_else(|_| level.into());
    let (writer, guard) = tracing_appender::non_blocking(io::stderr());
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_ansi(io::stderr().is_terminal());
    match format {
        LogFormat::Human => lines.with_target(false).init(),
        LogFormat::Json => lines.json().init(),
    }
    guard
}

/// The bundled bots, ready to be started.
fn house(address: SocketAddr, seed: u64) -> Result<bots::HouseConfig, Error> {
    let url = format!("ws://{address}/ws").parse().map_err(|error| Error::Internal(format!("the bots cannot read {address}: {error}")))?;
    Ok(bots::HouseConfig { seed, ..bots::HouseConfig::new(url) })
}

fn serve(args: Serve) -> Done {
    // What the house bots do, the referee tells as well.
    let _log = log_to_stderr(args.log_format, "info,bots=error");
    let Serve { mut config, no_house_bots, pace, .. } = args;
    let mut opened = None;
    let served = block_on(async {
        let storage = opened.insert(storage::open(&config.data, config.durability).await?).storage.clone();
        let listener = server::bind(config.bind).await?;
        let address = listener.local_addr()?;
        tokens::revoke_house(&*storage).await?;
        let mut house = None;
        if !no_house_bots {
            // Of the wildcard address, the loopback one is the bots' way in.
            let own = if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address };
            let mut bots = self::house(own, config.seed.unwrap_or(0))?;
            let names: Vec<String> = bots.bots.iter().map(|bot| bot.name.clone()).collect();
            let of_usual_game = bots.bots.iter().filter(|bot| bot.game == Catalogue::USUAL);
            let friendly = of_usual_game.map(|bot| bot.name.clone()).collect();
            for bot in &mut bots.bots {
                // A name that has a token is nobody else's.
                bot.token = Some(tokens::mint_house(&*storage, &bot.name.parse()?).await?.to_string());
            }
            bots.pace = bots::Pace { interval: Duration::from_micros(pace.0), against: names };
            if config.friendly.is_empty() {
                config.friendly = friendly;
            }
            house = Some(bots);
        }
        let stop = CancellationToken::new();
        stop_on_signal(stop.clone())?;
        let referee = Referee::start(config.clone(), storage.clone(), stop).await?;
        println!("Arbitre listens on http://{address}/ (bots: ws://{address}/ws)");
        if (config.is_public() || config.registration() == server::config::Registration::Closed)
            && let Some(token) = tokens::mint_first_operator(&*storage, config.folder()).await?
        {
            let page = referee.pages().into_iter().next().unwrap_or_else(|| format!("http://{address}/"));
            println!("Whoever organises opens {page} and shows this operator's token, which is not shown again: {token}");
            if let Some(folder) = config.folder() {
                println!("It is kept in {}, which only its owner can read.", folder.join(tokens::OPERATOR_FILE).display());
            }
        }
        if let Some(lines) = config.tcp {
            let lines = server::bind_lines(lines).await?;
            let token = match config.registration() {
                Registration::Open => "",
                Registration::Closed => ", with their token as the last word of their first line",
            };
            println!("Clients of the classroom's line protocol connect to {}{token}", lines.local_addr()?);
            referee.listen_for_lines(lines);
        }
        let house = house.map(bots::HouseBots::start).transpose()?;
        let served = referee.listen(listener).await;
        drop(house);
        // If nothing can be written now, the next start does it.
        if let Ok(Err(error)) = tokio::time::timeout(LAST_WRITE, tokens::revoke_house(&*storage)).await {
            tracing::warn!(%error, "the house bots' tokens stay until the next start");
        }
        Ok(served?)
    });
    // The last handles are gone with the runtime.
    opened.into_iter().for_each(Opened::close);
    served
}

/// SIGTERM and Ctrl-C stop the referee.
fn stop_on_signal(stop: CancellationToken) -> io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
    });
    Ok(())
}

fn contest(args: contest::Contest) -> Done {
    let _log = log_to_stderr(LogFormat::Human, "error");
    let defaults = Cli::command().get_matches_from(["arbitre"]);
    let config = Serve::from_arg_matches(&defaults)?.config;
    let engines = [args.first.clone(), args.second.clone()];
    let (seed, game) = (args.seed, args.game.name());
    block_on(async {
        let start = |address: SocketAddr, names: &[BotName; 2]| {
            let pairs = names.iter().zip(engines);
            let bots =
                pairs.map(|(name, engine)| bots::HouseBot { name: name.to_string(), game: game.into(), engine, token: None }).collect();
            let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
            let config = bots::HouseConfig { bots, max_think: None, threads, ..house(address, seed)? };
            bots::HouseBots::start(config).map_err(|error| Error::BadRequest(error.to_string()))
        };
        Ok(args.run(config, start).await?)
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
        _ => return Ok(args.run()?),
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
    let names = players.iter().map(|bot| bot.name.parse()).collect::<Result<Vec<BotName>, Error>>()?;
    let config = Config { seed: Some(seed), ..private_referee()? };
    block_on(async {
        let listener = server::bind(config.bind).await?;
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
        let house = bots::HouseBots::start(config).map_err(|error| Error::BadRequest(error.to_string()))?;
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
