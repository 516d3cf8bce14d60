//! Checks what would fail if the school were served with these settings: each prerequisite is tried, and
//! nothing is changed except for a probe that is deleted again. May run while the school is served.

mod network;
mod outside;
mod storage;

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
pub use outside::NO_SMTP;

use crate::clock::{Clock, Ids};
use crate::config::Config;

/// Timeout of external services.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It works.
    Ok,
    /// The school runs, but with a limitation.
    Warning,
    /// Serving would fail, or part of it.
    Fails,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its result.
    pub verdict: Verdict,
    /// Its subject.
    pub subject: &'static str,
    /// What was found, and the remedy when it does not work.
    pub what: String,
}

impl Finding {
    fn ok(subject: &'static str, what: impl Into<String>) -> Self {
        Self { verdict: Verdict::Ok, subject, what: what.into() }
    }

    fn warning(subject: &'static str, what: impl Into<String>) -> Self {
        Self { verdict: Verdict::Warning, subject, what: what.into() }
    }

    fn fails(subject: &'static str, what: impl Into<String>) -> Self {
        Self { verdict: Verdict::Fails, subject, what: what.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok",
            Verdict::Warning => "warning",
            Verdict::Fails => "fails",
        };
        // On one line, even when an external error message has several.
        let what = self.what.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(f, "{verdict:8} {:9} {what}", self.subject)
    }
}

/// Runs all checks and reports each finding immediately; `mail_to`: the recipient of a test mail. Returns all
/// findings.
pub async fn run(config: &Config, mail_to: Option<Mailbox>, tell: impl Fn(&Finding)) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut note = |found: Vec<Finding>| {
        found.iter().for_each(&tell);
        all.extend(found);
    };
    note(settings(config));
    note(storage::database(config).await);
    note(storage::folder(config, Ids));
    note(storage::files(config, Ids).await);
    note(outside::mails(config, mail_to, &Clock::System).await);
    note(outside::payments(config).await);
    note(network::addresses(config).await);
    all
}

fn settings(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "settings";
    let url = config.public_url();
    if !config.is_production() {
        return vec![Finding::ok(SUBJECT, format!("development, {url}"))];
    }
    let mut found = vec![Finding::ok(SUBJECT, format!("production, {url}"))];
    if !url.starts_with("https://") {
        found.push(Finding::warning(
            SUBJECT,
            "PREAU_PUBLIC_URL does not begin with https://, so passwords and sessions can be read on the way: end TLS in a \
             proxy before the school and correct the address",
        ));
    }
    if config.network.trusted_proxies.is_empty() && config.network.addr.ip().is_loopback() {
        found.push(Finding::warning(
            SUBJECT,
            "PREAU_TRUSTED_PROXIES is not set, so all visitors share the limits of the proxy's address: set it to the \
             proxy's address, such as 127.0.0.1",
        ));
    }
    found
}
