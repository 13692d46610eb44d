//! A file of text that a person names on the command line.

use std::io;
use std::path::Path;
use web::Error;

/// The text of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn text_of(file: &Path) -> Result<String, Error> {
    let text = if file.as_os_str() == "-" { io::read_to_string(io::stdin()) } else { std::fs::read_to_string(file) };
    text.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => {
            Error::BadRequest(format!("{}: the text is not UTF-8; a spreadsheet calls it `CSV UTF-8` when it saves", file.display()))
        }
        _ => Error::BadRequest(format!("{}: {error}", file.display())),
    })
}
