//! The review of a game: searches each position, and judges each move.

use crate::analyser::{plain, seat};
use crate::answer::json;
use crate::game::{AnalysedGame, PERFECT, by_game};
use crate::review_remarks::remarks;
use crate::{Assignment, Error, JobTask, OutputFormat, QuestionError};
use message::{Coded, Message};
use protocol::{LineMove, Mark, PlayedGame, Review, ReviewQuestion, ReviewedMove, ReviewedSide, Score, SolveLimits};
use rules::{Position, Side};
use runtime::work::{CancellationBudget, Limit};
use search::review::{Judgement, accuracy, review, turning_point};
use search::{AnalysedLine, EngineSettings, Statistics};
use std::sync::Arc;

/// The most moves of a game: no game here has as many.
const MAX_MOVES: usize = 400;
/// The most bytes of a review: about 500 a move.
const MAX_ANSWER_BYTES: u64 = 1 << 20;
const NODES: std::ops::RangeInclusive<u64> = 1_000..=10_000_000;
/// The table of the engine, in MiB.
const MEBIBYTES: u64 = 16;
/// The plies of a line of play in the answer.
const SHOWN_PLIES: usize = 8;

struct ToReview<P: Position> {
    start: P,
    moves: Vec<P::Move>,
    nodes: u64,
    played: Option<PlayedGame>,
}

/// The review of a game of this name.
pub fn to_review(game: &str, question: &ReviewQuestion) -> Result<Assignment, Error> {
    by_game!(game, assignment(question))
}

fn assignment<P: AnalysedGame>(question: &ReviewQuestion) -> Result<Assignment, Error> {
    let ReviewQuestion { position, moves: texts, nodes, played } = question;
    if texts.len() > MAX_MOVES {
        return Err(QuestionError::TooMany { field: "moves", most: MAX_MOVES, found: texts.len() }.into());
    }
    let nodes = nodes.unwrap_or(P::WIN_CHANCE.nodes);
    if !NODES.contains(&nodes) {
        return Err(QuestionError::Range { field: "nodes", least: *NODES.start(), most: *NODES.end(), found: nodes }.into());
    }
    let start = position.as_deref().map_or_else(|| Ok(P::start()), P::read)?;
    let (mut board, mut moves) = (start.clone(), Vec::with_capacity(texts.len()));
    let mut positions = vec![start.to_string()];
    for (number, text) in (1..).zip(texts) {
        let wrong = |why: Message| Error::from(QuestionError::Move { number, why });
        let mv = text.parse::<P::Move>().map_err(|error| wrong(error.message()))?;
        board.check_move(mv).map_err(|error| wrong(error.message()))?;
        board.play(mv);
        positions.push(board.to_string());
        moves.push(mv);
    }
    if let Some(charges) = played.as_ref().map(|played| played.charged_us.len()).filter(|charges| *charges != moves.len()) {
        return Err(QuestionError::Charges { moves: moves.len(), found: charges }.into());
    }
    let label = JobTask::Review { game: P::NAME, plies: moves.len() };
    let game = ToReview { start, moves, nodes, played: played.clone() };
    let work = move |_: &_, cancellation: &mut CancellationBudget, _: OutputFormat| game.review(cancellation).map(|review| json(&review));
    Ok(Assignment { label, limits: SolveLimits::default(), positions, answer_bytes: MAX_ANSWER_BYTES, work: Arc::new(work), cut: None })
}

impl<P: AnalysedGame> ToReview<P> {
    fn review(&self, cancellation: &mut CancellationBudget) -> Result<Review, Error> {
        let mebibytes = MEBIBYTES.min(cancellation.budget().bytes >> 20).max(1) as usize;
        let settings = EngineSettings { mebibytes, ..EngineSettings::default() };
        let mut engine = P::engine(P::DEFAULT, P::EVALUATIONS[0], &settings)?;
        let mut keep_going = |cost: &Statistics| cancellation.keep_going(cost.nodes, cost.selective_depth, 0);
        let judged = review(&self.start, &self.moves, &mut *engine, P::WIN_CHANCE, self.nodes, &mut keep_going);
        let judged = judged.ok_or_else(|| QuestionError::NotReviewed { limit: cancellation.why().unwrap_or(&Limit::Stopped).message() })?;
        let (mut board, mut moves) = (self.start.clone(), Vec::with_capacity(judged.len()));
        for judgement in &judged {
            moves.push(reviewed(&board, judgement));
            board.play(judgement.played);
        }
        let turning_point = turning_point(&judged).map(|place| moves[place].ply);
        let [white, black] = Side::BOTH.map(|side| of_side(&moves, &judged, side));
        let (game, method) = (P::NAME.into(), P::DEFAULT.into());
        let (start, nodes) = (self.start.to_string(), self.nodes);
        let review = Review { game, start, method, nodes, moves, white, black, turning_point, ..Review::default() };
        let remarks = remarks(&review, self.played.as_ref());
        Ok(Review { remarks, ..review })
    }
}

fn reviewed<P: AnalysedGame>(board: &P, judgement: &Judgement<P::Move>) -> ReviewedMove {
    let mark = search::review::Mark::of(judgement.lost).map(|mark| match mark {
        search::review::Mark::Inaccuracy => Mark::Inaccuracy,
        search::review::Mark::Mistake => Mark::Mistake,
        search::review::Mark::Blunder => Mark::Blunder,
    });
    let shown = |line: &AnalysedLine<P::Move>| {
        if mark.is_some() { positions(board, &line.pv[..line.pv.len().min(SHOWN_PLIES)]) } else { Vec::new() }
    };
    ReviewedMove {
        ply: board.ply(),
        seat: seat(judgement.side),
        text: judgement.played.to_string(),
        best: judgement.best.pv.first().unwrap_or(&judgement.played).to_string(),
        score: worth::<P>(board, &judgement.best),
        depth: judgement.depth,
        chance: rounded(judgement.chance),
        chance_after: rounded(judgement.chance_after()),
        lost: rounded(judgement.lost),
        mark,
        missed_win: judgement.missed_win(),
        forced: judgement.is_forced,
        line: shown(&judgement.best),
        refutation: shown(&judgement.after),
    }
}

/// A value in the form of an analysis.
pub(super) fn worth<P: AnalysedGame>(board: &P, line: &AnalysedLine<P::Move>) -> Score {
    let value = if P::DEFAULT == PERFECT { board.counted(line.score) } else { line.score };
    Score { value, ..plain(line.score, line.is_proved) }
}

/// Four decimals keep answers short.
fn rounded(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

pub(super) fn positions<P: Position>(board: &P, line: &[P::Move]) -> Vec<LineMove> {
    let mut board = board.clone();
    let play = |&mv: &P::Move| {
        board.play(mv);
        LineMove { text: mv.to_string(), position: board.to_string() }
    };
    line.iter().map(play).collect()
}

fn of_side<M>(moves: &[ReviewedMove], judged: &[Judgement<M>], side: Side) -> ReviewedSide {
    let own = || moves.iter().filter(|judged| judged.seat == seat(side));
    let count = |mark| own().filter(|judged| judged.mark == Some(mark)).count() as u32;
    ReviewedSide {
        accuracy: accuracy(judged, side).map(|percent| (percent * 10.0).round() / 10.0),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
        blunders: count(Mark::Blunder),
        missed_wins: own().filter(|judged| judged.missed_win).count() as u32,
    }
}
