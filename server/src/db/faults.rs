//! Messages for operators when the database cannot be opened or migrated: what is wrong, where, and what to
//! do. They never contain passwords.

use std::path::Path;

use sqlx::migrate::MigrateError;

use super::{Place, schema_text};
use crate::error::{Error, Result};

/// The error as a sentence that names the database and the remedy; errors of other kinds are unchanged.
#[must_use]
pub fn explain(place: &Place, error: Error) -> Error {
    let (error, step) = match error {
        Error::Database(error) | Error::Migration(MigrateError::Execute(error)) => (error, None),
        Error::Migration(MigrateError::ExecuteMigration(error, step)) => (error, Some(step)),
        Error::Migration(MigrateError::VersionMismatch(step)) => {
            return Error::internal(format!(
                "step {} of the database's schema was made by another build of Préau: install the program that \
                 made it, or restore a copy",
                schema_text(step)
            ));
        }
        other => return other,
    };
    let what = match place {
        Place::File(file) => sqlite(file, &error),
        Place::Server(_) => postgres(place, &error),
    };
    Error::internal(match step {
        Some(step) => {
            format!("the schema could not be brought to {}, and stays as it was: {what}", schema_text(step))
        }
        None => what,
    })
}

fn sqlite(file: &Path, error: &sqlx::Error) -> String {
    let shown = file.display();
    let (kind, error) = match error {
        sqlx::Error::Database(inner) => {
            (inner.code().and_then(|code| code.parse::<i32>().ok()), inner.message().to_owned())
        }
        _ => (None, error.to_string()),
    };
    // The lowest byte is the primary result code: https://www.sqlite.org/rescode.html
    match kind.map(|code| code & 0xff) {
        Some(5 | 6) => format!("{shown} is in use by another program: stop that program and try again"),
        Some(8) => format!("{shown} cannot be written: let this program's account write it and its folder"),
        Some(10 | 13) => format!(
            "the disk of {shown} does not take writes ({error}): look whether it is full or failing, and free space"
        ),
        Some(11) => format!(
            "{shown} is damaged ({error}): stop the school, move the file away and bring back the last copy with \
             `preau restore FILE`"
        ),
        Some(14) => {
            format!(
                "{shown} cannot be opened: look at the rights of the file and its folder, and at PREAU_DATA_DIR"
            )
        }
        Some(26) => format!(
            "{shown} is no SQLite database, or its beginning is damaged: name the right file in DATABASE_URL, or move \
             it away and bring back the last copy with `preau restore FILE`"
        ),
        _ => format!("{shown}: {error}"),
    }
}

fn postgres(server: &Place, error: &sqlx::Error) -> String {
    let said = match error {
        sqlx::Error::Database(inner) => inner,
        sqlx::Error::Io(error) => return no_response(server, &error.to_string()),
        sqlx::Error::PoolTimedOut => return no_response(server, "it took too long"),
        sqlx::Error::Tls(error) => {
            return format!(
                "TLS with {server} failed ({error}): correct sslmode and sslrootcert in DATABASE_URL"
            );
        }
        sqlx::Error::Protocol(error) => {
            return format!(
                "{server} does not answer as PostgreSQL does ({error}): correct host and port in \
                 DATABASE_URL"
            );
        }
        _ => return format!("{server}: {error}"),
    };
    let message = said.message();
    match said.code().as_deref() {
        Some("28P01" | "28000") => format!(
            "{server} does not let this program in ({message}): correct name and password in DATABASE_URL, \
             or the server's pg_hba.conf"
        ),
        Some("3D000") => format!(
            "{server} has no such database ({message}): create it, or correct its name in DATABASE_URL"
        ),
        Some("42501") => format!(
            "{server} refuses the rights that are needed ({message}): make the role the owner of the database"
        ),
        Some("53300") => format!(
            "{server} has no connection left ({message}): raise max_connections there, or lower \
             PREAU_DATABASE_CONNECTIONS"
        ),
        Some("53100") => format!("the disk of {server} is full ({message}): free space there"),
        Some("57P01" | "57P02" | "57P03") => {
            format!("{server} is starting or stopping ({message}): try again when it runs")
        }
        _ => format!("{server}: {message}"),
    }
}

pub(super) fn no_response(server: &Place, why: &str) -> String {
    format!("{server} does not answer ({why}): start it, or correct host and port in DATABASE_URL")
}

/// Refuses a file that cannot be read and written. SQLite would open some of them, and fail later.
pub(super) fn refuse_unusable(file: &Path) -> Result<()> {
    if file.is_dir() {
        return Err(Error::internal(format!(
            "{} is a folder, not a database: name a file in DATABASE_URL",
            file.display()
        )));
    }
    let parent = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = parent.unwrap_or_else(|| Path::new("."));
    if !folder.is_dir() {
        return Err(Error::internal(format!(
            "the folder {} does not exist: make it, or name another file in DATABASE_URL",
            folder.display()
        )));
    }
    // SQLite writes a log and an index next to the file.
    crate::disk::refuse_unwritable(folder)?;
    let beside = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        name
    };
    for one in [file.as_os_str().to_owned(), beside("-wal"), beside("-shm")] {
        let one = Path::new(&one);
        if one.exists() {
            crate::disk::refuse_unwritable(one)?;
        }
    }
    Ok(())
}
