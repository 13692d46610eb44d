//! State machine of a client's session (sans-IO): messages and the time in, messages out.

use crate::log_message::{LogMessage, known};
use crate::player::{BotPlayer, PlayerTurn, Reply};
use message::Message;
use protocol::{BotMessage, GameOver, Move, RefereeMessage, Rejection, Seek, State, Status, TimeControlJson, YourTurn};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The wait before a refused offer is repeated.
const OFFER_AGAIN: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeking {
    /// The game; the default is knights.
    pub game: Option<String>,
    /// The opponent; the default is any.
    pub opponent: Option<String>,
    /// The time control; the default is the referee's.
    pub time: Option<String>,
    /// The number of games; the default is unlimited.
    pub games: Option<u32>,
}

enum Offer {
    /// Due, not before that moment.
    Due(Option<Instant>),
    /// Made, with this id.
    Made(String),
}

struct SessionGame {
    opponent: String,
    time: TimeControlJson,
    /// Whether this client sought it.
    sought: bool,
    /// Whether this connection has reported it.
    known_here: bool,
    /// If the connection found the game at this ply: since when the clock may have been running, if that is known.
    resumed: Option<(u32, Option<Instant>)>,
    turn: Option<OpenTurn>,
}

struct OpenTurn {
    turn: PlayerTurn,
    /// Whether this connection has requested a move.
    requested_here: bool,
    reply: Option<Reply>,
}

/// A client's session, over any number of connections.
pub(crate) struct ClientSession {
    seeking: Option<Seeking>,
    offer: Offer,
    /// The number of offers made, from which the next id follows.
    offers: u32,
    finished: u32,
    games: BTreeMap<u64, SessionGame>,
    /// Games that the referee did not list after a reconnection, and whether they were sought.
    unlisted: BTreeMap<u64, bool>,
    connected: bool,
    /// The moment of the last frame of the connection before.
    last_frame: Option<Instant>,
    /// Why the last offer was refused.
    last_refusal: Option<Message>,
}

impl ClientSession {
    pub fn new(seeking: Option<Seeking>) -> ClientSession {
        ClientSession {
            seeking,
            offer: Offer::Due(None),
            offers: 0,
            finished: 0,
            games: BTreeMap::new(),
            unlisted: BTreeMap::new(),
            connected: false,
            last_frame: None,
            last_refusal: None,
        }
    }

    /// Whether all wanted games have been played.
    pub fn is_done(&self) -> bool {
        self.seeking.as_ref().and_then(|seeking| seeking.games).is_some_and(|games| self.finished >= games)
    }

    pub fn may_have_missed_an_end(&self) -> bool {
        !(self.games.is_empty() && self.unlisted.is_empty())
    }

    /// Handles the loss of the connection, whose last frame came at `last_frame`.
    pub fn lost(&mut self, last_frame: Option<Instant>) {
        self.connected = false;
        self.last_frame = last_frame.or(self.last_frame);
        self.offer = Offer::Due(None);
        for game in self.games.values_mut() {
            game.known_here = false;
            if let Some(open) = &mut game.turn {
                open.requested_here = false;
            }
        }
    }

    /// The moment to call [`offer`](ClientSession::offer) again, without another event.
    pub fn offer_due(&self) -> Option<Instant> {
        match self.offer {
            Offer::Due(at) if self.wants_to_offer() => at,
            _ => None,
        }
    }

    fn wants_to_offer(&self) -> bool {
        self.connected && self.seeking.is_some() && self.games.is_empty() && !self.is_done()
    }

    /// The offer to play, if it is due.
    pub fn offer(&mut self, now: Instant, player: &impl BotPlayer) -> Option<BotMessage> {
        let Offer::Due(not_before) = self.offer else { return None };
        if !self.wants_to_offer() || not_before.is_some_and(|at| now < at) || !player.can_play() {
            return None;
        }
        let seeking = self.seeking.as_ref()?;
        if self.last_refusal.is_none() {
            tracing::info!("{}", LogMessage::Seeking { opponent: seeking.opponent.clone() }.localized());
        }
        self.offers += 1;
        let id = self.offers.to_string();
        self.offer = Offer::Made(id.clone());
        Some(BotMessage::Seek(Seek {
            game: seeking.game.clone(),
            time: seeking.time.clone(),
            opponent: seeking.opponent.clone(),
            seat: None,
            id: Some(id),
        }))
    }

    /// Handles a message that came at `now`.
    pub fn handle(&mut self, message: RefereeMessage, now: Instant, player: &mut impl BotPlayer) -> Option<BotMessage> {
        match message {
            RefereeMessage::Welcome(welcome) => {
                tracing::info!(session = welcome.session, games = welcome.games.len(), "{}", LogMessage::Connected.localized());
                self.connected = true;
                if welcome.games.iter().any(|game| !self.games.contains_key(game)) {
                    self.offer = Offer::Due(Some(now + OFFER_AGAIN));
                }
                let unlisted: Vec<u64> = self.games.keys().copied().filter(|game| !welcome.games.contains(game)).collect();
                for game in unlisted {
                    let sought = self.games.remove(&game).is_some_and(|game| game.sought);
                    self.unlisted.insert(game, sought);
                    self.offer = Offer::Due(Some(now + OFFER_AGAIN));
                    player.over(game, None);
                }
            }
            RefereeMessage::State(state) => self.handle_state(&state, player),
            RefereeMessage::YourTurn(your_turn) => return self.handle_turn(your_turn, now, player),
            RefereeMessage::Accepted(accepted) => {
                if let Some(game) = self.games.get_mut(&accepted.game) {
                    game.turn.take_if(|open| open.turn.your_turn.ply <= accepted.ply);
                    player.accepted(&accepted);
                }
            }
            RefereeMessage::Rejected(rejected) => {
                let said = LogMessage::Rejected { why: known(&rejected.why, &rejected.message) }.localized();
                tracing::warn!(game = rejected.game, code = rejected.code.word(), "{said}");
                let open = self.games.get_mut(&rejected.game).and_then(|game| game.turn.as_mut());
                if let Some(open) = open.filter(|open| Some(open.turn.your_turn.ply) == rejected.ply)
                    && rejected.code == Rejection::Illegal
                    && rejected.strikes_left.is_some()
                    && open.reply.take().is_some()
                {
                    player.turn(open.turn.clone());
                }
            }
            RefereeMessage::Opponent { game, online } => tracing::debug!(game, online, "opponent"),
            RefereeMessage::GameOver(over) => self.handle_over(&over, player),
            RefereeMessage::Pong => {}
            RefereeMessage::Notice { code, why, message, .. } => {
                tracing::info!(code, "{}", LogMessage::Referee { why: known(&why, &message) }.localized());
            }
            // The client reports a fatal error when the referee closes the connection.
            RefereeMessage::Error { fatal: true, .. } => {}
            RefereeMessage::Error { code, why, message, .. } => {
                if !self.is_repeated(&why) {
                    tracing::warn!(code, "{}", LogMessage::Referee { why: known(&why, &message) }.localized());
                }
                if let Offer::Made(_) = self.offer {
                    self.offer = Offer::Due(Some(now + OFFER_AGAIN));
                }
            }
        }
        None
    }

    /// Whether the offer is refused for the reason of the last time. A bot that waits for its opponent logs it once.
    pub fn is_repeated(&mut self, why: &Message) -> bool {
        matches!(self.offer, Offer::Made(_)) && self.last_refusal.replace(why.clone()).as_ref() == Some(why)
    }

    fn handle_state(&mut self, state: &State, player: &mut impl BotPlayer) {
        let opponent = match state.you {
            protocol::Seat::White => &state.players.black,
            protocol::Seat::Black => &state.players.white,
        };
        if state.status == Status::Over {
            return;
        }
        let sought = matches!(&self.offer, Offer::Made(id) if state.id.as_ref() == Some(id));
        (self.offer, self.last_refusal) = (Offer::Due(None), None);
        let known = self.games.contains_key(&state.game);
        let game = self.games.entry(state.game).or_insert_with(|| SessionGame {
            opponent: opponent.clone(),
            time: state.time,
            sought,
            known_here: false,
            resumed: None,
            turn: None,
        });
        if state.status == Status::Waiting {
            tracing::info!(game = state.game, opponent, seat = state.you.word(), "{}", LogMessage::GameBegins.localized());
            player.prepare(state);
        } else if !game.known_here {
            tracing::info!(game = state.game, opponent, ply = state.ply, "{}", LogMessage::GameContinues.localized());
            game.resumed = Some((state.ply, self.last_frame.filter(|_| known)));
        }
        game.known_here = true;
    }

    fn handle_turn(&mut self, your_turn: YourTurn, now: Instant, player: &mut impl BotPlayer) -> Option<BotMessage> {
        let game = self.games.get_mut(&your_turn.game)?;
        if let Some(open) = game.turn.as_mut().filter(|open| open.turn.your_turn.ply == your_turn.ply) {
            let first_here = !std::mem::replace(&mut open.requested_here, true);
            return open.reply.clone().filter(|_| first_here).and_then(message);
        }
        let since = match game.resumed {
            Some((ply, since)) if ply == your_turn.ply => since,
            _ => Some(now),
        };
        let turn = PlayerTurn { your_turn, opponent: game.opponent.clone(), time: game.time, since };
        game.turn = Some(OpenTurn { turn: turn.clone(), requested_here: true, reply: None });
        player.turn(turn);
        None
    }

    fn handle_over(&mut self, over: &GameOver, player: &mut impl BotPlayer) {
        let result = over.result.word();
        let said = LogMessage::GameOver { why: known(&over.why, &over.detail) }.localized();
        tracing::info!(game = over.game, result, winner = over.winner, reason = over.reason, "{said}");
        let running = self.games.remove(&over.game);
        let sought = running.as_ref().map(|game| game.sought).or(self.unlisted.remove(&over.game));
        self.finished += u32::from(sought == Some(true));
        if running.is_some() {
            player.over(over.game, Some(over));
        }
    }

    pub fn reply(&mut self, reply: Reply) -> Option<BotMessage> {
        match &reply {
            Reply::Available => None,
            Reply::Ready { game } => self.games.get(game).filter(|game| game.known_here).and_then(|_| message(reply)),
            Reply::Resign { game, .. } => {
                let open = self.games.get_mut(game)?.turn.as_mut();
                let requested_here = open.map(|open| (open.reply = Some(reply.clone()), open.requested_here).1);
                requested_here.unwrap_or(self.connected).then(|| message(reply)).flatten()
            }
            Reply::Move { game, ply, .. } => {
                let open = self.games.get_mut(game)?.turn.as_mut().filter(|open| open.turn.your_turn.ply == *ply)?;
                open.reply = Some(reply.clone());
                open.requested_here.then(|| message(reply)).flatten()
            }
        }
    }
}

fn message(reply: Reply) -> Option<BotMessage> {
    match reply {
        Reply::Ready { game } => Some(BotMessage::Ready { game }),
        Reply::Move { game, ply, text, info } => Some(BotMessage::Move(Move { game, ply, text, info })),
        Reply::Resign { game, why } => Some(BotMessage::Resign { game, why: Some(why) }),
        Reply::Available => None,
    }
}
