//! `preau --version`: version of the program and of the database schemas that it supports.

use std::sync::LazyLock;

use crate::db;
use crate::http::version::API_VERSION;

/// One fact on each line.
pub(super) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(compose);
    &TEXT
}

fn compose() -> String {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!(
        "{}\nschema {}\nAPI {API_VERSION}\nSQLite {}\n{build} build for {} {}",
        env!("CARGO_PKG_VERSION"),
        db::newest_schema_text(),
        libsqlite3_sys::SQLITE_VERSION.to_string_lossy(),
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}
