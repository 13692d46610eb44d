//! What the routes are handed.

use super::{Pinned, RateLimits};
use crate::Config;
use crate::socket::Sockets;
use contest::matches::Matches;
use contest::tokens::Tokens;
use contest::tokens::class_key::ClassKey;
use contest::tournaments::Tournaments;
use runtime::Commands;
use runtime::{Counters, Life, Space};
use solving::SolveService;
use solving::reviews::Reviews;
use std::path::PathBuf;
use std::sync::Arc;
use storage::Storage;

/// What the routes use.
#[derive(Clone)]
pub struct Services {
    /// What the operator chose.
    pub config: Arc<Config>,
    /// The folder for files beside the storage, if there is one.
    pub folder: Option<PathBuf>,
    /// What this node is called among others, if it has a name.
    pub node: Option<String>,
    /// The life of the process.
    pub life: Arc<Life>,
    /// What is kept.
    pub storage: Arc<dyn Storage>,
    /// What was asked for over HTTP and changes something, each with the line of the log that says who did it.
    pub acts: Commands,
    /// Who is who.
    pub tokens: Tokens,
    /// What is counted.
    pub counters: Arc<Counters>,
    /// What is played.
    pub matches: Arc<Matches>,
    /// Who plays whom next.
    pub tournaments: Arc<Tournaments>,
    /// What solves.
    pub solving: Arc<SolveService>,
    /// The WebSockets.
    pub sockets: Arc<Sockets>,
    /// Room on the disk.
    pub space: Arc<Space>,
    /// Who has asked for how much lately.
    pub limits: Arc<RateLimits>,
    /// What a class's tokens are made from.
    pub class_key: Arc<ClassKey>,
    /// The game that the operator wants featured.
    pub pinned: Arc<Pinned>,
    /// Matches looked at again.
    pub reviews: Arc<Reviews>,
}
