//! The cube as a [`Task`](super::Task).

use crate::hint_task::{Advice, AdviceBoard, Advisable};
use crate::limits::AllowsCost;
use crate::sentence::{Brief, HintEnd};
use crate::solver_errors::{bad, bad_field};
use crate::{Error, InternalError, QuestionError, Shown, SolveOutcome, Task, TaskInfo, Tools};
use message::{Coded, Language, Message};
use protocol::{CubeAnswer, CubeQuestion, CubeStickers, HintAnswer, HintReason, MoveHint, PuzzleAnswer, PuzzleBoard, SolveLimits};
use puzzle::cube::{CubeMethod, CubeSolution, Enough, Face, Facelets, Metric, Request, Sequence, Size, first_phase, nearest};
use puzzle::{Cost, IterationProgress, NoObserver, Observer, ResumableSearch, Trace, Verdict};
use runtime::work::CancellationBudget;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::time::Duration;

/// The default effort: about 10 ms, a part of the time of the first queue.
const DEFAULT_EFFORT: Enough = Enough::States(50_000);
const MOVES_IN_LINE: usize = 22;

#[derive(Clone)]
pub struct CubeTask {
    cube: Facelets,
    request: Request,
    limits: SolveLimits,
}

fn written(stickers: &CubeStickers) -> Result<String, Error> {
    match stickers {
        CubeStickers::Text(text) => Ok(text.clone()),
        CubeStickers::Faces(faces) => Ok(faces.concat()),
        CubeStickers::Named(faces) => {
            let face = |face: Face| faces.get(&face.to_string()).map(String::as_str);
            let all: Option<String> = Face::ALL.into_iter().map(face).collect();
            let wrong = || Error::from(QuestionError::SixFaces);
            all.filter(|_| faces.len() == Face::ALL.len()).ok_or_else(wrong)
        }
    }
}

fn must_be_for(method: CubeMethod, size: Size) -> Result<(), Error> {
    match method.is_for(size) {
        true => Ok(()),
        false => Err(bad(puzzle::cube::CubeError::NotForSize { method: method.to_string(), size: size.to_string() })),
    }
}

impl CubeTask {
    pub fn read(question: CubeQuestion) -> Result<CubeTask, Error> {
        let cube = match (&question.cube, &question.scramble) {
            (Some(stickers), None) => written(stickers)?.parse::<Facelets>().map_err(bad_field("cube"))?,
            (None, Some(moves)) => {
                let size: Size = question.size.map_or(Ok(Size::Three), |size| size.to_string().parse()).map_err(bad_field("size"))?;
                Facelets::scrambled(size, &moves.parse::<Sequence>().map_err(bad_field("scramble"))?).map_err(bad_field("scramble"))?
            }
            _ => return Err(QuestionError::CubeOrScramble.into()),
        };
        let method = match &question.method {
            Some(name) => name.parse().map_err(bad_field("method"))?,
            None => CubeMethod::fastest(cube.size()),
        };
        must_be_for(method, cube.size())?;
        let is_enough = question.enough.is_some();
        // The size chooses the method that is left out.
        let beside_method = if question.method.is_some() { "method" } else { "size" };
        let needless = [
            ("enough", "hint", is_enough && question.hint),
            ("metric", "hint", question.metric.is_some() && question.hint),
            ("enough", beside_method, is_enough && method != CubeMethod::TwoPhase),
            ("size", "cube", question.size.is_some() && question.cube.is_some()),
        ];
        if let Some((field, beside, _)) = needless.into_iter().find(|(.., is_needless)| *is_needless) {
            return Err(QuestionError::Needless { field, beside }.into());
        }
        let metric = question.metric.as_deref().map_or(Ok(Metric::Half), str::parse).map_err(bad_field("metric"))?;
        let effort = if question.hint { Enough::Steady } else { DEFAULT_EFFORT };
        let enough = question.enough.map_or(effort, |moves| Enough::Moves(moves.into()));
        let request = Request { method, metric, enough };
        Ok(CubeTask { cube, request, limits: question.limits })
    }

    /// Stickers if there are 24 letters or digits, or about 54, in one word, in one for each face or in one for each row of three; else a scramble.
    pub fn from_text(text: &str) -> Map<String, Value> {
        let words = || text.split(|letter: char| letter.is_whitespace() || ",/".contains(letter)).filter(|word| !word.is_empty());
        let all = |is: fn(char) -> bool| words().all(|word| word.chars().all(is));
        let is_whole = matches!((words().map(str::len).sum(), words().count()), (24, 1) | (20.., 6) | (50..=58, 1 | 18));
        let is_cube = is_whole && (all(|letter| letter.is_alphabetic()) || all(|letter| letter.is_ascii_digit()));
        Map::from_iter([(if is_cube { "cube" } else { "scramble" }.to_string(), json!(text.trim()))])
    }
}

fn stickers(cube: &Facelets) -> Vec<String> {
    cube.colors().iter().map(ToString::to_string).collect()
}

struct SolvedCube {
    cube: Facelets,
    answer: CubeSolution,
    metric: Metric,
}

impl Shown for SolvedCube {
    fn answer(&self) -> PuzzleAnswer {
        let (moves, length) = (self.answer.sequence().to_string(), self.answer.turns.len());
        let (cube, metric) = (self.cube.to_string(), self.metric.to_string());
        let (lower_bound, shortest) = (self.answer.lower_bound, self.answer.shortest);
        PuzzleAnswer::Cube(CubeAnswer { cube, metric, moves, length, lower_bound, shortest })
    }

    fn text(&self, language: Language) -> String {
        format!("{}\n{}\n{}\n", self.cube.net(), self.answer.sequence(), self.brief().sentence(language))
    }

    fn svg(&self, language: Language) -> Option<String> {
        let moves = self.answer.sequence().to_string();
        let moves: Vec<&str> = moves.split(' ').collect();
        let mut lines: Vec<String> = moves.chunks(MOVES_IN_LINE).map(|moves| moves.join(" ")).collect();
        lines.push(self.brief().sentence(language));
        Some(self.cube.svg(&lines.iter().map(|line| &**line).collect::<Vec<_>>()))
    }

    fn boards(&self, most: usize) -> Vec<Vec<String>> {
        let moves = self.answer.sequence().0;
        let after = |count: usize| self.cube.after(&Sequence(moves[..count].to_vec())).ok();
        (0..=moves.len()).take(most).map_while(after).map(|cube| stickers(&cube)).collect()
    }

    fn brief(&self) -> Message {
        let CubeSolution { turns, shortest, .. } = &self.answer;
        Brief::Turns { turns: turns.len(), metric: self.metric.to_string(), is_shortest: *shortest }.message()
    }
}

impl Task for CubeTask {
    fn info(&self) -> TaskInfo {
        let Request { method, metric, .. } = self.request;
        let (shape, goal) = (Some(self.cube.size().to_string()), Some(metric.to_string()));
        TaskInfo { puzzle: "rubiks-cube", method: method.to_string(), shape, goal, position: None, limits: self.limits.clone() }
    }

    fn with_method(&self, method: &str) -> Result<Box<dyn Task>, Error> {
        let request = Request { method: method.parse().map_err(bad)?, ..self.request };
        must_be_for(request.method, self.cube.size())?;
        Ok(Box::new(CubeTask { request, ..self.clone() }))
    }

    fn board(&self) -> Result<PuzzleBoard, Error> {
        let width = self.cube.face(Face::U).len().isqrt();
        let (puzzle, cells) = ("rubiks-cube".into(), stickers(&self.cube));
        let nearest = nearest(&self.cube).map(|cube| cube.to_string());
        Ok(PuzzleBoard { puzzle, width, height: 6 * width, cells, nearest, ..PuzzleBoard::default() })
    }

    fn is_traced(&self) -> bool {
        self.request.method.is_traced()
    }

    fn shown(&self, cells: &[u32]) -> Vec<String> {
        let letter = |cell: &u32| Face::ALL.get(*cell as usize).map(Face::to_string).unwrap_or_default();
        cells.iter().map(letter).collect()
    }

    /// The net, without marks.
    fn drawing(&self, _: &PuzzleBoard, cells: &[String], _: &[usize], _: &[usize]) -> String {
        cells.concat().parse::<Facelets>().map_or_else(|_| String::new(), |cube| cube.net())
    }

    fn solve(&self, tools: &Tools, cancellation: &mut CancellationBudget, trace: Option<&mut Trace>) -> Result<SolveOutcome, Error> {
        let (solved, prepared) = match trace {
            Some(trace) => self.found(tools, cancellation, trace)?,
            None => self.found(tools, cancellation, &mut NoObserver)?,
        };
        let verdict = solved.verdict.map(|answer| SolvedCube { cube: self.cube.clone(), answer, metric: self.request.metric });
        Ok(SolveOutcome { prepared, ..SolveOutcome::of(verdict, |solved| solved.answer.shortest, solved.cost) })
    }
}

impl CubeTask {
    /// The solution, and the time for tables. An observed search starts without a checkpoint.
    fn found<O: Observer>(
        &self,
        tools: &Tools,
        cancellation: &mut CancellationBudget,
        observer: &mut O,
    ) -> Result<(puzzle::Solved<CubeSolution>, Duration), Error> {
        let metric = self.request.metric;
        match self.request.method {
            CubeMethod::TwoPhase if !tools.cubes.is_prepared() => {
                if !cancellation.may_wait() {
                    cancellation.leave();
                    return Ok((puzzle::Solved { verdict: Verdict::LimitReached, cost: Cost::default() }, Duration::ZERO));
                }
                tools.cubes.prepare();
            }
            CubeMethod::Optimal => _ = tools.tables.equip(&tools.cubes, metric, cancellation),
            _ => {}
        }
        // Less than a millisecond is not a preparation.
        let prepared = Some(cancellation.elapsed()).filter(|time| time.as_millis() > 0).unwrap_or_default();
        let from = if O::OBSERVES { None } else { cancellation.checkpoint::<IterationProgress>() };
        let cancellation = RefCell::new(cancellation);
        let report = &mut |progress| cancellation.borrow_mut().keep(&progress);
        let mut search = ResumableSearch { threads: tools.threads, from, report };
        let keep_going = &mut |cost: &Cost| cancellation.borrow_mut().allows(cost);
        match tools.cubes.resume(&self.cube, self.request, &mut search, observer, keep_going) {
            Err(why @ puzzle::cube::CubeError::Refused { .. }) => Err(InternalError::Refuted { why }.into()),
            solved => Ok((solved.map_err(bad)?, prepared)),
        }
    }
}

#[derive(Debug, Coded)]
#[code("cube_hint")]
struct CubeTurnHint {
    mv: String,
    reason: &'static str,
    follow: u32,
    phase: Option<u32>,
    first_phase: Option<u32>,
}

impl Advisable for CubeTask {
    fn advise(&self, tools: &Tools, cancellation: &mut CancellationBudget) -> Result<puzzle::Solved<Advice>, Error> {
        let (puzzle::Solved { verdict, cost }, _) = self.found(tools, cancellation, &mut NoObserver)?;
        Ok(puzzle::Solved { verdict: verdict.map(|solution| self.first_turn(&solution)), cost })
    }
}

impl CubeTask {
    fn first_turn(&self, solution: &CubeSolution) -> Advice {
        let Some(first) = solution.turns.first() else { return Advice::finished(HintEnd::CubeSolved) };
        let ends = first_phase(&self.cube, &solution.turns).map(|turns| turns as u32);
        let reason = if solution.shortest { HintReason::Shortest } else { HintReason::ShortestKnown };
        let (mv, follow) = (first.to_string(), solution.turns.len() as u32 - 1);
        let (phase, first_phase) = (ends.map(|turns| if turns > 0 { 1 } else { 2 }), ends.filter(|turns| *turns > 0));
        let step = CubeTurnHint { mv: mv.clone(), reason: reason.word(), follow, phase, first_phase }.message();
        let hint = MoveHint { mv, reason, follow: Some(follow), phase, first_phase, ..MoveHint::default() };
        let answer = HintAnswer { hint: Some(hint), ..HintAnswer::new("next", vec![step], None) };
        Advice { answer, conclusion: None, refutes: false, board: AdviceBoard::Drawn(self.cube.net()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use puzzle::cube::Turn;
    use runtime::work::{Budget, Stop};
    use std::sync::LazyLock;

    static TOOLS: LazyLock<Tools> = LazyLock::new(|| Tools::new(None));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3))]

        /// Each hint that is followed leaves one turn less at least, so that the first one bounds their number.
        #[test]
        fn hints_that_are_followed_solve_a_cube(
            turns in prop::collection::vec(prop::sample::select(&Turn::ALL[..]), 0..40), size in 2..4u8,
        ) {
            let mut cube = Facelets::scrambled(size.to_string().parse()?, &turns.into_iter().collect())?;
            let mut left = u32::MAX;
            loop {
                let question = json!({"cube": cube.to_string(), "hint": true});
                let task = CubeTask::read(serde_json::from_value(question)?).map_err(|error| TestCaseError::fail(error.to_string()))?;
                let mut ignored = |_: &_| {};
                let budget = Budget { time: Duration::from_secs(60), nodes: u64::MAX, bytes: u64::MAX };
                let advice = task.advise(&TOOLS, &mut CancellationBudget::new(budget, Stop::default(), &mut ignored));
                let advice = advice.expect("it works").verdict.answer().expect("it can be solved");
                let Some(MoveHint { mv, follow: Some(follow), .. }) = advice.answer.hint else { break };
                prop_assert!(follow < left, "{follow} turns after {mv}, {left} before it");
                left = follow;
                cube = cube.after(&mv.parse()?)?;
            }
            prop_assert!(cube.is_solved());
        }
    }
}
