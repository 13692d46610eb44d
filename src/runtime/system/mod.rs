//! Differences between operating systems, behind the same functions on each. Everything else is portable, apart from the thread priority and
//! the signals of the bots, who may not use this crate.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;
