//! Configuration of matches and tournaments.

use referee::{LagCompensation, Micros, ReadyTimeout, TimeControl};
use rules::Catalogue;
use std::num::NonZeroU32;

/// Flags and `ARBITRE_*` variables of matches and tournaments.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct Config {
    /// Time control of a match that names none: 360s, 10s+0.1s, 60s/5s, unlimited
    #[arg(long, env = "ARBITRE_TIME", default_value = "360s")]
    pub time: TimeControl,
    /// Lag compensation: the most network time that is not charged to a player in a move
    #[arg(long, env = "ARBITRE_LAG_COMPENSATION_PER_MOVE", default_value = "20ms")]
    pub lag_compensation_per_move: Micros,
    /// Lag compensation: the most network time that is not charged to a player in a game
    #[arg(long, env = "ARBITRE_LAG_COMPENSATION_TOTAL", default_value = "2s")]
    pub lag_compensation_total: Micros,
    /// Time for both players to be ready, at least 1s
    #[arg(long, env = "ARBITRE_READY_TIMEOUT", default_value = "60s")]
    pub ready_timeout: ReadyTimeout,
    /// Most concurrent matches
    #[arg(long, env = "ARBITRE_MAX_MATCHES", default_value_t = 4_096)]
    pub max_matches: usize,
    /// Most concurrent games of one bot
    #[arg(long, env = "ARBITRE_GAMES_PER_BOT", default_value_t = 256)]
    pub games_per_bot: usize,
    /// Most concurrent games that the seeks of one bot started
    #[arg(long, env = "ARBITRE_SEEK_GAMES_PER_BOT", default_value_t = 16)]
    pub seek_games_per_bot: usize,
    /// Most concurrent games that seeks started between the same two bots
    #[arg(long, env = "ARBITRE_SEEK_GAMES_PER_PAIR", default_value_t = 4)]
    pub seek_games_per_pair: usize,
    /// Most concurrent games that seeks from one address started; a whole class may share an address
    #[arg(long, env = "ARBITRE_SEEK_GAMES_PER_ADDRESS", default_value_t = 256)]
    pub seek_games_per_address: usize,
    /// Most concurrent games that seeks without a token started from one address against the same bot
    #[arg(long, env = "ARBITRE_SEEK_GAMES_PER_OPPONENT", default_value_t = 64)]
    pub seek_games_per_opponent: usize,
    /// Time limit of a move under an unlimited time control
    #[arg(long, env = "ARBITRE_UNLIMITED_MOVE", default_value = "15min")]
    pub unlimited_move: Micros,
    /// Most that the seek games of one bot write to disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_BOT", default_value = "256", value_name = "MIB")]
    pub quota_per_bot: NonZeroU32,
    /// Most that the seek games of one address write to disk in a day, in MiB
    #[arg(long, env = "ARBITRE_QUOTA_PER_ADDRESS", default_value = "2048", value_name = "MIB")]
    pub quota_per_address: NonZeroU32,
    /// Days before a game outside tournaments is deleted; 0: never
    #[arg(long, env = "ARBITRE_KEEP_FRIENDLY", default_value_t = 90, value_name = "DAYS")]
    pub keep_friendly: u32,
    /// Illegal moves that each player may make in a seek game
    #[arg(long, env = "ARBITRE_PRACTICE_STRIKES", default_value_t = 3)]
    pub practice_strikes: u8,
    /// Analyse the positions of running rated tournament games for everyone, not for operators alone
    #[arg(long, env = "ARBITRE_LIVE_ANALYSIS")]
    pub live_analysis: bool,
    /// Bots that play games outside tournaments against each other while they are connected
    #[arg(long, env = "ARBITRE_EXHIBITION", value_delimiter = ',')]
    pub exhibition: Vec<String>,
    /// Threads that make tables, exports and imports, beside the one that pairs; 0 does it all on the referee's own thread, for simulations
    #[arg(long, env = "ARBITRE_REPORT_THREADS", default_value_t = 1, hide = true)]
    pub report_threads: usize,
    /// The games that are played here
    #[arg(skip)]
    pub games: Catalogue,
}

impl Config {
    pub fn lag_compensation(&self) -> LagCompensation {
        LagCompensation { per_move: self.lag_compensation_per_move, total: self.lag_compensation_total }
    }

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
