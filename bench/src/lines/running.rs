//! What running the school costs: its start time, its memory and its size.

use std::time::Duration;

use crate::error::Result;
use crate::report::Line;
use crate::school::{Memory, Setup};
use crate::stats::{median, number};

/// Number of timed starts.
const STARTS: usize = 10;
/// Time after which a server without requests is idle.
const REST: Duration = Duration::from_secs(4);

/// Starts the school repeatedly on a migrated database.
pub async fn starts(engine: &str, setup: &Setup) -> Result<Line> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let school = setup.start().await?;
        times.push(school.started_in.as_secs_f64() * 1e3);
        school.stop().await?;
    }
    let middle = median(&times).unwrap_or(f64::NAN);
    let most = times.iter().copied().fold(0.0, f64::max);
    let measured = format!("{middle:.0} ms ({STARTS} starts, {most:.0} ms at most)");
    Ok(Line::judged(format!("{engine}: first answer after start"), "under 200 ms", measured, middle < 200.0))
}

/// The memory of a school after its first response only.
pub async fn at_rest(engine: &str, setup: &Setup) -> Result<Line> {
    let school = setup.start().await?;
    tokio::time::sleep(REST).await;
    let memory = school.memory()?;
    school.stop().await?;
    let measured = format!("{:.0} MB, of which {:.0} MB are the program's file", memory.now, memory.file);
    Ok(Line::judged(format!("{engine}: memory at rest"), "under 60 MB", measured, memory.now < 60.0))
}

/// The peak memory of a school over all measurements on it.
pub fn under_load(engine: &str, memory: Memory) -> Line {
    let measured = format!("{:.0} MB at most, {:.0} MB at its end", memory.most, memory.now);
    Line::judged(format!("{engine}: memory under full load"), "under 160 MB", measured, memory.most < 160.0)
}

/// The size of the program.
pub fn size(setup: &Setup) -> Result<Line> {
    let bytes = i64::try_from(std::fs::metadata(&setup.program)?.len())?;
    let megabytes = number(bytes) / 1e6;
    let what = "the program, both sites in it";
    Ok(Line::judged(what, "≤ 40 MB", format!("{megabytes:.1} MB"), megabytes <= 40.0))
}
