//! What the framework refuses, in our own words.

use crate::Error;
use crate::config::BODY_BYTES;
use crate::flaw::Flaw;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use std::error::Error as _;
use std::iter;

/// An error and what has led to it, down to the first cause.
fn causes<'e>(error: &'e (dyn std::error::Error + 'static)) -> impl Iterator<Item = &'e (dyn std::error::Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::BodyTooLarge { most: BODY_BYTES },
            _ => Error::body(&rejection),
        }
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        let unread = Error::bad(&Flaw::Query { why: rejection.body_text() });
        let PathRejection::FailedToDeserializePathParams(flaw) = rejection else { return unread };
        // All that is parsed in a path is numbers.
        match flaw.into_kind() {
            ErrorKind::ParseError { value, .. } | ErrorKind::ParseErrorAtKey { value, .. } => Error::bad(&Flaw::Number { value }),
            _ => unread,
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        let what = rejection.source().and_then(|error| causes(error).last()).map_or_else(|| rejection.body_text(), ToString::to_string);
        let what = what.replace("invalid digit found in string", "a whole number from 0 on is wanted");
        Error::bad(&Flaw::Query { why: what })
    }
}
