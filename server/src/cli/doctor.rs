//! `preau doctor`: reports problems, and ends the pause after a restore.

use std::process::ExitCode;

use crate::app;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::Result;
use crate::operations::doctor;
use crate::restore_mode;

/// Checks, reports, and lets jobs run again when the payments agree with the provider, or with `resume`.
pub(super) async fn doctor(config: Config, resume: bool) -> Result<ExitCode> {
    let db = Db::open_existing(&config.storage).await?;
    let app = app::open(config, db, Clock::System).await?;
    let mut findings = doctor::check(&app).await?;
    let payments = doctor::compare_payments(&app).await?;
    if restore_mode::is_paused(&app).await? {
        if payments.is_empty() || resume {
            restore_mode::end(&app).await?;
            println!("The payments were compared with the provider: jobs run again.");
        } else {
            println!("Jobs stay paused: see to the payments, then run `preau doctor --resume`.");
        }
    }
    findings.extend(payments);
    app.db.close().await;
    for finding in &findings {
        println!("- {finding}");
    }
    if findings.is_empty() {
        println!("Everything is in order.");
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}
