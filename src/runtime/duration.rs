//! Durations and ages in configuration.

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

#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("no_age")]
pub struct NoAge {
    pub text: String,
}

/// Reads `90d`, `6mo` or `1y`: the moment that long ago by the calendar, in milliseconds since 1970.
pub fn parse_age(text: &str) -> Result<i64, NoAge> {
    let age = text.parse::<jiff::Span>().ok().filter(|age| age.is_positive());
    let moment = age.and_then(|age| jiff::Zoned::now().checked_sub(age).ok());
    moment.map(|moment| moment.timestamp().as_millisecond()).ok_or_else(|| NoAge { text: text.into() })
}

#[test]
fn ages_are_in_the_past() {
    let hours = |text: &str| parse_age(text).map(|moment| (crate::wall_clock_ms() - moment) / 3_600_000);
    // Some days have 23 or 25 hours.
    for (text, days) in [("90d", 90), ("2w", 14), ("1y", 365)] {
        assert!((24 * days - 2..=24 * days + 26).contains(&hours(text).expect("an age")), "{text}");
    }
    for text in ["", "90", "-1y", "0d", "an age"] {
        assert!(parse_age(text).is_err(), "{text}");
    }
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
