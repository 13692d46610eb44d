//! The memory of the process and its division: half for searches, a quarter and at most 512 MiB for requests and responses, the rest for the referee.

use crate::system::address_space;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest budget of clients, in bytes; also the budget if the system does not say how much memory there is.
const MAX_FOR_CLIENTS: u64 = 512 << 20;

/// Bytes that the machine, the control groups and resource limits allow the process; none if the system does not say.
pub fn available_bytes() -> Option<u64> {
    let number = |path: PathBuf| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let of_groups = limits(&fs::read_to_string("/proc/self/cgroup").unwrap_or_default());
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    of_groups.into_iter().filter_map(number).chain(of_machine).chain(address_space()).min()
}

/// The files with the memory limits of a process's control groups (version 1 or 2) and their ancestors. In a container usually only the last
/// exists.
fn limits(groups: &str) -> Vec<PathBuf> {
    let of_line = |line: &str| {
        let [_, controllers, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => return None,
        };
        let place = |group: &Path| Path::new(root).join(group.strip_prefix("/").unwrap_or(group)).join(file);
        Some(Path::new(path).ancestors().map(place).collect::<Vec<_>>())
    };
    groups.lines().filter_map(of_line).flatten().collect()
}

/// `MemTotal` of `/proc/meminfo`, in bytes.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// The MiB of each of `searches` concurrent searches, which share half of the available bytes.
pub fn share(wanted_mib: u64, searches: u64, available: u64) -> u64 {
    wanted_mib.min(((available / 2) >> 20) / searches.max(1)).max(1)
}

/// A budget of bytes. Memory is reserved before it is allocated, by the most that may be needed; the reservation shrinks when the size is known
/// and ends when it is dropped.
#[derive(Clone)]
pub struct MemoryBudget(Arc<Inner>);

struct Inner {
    free_kib: Arc<Semaphore>,
    kib: u32,
    /// The reservation that backs a part.
    _whole: Option<Reservation>,
}

/// Why memory is not reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("memory")]
pub enum MemoryError {
    /// Other clients hold it.
    Full,
    /// The budget is smaller.
    Needs { mebibytes: u64, most: u64 },
}

pub struct Reservation {
    permit: OwnedSemaphorePermit,
    /// Keeps a part alive as long as anything of it is reserved.
    budget: MemoryBudget,
}

fn kib(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

impl MemoryBudget {
    pub fn new(bytes: u64) -> MemoryBudget {
        MemoryBudget::of(bytes, None)
    }

    pub fn for_clients() -> MemoryBudget {
        MemoryBudget::new(available_bytes().map_or(MAX_FOR_CLIENTS, |bytes| (bytes / 4).min(MAX_FOR_CLIENTS)))
    }

    fn of(bytes: u64, whole: Option<Reservation>) -> MemoryBudget {
        let kib = kib(bytes);
        MemoryBudget(Arc::new(Inner { free_kib: Arc::new(Semaphore::new(kib as usize)), kib, _whole: whole }))
    }

    pub fn bytes(&self) -> u64 {
        u64::from(self.0.kib) << 10
    }

    /// Checks that the budget is large enough.
    ///
    /// # Errors
    /// [`MemoryError::Needs`] if it is not.
    pub fn check_size(&self, bytes: u64) -> Result<(), MemoryError> {
        let most = u64::from(self.0.kib >> 10);
        if kib(bytes) > self.0.kib { Err(MemoryError::Needs { mebibytes: bytes.div_ceil(1 << 20), most }) } else { Ok(()) }
    }

    /// Reserves bytes without waiting.
    ///
    /// # Errors
    /// [`MemoryError::Needs`] if the budget is smaller, [`MemoryError::Full`] if they are not free now.
    pub fn reserve(&self, bytes: u64) -> Result<Reservation, MemoryError> {
        self.check_size(bytes)?;
        let permit = self.0.free_kib.clone().try_acquire_many_owned(kib(bytes)).map_err(|_| MemoryError::Full)?;
        Ok(Reservation { permit, budget: self.clone() })
    }

    /// Reserves bytes as a budget, which is freed when it and all its reservations are dropped.
    pub fn part(&self, bytes: u64) -> Result<MemoryBudget, MemoryError> {
        Ok(MemoryBudget::of(bytes, Some(self.reserve(bytes)?)))
    }
}

impl Reservation {
    /// Shrinks or grows the reservation to this size.
    ///
    /// # Errors
    /// [`MemoryError::Full`] if more is needed and not free.
    pub fn resize(&mut self, bytes: usize) -> Result<(), MemoryError> {
        let (wanted, held) = (kib(bytes as u64), self.permit.num_permits());
        match held.checked_sub(wanted as usize) {
            Some(beyond) => drop(self.permit.split(beyond)),
            None => {
                let free = self.budget.0.free_kib.clone();
                self.permit.merge(free.try_acquire_many_owned(wanted - held as u32).map_err(|_| MemoryError::Full)?);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[test]
fn a_reservation_is_freed_when_the_last_of_it_is_dropped() {
    let budget = MemoryBudget::new(100 << 10);
    let free = || budget.0.free_kib.available_permits();
    assert!(matches!(budget.reserve(101 << 10), Err(MemoryError::Needs { .. })));
    let mut one = budget.reserve(60 << 10).expect("it is free");
    assert!(matches!(budget.reserve(60 << 10), Err(MemoryError::Full)));
    one.resize(70 << 10).expect("it is free");
    assert!(one.resize(101 << 10).is_err() && free() == 30, "a failed resize changes nothing");
    one.resize(10 << 10).expect("it is less");
    assert_eq!(free(), 90);
    let part = budget.part(50 << 10).expect("it is free");
    let of_part = part.reserve(50 << 10).expect("all of the part");
    assert!(matches!(part.reserve(1), Err(MemoryError::Full)), "a part is bounded");
    drop(part);
    assert_eq!(free(), 40, "a reservation of the part remains");
    drop(of_part);
    drop(one);
    assert_eq!(free(), 100);
}

#[cfg(test)]
#[test]
fn searches_share_half_of_the_memory() {
    assert_eq!(total("MemFree: 1 kB\nMemTotal:       24684452 kB\n"), Some(24_684_452 << 10));
    assert_eq!(total("nothing"), None);
    assert_eq!(share(512, 3, 24 << 30), 512);
    assert_eq!(share(512, 3, 300 << 20), 50);
    assert_eq!(share(512, 3, 0), 1);
    let groups = limits("12:cpu,cpuacct:/x\n5:memory:/docker/7\n0::/class.slice\n");
    let v1 = ["/docker/7", "/docker", ""].map(|group| format!("/sys/fs/cgroup/memory{group}/memory.limit_in_bytes").into());
    let v2 = ["/class.slice", ""].map(|group| format!("/sys/fs/cgroup{group}/memory.max").into());
    assert_eq!(groups, v1.into_iter().chain(v2).collect::<Vec<PathBuf>>());
    assert!(available_bytes().is_none_or(|bytes| bytes > 1 << 20));
}
