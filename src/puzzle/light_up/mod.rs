//! Light up.
