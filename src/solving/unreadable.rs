//! What is wrong with a question, as its client is told.

use crate::Error;

/// What a solver's own error is to the client.
pub fn bad(error: impl std::error::Error) -> Error {
    Error::BadRequest(error.to_string())
}

/// The same, where the name of the field helps.
pub fn bad_field<'a, E: std::error::Error>(field: &'a str) -> impl FnOnce(E) -> Error + 'a {
    move |error| Error::BadRequest(format!("`{field}`: {error}"))
}
