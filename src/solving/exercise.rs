//! Exercises: positions with one winning move, and the verdict on an attempt.

use crate::analyser::seat;
use crate::answer::json;
use crate::game::{AnalysedGame, by_game};
use crate::review::{positions, worth};
use crate::{Error, InternalError, QuestionError, Work};
use message::{Coded, Message};
use protocol::{Exercise, ExerciseList, ExerciseSolution, ExerciseVerdict};
use rules::Position;
use runtime::clipped;
use search::exercise::exercises;
use search::{AnalysedLine, EngineSettings, SearchLimits, score};
use std::sync::Arc;

/// The nodes of the search of an attempt: as many as prove the exercises.
const NODES: u64 = 400_000;
const MEBIBYTES: usize = 8;

/// The exercises of a game, or those of a length in plies.
pub fn exercise_list(game: &str, plies: Option<u32>) -> Result<ExerciseList, Error> {
    by_game!(game, list(plies))
}

/// An exercise with its solution.
pub fn exercise_solution(game: &str, number: u32) -> Result<ExerciseSolution, Error> {
    by_game!(game, solution(number))
}

/// The verdict on a move, as work.
pub fn exercise_attempt(game: &str, number: u32, mv: &str) -> Result<Work, Error> {
    by_game!(game, attempt(number, mv))
}

fn list<P: AnalysedGame>(plies: Option<u32>) -> Result<ExerciseList, Error> {
    let wanted = exercises(P::NAME).into_iter().filter(|exercise| plies.is_none_or(|plies| plies == exercise.plies));
    let exercises = wanted.map(|exercise| summary(&exercise, &P::read(exercise.position)?)).collect::<Result<_, _>>()?;
    Ok(ExerciseList { game: P::NAME.into(), exercises })
}

fn summary<P: AnalysedGame>(exercise: &search::exercise::StoredExercise, position: &P) -> Result<Exercise, Error> {
    let search::exercise::StoredExercise { number, plies, .. } = *exercise;
    Ok(Exercise { number, plies, position: position.to_string(), to_move: seat(position.side_to_move()) })
}

/// An exercise, its position, and the winning line.
fn found<P: AnalysedGame>(number: u32) -> Result<(search::exercise::StoredExercise, P, Vec<P::Move>), Error> {
    let all = exercises(P::NAME);
    let most = all.len();
    let exercise = all.into_iter().find(|exercise| exercise.number == number);
    let exercise = exercise.ok_or_else(|| Error::NoSuchExercise { number, most })?;
    let position = P::read(exercise.position)?;
    let line = exercise.line.iter().map_while(|mv| mv.parse().ok()).collect();
    Ok((exercise, position, line))
}

fn solution<P: AnalysedGame>(number: u32) -> Result<ExerciseSolution, Error> {
    let (exercise, position, line) = found::<P>(number)?;
    let exercise = summary(&exercise, &position)?;
    Ok(ExerciseSolution { game: P::NAME.into(), exercise, line: positions(&position, &line) })
}

fn attempt<P: AnalysedGame>(number: u32, text: &str) -> Result<Work, Error> {
    let (exercise, position, line) = found::<P>(number)?;
    let wrong = |why: Message| Error::from(QuestionError::Attempt { text: clipped(text, 20), why });
    let mv = text.parse::<P::Move>().map_err(|error| wrong(error.message()))?;
    position.check_move(mv).map_err(|error| wrong(error.message()))?;
    Ok(Arc::new(move |_, cancellation, _| {
        let mut after = position.clone();
        after.play(mv);
        let line = if line.first() == Some(&mv) {
            AnalysedLine { pv: line.clone(), score: score::WIN - exercise.plies as i32, is_proved: true }
        } else {
            match after.outcome() {
                Some(_) => AnalysedLine { pv: vec![mv], score: score::DRAW, is_proved: true },
                None => {
                    let settings = EngineSettings { mebibytes: MEBIBYTES, ..EngineSettings::default() };
                    let mut engine = P::engine(P::DEFAULT, P::EVALUATIONS[0], &settings)?;
                    let limits = SearchLimits { depth: None, nodes: Some(NODES) };
                    let mut keep_going =
                        |progress: &search::Progress| cancellation.keep_going(progress.cost.nodes, progress.cost.selective_depth, 0);
                    let reply = engine.search(&after, &limits, &mut keep_going);
                    let reply = reply.ok_or(InternalError::NoMove)?;
                    let pv = std::iter::once(mv).chain(reply.pv).collect();
                    AnalysedLine { pv, score: score::from_reply(reply.score), is_proved: reply.is_proved }
                }
            }
        };
        let right = score::is_decided(line.score) && line.score > 0;
        Ok(json(&ExerciseVerdict { right, score: worth(&position, &line), line: positions(&position, &line.pv) }))
    }))
}
