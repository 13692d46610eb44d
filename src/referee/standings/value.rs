//! Values of criteria: exact fractions.

use core::cmp::Ordering;
use core::fmt;

/// The value of a criterion: an exact fraction.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    numerator: i64,
    /// At least 1.
    denominator: u64,
}

impl Value {
    /// `numerator / denominator`; a denominator of zero counts as one.
    pub const fn new(numerator: i64, denominator: u64) -> Value {
        Value { numerator, denominator: if denominator == 0 { 1 } else { denominator } }
    }

    pub(super) const fn whole(n: i64) -> Value {
        Value::new(n, 1)
    }

    pub(super) const fn half_points(n: i64) -> Value {
        Value::new(n, 2)
    }

    pub(super) const fn absolute(self) -> Value {
        Value { numerator: self.numerator.abs(), denominator: self.denominator }
    }
}

impl Default for Value {
    fn default() -> Value {
        Value::whole(0)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let times = |a: i64, b: u64| i128::from(a) * i128::from(b);
        times(self.numerator, other.denominator).cmp(&times(other.numerator, self.denominator))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

impl fmt::Display for Value {
    /// As a decimal of three digits at most, such as `3.5` or `12.25`, or else as a fraction such as `4 5/12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.numerator < 0 { "-" } else { "" };
        let (size, denominator) = (u128::from(self.numerator.unsigned_abs()), u128::from(self.denominator));
        let (whole, rest) = (size / denominator, size % denominator);
        let thousandths = rest * 1_000;
        if rest == 0 {
            write!(f, "{sign}{whole}")
        } else if thousandths.is_multiple_of(denominator) {
            let (mut digits, mut width) = (thousandths / denominator, 3);
            while digits.is_multiple_of(10) {
                (digits, width) = (digits / 10, width - 1);
            }
            write!(f, "{sign}{whole}.{digits:0width$}")
        } else {
            let common = greatest_common_divisor(rest, denominator);
            let (rest, denominator) = (rest / common, denominator / common);
            if whole == 0 { write!(f, "{sign}{rest}/{denominator}") } else { write!(f, "{sign}{whole} {rest}/{denominator}") }
        }
    }
}

pub(super) fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::Value;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn displays_decimals_or_fractions() {
        for (numerator, denominator, text) in [
            (14, 2, "7"),
            (7, 2, "3.5"),
            (49, 4, "12.25"),
            (53, 12, "4 5/12"),
            (-5, 2, "-2.5"),
            (-1, 3, "-1/3"),
            (1, 125, "0.008"),
            (0, 7, "0"),
        ] {
            assert_eq!(Value::new(numerator, denominator).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn orders_as_real_numbers(a in -10_000i64..10_000, b in 1u64..500, c in -10_000i64..10_000, d in 1u64..500) {
            let (one, other) = (Value::new(a, b), Value::new(c, d));
            prop_assert_eq!(one.cmp(&other), (a * d as i64).cmp(&(c * b as i64)));
            prop_assert_eq!(one == other, one.to_string() == other.to_string());
        }
    }
}
