//! The calendar of a ladder: its time goes by the wall clock from its creation, its days by the dates of a time zone.

use super::plan::PlanError;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use referee::Micros;
use runtime::clipped;

/// When a ladder was created, and where its days begin.
pub struct Calendar {
    created: Timestamp,
    zone: TimeZone,
}

impl Calendar {
    /// The calendar of what was created at this moment, in milliseconds since 1970. Without a zone that can be read, its days are those of UTC.
    pub fn new(created_ms: i64, zone: Option<&str>) -> Calendar {
        let created = Timestamp::from_millisecond(created_ms).unwrap_or_default();
        Calendar { created, zone: zone.and_then(|name| zone_of(name).ok()).unwrap_or(TimeZone::UTC) }
    }

    /// The time since the creation, at a moment of the wall clock in milliseconds since 1970; zero before it.
    pub fn time(&self, wall_ms: i64) -> Micros {
        Micros(u64::try_from(wall_ms.saturating_mul(1_000).saturating_sub(self.created.as_microsecond())).unwrap_or(0))
    }

    /// The day at a time since the creation: the day of the creation is 1, and each date has a number of its own.
    pub fn day(&self, time: Micros) -> u32 {
        let date = |at: Timestamp| self.zone.to_datetime(at).date();
        let at = self.created.as_microsecond().saturating_add_unsigned(time.0);
        // What is beyond the years of the calendar is its last day.
        let at = Timestamp::from_microsecond(at).unwrap_or(Timestamp::MAX);
        let days = date(self.created).duration_until(date(at)).as_hours() / 24;
        u32::try_from(days + 1).unwrap_or(1)
    }
}

/// The time zone of this name.
///
/// # Errors
/// When there is none: the sentence says so.
pub(super) fn zone_of(name: &str) -> Result<TimeZone, PlanError> {
    TimeZone::get(name).map_err(|_| PlanError::NoZone { name: clipped(name, 40) })
}

/// The name of this machine's time zone; UTC where it has none.
pub fn local_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::{Date, DateTime};
    use jiff::{Span, ToSpan};

    /// A moment that is written as a zone's clocks show it, in milliseconds since 1970.
    fn local(zone: &TimeZone, text: &str) -> i64 {
        let shown: DateTime = text.parse().expect("a date and a time");
        zone.to_timestamp(shown).expect("a moment").as_millisecond()
    }

    #[test]
    fn days_begin_at_midnight_whatever_the_clocks_do() {
        // In most zones clocks change at night; in Cairo, Havana and Santiago at midnight, and in Apia a whole date was left out.
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
            // Whatever the time of the creation.
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
    fn a_day_has_as_many_hours_as_its_date() {
        const HOUR: i64 = 3_600_000;
        for (zone, midnight, hours) in [
            ("Europe/Brussels", "2026-03-29T00:00", 23),
            ("Europe/Brussels", "2026-10-25T00:00", 25),
            ("Europe/Brussels", "2026-06-01T00:00", 24),
            ("UTC", "2026-03-29T00:00", 24),
        ] {
            let created = local(&zone_of(zone).expect("a zone"), midnight);
            let calendar = Calendar::new(created, Some(zone));
            let day_after = |ms: i64| calendar.day(calendar.time(created + ms));
            assert_eq!([day_after(0), day_after(hours * HOUR - 1), day_after(hours * HOUR)], [1, 1, 2], "{zone}, {midnight}");
        }
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_earlier_day() {
        let calendar = Calendar::new(1_000_000, None);
        assert_eq!((calendar.time(0), calendar.time(i64::MIN), calendar.day(Micros::ZERO)), (Micros::ZERO, Micros::ZERO, 1));
        assert!(calendar.day(Micros(u64::MAX)) > 1_000_000);
    }

    #[test]
    fn zones_are_those_of_the_iana() {
        assert!(zone_of(&local_zone()).is_ok());
        for name in ["", "Mars/Olympus", "+02:00", "../../etc/passwd"] {
            assert!(matches!(zone_of(name), Err(PlanError::NoZone { name: told }) if told == name));
        }
    }
}
