//! The key of class tokens: a token is HMAC-SHA-256 of its id, so that a lost list can be printed again.

use super::Secret;
use crate::{Error, InternalError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use storage::{Change, Storage, TokenRow};

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
}
