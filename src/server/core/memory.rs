//! How much memory there is for the process: the machine's, or the container's.

use std::fs;

/// Bytes that the process may use in all, where the system tells.
pub fn there_is() -> Option<u64> {
    let of_container = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    of_container.into_iter().filter_map(number).chain(of_machine).min()
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
    assert!(there_is().is_none_or(|bytes| bytes > 1 << 20));
}
