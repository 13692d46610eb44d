//! `serve`: the referee, alone with its folder or as a node of a cluster on one database.

use crate::error::Failure;
use crate::language::localized;
use crate::local_referee::AddressNote;
use crate::output::{Output, print_line};
use crate::process::{self, CommandResult, LogFormat, block_on, log_to_stderr, stop_on_signal};
use axum::serve::Listener;
use clap::Args;
use clap::builder::PossibleValuesParser;
#[cfg(feature = "cluster")]
use cluster::{ClusterNode, DatabaseUrl, LeaseTerm, NodeAddresses};
use contest::tokens;
use rules::Catalogue;
use server::{Config, Referee, StorageLocation};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use storage::{Opened, Storage};
use tokio_util::sync::CancellationToken;
#[cfg(feature = "cluster")]
use web::ChannelListener;
use web::Registration;

/// The timeout of the last write at the end.
const LAST_WRITE: Duration = Duration::from_millis(500);

#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    pub config: Config,
    /// Start without the bundled bots
    #[arg(long, help_heading = "House bots", env = "ARBITRE_NO_HOUSE_BOTS")]
    no_house_bots: bool,
    /// Engines of the house bots that play knights [default: greedy,mcts,alphabeta]; `alphabeta:1` to `alphabeta:6` are for learners
    #[arg(long, help_heading = "House bots", env = "ARBITRE_HOUSE_BOTS", value_name = "ENGINES", value_delimiter = ',', conflicts_with = "no_house_bots", value_parser = PossibleValuesParser::new(search::KNIGHTS_PLAYERS))]
    house_bots: Vec<String>,
    /// The least time of a house bot's move against another house bot
    #[arg(long, help_heading = "House bots", env = "ARBITRE_HOUSE_MIN_THINK", default_value = "1s")]
    house_min_think: referee::Micros,
    /// Format of the log
    #[arg(long, help_heading = None::<&str>, env = "ARBITRE_LOG_FORMAT", value_enum, default_value = "human")]
    log_format: LogFormat,
}

/// The listeners: for HTTP with WebSocket, and for the line protocol.
struct Listeners<H, L> {
    http: H,
    lines: Option<L>,
}

impl Serve {
    pub fn run(self) -> CommandResult {
        // The referee logs what the house bots do.
        let _log = log_to_stderr(self.log_format, "info,bots=error,tokio_postgres=error,deadpool_postgres=error");
        match self.config.place.location() {
            #[cfg(feature = "cluster")]
            StorageLocation::Database(url) => block_on(async { self.as_node(url).await }),
            _ if self.config.solving.only_referees() => Err(Failure::WorkersNeedStore.into()),
            location => self.alone(&location),
        }
    }

    fn alone(&self, location: &StorageLocation) -> CommandResult {
        let mut opened = None;
        let served = block_on(async {
            let storage = opened.insert(server::open(location, self.config.durability).await?).storage.clone();
            let stop = CancellationToken::new();
            stop_on_signal(stop.clone())?;
            let http = web::bind(self.config.web.bind).await?;
            let lines = match self.config.bind_tcp {
                Some(address) => Some(web::bind_lines(address).await?),
                None => None,
            };
            let (address, lines_address) = (http.local_addr()?, lines.as_ref().map(Listener::local_addr).transpose()?);
            let started = || self.print_addresses(address, lines_address);
            self.referee(storage, Listeners { http, lines }, stop, started).await
        });
        // The runtime has dropped the last handles.
        opened.into_iter().for_each(Opened::close);
        served
    }

    /// Serves as one node of a cluster: referees while it holds the lease.
    #[cfg(feature = "cluster")]
    async fn as_node(&self, url: DatabaseUrl) -> CommandResult {
        self.config.place.make_folder()?;
        let stop = CancellationToken::new();
        stop_on_signal(stop.clone())?;
        if std::env::args().any(|argument| DatabaseUrl::shows_password(argument.trim_start_matches("--store="))) {
            tracing::warn!(
                "every user of this machine can read the database's password in the command line: ARBITRE_STORE, --store-file or PGPASSFILE hides it"
            );
        }
        let (bind, tcp) = (self.config.web.bind, self.config.bind_tcp);
        let listen = NodeAddresses { http: bind, lines: tcp, max_connections: self.config.web.max_connections };
        let Some(mut node) = ClusterNode::open(&self.config.node, listen, url, &stop).await? else { return Ok(()) };
        self.print_addresses(node.address, node.lines);
        while let Some(term) = node.stand_by(&stop).await? {
            let LeaseTerm { opened, http, lines } = term;
            let (superseded, over) = (opened.superseded().clone(), stop.child_token());
            // Other nodes may pass on what speaks the line protocol, though this one does not listen for it.
            let arrivals = |inbox, address| ChannelListener { inbox, address };
            let lines = Some(arrivals(lines, node.lines.unwrap_or(node.address)));
            let listeners = Listeners { http: arrivals(http, node.address), lines };
            let serving = self.referee(opened.storage.clone(), listeners, over.clone(), || ());
            tokio::pin!(serving);
            let served = tokio::select! {
                biased;
                () = superseded.cancelled() => None,
                served = &mut serving => Some(served),
            };
            // Closing waits for the last writes.
            let close = || tokio::task::spawn_blocking(|| opened.close());
            let is_over = served.is_some();
            if let Some(served) = served
                && !superseded.is_cancelled()
            {
                close().await?;
                node.leave().await;
                return served;
            }
            over.cancel();
            let ending = async {
                if !is_over {
                    // The lost lease is the reason.
                    let _ = serving.await;
                }
                close().await
            };
            node.step_down(ending).await?;
            tracing::warn!("this node has lost its term, and stands by");
        }
        node.leave().await;
        Ok(())
    }

    /// Referees until `stop` is cancelled; calls `started` at the start.
    async fn referee<H, L>(
        &self,
        storage: Arc<dyn Storage>,
        listeners: Listeners<H, L>,
        stop: CancellationToken,
        started: impl FnOnce(),
    ) -> CommandResult
    where
        H: Listener<Addr = SocketAddr>,
        L: Listener<Addr = SocketAddr>,
    {
        let mut config = self.config.clone();
        config.web.executable = std::env::current_exe().ok();
        let address = listeners.http.local_addr()?;
        tokens::revoke_house(&*storage).await?;
        let mut house = None;
        // A wildcard address is reached by loopback.
        let own = if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address };
        if !self.no_house_bots {
            let usual = process::house(own, config.seed.unwrap_or(0))?;
            let mut bots = if self.house_bots.is_empty() { usual } else { usual.with_knights(&self.house_bots) };
            let names: Vec<String> = bots.bots.iter().map(|bot| bot.name.clone()).collect();
            let of_usual_game = bots.bots.iter().filter(|bot| bot.game == Catalogue::USUAL);
            let exhibition = of_usual_game.map(|bot| bot.name.clone()).collect();
            for bot in &mut bots.bots {
                // The token reserves the name.
                bot.token = Some(tokens::mint_house(&*storage, &bot.name.parse()?).await?.to_string());
            }
            bots.pace = bots::SlowPace { interval: Duration::from_micros(self.house_min_think.0), against: names };
            if config.contest.exhibition.is_empty() {
                config.contest.exhibition = exhibition;
            }
            house = Some(bots);
        }
        let referee = Referee::start(config.clone(), storage.clone(), stop).await?;
        started();
        if (config.web.is_public() || config.web.registration() == Registration::Closed)
            && let Some(token) = tokens::mint_first_operator(&*storage, config.folder()).await?
        {
            let page = referee.pages().into_iter().next().unwrap_or_else(|| format!("http://{address}/"));
            // What is printed may be logged.
            print_line(&match config.folder() {
                Some(folder) => Output::OperatorFile { page, file: folder.join(tokens::OPERATOR_FILE).display().to_string() },
                None => Output::OperatorToken { page, token: token.to_string() },
            })?;
        }
        let note =
            |folder| AddressNote::write(folder, own).inspect_err(|error| tracing::warn!(%error, "commands here need `--token`")).ok();
        let _note = config.folder().and_then(note);
        if let Some(lines) = listeners.lines {
            referee.listen_for_lines(lines);
        }
        let house = house.map(bots::HouseBots::start).transpose()?;
        let served = referee.listen(listeners.http).await;
        drop(house);
        // The next start revokes them if this fails.
        if let Ok(Err(error)) = tokio::time::timeout(LAST_WRITE, tokens::revoke_house(&*storage)).await {
            tracing::warn!(%error, "the house bots' tokens stay until the next start");
        }
        Ok(served?)
    }

    fn print_addresses(&self, address: SocketAddr, lines: Option<SocketAddr>) {
        println!("{}", localized(&Output::Listening { address: address.to_string() }));
        if let Some(lines) = lines {
            let is_token_needed = self.config.web.registration() == Registration::Closed;
            println!("{}", localized(&Output::LineClients { address: lines.to_string(), is_token_needed }));
        }
    }
}
