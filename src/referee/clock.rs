//! Clocks: budgets, increments, caps, and what a move is charged.

use core::fmt;
use core::ops::{Add, AddAssign};
use core::str::FromStr;

/// Microseconds: a length of time, or a moment as the time since the match was created.
///
/// The time of a match stands still while the referee itself does, so a stopped or restarted referee costs nobody anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(pub u64);

impl Micros {
    /// No time at all; the moment a match was created.
    pub const ZERO: Micros = Micros(0);

    /// How many whole seconds.
    pub const fn from_secs(seconds: u64) -> Micros {
        Micros(seconds.saturating_mul(1_000_000))
    }

    /// How many milliseconds.
    pub const fn from_millis(milliseconds: u64) -> Micros {
        Micros(milliseconds.saturating_mul(1_000))
    }

    /// The time from `earlier` to this moment; nothing if it is later.
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

impl message::Tell for Micros {
    fn tell(&self) -> message::Param {
        self.0.tell()
    }
}

impl fmt::Display for Micros {
    /// In seconds with three decimals: `12.345 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03} s", self.0 / 1_000_000, self.0 / 1_000 % 1_000)
    }
}

/// How much time each player has. All parts may be combined; with neither budget nor cap a player may think for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game; `None` is no limit.
    pub budget: Option<Micros>,
    /// Added after each move.
    pub increment: Micros,
    /// For one move; `None` is no limit.
    pub per_move: Option<Micros>,
}

impl Default for TimeControl {
    /// The course's: 360 s for the game.
    fn default() -> Self {
        TimeControl { budget: Some(Micros::from_secs(360)), increment: Micros::ZERO, per_move: None }
    }
}

/// Time on the way that is not charged: the same for both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LagCompensation {
    /// At most so much a move.
    pub per_move: Micros,
    /// At most so much in a game, a player.
    pub total: Micros,
}

/// One player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left of the budget; `None` is no limit.
    pub left: Option<Micros>,
    /// What is left of the allowance.
    pub allowance: Micros,
}

/// What a move cost, and the evidence for it. The moments are times since the match was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// When the turn had been written to the player; of a player that was away, when its clock began to run.
    pub sent: Micros,
    /// When the answer was complete.
    pub received: Micros,
    /// From the one to the other.
    pub round_trip: Micros,
    /// What of it was forgiven as time on the way.
    pub forgiven: Micros,
    /// What was taken off the clock: `round_trip - forgiven`.
    pub charged: Micros,
    /// How long the referee itself stood still meanwhile; not part of the round trip.
    pub stall: Micros,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(time: &TimeControl, allowance: &LagCompensation) -> Clock {
        Clock { left: time.budget, allowance: allowance.total }
    }

    fn forgivable(&self, allowance: &LagCompensation) -> Micros {
        self.allowance.min(allowance.per_move)
    }

    /// The last moment at which an answer to a turn sent at `sent` is in time; `None` if there is no hurry.
    pub fn deadline(&self, time: &TimeControl, allowance: &LagCompensation, sent: Micros) -> Option<Micros> {
        let limit = match (self.left, time.per_move) {
            (Some(left), Some(cap)) => left.min(cap),
            (left, cap) => left.or(cap)?,
        };
        Some(sent + self.forgivable(allowance) + limit)
    }

    /// What an answer costs.
    pub fn charge(&self, allowance: &LagCompensation, sent: Micros, received: Micros, stall: Micros) -> Charge {
        let round_trip = received.since(sent);
        let forgiven = round_trip.min(self.forgivable(allowance));
        Charge { sent, received, round_trip, forgiven, charged: round_trip.since(forgiven), stall }
    }

    /// Takes a charge off the clock and adds the increment.
    pub fn pay(&mut self, time: &TimeControl, charge: &Charge) {
        self.allowance = self.allowance.since(charge.forgiven);
        self.left = self.left.map(|left| left.since(charge.charged) + time.increment);
    }
}

/// A text that is no length of time or no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("time_written")]
pub enum TimeError {
    /// Not a length of time.
    Length,
    /// Not a time control.
    Control,
    /// A budget or a cap of zero.
    Zero,
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
        // Rounded by hand: `f64::round` needs the standard library.
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

impl fmt::Display for TimeControl {
    /// As it is read: `10s+0.1s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |micros: Micros| micros.0 as f64 / 1e6;
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
