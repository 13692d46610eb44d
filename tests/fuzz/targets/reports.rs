//! Fuzzes report files (TRF): parsed, checked and paired.
#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let memory = runtime::memory::MemoryBudget::for_clients();
    let _ = contest::tournaments::arbiter::check(bytes, &memory, &Default::default());
});
