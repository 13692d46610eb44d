//! Accepts connections within limits by number, address and time.

use crate::rest::Services;
use crate::socket::serve_line;
use crate::{Config, Error};
use axum::Router;
use axum::serve::{Listener, ListenerExt};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use runtime::net::{self, BindError};
use runtime::{ConcurrencyLimit, Counters, Peer, Permit, RateLimit, address_block, allowed_connections};
use std::any::Any;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// A listener for HTTP and WebSocket at an address of this machine.
pub async fn bind(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, BindError> {
    Ok(net::bind(address, "--bind").await?.tap_io(net::set_nodelay))
}

/// The same for the line protocol, which has no pings: TCP keepalive detects clients that have disappeared.
pub async fn bind_lines(address: SocketAddr) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, BindError> {
    Ok(net::bind(address, "--bind-tcp").await?.tap_io(net::set_keepalive))
}

/// Serves the HTTP connections of a listener until the referee stops.
pub async fn listen(services: Services, limits: Arc<ConnectionLimits>, listener: impl Listener<Addr: 'static>, router: Router) {
    let serving = services.clone();
    accept(&services, &limits, listener, move |stream, peer, admission| {
        serve_http(serving.clone(), admission, stream, peer, router.clone())
    })
    .await;
}

/// Serves the clients of the line protocol of a listener until the referee stops.
pub async fn listen_for_lines(services: Services, limits: Arc<ConnectionLimits>, listener: impl Listener<Addr: 'static>) {
    let serving = services.clone();
    accept(&services, &limits, listener, move |stream, peer, admission| serve_lines(serving.clone(), admission, stream, peer)).await;
}

/// Spawns a task for each connection of a listener until the referee stops.
async fn accept<L: Listener<Addr: 'static>, F: Future<Output = ()> + Send + 'static>(
    services: &Services,
    limits: &ConnectionLimits,
    mut listener: L,
    serve: impl Fn(L::Io, Peer, Admission) -> F,
) {
    loop {
        let (stream, address) = tokio::select! {
            connection = listener.accept() => connection,
            () = services.life.stop.cancelled() => return,
        };
        let address = (&address as &dyn Any).downcast_ref::<SocketAddr>().map(SocketAddr::ip);
        let admission = limits.admit(&services.config, address);
        let peer = Peer { address, reserved: matches!(admission, Admission::Reserved(_)) };
        services.life.spawn(serve(stream, peer, admission));
    }
}

async fn serve_http(
    services: Services,
    admission: Admission,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    router: Router,
) {
    let refused = if let Admission::Full { most } = admission { Some(Error::TooManyConnections { most }) } else { None };
    let guard = ConnectionGuard::new(&services.counters, admission);
    match refused {
        None => {
            serve(&services, stream, WithPeer { router: TowerToHyperService::new(router), peer, guard, has_asked: Arc::default() }).await
        }
        Some(why) => net::refuse_http(stream, &serde_json::to_string(&why.problem()).expect("a problem is writable as JSON")).await,
    }
}

async fn serve_lines(services: Services, admission: Admission, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: Peer) {
    if let Admission::Full { .. } = admission {
        // The line protocol has no line for a refusal.
        if let Some(suppressed) = services.sockets.log.admit() {
            tracing::warn!(
                address = peer.address.map(tracing::field::display),
                suppressed,
                "a client of the line protocol is refused: no connection is left"
            );
        }
        return;
    }
    let _guard = ConnectionGuard::new(&services.counters, admission);
    serve_line(stream, peer, services.sockets.clone()).await;
}

/// Limits on open connections, in all and by address.
pub struct ConnectionLimits {
    most: usize,
    most_reserved: usize,
    all: ConcurrencyLimit<()>,
    by_address: ConcurrencyLimit<IpAddr>,
    rate: RateLimit<IpAddr>,
    reserved: ConcurrencyLimit<()>,
}

/// The permits of a connection, released when it is dropped.
#[expect(dead_code, reason = "permits are held, and never read")]
enum Admission {
    Ordinary(Permit<()>, Option<Permit<IpAddr>>),
    /// One of the last connections, for clients that show a token.
    Reserved(Permit<()>),
    Full {
        most: usize,
    },
}

impl ConnectionLimits {
    /// The limits of the options. Where the system allows too few open files, they are lower.
    pub fn new(config: &Config) -> ConnectionLimits {
        let wanted = config.max_connections.saturating_add(config.reserved_connections);
        let allowed = allowed_connections(wanted);
        if allowed < wanted {
            tracing::warn!(allowed, wanted, "the system allows fewer open files than there may be connections (`ulimit -n`)");
        }
        let most_reserved = config.reserved_connections.min(allowed / 4);
        let (all, by_address, reserved) = (ConcurrencyLimit::default(), ConcurrencyLimit::default(), ConcurrencyLimit::default());
        let (most, rate) = (config.max_connections.min(allowed - most_reserved), f64::from(config.new_connections_per_address.get()));
        ConnectionLimits { most, most_reserved, all, by_address, rate: RateLimit::new(10.0 * rate, rate), reserved }
    }

    /// Admits a connection from this address. A trusted proxy is not limited by address.
    fn admit(&self, config: &Config, address: Option<IpAddr>) -> Admission {
        let counted = address.filter(|address| !config.trusts(*address)).map(address_block);
        let by_address = counted.map(|address| {
            let is_slow = self.rate.admit(address);
            self.by_address.take(address, config.connections_per_address).filter(|_| is_slow)
        });
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

/// Time limit for the rest of a first request when the referee stops.
const REST_WITHIN: Duration = Duration::from_secs(1);
/// Time limit for the request of one of the last connections.
const RESERVED_WITHIN: Duration = Duration::from_secs(2);

/// Counts a connection, and holds its admission, until it is closed; the task of a WebSocket takes it along.
pub struct ConnectionGuard {
    counters: Arc<Counters>,
    _admission: Admission,
}

impl ConnectionGuard {
    fn new(counters: &Arc<Counters>, admission: Admission) -> Arc<ConnectionGuard> {
        counters.connections.inc();
        Arc::new(ConnectionGuard { counters: counters.clone(), _admission: admission })
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.counters.connections.dec();
    }
}

/// Adds the peer and the guard of the connection to each request.
struct WithPeer {
    router: TowerToHyperService<Router>,
    peer: Peer,
    guard: Arc<ConnectionGuard>,
    /// Whether a whole request has arrived.
    has_asked: Arc<AtomicBool>,
}

impl Service<Request<Incoming>> for WithPeer {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        self.has_asked.store(true, Relaxed);
        request.extensions_mut().insert(self.peer);
        request.extensions_mut().insert(self.guard.clone());
        self.router.call(request)
    }
}

async fn serve(services: &Services, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, service: WithPeer) {
    let (timeout_of_headers, has_asked) = (services.config.hello_timeout, service.has_asked.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(if service.peer.reserved { timeout_of_headers.min(RESERVED_WITHIN) } else { timeout_of_headers })
        .max_buf_size(16 * 1_024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = services.life.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            // Half a request is not waited for.
            tokio::select! {
                ended = connection.as_mut() => ended,
                () = sleep(REST_WITHIN), if !has_asked.load(Relaxed) => Ok(()),
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        config: Config,
    }

    #[tokio::test(start_paused = true)]
    async fn who_connects_too_often_gets_a_reserved_connection_and_others_are_not_affected() {
        let config = Flags::parse_from(["arbitre", "--new-connections-per-address", "5", "--trusted-proxy", "10.0.0.9"]).config;
        let limits = ConnectionLimits::new(&config);
        let ordinary = |last: u8, times: u32| {
            let admit = |_: &u32| matches!(limits.admit(&config, Some(IpAddr::from([10, 0, 0, last]))), Admission::Ordinary(..));
            (0..times).filter(admit).count()
        };
        assert_eq!((ordinary(1, 60), ordinary(2, 1), ordinary(9, 60)), (50, 1, 60));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(ordinary(1, 60), 5);
    }
}
