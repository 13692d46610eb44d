//! Tournaments that began by the earlier edition keep their pairings.

use crate::checker::Seen;
use crate::simulation::{Plan, play_out};
use referee::pairing::Seats;

/// All pairings of 60 tournaments as one number (FNV-1a), as they were made before there was another edition.
#[test]
fn pairs_as_ever() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut note = |number: u32| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for seed in 0..60 {
        let players = if seed % 3 == 0 { 30 + seed as usize * 2 } else { 2 + seed as usize % 11 };
        let (games, trouble) = (1 + (seed % 5 == 4) as u32, [0, 5, 15][seed as usize % 3]);
        let history = play_out(&Plan { players, rounds: 2 + seed as u32 % 8, games, trouble, seed }, &mut Seen::default());
        for encounter in history.encounters() {
            note(encounter.round);
            match encounter.seats {
                Seats::Game(seats) => [seats.white.0, seats.black.0].map(&mut note),
                Seats::Bye(player) => [player.0, u32::MAX].map(&mut note),
            };
        }
    }
    assert_eq!(hash, 6_946_511_049_600_659_149);
}
