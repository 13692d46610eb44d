//! The assembled referee: start, serve, play matches, stop.

use crate::{Config, Error};
use axum::serve::Listener;
use contest::matches::{self, Matches, Proposal, wire};
use contest::tokens::Tokens;
use contest::tournaments::Tournaments;
use contest::{BotName, ConfusableSkeleton, Timekeeper};
use message::{Coded, Message};
use protocol::{Entry, GameResult, MoveRecord};
use referee::{MatchSettings, TerminationKind, TimeControl, UnknownTermination};
use rules::{Board, BySide};
use runtime::work::ThreadPool;
use runtime::{Commands, Counters, Lifecycle, SharedRng, Space};
use solving::reviews::{self, Reviews};
use solving::{BackgroundReviews, SolveService};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use storage::{self, Storage, StorageError, StorageFailure};
use tokio_util::sync::CancellationToken;
use web::{ConnectionLimits, RateLimits, ServedFiles, Services, Sockets};

/// The timeout of the end.
const DRAIN: Duration = Duration::from_secs(6);

#[derive(Clone)]
pub struct Referee(Services, Arc<ConnectionLimits>);

#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMatch {
    pub result: GameResult,
    /// Why; none if it broke off.
    pub reason: Option<TerminationKind>,
    pub why: Option<Message>,
    pub plies: u32,
    /// The time that each player was charged.
    pub charged: BySide<Duration>,
}

/// The interval of looking up names whose tokens another process has made.
const GUARD_EVERY: Duration = Duration::from_secs(10);

/// Reserves the names that have a token, so that no bot has a name that looks like one of them.
async fn guard_names(storage: &dyn Storage, tournaments: &Tournaments, matches: &Matches) -> Result<(), Error> {
    let rows = storage.list_tokens().await?;
    let looking = move || {
        let mut names: BTreeMap<ConfusableSkeleton, BTreeSet<String>> = BTreeMap::new();
        for name in rows.into_iter().filter_map(|row| row.bot?.parse::<BotName>().ok()) {
            names.entry(name.skeleton()).or_default().insert(name.to_string());
        }
        names
    };
    matches.connected.protect_names(tournaments.reports.submit(move |_| looking())?.done().await?);
    Ok(())
}

impl Referee {
    /// Continues every match that was running when the referee last stopped. It runs until `stop` is cancelled.
    pub async fn start(config: Config, storage: Arc<dyn Storage>, stop: CancellationToken) -> Result<Referee, Error> {
        let (time, counters, life) = (Arc::new(Timekeeper::default()), Arc::new(Counters::default()), Arc::new(Lifecycle::new(stop)));
        let rng = Arc::new(SharedRng::new(config.seed));
        let matches = Arc::new(Matches::new(&config.contest, storage.clone(), time.clone(), counters.clone(), life.clone(), rng.clone()));
        let tournaments = Arc::new(Tournaments::new(&config.contest, matches.clone(), storage.clone(), life.clone(), rng));
        let parse_threads = config.contest.report_threads.min(1);
        let (folder, node) = (config.folder(), config.node_name());
        let solving = Arc::new(SolveService::new(&config.solving, parse_threads, folder, node, storage.clone(), life.clone()));
        let sockets =
            Arc::new(Sockets::new(&config.web, matches.clone(), tournaments.clone(), storage.clone(), counters.clone(), life.clone()));
        let limits = Arc::new(RateLimits::new(config.web.requests_per_token, config.web.requests_per_address));
        let names = config.contest.exhibition.iter().map(|name| name.parse()).collect::<Result<Vec<BotName>, _>>()?;
        names.iter().for_each(|name| matches.connected.hold(name));
        guard_names(&*storage, &tournaments, &matches).await?;
        matches.resume().await?;
        solving.resume().await?;
        tournaments.resume().await?;
        life.set_ready();
        life.spawn_until_stopped(async move { time.detect_stalls().await });
        let (stored, ending) = (storage.clone(), life.clone());
        life.spawn_until_stopped(async move {
            let contradiction = stored.contradicted().await;
            ending.fail(&contradiction);
        });
        let (guarded, tokens, names_of) = (matches.clone(), storage.clone(), tournaments.clone());
        life.spawn_until_stopped(async move {
            loop {
                tokio::time::sleep(GUARD_EVERY).await;
                if let Err(error) = guard_names(&*tokens, &names_of, &guarded).await {
                    tracing::warn!(%error, "which names have a token cannot be looked up now");
                }
            }
        });
        let (pruned, days) = (matches.clone(), config.contest.keep_friendly);
        if days > 0 {
            life.spawn_until_stopped(async move { matches::forget_old(&pruned, days).await });
        }
        let pool = ThreadPool::new(15, config.contest.report_threads.min(1), 1);
        life.spawn_until_stopped(matches::pack_finished(storage.clone(), pool));
        let space = Arc::new(Space::new(config.folder().map(Into::into), config.low_space << 20));
        let watched = space.clone();
        life.spawn_until_stopped(async move { watched.watch().await });
        if names.len() > 1 {
            let matches = matches.clone();
            life.spawn_until_stopped(async move { matches::keep_exhibition(&matches, names).await });
        }
        let reviews = Arc::new(Reviews::new(storage.clone(), solving.clone(), life.clone()));
        if config.solving.reviews == BackgroundReviews::Tournaments {
            life.spawn_until_stopped(reviews::review_in_background(reviews.clone()));
        }
        let programs = Arc::new(ServedFiles::new(&config.web));
        let connections = Arc::new(ConnectionLimits::new(&config.web));
        Ok(Referee(
            Services {
                folder: config.folder().map(Into::into),
                node: config.node_name().map(Into::into),
                config: Arc::new(config.web),
                acts: Commands::new(life.clone()),
                tokens: Tokens::new(storage.clone(), life.clone()),
                life,
                storage,
                counters,
                matches,
                tournaments,
                solving,
                sockets,
                limits,
                space,
                programs,
                featured: Arc::default(),
                reviews,
            },
            connections,
        ))
    }

    /// Serves connections until the referee is stopped; then closes them, which takes six seconds at most. What was acknowledged is in storage.
    /// The error is that for which the referee has stopped.
    pub async fn listen(&self, listener: impl Listener<Addr: 'static>) -> Result<(), Error> {
        let services = &self.0;
        web::listen(services.clone(), self.1.clone(), listener, web::router(services.clone())).await;
        services.solving.close();
        services.tournaments.close();
        tracing::info!(
            bots = services.matches.connected.count(),
            matches = services.matches.count(),
            "stopping; running games continue after a restart, or on another node"
        );
        if !services.life.ended(DRAIN).await {
            tracing::warn!("some connections were not closed in time");
        }
        services.life.failure().map_or(Ok(()), |why| Err(Error::Failed(why)))
    }

    /// Serves clients of the line protocol until the referee is stopped.
    pub fn listen_for_lines(&self, listener: impl Listener<Addr: 'static>) {
        self.0.life.spawn(web::listen_for_lines(self.0.clone(), self.1.clone(), listener));
    }

    /// The addresses of the page for other machines, the best first.
    pub fn pages(&self) -> Vec<String> {
        web::pages(&self.0.config)
    }

    /// Waits until a bot is connected.
    pub async fn meet(&self, name: &BotName) {
        while self.0.matches.connected.connection(name).is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Plays one match to its end.
    pub async fn play(&self, players: BySide<BotName>, position: Box<dyn Board>, time: TimeControl) -> Result<PlayedMatch, Error> {
        let game = self.begin(players, position, self.match_settings(time)).await?;
        self.end(game).await
    }

    pub fn match_settings(&self, time: TimeControl) -> MatchSettings {
        self.0.matches.match_settings(time)
    }

    /// Creates a match; returns its number.
    pub async fn begin(&self, players: BySide<BotName>, position: Box<dyn Board>, settings: MatchSettings) -> Result<u64, Error> {
        Ok(self.0.matches.create(Proposal { players, position, settings }).await?.match_id)
    }

    /// Ends a match without a result.
    pub fn annul(&self, match_id: u64, why: &str) {
        if let Some(running) = self.0.matches.find(match_id) {
            running.annul(why);
        }
    }

    /// Waits for the end of a match; returns how it was played.
    pub async fn end(&self, match_id: u64) -> Result<PlayedMatch, Error> {
        if let Some(running) = self.0.matches.find(match_id) {
            running.ended().await;
        }
        let log = storage::whole_log(&*self.0.storage, match_id).await?;
        let mut played = PlayedMatch { result: GameResult::Void, reason: None, why: None, plies: 0, charged: BySide::default() };
        for line in &log {
            match storage::read_line(line)?.entry {
                Entry::Moved(MoveRecord { seat, charge, .. }) => {
                    played.plies += 1;
                    played.charged[wire::side(seat)] += Duration::from_micros(charge.charged_us);
                }
                Entry::Ended { result, reason, why } => {
                    let unknown = |error: UnknownTermination| {
                        StorageError::damaged(StorageFailure::UnreadMatch { game: match_id, why: error.message() })
                    };
                    (played.result, played.reason, played.why) = (result, Some(reason.parse().map_err(unknown)?), Some(why));
                }
                _ => {}
            }
        }
        Ok(played)
    }
}
