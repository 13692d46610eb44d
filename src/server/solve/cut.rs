//! Work in parts.

use super::{Form, Tools};
use crate::core::Error;
use crate::core::work::Leash;

/// Work that is cut into parts, so that several workers share it. How it is cut depends on the question alone.
pub trait Cut: Send + Sync {
    /// Into how many parts.
    fn parts(&self) -> u32;
    /// Works on one of them, counted from 0; what comes of it is text.
    ///
    /// # Errors
    /// The question's own, by which the whole has failed.
    fn work(&self, part: u32, tools: &Tools, leash: &mut Leash) -> Result<Vec<u8>, Error>;
    /// Puts together what came of all parts, in their order: the body of the answer.
    ///
    /// # Errors
    /// When it was made by another version.
    fn join(&self, results: &[String], form: Form) -> Result<Vec<u8>, Error>;
}
