//! The location of the database according to the settings.

use std::fmt;
use std::path::PathBuf;

use sqlx::postgres::PgConnectOptions;

use super::Storage;
use crate::error::{Error, Result};

/// The location of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL address, password included.
    Server(String),
}

/// The file, or the server's host and port; without user and password.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(f, "{}", file.display()),
            Self::Server(url) => match url.parse::<PgConnectOptions>() {
                Ok(to) => match to.get_socket() {
                    Some(socket) => write!(f, "PostgreSQL at {} (port {})", socket.display(), to.get_port()),
                    None => write!(f, "PostgreSQL at {}:{}", to.get_host(), to.get_port()),
                },
                Err(_) => f.write_str("PostgreSQL at an address that cannot be read"),
            },
        }
    }
}

impl Place {
    /// The database of the settings; by default `preau.db` in the data folder.
    pub fn of(storage: &Storage) -> Result<Self> {
        match &storage.database_url {
            Some(url) => Self::parse(url.expose()),
            None => Ok(Self::File(storage.data_dir.join("preau.db"))),
        }
    }

    /// Parses a database address.
    ///
    /// # Errors
    /// When it is of neither engine. The message omits the address: it may contain a password.
    pub fn parse(url: &str) -> Result<Self> {
        if let Some(file) = url.strip_prefix("sqlite:") {
            return Ok(Self::File(file.strip_prefix("//").unwrap_or(file).into()));
        }
        let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
        if is_postgres && url.parse::<PgConnectOptions>().is_ok() {
            return Ok(Self::Server(url.to_owned()));
        }
        Err(Error::internal(
            "DATABASE_URL must look like sqlite:FILE or postgres://user:password@host:port/database",
        ))
    }
}
