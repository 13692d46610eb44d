//! Durations in configuration.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("no_duration")]
pub struct NoDuration {
    pub text: String,
}

/// Reads `500ms`, `10s`, `5min` or `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, NoDuration> {
    let read = text.parse::<jiff::SignedDuration>().ok().and_then(|duration| Duration::try_from(duration).ok());
    read.ok_or_else(|| NoDuration { text: text.into() })
}

#[test]
fn durations_have_a_unit_and_are_not_negative() {
    for (text, milliseconds) in [("500ms", 500), ("10s", 10_000), ("1.5s", 1_500), ("5min", 300_000), ("1h", 3_600_000)] {
        assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)));
    }
    for text in ["", "10", "-10s", "ten seconds"] {
        assert!(parse_duration(text).is_err(), "{text}");
    }
}
