//! The wall clock: what people and storage see, never what a decision rests on.

/// The wall clock, in milliseconds since 1970: for people, never for judgement.
pub fn wall_clock_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A moment of the wall clock in RFC 3339.
pub fn rfc3339(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map_or_else(|_| String::new(), |moment| moment.to_string())
}

/// Milliseconds since 1970, of a moment in RFC 3339.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(|moment| moment.as_millisecond())
}
