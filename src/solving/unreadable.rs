//! Errors of a question from errors of a solver.

use crate::{Error, Flaw};
use message::{Coded, WrongField};

/// A solver's error as that of the question.
pub fn bad(error: impl Coded) -> Error {
    Flaw::Whole(error.message()).into()
}

/// A solver's error as that of a field.
pub fn bad_field<'a, E: Coded>(field: &'a str) -> impl FnOnce(E) -> Error + 'a {
    move |error| Flaw::from(WrongField::new(field.to_string(), &error)).into()
}
