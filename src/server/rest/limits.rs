//! Not too many requests from one token, nor from one address; and every refusal is counted.

use super::Services;
use super::access::bearer;
use crate::core::{Error, Peer, household};
use crate::tokens::Secret;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// After so many requests, whoever has been quiet for long is forgotten.
const SWEEP: u32 = 4_096;

/// So many bots may be entered from one address without a token, behind which a whole class may be; and then a few a minute.
const ENTRIES_AT_ONCE: NonZeroU32 = NonZeroU32::new(64).expect("not zero");
const ENTRIES_A_MINUTE: NonZeroU32 = NonZeroU32::new(4).expect("not zero");

/// How much each has asked for lately.
pub struct Limits {
    by_token: DefaultKeyedRateLimiter<[u8; 32]>,
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    /// The bots that an address without a token enters.
    entries: DefaultKeyedRateLimiter<IpAddr>,
    since_sweep: AtomicU32,
}

impl Limits {
    /// This number of requests a second, and ten times as many at once.
    pub fn new(by_token: NonZeroU32, by_address: NonZeroU32) -> Limits {
        let quota = |rate: NonZeroU32| Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(9)));
        Limits {
            by_token: RateLimiter::keyed(quota(by_token)),
            by_address: RateLimiter::keyed(quota(by_address)),
            entries: RateLimiter::keyed(Quota::per_minute(ENTRIES_A_MINUTE).allow_burst(ENTRIES_AT_ONCE)),
            since_sweep: AtomicU32::new(0),
        }
    }

    fn admit(&self, token: Option<[u8; 32]>, address: Option<IpAddr>) -> Result<(), Error> {
        if self.since_sweep.fetch_add(1, Relaxed) >= SWEEP {
            self.since_sweep.store(0, Relaxed);
            self.by_token.retain_recent();
            self.by_address.retain_recent();
            self.entries.retain_recent();
        }
        if token.is_some_and(|token| self.by_token.check_key(&token).is_err()) {
            return Err(Error::TooManyRequests { of: "token" });
        }
        if address.is_some_and(|address| self.by_address.check_key(&household(address)).is_err()) {
            return Err(Error::TooManyRequests { of: "address" });
        }
        Ok(())
    }

    /// Whether an address may enter one more bot without a token.
    pub fn admit_entry(&self, address: IpAddr) -> Result<(), Error> {
        let most = ENTRIES_AT_ONCE.get();
        self.entries.check_key(&household(address)).map_err(|_| Error::TooManyEntries { most, a_minute: ENTRIES_A_MINUTE.get() })
    }
}

/// Lets a request through or not. The bots' socket is not limited here: a move that is expected never is, and floods end there.
pub async fn limited(State(services): State<Services>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
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

/// The last connections are for whoever shows a token.
async fn may_take_the_last(services: &Services, shown: Option<Secret>) -> Result<(), Error> {
    let secret = shown.ok_or(Error::TooManyStrangers)?;
    services.storage.find_token(secret.hash()).await?.map(drop).ok_or(Error::TooManyStrangers)
}

/// Believes a proxy that is known what it says of whom it speaks for: the last address of `X-Forwarded-For` that is no such proxy's.
pub async fn forwarded(State(services): State<Services>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or_default();
    if peer.address.is_some_and(|address| services.config.trusts(address)) {
        let told = request.headers().get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
        let addresses: Vec<&str> = told.flat_map(|value| value.split(',')).map(str::trim).collect();
        // What stands before an address that does not read was written by nobody who is known.
        let read = addresses.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
        let known: Vec<IpAddr> = read.collect();
        let address = known.iter().copied().find(|address| !services.config.trusts(*address)).or(known.last().copied()).or(peer.address);
        request.extensions_mut().insert(Peer { address, ..peer });
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_stops_nobody_else() {
        let few = NonZeroU32::new(2).expect("not zero");
        let limits = Limits::new(few, NonZeroU32::new(30).expect("not zero"));
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        let refused = (0..100).find_map(|_| limits.admit(Some([1; 32]), address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "token" }));
        assert_eq!(limits.admit(Some([2; 32]), address), Ok(()));
        let refused = (0..1_000).find_map(|_| limits.admit(None, address).err());
        assert_eq!(refused, Some(Error::TooManyRequests { of: "address" }));
        assert_eq!(limits.admit(None, Some(IpAddr::from([10, 0, 0, 2]))), Ok(()));
        let entered = (0..1_000).take_while(|_| limits.admit_entry(IpAddr::from([10, 0, 0, 1])).is_ok()).count();
        assert!((64..70).contains(&entered), "{entered}");
        assert_eq!(limits.admit_entry(IpAddr::from([10, 0, 0, 2])), Ok(()));
    }
}
