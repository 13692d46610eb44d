//! What the routes are handed.

use super::{Pinned, RateLimits};
use crate::core::storage::Storage;
use crate::core::{Commands, Config, Counters, Life, Space};
use crate::matches::Matches;
use crate::reviews::Reviews;
use crate::socket::Sockets;
use crate::solve::SolveService;
use crate::tokens::Tokens;
use crate::tokens::class_key::ClassKey;
use crate::tournaments::Tournaments;
use std::sync::Arc;

/// What the routes use.
#[derive(Clone)]
pub struct Services {
    /// What the operator chose.
    pub config: Arc<Config>,
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
