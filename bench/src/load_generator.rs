//! Load generation with `wrk` (Debian package of that name): cheap enough to leave a machine with two cores
//! to the server, and it records the latency of every response.

use std::path::Path;
use std::time::Duration;

use tokio::process::Command;

use crate::error::{Result, because};
use crate::stats::number;

/// Concurrent connections; each sends its next request when it has its response.
pub const CONNECTIONS: usize = 32;

// One line of numbers at the end: requests, microseconds, median and 99th percentile of the latency in
// microseconds, responses without success, and missing responses.
const SCRIPT: &str = r#"
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("counted %d %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
"#;

/// The result of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Responses per second.
    pub rate: f64,
    /// Median latency in milliseconds.
    pub middle: f64,
    /// 99th percentile of the latency in milliseconds.
    pub p99: f64,
}

/// Fails with installation advice when `wrk` is missing.
pub async fn check() -> Result<()> {
    match Command::new("wrk").arg("-v").output().await {
        Ok(_) => Ok(()),
        Err(_) => Err("wrk is missing (Debian, Ubuntu: apt-get install wrk)".into()),
    }
}

// Requests one address after the other.
const IN_TURN: &str = r"
local at, all = 0, {}
init = function(args)
  for i, address in ipairs(addresses) do all[i] = wrk.format(nil, address) end
end
request = function()
  at = at % #all + 1
  return all[at]
end
";

/// Requests these addresses in turn for this long. Any failed request fails the measurement.
pub async fn ask(
    folder: &Path,
    url: &str,
    addresses: &[String],
    headers: &[(&str, &str)],
    time: Duration,
) -> Result<Asked> {
    let script = folder.join("count.lua");
    let list = addresses.join("\", \"");
    std::fs::write(&script, format!("addresses = {{\"{list}\"}}\n{IN_TURN}{SCRIPT}"))?;
    let mut wrk = Command::new("wrk");
    wrk.arg("-t1").arg(format!("-c{CONNECTIONS}")).arg(format!("-d{}s", time.as_secs().max(1)));
    for (name, value) in headers {
        wrk.arg("-H").arg(format!("{name}: {value}"));
    }
    let done = wrk.arg("-s").arg(&script).arg(url).output().await?;
    let said = String::from_utf8_lossy(&done.stdout);
    parse(&said).map_err(|why| because(url, format!("{why}\n{said}")))
}

fn parse(said: &str) -> Result<Asked> {
    let line = said.lines().find_map(|line| line.strip_prefix("counted ")).ok_or("wrk did not count")?;
    let counts: Vec<i64> = line.split(' ').filter_map(|count| count.parse().ok()).collect();
    let &[requests, micros, middle, p99, refused, lost] = counts.as_slice() else {
        return Err("wrk counted something else".into());
    };
    if refused + lost > 0 || requests == 0 {
        return Err(format!("{refused} of {requests} answers were failures, {lost} never came").into());
    }
    Ok(Asked {
        rate: number(requests) / (number(micros) / 1e6),
        middle: number(middle) / 1e3,
        p99: number(p99) / 1e3,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wrk_counted_is_understood() {
        let said = "Running 2s test @ http://127.0.0.1:1\n  1 threads\ncounted 20000 2000000 1500 4250 0 0\n";
        assert_eq!(parse(said).unwrap(), Asked { rate: 10_000.0, middle: 1.5, p99: 4.25 });
    }

    #[test]
    fn an_answer_that_is_no_success_fails_the_measurement() {
        assert!(parse("counted 20000 2000000 1500 4250 1 0").is_err());
        assert!(parse("counted 20000 2000000 1500 4250 0 1").is_err());
        assert!(parse("counted 0 2000000 0 0 0 0").is_err());
        assert!(parse("unable to connect").is_err());
    }
}
