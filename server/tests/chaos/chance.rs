//! Chance that can be had again: a run tells its seed, and `PREAU_SEED` repeats it.

use std::time::Duration;

use preau_server::clock::Ids;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// Where a scenario takes its chance from.
pub struct Chance {
    from: StdRng,
    pub seed: u64,
}

impl Chance {
    /// By `PREAU_SEED`, or anew. The seed is told when the test fails.
    pub fn new() -> Self {
        let given =
            std::env::var("PREAU_SEED").ok().map(|text| text.parse().expect("PREAU_SEED is a number"));
        let seed = given.unwrap_or_else(|| u64::from(u32::from_le_bytes(Ids.random_bytes())));
        println!("PREAU_SEED={seed} repeats this");
        Self::seeded(seed)
    }

    pub fn seeded(seed: u64) -> Self {
        Self { from: StdRng::seed_from_u64(seed), seed }
    }

    /// Somebody else's chance, following from this one's seed.
    pub fn of(&self, who: u64) -> Self {
        Self::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(who + 1))
    }

    /// From 0 to `below`, which stays out.
    pub fn below(&mut self, below: u64) -> u64 {
        self.from.random_range(0..below)
    }

    /// Once in so many times.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Up to so many milliseconds.
    pub fn pause(&mut self, most: u64) -> Duration {
        Duration::from_millis(self.below(most + 1))
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}
