//! Openings of Knights games: balanced positions found by a search. They are stored in the log, so that a later version of the search does
//! not change them.

use super::RecordedTournament;
use referee::tournament::{GameKey, Tournament};
use rules::{Game, Knights, Position};
use search::knights::balanced_opening;

/// Draws the opening of a game: a position and the moves from the start; none if the game or the settings have no openings. Takes
/// milliseconds. Later games of an encounter reuse the opening in `recorded`.
pub fn drawn(tournament: &Tournament, key: GameKey, recorded: &RecordedTournament) -> Option<(String, Vec<String>)> {
    let settings = tournament.settings();
    if settings.game != Game::of::<Knights>() || settings.opening_plies == 0 {
        return None;
    }
    let moves = recorded.openings.get(&key.encounter).cloned().unwrap_or_else(|| {
        let found = balanced_opening(tournament.opening_seed(key), settings.opening_plies);
        found.moves.iter().map(ToString::to_string).collect()
    });
    let mut board = Knights::start();
    for text in &moves {
        board.play(text.parse().ok()?);
    }
    Some((board.to_string(), moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::NewTournament;
    use referee::Micros;
    use referee::tournament::TournamentInput;
    use rules::Catalogue;

    /// A round-robin of two that has begun.
    fn begun() -> RecordedTournament {
        let plan: NewTournament = serde_json::from_value(serde_json::json!({
            "name": "cup", "format": "round_robin", "seed": 3, "time": "10s", "ready_timeout": "60s",
        }))
        .expect("a plan");
        let (_, mut recorded) = RecordedTournament::read(&[super::super::first_line(&plan)], Catalogue::ALL).expect("a log");
        for input in [
            TournamentInput::Enter { name: "ann".into(), rating: 0 },
            TournamentInput::Enter { name: "bob".into(), rating: 0 },
            TournamentInput::Start,
        ] {
            assert!(recorded.tournament.apply(input, Micros(0)).error.is_none());
        }
        recorded
    }

    #[test]
    fn games_of_an_encounter_have_the_same_opening() {
        let [first, second] = [0, 1].map(|game| GameKey { encounter: 0, game });
        let mut recorded = begun();
        let opening = drawn(&recorded.tournament, first, &recorded).expect("an opening");
        assert_eq!((opening.1.len(), drawn(&recorded.tournament, second, &recorded)), (4, Some(opening)));
        // The stored opening counts.
        recorded.openings.insert(0, vec!["B9-A7".into(), "B1-A3".into()]);
        let stored = drawn(&recorded.tournament, second, &recorded).expect("an opening");
        assert_eq!((stored.1.len(), stored.0.ends_with(" w 2")), (2, true), "{stored:?}");
    }
}
