//! The latest frames of the bots' connections, for debugging: in memory, bounded in bytes.

use bytestring::ByteString;
use parking_lot::Mutex;
use protocol::Frame;
use referee::Micros;
use std::collections::BTreeMap;

/// The most stored bytes; frames of the oldest games are evicted first.
const BYTES: usize = 16 * 1_024 * 1_024;
/// The size of a frame beside its text.
const OVERHEAD: usize = 64;

/// The frames of each game and bot: the time, whether the bot sent it, and the text.
type ByGame = BTreeMap<(u64, String), Vec<(Micros, bool, ByteString)>>;

/// The frames of the latest games, and their bytes.
#[derive(Default)]
pub struct Frames(Mutex<(ByGame, usize)>);

impl Frames {
    /// Stores a frame of a game that the bot plays in.
    pub fn push(&self, match_id: u64, bot: &str, from_bot: bool, text: &ByteString, at: Micros) {
        let (games, bytes) = &mut *self.0.lock();
        *bytes += text.len() + OVERHEAD;
        games.entry((match_id, bot.to_string())).or_default().push((at, from_bot, text.clone()));
        while *bytes > BYTES {
            let Some((_, oldest)) = games.pop_first() else { break };
            *bytes -= oldest.iter().map(|(_, _, text)| text.len() + OVERHEAD).sum::<usize>();
        }
    }

    /// The frames of one game and bot, in order.
    pub fn of(&self, match_id: u64, bot: &str) -> Vec<Frame> {
        let frame = |(at, from_bot, text): &(Micros, bool, ByteString)| Frame {
            at_us: at.0,
            from: if *from_bot { "bot" } else { "referee" }.into(),
            text: text.to_string(),
        };
        self.0.lock().0.get(&(match_id, bot.to_string())).into_iter().flatten().map(frame).collect()
    }
}

/// The game of a message: the value of its first `game`.
pub fn game_of(text: &str) -> Option<u64> {
    let rest = text.split_once(r#""game""#)?.1.trim_start().strip_prefix(':')?.trim_start();
    rest[..rest.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

#[cfg(test)]
#[test]
fn the_latest_frames_are_stored_within_the_bound() {
    let frames = Frames::default();
    for number in 0..40_u64 {
        let text: ByteString = format!(r#"{{"t":"x","game" : {number},"pad":"{}"}}"#, "x".repeat(1 << 20)).into();
        assert_eq!(game_of(&text), Some(number));
        frames.push(number, "ann", true, &text, Micros(number));
    }
    assert!(frames.of(0, "ann").is_empty() && frames.of(39, "bob").is_empty());
    assert_eq!(frames.of(39, "ann")[0].at_us, 39);
    assert!(frames.0.lock().1 <= BYTES);
}
