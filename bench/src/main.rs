//! Benchmarks the school: loads one, drives it through its API and compares it with baselines measured in the
//! same run.
//!
//! `make bench` runs it. It links nothing of the server: the released program is measured as a separate
//! process. It writes its figures into a section of `docs/performance.md`.

mod clock;
mod cluster;
mod database;
mod error;
mod floor;
mod lines;
mod load;
mod load_generator;
mod machine;
mod person;
mod places;
mod report;
mod run;
mod school;
mod sizing;
mod stats;
mod wal;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Measures how fast the school is.
#[derive(Clone, Debug, Parser)]
#[command(name = "preau-bench", version, about)]
pub struct Options {
    /// The program that is measured.
    #[arg(long, default_value = "target/release/preau")]
    program: PathBuf,
    /// Where loaded schools are stored between runs.
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
    /// Thousandths of the full size, which is 2,000 courses, 50,000 users, 200,000 reservations and 2,000,000 lesson
    /// views; from 10 on.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(i64).range(10..))]
    thousandths: i64,
    /// Seconds of one measurement.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// Measurements of each kind, alternating with their baseline.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only these parts: reading, freshness, checkout, signing-in, learning, growth, running, tables.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The document whose section is replaced; by default only the screen.
    #[arg(long)]
    report: Option<PathBuf>,
}

fn main() -> ExitCode {
    if rustls::crypto::aws_lc_rs::default_provider().install_default().is_err() {
        eprintln!("preau-bench: a TLS provider is installed already");
        return ExitCode::FAILURE;
    }
    let outcome = tokio::runtime::Runtime::new()
        .map_err(error::Error::from)
        .and_then(|runtime| runtime.block_on(run::run(&Options::parse())));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("preau-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
