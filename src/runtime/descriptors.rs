//! File descriptors: every connection takes one, and so does every file.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How many descriptors are left to everything that is no client's connection: storage, listeners, house bots, answers to signals.
const KEPT: u64 = 64;

/// How many connections there is room for, of so many that are wanted. What the system allows the process to take, it takes.
pub fn room_for(wanted: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let needed = (wanted as u64).saturating_add(KEPT);
    let now = current.unwrap_or(u64::MAX);
    let may = now.max(needed.min(maximum.unwrap_or(u64::MAX)));
    let raised = may > now && setrlimit(Resource::Nofile, Rlimit { current: Some(may), maximum }).is_ok();
    let limit = if raised { may } else { now };
    usize::try_from(limit.saturating_sub(KEPT)).unwrap_or(usize::MAX).min(wanted)
}

#[cfg(test)]
#[test]
fn no_more_connections_than_the_system_allows_files() {
    assert_eq!(room_for(0), 0);
    assert_eq!(room_for(10), 10);
    let most = getrlimit(Resource::Nofile).maximum.map_or(usize::MAX, |most| most as usize);
    assert!(room_for(usize::MAX) <= most);
}
