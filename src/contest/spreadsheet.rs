//! CSV for spreadsheets.

use csv::{Terminator, WriterBuilder};

/// Marks the text as UTF-8 for spreadsheets.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A table as CSV (RFC 4180 except for the delimiter and a byte order mark). An apostrophe precedes texts that a spreadsheet would evaluate.
pub fn csv(delimiter: u8, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).delimiter(delimiter).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|field| as_text(field))).expect("writing to memory succeeds");
    }
    let bytes = writer.into_inner().expect("writing to memory succeeds");
    BYTE_ORDER_MARK.to_string() + &String::from_utf8(bytes).expect("the fields are text")
}

fn as_text(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<f64>().is_err();
    if is_formula { format!("'{field}") } else { field.into() }
}

#[test]
fn formulas_are_written_as_text() {
    let row = ["a,b", "say \"x\"", "=1+1", "-2"].map(String::from).into();
    assert_eq!(csv(b',', std::iter::once(row)), "\u{feff}\"a,b\",\"say \"\"x\"\"\",'=1+1,-2\r\n");
}
