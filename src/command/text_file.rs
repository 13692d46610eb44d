//! A file of text that a person names on the command line.

use crate::error::{Error, Failure};
use std::io;
use std::path::Path;

/// The text of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn text_of(file: &Path) -> Result<String, Error> {
    let text = if file.as_os_str() == "-" { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(file) };
    text.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Error::in_file(file, &Failure::NotUtf8),
        _ => Error::in_file(file, &error),
    })
}
