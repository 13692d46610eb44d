//! Text as part of HTML or SVG.

/// The text with what has a meaning in markup written so that it has none, in an element or in an attribute between double quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
