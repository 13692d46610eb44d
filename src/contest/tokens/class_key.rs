//! The key from which the tokens of a class are derived (HMAC-SHA-256 of the token's id), so that a lost list can be printed again.

use super::{Secret, private_text};
use crate::Error;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io;
use std::path::Path;
use storage::{Fault, StorageError, TokenRow};

const FILE: &str = "class-key";

/// 32 random bytes.
pub struct ClassKey(Secret);

impl ClassKey {
    /// The key of a data folder, created if there is none; without a folder, a key for this process.
    pub fn of(folder: Option<&Path>) -> Result<ClassKey, Error> {
        let Some(folder) = folder else { return Ok(ClassKey(Secret::mint()?)) };
        let file = folder.join(FILE);
        let failed = |doing: &str, error| StorageError::of(Fault::Unavailable, format!("cannot {doing} {}", file.display()), error);
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                let damaged = |error| StorageError::of(Fault::Damaged, format!("{} holds no key", file.display()), error);
                Ok(ClassKey(text.parse().map_err(damaged)?))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Secret::mint()?;
                private_text(&file, &format!("{key}\n")).map_err(|error| failed("write", error))?;
                Ok(ClassKey(key))
            }
            Err(error) => Err(failed("read", error).into()),
        }
    }

    /// The token with this id.
    pub(super) fn secret(&self, id: u64) -> Secret {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0.0).expect("HMAC takes keys of any length");
        mac.update(&id.to_be_bytes());
        Secret(mac.finalize().into_bytes().into())
    }

    /// The token of this row, if it was derived from this key.
    pub(super) fn derive_again(&self, row: &TokenRow) -> Option<Secret> {
        Some(self.secret(row.id)).filter(|secret| secret.hash() == row.hash)
    }
}
