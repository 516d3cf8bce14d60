//! Describes the measuring machine for the report.

use crate::error::Result;

/// Processors and memory.
pub fn description() -> Result<String> {
    let processors = std::fs::read_to_string("/proc/cpuinfo")?;
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("unknown processors", |(_, model)| model.trim()).to_owned();
    let count = processors.lines().filter(|line| line.starts_with("processor")).count();
    let memory = std::fs::read_to_string("/proc/meminfo")?;
    let kilobytes = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next());
    let gigabytes = kilobytes.and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0 / 1024.0;
    Ok(format!("{count} × {model}, {gigabytes:.0} GB"))
}

/// The load average over the last minute.
pub fn load() -> Result<f64> {
    let averages = std::fs::read_to_string("/proc/loadavg")?;
    let first = averages.split(' ').next().ok_or("no load average")?;
    Ok(first.parse()?)
}
