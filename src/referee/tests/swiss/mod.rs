//! Tests of Swiss pairings against the published rules.

mod dutch;
mod field;
