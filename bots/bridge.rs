//! The bridge: a program that speaks the line protocol plays on the referee's WebSocket.
//!
//! One process (or one local TCP connection) plays one game. Lines are text ended by a line feed:
//!
//! | from | line | meaning |
//! |---|---|---|
//! | program | its name | optional over stdin/stdout, the first line over TCP; shown in the log only |
//! | bridge | `Blanc` or `Noir` | its colour |
//! | bridge | `COUPS 1 2 3` | of any game but knights: the legal moves of the turn that follows |
//! | bridge | `JOUEUR Blanc`, `JOUEUR Noir` | the side to move; only that player answers |
//! | program | `B9-A7` or `PASSE` | its move |
//! | bridge | `MOUVEMENT C1-D3` | the opponent's move |
//! | bridge | `FIN! Blanc`, `FIN! Noir`, `FIN! Egalité` | the winner, or a draw; then the input is closed |
//!
//! Over TCP the colour, `JOUEUR` and `FIN!` end with `\0` and a line feed, as the course's referee sends them. A line in the program's turn
//! is its move, right or wrong; any other line goes to the log. A program that ends during a game resigns it.

use crate::log_message::{LogMessage, Trouble};
use crate::player::{BotPlayer, PlayerTurn, Replies, Reply};
use crate::program::{GameChannel, GameEvent, LineBuffer, LineProgram};
use protocol::{Accepted, GameOver, State, YourTurn};
use rules::{Catalogue, Game};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{self, Sender};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What the hello of a bridge says in the place of a language.
pub const LINES_OVER_PIPES: &str = "line protocol";
/// The same of a bridge to which programs connect.
pub const LINES_OVER_TCP: &str = "line protocol over TCP";

/// The most programs that wait for a game over TCP, the most without a name, and the most events that wait for one program; more are dropped.
const MAX_WAITING: usize = 64;
/// The timeout of a connected program's name.
const NAME_WITHIN: Duration = Duration::from_secs(30);

enum Programs {
    Spawned(Vec<String>),
    Connecting(Arc<Mutex<Matchmaker>>),
}

/// Programs that wait for a game, and games that wait for a program; never both.
#[derive(Default)]
struct Matchmaker {
    programs: VecDeque<(TcpStream, LineBuffer)>,
    games: VecDeque<GameChannel>,
    tasks: TaskTracker,
    replies: Option<Replies>,
}

fn lock(matchmaker: &Mutex<Matchmaker>) -> MutexGuard<'_, Matchmaker> {
    matchmaker.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player that is another program. Requires a tokio runtime.
pub(crate) struct Bridge {
    programs: Programs,
    game: Game,
    replies: Option<Replies>,
    games: BTreeMap<u64, Sender<GameEvent>>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Bridge {
    /// A bridge that starts this command for each match and communicates over its standard input and output.
    pub fn spawning(command: Vec<String>, game: Game) -> Bridge {
        Bridge::new(Programs::Spawned(command), game)
    }

    /// A bridge to which programs connect by TCP, once for each match.
    pub fn listening(listener: TcpListener, game: Game) -> Bridge {
        let matchmaker = Arc::<Mutex<Matchmaker>>::default();
        let bridge = Bridge::new(Programs::Connecting(matchmaker.clone()), game);
        lock(&matchmaker).tasks = bridge.tasks.clone();
        tokio::spawn(bridge.stop.clone().run_until_cancelled_owned(accept(listener, matchmaker)));
        bridge
    }

    fn new(programs: Programs, game: Game) -> Bridge {
        let stop = CancellationToken::new();
        Bridge { programs, game, replies: None, games: BTreeMap::new(), tasks: TaskTracker::new(), stop }
    }

    /// Waits until the programs have read their results and ended: a few seconds at most.
    pub async fn finish(mut self) {
        self.games.clear();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn resign(&self, game: u64, trouble: Trouble) {
        let why = trouble.to_string();
        tracing::error!(game, "{}", LogMessage::Resigned { why: trouble }.localized());
        if let Some(replies) = &self.replies {
            drop(replies.try_send(Reply::Resign { game, why }));
        }
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl BotPlayer for Bridge {
    fn can_play(&self) -> bool {
        match &self.programs {
            Programs::Spawned(_) => true,
            Programs::Connecting(matchmaker) => lock(matchmaker).has_programs(),
        }
    }

    fn begin(&mut self, replies: Replies) {
        if let Programs::Connecting(matchmaker) = &self.programs {
            lock(matchmaker).replies = Some(replies.clone());
        }
        self.replies = Some(replies);
    }

    fn prepare(&mut self, state: &State) {
        let Some(replies) = self.replies.clone() else { return };
        let game = state.game;
        if self.games.contains_key(&game) {
            // After a reconnection between the first `ready` and the start.
            drop(replies.try_send(Reply::Ready { game }));
            return;
        }
        if state.position != self.game.start().position() {
            // The hello reports it to the referee, which restarts a tournament's game.
            return tracing::error!(game, "{}", LogMessage::NoSuchLine { position: state.position.clone() }.localized());
        }
        let (events, inbox) = mpsc::channel(MAX_WAITING);
        let channel = GameChannel { game, seat: state.you, events: inbox, replies };
        match &self.programs {
            Programs::Spawned(command) => match LineProgram::spawn(command) {
                Ok(program) => drop(self.tasks.spawn(program.play(channel))),
                Err(source) => return self.resign(game, Trouble::NotStarted { command: command.join(" "), source }),
            },
            Programs::Connecting(matchmaker) => {
                let mut matchmaker = lock(matchmaker);
                matchmaker.games.push_back(channel);
                matchmaker.pair();
            }
        }
        self.games.insert(game, events);
    }

    fn turn(&mut self, turn: PlayerTurn) {
        let game = turn.your_turn.game;
        match self.games.get(&game) {
            Some(events) => {
                let YourTurn { ply, last_move, legal_moves, .. } = turn.your_turn;
                // Programs for knights know the rules, and have no such line.
                let legal_moves = if self.game.name() == Catalogue::USUAL { Vec::new() } else { legal_moves };
                drop(events.try_send(GameEvent::Turn { ply, last_move, legal_moves }));
            }
            None => self.resign(game, Trouble::BegunBefore),
        }
    }

    fn accepted(&mut self, accepted: &Accepted) {
        if let Some(events) = self.games.get(&accepted.game) {
            drop(events.try_send(GameEvent::Accepted));
        }
    }

    fn over(&mut self, game: u64, over: Option<&GameOver>) {
        if let Some(events) = self.games.remove(&game) {
            drop(events.try_send(GameEvent::Over(over.map(|over| over.result))));
        }
    }
}

impl Matchmaker {
    fn has_programs(&mut self) -> bool {
        // A closed connection is readable; a waiting one would block.
        self.programs.retain(|(stream, _)| stream.try_read(&mut [0]).is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock));
        !self.programs.is_empty()
    }

    fn pair(&mut self) {
        self.games.retain(|channel| !channel.events.is_closed());
        while self.has_programs()
            && let Some(channel) = self.games.pop_front()
            && let Some((stream, lines)) = self.programs.pop_front()
        {
            self.tasks.spawn(LineProgram::connected(stream, lines).play(channel));
        }
    }
}

async fn accept(listener: TcpListener, matchmaker: Arc<Mutex<Matchmaker>>) {
    let mut unnamed = JoinSet::new();
    loop {
        let Ok((mut stream, from)) = listener.accept().await else {
            // Probably too many open files: retry later.
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        while unnamed.try_join_next().is_some() {}
        if unnamed.len() >= MAX_WAITING {
            tracing::warn!(%from, "{}", LogMessage::TooManyPrograms.localized());
            continue;
        }
        let matchmaker = matchmaker.clone();
        unnamed.spawn(async move {
            let mut lines = LineBuffer::default();
            let Ok(Ok(Some(name))) = timeout(NAME_WITHIN, lines.next(&mut stream)).await else { return };
            tracing::info!(%from, name, "{}", LogMessage::ProgramConnected.localized());
            let mut matchmaker = lock(&matchmaker);
            if matchmaker.has_programs() && matchmaker.programs.len() >= MAX_WAITING {
                tracing::warn!(%from, "{}", LogMessage::TooManyPrograms.localized());
                return;
            }
            matchmaker.programs.push_back((stream, lines));
            matchmaker.pair();
            if let Some(replies) = &matchmaker.replies {
                drop(replies.try_send(Reply::Available));
            }
        });
    }
}
