//! One of several nodes that share a database. It keeps its doors open all its life: while it referees, connections are its own; while it
//! stands by, they are passed on.

use crate::Holder;
use crate::peers::Peers;
use crate::postgres::Peer;
use crate::postgres::{self, DatabaseUrl, LeaseWatch, Register};
use crate::relay::{Introduction, answer_itself, bring, reaches_itself};
use crate::standing::{self, Arrivals, Inlets, Speech, Standing};
use runtime::LogSampler;
use runtime::net::{BindError, bind, set_keepalive, set_node_keepalive, set_nodelay};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use storage::{Fault, Opened, StorageError};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// How soon a node that stands by looks again if the database does not answer, or another was faster.
const AGAIN: Duration = Duration::from_millis(400);
/// How long to wait after the system gave no connection, usually for want of descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// How many connections from other nodes may not have said yet whose they are, and how long.
const MOST_SILENT: usize = 512;
const INTRODUCED_WITHIN: Duration = Duration::from_secs(2);
/// How many may then wait for this node to referee, and how long.
const WAITING: usize = 1_024;
const OPENED_WITHIN: Duration = Duration::from_secs(5);
/// How often it tells the other nodes that it is there, and asks whether they can reach it.
const TOLD_EVERY: Duration = Duration::from_secs(5);
/// So many times in a row a node does not reach itself before it says so: once may be the machine's or the network's bad moment.
const TRIES: u32 = 2;
/// How long good-bye may take.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a node is called, and where the others reach it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NodeFlags {
    /// What this node is called among others that share the database [default: where they reach it]
    #[arg(long, env = "ARBITRE_NODE", value_name = "NAME", value_parser = node_name)]
    pub node: Option<String>,
    /// Address to listen on for connections that other nodes pass on [default: any free port beside `--bind`]
    #[arg(long, env = "ARBITRE_RELAY", value_name = "ADDRESS")]
    pub relay: Option<SocketAddr>,
    /// Name or address of this machine by which other nodes reach it [default: its first address on the network]
    #[arg(long, env = "ARBITRE_ADVERTISE", value_name = "HOST")]
    pub advertise: Option<String>,
}

/// The longest name of a node, in bytes.
const LONGEST_NODE_NAME: usize = 64;

/// A text that is no name of a node.
#[derive(Clone, Debug, message::Coded)]
#[code("node_name")]
pub struct NoNodeName {
    most: usize,
}

/// A name that a log line and a table can hold.
///
/// # Errors
/// [`NoNodeName`] for any other text.
pub fn node_name(text: &str) -> Result<String, NoNodeName> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    match text.len() {
        1..=LONGEST_NODE_NAME if text.bytes().all(is_plain) => Ok(text.into()),
        _ => Err(NoNodeName { most: LONGEST_NODE_NAME }),
    }
}

/// Where a node listens for clients.
#[derive(Clone, Copy, Debug)]
pub struct NodeAddresses {
    /// For HTTP and WebSocket.
    pub http: SocketAddr,
    /// For the line protocol.
    pub lines: Option<SocketAddr>,
    /// Most connections that it passes on at one time.
    pub max_connections: usize,
}

/// Why a node cannot run.
#[derive(Debug, message::Coded)]
#[code("node")]
pub enum NodeError {
    /// The database.
    #[code(from)]
    Storage(StorageError),
    /// An address that cannot be listened on.
    #[code(from)]
    Bind(BindError),
    /// The operating system.
    #[code(from)]
    System(std::io::Error),
}

/// The time during which a node referees.
pub struct Term {
    /// The storage, until another node referees.
    pub opened: Opened,
    /// What comes for HTTP and WebSocket, to this node's own door or passed on by another.
    pub http: Arrivals,
    /// What comes for the line protocol.
    pub lines: Arrivals,
}

/// A node.
pub struct Node {
    url: DatabaseUrl,
    itself: Holder,
    watch: LeaseWatch,
    register: Register,
    peers: Arc<Peers>,
    database_answers: bool,
    standing: watch::Sender<Standing>,
    address: SocketAddr,
    lines: Option<SocketAddr>,
}

impl Node {
    /// Opens its ports as soon as the database answers; until [`stand_by`](Node::stand_by) is asked, connections wait. `None` if it is stopped
    /// before.
    ///
    /// # Errors
    /// When an address is taken, or the database refuses this node or is of a later version.
    pub async fn open(
        flags: &NodeFlags,
        listen: NodeAddresses,
        url: DatabaseUrl,
        stop: &CancellationToken,
    ) -> Result<Option<Node>, NodeError> {
        let Some(watched) = postgres::when_up(stop, || postgres::watch(&url)).await else { return Ok(None) };
        let (watch, register) = watched?;
        let http = bind(listen.http, "--bind").await?;
        let lines = match listen.lines {
            Some(address) => Some(bind(address, "--tcp").await?),
            None => None,
        };
        let relays = bind(flags.relay.unwrap_or(SocketAddr::new(listen.http.ip(), 0)), "--relay").await?;
        let (address, relay_address) = (http.local_addr()?, relays.local_addr()?);
        let lines_address = lines.as_ref().map(TcpListener::local_addr).transpose()?;
        let reached = |door: SocketAddr| reached(flags.advertise.as_deref(), door);
        let relay = reached(relay_address);
        let name = flags.node.clone().unwrap_or_else(|| relay.clone());
        let itself = Holder::of_this_process(name, relay).map_err(std::io::Error::from)?;
        let peers = Arc::new(Peers::new(watch.seen().clone()));
        let (standing, told) = watch::channel(Standing::Nobodys);
        let room = Arc::new(Semaphore::new(listen.max_connections));
        tokio::spawn(stop.clone().run_until_cancelled_owned(front(http, Speech::Http, told.clone(), room.clone())));
        if let Some(lines) = lines {
            tokio::spawn(stop.clone().run_until_cancelled_owned(front(lines, Speech::Lines, told.clone(), room)));
        }
        tokio::spawn(stop.clone().run_until_cancelled_owned(back(relays, itself.key.clone(), told.clone(), peers.clone())));
        let telling = tell(register.clone(), itself.clone(), reached(address), told, peers.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(telling));
        Ok(Some(Node { url, itself, watch, register, peers, database_answers: true, standing, address, lines: lines_address }))
    }

    /// Where it listens for HTTP and WebSocket.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it listens for the line protocol, if it does.
    pub fn lines(&self) -> Option<SocketAddr> {
        self.lines
    }

    /// Passes connections on until this node is to referee; `None` if it is stopped before.
    ///
    /// # Errors
    /// When the database is of a later version, or damaged. While it does not answer, the node waits.
    pub async fn stand_by(&mut self, stop: &CancellationToken) -> Result<Option<Term>, NodeError> {
        stop.clone().run_until_cancelled_owned(self.become_referee()).await.transpose()
    }

    async fn become_referee(&mut self) -> Result<Term, NodeError> {
        let mut told = None;
        loop {
            if self.find_referee(&mut told).await? {
                // No term is to be lower than one that another node has seen; nor is one to begin in silence where that shows that the database
                // has lost it.
                self.peers.exchange().await;
                if self.find_referee(&mut told).await? {
                    match postgres::open(&self.url, self.itself.clone(), self.watch.seen().clone()).await {
                        Ok(Ok(opened)) => {
                            let opened = opened.refuse_half_moved(&self.url.to_string(), &postgres::remedy(&self.url)).await?;
                            return Ok(self.begin(opened));
                        }
                        Ok(Err(holder)) => self.follow(holder, &mut told),
                        Err(error) if error.fault == Fault::Unavailable => self.ask_others(&error, &mut told).await,
                        Err(error) => return Err(error.into()),
                    }
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    }

    /// Passes connections on to other nodes while `ending` ends the term that this node has lost.
    pub async fn step_down<T>(&mut self, ending: impl Future<Output = T>) -> T {
        self.standing.send_replace(Standing::Nobodys);
        let following = async {
            let mut told = None;
            loop {
                match self.find_referee(&mut told).await {
                    Ok(false) => {}
                    // It has ended, and is for others to take. What is wrong with the database, this node hears when it stands by.
                    Ok(true) | Err(_) => tokio::time::sleep(AGAIN).await,
                }
            }
        };
        tokio::select! {
            ended = ending => ended,
            () = following => unreachable!("it goes on for ever"),
        }
    }

    /// Looks who referees, and waits until that may have changed; says whether nobody does.
    async fn find_referee(&mut self, told: &mut Option<Holder>) -> Result<bool, NodeError> {
        match self.watch.look().await {
            Ok(Some((holder, remaining))) => {
                self.database_answers = true;
                self.follow(holder, told);
                self.watch.wait(remaining).await;
            }
            Ok(None) => {
                self.database_answers = true;
                *told = None;
                self.standing.send_replace(Standing::Nobodys);
                return Ok(true);
            }
            Err(error) if error.fault == Fault::Unavailable => {
                self.ask_others(&error, told).await;
                tokio::time::sleep(AGAIN).await;
            }
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// The database does not answer this node; it may answer another.
    async fn ask_others(&mut self, error: &StorageError, told: &mut Option<Holder>) {
        if self.database_answers {
            tracing::error!(%error, "the database does not answer: this node cannot referee until it does");
            self.database_answers = false;
        }
        let answers = self.peers.exchange().await;
        if let Some((referee, _)) = answers.iter().find(|(_, referees)| *referees) {
            self.follow(referee.clone(), told);
        } else if matches!(&*self.standing.borrow(), Standing::Theirs(holder) if answers.iter().any(|(peer, _)| peer == holder)) {
            *told = None;
            self.standing.send_replace(Standing::Nobodys);
        }
    }

    fn begin(&self, opened: Opened) -> Term {
        tracing::info!(node = self.itself.name, "this node referees");
        let (to_http, http) = mpsc::channel(standing::WAITING);
        let (to_lines, lines) = mpsc::channel(standing::WAITING);
        self.standing.send_replace(Standing::Ours(Arc::new(Inlets { http: to_http, lines: to_lines })));
        Term { opened, http, lines }
    }

    /// Says good-bye to the other nodes.
    pub async fn leave(&self) {
        if !matches!(tokio::time::timeout(PATIENCE, self.register.leave(&self.itself)).await, Ok(Ok(()))) {
            tracing::debug!("the other nodes see by themselves that this one is gone");
        }
    }

    fn follow(&self, holder: Holder, told: &mut Option<Holder>) {
        if told.as_ref() == Some(&holder) {
            return;
        }
        // The row may still name this node after it has given up its term: it passes nothing on to itself.
        if holder == self.itself {
            tracing::info!(node = self.itself.name, "this node has given up its term: nobody referees until that has run out");
            self.standing.send_replace(Standing::Nobodys);
        } else {
            tracing::info!(node = self.itself.name, referee = ?holder, "this node stands by, and passes connections on");
            self.standing.send_replace(Standing::Theirs(holder.clone()));
        }
        *told = Some(holder);
    }
}

/// Where others reach a door of this node: at the name that the operator gave, or at an address of its own.
fn reached(advertised: Option<&str>, door: SocketAddr) -> String {
    let host = match advertised {
        Some(host) => host.to_string(),
        None if door.ip().is_unspecified() => own_address().unwrap_or(IpAddr::from([127, 0, 0, 1])).to_string(),
        None => door.ip().to_string(),
    };
    let host = if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host };
    format!("{host}:{}", door.port())
}

/// Tells of this node, in the database and to the other nodes, for ever; and of what the operator has set up wrongly.
async fn tell(register: Register, itself: Holder, address: String, mut standing: watch::Receiver<Standing>, peers: Arc<Peers>) {
    let mut namesakes_told = Vec::new();
    let (to_tell, mut unreached) = watch::channel(false);
    let looking = tokio::spawn(look_at_itself(itself.clone(), to_tell));
    let _looking = AbortOnDropHandle::new(looking);
    loop {
        let (referees, is_unreached) = (matches!(*standing.borrow_and_update(), Standing::Ours(_)), *unreached.borrow_and_update());
        match register.tell(&itself, &address, referees, is_unreached).await {
            Ok(others) => {
                let is_namesake = |peer: &&Peer| peer.is_there && peer.holder.name == itself.name;
                let namesakes: Vec<_> = others.iter().filter(is_namesake).map(|peer| peer.address.clone()).collect();
                if !namesakes.is_empty() && namesakes != namesakes_told {
                    let others = namesakes.join(", ");
                    tracing::warn!(node = itself.name, others, "other nodes have the same name: give each its own with --node");
                }
                namesakes_told = namesakes;
                peers.set(others.into_iter().map(|peer| peer.holder).collect());
            }
            Err(error) => tracing::debug!(%error, "the other nodes are not told of this one now"),
        }
        peers.exchange().await;
        // What it does may change at any time.
        tokio::select! {
            _ = standing.changed() => {}
            _ = unreached.changed() => {}
            () = tokio::time::sleep(TOLD_EVERY) => {}
        }
    }
}

/// Tries again and again whether a node is reached where it says that the others reach it, and tells when it is not.
async fn look_at_itself(itself: Holder, unreached: watch::Sender<bool>) {
    let mut failures = 0;
    loop {
        failures = if reaches_itself(&itself).await { 0 } else { failures + 1 };
        if failures == TRIES {
            let (node, relay) = (&itself.name, &itself.relay);
            tracing::warn!(
                node,
                "the other nodes are to reach this one at {relay}, where it does not answer: --advertise or --relay may be wrong"
            );
        }
        unreached.send_if_modified(|before| std::mem::replace(before, failures >= TRIES) != (failures >= TRIES));
        tokio::time::sleep(TOLD_EVERY).await;
    }
}

/// An address of this machine on its network.
fn own_address() -> Option<IpAddr> {
    let own = if_addrs::get_if_addrs().ok()?.into_iter().map(|interface| interface.ip());
    own.filter(|address| !address.is_loopback()).min_by_key(|address| (address.is_ipv6(), *address))
}

/// Takes connections from everybody.
async fn front(listener: TcpListener, speech: Speech, standing: watch::Receiver<Standing>, room: Arc<Semaphore>) {
    loop {
        let Ok((mut stream, address)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        match speech {
            Speech::Http => set_nodelay(&mut stream),
            Speech::Lines => set_keepalive(&mut stream),
        }
        let now = standing.borrow().clone();
        let back = match now {
            // What is full is not waited for: it is brought like any other.
            Standing::Ours(inlets) => inlets.of(speech).try_send((stream, address)).err().map(mpsc::error::TrySendError::into_inner),
            _ => Some((stream, address)),
        };
        let Some((stream, address)) = back else { continue };
        let Ok(place) = room.clone().try_acquire_owned() else {
            tracing::warn!(%address, "a connection is turned away: this node passes on as many as it may");
            continue;
        };
        let standing = standing.clone();
        tokio::spawn(async move {
            bring(stream, address, speech, standing).await;
            drop(place);
        });
    }
}

/// Takes connections that other nodes pass on.
async fn back(listener: TcpListener, key: String, standing: watch::Receiver<Standing>, peers: Arc<Peers>) {
    let (key, silent, room) = (Arc::<str>::from(key), Arc::new(Semaphore::new(MOST_SILENT)), Arc::new(Semaphore::new(WAITING)));
    let log = Arc::new(LogSampler::default());
    loop {
        // Strangers who say nothing keep others waiting for a moment, and take no more room than this.
        let place = silent.clone().acquire_owned().await;
        let Ok((mut stream, node)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        set_node_keepalive(&mut stream);
        let (key, room, standing, peers, log) = (key.clone(), room.clone(), standing.clone(), peers.clone(), log.clone());
        tokio::spawn(async move {
            let introduced = tokio::time::timeout(INTRODUCED_WITHIN, Introduction::read(&mut stream, &key)).await;
            drop(place);
            match introduced {
                Ok(Ok(Some(Introduction::PassedOn(speech, address)))) => {
                    if let Ok(_place) = room.try_acquire() {
                        take_over(stream, SocketAddr::new(address, 0), speech, standing).await;
                    }
                }
                Ok(Ok(Some(Introduction::Itself))) => answer_itself(stream).await,
                Ok(Ok(Some(Introduction::Seen(seen)))) => {
                    let referees = matches!(*standing.borrow(), Standing::Ours(_));
                    peers.answer(seen, referees, stream).await;
                }
                _ => {
                    if let Some(unlogged) = log.admit() {
                        tracing::warn!(%node, unlogged, "a connection for other nodes does not begin as theirs do");
                    }
                }
            }
        });
    }
}

/// Hands a connection that another node has passed on to the referee. That node may hear that this one referees before it has opened what is kept:
/// until it has, the connection waits. Whoever comes to a node that does not referee soon connects again.
async fn take_over(stream: TcpStream, address: SocketAddr, speech: Speech, mut standing: watch::Receiver<Standing>) {
    let inlets = {
        let ours = standing.wait_for(|standing| matches!(standing, Standing::Ours(_)));
        let Ok(Ok(ours)) = tokio::time::timeout(OPENED_WITHIN, ours).await else { return };
        let Standing::Ours(inlets) = &*ours else { return };
        inlets.clone()
    };
    // The term may be over already.
    let _ = inlets.of(speech).send((stream, address)).await;
}
