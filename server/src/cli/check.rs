//! `preau check`: one line for each prerequisite of serving.

use std::process::ExitCode;

use lettre::message::Mailbox;

use crate::config::Config;
use crate::error::Result;
use crate::operations::check::{self, Verdict};

/// Checks all prerequisites; fails when one of them is not met.
pub(super) async fn check(config: &Config, mail_to: Option<Mailbox>) -> Result<ExitCode> {
    let found = check::run(config, mail_to, |finding| println!("{finding}")).await;
    let fails = found.iter().any(|finding| finding.verdict == Verdict::Fails);
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
