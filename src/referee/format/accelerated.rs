//! A Swiss tournament in which the strong meet sooner.

/// How the stronger half meet each other sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accelerated {
    /// See [`crate::pairing::swiss::Acceleration::Baku`].
    Baku,
}
