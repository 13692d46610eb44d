//! What a bot is put through, one thing after the other.

use super::trouble::Trouble;
use message::Coded;
use referee::{Micros, TimeControl};
use rules::{Knights, Position, Side};
use serde::{Serialize, Serializer};

/// How long a bot may be gone in the middle of a game.
pub const BACK_WITHIN: Micros = Micros::from_secs(20);
/// The time for a game that begins near its end: a bot may take some seconds for a move.
const FOR_A_SHORT_GAME: Micros = Micros::from_secs(60);
/// The least time for a move of it. One who answers no more is not waited for until the last second.
const FOR_A_MOVE: Micros = BACK_WITHIN;
/// Hardly any.
const ONE_SECOND: Micros = Micros::from_secs(1);
/// Where a game of a few moves begins: three knights on each side, on their way.
const SHORT: &str = "9/9/9/1n3n1n1/9/1N3N1N1/9/9/9 w 40";
/// Black cannot move: its only knight that is left is at home on the far row. White needs a few moves to win.
const PASS: &str = "1N3N3/9/9/2N6/9/9/9/9/3n5 b 33";
/// Two white knights have arrived, and C2 can; D9 could capture instead.
const WIN_IN_ONE: &str = "1N3N3/2N6/9/9/9/9/1nn6/9/3N5 w 30";
/// An opening of four plies.
const OPENING: &str = "2nn1nn2/9/2n5n/9/9/9/N5N2/9/2NN1NN2 w 4";

/// What a step is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Coded)]
#[code("doctor_step")]
pub enum StepName {
    GameWithWhite,
    GameWithBlack,
    DrawnOpening,
    OnlyPasse,
    WinInOne,
    OneSecond,
    SlowLink,
    LostConnection,
    RejectedMove,
    TurnTwice,
    UnknownFields,
    LongGameOver,
    RefereeRestarted,
    TwoGames,
}

/// Its name in English, which referees are told.
impl Serialize for StepName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a bot is put through.
pub struct Step {
    /// What it is called.
    pub name: StepName,
    /// Where the game begins.
    pub start: Start,
    /// Where the bot sits.
    pub side: Side,
    /// The time that each has; none is the time of whole games.
    pub time: Option<Micros>,
    /// What goes wrong on the way.
    pub trouble: Trouble,
    /// Whether the referee is restarted in the middle of the game.
    pub restart: bool,
    /// How many games are played at one time.
    pub games: u32,
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// As usual.
    Usual,
    /// At this position.
    Position(&'static str),
}

impl Start {
    /// The position.
    pub fn position(self) -> Knights {
        match self {
            Start::Usual => Knights::start(),
            Start::Position(text) => text.parse().expect("the positions of this file are tested"),
        }
    }
}

impl Step {
    const fn whole(name: StepName, side: Side) -> Step {
        Step { name, start: Start::Usual, side, time: None, trouble: Trouble::None, restart: false, games: 1 }
    }

    const fn short(name: StepName, side: Side, trouble: Trouble) -> Step {
        let start = Start::Position(SHORT);
        Step { name, start, side, time: Some(FOR_A_SHORT_GAME), trouble, restart: false, games: 1 }
    }

    /// The time control of its games.
    pub fn time(&self, whole: TimeControl) -> TimeControl {
        let Some(budget) = self.time else { return whole };
        // Where games are long, so may be a thought.
        let per_move = whole.budget.map_or(FOR_A_MOVE, |whole| FOR_A_MOVE.max(Micros(whole.0 / 4)));
        TimeControl { budget: Some(budget), increment: Micros::ZERO, per_move: Some(per_move).filter(|per_move| *per_move < budget) }
    }

    /// The same for a bot that knows only the usual start: a longer game. None if the step is about where the game begins, or too short
    /// for a whole game.
    pub fn at_usual_start(&self) -> Option<Step> {
        let is_possible = matches!(self.start, Start::Usual | Start::Position(SHORT)) && self.time != Some(ONE_SECOND);
        // The time that a slow link takes is not the bot's to save, however short the games of its tournament are.
        let time = self.time.filter(|_| self.trouble == Trouble::SlowLink);
        is_possible.then_some(Step { start: Start::Usual, time, ..*self })
    }
}

/// The whole day.
pub fn day() -> Vec<Step> {
    let (white, black) = (Side::White, Side::Black);
    vec![
        Step::whole(StepName::GameWithWhite, white),
        Step::whole(StepName::GameWithBlack, black),
        Step { start: Start::Position(OPENING), ..Step::whole(StepName::DrawnOpening, white) },
        Step { start: Start::Position(PASS), ..Step::short(StepName::OnlyPasse, black, Trouble::None) },
        Step { start: Start::Position(WIN_IN_ONE), ..Step::short(StepName::WinInOne, white, Trouble::None) },
        Step { time: Some(ONE_SECOND), ..Step::short(StepName::OneSecond, black, Trouble::None) },
        Step::short(StepName::SlowLink, white, Trouble::SlowLink),
        Step::short(StepName::LostConnection, black, Trouble::LostConnection),
        Step::short(StepName::RejectedMove, white, Trouble::RejectedMove),
        Step::short(StepName::TurnTwice, black, Trouble::TurnTwice),
        Step::short(StepName::UnknownFields, white, Trouble::UnknownFields),
        Step::short(StepName::LongGameOver, black, Trouble::LongGameOver),
        Step { restart: true, ..Step::short(StepName::RefereeRestarted, white, Trouble::None) },
        Step { games: 2, ..Step::short(StepName::TwoGames, white, Trouble::None) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_link_leaves_time_whatever_the_tournaments_games_have() {
        let short: TimeControl = "10s".parse().expect("a time control");
        for step in day().iter().filter_map(Step::at_usual_start) {
            let least = if step.trouble == Trouble::SlowLink { FOR_A_SHORT_GAME } else { Micros::from_secs(10) };
            assert_eq!(step.time(short).budget, Some(least), "{}", step.name);
        }
    }

    #[test]
    fn positions_are_what_they_are_said_to_be() {
        for step in day() {
            assert!(step.start.position().outcome().is_none(), "{}", step.name);
        }
        let pass: Knights = PASS.parse().expect("a position");
        assert_eq!(pass.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>(), ["PASSE"]);
        let win: Knights = WIN_IN_ONE.parse().expect("a position");
        let wins = |mv: &rules::knights::Move| {
            let mut after = win.clone();
            after.play(*mv);
            after.outcome() == Some(rules::Outcome::Win(Side::White))
        };
        let moves = win.legal_moves();
        let winning: Vec<String> = moves.iter().filter(|mv| wins(mv)).map(ToString::to_string).collect();
        assert_eq!(winning, ["C2-A1", "C2-E1"]);
        assert!(moves.len() > winning.len(), "there is something else to play");
    }
}
