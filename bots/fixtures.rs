//! Fixture: messages of a referee to White, who is called `me`.

use protocol::*;

pub fn clocks(left: Option<u64>) -> Clocks {
    Clocks { white_us: left, black_us: left }
}

pub fn state(game: u64, status: Status, ply: u32) -> State {
    State {
        game_name: "knights".into(),
        game,
        status,
        you: Seat::White,
        players: Participants { white: "me".into(), black: "you".into() },
        position: "1nnn1nnn1/9/9/9/9/9/9/9/1NNN1NNN1 w 0".into(),
        moves: vec![],
        ply,
        clocks: clocks(Some(10_000_000)),
        time: TimeControlJson { budget_us: Some(10_000_000), increment_us: 0, per_move_us: None },
        strikes_left: 0,
        opponent_online: true,
        id: None,
    }
}

pub fn your_turn(game: u64, ply: u32, legal_moves: &[&str]) -> YourTurn {
    let (you, moves, clocks) = (Seat::White, vec![], clocks(Some(10_000_000)));
    let legal_moves = legal_moves.iter().map(ToString::to_string).collect();
    YourTurn { game, ply, you, position: String::new(), last_move: None, moves, legal_moves, clocks }
}

pub fn game_over(game: u64, past: bool) -> GameOver {
    let (reason, detail, why, url) = ("rules".into(), "so".into(), message::Message::new("so", []), "/".into());
    let (result, winner, plies, clocks) = (GameResult::Draw, None, 1, clocks(Some(10_000_000)));
    GameOver { game, result, winner, reason, detail, why, plies, clocks, url, past }
}
