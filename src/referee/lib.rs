//! Judgement: matches, clocks, pairings and standings. `no_std`, deterministic: input and time in, facts out; it cannot fail, wait
//! or print.
#![no_std]

extern crate alloc;

pub mod pairing;
pub mod rating;
pub mod standings;
