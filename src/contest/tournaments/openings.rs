//! Where the games of a tournament begin: at the knights, from openings that a search calls even. The log keeps them, so that no other list or
//! search, of a later version or after a restart, changes what was drawn.

use super::RecordedTournament;
use referee::tournament::{GameKey, Tournament};
use rules::{Game, Knights, Position};
use search::knights::balanced_opening;

/// An opening that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The position.
    pub position: String,
    /// The moves from the start.
    pub moves: Vec<String>,
}

/// The opening of a game that begins, for a thread for work: of an unusual length it is searched for, which takes milliseconds. None where counting has drawn one, or there is none
/// to be drawn. The games of an encounter begin alike, as it was `recorded` if one of them has begun before.
pub fn drawn(judge: &Tournament, key: GameKey, recorded: &RecordedTournament) -> Option<Drawn> {
    let settings = judge.settings();
    if settings.game != Game::of::<Knights>() || settings.opening_plies == 0 {
        return None;
    }
    let moves = recorded.openings.get(&key.encounter).cloned().unwrap_or_else(|| {
        let found = balanced_opening(judge.opening_seed(key), settings.opening_plies);
        found.moves.iter().map(ToString::to_string).collect()
    });
    let mut board = Knights::start();
    for text in &moves {
        board.play(text.parse().ok()?);
    }
    Some(Drawn { position: board.to_string(), moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::NewTournament;
    use referee::tournament::Input;
    use referee::{EDITION, Micros};
    use rules::Catalogue;

    /// A round-robin of two that has begun.
    fn begun() -> RecordedTournament {
        let plan: NewTournament = serde_json::from_value(serde_json::json!({
            "name": "cup", "format": "round_robin", "seed": 3, "time": "10s", "grace": "60s",
        }))
        .expect("a plan");
        let line = protocol::TournamentEntry::Created { edition: EDITION, plan: Box::new(plan) };
        let line = super::super::record::json(&protocol::TournamentLine { line: 0, at_us: 0, entry: line });
        let (_, mut recorded) = RecordedTournament::read(&[line], Catalogue::ALL).expect("a log");
        for input in [Input::Enter { name: "ann".into(), rating: 0 }, Input::Enter { name: "bob".into(), rating: 0 }, Input::Start] {
            assert!(recorded.tournament.apply(input, Micros(0)).error.is_none());
        }
        recorded
    }

    #[test]
    fn games_of_an_encounter_begin_alike() {
        let [first, second] = [0, 1].map(|game| GameKey { encounter: 0, game });
        let mut recorded = begun();
        let opening = drawn(&recorded.tournament, first, &recorded).expect("an opening");
        assert_eq!((opening.moves.len(), drawn(&recorded.tournament, second, &recorded)), (4, Some(opening)));
        // What is written down counts, whatever a search of today would draw.
        recorded.openings.insert(0, vec!["B9-A7".into(), "B1-A3".into()]);
        let kept = drawn(&recorded.tournament, second, &recorded).expect("an opening");
        assert_eq!((kept.moves.len(), kept.position.ends_with(" w 2")), (2, true), "{kept:?}");
    }
}
