//! `review`: a game looked at again, a referee's or one in a file.

use crate::error::{Error, Failure};
use crate::question::{print, with_progress};
use crate::remote::Remote;
use crate::text_file::text_of;
use protocol::{Mark, MatchDetail, PlayedGame, Review, ReviewQuestion, ReviewedMove, ReviewedSide, Seat};
use rules::{Catalogue, Game};
use runtime::work::Budget;
use serde_json::Value;
use solving::{Form, Tools};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// How long is waited before a referee is asked again whether it is done.
const AGAIN: Duration = Duration::from_millis(500);
/// The memory of the engine, in bytes.
const MEMORY: u64 = 64 << 20;

/// Look at a game again: what each move gave away, and what would have been better
#[derive(Debug, clap::Args)]
pub struct ReviewArgs {
    /// The number of a match of the referee at --server; or a file: a match as JSON or text (`GET /v1/matches/N/export`), or moves separated by
    /// spaces; - is standard input
    what: String,
    /// The game of a file of moves: knights, connect-four or tic-tac-toe
    #[arg(long, default_value = Catalogue::USUAL)]
    game: Game,
    /// How many nodes each position of a file is searched with
    #[arg(long)]
    nodes: Option<u64>,
    /// The referee
    #[arg(long, env = "ARBITRE_SERVER", default_value = "127.0.0.1:8080")]
    server: String,
    /// Print the review as JSON
    #[arg(long)]
    json: bool,
}

impl ReviewArgs {
    /// Looks at the game and prints what came out.
    pub fn run(self) -> Result<(), Error> {
        let review = match self.what.parse::<u64>() {
            Ok(number) => of_match(&Remote::new(&self.server, None), number)?,
            Err(_) => {
                let (game, mut question) = read(&text_of(Path::new(&self.what))?, self.game)?;
                question.nodes = self.nodes;
                here(game, &question)?
            }
        };
        let text = if self.json { serde_json::to_string(&review)? + "\n" } else { told(&review) };
        Ok(print(text.as_bytes())?)
    }
}

/// Asks a referee until it is done.
fn of_match(referee: &Remote, number: u64) -> Result<Review, Error> {
    loop {
        let mut job: Value = referee.get(&format!("/v1/matches/{number}/review"))?;
        match job["state"].as_str() {
            Some("done") => return Ok(serde_json::from_value(job["result"].take())?),
            Some("queued" | "running") => std::thread::sleep(AGAIN),
            _ => return Err(Failure::NoReview { why: job["why"].as_str().map(String::from) }.into()),
        }
    }
}

/// Works on it in this process.
fn here(game: Game, question: &ReviewQuestion) -> Result<Review, Error> {
    let assignment = solving::to_review(game.name(), question)?;
    let budget = Budget { time: Duration::from_secs(365 * 24 * 3_600), nodes: u64::MAX, bytes: MEMORY };
    let bytes = with_progress(budget, |cancellation| (assignment.work)(&Tools::new(None), cancellation, Form::Json))?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// The game that a file holds.
fn read(text: &str, game: Game) -> Result<(Game, ReviewQuestion), Error> {
    if text.trim_start().starts_with('{') {
        let detail: MatchDetail = serde_json::from_str(text).map_err(|error| Failure::NoMatch { why: error.to_string() })?;
        let game = detail.summary.game_name.parse()?;
        let played = played(&detail);
        let moves = detail.moves.into_iter().map(|played| played.text).collect();
        return Ok((game, ReviewQuestion { position: Some(detail.start), moves, nodes: None, played }));
    }
    let headers = || text.lines().filter_map(|line| line.strip_prefix("% ")?.split_once(": "));
    let header = |name: &str| headers().find(|(known, _)| *known == name).map(|(_, value)| value.trim());
    let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let moves: Vec<String> = match header("Plies") {
        Some(_) => headers().filter(|(name, _)| name.starts_with("Moves ")).flat_map(|(_, moves)| words(moves)).collect(),
        None => text.lines().filter(|line| !line.starts_with('%')).flat_map(words).collect(),
    };
    let game = header("Game").map_or(Ok(game), str::parse)?;
    Ok((game, ReviewQuestion { position: header("Start").map(String::from), moves, nodes: None, played: None }))
}

/// How a match that is over was played.
fn played(detail: &MatchDetail) -> Option<PlayedGame> {
    let MatchDetail { summary, moves, .. } = detail;
    let charged_us = moves.iter().map(|played| played.charge.charged_us).collect();
    let (players, budget_us) = (summary.players.clone(), summary.time.budget_us);
    Some(PlayedGame { players, budget_us, charged_us, result: summary.result?, reason: summary.reason.clone()? })
}

/// A review for people.
fn told(review: &Review) -> String {
    let mut text =
        format!("{}, {} plies, each position searched by {} with {} nodes\n", review.game, review.moves.len(), review.method, review.nodes);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}", review.words.en);
    for (name, side) in [("White", &review.white), ("Black", &review.black)] {
        let ReviewedSide { accuracy, inaccuracies, mistakes, blunders, missed_wins } = side;
        let accuracy = accuracy.map_or("-".into(), |percent| format!("{percent:.1} %"));
        let _ = writeln!(
            text,
            "{name}: accuracy {accuracy}, inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}, proved wins let go {missed_wins}"
        );
    }
    for told in review.moves.iter().filter(|told| told.mark.is_some() || told.missed_win) {
        let _ = writeln!(text, "{}", one(told));
    }
    text
}

fn numbered(told: &ReviewedMove) -> String {
    format!("{}{}", told.ply / 2 + 1, if told.seat == Seat::White { "." } else { "…" })
}

fn one(told: &ReviewedMove) -> String {
    let sign = match told.mark {
        Some(Mark::Blunder) => "??",
        Some(Mark::Mistake) => "?",
        Some(Mark::Inaccuracy) => "?!",
        None => "",
    };
    let percent = |chance: f64| (100.0 * chance).round();
    let line: Vec<&str> = told.line.iter().map(|mv| &*mv.text).collect();
    let missed = if told.missed_win { ", a proved win let go" } else { "" };
    format!(
        "{:>5} {:<8}{:<3} {:>3} % to win, then {:>3} %{missed}; best {}",
        numbered(told),
        told.text,
        sign,
        percent(told.chance),
        percent(told.chance_after),
        if line.is_empty() { told.best.clone() } else { line.join(" ") }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_in_every_form_that_it_has() {
        let knights: Game = Catalogue::USUAL.parse().expect("a game");
        let text = "% Match: 7\n% Game: tic-tac-toe\n% Start: 3/3/3 w 0\n% Plies: 3\n% Moves 1: A1 B2\n% Moves 11: C3\nX..\n.O.\n..X\n";
        let (game, question) = read(text, knights).expect("a match as text");
        assert_eq!((game.name(), question.position.as_deref()), ("tic-tac-toe", Some("3/3/3 w 0")));
        assert_eq!(question.moves, ["A1", "B2", "C3"]);
        let (game, question) = read("B9-A7 B1-A3\nC9-D7\n", knights).expect("moves");
        assert_eq!((game, question.moves.len(), question.position), (knights, 3, None));
        assert!(read("{}", knights).is_err());
        let review =
            here("tic-tac-toe".parse().expect("a game"), &ReviewQuestion { moves: vec!["A1".into(), "B1".into()], ..Default::default() });
        let told = told(&review.expect("a review"));
        assert!(
            told.contains("\nWhite played with an accuracy of 100%, Black with 9%. Move 1 (B1) of Black gave away 50% of a win; B2 held. "),
            "{told}"
        );
        assert!(told.contains("1… B1      ??   50 % to win, then   0 %; best B2"), "{told}");
    }
}
