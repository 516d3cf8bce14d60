//! The measurements, one file for each group of lines in the report.

pub mod checkout;
pub mod freshness;
pub mod growth;
pub mod learning;
pub mod reading;
pub mod running;
pub mod sign_in;
pub mod tables;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::person::Person;
use crate::stats;

/// Duration and number of measurements.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// Duration of one measurement.
    pub time: Duration,
    /// Measurements of each kind, alternating with their baseline.
    pub rounds: usize,
    /// Folder for scripts.
    pub folder: &'a Path,
}

/// Times of an action that several people repeated concurrently.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Milliseconds of each repetition.
    pub each: Vec<f64>,
    /// Seconds from the first to the last.
    pub seconds: f64,
}

impl Times {
    /// Repetitions per second.
    pub fn rate(&self) -> f64 {
        stats::per_second(self.each.len(), self.seconds)
    }

    /// A percentile of the times, in milliseconds.
    pub fn percentile(&self, percent: f64) -> f64 {
        stats::percentile(&self.each, percent).unwrap_or(f64::NAN)
    }
}

/// All people repeat `act` concurrently for this long, or until `act` has nothing left to do. `act` gets the
/// person, their index and how often they did it before.
pub async fn side_by_side<A, F>(people: &[Person], time: Duration, act: A) -> Result<Times>
where
    A: Fn(Person, usize, usize) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<bool>> + Send + 'static,
{
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for (which, person) in people.iter().cloned().enumerate() {
        let act = act.clone();
        tasks.push(tokio::spawn(async move {
            let mut each = Vec::new();
            while begun.elapsed() < time {
                let asked = Instant::now();
                if !act(person.clone(), which, each.len()).await? {
                    break;
                }
                each.push(asked.elapsed().as_secs_f64() * 1e3);
            }
            Ok::<_, crate::error::Error>(each)
        }));
    }
    let mut each = Vec::new();
    for task in tasks {
        each.extend(task.await??);
    }
    Ok(Times { each, seconds: begun.elapsed().as_secs_f64() })
}
