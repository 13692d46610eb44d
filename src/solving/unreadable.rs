//! What is wrong with a question, as its client is told.

use crate::{Error, Flaw};
use message::{Coded, WrongField};

/// What a solver's own error is to the client.
pub fn bad(error: impl Coded) -> Error {
    Flaw::Whole(error.message()).into()
}

/// The same, where the name of the field helps.
pub fn bad_field<'a, E: Coded>(field: &'a str) -> impl FnOnce(E) -> Error + 'a {
    move |error| Flaw::from(WrongField::new(field.to_string(), &error)).into()
}
