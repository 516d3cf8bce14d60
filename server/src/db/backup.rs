//! Backups of the whole database while the school runs, and restoring one into a new database.
//!
//! SQLite copies itself; PostgreSQL is copied with its own tools. Restoring never overwrites anything.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;
use url::Url;

use super::{Db, Place, Pools, no_database};
use crate::crash_point;
use crate::error::{Error, Result};

const SQLITE_COPY: &str = "VACUUM INTO $1";
const SQLITE_CHECK: &str = "PRAGMA integrity_check";
const SQLITE_SCHEMA: &str = "SELECT COUNT(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
const POSTGRES_TABLES: &str = "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'";

/// Writes the database to `file`, completely or not at all, while it is in use.
///
/// # Errors
/// A readable message: the file exists, the database does not, a tool is missing.
pub async fn backup(place: &Place, file: &Path) -> Result<()> {
    if file.exists() {
        return Err(Error::internal(format!("{} exists already; choose another name", file.display())));
    }
    let part = with_suffix(file, ".part");
    create_private(&part)?;
    let written = match place {
        Place::File(database) => copy_sqlite(database, &part).await,
        Place::Server(url) => dump_postgres(url, &part).await,
    };
    crash_point!("backup.copied");
    match written.and_then(|()| put_in_place(&part, file)) {
        Ok(()) => Ok(()),
        Err(error) => {
            // SQLite may be unable to remove its journal where there is no space.
            for left in [with_suffix(&part, "-journal"), part] {
                let _ = std::fs::remove_file(left);
            }
            Err(error)
        }
    }
}

/// Creates the database from `file`; refuses an existing one.
///
/// # Errors
/// A readable message: the database is not empty, the file is damaged or not a backup of a school.
pub async fn restore(place: &Place, file: &Path) -> Result<()> {
    if !file.is_file() {
        return Err(Error::internal(format!("{} is not a file", file.display())));
    }
    match place {
        Place::File(database) => restore_sqlite(database, file).await,
        Place::Server(url) => restore_postgres(url, file).await,
    }
}

async fn copy_sqlite(database: &Path, part: &Path) -> Result<()> {
    if !database.is_file() {
        return Err(no_database(database));
    }
    let db = Db::open_sqlite(database).await?;
    let Pools::Sqlite { read, .. } = &db.pools else { return Err(Error::internal("not SQLite")) };
    let done = sqlx::query(SQLITE_COPY).bind(text(part)?).execute(read).await;
    db.close().await;
    done.map(|_| ()).map_err(Error::from)
}

async fn restore_sqlite(database: &Path, file: &Path) -> Result<()> {
    if database.exists() || with_suffix(database, "-wal").exists() {
        return Err(Error::internal(format!(
            "{} exists already: stop the server and move the file away first",
            database.display()
        )));
    }
    let part = with_suffix(database, ".part");
    let copied = std::fs::copy(file, &part).map_err(|error| io_error(&part, &error));
    let done = match copied {
        Ok(_) => check_copy(&part).await.and_then(|()| put_in_place(&part, database)),
        Err(error) => Err(error),
    };
    let _ = std::fs::remove_file(part);
    done
}

/// Reads the whole file. Nobody writes it, and nothing of it may be open when it gets its name: SQLite would use the
/// index of the one for the other.
async fn check_copy(part: &Path) -> Result<()> {
    let no_school = || Error::internal("the file is damaged or no copy of a school");
    let options = SqliteConnectOptions::new().filename(part).read_only(true).immutable(true);
    let mut conn = options.connect().await.map_err(|_| no_school())?;
    let answer: Result<(String, i64), sqlx::Error> = async {
        let answer = sqlx::query_scalar(SQLITE_CHECK).fetch_one(&mut conn).await?;
        Ok((answer, sqlx::query_scalar(SQLITE_SCHEMA).fetch_one(&mut conn).await?))
    }
    .await;
    conn.close().await?;
    match answer {
        Ok((answer, 1)) if answer == "ok" => Ok(()),
        Ok(_) | Err(_) => Err(no_school()),
    }
}

/// The dump is piped through this process, so that nothing goes on writing the file when it is killed.
async fn dump_postgres(url: &str, part: &Path) -> Result<()> {
    let name = "pg_dump";
    let mut dump = tool(name, url)?;
    dump.args(["--format=custom", "--no-owner", "--no-privileges"]).stdout(Stdio::piped());
    let mut dump = dump.spawn().map_err(|error| tool_error(name, &error))?;
    let mut written = tokio::fs::File::create(part).await.map_err(|error| io_error(part, &error))?;
    if let Some(mut said) = dump.stdout.take() {
        tokio::io::copy(&mut said, &mut written).await.map_err(|error| io_error(part, &error))?;
    }
    written.flush().await.map_err(|error| io_error(part, &error))?;
    check_status(name, dump.wait().await)
}

async fn restore_postgres(url: &str, file: &Path) -> Result<()> {
    let db = Db::connect_postgres(url, 1).await?;
    let Pools::Postgres(pool) = &db.pools else { return Err(Error::internal("not PostgreSQL")) };
    let tables: Result<i64, _> = sqlx::query_scalar(POSTGRES_TABLES).fetch_one(pool).await;
    db.close().await;
    if tables? > 0 {
        return Err(Error::internal(
            "the database is not empty: stop the servers and restore into a fresh one",
        ));
    }
    let name = "pg_restore";
    let mut restore = tool(name, url)?;
    restore.args(["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]).arg(file);
    check_status(name, restore.status().await)
}

/// A command for one of PostgreSQL's tools on `url`; the password is not in its arguments.
fn tool(name: &str, url: &str) -> Result<Command> {
    let url = Url::parse(url).map_err(|error| Error::internal(format!("DATABASE_URL: {error}")))?;
    let (url, password) = without_password(url);
    let mut command = Command::new(name);
    command.arg("--no-password").arg("--dbname").arg(url.as_str());
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    Ok(command)
}

fn check_status(name: &str, status: std::io::Result<ExitStatus>) -> Result<()> {
    let status = status.map_err(|error| tool_error(name, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Error::internal(format!("{name} failed ({status}); its own words stand above")))
}

fn tool_error(name: &str, error: &std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            Error::internal(format!("{name} is missing: install PostgreSQL's client programs"))
        }
        _ => Error::internal(format!("{name}: {error}")),
    }
}

/// The address for the tools, and the password that it contained.
fn without_password(mut url: Url) -> (Url, Option<String>) {
    let decode = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut password = url.password().map(decode);
    let _ = url.set_password(None);
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    url.set_query(None);
    for (name, value) in pairs {
        match name.as_str() {
            "password" => password = Some(value),
            // A parameter of the school's own driver.
            "statement-cache-capacity" => {}
            _ => {
                url.query_pairs_mut().append_pair(&name, &value);
            }
        }
    }
    (url, password)
}

/// A backup contains names and addresses: it is readable by its owner only.
fn create_private(file: &Path) -> Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(|_| ()).map_err(|error| io_error(file, &error))
}

/// Flushes the file and gives it its name, without overwriting a file that was created in the meantime.
fn put_in_place(part: &Path, file: &Path) -> Result<()> {
    let done = std::fs::File::open(part)
        .and_then(|written| written.sync_all())
        .and_then(|()| std::fs::hard_link(part, file))
        .and_then(|()| std::fs::remove_file(part));
    done.map_err(|error| io_error(file, &error))
}

fn with_suffix(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn text(file: &Path) -> Result<&str> {
    file.to_str().ok_or_else(|| Error::internal(format!("{} is not Unicode", file.display())))
}

fn io_error(file: &Path, error: &std::io::Error) -> Error {
    Error::internal(format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_stands_in_the_address_a_tool_is_called_with() {
        let cases = [
            ("postgres://p@h/d", "postgres://p@h/d", None),
            ("postgres://p:a%40b%2Fc%20+%25@h:5433/d", "postgres://p@h:5433/d", Some("a@b/c +%")),
            ("postgres://h/d?user=p&password=a%26b", "postgres://h/d?user=p", Some("a&b")),
            (
                "postgres://p:x@h/d?sslmode=require&statement-cache-capacity=0",
                "postgres://p@h/d?sslmode=require",
                Some("x"),
            ),
        ];
        for (address, shown, password) in cases {
            let (url, found) = without_password(address.parse().unwrap());
            assert_eq!((url.as_str(), found.as_deref()), (shown, password), "{address}");
        }
    }
}
