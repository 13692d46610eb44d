//! `review`: a review of a game, of a match or of a file.

use crate::error::{Error, Failure, text_of};
use crate::language::localized;
use crate::output::{Output, json_line, print};
use crate::question::with_progress;
use crate::remote::{RefereeAddress, Remote};
use protocol::{Mark, MatchDetail, PlayedGame, Review, ReviewQuestion, ReviewedMove, ReviewedSide, Seat, json};
use rules::{Game, Knights};
use runtime::work::Budget;
use serde_json::Value;
use solving::{OutputFormat, Tools};
use std::path::Path;
use std::time::Duration;

const POLL: Duration = Duration::from_millis(500);
/// The memory of the engine, in bytes.
const MEMORY: u64 = 64 << 20;

/// Review a game: the loss of each move, and better moves
#[derive(Debug, clap::Args)]
pub struct ReviewArgs {
    /// The number of a match of the referee at --server; or a file: a match as JSON or text (`GET /v1/matches/N/export`), or moves separated by
    /// spaces; - is standard input
    what: String,
    /// The game of a file of moves: knights (the default), connect-four or tic-tac-toe
    #[arg(long)]
    game: Option<Game>,
    /// Nodes of the search of each position, for a file
    #[arg(long)]
    nodes: Option<u64>,
    #[command(flatten)]
    server: RefereeAddress,
    /// Print the review as JSON
    #[arg(long)]
    json: bool,
}

impl ReviewArgs {
    pub fn run(self) -> Result<(), Error> {
        let review = match self.what.parse::<u64>() {
            Ok(_) if self.game.is_some() || self.nodes.is_some() => return Err(Failure::ReviewOfFile.into()),
            Ok(number) => of_match(&Remote::new(&self.server.server, None), number)?,
            Err(_) => {
                let (game, mut question) = read(&text_of(Path::new(&self.what))?, self.game.unwrap_or_else(Game::of::<Knights>))?;
                question.nodes = self.nodes;
                here(game, &question)?
            }
        };
        Ok(print(if self.json { json_line(&review) } else { shown(&review).into_bytes() })?)
    }
}

fn of_match(referee: &Remote, number: u64) -> Result<Review, Error> {
    loop {
        let mut job: Value = referee.get(&format!("/v1/matches/{number}/review"))?;
        match job["state"].as_str() {
            Some("done") => return Ok(json::from_value(&job["result"])?),
            Some("queued" | "running") => std::thread::sleep(POLL),
            _ => return Err(serde_json::from_value(job["why"].take()).map_or(Failure::NoReview.into(), Error::Refused)),
        }
    }
}

fn here(game: Game, question: &ReviewQuestion) -> Result<Review, Error> {
    let assignment = solving::to_review(game.name(), question)?;
    let budget = Budget { time: Duration::from_secs(365 * 24 * 3_600), nodes: u64::MAX, bytes: MEMORY };
    let bytes = with_progress(budget, |cancellation| (assignment.work)(&Tools::new(None), cancellation, OutputFormat::Json))?;
    Ok(json::from_body(&bytes)?)
}

/// Reads a game from a match as JSON or as text, or from moves.
fn read(text: &str, game: Game) -> Result<(Game, ReviewQuestion), Error> {
    if text.trim_start().starts_with('{') {
        let detail: MatchDetail = json::from_body(text.as_bytes()).map_err(|why| Failure::NoMatch { why })?;
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

fn played(detail: &MatchDetail) -> Option<PlayedGame> {
    let MatchDetail { summary, moves, .. } = detail;
    let charged_us = moves.iter().map(|played| played.charge.charged_us).collect();
    let (players, budget_us) = (summary.players.clone(), summary.time.budget_us);
    Some(PlayedGame { players, budget_us, charged_us, result: summary.result?, reason: summary.reason.clone()? })
}

fn shown(review: &Review) -> String {
    let (game, method) = (review.game.clone(), review.method.clone());
    let head = localized(&Output::Reviewed { game, plies: review.moves.len(), method, nodes: review.nodes });
    let remarks: Vec<String> = review.remarks.iter().map(localized).collect();
    let sides = [(Seat::White, review.white), (Seat::Black, review.black)].map(|(side, of_side)| {
        let ReviewedSide { accuracy, inaccuracies, mistakes, blunders, missed_wins } = of_side;
        let accuracy = accuracy.map(|percent| format!("{percent:.1}"));
        localized(&Output::ReviewedSide { side, accuracy, inaccuracies, mistakes, blunders, missed_wins })
    });
    let marked = review.moves.iter().filter(|judged| judged.mark.is_some() || judged.missed_win).map(move_line);
    [head, remarks.join(" ")].into_iter().chain(sides).chain(marked).map(|line| line + "\n").collect()
}

fn move_line(judged: &ReviewedMove) -> String {
    let sign = match judged.mark {
        Some(Mark::Blunder) => "??",
        Some(Mark::Mistake) => "?",
        Some(Mark::Inaccuracy) => "?!",
        None => "",
    };
    let number = format!("{}{}", judged.ply / 2 + 1, if judged.seat == Seat::White { "." } else { "…" });
    let [chance, chance_after] = [judged.chance, judged.chance_after].map(|chance| format!("{:>3}", (100.0 * chance).round()));
    let line: Vec<&str> = judged.line.iter().map(|mv| &*mv.text).collect();
    let best = if line.is_empty() { judged.best.clone() } else { line.join(" ") };
    let judgement = localized(&Output::ReviewedMove { chance, chance_after, is_win_missed: judged.missed_win, best });
    format!("{number:>5} {:<8}{sign:<3} {judgement}", judged.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_in_every_form_that_it_has() {
        let knights = Game::of::<Knights>();
        let text = "% Match: 7\n% Game: tic-tac-toe\n% Start: 3/3/3 w 0\n% Plies: 3\n% Moves 1: A1 B2\n% Moves 11: C3\nX..\n.O.\n..X\n";
        let (game, question) = read(text, knights).expect("a match as text");
        assert_eq!((game.name(), question.position.as_deref()), ("tic-tac-toe", Some("3/3/3 w 0")));
        assert_eq!(question.moves, ["A1", "B2", "C3"]);
        let (game, question) = read("B9-A7 B1-A3\nC9-D7\n", knights).expect("moves");
        assert_eq!((game, question.moves.len(), question.position), (knights, 3, None));
        assert!(read("{}", knights).is_err());
        let review =
            here("tic-tac-toe".parse().expect("a game"), &ReviewQuestion { moves: vec!["A1".into(), "B1".into()], ..Default::default() });
        let text = shown(&review.expect("a review"));
        assert!(
            text.contains("\nWhite played with an accuracy of 100%, Black with 9%. Move 1 (B1) of Black gave away 50% of a win; B2 held. "),
            "{text}"
        );
        assert!(text.contains("1… B1      ??   50 % to win, then   0 %; best B2"), "{text}");
    }
}
