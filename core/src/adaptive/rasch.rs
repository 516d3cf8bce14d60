//! The Rasch model: how probable a right answer is, and what answers say about an ability.
//!
//! Abilities and difficulties are on one scale, in logits: whoever is as able as a question is difficult answers it
//! in one of two cases.

use crate::placement::LevelCode;

/// Logits from the middle of a level to the middle of the next.
pub const LEVEL_WIDTH: f64 = 1.5;
/// Standard deviation of abilities before anything is known of somebody; their mean is 0.
pub const PRIOR_DEVIATION: f64 = 2.5;
/// The scale ends at six standard deviations on both sides: whoever answers everything right lies far out.
const SCALE_END: i32 = 15;
/// Points per logit. The borders of the levels are points.
const PRECISION: i32 = 6;

/// The middle of a level. The border of B1 and B2 is at 0.
pub fn middle(level: LevelCode) -> f64 {
    (f64::from(level as u8) - 2.5) * LEVEL_WIDTH
}

/// The lowest and the highest ability of a level. The first and the last have no end.
pub fn bounds(level: LevelCode) -> (f64, f64) {
    let half = LEVEL_WIDTH / 2.0;
    let lowest = if level == LevelCode::A1 { f64::NEG_INFINITY } else { middle(level) - half };
    let highest = if level == LevelCode::C2 { f64::INFINITY } else { middle(level) + half };
    (lowest, highest)
}

/// The level in which an ability lies; the higher one at a border.
pub fn level_of(ability: f64) -> LevelCode {
    let levels = LevelCode::ALL.iter().copied();
    levels.rev().find(|level| ability >= bounds(*level).0).unwrap_or(LevelCode::A1)
}

/// The probability of a right answer.
pub fn probability(ability: f64, difficulty: f64) -> f64 {
    1.0 / (1.0 + (difficulty - ability).exp())
}

/// Fisher information of an answer about the ability: largest, 0.25, where difficulty and ability are the same.
pub fn information(ability: f64, difficulty: f64) -> f64 {
    let right = probability(ability, difficulty);
    right * (1.0 - right)
}

/// The scale as evenly spaced points. A sum over them is an integral as long as a few points lie within one standard
/// deviation.
pub fn scale(points_per_logit: i32) -> impl Iterator<Item = f64> + Clone {
    let end = SCALE_END * points_per_logit;
    (-end..=end).map(move |n| f64::from(n) / f64::from(points_per_logit))
}

/// The logarithm of a normal density, without its constant.
pub fn log_normal(value: f64, mean: f64, deviation: f64) -> f64 {
    let distance = (value - mean) / deviation;
    -distance * distance / 2.0
}

/// What is known of an ability: its distribution after the answers so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Posterior {
    /// One per point of the scale; their sum is not 1.
    weights: Vec<f64>,
}

impl Default for Posterior {
    /// Before the first answer.
    fn default() -> Self {
        let density = |ability| log_normal(ability, 0.0, PRIOR_DEVIATION).exp();
        Self { weights: scale(PRECISION).map(density).collect() }
    }
}

impl Posterior {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        scale(PRECISION).zip(self.weights.iter().copied())
    }

    /// Adds an answer.
    pub fn record(&mut self, difficulty: f64, is_right: bool) {
        for (ability, weight) in scale(PRECISION).zip(&mut self.weights) {
            let right = probability(ability, difficulty);
            *weight *= if is_right { right } else { 1.0 - right };
        }
    }

    /// Expected ability and standard error: mean and standard deviation of the distribution.
    pub fn estimate(&self) -> (f64, f64) {
        let (mut total, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (ability, weight) in self.points() {
            total += weight;
            sum += weight * ability;
            squares += weight * ability * ability;
        }
        let mean = sum / total;
        (mean, (squares / total - mean * mean).max(0.0).sqrt())
    }

    /// The probability that the ability lies in a level. A point on a border belongs to both sides by half.
    pub fn probability_of(&self, level: LevelCode) -> f64 {
        let (lowest, highest) = bounds(level);
        let edge = 0.5 / f64::from(PRECISION);
        let share = |ability: f64| {
            if (ability - lowest).abs() < edge || (ability - highest).abs() < edge {
                0.5
            } else if lowest < ability && ability < highest {
                1.0
            } else {
                0.0
            }
        };
        let (mut total, mut inside) = (0.0, 0.0);
        for (ability, weight) in self.points() {
            total += weight;
            inside += weight * share(ability);
        }
        inside / total
    }
}
