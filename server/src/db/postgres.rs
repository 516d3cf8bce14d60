//! The first connection to PostgreSQL: established within seconds, or the reason is reported.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};
use tokio::time::{Instant, sleep, timeout_at};

use super::faults::{explain, no_response};
use super::{Place, WRITE_STATEMENTS};
use crate::error::{Error, Result};

/// Timeout after which the server counts as unusable.
const FIRST_ANSWER: Duration = Duration::from_secs(4);
/// Pause between attempts while the server is starting.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// Oldest supported server, as `server_version_num`.
const OLDEST: i32 = 150_000;

/// A pool of at most this many connections, to a server that responds and is supported.
pub(super) async fn connect(url: &str, max_connections: u32) -> Result<PgPool> {
    let options =
        PgConnectOptions::from_str(url)?.application_name("preau").statement_cache_capacity(WRITE_STATEMENTS);
    let deadline = Instant::now() + FIRST_ANSWER;
    let place = Place::Server(url.to_owned());
    let checked = timeout_at(deadline, async {
        let mut conn = first_connection(&options, deadline).await?;
        check(&mut conn, &place).await?;
        Ok::<_, Error>(conn.close().await?)
    });
    match checked.await {
        Ok(done) => done.map_err(|error| explain(&place, error))?,
        Err(_) => return Err(Error::internal(no_response(&place, "it took too long"))),
    }
    Ok(PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(Duration::from_secs(30))
        .connect_lazy_with(options))
}

/// Waits for a server that is starting at the same time as this one.
async fn first_connection(options: &PgConnectOptions, deadline: Instant) -> Result<PgConnection> {
    loop {
        let error = match options.connect().await {
            Ok(conn) => return Ok(conn),
            Err(error) => error,
        };
        let is_starting = match &error {
            sqlx::Error::Io(io) => io.kind() == std::io::ErrorKind::ConnectionRefused,
            sqlx::Error::Database(said) => said.code().as_deref() == Some("57P03"),
            _ => false,
        };
        if !is_starting || Instant::now() + RETRY_PAUSE >= deadline {
            return Err(error.into());
        }
        sleep(RETRY_PAUSE).await;
    }
}

async fn check(conn: &mut PgConnection, server: &Place) -> Result<()> {
    const VERSION: &str =
        "SELECT CAST(current_setting('server_version_num') AS INTEGER), current_setting('server_version')";
    let (number, version): (i32, String) = sqlx::query_as(VERSION).fetch_one(conn).await?;
    if number < OLDEST {
        return Err(Error::internal(format!(
            "{server} is version {version}, and 15 or newer is needed: update it, or name another server in \
             DATABASE_URL"
        )));
    }
    Ok(())
}
