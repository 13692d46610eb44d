//! Whole games against an engine that keeps its state from move to move: a judge that does not know the engine checks every claim (a win, a loss
//! or a draw that is proved, and in how many plies), and what was claimed won is won in time.
//!
//! The engine is disturbed as an analysis board disturbs it: moves are taken back, positions set up by hand, sides and opponents changed.

use rules::{ConnectFour, Knights, Outcome, Position, Rng, Side, TicTacToe};
use search::connect_four::{Solver, in_plies};
use search::knights::proof::Prover;
use search::{
    Engine, EngineSettings, Found, KNIGHTS_PLAYERS, PERFECT_ENGINES, SearchLimits, Table, UnknownEngine, connect_four_engine,
    knights_engine, score, tic_tac_toe_engine,
};
use std::collections::HashMap;
use std::sync::Arc;

type Make<P> = fn(&str, &EngineSettings) -> Result<Box<dyn Engine<P>>, UnknownEngine>;

/// Knows the values of positions without the engine that is tested.
trait Judge<P: Position> {
    /// Whether a claim is true: that the side to move wins, or loses, within the plies that the score says, or that the game is drawn. None if
    /// that takes too long to find out.
    fn holds(&mut self, position: &P, claim: i32) -> Option<bool>;
}

/// The score that a position has after a move, for the side that made the move.
fn of_outcome(outcome: Outcome, side: Side) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == side => score::WIN,
        Outcome::Win(_) => -score::WIN,
        Outcome::Draw => score::DRAW,
    }
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// Whether an exact score makes a claim true: the winner needs no more plies than were claimed.
fn is_as_good(exact: i32, claim: i32) -> bool {
    exact.signum() == claim.signum() && exact.abs() >= claim.abs()
}

/// Every position of the game.
#[derive(Default)]
struct AllOfTicTacToe(HashMap<u64, i32>);

impl AllOfTicTacToe {
    fn exact(&mut self, position: &TicTacToe) -> i32 {
        if let Some(outcome) = position.outcome() {
            return of_outcome(outcome, position.side_to_move());
        }
        if let Some(&known) = self.0.get(&position.key()) {
            return known;
        }
        let values = position.legal_moves().into_iter().map(|mv| score::from_reply(self.exact(&after(position, mv))));
        let best = values.max().expect("the game goes on");
        self.0.insert(position.key(), best);
        best
    }
}

impl Judge<TicTacToe> for AllOfTicTacToe {
    fn holds(&mut self, position: &TicTacToe, claim: i32) -> Option<bool> {
        Some(is_as_good(self.exact(position), claim))
    }
}

impl Judge<ConnectFour> for Solver {
    fn holds(&mut self, position: &ConnectFour, claim: i32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(is_as_good(of_outcome(outcome, position.side_to_move()), claim));
        }
        let value = self.solve(position, &mut |nodes| nodes < 2_000_000)?.score;
        Some(is_as_good(value.signum() * (score::WIN - in_plies(position, value) as i32), claim))
    }
}

/// Up to so many plies a win at the knights is looked for move by move.
const COUNTED: u32 = 5;

/// Who wins at the knights, by the prover; and how soon, if that is soon enough to try everything.
struct KnightsJudge {
    table: Arc<Table>,
    /// Whether a side wins within so many plies.
    within: HashMap<(u64, Side, u32), bool>,
}

impl KnightsJudge {
    fn new() -> KnightsJudge {
        KnightsJudge { table: Arc::new(Table::new(16)), within: HashMap::new() }
    }

    /// The prover's answer: whether the side to move of `root` wins from `position` on, which is that or a ply later.
    fn proves(&self, root: &Knights, position: &Knights) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(root.side_to_move()));
        }
        let found = Prover::new(root.clone(), self.table.clone(), 0).decide(position, &mut |nodes| nodes < 2_000_000)?;
        Some((found.score > 0) == (position.side_to_move() == root.side_to_move()))
    }

    /// The slow definition: whether `side` wins within so many plies.
    fn wins_within(&mut self, position: &Knights, side: Side, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(side);
        }
        if plies == 0 {
            return false;
        }
        let place = (position.key(), side, plies);
        if let Some(&known) = self.within.get(&place) {
            return known;
        }
        let mut children = position.legal_moves().into_iter().map(|mv| after(position, mv));
        let wins = if position.side_to_move() == side {
            children.any(|child| self.wins_within(&child, side, plies - 1))
        } else {
            children.all(|child| self.wins_within(&child, side, plies - 1))
        };
        self.within.insert(place, wins);
        wins
    }
}

impl Judge<Knights> for KnightsJudge {
    fn holds(&mut self, position: &Knights, claim: i32) -> Option<bool> {
        let side = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            return Some(is_as_good(of_outcome(outcome, side), claim));
        }
        let winner = if claim > 0 { side } else { side.other() };
        if let Some(plies) = score::plies_to_end(claim).filter(|&plies| plies <= COUNTED) {
            return Some(self.wins_within(position, winner, plies));
        }
        let mut children = position.legal_moves().into_iter().map(|mv| after(position, mv));
        match claim.signum() {
            1 => self.proves(position, position),
            -1 => children.try_fold(true, |all, child| Some(all && self.proves(&child, &child)?)),
            _ => {
                let mut draws = Some(false);
                for child in children {
                    draws = draws.and_then(|draws| Some(draws || !self.proves(&child, &child)?));
                }
                Some(!self.proves(position, position)? && draws?)
            }
        }
    }
}

/// A position after at most so many random moves, in which the game goes on.
fn random_position<P: Position>(random: &mut Rng, most: usize) -> P {
    let mut position = P::start();
    for _ in 0..random.below(most + 1) {
        let moves = position.legal_moves();
        let child = after(&position, moves.as_ref()[random.below(moves.as_ref().len())]);
        if child.outcome().is_some() {
            break;
        }
        position = child;
    }
    position
}

/// What was claimed in some games.
#[derive(Debug, Default)]
struct Ledger {
    moves: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    /// Claims that the judge could not decide.
    undecided: u32,
    /// Games that had to be won, and were.
    won: u32,
}

/// An engine in games with disturbances.
struct Trial<'a, P: Position> {
    name: &'a str,
    engine: Box<dyn Engine<P>>,
    make: Make<P>,
    opponents: &'a [&'a str],
    /// The longest opening, in plies.
    opening: usize,
    judge: &'a mut dyn Judge<P>,
    ledger: Ledger,
}

impl<P: Position> Trial<'_, P> {
    /// The engine's answer, on which it spends so many nodes: by a limit, or stopped as a clock stops it.
    fn search(&mut self, position: &P, nodes: u64, by_clock: bool) -> Found<P::Move> {
        let found = if by_clock {
            self.engine.search(position, &SearchLimits::default(), &mut |progress| progress.cost.nodes < nodes)
        } else {
            self.engine.search(position, &SearchLimits { depth: None, nodes: Some(nodes) }, &mut |_| true)
        };
        found.expect("the game goes on")
    }

    /// Checks what is claimed of a position and of the move; in how many plies the engine is to have won, if it claims that.
    fn check(&mut self, position: &P, found: &Found<P::Move>, game: u64) -> Option<u32> {
        self.ledger.moves += 1;
        let claim = found.score;
        assert!(position.explain(found.best).is_ok() && found.pv.first() == Some(&found.best), "{}: {}", self.name, found.best);
        if !score::is_decided(claim) && !found.is_proved {
            return None;
        }
        *match claim.signum() {
            1 => &mut self.ledger.wins,
            -1 => &mut self.ledger.losses,
            _ => &mut self.ledger.draws,
        } += 1;
        let child = after(position, found.best);
        // The claim as the opponent has it after the move: a ply nearer to the end.
        let left = -(claim + claim.signum());
        let says = format!("{}, game {game}: {} with {claim} in {position}", self.name, found.best);
        for (position, claim, what) in [(position, claim, "the claim"), (&child, left, "the move")] {
            match self.judge.holds(position, claim) {
                Some(holds) => assert!(holds, "{what} is wrong: {says}"),
                None => self.ledger.undecided += 1,
            }
        }
        score::plies_to_end(claim).filter(|_| claim > 0)
    }

    fn opponent(&self, random: &mut Rng) -> Box<dyn Engine<P>> {
        let settings = EngineSettings { mebibytes: 1, seed: random.below(1 << 20) as u64, ..EngineSettings::default() };
        (self.make)(self.opponents[random.below(self.opponents.len())], &settings).expect("a name from the list")
    }

    fn play(&mut self, game: u64) {
        let mut random = Rng::new(game);
        if random.below(2) == 0 {
            self.engine.new_game();
        }
        let mut opponent = self.opponent(&mut random);
        let mut line = vec![random_position::<P>(&mut random, self.opening)];
        let mut side = Side::BOTH[random.below(2)];
        let (nodes, by_clock) = ([1, 40, 300, 3_000][random.below(4)], random.below(2) == 0);
        // The ply by which the engine is to have won.
        let mut deadline = None;
        let outcome = loop {
            let position = line.last().expect("the opening").clone();
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            if position.side_to_move() != side {
                let limits = SearchLimits { depth: Some(3), nodes: Some(5_000) };
                line.push(after(&position, opponent.search(&position, &limits, &mut |_| true).expect("the game goes on").best));
                continue;
            }
            let found = self.search(&position, nodes, by_clock);
            if let Some(plies) = self.check(&position, &found, game) {
                let end = position.ply() + plies;
                deadline = Some(deadline.map_or(end, |before: u32| before.min(end)));
            } else if self.name == "perfect" && !found.is_proved {
                // Its book of the first plies knows what takes more nodes than these to find again.
                deadline = None;
            }
            // Not so often that the game never ends.
            match random.below(60) {
                0 => line.truncate(1 + random.below(line.len())),
                1 => line = vec![random_position(&mut random, 2 * self.opening)],
                2 => side = side.other(),
                3..6 => {
                    opponent = self.opponent(&mut random);
                    line.push(after(&position, found.best));
                    continue;
                }
                _ => {
                    line.push(after(&position, found.best));
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

/// Plays games with every engine of a list, and says what was claimed.
fn hold<P: Position>(engines: &[&str], make: Make<P>, opponents: &[&str], opening: usize, judge: &mut dyn Judge<P>, games: u64) {
    for name in engines {
        let settings = EngineSettings { mebibytes: 1, ..EngineSettings::default() };
        let engine = make(name, &settings).expect("a name from the list");
        let mut trial = Trial { name, engine, make, opponents, opening, judge: &mut *judge, ledger: Ledger::default() };
        (0..games).for_each(|game| trial.play(game));
        let Ledger { wins, undecided, .. } = trial.ledger;
        println!("{} {name}, {games} games: {:?}", P::NAME, trial.ledger);
        assert!((wins > 0 || *name == "uct") && undecided * 10 <= wins, "{name}: {:?}", trial.ledger);
    }
}

fn knights(games: u64) {
    let opponents = ["greedy", "random", "alphabeta:1", "alphabeta:2", "alphabeta:3"];
    hold(KNIGHTS_PLAYERS, knights_engine, &opponents, 24, &mut KnightsJudge::new(), games);
}

fn connect_four(games: u64) {
    hold(PERFECT_ENGINES, connect_four_engine, &["greedy", "random", "alpha-beta"], 12, &mut Solver::new(16), games);
}

fn tic_tac_toe(games: u64) {
    hold(PERFECT_ENGINES, tic_tac_toe_engine, &["greedy", "random", "perfect"], 3, &mut AllOfTicTacToe::default(), games);
}

#[test]
fn knights_keep_what_they_claim() {
    knights(20);
}

#[test]
fn connect_four_keeps_what_it_claims() {
    connect_four(20);
}

#[test]
fn tic_tac_toe_keeps_what_it_claims() {
    tic_tac_toe(20);
}

#[test]
#[ignore = "minutes"]
fn many_games_keep_what_they_claim() {
    knights(500);
    connect_four(500);
    tic_tac_toe(500);
}
