//! What went over the bots' connections lately, for whoever has to find out what a bot really said. In memory, and no more than fits.

use bytestring::ByteString;
use protocol::Frame;
use referee::Micros;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The most bytes that are kept; the frames of the oldest games go first.
const BYTES: usize = 16 * 1_024 * 1_024;
/// What a frame takes beside its text.
const EACH: usize = 64;

struct KeptFrame {
    at: Micros,
    from_bot: bool,
    text: ByteString,
}

#[derive(Default)]
struct KeptFrames {
    games: BTreeMap<(u64, String), Vec<KeptFrame>>,
    bytes: usize,
}

/// The frames of the latest games.
#[derive(Default)]
pub struct Frames(Mutex<KeptFrames>);

impl Frames {
    /// Keeps a frame of a game that the bot plays in.
    pub fn keep(&self, game: u64, bot: &str, from_bot: bool, text: &ByteString, at: Micros) {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.bytes += text.len() + EACH;
        shelf.games.entry((game, bot.to_string())).or_default().push(KeptFrame { at, from_bot, text: text.clone() });
        while shelf.bytes > BYTES {
            let Some((_, oldest)) = shelf.games.pop_first() else { break };
            shelf.bytes -= oldest.iter().map(|kept| kept.text.len() + EACH).sum::<usize>();
        }
    }

    /// The frames of one game and bot, in order.
    pub fn of(&self, game: u64, bot: &str) -> Vec<Frame> {
        let shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let frame = |kept: &KeptFrame| Frame {
            at_us: kept.at.0,
            from: if kept.from_bot { "bot" } else { "referee" }.into(),
            text: kept.text.to_string(),
        };
        shelf.games.get(&(game, bot.to_string())).map(|frames| frames.iter().map(frame).collect()).unwrap_or_default()
    }
}

/// The game that a message speaks of: the first number that is called so.
pub fn game_of(text: &str) -> Option<u64> {
    let rest = text.split_once(r#""game""#)?.1.trim_start().strip_prefix(':')?.trim_start();
    rest[..rest.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_fits_and_the_latest_stays() {
        let frames = Frames::default();
        for number in 0..40_u64 {
            let text: ByteString = format!(r#"{{"t":"x","game" : {number},"pad":"{}"}}"#, "x".repeat(1 << 20)).into();
            assert_eq!(game_of(&text), Some(number));
            frames.keep(number, "ann", true, &text, Micros(number));
        }
        assert!(frames.of(0, "ann").is_empty() && frames.of(39, "bob").is_empty());
        assert_eq!(frames.of(39, "ann")[0].at_us, 39);
        assert!(frames.0.lock().expect("no panic").bytes <= BYTES);
    }
}
