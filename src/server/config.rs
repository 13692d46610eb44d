//! Flags and `ARBITRE_*` variables, read once.

use crate::StoragePlace;
use std::net::SocketAddr;
use std::path::Path;
use storage::Durability;

/// How the referee runs.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Config {
    /// Clients and connections.
    #[command(flatten, next_help_heading = "Connections")]
    pub web: web::Config,
    /// Matches and tournaments.
    #[command(flatten, next_help_heading = "Matches and tournaments")]
    pub contest: contest::Config,
    /// Puzzles, analysis, jobs and reviews.
    #[command(flatten, next_help_heading = "Puzzles, analysis and reviews")]
    pub solving: solving::Config,
    /// This node among others.
    #[cfg(feature = "cluster")]
    #[command(flatten, next_help_heading = "Cluster")]
    pub node: cluster::NodeFlags,
    /// Address to listen on for clients of the line protocol, such as 0.0.0.0:4567 [default: none]
    #[arg(long, help_heading = "Connections", env = "ARBITRE_BIND_TCP", value_name = "ADDRESS")]
    pub bind_tcp: Option<SocketAddr>,
    /// Where matches are stored.
    #[command(flatten, next_help_heading = "Storage")]
    pub place: StoragePlace,
    /// What an accepted move survives: the end of the process, or a power cut
    #[arg(long, env = "ARBITRE_DURABILITY", value_enum, default_value = "process")]
    pub durability: Durability,
    /// Seed of all random choices: all but timing is reproducible
    #[arg(long, help_heading = "Matches and tournaments", env = "ARBITRE_SEED")]
    pub seed: Option<u64>,
    /// Report less free space than this, in MiB, in the log and on /readyz
    #[arg(long, env = "ARBITRE_LOW_SPACE", default_value_t = 1_024, value_name = "MIB")]
    pub low_space: u64,
}

impl Config {
    /// The folder for files beside the storage, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.place.folder()
    }

    pub fn node_name(&self) -> Option<&str> {
        #[cfg(feature = "cluster")]
        return self.node.node_name.as_deref();
        #[cfg(not(feature = "cluster"))]
        None
    }
}
