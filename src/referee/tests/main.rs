//! Tests of the public interface.
#![allow(clippy::unwrap_used)]

mod arena;
mod exports;
mod fixtures;
mod formats;
mod judge;
mod ladder;
mod limits;
mod ratings;
mod requests;
mod standings;
mod swiss;
mod tie_breaks;
mod tournament;
mod trf;
mod withdrawals;
