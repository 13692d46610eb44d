//! Tables as bytes: a mark that says what they are and of which version, the content, and a checksum.

/// Why bytes are no tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("tables")]
pub enum Unsealed {
    /// They end too early.
    Cut,
    /// They begin otherwise.
    Beginning,
    /// They are of another version.
    Version,
    /// They were altered.
    Checksum,
    /// They are for something that this program does not know.
    Purpose,
    /// They are as long as no tables of that purpose.
    Length,
    /// Their patterns are not those of a board.
    Patterns,
}

/// The mark, room for the content, and what [`open`] needs to tell that nothing was altered.
pub(crate) fn seal(magic: [u8; 8], parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + parts.iter().map(|part| part.len()).sum::<usize>());
    bytes.extend_from_slice(&magic);
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The content of what [`seal`] made; the last byte of the mark is the version.
///
/// # Errors
/// What is wrong.
pub(crate) fn open(magic: [u8; 8], bytes: &[u8]) -> Result<&[u8], Unsealed> {
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(Unsealed::Cut)?;
    let (found, content) = body.split_first_chunk::<8>().ok_or(Unsealed::Cut)?;
    if found[..7] != magic[..7] {
        return Err(Unsealed::Beginning);
    }
    if *found != magic {
        return Err(Unsealed::Version);
    }
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(Unsealed::Checksum);
    }
    Ok(content)
}

/// FNV-1a (Fowler, Noll and Vo), eight bytes at a time with the halves folded, so that hundreds of megabytes take a moment.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ product >> 32
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(0xCBF2_9CE4_8422_2325 ^ bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: [u8; 8] = *b"a table\x01";

    #[test]
    fn what_was_sealed_is_opened_unless_it_was_altered() {
        let sealed = seal(MAGIC, &[b"ab", b"cdefghijklm"]);
        assert_eq!(open(MAGIC, &sealed), Ok(&b"abcdefghijklm"[..]));
        assert_eq!(open(*b"a table\x02", &sealed), Err(Unsealed::Version));
        for at in 0..sealed.len() {
            assert!(open(MAGIC, &sealed[..at]).is_err(), "{at}");
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            assert!(open(MAGIC, &altered).is_err(), "{at}");
        }
    }
}
