//! Rate limits by token and by address, memory reserved for request bodies, and addresses forwarded by a proxy.

use super::access::bearer;
use super::{Services, responses};
use crate::Error;
use crate::config::PLAN_BYTES;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use contest::tokens::Secret;
use futures_util::StreamExt;
use parking_lot::Mutex;
use runtime::memory::{MemoryBudget, MemoryError, Reservation};
use runtime::{ConcurrencyLimit, Peer, Permit, RateLimit, address_block};
use sha2::{Digest, Sha256};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

/// Middleware of the rate limits. The WebSocket of bots has its own limit.
pub async fn limited(services: Services, peer: Peer, request: Request, next: Next) -> Response {
    let token = request.headers().get(header::AUTHORIZATION).map(|value| Sha256::digest(value.as_bytes()).into());
    let is_bot = request.uri().path() == "/ws" || request.uri().path() == "/echo";
    let admitted = match is_bot {
        true => Ok(()),
        false => match services.limits.admit(token, peer.address) {
            Ok(()) if peer.reserved => may_take_the_last(&services, bearer(request.headers()).ok()).await,
            admitted => admitted,
        },
    };
    let response = match admitted {
        Ok(()) => next.run(request).await,
        Err(error) => {
            let mut response = error.into_response();
            if peer.reserved {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            response
        }
    };
    match response.status() {
        StatusCode::UNAUTHORIZED => services.counters.count_refusal("unauthorized"),
        StatusCode::FORBIDDEN => services.counters.count_refusal("forbidden"),
        StatusCode::TOO_MANY_REQUESTS => services.counters.count_refusal("too_many_requests"),
        _ => {}
    }
    response
}

/// The bytes of a body for which memory is reserved at one time; the first need none.
const BODY_PIECE: usize = responses::SMALL_BYTES;
/// Memory per byte of a body while it is parsed.
const BYTES_READ_A_BYTE: u64 = 8;
/// Divisors of the clients' memory: the share that all bodies may hold, and the share of those from one address.
const ALL_BODIES_DIVISOR: u64 = 2;
const ADDRESS_DIVISOR: u64 = 8;

/// Reserves memory for a body as it arrives, until the response begins. The longest plan always fits; an archive is read line by line.
pub async fn held(services: Services, Peer { address, .. }: Peer, request: Request, next: Next) -> Response {
    if request.body().size_hint().upper().is_some_and(|bytes| bytes <= BODY_PIECE as u64) {
        return next.run(request).await;
    }
    let arriving = Arc::new(Mutex::new(ArrivingBody::default()));
    let growing = arriving.clone();
    let watch = |body: Body| {
        Body::from_stream(body.into_data_stream().map(move |piece| {
            let piece = piece?;
            growing.lock().grow(piece.len(), || services.limits.body_piece(address, &services.solving.memory))?;
            Ok::<_, axum::BoxError>(piece)
        }))
    };
    let response = next.run(request.map(watch)).await;
    let refused = arriving.lock().refused.take();
    refused.filter(|_| !response.status().is_success()).map_or(response, IntoResponse::into_response)
}

/// Memory and shares for a piece of a body.
type BodyPiece = (Permit<Option<IpAddr>>, Permit<Option<IpAddr>>, Reservation);

#[derive(Default)]
struct ArrivingBody {
    bytes: usize,
    pieces: Vec<BodyPiece>,
    refused: Option<Error>,
}

impl ArrivingBody {
    /// Reserves memory for `bytes` more.
    fn grow(&mut self, bytes: usize, reserve: impl Fn() -> Result<BodyPiece, Error>) -> Result<(), &'static str> {
        self.bytes = (self.bytes + bytes).min(PLAN_BYTES);
        while self.pieces.len() < self.bytes.div_ceil(BODY_PIECE).saturating_sub(1) {
            match reserve() {
                Ok(piece) => self.pieces.push(piece),
                Err(error) => {
                    self.refused = Some(error);
                    return Err("no memory for this body");
                }
            }
        }
        Ok(())
    }
}

/// The last connections are for clients that show a token.
async fn may_take_the_last(services: &Services, shown: Option<Secret>) -> Result<(), Error> {
    let secret = shown.ok_or(Error::TooManyAnonymous)?;
    services.storage.find_token(secret.hash()).await?.map(drop).ok_or(Error::TooManyAnonymous)
}

/// Takes the peer's address from `X-Forwarded-For` if the connection is a trusted proxy's: the last address that is not a trusted proxy's.
pub async fn forwarded(services: Services, peer: Peer, mut request: Request, next: Next) -> Response {
    if peer.address.is_some_and(|address| services.config.trusts(address)) {
        let headers = request.headers().get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
        let addresses: Vec<&str> = headers.flat_map(|value| value.split(',')).map(str::trim).collect();
        // Entries before one that does not read cannot be trusted.
        let read = addresses.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
        let known: Vec<IpAddr> = read.collect();
        let address = known.iter().copied().find(|address| !services.config.trusts(*address)).or(known.last().copied()).or(peer.address);
        request.extensions_mut().insert(Peer { address, ..peer });
    } else {
        request.headers_mut().remove("x-forwarded-proto");
    }
    next.run(request).await
}

/// Entries and rehearsals from one address without a token: the burst, which a whole class may need, and the rate.
const ENTRY_BURST: u32 = 128;
const ENTRIES_A_MINUTE: u32 = 8;

pub struct RateLimits {
    by_token: RateLimit<[u8; 32]>,
    by_address: RateLimit<IpAddr>,
    /// Entries and rehearsals from an address without a token.
    entries: RateLimit<IpAddr>,
    /// Pieces of bodies that are held, of all, and of each address block.
    bodies: ConcurrencyLimit<Option<IpAddr>>,
}

/// A token bucket with this rate per second and a burst of ten times as many.
fn limit<K: Hash + Eq>(rate: NonZeroU32) -> RateLimit<K> {
    let rate = f64::from(rate.get());
    RateLimit::new(10.0 * rate, rate)
}

impl RateLimits {
    /// Limits by requests per second.
    pub fn new(by_token: NonZeroU32, by_address: NonZeroU32) -> RateLimits {
        let entries = RateLimit::new(ENTRY_BURST.into(), f64::from(ENTRIES_A_MINUTE) / 60.0);
        RateLimits { by_token: limit(by_token), by_address: limit(by_address), entries, bodies: ConcurrencyLimit::default() }
    }

    /// Admits a request.
    pub fn admit(&self, token: Option<[u8; 32]>, address: Option<IpAddr>) -> Result<(), Error> {
        if token.is_some_and(|token| !self.by_token.admit(token)) {
            return Err(Error::TooManyRequests { of: "token" });
        }
        if address.is_some_and(|address| !self.by_address.admit(address_block(address))) {
            return Err(Error::TooManyRequests { of: "address" });
        }
        Ok(())
    }

    /// Reserves memory for a piece of a body.
    fn body_piece(&self, address: Option<IpAddr>, memory: &MemoryBudget) -> Result<BodyPiece, Error> {
        let bytes = BODY_PIECE as u64 * BYTES_READ_A_BYTE;
        let part = |part: u64| ((memory.bytes() / part / bytes) as usize).max(PLAN_BYTES / BODY_PIECE);
        let of_address = self.bodies.take(Some(address.map_or(IpAddr::from([0; 4]), address_block)), part(ADDRESS_DIVISOR));
        let of_address = of_address.ok_or(Error::TooManyRequests { of: "address" })?;
        let of_bodies = self.bodies.take(None, part(ALL_BODIES_DIVISOR)).ok_or(MemoryError::Full)?;
        Ok((of_address, of_bodies, memory.reserve(bytes)?))
    }

    /// Admits the entry of a bot without a token.
    pub fn admit_entry(&self, address: IpAddr) -> Result<(), Error> {
        let too_many = Error::TooManyEntries { most: ENTRY_BURST, a_minute: ENTRIES_A_MINUTE };
        if self.entries.admit(address_block(address)) { Ok(()) } else { Err(too_many) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_address_stops_no_other() {
        let few = NonZeroU32::new(2).expect("not zero");
        let limits = RateLimits::new(few, NonZeroU32::new(30).expect("not zero"));
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        let refused = (0..100).find_map(|_| limits.admit(Some([1; 32]), address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "token" }));
        assert_eq!(limits.admit(Some([2; 32]), address), Ok(()));
        let refused = (0..1_000).find_map(|_| limits.admit(None, address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "address" }));
        assert_eq!(limits.admit(None, Some(IpAddr::from([10, 0, 0, 2]))), Ok(()));
        let entered = (0..1_000).take_while(|_| limits.admit_entry(IpAddr::from([10, 0, 0, 1])).is_ok()).count();
        assert!((128..140).contains(&entered), "{entered}");
        assert_eq!(limits.admit_entry(IpAddr::from([10, 0, 0, 2])), Ok(()));
    }

    #[test]
    fn bodies_from_one_address_hold_a_part_of_the_memory() {
        let one = NonZeroU32::MIN;
        let (limits, memory) = (RateLimits::new(one, one), MemoryBudget::new(64 << 20));
        let fill = |number: u8| {
            let mut body = ArrivingBody::default();
            let grow = |body: &mut ArrivingBody| body.grow(1_000, || limits.body_piece(Some(IpAddr::from([10, 0, 0, number])), &memory));
            while grow(&mut body).is_ok() && body.bytes < PLAN_BYTES {}
            body
        };
        // A plan of 512 KiB needs 4 MiB, and one address has 8.
        let bodies: Vec<_> = (0..3).map(|_| fill(1)).collect();
        let held: Vec<_> = bodies.iter().map(|body| body.pieces.len()).collect();
        assert_eq!((held, &bodies[2].refused), (vec![31, 31, 2], &Some(Error::TooManyRequests { of: "address" })));
        let others: Vec<_> = (2..9).map(|number| [fill(number), fill(number)]).collect();
        assert_eq!(others.iter().flatten().last().and_then(|body| body.refused.clone()), Some(MemoryError::Full.into()));
        assert!(memory.reserve(30 << 20).is_ok(), "half is for others");
        drop((bodies, others));
        assert!(fill(1).refused.is_none() && memory.reserve(64 << 20).is_ok());
    }
}
