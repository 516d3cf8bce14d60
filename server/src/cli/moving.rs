//! `preau migrate-data`: reports the progress and the next steps; prevents the file of a school that has
//! moved from being served.

use crate::config::{Secret, Storage};
use crate::db::moving;
use crate::db::{Db, Place};
use crate::error::{Error, Result};

/// Moves the school of the settings.
pub(super) async fn move_school(storage: &Storage, to: &Secret) -> Result<()> {
    let from = Place::of(storage)?;
    let moved = moving::move_school(&from, to.expose(), |line| eprintln!("{line}")).await?;
    println!(
        "The school has moved: {} rows in {} tables, each compared with its original.",
        moved.rows, moved.tables
    );
    println!(
        "From now on:\n  \
         - DATABASE_URL is the address you moved to, for every server and every command.\n  \
         - Accounts, passwords, sessions, links and certificates stay valid: their keys moved along.\n  \
         - {}\n  \
         - The old file is served no more. It holds all that the school knew: keep or destroy it as you would a copy.",
        files_stay(storage)
    );
    Ok(())
}

fn files_stay(storage: &Storage) -> String {
    match &storage.files {
        Some(bucket) => format!("Uploaded files stay where they are, in {bucket}."),
        None => format!(
            "Uploaded files stay where they are, in {}: keep PREAU_DATA_DIR. Several servers need one place for them, \
             PREAU_FILES.",
            storage.data_dir.join("files").display()
        ),
    }
}

/// Refuses a database whose school has moved: two copies of a school would sell the same seats.
pub(super) async fn refuse_moved_school(db: &Db) -> Result<()> {
    match moving::moved_to(db).await? {
        Some(address) => Err(Error::internal(moving::moved_message(&address))),
        None => Ok(()),
    }
}
