//! How much memory there is for the process (the machine's, the container's, or as much as a limit leaves it), and how it is divided: half for
//! searches, a quarter for what is built and held for clients, the rest for the referee.

use rustix::process::{Resource, getrlimit};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What clients have together is at most this many bytes, however much memory there is; and this many if the system does not tell.
const MOST_FOR_CLIENTS: u64 = 512 << 20;

/// Bytes that the process may use in all, where the system tells.
pub fn there_is() -> Option<u64> {
    let number = |path: PathBuf| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let of_groups = limits(&fs::read_to_string("/proc/self/cgroup").unwrap_or_default());
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    of_groups.into_iter().filter_map(number).chain(of_machine).chain(getrlimit(Resource::As).current).min()
}

/// The files that tell the limits of the control groups of a process, of either version, and of the groups above them. In a container, as
/// a rule, only the last is there.
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

/// What one of so many searches may hold, in MiB, if all of them together may have half of what there is.
pub fn share(wanted_mib: u64, searches: u64, there_is: u64) -> u64 {
    wanted_mib.min(((there_is / 2) >> 20) / searches.max(1)).max(1)
}

/// A budget of bytes: what is reserved of it is free again when the reservation is dropped. Memory is reserved before it is allocated, by the most that
/// may be needed, and what is reserved beyond that is given back when it is known.
#[derive(Clone)]
pub struct MemoryBudget(Arc<Inner>);

struct Inner {
    free_kib: Arc<Semaphore>,
    kib: u32,
    /// What a part holds of the whole.
    _of: Option<Reservation>,
}

/// Why no memory is reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("memory")]
pub enum MemoryError {
    /// Clients hold all of it.
    Full,
    /// There is never so much.
    Needs {
        /// How much it would take.
        mebibytes: u64,
        /// How much there is.
        most: u64,
    },
}

/// Bytes of a budget.
pub struct Reservation {
    permit: OwnedSemaphorePermit,
    /// A part lives as long as anything is reserved of it.
    budget: MemoryBudget,
}

fn kib(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1 << 10)).unwrap_or(u32::MAX)
}

impl MemoryBudget {
    /// So many bytes.
    pub fn new(bytes: u64) -> MemoryBudget {
        MemoryBudget::of(bytes, None)
    }

    /// What clients have of this process.
    pub fn for_clients() -> MemoryBudget {
        MemoryBudget::new(there_is().map_or(MOST_FOR_CLIENTS, |bytes| (bytes / 4).min(MOST_FOR_CLIENTS)))
    }

    fn of(bytes: u64, whole: Option<Reservation>) -> MemoryBudget {
        let kib = kib(bytes);
        MemoryBudget(Arc::new(Inner { free_kib: Arc::new(Semaphore::new(kib as usize)), kib, _of: whole }))
    }

    /// Whether there are ever so many bytes.
    ///
    /// # Errors
    /// [`MemoryError::Needs`] if not.
    pub fn must_hold(&self, bytes: u64) -> Result<(), MemoryError> {
        let most = u64::from(self.0.kib >> 10);
        if kib(bytes) > self.0.kib { Err(MemoryError::Needs { mebibytes: bytes.div_ceil(1 << 20), most }) } else { Ok(()) }
    }

    /// Reserves so many bytes, now or not at all.
    ///
    /// # Errors
    /// [`MemoryError::Needs`] if there are never so many, [`MemoryError::Full`] if they are not free now.
    pub fn reserve(&self, bytes: u64) -> Result<Reservation, MemoryError> {
        self.must_hold(bytes)?;
        let permit = self.0.free_kib.clone().try_acquire_many_owned(kib(bytes)).map_err(|_| MemoryError::Full)?;
        Ok(Reservation { permit, budget: self.clone() })
    }

    /// Reserves so many bytes as a budget of its own, which are free again when all that is reserved of it is.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    pub fn part(&self, bytes: u64) -> Result<MemoryBudget, MemoryError> {
        Ok(MemoryBudget::of(bytes, Some(self.reserve(bytes)?)))
    }
}

impl Reservation {
    /// Gives back what is beyond so many bytes, or reserves what they need beyond it.
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
fn what_is_reserved_is_free_again_when_the_last_of_it_is_dropped() {
    let budget = MemoryBudget::new(100 << 10);
    let free = || budget.0.free_kib.available_permits();
    assert!(matches!(budget.reserve(101 << 10), Err(MemoryError::Needs { .. })));
    let mut one = budget.reserve(60 << 10).expect("it is free");
    assert!(matches!(budget.reserve(60 << 10), Err(MemoryError::Full)));
    one.resize(70 << 10).expect("it is free");
    assert!(one.resize(101 << 10).is_err() && free() == 30, "what does not fit changes nothing");
    one.resize(10 << 10).expect("it is less");
    assert_eq!(free(), 90);
    let part = budget.part(50 << 10).expect("it is free");
    let of_part = part.reserve(50 << 10).expect("all of the part");
    assert!(matches!(part.reserve(1), Err(MemoryError::Full)), "a part has no more");
    drop(part);
    assert_eq!(free(), 40, "somebody holds what was reserved of the part");
    drop(of_part);
    drop(one);
    assert_eq!(free(), 100);
}

#[cfg(test)]
#[test]
fn searches_share_half_of_what_there_is() {
    assert_eq!(total("MemFree: 1 kB\nMemTotal:       24684452 kB\n"), Some(24_684_452 << 10));
    assert_eq!(total("nothing"), None);
    assert_eq!(share(512, 3, 24 << 30), 512);
    assert_eq!(share(512, 3, 300 << 20), 50);
    assert_eq!(share(512, 3, 0), 1);
    let groups = limits("12:cpu,cpuacct:/x\n5:memory:/docker/7\n0::/class.slice\n");
    let v1 = ["/docker/7", "/docker", ""].map(|group| format!("/sys/fs/cgroup/memory{group}/memory.limit_in_bytes").into());
    let v2 = ["/class.slice", ""].map(|group| format!("/sys/fs/cgroup{group}/memory.max").into());
    assert_eq!(groups, v1.into_iter().chain(v2).collect::<Vec<PathBuf>>());
    assert!(there_is().is_none_or(|bytes| bytes > 1 << 20));
}
