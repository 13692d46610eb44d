//! Names of games on the wire: what was said before there were several is about knights.

/// The game that is meant where none is named.
pub const KNIGHTS: &str = "knights";

/// For fields that older logs do not have.
pub(crate) fn knights() -> String {
    KNIGHTS.into()
}
