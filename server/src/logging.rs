//! Where log lines go: readable in development, JSON in production, always to standard error.
//! What never stands in them: addresses with their parameters, e-mails, names, tokens, mail contents.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::Environment;

/// Begins to log; `RUST_LOG` chooses what.
pub fn init(environment: Environment) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    // A line that cannot be written, on a full disk or into a closed pipe, is lost: to complain of it there as well
    // would end whoever wrote it.
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    match environment {
        Environment::Development => {
            lines.with_target(false).with_ansi(std::io::stderr().is_terminal()).init();
        }
        Environment::Production => lines.json().flatten_event(true).init(),
    }
}
