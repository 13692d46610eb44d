//! The arbitre command
fn main() {}
