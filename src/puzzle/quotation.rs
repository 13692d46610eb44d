//! Quotations and numbers of input texts.

pub(crate) fn clip(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Exactly `N` numbers in digits; one beyond 64 bits becomes the largest.
pub(crate) fn numbers<'t, const N: usize>(parts: impl Iterator<Item = &'t str>) -> Option<[u64; N]> {
    let number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().unwrap_or(u64::MAX));
    let numbers: Option<Vec<u64>> = parts.map(str::trim).filter(|part| !part.is_empty()).map(number).collect();
    numbers?.try_into().ok()
}

/// Width and height, such as `8x8`, `8×8`, `8*8` or `8 8`.
pub(crate) fn sides(text: &str) -> Option<[u64; 2]> {
    numbers(text.split(|c: char| "xX×* ".contains(c)))
}
