//! Takes connections, no more than there is room for, and none that dawdles.

use crate::Config;
use crate::Error;
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
use runtime::net;
use runtime::{ConcurrencyLimit, Counters, Peer, Permit, address_block, allowed_connections};
use std::any::Any;
use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A listener for HTTP and WebSocket at an address of this machine.
///
/// # Errors
/// When the address is taken, or not one of this machine.
pub async fn bind(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    Ok(net::bind(address, "--bind").await?.tap_io(net::set_nodelay))
}

/// The same for the line protocol, which has no pings: keepalive finds out that a client's machine has gone.
///
/// # Errors
/// As for [`bind`].
pub async fn bind_lines(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, Error> {
    Ok(net::bind(address, "--tcp").await?.tap_io(net::set_keepalive))
}

/// Serves every connection that comes, until the referee stops.
pub async fn listen(services: Services, doors: Arc<Doors>, mut listener: impl Listener<Addr: 'static>, router: Router) {
    loop {
        let (stream, address) = tokio::select! {
            connection = listener.accept() => connection,
            () = services.life.stop.cancelled() => return,
        };
        let address = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
        services.life.spawn(serve_http(services.clone(), doors.admit(&services, address), stream, address, router.clone()));
    }
}

async fn serve_http(
    services: Services,
    place: Admission,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: Option<IpAddr>,
    router: Router,
) {
    let peer = Peer { address, reserved: matches!(place, Admission::Reserved(_)) };
    let full = if let Admission::Full { most } = place { Some(Error::TooManyConnections { most }) } else { None };
    let stream = CountedStream::new(stream, &services.counters, place);
    match full {
        None => serve(&services, stream, Introduced { router: TowerToHyperService::new(router), peer }).await,
        Some(why) => net::refuse_http(stream, &serde_json::to_string(&why.problem()).expect("a problem is writable as JSON")).await,
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
        let place = doors.admit(&services, address);
        services.life.spawn(serve_lines(services.clone(), place, stream, address));
    }
}

async fn serve_lines(
    services: Services,
    place: Admission,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: Option<IpAddr>,
) {
    let peer = Peer { address, reserved: matches!(place, Admission::Reserved(_)) };
    if let Admission::Full { .. } = place {
        // There is no line that says so.
        tracing::warn!(?address, "a client of the line protocol is turned away: no connection is left");
        return;
    }
    let stream = CountedStream::new(stream, &services.counters, place);
    serve_line(stream, peer, services.sockets.clone()).await;
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
    /// None is left of so many.
    Full { most: usize },
}

impl Doors {
    /// Nobody yet. Where the system allows too few open files, there is room for fewer.
    pub fn new(config: &Config) -> Doors {
        let wanted = config.max_connections.saturating_add(config.reserved_connections);
        let room = allowed_connections(wanted);
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
        let counted = address.filter(|address| !config.trusts(*address)).map(address_block);
        let by_address = counted.map(|address| self.by_address.take(address, config.connections_per_address));
        match (self.all.take((), self.most), by_address) {
            (Some(place), None) => Admission::Ordinary(place, None),
            (Some(place), Some(Some(own))) => Admission::Ordinary(place, Some(own)),
            _ => self
                .reserved
                .take((), self.most_reserved)
                .map_or(Admission::Full { most: self.most + self.most_reserved }, Admission::Reserved),
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

impl<S> CountedStream<S> {
    fn new(stream: S, counters: &Arc<Counters>, place: Admission) -> CountedStream<S> {
        counters.connections.inc();
        CountedStream { stream, counters: counters.clone(), _place: place }
    }
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
    let patience = services.config.hello_within;
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
