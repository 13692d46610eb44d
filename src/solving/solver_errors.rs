//! Errors of a question from errors of a solver.

use crate::{Error, QuestionError};
use message::{Coded, WrongField};

/// A solver's error as that of the question.
pub fn bad(error: impl Coded) -> Error {
    QuestionError::Whole(error.message()).into()
}

/// A solver's error as that of a field.
pub fn bad_field<'a, E: Coded>(field: &'a str) -> impl FnOnce(E) -> Error + 'a {
    move |error| QuestionError::from(WrongField::new(field.to_string(), &error)).into()
}
