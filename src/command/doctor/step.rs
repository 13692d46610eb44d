//! The steps of an examination.

use message::Coded;
use referee::{Micros, TimeControl};
use rules::{Knights, Position, Side};
use serde::{Serialize, Serializer};

/// The longest disconnection in a game.
pub const BACK_WITHIN: Micros = Micros::from_secs(20);
/// The time for a game that begins near its end: a bot may take some seconds for a move.
const SHORT_GAME_TIME: Micros = Micros::from_secs(60);
/// The least time for a move of such a game: a bot that has stopped answering is detected early.
const SHORT_MOVE_TIME: Micros = BACK_WITHIN;
const ONE_SECOND: Micros = Micros::from_secs(1);
/// The start of a game of a few moves: three knights on each side, on their way.
const SHORT: &str = "9/9/9/1n3n1n1/9/1N3N1N1/9/9/9 w 40";
/// Black has no legal move, since its last knight is on the far row. White needs a few moves to win.
const PASS: &str = "1N3N3/9/9/2N6/9/9/9/9/3n5 b 33";
/// Two white knights have arrived, and C2 can; D9 could capture instead.
const WIN_IN_ONE: &str = "1N3N3/2N6/9/9/9/9/1nn6/9/3N5 w 30";
/// An opening of four plies.
const OPENING: &str = "2nn1nn2/9/2n5n/9/9/9/N5N2/9/2NN1NN2 w 4";

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

/// The name in English, which a referee stores.
impl Serialize for StepName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub struct DoctorStep {
    pub name: StepName,
    /// The position at which the game begins; none for the start position.
    start: Option<&'static str>,
    pub side: Side,
    /// The time of each side; none for the time of whole games.
    pub time: Option<Micros>,
    /// The games that are played at one time.
    pub games: u32,
}

impl DoctorStep {
    const fn whole(name: StepName, side: Side) -> DoctorStep {
        DoctorStep { name, start: None, side, time: None, games: 1 }
    }

    const fn short(name: StepName, side: Side) -> DoctorStep {
        DoctorStep { name, start: Some(SHORT), side, time: Some(SHORT_GAME_TIME), games: 1 }
    }

    pub fn position(&self) -> Knights {
        self.start.map_or_else(Knights::start, |text| text.parse().expect("the positions of this file are tested"))
    }

    /// Whether the referee is restarted in the middle of the game.
    pub fn restarts(&self) -> bool {
        self.name == StepName::RefereeRestarted
    }

    pub fn strikes(&self) -> u8 {
        if self.name == StepName::RejectedMove { 3 } else { 0 }
    }

    pub fn time(&self, whole: TimeControl) -> TimeControl {
        let Some(budget) = self.time else { return whole };
        // In long games a move may take longer.
        let per_move = whole.budget.map_or(SHORT_MOVE_TIME, |whole| SHORT_MOVE_TIME.max(Micros(whole.0 / 4)));
        TimeControl { budget: Some(budget), increment: Micros::ZERO, per_move: Some(per_move).filter(|per_move| *per_move < budget) }
    }

    /// The same for a bot that knows only the start position: a longer game. None if the step needs its position, or is too short for a whole game.
    /// To a pass the opponent leads it.
    pub fn at_usual_start(&self) -> Option<DoctorStep> {
        let is_possible = matches!(self.start, None | Some(SHORT | PASS)) && self.time != Some(ONE_SECOND);
        // The latency of a slow link needs time, however short the games of the tournament are.
        let time = self.time.filter(|_| self.name == StepName::SlowLink);
        is_possible.then_some(DoctorStep { start: None, time, ..*self })
    }
}

pub fn day() -> Vec<DoctorStep> {
    let (white, black) = (Side::White, Side::Black);
    vec![
        DoctorStep::whole(StepName::GameWithWhite, white),
        DoctorStep::whole(StepName::GameWithBlack, black),
        DoctorStep { start: Some(OPENING), ..DoctorStep::whole(StepName::DrawnOpening, white) },
        DoctorStep { start: Some(PASS), ..DoctorStep::short(StepName::OnlyPasse, black) },
        DoctorStep { start: Some(WIN_IN_ONE), ..DoctorStep::short(StepName::WinInOne, white) },
        DoctorStep { time: Some(ONE_SECOND), ..DoctorStep::short(StepName::OneSecond, black) },
        DoctorStep::short(StepName::SlowLink, white),
        DoctorStep::short(StepName::LostConnection, black),
        DoctorStep::short(StepName::RejectedMove, white),
        DoctorStep::short(StepName::TurnTwice, black),
        DoctorStep::short(StepName::UnknownFields, white),
        DoctorStep::short(StepName::LongGameOver, black),
        DoctorStep::short(StepName::RefereeRestarted, white),
        DoctorStep { games: 2, ..DoctorStep::short(StepName::TwoGames, white) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_link_leaves_time_in_short_games() {
        let short: TimeControl = "10s".parse().expect("a time control");
        for step in day().iter().filter_map(DoctorStep::at_usual_start) {
            let least = if step.name == StepName::SlowLink { SHORT_GAME_TIME } else { Micros::from_secs(10) };
            assert_eq!(step.time(short).budget, Some(least), "{}", step.name);
        }
    }

    #[test]
    fn positions_have_their_properties() {
        for step in day() {
            assert!(step.position().outcome().is_none(), "{}", step.name);
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
