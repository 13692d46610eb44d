//! Tables of a tournament: details, standings, crosstable and bracket.

use super::{RecordedTournament, estimate, log_entries};
use crate::matches::wire;
use message::Coded;
use protocol::{
    Advance, Bracket, BracketMatch, CrosstableCell, CrosstableRow, CrosstableTable, DecisionRecord, GameCounts, NewTournament, StandingRow,
    StandingTable, TournamentDetail, TournamentGame, TournamentSummary, USUAL_MOVES,
};
use referee::format::{Advance as AdvanceReason, KnockoutMatch};
use referee::pairing::Player;
use referee::rating::{Elo, EloEstimate, RatedGame, Ratings};
use referee::standings::Standings;
use referee::tournament::{GameKey, GameStatus, GameView, OperatorDecision, RecordedDecision, Tournament, TournamentGameEnd};
use referee::{Micros, TerminationKind, TimeControl};
use rules::{Outcome, Side};
use runtime::rfc3339;
use std::collections::BTreeMap;

/// The current time, by the wall clock and by a tournament's log.
pub struct Now {
    /// Milliseconds since 1970.
    pub wall_ms: i64,
    /// The tournament's own time.
    pub log: Micros,
}

pub fn detail(id: u64, plan: NewTournament, created_ms: i64, recorded: &RecordedTournament, now: &Now) -> TournamentDetail {
    let tournament = &recorded.tournament;
    let mut games = GameCounts::default();
    for game in tournament.games() {
        match game.status {
            GameStatus::Pending => games.pending += 1,
            GameStatus::Running => games.running += 1,
            GameStatus::Over(_) => games.over += 1,
            GameStatus::Dropped => {}
        }
    }
    let summary = TournamentSummary {
        tournament: id,
        name: plan.name.clone(),
        game: tournament.settings().game.name().into(),
        format: plan.format,
        entrants: tournament.names().len() as u32,
        stage: log_entries::stage(tournament.stage()),
        created: rfc3339(created_ms),
        winner: None,
        suspended: None,
    };
    TournamentDetail {
        summary,
        plan,
        round: tournament.history().round(),
        current_round: tournament.history().current_round(),
        rounds: tournament.rounds(),
        expected_games: tournament.expected_games(),
        expected_end: estimate::remaining(tournament, &recorded.pace, now.log).map(|rest| rfc3339(now.wall_ms + (rest.0 / 1_000) as i64)),
        game_us: recorded.pace.game().map(|game| game.0),
        longest_us: longest_game(&tournament.settings().time).and_then(|game| tournament.expected_time(game)).map(|time| time.0),
        games,
        incomplete: None,
        lines: recorded.lines,
    }
}

pub fn bracket(id: u64, tournament: &Tournament) -> Bracket {
    let name = |place: Option<Player>| place.map(|player| tournament.name(player).to_string());
    let mut games: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for game in tournament.games() {
        games.entry(game.key.encounter).or_default().push(game.key.to_string());
    }
    let bout = |bout: &KnockoutMatch| BracketMatch {
        upper: name(bout.upper),
        lower: name(bout.lower),
        upper_points: f64::from(bout.half_points[0]) / 2.0,
        lower_points: f64::from(bout.half_points[1]) / 2.0,
        winner: name(bout.settled.and_then(|(winner, _)| winner)),
        by: bout.settled.filter(|(winner, _)| winner.is_some()).map(|(_, by)| match by {
            AdvanceReason::Points => Advance::Points,
            AdvanceReason::TieBreak => Advance::TieBreak,
            AdvanceReason::Seed => Advance::Seed,
            AdvanceReason::Forfeit => Advance::Forfeit,
            AdvanceReason::Bye => Advance::Bye,
        }),
        games: bout.encounters.iter().flat_map(|encounter| games.get(encounter).cloned().unwrap_or_default()).collect(),
    };
    let rounds = tournament.settings().format.bracket(tournament.history());
    Bracket { tournament: id, rounds: rounds.iter().map(|round| round.iter().map(bout).collect()).collect() }
}

/// Duration of a game of the usual length in which both players use all their time; none without a limit.
fn longest_game(time: &TimeControl) -> Option<Micros> {
    let by_moves = time.per_move.map(|most| most.0.saturating_mul(USUAL_MOVES));
    let by_budget = time.budget.map(|budget| budget.0.saturating_add(time.increment.0.saturating_mul(USUAL_MOVES)));
    [by_moves, by_budget].into_iter().flatten().min().map(|each| Micros(each.saturating_mul(2)))
}

pub fn game(recorded: &RecordedTournament, game: GameView) -> TournamentGame {
    let name = |player| recorded.tournament.name(player).to_string();
    let (status, end) = match game.status {
        GameStatus::Pending => ("pending", None),
        GameStatus::Running => ("running", None),
        GameStatus::Over(end) => ("over", Some(end)),
        GameStatus::Dropped => ("dropped", None),
    };
    TournamentGame {
        game: game.key.to_string(),
        round: game.round,
        white: name(game.seats.white),
        black: name(game.seats.black),
        status: status.into(),
        result: end.map(|end| wire::result(end.outcome)),
        played: end.is_some_and(|end| end.played),
        reason: end.and_then(|_| recorded.terminations.get(&game.key).map(|termination| termination.code().into())),
        matches: recorded.matches.get(&game.key).cloned().unwrap_or_default(),
    }
}

/// The joint ratings of all entrants; none before the first game.
pub fn ratings(tournament: &Tournament) -> Option<Ratings> {
    let mut games = tournament.rated_games();
    // Floating-point sums depend on the order of summation, and the order of encounters on timing.
    let round: BTreeMap<usize, u32> = tournament.games().map(|game| (game.key.encounter as usize, game.round)).collect();
    let pair = |game: &RatedGame| (game.seats.white.min(game.seats.black), game.seats.white.max(game.seats.black));
    games.sort_by_key(|game| (round.get(&game.encounter).copied(), pair(game), game.encounter));
    let mut numbers = BTreeMap::new();
    for game in &mut games {
        let next = numbers.len();
        game.encounter = *numbers.entry(game.encounter).or_insert(next);
    }
    (!games.is_empty()).then(|| Ratings::of(tournament.names().len(), &games))
}

/// Rounds to one decimal; none for infinite values.
fn rounded(elo: Elo) -> Option<f64> {
    elo.0.is_finite().then(|| (elo.0 * 10.0).round() / 10.0)
}

fn share(estimate: EloEstimate) -> f64 {
    (estimate.superiority * 1_000.0).round() / 1_000.0
}

/// Losses of each entrant by termination, of games played as matches.
fn losses_by_reason(tournament: &Tournament, terminations: &BTreeMap<GameKey, TerminationKind>) -> BTreeMap<Player, BTreeMap<String, u32>> {
    let mut losses: BTreeMap<Player, BTreeMap<String, u32>> = BTreeMap::new();
    for game in tournament.games() {
        if let GameStatus::Over(TournamentGameEnd { outcome: Some(Outcome::Win(winner)), .. }) = game.status
            && let Some(termination) = terminations.get(&game.key)
        {
            *losses.entry(game.seats[winner.other()]).or_default().entry(termination.code().into()).or_default() += 1;
        }
    }
    losses
}

/// The standings. Slow for large tournaments: for worker threads.
pub fn standings(id: u64, name: &str, recorded: &RecordedTournament) -> StandingTable {
    let RecordedTournament { tournament, terminations, reasons, .. } = recorded;
    let mut losses = losses_by_reason(tournament, terminations);
    let rules = tournament.rules();
    let ratings = ratings(tournament);
    let standings = Standings::new(tournament.history(), &rules);
    let before: BTreeMap<Player, u32> =
        tournament.standings_before().into_iter().flat_map(|before| before.lines).map(|line| (line.player, line.rank)).collect();
    // An older version of a bot is not withdrawn: a newer one continues.
    let newest: BTreeMap<&str, Player> = tournament.history().players().map(|player| (tournament.name(player), player)).collect();
    let is_followed = |player: Player| newest.get(tournament.name(player)).is_some_and(|&newest| newest > player);
    let rows = standings.lines.iter().enumerate().map(|(place, line)| {
        let player = line.player.0 as usize;
        let elo = ratings.as_ref().and_then(|ratings| ratings.rating(player));
        let next = standings.lines.get(place + 1).map(|next| next.player.0 as usize);
        let against_next = next.and_then(|next| ratings.as_ref()?.difference(player, next));
        StandingRow {
            rank: line.rank,
            rank_before: before.get(&line.player).copied(),
            bot: tournament.name(line.player).into(),
            version: tournament.version(line.player).map(String::from),
            points: f64::from(line.half_points) / 2.0,
            played: line.played,
            byes: line.byes,
            half_point_byes: line.half_point_byes,
            wins: line.wins,
            draws: line.draws,
            losses: line.losses,
            losses_by_reason: losses.remove(&line.player).unwrap_or_default(),
            tie_breaks: rules.order.iter().zip(&line.values).map(|(criterion, value)| criterion.shown(*value).to_string()).collect(),
            withdrawn: !tournament.history().is_present(line.player) && !is_followed(line.player),
            why: reasons.get(&line.player).cloned(),
            annulled: line.annulled,
            elo: elo.and_then(|elo| rounded(elo.elo)),
            elo_low: elo.and_then(|elo| rounded(elo.low)),
            elo_high: elo.and_then(|elo| rounded(elo.high)),
            superior_to_next: against_next.map(share),
            separable_from_next: against_next.map(|estimate| estimate.is_separable()),
        }
    });
    let rows = rows.collect();
    StandingTable {
        tournament: id,
        name: name.into(),
        stage: log_entries::stage(tournament.stage()),
        criteria: rules.order.iter().map(|criterion| criterion.name().into()).collect(),
        rows,
        white_advantage: ratings.and_then(|ratings| rounded(ratings.white_advantage().elo)),
        conclusions: tournament.conclusions().iter().map(Coded::message).collect(),
        decisions: current_decisions(tournament, terminations).map(|decided| decision(tournament, decided)).collect(),
    }
}

fn decision(tournament: &Tournament, decided: &RecordedDecision) -> DecisionRecord {
    let (action, result) = log_entries::action(decided.decision);
    let game = tournament.game(decided.game);
    let name = |side| game.map_or(String::new(), |game| tournament.name(game.seats[side]).into());
    DecisionRecord {
        game: decided.game.to_string(),
        round: game.map_or(0, |game| game.round),
        white: name(Side::White),
        black: name(Side::Black),
        action,
        result,
        why: decided.why.clone(),
    }
}

/// The decisions in force about games that were played, by the match that was decided.
pub fn decisions(recorded: &RecordedTournament) -> BTreeMap<u64, DecisionRecord> {
    let RecordedTournament { tournament, terminations, matches, .. } = recorded;
    current_decisions(tournament, terminations)
        .filter(|decided| decided.decision != OperatorDecision::Replay)
        .filter_map(|decided| Some((*matches.get(&decided.game)?.last()?, decision(tournament, decided))))
        .collect()
}

/// Decisions in force: without replays that have been played or superseded by a later decision.
fn current_decisions<'t>(
    tournament: &'t Tournament,
    terminations: &BTreeMap<GameKey, TerminationKind>,
) -> impl Iterator<Item = &'t RecordedDecision> {
    let decided = tournament.decided();
    let is_played = |key| tournament.game(key).is_some_and(|game| matches!(game.status, GameStatus::Over(end) if end.played));
    let is_settled = move |(place, one): (usize, &RecordedDecision)| {
        one.decision == OperatorDecision::Replay
            && (decided[place + 1..].iter().any(|later| later.game == one.game)
                || terminations.contains_key(&one.game)
                || is_played(one.game))
    };
    decided.iter().enumerate().filter(move |(place, one)| !is_settled((*place, one))).map(|(_, one)| one)
}

/// The crosstable, its rows as in the standings.
pub fn crosstable(id: u64, name: &str, recorded: &RecordedTournament) -> CrosstableTable {
    let tournament = &recorded.tournament;
    let standings = tournament.standings();
    let table = tournament.crosstable();
    let ratings = ratings(tournament);
    let rows = standings.lines.iter().map(|line| {
        let cell = |(place, other): (usize, &referee::standings::Standing)| {
            let cell = table.cell(line.player, other.player).filter(|_| !line.annulled && !other.annulled)?;
            let difference = ratings.as_ref().and_then(|r| r.difference(line.player.0 as usize, other.player.0 as usize));
            Some(CrosstableCell {
                against: place as u32,
                points: f64::from(cell.half_points) / 2.0,
                games: cell.games,
                forfeits: cell.forfeits,
                superior: difference.map(share),
                separable: difference.map(|estimate| estimate.is_separable()),
            })
        };
        CrosstableRow {
            rank: line.rank,
            bot: tournament.name(line.player).into(),
            version: tournament.version(line.player).map(String::from),
            points: f64::from(line.half_points) / 2.0,
            cells: standings.lines.iter().enumerate().filter_map(cell).collect(),
        }
    });
    CrosstableTable { tournament: id, name: name.into(), rows: rows.collect() }
}
