//! Perft leaves a second of the move generator and of the naive one.
#[path = "../tests/naive/mod.rs"]
mod naive;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::{Knights, Position, perft};
use std::hint::black_box;

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft from the start");
    group.sample_size(10);
    group.throughput(Throughput::Elements(797_624));
    group.bench_function("bitboards, depth 5", |bencher| bencher.iter(|| perft(black_box(&Knights::start()), 5)));
    group.throughput(Throughput::Elements(13_123_620));
    group.bench_function("bitboards, depth 6", |bencher| bencher.iter(|| perft(black_box(&Knights::start()), 6)));
    group.throughput(Throughput::Elements(48_400));
    group.bench_function("naive, depth 4", |bencher| bencher.iter(|| naive::perft(black_box(&naive::Naive::start()), 4)));
    group.finish();
}

criterion_group!(perft_rates, benches);
criterion_main!(perft_rates);
