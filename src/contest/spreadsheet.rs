//! Tables for spreadsheets.

use csv::{Terminator, WriterBuilder};

/// Tells a spreadsheet that the accents are UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A table as CSV (RFC 4180, but for the delimiter and the byte order mark at its beginning). A text that a spreadsheet would take for a formula begins with an apostrophe.
pub fn csv(delimiter: u8, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).delimiter(delimiter).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|field| as_text(field))).expect("memory takes what is written");
    }
    let bytes = writer.into_inner().expect("memory takes what is left");
    BYTE_ORDER_MARK.to_string() + &String::from_utf8(bytes).expect("the fields were text")
}

fn as_text(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<f64>().is_err();
    if is_formula { format!("'{field}") } else { field.into() }
}

#[test]
fn what_could_be_a_formula_is_text() {
    let row = ["a,b", "say \"x\"", "=1+1", "-2"].map(String::from).into();
    assert_eq!(csv(b',', std::iter::once(row)), "\u{feff}\"a,b\",\"say \"\"x\"\"\",'=1+1,-2\r\n");
}
