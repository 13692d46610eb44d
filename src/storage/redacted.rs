//! Command-line values that may hold a password.

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use message::Coded;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// Parses a command-line or environment value. Its errors omit the text, which may contain a password.
#[derive(Clone)]
pub struct RedactedParser<T>(PhantomData<T>);

impl<T> Default for RedactedParser<T> {
    fn default() -> Self {
        RedactedParser(PhantomData)
    }
}

impl<T: FromStr<Err: Coded> + Clone + Send + Sync + 'static> TypedValueParser for RedactedParser<T> {
    type Value = T;

    fn parse_ref(&self, _: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        value.to_string_lossy().parse().map_err(|error: T::Err| {
            let argument = argument.map_or_else(String::new, ToString::to_string);
            clap::Error::raw(ErrorKind::ValueValidation, format!("{argument}: {}\n", error.message().localized()))
        })
    }
}
