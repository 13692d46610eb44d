//! Takes connections, no more than there is room for, and none that dawdles.

use crate::core::config::duration;
use crate::core::{ConcurrencyLimit, Config, Counters, Error, Peer, Permit, household, room_for};
use crate::rest::Services;
use crate::socket::serve_line;
use axum::Router;
use axum::serve::{Listener, ListenerExt};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::{SockRef, TcpKeepalive};
use std::any::Any;
use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A listener at an address of this machine.
///
/// # Errors
/// When the address is taken, or not of this machine.
pub async fn bind(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    Ok(taken(address, "--bind").await?.tap_io(at_once))
}

/// The same for clients of the line protocol. It has no pings: that a client's machine has gone, the system finds out.
///
/// # Errors
/// As for [`bind`].
pub async fn bind_lines(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    let watched = |stream: &mut TcpStream| {
        at_once(stream);
        let probes = TcpKeepalive::new().with_time(SILENT_FOR).with_interval(PROBE_EVERY).with_retries(PROBES);
        if let Err(error) = SockRef::from(&*stream).set_tcp_keepalive(&probes) {
            tracing::debug!(%error, "a connection is not watched");
        }
    };
    Ok(taken(address, "--tcp").await?.tap_io(watched))
}

/// A connection of the line protocol is probed when it has been silent for so long, then so often, and is lost after so many probes that
/// nobody answers: a minute and a half after a machine has gone.
const SILENT_FOR: Duration = Duration::from_secs(45);
const PROBE_EVERY: Duration = Duration::from_secs(15);
const PROBES: u32 = 3;

async fn taken(address: SocketAddr, flag: &'static str) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(|error| Error::CannotListen { address, flag, why: error.into() })
}

/// A move is a small frame that must not wait for the acknowledgement of the one before.
fn at_once(stream: &mut TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
}

/// Serves every connection that comes, until the referee stops.
pub async fn listen(services: Services, doors: Arc<Doors>, mut listener: impl Listener<Addr: 'static>, router: Router) {
    loop {
        let (stream, address) = tokio::select! {
            connection = listener.accept() => connection,
            () = services.life.stop.cancelled() => return,
        };
        let address = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
        let (place, counters) = (doors.admit(&services, address), services.counters.clone());
        let reserved = matches!(place, Admission::Reserved(_));
        let most = doors.most + doors.most_reserved;
        let is_admitted = !matches!(place, Admission::Full);
        counters.connections.inc();
        let stream = CountedStream { stream, counters, _place: place };
        let (served, router, peer) = (services.clone(), router.clone(), Peer { address, reserved });
        services.life.spawn(async move {
            if is_admitted {
                serve(&served, stream, Introduced { router: TowerToHyperService::new(router), peer }).await;
            } else {
                turn_away(stream, &Error::TooManyConnections { most }).await;
            }
        });
    }
}

/// Serves every client of the line protocol that comes, until the referee stops.
pub async fn listen_for_lines(services: Services, doors: Arc<Doors>, mut listener: impl Listener<Addr: 'static>) {
    loop {
        let (stream, address) = tokio::select! {
            connection = listener.accept() => connection,
            () = services.life.stop.cancelled() => return,
        };
        let address = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
        let (place, counters) = (doors.admit(&services, address), services.counters.clone());
        let peer = Peer { address, reserved: matches!(place, Admission::Reserved(_)) };
        if let Admission::Full = place {
            // There is no line that says so.
            tracing::warn!(?address, "a client of the line protocol is turned away: no connection is left");
            continue;
        }
        counters.connections.inc();
        services.life.spawn(serve_line(CountedStream { stream, counters, _place: place }, peer, services.sockets.clone()));
    }
}

/// How many connections there are, in all and from each address.
pub struct Doors {
    most: usize,
    most_reserved: usize,
    all: ConcurrencyLimit<()>,
    by_address: ConcurrencyLimit<IpAddr>,
    reserved: ConcurrencyLimit<()>,
}

/// A connection's place among all others, which it has until it is dropped.
#[expect(dead_code, reason = "a place is held, and never looked at")]
enum Admission {
    /// One of many.
    Ordinary(Permit<()>, Option<Permit<IpAddr>>),
    /// One of the last, for whoever shows a token.
    Reserved(Permit<()>),
    /// None is left.
    Full,
}

impl Doors {
    /// Nobody yet. Where the system allows too few open files, there is room for fewer.
    pub fn new(config: &Config) -> Doors {
        let wanted = config.max_connections.saturating_add(config.reserved_connections);
        let room = room_for(wanted);
        if room < wanted {
            tracing::warn!(room, wanted, "the system allows fewer open files than there may be connections (`ulimit -n`)");
        }
        let most_reserved = config.reserved_connections.min(room / 4);
        let (all, by_address, reserved) = (ConcurrencyLimit::default(), ConcurrencyLimit::default(), ConcurrencyLimit::default());
        Doors { most: config.max_connections.min(room - most_reserved), most_reserved, all, by_address, reserved }
    }

    /// A place for a connection from this address. A proxy that is known brings everybody.
    fn admit(&self, services: &Services, address: Option<IpAddr>) -> Admission {
        let config = &services.config;
        let counted = address.filter(|address| !config.trusts(*address)).map(household);
        let by_address = counted.map(|address| self.by_address.take(address, config.connections_per_address));
        match (self.all.take((), self.most), by_address) {
            (Some(place), None) => Admission::Ordinary(place, None),
            (Some(place), Some(Some(own))) => Admission::Ordinary(place, Some(own)),
            _ => self.reserved.take((), self.most_reserved).map_or(Admission::Full, Admission::Reserved),
        }
    }
}

/// How soon one of the last connections must say what it wants.
const RESERVED_WITHIN: Duration = Duration::from_secs(2);

/// A connection that is counted until it is closed, whatever it has become.
struct CountedStream<S> {
    stream: S,
    counters: Arc<Counters>,
    _place: Admission,
}

impl<S> Drop for CountedStream<S> {
    fn drop(&mut self) {
        self.counters.connections.dec();
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for CountedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CountedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context, slices: &[IoSlice]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Every request of a connection tells where it comes from.
struct Introduced {
    router: TowerToHyperService<Router>,
    peer: Peer,
}

impl Service<Request<Incoming>> for Introduced {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        self.router.call(request)
    }
}

async fn serve(services: &Services, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, service: Introduced) {
    let patience = duration(services.config.hello_within);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(if service.peer.reserved { patience.min(RESERVED_WITHIN) } else { patience })
        .max_buf_size(16 * 1_024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = services.life.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Says why there is no room.
async fn turn_away(mut stream: impl AsyncWrite + Unpin, why: &Error) {
    let body = serde_json::to_string(&why.problem()).expect("a problem is writable as JSON");
    let length = body.len();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json\r\ncontent-length: {length}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n"
    );
    // Whoever is turned away may have left.
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
