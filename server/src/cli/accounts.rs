//! `preau demo`, `preau create-admin` and `preau reset-second-factor`.

use preau_core::code::Code;

use crate::app;
use crate::clock::Clock;
use crate::config::{Config, Secret};
use crate::context::AppContext;
use crate::demo::{self, DemoAccounts};
use crate::error::{Error, Result};
use crate::people::auth::second_factor;

/// Fills an empty database with the demo school and prints its accounts.
pub(super) async fn fill_demo(config: Config, in_production: bool) -> Result<()> {
    if config.is_production() && !in_production {
        return Err(Error::internal(
            "this is production: the demo school's accounts are known to everyone who read its manual; \
             add --in-production if you mean it",
        ));
    }
    let app = open_migrated(config).await?;
    print(&demo::fill(&app).await?);
    app.db.close().await;
    Ok(())
}

/// Prints the four accounts once: the password is not stored in plain text.
pub(super) fn print(accounts: &DemoAccounts) {
    println!("The demo school is open. Its accounts, shown only now:\n");
    for email in &accounts.emails {
        println!("    {email:24} {}", accounts.password);
    }
    println!();
}

/// Creates an ADMIN account; without a password generates one and prints it.
pub(super) async fn create_admin(config: Config, email: &str, password: Option<Secret>) -> Result<()> {
    let app = open_migrated(config).await?;
    let made = password.is_none().then(|| app.ids.password());
    let chosen = password.as_ref().map(Secret::expose).or(made.as_deref()).unwrap_or_default();
    crate::cli::first_admin::create_admin(&app, email, chosen).await?;
    println!("{email} administers the school.");
    if let Some(made) = &made {
        println!("Password, shown only now: {made}");
    }
    app.db.close().await;
    Ok(())
}

/// Removes the second factor from the account with this e-mail address.
pub(super) async fn reset_second_factor(config: Config, email: &str) -> Result<()> {
    let app = open_migrated(config).await?;
    let done = second_factor::reset_by_operator(&app, email).await;
    app.db.close().await;
    done.map_err(|error| match error.code() {
        Code::NotFound => Error::internal(format!("no account with the address {email} has a second factor")),
        _ => error,
    })?;
    println!("{email} signs in without a second factor. A mail says so.");
    Ok(())
}

/// The first line of standard input.
pub(super) fn password_from_stdin() -> Result<Secret> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map_err(|error| Error::internal(error.to_string()))?;
    Ok(line.trim_end_matches(['\r', '\n']).into())
}

async fn open_migrated(config: Config) -> Result<AppContext> {
    let db = super::open_school(&config.storage).await?;
    app::open(config, db, Clock::System).await
}
