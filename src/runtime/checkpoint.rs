//! Checkpoints: the progress of a computation, from which another worker resumes it.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The largest checkpoint, in bytes of JSON.
pub const MAX_CHECKPOINT_BYTES: usize = 64 << 10;

/// The progress of one part of a job, as JSON in a format of the computation that wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint(String);

impl Checkpoint {
    /// Serialises the progress; none if it is larger than 64 KiB, or not writable as JSON.
    pub fn of(progress: &impl Serialize) -> Option<Checkpoint> {
        serde_json::to_string(progress).ok().filter(|text| text.len() <= MAX_CHECKPOINT_BYTES).map(Checkpoint)
    }

    pub fn stored(text: String) -> Checkpoint {
        Checkpoint(text)
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Deserialises the progress; none if another version wrote it in another format.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_round_trips_up_to_its_size_limit() {
        let largest = "x".repeat(MAX_CHECKPOINT_BYTES - 2);
        let checkpoint = Checkpoint::of(&largest).expect("just small enough, with its quotation marks");
        assert_eq!(Checkpoint::stored(checkpoint.text().into()).read(), Some(largest.clone()));
        assert_eq!(checkpoint.read::<u64>(), None, "another type");
        assert_eq!(Checkpoint::of(&(largest + "x")), None);
    }
}
