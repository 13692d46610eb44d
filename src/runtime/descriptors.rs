//! The limit on file descriptors, of which each connection takes one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors reserved for storage, listeners and house bots.
const RESERVED: u64 = 64;

/// Raises the limit as far as the system allows; returns how many of the `wanted` connections it admits.
pub fn allowed_connections(wanted: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let needed = (wanted as u64).saturating_add(RESERVED);
    let now = current.unwrap_or(u64::MAX);
    let raised = now.max(needed.min(maximum.unwrap_or(u64::MAX)));
    let is_raised = raised > now && setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }).is_ok();
    let limit = if is_raised { raised } else { now };
    usize::try_from(limit.saturating_sub(RESERVED)).unwrap_or(usize::MAX).min(wanted)
}

#[cfg(test)]
#[test]
fn connections_stay_below_the_system_limit() {
    assert_eq!(allowed_connections(0), 0);
    assert_eq!(allowed_connections(10), 10);
    let most = getrlimit(Resource::Nofile).maximum.map_or(usize::MAX, |most| most as usize);
    assert!(allowed_connections(usize::MAX) <= most);
}
