//! A cluster node. It referees while it holds the lease; otherwise it relays its connections to the refereeing node.

use crate::Holder;
use crate::peers::Peers;
use crate::postgres::{self, DatabaseUrl, LeaseWatch, NodePeer, PostgresServer};
use crate::relay::{AcceptedSockets, ClientProtocol, NodeRole, Preamble, SocketSenders, relay};
use futures_util::future::OptionFuture;
use runtime::LogSampler;
use runtime::net::{BindError, bind, set_keepalive, set_node_keepalive, set_nodelay};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use storage::{Opened, StorageError, StorageErrorKind};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// The pause of a standby node if the database does not answer, or another node was faster.
const RETRY_AFTER: Duration = Duration::from_millis(400);
/// The pause after a failed accept, usually for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// Limit and timeout of connections from other nodes that have not sent their preamble.
const MAX_SILENT: usize = 512;
const PREAMBLE_TIMEOUT: Duration = Duration::from_secs(2);
/// Limit and timeout of connections that wait for this node to referee.
const WAITING: usize = 1_024;
const OPENED_TIMEOUT: Duration = Duration::from_secs(5);
/// The interval of the heartbeat, and of the self-probe.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(5);
/// Failed self-probes before the warning.
const MAX_FAILURES: u32 = 2;
/// The timeout of removing the node from the database.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);

/// The name of a node, and its address for others.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NodeFlags {
    /// The node's name in the cluster [default: the address at which other nodes reach it]
    #[arg(long, env = "ARBITRE_NODE_NAME", value_name = "NAME", value_parser = node_name)]
    pub node_name: Option<String>,
    /// Address to listen on for connections that other nodes pass on [default: any free port beside `--bind`]
    #[arg(long, env = "ARBITRE_BIND_RELAY", value_name = "ADDRESS")]
    pub bind_relay: Option<SocketAddr>,
    /// Name or address of this machine by which other nodes reach it [default: its first address on the network]
    #[arg(long, env = "ARBITRE_ADVERTISE", value_name = "HOST")]
    pub advertise: Option<String>,
}

/// The longest name of a node, in bytes.
const LONGEST_NODE_NAME: usize = 64;

#[derive(Clone, Debug, message::Coded)]
#[code("node_name")]
pub struct NoNodeName {
    most: usize,
}

/// Parses a node name: ASCII letters, digits and `-_.:`.
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
    pub http: SocketAddr,
    pub lines: Option<SocketAddr>,
    pub max_connections: usize,
}

/// Why a node cannot run.
#[derive(Debug, message::Coded)]
#[code("node")]
pub enum NodeError {
    Storage(StorageError),
    Bind(BindError),
    System(std::io::Error),
}

/// The time during which a node referees.
pub struct LeaseTerm {
    /// The storage, until another node referees.
    pub opened: Opened,
    /// The sockets for HTTP and WebSocket, this node's own and relayed ones.
    pub http: AcceptedSockets,
    pub lines: AcceptedSockets,
}

pub struct ClusterNode {
    url: DatabaseUrl,
    itself: Holder,
    watch: LeaseWatch,
    register: PostgresServer,
    peers: Arc<Peers>,
    database_answers: bool,
    role: watch::Sender<NodeRole>,
    /// The address of HTTP and WebSocket.
    pub address: SocketAddr,
    /// The address of the line protocol, if enabled.
    pub lines: Option<SocketAddr>,
}

impl ClusterNode {
    /// Opens the ports once the database answers. Connections wait until [`stand_by`](ClusterNode::stand_by). `None` if `stop` comes first.
    ///
    /// # Errors
    /// When an address is taken, or the database refuses this node or is of a later version.
    pub async fn open(
        flags: &NodeFlags,
        listen: NodeAddresses,
        url: DatabaseUrl,
        stop: &CancellationToken,
    ) -> Result<Option<ClusterNode>, NodeError> {
        let Some(watched) = postgres::retry_while_down(stop, || postgres::watch(&url)).await else { return Ok(None) };
        let (watch, register) = watched?;
        let http = bind(listen.http, "--bind").await?;
        let lines = OptionFuture::from(listen.lines.map(|address| bind(address, "--bind-tcp"))).await.transpose()?;
        let relays = bind(flags.bind_relay.unwrap_or(SocketAddr::new(listen.http.ip(), 0)), "--bind-relay").await?;
        let (address, relay_address) = (http.local_addr()?, relays.local_addr()?);
        let lines_address = lines.as_ref().map(TcpListener::local_addr).transpose()?;
        let reached = |address: SocketAddr| reached(flags.advertise.as_deref(), address);
        let relay = reached(relay_address);
        let name = flags.node_name.clone().unwrap_or_else(|| relay.clone());
        let itself = Holder::of_this_process(name, relay).map_err(std::io::Error::from)?;
        let peers = Arc::new(Peers::new(watch.seen().clone()));
        let (role, seen_role) = watch::channel(NodeRole::Waiting);
        let slots = Arc::new(Semaphore::new(listen.max_connections));
        tokio::spawn(stop.clone().run_until_cancelled_owned(accept_clients(http, ClientProtocol::Http, seen_role.clone(), slots.clone())));
        if let Some(lines) = lines {
            tokio::spawn(stop.clone().run_until_cancelled_owned(accept_clients(lines, ClientProtocol::Lines, seen_role.clone(), slots)));
        }
        tokio::spawn(stop.clone().run_until_cancelled_owned(accept_nodes(relays, itself.key.clone(), seen_role.clone(), peers.clone())));
        let announcing = announce(register.clone(), itself.clone(), reached(address), seen_role, peers.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(announcing));
        Ok(Some(ClusterNode { url, itself, watch, register, peers, database_answers: true, role, address, lines: lines_address }))
    }

    /// Relays connections until this node referees; `None` if `stop` comes first. Waits while the database is down.
    ///
    /// # Errors
    /// When the database is of a later version, or damaged. While it does not answer, the node waits.
    pub async fn stand_by(&mut self, stop: &CancellationToken) -> Result<Option<LeaseTerm>, NodeError> {
        stop.clone().run_until_cancelled_owned(self.become_referee()).await.transpose()
    }

    async fn become_referee(&mut self) -> Result<LeaseTerm, NodeError> {
        let mut logged = None;
        loop {
            if self.find_referee(&mut logged).await? {
                // A new term is higher than any that a peer has seen. If the database has lost such a term, this is reported.
                self.peers.exchange().await;
                if self.find_referee(&mut logged).await? {
                    match postgres::open(&self.url, self.itself.clone(), self.watch.seen().clone()).await {
                        Ok(Ok(opened)) => {
                            let opened = opened.refuse_incomplete_move(&self.url.to_string(), &postgres::remedy(&self.url)).await?;
                            return Ok(self.begin(opened));
                        }
                        Ok(Err(holder)) => self.follow(holder, &mut logged),
                        Err(error) if error.kind == StorageErrorKind::Unavailable => self.query_peers(&error, &mut logged).await,
                        Err(error) => return Err(error.into()),
                    }
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Relays connections while `ending` winds down the lost term.
    pub async fn step_down<T>(&mut self, ending: impl Future<Output = T>) -> T {
        self.role.send_replace(NodeRole::Waiting);
        let following = async {
            let mut logged = None;
            loop {
                match self.find_referee(&mut logged).await {
                    Ok(false) => {}
                    // The lease has ended. A database error is reported by `stand_by`.
                    Ok(true) | Err(_) => tokio::time::sleep(RETRY_AFTER).await,
                }
            }
        };
        tokio::select! {
            ended = ending => ended,
            () = following => unreachable!("the loop does not end"),
        }
    }

    /// Looks up the refereeing node and waits for the next possible change; `true` if no node referees.
    async fn find_referee(&mut self, logged: &mut Option<Holder>) -> Result<bool, NodeError> {
        match self.watch.poll().await {
            Ok(Some((holder, remaining))) => {
                self.database_answers = true;
                self.follow(holder, logged);
                self.watch.wait(remaining).await;
            }
            Ok(None) => {
                self.database_answers = true;
                *logged = None;
                self.role.send_replace(NodeRole::Waiting);
                return Ok(true);
            }
            Err(error) if error.kind == StorageErrorKind::Unavailable => {
                self.query_peers(&error, logged).await;
                tokio::time::sleep(RETRY_AFTER).await;
            }
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Asks the peers for the refereeing node while the database does not answer.
    async fn query_peers(&mut self, error: &StorageError, logged: &mut Option<Holder>) {
        if self.database_answers {
            tracing::error!(%error, "the database does not answer: this node cannot referee until it does");
            self.database_answers = false;
        }
        let answers = self.peers.exchange().await;
        if let Some((referee, _)) = answers.iter().find(|(_, referees)| *referees) {
            self.follow(referee.clone(), logged);
        } else if matches!(&*self.role.borrow(), NodeRole::Standby(holder) if answers.iter().any(|(peer, _)| peer == holder)) {
            *logged = None;
            self.role.send_replace(NodeRole::Waiting);
        }
    }

    fn begin(&self, opened: Opened) -> LeaseTerm {
        tracing::info!(node = self.itself.name, "this node referees");
        let (senders, http, lines) = SocketSenders::new();
        self.role.send_replace(NodeRole::Referee(Arc::new(senders)));
        LeaseTerm { opened, http, lines }
    }

    /// Removes this node from the list of nodes.
    pub async fn leave(&self) {
        if !matches!(tokio::time::timeout(LEAVE_TIMEOUT, self.register.leave(&self.itself)).await, Ok(Ok(()))) {
            tracing::debug!("the other nodes detect the missing heartbeat");
        }
    }

    fn follow(&self, holder: Holder, logged: &mut Option<Holder>) {
        if logged.as_ref() == Some(&holder) {
            return;
        }
        // The row may still name this node after it has given up its term.
        if holder == self.itself {
            tracing::info!(node = self.itself.name, "this node has given up its term: no node referees until it expires");
            self.role.send_replace(NodeRole::Waiting);
        } else {
            tracing::info!(node = self.itself.name, referee = ?holder, "this node stands by, and passes connections on");
            self.role.send_replace(NodeRole::Standby(holder.clone()));
        }
        *logged = Some(holder);
    }
}

/// The address under which other nodes reach a port of this node: the advertised host, or the machine's first address.
fn reached(advertised: Option<&str>, address: SocketAddr) -> String {
    let host = match advertised {
        Some(host) => host.to_string(),
        None if address.ip().is_unspecified() => own_address().unwrap_or(IpAddr::from([127, 0, 0, 1])).to_string(),
        None => address.ip().to_string(),
    };
    let host = if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host };
    format!("{host}:{}", address.port())
}

/// Registers this node in the database and with its peers, and warns of a wrong configuration.
async fn announce(register: PostgresServer, itself: Holder, address: String, mut role: watch::Receiver<NodeRole>, peers: Arc<Peers>) {
    let mut logged_namesakes = Vec::new();
    let (to_tell, mut unreached) = watch::channel(false);
    let _probing = AbortOnDropHandle::new(tokio::spawn(probe_itself(itself.clone(), peers.clone(), to_tell)));
    loop {
        let (referees, is_unreached) = (matches!(*role.borrow_and_update(), NodeRole::Referee(_)), *unreached.borrow_and_update());
        match register.heartbeat(&itself, &address, referees, is_unreached).await {
            Ok(others) => {
                let is_namesake = |peer: &&NodePeer| peer.is_there && peer.holder.name == itself.name;
                let namesakes: Vec<_> = others.iter().filter(is_namesake).map(|peer| peer.address.clone()).collect();
                if !namesakes.is_empty() && namesakes != logged_namesakes {
                    let others = namesakes.join(", ");
                    tracing::warn!(node = itself.name, others, "other nodes have the same name: give each its own with --node-name");
                }
                logged_namesakes = namesakes;
                peers.set(others.into_iter().map(|peer| peer.holder).collect());
            }
            Err(error) => tracing::debug!(%error, "this node cannot announce itself now"),
        }
        peers.exchange().await;
        tokio::select! {
            _ = role.changed() => {}
            _ = unreached.changed() => {}
            () = tokio::time::sleep(HEARTBEAT_EVERY) => {}
        }
    }
}

/// Probes the advertised address of this node, and warns if it is unreachable.
async fn probe_itself(itself: Holder, peers: Arc<Peers>, unreached: watch::Sender<bool>) {
    let mut failures = 0;
    loop {
        failures = if peers.reaches(&itself).await { 0 } else { failures + 1 };
        if failures == MAX_FAILURES {
            let (node, relay) = (&itself.name, &itself.relay);
            tracing::warn!(
                node,
                "the other nodes are to reach this one at {relay}, where it does not answer: --advertise or --bind-relay may be wrong"
            );
        }
        unreached.send_if_modified(|before| std::mem::replace(before, failures >= MAX_FAILURES) != (failures >= MAX_FAILURES));
        tokio::time::sleep(HEARTBEAT_EVERY).await;
    }
}

/// An address of this machine on its network.
fn own_address() -> Option<IpAddr> {
    let own = if_addrs::get_if_addrs().ok()?.into_iter().map(|interface| interface.ip());
    own.filter(|address| !address.is_loopback()).min_by_key(|address| (address.is_ipv6(), *address))
}

async fn accept_clients(listener: TcpListener, protocol: ClientProtocol, role: watch::Receiver<NodeRole>, slots: Arc<Semaphore>) {
    let log = Arc::new(LogSampler::default());
    loop {
        let Ok((mut stream, address)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        match protocol {
            ClientProtocol::Http => set_nodelay(&mut stream),
            ClientProtocol::Lines => set_keepalive(&mut stream),
        }
        let now = role.borrow().clone();
        let back = match now {
            // With a full backlog, the connection waits as a relayed one does.
            NodeRole::Referee(senders) => senders.of(protocol).try_send((stream, address)).err().map(mpsc::error::TrySendError::into_inner),
            _ => Some((stream, address)),
        };
        let Some((stream, address)) = back else { continue };
        let Ok(place) = slots.clone().try_acquire_owned() else {
            if let Some(suppressed) = log.admit() {
                tracing::warn!(%address, suppressed, "a connection is refused: this node relays as many as it may");
            }
            continue;
        };
        let (role, log) = (role.clone(), log.clone());
        tokio::spawn(async move {
            relay(stream, address, protocol, role, &log).await;
            drop(place);
        });
    }
}

async fn accept_nodes(listener: TcpListener, key: String, role: watch::Receiver<NodeRole>, peers: Arc<Peers>) {
    let (key, silent, slots) = (Arc::<str>::from(key), Arc::new(Semaphore::new(MAX_SILENT)), Arc::new(Semaphore::new(WAITING)));
    let log = Arc::new(LogSampler::default());
    loop {
        // Limits the connections that have not sent their preamble.
        let place = silent.clone().acquire_owned().await;
        let Ok((mut stream, node)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        set_node_keepalive(&mut stream);
        let (key, slots, role, peers, log) = (key.clone(), slots.clone(), role.clone(), peers.clone(), log.clone());
        tokio::spawn(async move {
            let preamble = tokio::time::timeout(PREAMBLE_TIMEOUT, Preamble::read(&mut stream, &key)).await;
            drop(place);
            match preamble {
                Ok(Ok(Some(Preamble::Relayed(protocol, address)))) => {
                    if let Ok(_place) = slots.try_acquire() {
                        serve_relayed(stream, SocketAddr::new(address, 0), protocol, role).await;
                    }
                }
                Ok(Ok(Some(Preamble::Seen(seen)))) => {
                    let referees = matches!(*role.borrow(), NodeRole::Referee(_));
                    peers.answer(seen, referees, stream).await;
                }
                _ => {
                    if let Some(suppressed) = log.admit() {
                        tracing::warn!(%node, suppressed, "a connection for other nodes does not begin as theirs do");
                    }
                }
            }
        });
    }
}

/// Hands a relayed connection to the referee. The other node may learn of this node's term before the storage is open, so the connection
/// waits for it; after the timeout it is closed and the client reconnects.
async fn serve_relayed(stream: TcpStream, address: SocketAddr, protocol: ClientProtocol, mut role: watch::Receiver<NodeRole>) {
    let senders = {
        let ours = role.wait_for(|role| matches!(role, NodeRole::Referee(_)));
        let Ok(Ok(ours)) = tokio::time::timeout(OPENED_TIMEOUT, ours).await else { return };
        let NodeRole::Referee(senders) = &*ours else { return };
        senders.clone()
    };
    // The term may be over already.
    let _ = senders.of(protocol).send((stream, address)).await;
}
