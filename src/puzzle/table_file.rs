//! Format of stored tables: magic bytes with a version, the content, a checksum.

#[derive(Clone, Copy, Debug, PartialEq, Eq, message::Coded)]
#[code("tables")]
pub enum TableFileError {
    Cut,
    Beginning,
    Version,
    Checksum,
    Purpose,
    Length,
    Patterns,
}

/// The bytes of stored tables; the last byte of `magic` is the version.
pub(crate) fn encode(magic: [u8; 8], parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + parts.iter().map(|part| part.len()).sum::<usize>());
    bytes.extend_from_slice(&magic);
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The content of what [`encode`] wrote.
///
/// # Errors
/// Truncated or altered bytes, or another kind or version.
pub(crate) fn decode(magic: [u8; 8], bytes: &[u8]) -> Result<&[u8], TableFileError> {
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(TableFileError::Cut)?;
    let (found, content) = body.split_first_chunk::<8>().ok_or(TableFileError::Cut)?;
    match () {
        () if found[..7] != magic[..7] => Err(TableFileError::Beginning),
        () if *found != magic => Err(TableFileError::Version),
        () if checksum(body) != u64::from_le_bytes(*sum) => Err(TableFileError::Checksum),
        () => Ok(content),
    }
}

/// In the form of FNV-1a (Fowler, Noll and Vo), eight bytes at a time, with 2⁶⁴ divided by the golden ratio as the factor and the halves folded.
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
    fn altered_bytes_are_refused() {
        let bytes = encode(MAGIC, &[b"ab", b"cdefghijklm"]);
        assert_eq!(decode(MAGIC, &bytes), Ok(&b"abcdefghijklm"[..]));
        assert_eq!(decode(*b"a table\x02", &bytes), Err(TableFileError::Version));
        for at in 0..bytes.len() {
            assert!(decode(MAGIC, &bytes[..at]).is_err(), "{at}");
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            assert!(decode(MAGIC, &altered).is_err(), "{at}");
        }
    }
}
