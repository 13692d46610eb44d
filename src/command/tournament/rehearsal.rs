//! A tournament played beforehand by stand-ins, and what that says of the real one.

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
        return format!("The real one pairs for {duration}, and ends when the last game has ended.");
    }
    let Some(longest) = detail.longest_us else {
        return "How long the real one takes is not known: its games have no limit, or it ends by what they show.".into();
    };
    format!(
        "The real one takes {} at most if every bot uses all its time in games of {} moves; {} if they use a fifth.",
        told(Micros(longest)),
        USUAL_MOVES,
        told(Micros(longest / 5))
    )
}

fn told(time: Micros) -> String {
    let minutes = time.0.div_ceil(60_000_000);
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h {:02} min", minutes / 60, minutes % 60) }
}
