//! What the client knows of its games, and what it says next. Pure: messages and the time in, messages out.

use crate::player::{Player, Reply, Turn};
use protocol::{BotMessage, GameOver, Move, RefereeMessage, Rejection, Seek, State, Status, TimeControl, YourTurn};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long after an offer was refused it is made again.
const OFFER_AGAIN: Duration = Duration::from_secs(2);

/// The wish for games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seeking {
    /// Which game; knights if left out.
    pub game: Option<String>,
    /// Whom to play; anybody if left out.
    pub opponent: Option<String>,
    /// The time control; the referee's own if left out.
    pub time: Option<String>,
    /// How many games to play, one after the other; without end if left out.
    pub games: Option<u32>,
}

/// Where the offer to play stands.
enum Offer {
    /// To be made, not before that moment.
    Due(Option<Instant>),
    /// Made, with this mark.
    Made(String),
}

struct Game {
    opponent: String,
    time: TimeControl,
    /// Whether this client has sought it.
    sought: bool,
    /// Whether this connection has said anything of it.
    known_here: bool,
    /// If this connection found the game at this ply, its clock has been running since the old connection, or nobody knows when.
    resumed: Option<(u32, Option<Instant>)>,
    turn: Option<OpenTurn>,
}

struct OpenTurn {
    turn: Turn,
    /// Whether this connection has asked for it.
    asked_here: bool,
    answer: Option<Reply>,
}

/// A client's side of the conversation, over any number of connections.
pub(crate) struct Conversation {
    seeking: Option<Seeking>,
    offer: Offer,
    /// How many offers have been made: the next one's mark.
    offers: u32,
    finished: u32,
    games: BTreeMap<u64, Game>,
    /// Games that the referee did not list on reconnection, and whether they were sought: their `game_over` follows, or they are lost.
    unlisted: BTreeMap<u64, bool>,
    connected: bool,
    /// When the last frame of the connection before this one came.
    last_heard: Option<Instant>,
}

impl Conversation {
    pub fn new(seeking: Option<Seeking>) -> Conversation {
        Conversation {
            seeking,
            offer: Offer::Due(None),
            offers: 0,
            finished: 0,
            games: BTreeMap::new(),
            unlisted: BTreeMap::new(),
            connected: false,
            last_heard: None,
        }
    }

    /// Whether all games that were wished for have been played.
    pub fn is_done(&self) -> bool {
        self.seeking.as_ref().and_then(|seeking| seeking.games).is_some_and(|games| self.finished >= games)
    }

    /// Whether the end of a game may have been missed.
    pub fn may_have_missed_an_end(&self) -> bool {
        !(self.games.is_empty() && self.unlisted.is_empty())
    }

    /// The connection is gone; its last frame came at `last_heard`.
    pub fn lost(&mut self, last_heard: Option<Instant>) {
        self.connected = false;
        self.last_heard = last_heard.or(self.last_heard);
        self.offer = Offer::Due(None);
        for game in self.games.values_mut() {
            game.known_here = false;
            if let Some(open) = &mut game.turn {
                open.asked_here = false;
            }
        }
    }

    /// When to call [`offer`](Conversation::offer) again though nothing happened.
    pub fn offer_due(&self) -> Option<Instant> {
        match self.offer {
            Offer::Due(at) if self.wants_to_offer() => at,
            _ => None,
        }
    }

    fn wants_to_offer(&self) -> bool {
        self.connected && self.seeking.is_some() && self.games.is_empty() && !self.is_done()
    }

    /// The offer to play, if it is to be made now.
    pub fn offer(&mut self, now: Instant, player: &impl Player) -> Option<BotMessage> {
        let Offer::Due(not_before) = self.offer else { return None };
        if !self.wants_to_offer() || not_before.is_some_and(|at| now < at) || !player.can_play() {
            return None;
        }
        let seeking = self.seeking.as_ref()?;
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

    /// A message came at `now`.
    pub fn hear(&mut self, message: RefereeMessage, now: Instant, player: &mut impl Player) -> Option<BotMessage> {
        match message {
            RefereeMessage::Welcome(welcome) => {
                tracing::info!(session = welcome.session, games = welcome.games.len(), "connected");
                self.connected = true;
                if welcome.games.iter().any(|game| !self.games.contains_key(game)) {
                    // Their states follow.
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
            RefereeMessage::State(state) => self.hear_state(&state, player),
            RefereeMessage::YourTurn(your_turn) => return self.hear_turn(your_turn, now, player),
            RefereeMessage::Accepted(accepted) => {
                if let Some(game) = self.games.get_mut(&accepted.game) {
                    game.turn.take_if(|open| open.turn.your_turn.ply <= accepted.ply);
                    player.accepted(&accepted);
                }
            }
            RefereeMessage::Rejected(rejected) => {
                tracing::warn!(game = rejected.game, code = rejected.code.word(), "rejected: {}", rejected.message);
                let open = self.games.get_mut(&rejected.game).and_then(|game| game.turn.as_mut());
                if let Some(open) = open.filter(|open| Some(open.turn.your_turn.ply) == rejected.ply)
                    && rejected.code == Rejection::Illegal
                    && rejected.strikes_left.is_some()
                    && open.answer.take().is_some()
                {
                    player.turn(open.turn.clone());
                }
            }
            RefereeMessage::Opponent { game, online } => tracing::debug!(game, online, "opponent"),
            RefereeMessage::GameOver(over) => self.hear_over(&over, player),
            RefereeMessage::Pong => {}
            RefereeMessage::Notice { code, message, .. } => tracing::info!(code, "the referee says: {message}"),
            RefereeMessage::Error { code, message, fatal, .. } => {
                tracing::warn!(code, fatal, "the referee says: {message}");
                if let Offer::Made(_) = self.offer {
                    self.offer = Offer::Due(Some(now + OFFER_AGAIN));
                }
            }
        }
        None
    }

    fn hear_state(&mut self, state: &State, player: &mut impl Player) {
        let opponent = match state.you {
            protocol::Seat::White => &state.players.black,
            protocol::Seat::Black => &state.players.white,
        };
        if state.status == Status::Over {
            return;
        }
        let sought = matches!(&self.offer, Offer::Made(id) if state.id.as_ref() == Some(id));
        self.offer = Offer::Due(None);
        let known = self.games.contains_key(&state.game);
        let game = self.games.entry(state.game).or_insert_with(|| Game {
            opponent: opponent.clone(),
            time: state.time,
            sought,
            known_here: false,
            resumed: None,
            turn: None,
        });
        if state.status == Status::Waiting {
            tracing::info!(game = state.game, opponent, seat = state.you.word(), "a game begins");
            player.prepare(state);
        } else if !game.known_here {
            tracing::info!(game = state.game, opponent, ply = state.ply, "a game goes on");
            game.resumed = Some((state.ply, self.last_heard.filter(|_| known)));
        }
        game.known_here = true;
    }

    fn hear_turn(&mut self, your_turn: YourTurn, now: Instant, player: &mut impl Player) -> Option<BotMessage> {
        let game = self.games.get_mut(&your_turn.game)?;
        if let Some(open) = game.turn.as_mut().filter(|open| open.turn.your_turn.ply == your_turn.ply) {
            let first_here = !std::mem::replace(&mut open.asked_here, true);
            return open.answer.clone().filter(|_| first_here).and_then(say);
        }
        let since = match game.resumed {
            Some((ply, since)) if ply == your_turn.ply => since,
            _ => Some(now),
        };
        let turn = Turn { your_turn, opponent: game.opponent.clone(), time: game.time, since };
        game.turn = Some(OpenTurn { turn: turn.clone(), asked_here: true, answer: None });
        player.turn(turn);
        None
    }

    fn hear_over(&mut self, over: &GameOver, player: &mut impl Player) {
        let result = over.result.word();
        tracing::info!(game = over.game, result, winner = over.winner, reason = over.reason, "game over: {}", over.detail);
        let running = self.games.remove(&over.game);
        let sought = running.as_ref().map(|game| game.sought).or(self.unlisted.remove(&over.game));
        self.finished += u32::from(sought == Some(true));
        if running.is_some() {
            player.over(over.game, Some(over));
        }
    }

    /// The player replied.
    pub fn reply(&mut self, reply: Reply) -> Option<BotMessage> {
        match &reply {
            Reply::Available => None,
            Reply::Ready { game } => self.games.get(game).filter(|game| game.known_here).and_then(|_| say(reply)),
            Reply::Resign { game, .. } => {
                let open = self.games.get_mut(game)?.turn.as_mut();
                let asked_here = open.map(|open| (open.answer = Some(reply.clone()), open.asked_here).1);
                asked_here.unwrap_or(self.connected).then(|| say(reply)).flatten()
            }
            Reply::Move { game, ply, .. } => {
                let open = self.games.get_mut(game)?.turn.as_mut().filter(|open| open.turn.your_turn.ply == *ply)?;
                open.answer = Some(reply.clone());
                open.asked_here.then(|| say(reply)).flatten()
            }
        }
    }
}

fn say(reply: Reply) -> Option<BotMessage> {
    match reply {
        Reply::Ready { game } => Some(BotMessage::Ready { game }),
        Reply::Move { game, ply, text, info } => Some(BotMessage::Move(Move { game, ply, text, info })),
        Reply::Resign { game, why } => Some(BotMessage::Resign { game, why: Some(why) }),
        Reply::Available => None,
    }
}
