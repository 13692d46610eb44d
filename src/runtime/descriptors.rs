//! The limit on file descriptors, of which each connection takes one.

use crate::system::raise_open_files;

/// Descriptors reserved for storage, listeners and house bots.
const RESERVED: u64 = 64;

/// Raises the limit as far as the system allows; returns how many of the `wanted` connections it admits.
pub fn allowed_connections(wanted: usize) -> usize {
    let limit = raise_open_files((wanted as u64).saturating_add(RESERVED));
    usize::try_from(limit.saturating_sub(RESERVED)).unwrap_or(usize::MAX).min(wanted)
}

#[cfg(test)]
#[test]
fn connections_stay_below_the_system_limit() {
    assert_eq!(allowed_connections(0), 0);
    assert_eq!(allowed_connections(10), 10);
    let most = usize::try_from(raise_open_files(u64::MAX)).unwrap_or(usize::MAX);
    assert!(allowed_connections(usize::MAX) <= most);
}
