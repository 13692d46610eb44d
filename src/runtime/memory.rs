//! How much memory there is for the process: the machine's, the container's, or as much as a limit leaves it.

use rustix::process::{Resource, getrlimit};
use std::fs;
use std::path::{Path, PathBuf};

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
