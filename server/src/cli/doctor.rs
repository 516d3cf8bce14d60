//! `preau doctor`: says what is not in order.

use std::process::ExitCode;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::doctor;
use crate::error::Result;

/// Looks and tells.
pub(super) async fn doctor(config: Config) -> Result<ExitCode> {
    let db = Db::open(&config.storage).await?;
    let app = App::new(config, db, Clock::System).await?;
    let findings = doctor::check(&app).await?;
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
