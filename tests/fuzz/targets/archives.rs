//! Fuzzes the archive of a tournament. The checksum is corrected, so that the content before it is parsed.
#![no_main]
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    let _ = web::fuzzing::archive(bytes);
    let mut whole = bytes.to_vec();
    if !whole.ends_with(b"\n") {
        whole.push(b'\n');
    }
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    let digest: String = Sha256::digest(&whole).iter().map(|byte| format!("{byte:02x}")).collect();
    whole.extend_from_slice(format!("{{\"archive\":\"footer\",\"lines\":{lines},\"sha256\":\"{digest}\"}}\n").as_bytes());
    let _ = web::fuzzing::archive(&whole);
});
