//! A tournament played beforehand by stand-ins, and what that says of the real one.

use super::told::Told;
use crate::language::said;
use protocol::{NewEntrant, NewTournament, TournamentDetail, USUAL_MOVES};
use referee::Micros;

/// How an arena or a ladder is rehearsed: for so long, in which stand-ins play some games each.
const ARENA: &str = "3s";

/// The same plan, to be played by stand-ins in this process: nobody has rehearsed there, and nobody waits for the end of an arena.
pub fn to_rehearse(plan: &NewTournament, engine: &str) -> NewTournament {
    let entrants = plan.entrants.iter().map(|entrant| NewEntrant { engine: Some(engine.into()), ..entrant.clone() });
    NewTournament { entrants: entrants.collect(), duration: plan.duration.as_ref().map(|_| ARENA.into()), rehearsed: None, ..plan.clone() }
}

/// How long the real tournament may take.
pub fn foretold(plan: &NewTournament, detail: &TournamentDetail) -> String {
    if let Some(duration) = &plan.duration {
        return said(&Told::PairsFor { duration: duration.clone() });
    }
    let Some(longest) = detail.longest_us else { return said(&Told::LengthUnknown) };
    said(&Told::Takes { most: told(Micros(longest)), moves: USUAL_MOVES, few: told(Micros(longest / 5)) })
}

fn told(time: Micros) -> String {
    let minutes = time.0.div_ceil(60_000_000);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02} min", minutes / 60, minutes % 60) }
}
