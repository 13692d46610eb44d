//! Configuration of matches and tournaments.

use referee::{LagCompensation, Micros, TimeControl};
use rules::Catalogue;
use std::num::NonZeroU32;

/// Flags and `ARBITRE_*` variables of matches and tournaments.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Config {
    /// Time control of a match that names none: 360s, 10s+0.1s, 60s/5s, unlimited
    #[arg(long, env = "ARBITRE_TIME", default_value = "360s")]
    pub time: TimeControl,
    /// Time on the way that no player is charged, for a move
    #[arg(long, env = "ARBITRE_ALLOWANCE", default_value = "20ms")]
    pub allowance: Micros,
    /// Time on the way that no player is charged, for a game
    #[arg(long, env = "ARBITRE_ALLOWANCE_TOTAL", default_value = "2s")]
    pub allowance_total: Micros,
    /// How soon both players must be ready
    #[arg(long, env = "ARBITRE_READY_WITHIN", default_value = "60s")]
    pub ready_within: Micros,
    /// Most matches at one time
    #[arg(long, env = "ARBITRE_MAX_MATCHES", default_value_t = 4_096)]
    pub max_matches: usize,
    /// Most games of one bot at one time
    #[arg(long, env = "ARBITRE_GAMES_PER_BOT", default_value_t = 256)]
    pub games_per_bot: usize,
    /// Most games at one time that came of one bot's `seek`
    #[arg(long, env = "ARBITRE_SOUGHT_PER_BOT", default_value_t = 16)]
    pub sought_per_bot: usize,
    /// Most games at one time that came of a `seek` between the same two bots
    #[arg(long, env = "ARBITRE_SOUGHT_PER_PAIR", default_value_t = 4)]
    pub sought_per_pair: usize,
    /// Most games at one time that came of a `seek` from one address, behind which a whole class may be
    #[arg(long, env = "ARBITRE_SOUGHT_PER_ADDRESS", default_value_t = 256)]
    pub sought_per_address: usize,
    /// Most games at one time that came of a `seek` from one address without a token, against the same bot
    #[arg(long, env = "ARBITRE_SOUGHT_PER_OPPONENT", default_value_t = 64)]
    pub sought_per_opponent: usize,
    /// Longest for a move in a game whose time control has no limit
    #[arg(long, env = "ARBITRE_UNLIMITED_MOVE", default_value = "15min")]
    pub unlimited_move: Micros,
    /// How much a bot's sought games may write to the disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_BOT", default_value = "256", value_name = "MIB")]
    pub quota_per_bot: NonZeroU32,
    /// How much the sought games of one address may write to the disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_ADDRESS", default_value = "2048", value_name = "MIB")]
    pub quota_per_address: NonZeroU32,
    /// For how many days games that belong to no tournament are kept; 0: for ever
    #[arg(long, env = "ARBITRE_KEEP_FRIENDLY", default_value_t = 90, value_name = "DAYS")]
    pub keep_friendly: u32,
    /// Illegal moves that each player is forgiven in a game that came of a `seek`
    #[arg(long, env = "ARBITRE_PRACTICE_STRIKES", default_value_t = 3)]
    pub practice_strikes: u8,
    /// Analyse the positions of running rated tournament games for everyone, not for operators alone
    #[arg(long, env = "ARBITRE_LIVE_ANALYSIS")]
    pub live_analysis: bool,
    /// Bots between whom a friendly match is kept going while they are connected
    #[arg(long, env = "ARBITRE_FRIENDLY", value_delimiter = ',')]
    pub friendly: Vec<String>,
    /// Threads that make tables, exports and imports, beside the one that pairs; 0 does it all on the referee's own thread, for simulations
    #[arg(long, env = "ARBITRE_REPORT_THREADS", default_value_t = 1, hide = true)]
    pub report_threads: usize,
    /// The games that are played here
    #[arg(skip)]
    pub games: Catalogue,
}

impl Config {
    /// The lag compensation of every match.
    pub fn lag_compensation(&self) -> LagCompensation {
        LagCompensation { per_move: self.allowance, total: self.allowance_total }
    }

    /// A configuration from these flags.
    #[cfg(test)]
    pub fn of_flags(flags: &[&str]) -> Config {
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            config: Config,
        }
        <Flags as clap::Parser>::parse_from([&["arbitre"], flags].concat()).config
    }
}
