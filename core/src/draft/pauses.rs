//! Delays between attempts: exponential, with jitter.

use chrono::TimeDelta;

/// Delay before the second attempt, in milliseconds.
const FIRST: i64 = 2_000;
/// Maximum delay, in milliseconds.
const LONGEST: i64 = 300_000;

/// Maximum delay whatever the server asks for. A longer one was computed before the clock was set back.
pub(super) const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(15);

/// Maximum delay of an operation that never got a response while the server was reachable.
pub(super) const MAX_LOST_DELAY: TimeDelta = TimeDelta::seconds(30);
/// Number of attempts without a response after which the server is not the cause.
pub(super) const LOST_ATTEMPTS: u32 = 4;

/// The delay after this number of failed attempts. `random` is a random number from the caller: it shortens the delay
/// by up to half.
pub fn pause(tries: u32, random: u32) -> TimeDelta {
    let doubled = FIRST.saturating_mul(1_i64 << tries.saturating_sub(1).min(30)).min(LONGEST);
    let half = doubled / 2;
    TimeDelta::milliseconds(half + half * i64::from(random) / i64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pauses_double_up_to_five_minutes() {
        let cases = [(0, 2), (1, 2), (2, 4), (3, 8), (8, 256), (9, 300), (u32::MAX, 300)];
        for (tries, seconds) in cases {
            assert_eq!(pause(tries, u32::MAX), TimeDelta::seconds(seconds), "{tries}");
            assert_eq!(pause(tries, 0), TimeDelta::seconds(seconds) / 2, "{tries}");
        }
    }

    proptest! {
        #[test]
        fn randomness_shortens_by_at_most_half(tries: u32, random: u32) {
            let pause = pause(tries, random);
            prop_assert!(pause >= TimeDelta::seconds(1) && pause <= TimeDelta::minutes(5));
        }
    }
}
