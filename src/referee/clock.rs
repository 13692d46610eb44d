//! Clocks: time budgets, increments, limits per move, and the charge of a move.

use core::fmt;
use core::ops::{Add, AddAssign};
use core::str::FromStr;

/// A length of time in microseconds, or a moment as the time since the creation of the match, which does not pass while the referee is
/// down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(pub u64);

impl Micros {
    /// No time; the creation of the match.
    pub const ZERO: Micros = Micros(0);

    /// From whole seconds.
    pub const fn from_secs(seconds: u64) -> Micros {
        Micros(seconds.saturating_mul(1_000_000))
    }

    /// The time from `earlier` to this moment; zero if `earlier` is later.
    pub const fn since(self, earlier: Micros) -> Micros {
        Micros(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Micros {
    type Output = Micros;
    fn add(self, other: Micros) -> Micros {
        Micros(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Micros) {
        *self = *self + other;
    }
}

impl message::ToParam for Micros {
    const TYPE: message::ParamType = message::ParamType::Integer;

    fn to_param(&self) -> message::Param {
        self.0.to_param()
    }
}

impl fmt::Display for Micros {
    /// In seconds with three decimals: `12.345 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03} s", self.0 / 1_000_000, self.0 / 1_000 % 1_000)
    }
}

/// The time of each player. All parts may be combined; without budget and limit per move the time is unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game; `None`: unlimited.
    pub budget: Option<Micros>,
    /// Added after each move.
    pub increment: Micros,
    /// For one move; `None`: unlimited.
    pub per_move: Option<Micros>,
}

impl Default for TimeControl {
    /// The default of the course: 360 s for the game.
    fn default() -> Self {
        TimeControl { budget: Some(Micros::from_secs(360)), increment: Micros::ZERO, per_move: None }
    }
}

/// Network time that is not charged, the same for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LagCompensation {
    pub per_move: Micros,
    /// The most for one player in a game.
    pub total: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The rest of the budget; `None`: unlimited.
    pub left: Option<Micros>,
    /// The rest of the lag compensation.
    pub lag_left: Micros,
}

/// The charge of a move with its evidence. Moments are times since the creation of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// When the turn was written to the player; for a disconnected player, when its clock began to run.
    pub sent: Micros,
    /// When the move was complete.
    pub received: Micros,
    /// `received - sent`.
    pub round_trip: Micros,
    /// The part that the lag compensation covers.
    pub lag_compensation: Micros,
    /// `round_trip - lag_compensation`, which the clock loses.
    pub charged: Micros,
    /// How long the referee stalled in this turn; not part of the round trip.
    pub stall: Micros,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(time: &TimeControl, lag_compensation: &LagCompensation) -> Clock {
        Clock { left: time.budget, lag_left: lag_compensation.total }
    }

    fn compensation_left(&self, lag_compensation: &LagCompensation) -> Micros {
        self.lag_left.min(lag_compensation.per_move)
    }

    /// The last moment at which an answer to a turn sent at `sent` is in time; `None` without a limit.
    pub fn deadline(&self, time: &TimeControl, lag_compensation: &LagCompensation, sent: Micros) -> Option<Micros> {
        let limit = match (self.left, time.per_move) {
            (Some(left), Some(cap)) => left.min(cap),
            (left, cap) => left.or(cap)?,
        };
        Some(sent + self.compensation_left(lag_compensation) + limit)
    }

    pub fn charge(&self, lag_compensation: &LagCompensation, sent: Micros, received: Micros, stall: Micros) -> Charge {
        let round_trip = received.since(sent);
        let compensated = round_trip.min(self.compensation_left(lag_compensation));
        Charge { sent, received, round_trip, lag_compensation: compensated, charged: round_trip.since(compensated), stall }
    }

    /// Deducts a charge and adds the increment.
    pub fn deduct(&mut self, time: &TimeControl, charge: &Charge) {
        self.lag_left = self.lag_left.since(charge.lag_compensation);
        self.left = self.left.map(|left| left.since(charge.charged) + time.increment);
    }
}

/// How long a game waits for both players to be ready: at least 1 s, so that a bot can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyTimeout(Micros);

impl From<ReadyTimeout> for Micros {
    fn from(timeout: ReadyTimeout) -> Micros {
        timeout.0
    }
}

/// Why a text is not a length of time, a time control or a ready timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("time_written")]
pub enum TimeError {
    Length,
    Control,
    Zero,
    ReadyTimeout,
}

impl FromStr for Micros {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Micros, TimeError> {
        let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or(TimeError::Length)?;
        let (number, unit) = text.split_at(unit_at);
        let unit = match unit {
            "ms" => 1e3,
            "s" => 1e6,
            "min" => 60e6,
            "h" => 3_600e6,
            _ => return Err(TimeError::Length),
        };
        let micros = number.parse::<f64>().map_err(|_| TimeError::Length)? * unit;
        // `f64::round` needs the standard library.
        if micros <= 366.0 * 86_400e6 { Ok(Micros((micros + 0.5) as u64)) } else { Err(TimeError::Length) }
    }
}

impl FromStr for TimeControl {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<TimeControl, TimeError> {
        let length = |text: &str| text.parse::<Micros>().map_err(|_| TimeError::Control);
        let (clock, per_move) = match text.split_once('/') {
            Some((clock, cap)) => (clock, Some(length(cap)?)),
            None => (text, None),
        };
        let (budget, increment) = match clock.split_once('+') {
            Some((budget, increment)) => (Some(length(budget)?), length(increment)?),
            None if clock == "unlimited" => (None, Micros::ZERO),
            None => (Some(length(clock)?), Micros::ZERO),
        };
        if budget == Some(Micros::ZERO) || per_move == Some(Micros::ZERO) {
            return Err(TimeError::Zero);
        }
        Ok(TimeControl { budget, increment, per_move })
    }
}

impl FromStr for ReadyTimeout {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<ReadyTimeout, TimeError> {
        let timeout: Micros = text.parse()?;
        if timeout < Micros::from_secs(1) { Err(TimeError::ReadyTimeout) } else { Ok(ReadyTimeout(timeout)) }
    }
}

fn seconds(micros: Micros) -> f64 {
    micros.0 as f64 / 1e6
}

impl fmt::Display for ReadyTimeout {
    /// As it is parsed: `60s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", seconds(self.0))
    }
}

impl fmt::Display for TimeControl {
    /// As it is parsed: `10s+0.1s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            Some(budget) => write!(f, "{}s", seconds(budget))?,
            None => f.write_str("unlimited")?,
        }
        if self.increment > Micros::ZERO {
            write!(f, "+{}s", seconds(self.increment))?;
        }
        match self.per_move {
            Some(cap) => write!(f, "/{}s", seconds(cap)),
            None => Ok(()),
        }
    }
}
