//! The key of a class's tokens. Each is made from this key and its own id, so that a list that was lost, or written over by `> tokens.csv`
//! given twice, can be printed again, though of a token itself only the hash is kept.

use super::{Secret, private_file};
use crate::Error;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io::{self, Write};
use std::path::Path;
use storage::{Fault, StorageError, TokenRow};

/// The file that keeps the key, for its owner alone to read.
const FILE: &str = "class-key";

/// 32 random bytes.
pub struct ClassKey(Secret);

impl ClassKey {
    /// The key of a data folder, made now if the folder has none; one for this process if nothing is kept.
    ///
    /// # Errors
    /// When it can't be read or written, or is no key.
    pub fn of(folder: Option<&Path>) -> Result<ClassKey, Error> {
        let Some(folder) = folder else { return Ok(ClassKey(Secret::mint()?)) };
        let file = folder.join(FILE);
        let failed = |doing: &str, error| StorageError::of(Fault::Unavailable, format!("cannot {doing} {}", file.display()), error);
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                let key =
                    text.parse().map_err(|error| StorageError::of(Fault::Damaged, format!("{} holds no key", file.display()), error))?;
                Ok(ClassKey(key))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Secret::mint()?;
                private_file(&file).and_then(|mut file| writeln!(file, "{key}")).map_err(|error| failed("write", error))?;
                Ok(ClassKey(key))
            }
            Err(error) => Err(failed("read", error).into()),
        }
    }

    /// The token with this id: HMAC-SHA-256 of the id under the key.
    pub(super) fn secret(&self, id: u64) -> Secret {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0.0).expect("HMAC takes keys of any length");
        mac.update(&id.to_be_bytes());
        Secret(mac.finalize().into_bytes().into())
    }

    /// The token of this row, if it was made from this key.
    pub(super) fn shown_again(&self, row: &TokenRow) -> Option<Secret> {
        Some(self.secret(row.id)).filter(|secret| secret.hash() == row.hash)
    }
}
