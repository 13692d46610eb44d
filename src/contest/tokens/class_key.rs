//! The key of class tokens: a token is HMAC-SHA-256 of its id, so that a lost list can be printed again.

use super::Secret;
use crate::{Error, InternalError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::io;
use std::path::Path;
use storage::{Change, Storage, StorageError, StorageErrorKind, StorageFailure, TokenRow};

/// The key file of version 0.1.0.
const FILE: &str = "class-key";

/// 32 random bytes.
pub struct ClassKey(Secret);

impl ClassKey {
    /// The stored key, minted if there is none.
    pub async fn of(storage: &dyn Storage) -> Result<ClassKey, Error> {
        if storage.class_key().await?.is_none() {
            storage.write(vec![Change::ClassKey(Secret::mint()?.0)]).await?;
        }
        // Another process may have been faster.
        let stored = storage.class_key().await?;
        stored.map(|key| ClassKey(Secret(key))).ok_or(InternalError::NoClassKey.into())
    }

    /// Imports the key file of version 0.1.0 from a data folder, unless a key is stored.
    pub async fn import(storage: &dyn Storage, folder: Option<&Path>) -> Result<(), Error> {
        let Some(file) = folder.map(|folder| folder.join(FILE)) else { return Ok(()) };
        if storage.class_key().await?.is_some() {
            return Ok(());
        }
        match std::fs::read_to_string(&file) {
            Ok(text) => {
                let damaged =
                    |error| StorageError::of(StorageErrorKind::Damaged, StorageFailure::NoKey { file: file.display().to_string() }, error);
                Ok(storage.write(vec![Change::ClassKey(text.parse::<Secret>().map_err(damaged)?.0)]).await?)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => {
                let unread = StorageFailure::CannotOpen { file: file.display().to_string() };
                Err(StorageError::of(StorageErrorKind::Unavailable, unread, error).into())
            }
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Another node, with another data folder, prints the same tokens.
    #[tokio::test]
    async fn the_key_is_in_the_storage() {
        let storage = storage::in_memory();
        let first = ClassKey::of(&*storage).await.expect("minted").secret(7);
        assert_eq!(ClassKey::of(&*storage).await.expect("stored").secret(7), first);
        assert_ne!(ClassKey::of(&*storage::in_memory()).await.expect("minted").secret(7), first);
    }

    #[tokio::test]
    async fn the_key_of_a_data_folder_is_imported_once() {
        let (storage, folder) = (storage::in_memory(), tempfile::tempdir().expect("a folder"));
        ClassKey::import(&*storage, Some(folder.path())).await.expect("no file");
        assert_eq!(storage.class_key().await, Ok(None));
        let write = |key: &Secret| std::fs::write(folder.path().join(FILE), format!("{key}\n")).expect("written");
        let keys = [(); 2].map(|()| Secret::mint().expect("random bytes"));
        for key in &keys {
            write(key);
            ClassKey::import(&*storage, Some(folder.path())).await.expect("a key");
            assert_eq!(storage.class_key().await, Ok(Some(keys[0].0)));
        }
    }
}
