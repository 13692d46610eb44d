//! The calendar of a ladder: its time is the wall clock since its creation, and its days are the dates of a time zone.

use super::plan::PlanError;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use referee::Micros;
use runtime::clipped;

/// The creation and the time zone of a ladder.
pub struct Calendar {
    created: Timestamp,
    zone: TimeZone,
}

impl Calendar {
    /// The calendar of a ladder created at this time, in milliseconds since 1970. Without a valid zone, its days are those of UTC.
    pub fn new(created_ms: i64, zone: Option<&str>) -> Calendar {
        let created = Timestamp::from_millisecond(created_ms).unwrap_or_default();
        Calendar { created, zone: zone.and_then(|name| zone_of(name).ok()).unwrap_or(TimeZone::UTC) }
    }

    /// Time since the creation at a wall-clock time in milliseconds since 1970; zero for earlier times.
    pub fn time(&self, wall_ms: i64) -> Micros {
        Micros(u64::try_from(wall_ms.saturating_mul(1_000).saturating_sub(self.created.as_microsecond())).unwrap_or(0))
    }

    /// The day at a time since the creation: 1 on the date of the creation, plus 1 per date.
    pub fn day(&self, time: Micros) -> u32 {
        let date = |at: Timestamp| self.zone.to_datetime(at).date();
        let at = self.created.as_microsecond().saturating_add_unsigned(time.0);
        let at = Timestamp::from_microsecond(at).unwrap_or(Timestamp::MAX);
        let days = date(self.created).duration_until(date(at)).as_hours() / 24;
        u32::try_from(days + 1).unwrap_or(1)
    }
}

pub(super) fn zone_of(name: &str) -> Result<TimeZone, PlanError> {
    TimeZone::get(name).map_err(|_| PlanError::NoZone { name: clipped(name, 40) })
}

/// A planned start; one without an offset from UTC is in this machine's time zone.
pub(super) fn start_of(text: &str) -> Result<Timestamp, PlanError> {
    let local = || text.parse::<DateTime>().ok()?.to_zoned(TimeZone::system()).ok().map(|start| start.timestamp());
    text.parse().ok().or_else(local).ok_or_else(|| PlanError::NoDateTime { text: clipped(text, 40) })
}

/// The name of this machine's time zone; UTC where it has none.
pub fn local_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::Date;
    use jiff::{Span, ToSpan};

    #[test]
    fn a_planned_start_is_one_moment() {
        let start = |text| start_of(text).ok();
        assert_eq!(start("2027-01-15T14:00:00+01:00"), start("2027-01-15 13:00Z"));
        let local = TimeZone::system().to_datetime(start("2027-01-15T14:00").expect("a local time"));
        assert_eq!(local.to_string(), "2027-01-15T14:00:00");
        for text in ["", "tomorrow", "14:00", "2027-02-30T14:00"] {
            assert_eq!(start(text), None, "{text}");
        }
    }

    #[test]
    fn days_begin_at_midnight_despite_clock_changes() {
        // Edge cases: Cairo, Havana and Santiago change clocks at midnight, Apia skipped a date.
        for (name, from) in [
            ("Europe/Brussels", "2026-01-01"),
            ("America/New_York", "2026-01-01"),
            ("Africa/Cairo", "2025-01-01"),
            ("America/Havana", "2026-01-01"),
            ("America/Santiago", "2025-01-01"),
            ("Australia/Lord_Howe", "2026-01-01"),
            ("Pacific/Apia", "2011-06-01"),
            ("UTC", "2024-01-01"),
        ] {
            let zone = zone_of(name).expect("a zone");
            let first: Date = from.parse().expect("a date");
            let begins = |date: Date| date.to_zoned(zone.clone()).expect("a date").timestamp();
            for hour in [0, 9, 23] {
                let created = begins(first).as_millisecond() + hour * 3_600_000;
                let calendar = Calendar::new(created, Some(name));
                for days in 1..=366 {
                    let date = first + Span::new().days(days);
                    let midnight = begins(date).as_millisecond();
                    let before = zone.to_datetime(begins(date) - 1.millisecond()).date();
                    let number = |date: Date| ((date - first).get_days() + 1) as u32;
                    assert_eq!(calendar.day(calendar.time(midnight)), number(zone.to_datetime(begins(date)).date()), "{name}, {date}");
                    assert_eq!(calendar.day(calendar.time(midnight - 1)), number(before), "{name}, before {date}");
                }
            }
        }
    }

    #[test]
    fn a_clock_set_back_makes_no_earlier_day() {
        let calendar = Calendar::new(1_000_000, None);
        assert_eq!((calendar.time(0), calendar.time(i64::MIN), calendar.day(Micros::ZERO)), (Micros::ZERO, Micros::ZERO, 1));
        assert!(calendar.day(Micros(u64::MAX)) > 1_000_000);
    }

    #[test]
    fn zones_are_those_of_the_iana() {
        assert!(zone_of(&local_zone()).is_ok());
        for name in ["", "Mars/Olympus", "+02:00", "../../etc/passwd"] {
            assert!(matches!(zone_of(name), Err(PlanError::NoZone { name: refused }) if refused == name));
        }
    }
}
