//! Checker of certificates: it uses the rules of the game alone, not the prover, its evaluation or its table.
//!
//! A race is won if one side brings three knights home, one after the other, before its opponent could do so unhindered, and cannot be
//! hindered itself: even if all enemy knights moved at each turn over an empty board, none could block a leg or a landing, or capture a
//! knight that waits or lands, in time.

use super::certificate::{Certificate, PositionKey, ProofReason, place, text};
use rules::knights::{ARRIVALS_TO_WIN, Square};
use rules::{Knights, Outcome, Position, Side};
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub certificate: Certificate,
    pub positions: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("proof_flaw")]
pub struct ProofFlaw {
    /// The line, from 1.
    pub line: usize,
    pub why: ProofLineError,
}

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("proof")]
pub enum ProofLineError {
    Begin { begin: &'static str },
    Claim { mover: &'static str },
    Step,
    Twice { before: usize, position: String },
    NoRoot,
    NoReason { reason: String, position: String },
    UnknownReason { word: String },
    Position { text: String },
    Board(rules::knights::KnightsPositionError),
}

/// Reads a proof line by line and checks each position by the rules.
///
/// # Errors
/// The first flaw.
pub fn check(mut lines: impl Iterator<Item = String>) -> Result<Checked, ProofFlaw> {
    let flaw = |line, why| ProofFlaw { line, why };
    let mut header = |number: usize, begin: &'static str| {
        let line = lines.next().unwrap_or_default();
        line.strip_prefix(begin).map(|rest| rest.trim().to_string()).ok_or_else(|| flaw(number, ProofLineError::Begin { begin }))
    };
    header(1, "arbitre proof 1")?;
    let root = read(&header(2, "position ")?).map_err(|why| ProofFlaw { line: 2, why })?;
    let claim = header(3, "claim ")?;
    let mover = root.side_to_move().name();
    let wins = match claim.strip_prefix(mover).map(str::trim) {
        Some("wins") => true,
        Some("does not win") => false,
        _ => return Err(flaw(3, ProofLineError::Claim { mover })),
    };
    let certificate = Certificate { root, wins };
    let mut reasons: HashMap<PositionKey, (usize, Knights, ProofReason)> = HashMap::new();
    for (number, line) in (4..).zip(lines) {
        let Some((position, reason)) = line.rsplit_once(' ') else { return Err(flaw(number, ProofLineError::Step)) };
        let position = read(position).map_err(|why| ProofFlaw { line: number, why })?;
        let reason = reason.parse().map_err(|why| ProofFlaw { line: number, why })?;
        if let Some((before, position, _)) = reasons.insert(place(&position), (number, position, reason)) {
            return Err(flaw(number, ProofLineError::Twice { before, position: text(&position) }));
        }
    }
    if !reasons.contains_key(&place(&certificate.root)) {
        return Err(flaw(2, ProofLineError::NoRoot));
    }
    let (attacker, proponent) = (certificate.root.side_to_move(), certificate.proponent());
    let holds = |(_, position, reason): &&(usize, Knights, ProofReason)| {
        let leads_on = |mv| reasons.contains_key(&place(&position.child(mv)));
        let is_over = position.outcome().is_some();
        match reason {
            ProofReason::End => position.outcome().is_some_and(|outcome| (outcome == Outcome::Win(attacker)) == wins),
            ProofReason::Few => !wins && has_few(position, attacker),
            ProofReason::Race => !is_over && has_won_the_race(position, proponent),
            ProofReason::Move(mv) => !is_over && position.side_to_move() == proponent && position.check_move(*mv).is_ok() && leads_on(*mv),
            ProofReason::All => !is_over && position.side_to_move() != proponent && position.legal_moves().into_iter().all(leads_on),
        }
    };
    match reasons.values().filter(|entry| !holds(entry)).min_by_key(|(number, ..)| *number) {
        Some((number, position, reason)) => {
            Err(flaw(*number, ProofLineError::NoReason { reason: reason.to_string(), position: text(position) }))
        }
        None => Ok(Checked { certificate, positions: reasons.len() }),
    }
}

/// Whether a side has too few knights to win: fewer than must arrive, and no more than its opponent has on the far row, where they stay.
fn has_few(position: &Knights, side: Side) -> bool {
    let at_home = spots(position, side.other()).iter().filter(|(_, row)| *row == direction(side.other()).1).count();
    spots(position, side).len() <= at_home.min(ARRIVALS_TO_WIN as usize - 1)
}

fn read(text: &str) -> Result<Knights, ProofLineError> {
    if text.split(' ').count() != 2 {
        return Err(ProofLineError::Position { text: text.into() });
    }
    // The number of plies has no meaning here, but its parity must match the side to move.
    let plies = u32::from(text.ends_with('b'));
    Ok(format!("{text} {plies}").parse()?)
}

/// A column and a row, counted from 0.
type Coordinates = (i32, i32);

fn spots(position: &Knights, side: Side) -> BTreeSet<Coordinates> {
    position.squares(side).map(|square: Square| (i32::from(square.column()), i32::from(square.row()))).collect()
}

const fn direction(side: Side) -> (i32, i32) {
    match side {
        Side::White => (-1, 0),
        Side::Black => (1, 8),
    }
}

/// The four jumps of a knight: legs and landings.
fn jumps((column, row): Coordinates, side: Side) -> impl Iterator<Item = (Coordinates, Coordinates)> {
    let (forward, _) = direction(side);
    let far = [-1, 1].map(|aside| ((column, row + forward), (column + aside, row + 2 * forward)));
    let near = [-1, 1].map(|aside| ((column + aside, row), (column + 2 * aside, row + forward)));
    far.into_iter().chain(near).filter(|(_, (column, row))| (0..9).contains(column) && (0..9).contains(row))
}

/// The fewest moves to bring three knights home over an empty board; none with fewer knights.
fn fewest(knights: &BTreeSet<Coordinates>, side: Side) -> Option<i32> {
    let mut moves: Vec<i32> = knights.iter().map(|(_, row)| ((row - direction(side).1).abs() + 1) / 2).collect();
    moves.sort_unstable();
    (moves.len() >= ARRIVALS_TO_WIN as usize).then(|| moves.iter().take(ARRIVALS_TO_WIN as usize).sum())
}

/// A race; time is the number of moves that the enemy has made.
struct ProofRace {
    side: Side,
    /// Where the enemy could be after at most 0, 1, … moves.
    within: Vec<BTreeSet<Coordinates>>,
    /// The enemy can be home after this number of moves.
    deadline: i32,
}

/// Whether a side brings three knights home first, against any defence.
pub(super) fn has_won_the_race(position: &Knights, side: Side) -> bool {
    let (own, enemy) = (spots(position, side), spots(position, side.other()));
    // The side to move makes its first move before the enemy.
    let made = i32::from(position.side_to_move() != side);
    let deadline = fewest(&enemy, side.other()).unwrap_or(i32::MAX);
    let mut within = vec![enemy];
    // Each move advances at least one of nine rows.
    for moves in 0..8 {
        let mut all: BTreeSet<Coordinates> = within[moves].clone();
        all.extend(within[moves].iter().flat_map(|&spot| jumps(spot, side.other()).map(|(_, to)| to)));
        within.push(all);
    }
    ProofRace { side, within, deadline }.bring_home(&own, made)
}

impl ProofRace {
    /// Where the enemy could be after at most this number of moves.
    fn within(&self, moves: i32) -> &BTreeSet<Coordinates> {
        &self.within[(moves as usize).min(self.within.len() - 1)]
    }

    fn is_home(&self, (_, row): Coordinates) -> bool {
        row == direction(self.side).1
    }

    /// Whether three knights arrive. The side's next move is its first after the enemy has made `made`.
    fn bring_home(&self, own: &BTreeSet<Coordinates>, made: i32) -> bool {
        let home = own.iter().filter(|&&spot| self.is_home(spot)).count();
        if home >= ARRIVALS_TO_WIN as usize {
            // Its last move came before the enemy's last.
            return made <= self.deadline;
        }
        let reach = self.within(made);
        // A knight that an enemy could have captured does not count, but may still stand in the way of the others.
        let runs = own.iter().filter(|&&spot| !self.is_home(spot) && !reach.contains(&spot));
        let runs: Vec<Coordinates> = runs.copied().collect();
        home + runs.len() >= ARRIVALS_TO_WIN as usize
            && made < self.deadline
            && runs.iter().any(|&from| {
                let mut others = own.clone();
                others.remove(&from);
                self.ways(from, &others, made).into_iter().any(|(end, after)| {
                    let mut own = others.clone();
                    own.insert(end);
                    self.bring_home(&own, after)
                })
            })
    }

    /// Where and when a knight can come home on paths that no enemy can cross.
    fn ways(&self, from: Coordinates, others: &BTreeSet<Coordinates>, made: i32) -> BTreeSet<(Coordinates, i32)> {
        if self.is_home(from) {
            return [(from, made)].into();
        }
        let (now, then) = (self.within(made), self.within(made + 1));
        let is_free = |&(leg, to): &(Coordinates, Coordinates)| {
            let is_safe = self.is_home(to) || !then.contains(&to);
            !others.contains(&leg) && !now.contains(&leg) && !others.contains(&to) && is_safe
        };
        jumps(from, self.side).filter(is_free).flat_map(|(_, to)| self.ways(to, others, made + 1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::race::Race;
    use super::*;

    /// The checker confirms the prover's decided races in random games.
    #[test]
    fn the_checker_confirms_the_races_of_the_prover() {
        let mut rng = rules::Rng::new(1);
        let mut decided = 0;
        for _ in 0..300 {
            let mut position = Knights::start();
            while position.outcome().is_none() {
                if let Some(plies) = Race::of(&position).decided(&position) {
                    let side = if plies > 0 { position.side_to_move() } else { position.side_to_move().other() };
                    assert!(has_won_the_race(&position, side), "{position}");
                    decided += 1;
                }
                let moves = position.legal_moves();
                position.play(moves[rng.below(moves.len())]);
            }
        }
        assert!(decided > 300, "{decided} races");
    }
}
