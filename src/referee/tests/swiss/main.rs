//! Swiss tournaments, held round by round to laws that know the published rules and nothing of how the pairings were made.
#![allow(clippy::unwrap_used)]

mod dutch;
mod field;
