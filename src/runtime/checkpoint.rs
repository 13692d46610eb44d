//! How far a piece of work has come, for whoever goes on with it.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The largest checkpoint, in bytes of JSON.
pub const MOST_CHECKPOINT_BYTES: usize = 64 << 10;

/// How far a piece of work has come, as JSON. It belongs to one part of one job; only the work that wrote it knows what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint(String);

impl Checkpoint {
    /// A checkpoint that says this; none if it is larger than 64 KiB, or not writable as JSON.
    pub fn of(reached: &impl Serialize) -> Option<Checkpoint> {
        serde_json::to_string(reached).ok().filter(|text| text.len() <= MOST_CHECKPOINT_BYTES).map(Checkpoint)
    }

    /// One that was kept as this text.
    pub fn kept(text: String) -> Checkpoint {
        Checkpoint(text)
    }

    /// The text to keep.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What it says; nothing if that does not read: another version wrote it.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_small_and_says_what_it_was_given() {
        let largest = "x".repeat(MOST_CHECKPOINT_BYTES - 2);
        let checkpoint = Checkpoint::of(&largest).expect("just small enough, with its quotation marks");
        assert_eq!(Checkpoint::kept(checkpoint.text().into()).read(), Some(largest.clone()));
        assert_eq!(checkpoint.read::<u64>(), None, "that is not what was written");
        assert_eq!(Checkpoint::of(&(largest + "x")), None);
    }
}
