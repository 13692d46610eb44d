//! A fourth game, defined in this test alone: the referee handles it as it does the others.

use super::simulation::{Simulation, items};
use super::tournament::{bots_of, played};
use rules::{BySide, Catalogue, Game, Outcome, Position, Side};
use serde_json::json;
use std::fmt;
use std::str::FromStr;

/// Each side has one pawn on its own track and moves it one or two steps; the first to make ten steps wins.
#[derive(Clone, PartialEq, Eq)]
struct Race {
    steps: BySide<u8>,
    ply: u32,
}

const FINISH: u8 = 10;

/// A move: a number of steps.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Steps(u8);

#[derive(Debug, message::Coded)]
#[code("toy", unsaid)]
struct RaceError {
    what: &'static str,
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{}", self.0)
    }
}

impl FromStr for Steps {
    type Err = RaceError;
    fn from_str(text: &str) -> Result<Steps, RaceError> {
        [1, 2].map(Steps).into_iter().find(|steps| steps.to_string() == text).ok_or(RaceError { what: "a move is +1 or +2" })
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side_to_move() == Side::White { 'w' } else { 'b' };
        write!(f, "{}/{} {side} {}", self.steps.white, self.steps.black, self.ply)
    }
}

impl FromStr for Race {
    type Err = RaceError;
    fn from_str(text: &str) -> Result<Race, RaceError> {
        let wrong = || RaceError { what: "a position is such as `3/4 w 4`" };
        let numbers: Vec<u32> = text.split(['/', ' ']).filter_map(|word| word.parse().ok()).collect();
        let [white, black, ply] = *numbers else { return Err(wrong()) };
        let step = |steps: u32| u8::try_from(steps).map_err(|_| wrong());
        let race = Race { steps: BySide { white: step(white)?, black: step(black)? }, ply };
        if race.to_string() == text { Ok(race) } else { Err(wrong()) }
    }
}

impl Position for Race {
    type Move = Steps;
    type Moves = Vec<Steps>;
    type Illegal = RaceError;
    const NAME: &'static str = "race";

    fn start() -> Race {
        Race { steps: BySide::default(), ply: 0 }
    }
    fn side_to_move(&self) -> Side {
        Side::to_move_after(self.ply)
    }
    fn ply(&self) -> u32 {
        self.ply
    }
    fn key(&self) -> u64 {
        u64::from(self.steps.white) << 16 | u64::from(self.steps.black) << 8 | u64::from(self.ply % 2)
    }
    fn outcome(&self) -> Option<Outcome> {
        Side::BOTH.into_iter().find(|&side| self.steps[side] >= FINISH).map(Outcome::Win)
    }
    fn legal_moves(&self) -> Vec<Steps> {
        if self.outcome().is_some() { Vec::new() } else { vec![Steps(1), Steps(2)] }
    }
    fn play(&mut self, Steps(steps): Steps) {
        let side = self.side_to_move();
        self.steps[side] += steps;
        self.ply += 1;
    }
    fn check_move(&self, _: Steps) -> Result<(), RaceError> {
        self.outcome().map_or(Ok(()), |_| Err(RaceError { what: "the race is over" }))
    }
}

static RACE: [Game; 1] = [Game::of::<Race>()];
// The game ends here: what follows only plays it.

#[tokio::test(start_paused = true)]
async fn a_game_of_ones_own_is_refereed_like_any_other() {
    let referee = Simulation::with_games(Catalogue::of(&RACE), storage::in_memory(), &[]).await;
    let names = ["ann", "bob", "cyd"];
    let playing = bots_of(&referee, "race", &names).await;
    let plan = json!({"name": "Derby", "game": "race", "format": "round_robin", "entrants": names, "seed": 3});
    let path = played(&referee, &plan).await;
    drop(playing);
    let first = referee.get("/v1/matches/1").await.json();
    assert_eq!((&first["game_name"], &first["reason"], first["result"].is_string()), (&json!("race"), &json!("rules"), true), "{first}");
    assert!(first["start"].as_str().is_some_and(|start| start.ends_with(" w 4")), "an opening of four plies: {first}");
    let listed = referee.get("/v1/matches?status=over&limit=9").await.json();
    let first_listed = items(&listed["matches"]).iter().find(|row| row["game"] == 1).expect("the first");
    assert_eq!(first_listed["plies"].as_u64(), first["moves"].as_array().map(|moves| moves.len() as u64), "what was drawn is not counted");
    let text = referee.get("/v1/matches/1/export?format=text").await.body;
    assert!(text.ends_with(&format!("{}\n", first["position"].as_str().expect("a position"))), "{text}");
    assert_eq!(referee.get("/v1/ratings?game=race").await.json()["ratings"].as_array().map(Vec::len), Some(3));

    let archive = referee.get(&format!("{path}/export")).await.body;
    let other = Simulation::with_games(Catalogue::of(&RACE), storage::in_memory(), &[]).await;
    other.import(&archive).await.is(201);
    assert_eq!(other.get("/v1/tournaments/1").await.json()["plan"], referee.get(&path).await.json()["plan"]);
    // A referee that does not know the game says so.
    let other = Simulation::start(&[]).await;
    other.import(&archive).await.says(400, "there is no game `race`; there are knights");
}
