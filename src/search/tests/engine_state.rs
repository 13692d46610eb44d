//! Whole games against an engine that keeps its state from move to move. An independent judge checks every claim (a proved win, loss or
//! draw, its plies, and that a move missed a win), and what was claimed won is won in time.
//!
//! The games have the disturbances of an analysis board: moves taken back, positions set up (of the book, too), sides and opponents changed.

use crate::{UNLIMITED, Wins, children, exact, found, of_outcome, settings, wins};
use rules::{ConnectFour, Knights, Outcome, Position, Rng, Side, TicTacToe};
use search::connect_four::{ConnectFourSolver, in_plies};
use search::knights::Win;
use search::knights::proof::Prover;
use search::review::{CONNECT_FOUR_CHANCE, KNIGHTS_CHANCE, WinChance, review};
use search::{
    Engine, EngineSettings, KNIGHTS_PLAYERS, PERFECT_ENGINES, SearchLimits, SearchResult, TranspositionTable, UnknownEngine,
    connect_four_engine, knights_engine, score, tic_tac_toe_engine,
};
use std::collections::HashMap;
use std::sync::Arc;

type Make<P> = fn(&str, &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>;

/// Whether a claim is true, independently of the engine under test: that the side to move wins or loses within the plies of the score, or
/// that the game is drawn. None if that takes too long.
type Judge<'a, P> = &'a mut dyn FnMut(&P, i32) -> Option<bool>;

/// Whether an exact score makes a claim true: the winner needs no more plies than were claimed.
fn is_as_good(exact: i32, claim: i32) -> bool {
    exact.signum() == claim.signum() && exact.abs() >= claim.abs()
}

/// Up to this number of plies, a win at the knights is checked by full search.
const COUNTED: u32 = 5;

/// The winner by the prover, or by the opening book, which `book.rs` checks. The plies of a short win come from a full search.
fn judge_knights(position: &Knights, claim: i32, table: &Arc<TranspositionTable>, known: &mut Wins) -> Option<bool> {
    let side = position.side_to_move();
    let winner = if claim > 0 { side } else { side.other() };
    if let Some(plies) = score::plies_to_end(claim).filter(|&plies| plies <= COUNTED) {
        return Some(wins(position, winner, plies, known));
    }
    let proves = |position: &Knights| match Win::of(position) {
        Some(_) => Some(true),
        None => Prover::new(position.clone(), table.clone(), 0).prove(&mut |nodes| nodes < 2_000_000),
    };
    match claim.signum() {
        1 => proves(position),
        -1 => children(position).try_fold(true, |all, child| Some(all && proves(&child)?)),
        _ => {
            let draws = children(position).try_fold(false, |draws, child| Some(draws || !proves(&child)?));
            Some(!proves(position)? && draws?)
        }
    }
}

#[derive(Debug, Default)]
struct ClaimCounts {
    moves: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    /// Claims that the judge did not decide.
    undecided: u32,
    /// Games that were claimed won, and were.
    won: u32,
}

struct Games<'a, P> {
    make: Make<P>,
    engines: &'a [&'a str],
    opponents: &'a [&'a str],
    /// The longest opening, in plies.
    opening: usize,
    book: Vec<P>,
    reviewer: &'a str,
    chance: WinChance,
}

impl<P: Position> Games<'_, P> {
    /// A position of the book, or one after at most `most` random moves, not over.
    fn position(&self, rng: &mut Rng, most: usize) -> P {
        if !self.book.is_empty() && rng.below(8) == 0 {
            return self.book[rng.below(self.book.len())].clone();
        }
        let mut position = P::start();
        for _ in 0..rng.below(most + 1) {
            let moves = position.legal_moves();
            let child = position.child(moves.as_ref()[rng.below(moves.as_ref().len())]);
            if child.outcome().is_some() {
                break;
            }
            position = child;
        }
        position
    }

    fn opponent(&self, rng: &mut Rng) -> Box<dyn Engine<P>> {
        let settings = EngineSettings { seed: rng.below(1 << 20) as u64, ..settings() };
        (self.make)(self.opponents[rng.below(self.opponents.len())], &settings).expect("a name from the list")
    }

    /// Reviews a game between two opponents: how many moves missed a win, as the judge confirms, and how many it leaves undecided.
    fn review(&self, game: u64, judge: Judge<P>) -> [u32; 2] {
        let mut rng = Rng::new(game);
        let start = self.position(&mut rng, self.opening);
        let (mut players, mut position, mut moves) = ([(); 2].map(|()| self.opponent(&mut rng)), start.clone(), Vec::new());
        while position.outcome().is_none() {
            let limits = SearchLimits { depth: Some(3), nodes: Some(1_000) };
            let mv = found(players[moves.len() % 2].as_mut(), &position, limits).best;
            position.play(mv);
            moves.push(mv);
        }
        let mut engine = (self.make)(self.reviewer, &settings()).expect("an engine");
        let judged = review(&start, &moves, &mut *engine, self.chance, 1_000, &mut |_| true).expect("not stopped");
        let (mut position, mut count) = (start, [0; 2]);
        for judgement in judged {
            let child = position.child(judgement.played);
            if judgement.missed_win() {
                let claim = judgement.best.score;
                let kept = match child.outcome() {
                    Some(outcome) => Some(of_outcome(outcome, judgement.side) > score::DRAW),
                    None => judge(&child, 1_000 - score::WIN),
                };
                let says = format!("{}, review {game}: {} with {claim} in {position}", P::NAME, judgement.played);
                match judge(&position, claim).zip(kept) {
                    Some((holds, kept)) => assert!(holds && !kept, "no win was missed: {says}"),
                    None => count[1] += 1,
                }
                count[0] += 1;
            }
            position = child;
        }
        count
    }
}

/// An engine in games with disturbances.
struct Trial<'a, P: Position> {
    name: &'a str,
    engine: Box<dyn Engine<P>>,
    games: &'a Games<'a, P>,
    judge: Judge<'a, P>,
    ledger: ClaimCounts,
}

impl<P: Position> Trial<'_, P> {
    /// A search of this number of nodes, by a limit, or stopped as by a clock.
    fn search(&mut self, position: &P, nodes: u64, by_clock: bool) -> SearchResult<P::Move> {
        let limits = if by_clock { UNLIMITED } else { crate::nodes(nodes) };
        let found = self.engine.search(position, &limits, &mut |progress| !by_clock || progress.cost.nodes < nodes);
        found.expect("the game is not over")
    }

    /// Checks the claim of a search; the plies to the win that it claims.
    fn check(&mut self, position: &P, found: &SearchResult<P::Move>, game: u64) -> Option<u32> {
        self.ledger.moves += 1;
        let claim = found.score;
        assert!(position.check_move(found.best).is_ok() && found.pv.first() == Some(&found.best), "{}: {}", self.name, found.best);
        if !score::is_decided(claim) && !found.is_proved {
            return None;
        }
        *match claim.signum() {
            1 => &mut self.ledger.wins,
            -1 => &mut self.ledger.losses,
            _ => &mut self.ledger.draws,
        } += 1;
        let child = position.child(found.best);
        // The claim after the move: for the opponent, a ply nearer to the end.
        let left = -(claim + claim.signum());
        let says = format!("{}, game {game}: {} with {claim} in {position}", self.name, found.best);
        for (position, claim, what) in [(position, claim, "the claim"), (&child, left, "the move")] {
            let holds = match position.outcome() {
                Some(outcome) => Some(is_as_good(of_outcome(outcome, position.side_to_move()), claim)),
                None => (self.judge)(position, claim),
            };
            match holds {
                Some(holds) => assert!(holds, "{what} is wrong: {says}"),
                None => self.ledger.undecided += 1,
            }
        }
        score::plies_to_end(claim).filter(|_| claim > 0)
    }

    fn play(&mut self, game: u64) {
        let mut rng = Rng::new(game);
        if rng.below(2) == 0 {
            self.engine.new_game();
        }
        let mut opponent = self.games.opponent(&mut rng);
        let mut line = vec![self.games.position(&mut rng, self.games.opening)];
        let mut side = Side::BOTH[rng.below(2)];
        let (nodes, by_clock) = ([1, 40, 300, 3_000][rng.below(4)], rng.below(2) == 0);
        // The ply of the claimed win.
        let mut deadline = None;
        let outcome = loop {
            let position = line.last().expect("the opening").clone();
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            if position.side_to_move() != side {
                let limits = SearchLimits { depth: Some(3), nodes: Some(5_000) };
                line.push(position.child(found(opponent.as_mut(), &position, limits).best));
                continue;
            }
            let found = self.search(&position, nodes, by_clock);
            if let Some(plies) = self.check(&position, &found, game) {
                let end = position.ply() + plies;
                deadline = Some(deadline.map_or(end, |before: u32| before.min(end)));
            } else if ["perfect", "alphabeta"].contains(&self.name) && !found.is_proved {
                // Its book proves what a search of these nodes does not.
                deadline = None;
            }
            // Rare enough for the game to end.
            match rng.below(60) {
                0 => line.truncate(1 + rng.below(line.len())),
                1 => line = vec![self.games.position(&mut rng, 2 * self.games.opening)],
                2 => side = side.other(),
                3..6 => {
                    opponent = self.games.opponent(&mut rng);
                    line.push(position.child(found.best));
                    continue;
                }
                _ => {
                    line.push(position.child(found.best));
                    continue;
                }
            }
            deadline = None;
        };
        let plies = line.last().expect("the end").ply();
        if let Some(deadline) = deadline {
            assert_eq!(outcome, Outcome::Win(side), "{}, game {game}: claimed won by ply {deadline}", self.name);
            assert!(plies <= deadline, "{}, game {game}: won at ply {plies}, claimed by {deadline}", self.name);
            self.ledger.won += 1;
        }
    }
}

/// Plays games with every engine of a list and prints the claims.
fn hold<P: Position>(games: &Games<P>, count: u64, judge: Judge<P>) {
    for name in games.engines {
        let engine = (games.make)(name, &settings()).expect("a name from the list");
        let mut trial = Trial { name, engine, games, judge: &mut *judge, ledger: ClaimCounts::default() };
        (0..count).for_each(|game| trial.play(game));
        let ClaimCounts { wins, undecided, .. } = trial.ledger;
        println!("{} {name}, {count} games: {:?}", P::NAME, trial.ledger);
        assert!((wins > 0 || ["uct", "random"].contains(name)) && undecided * 10 <= wins, "{name}: {:?}", trial.ledger);
    }
    let reviews = (0..count).map(|game| games.review(game, judge));
    let [missed, undecided] = reviews.fold([0; 2], |sum, each| [sum[0] + each[0], sum[1] + each[1]]);
    println!("{}, {count} reviews: {missed} missed wins, {undecided} undecided", P::NAME);
    assert!((missed > 0 || count < 100) && undecided * 10 <= missed);
}

fn every_game(count: u64) {
    let (table, mut known) = (Arc::new(TranspositionTable::new(16)), Wins::new());
    let judge = &mut |position: &Knights, claim| judge_knights(position, claim, &table, &mut known);
    let games = Games {
        make: knights_engine,
        engines: KNIGHTS_PLAYERS,
        opponents: &["greedy", "random", "alphabeta:1", "alphabeta:2", "alphabeta:3"],
        opening: 24,
        book: Win::listed().map(|(position, _)| position).collect(),
        reviewer: "alphabeta",
        chance: KNIGHTS_CHANCE,
    };
    hold(&games, count, judge);
    let mut solver = ConnectFourSolver::new(16);
    let judge = &mut |position: &ConnectFour, claim| {
        let value = solver.solve(position, &mut |nodes| nodes < 2_000_000)?.score;
        Some(is_as_good(value.signum() * (score::WIN - in_plies(position, value) as i32), claim))
    };
    let (reviewer, chance) = ("perfect", CONNECT_FOUR_CHANCE);
    let opponents = &["greedy", "random", "classroom-alphabeta"];
    let games = Games { make: connect_four_engine, engines: PERFECT_ENGINES, opponents, opening: 12, book: Vec::new(), reviewer, chance };
    hold(&games, count, judge);
    let mut known = HashMap::new();
    let judge = &mut |position: &TicTacToe, claim| Some(is_as_good(exact(position, &mut known), claim));
    let opponents = &["greedy", "random", "perfect"];
    let games = Games { make: tic_tac_toe_engine, engines: PERFECT_ENGINES, opponents, opening: 3, book: Vec::new(), reviewer, chance };
    hold(&games, count, judge);
}

#[test]
fn engines_keep_what_they_claim() {
    every_game(20);
}

#[test]
#[ignore = "minutes"]
fn many_games_keep_what_they_claim() {
    every_game(500);
}
