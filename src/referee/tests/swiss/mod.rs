//! Swiss tournaments, held round by round to laws that know the published rules and nothing of how the pairings were made.

mod dutch;
mod field;
