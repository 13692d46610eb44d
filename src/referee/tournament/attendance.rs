//! Attendance: absent players, and the games of players who withdraw.

use super::event::TournamentEventKind;
use super::game::{GameKey, GameStatus, GameView, TournamentGameEnd};
use super::input::TournamentDecision;
use super::settings::Stage;
use super::state::Tournament;
use crate::Micros;
use crate::pairing::Player;
use alloc::vec::Vec;
use message::Param;
use rules::{Outcome, Side};

impl Tournament {
    /// The players who did not come to a game.
    pub(super) fn absent(&self, game: GameKey, end: TournamentGameEnd) -> [Option<Player>; 2] {
        let Some(GameView { seats, .. }) = self.game(game).filter(|_| !end.played) else { return [None; 2] };
        match end.outcome {
            Some(Outcome::Win(winner)) => [Some(seats[winner.other()]), None],
            Some(Outcome::Draw) => [None; 2],
            None => [Some(seats.white), Some(seats.black)],
        }
    }

    /// The players who came to a game.
    pub(super) fn attending(&self, game: GameKey, end: TournamentGameEnd) -> [Option<Player>; 2] {
        let Some(GameView { seats, .. }) = self.game(game) else { return [None; 2] };
        match end.outcome {
            _ if end.played => [Some(seats.white), Some(seats.black)],
            Some(Outcome::Win(winner)) => [Some(seats[winner]), None],
            _ => [None; 2],
        }
    }

    /// Withdraws a player. Open games are won by the opponent, or annulled if it has come to no game and is not connected.
    pub(super) fn let_leave(
        &mut self,
        decision: &mut TournamentDecision,
        now: Micros,
        player: Player,
        why: Option<Param>,
        is_there: &dyn Fn(&str) -> bool,
    ) {
        if self.stage != Stage::Open {
            let never_attended =
                |opponent| self.history.is_present(opponent) && !self.came.contains(&opponent) && !is_there(self.name(opponent));
            let open = self.pending.iter().chain(&self.running).filter_map(|&key| self.game(key));
            let against =
                |game: &GameView| Side::BOTH.iter().any(|&side| game.seats[side] == player && never_attended(game.seats[side.other()]));
            let end = TournamentGameEnd { outcome: None, played: false };
            let ended = |game: GameView| TournamentEventKind::Ended { game: game.key, attempt: game.attempts, end };
            let void: Vec<TournamentEventKind> = open.filter(against).map(ended).collect();
            void.into_iter().for_each(|event| self.record(decision, now, event));
        }
        self.record(decision, now, TournamentEventKind::Withdrawn { player, why });
    }

    /// Withdraws a player, who forfeits the open games.
    pub(super) fn withdraw(&mut self, player: Player) {
        let open: Vec<GameKey> = self.pending.iter().chain(&self.running).copied().collect();
        open.into_iter().for_each(|game| self.forfeit(game, player, false));
        self.history.withdraw(player);
    }

    /// A withdrawn player loses a game to an opponent who takes part and, if `must_have_come`, has come to a game.
    pub(super) fn forfeit(&mut self, game: GameKey, leaver: Player, must_have_come: bool) {
        let Some(view) = self.game(game) else { return };
        if let Some(side) = Side::BOTH.into_iter().find(|&side| view.seats[side] == leaver) {
            let opponent = view.seats[side.other()];
            let wins = self.history.is_present(opponent) && (!must_have_come || self.came.contains(&opponent));
            let outcome = wins.then_some(Outcome::Win(side.other()));
            self.set(game, None, GameStatus::Over(TournamentGameEnd { outcome, played: false }));
        }
    }
}
