//! The wall clock, for display and storage; decisions use monotonic time.

/// Milliseconds since 1970.
pub fn wall_clock_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// Milliseconds since 1970, as RFC 3339.
pub fn rfc3339(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map_or_else(|_| String::new(), |moment| moment.to_string())
}

/// RFC 3339, as milliseconds since 1970.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    text.parse::<jiff::Timestamp>().ok().map(|moment| moment.as_millisecond())
}
