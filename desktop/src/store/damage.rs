//! Reports of damaged databases, until they are dismissed. They are settings, so that later damage does not
//! overwrite them.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::recovery::Recovered;
use super::{Store, settings};
use crate::error::Result;

const SETTING: &str = "damage";

/// The kind of data that could not be read from a damaged database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Unread {
    /// Pending changes.
    Changes,
    /// Drafts of open forms.
    Drafts,
    /// Texts of the history.
    Texts,
}

/// A damaged database that was moved aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Damage {
    /// Where it lies now.
    pub file: PathBuf,
    /// When that was found.
    pub at: String,
    /// Changes that were taken over from it.
    pub changes: usize,
    /// Drafts that were taken over from it.
    pub drafts: usize,
    /// Of what a part could not be read: it is in that file only.
    pub unread: Vec<Unread>,
}

impl Damage {
    pub(super) fn new(file: &Path, at: String, recovered: Recovered) -> Self {
        let Recovered { changes, drafts, unread } = recovered;
        Self { file: file.to_owned(), at, changes, drafts, unread: unread.into_iter().collect() }
    }
}

impl Store {
    /// Reports that are not dismissed, the oldest first.
    pub fn damage(&self) -> Result<Vec<Damage>> {
        Ok(self.setting(SETTING)?.unwrap_or_default())
    }

    /// Dismisses the reports.
    pub fn dismiss_damage(&self) -> Result<()> {
        self.delete_setting(SETTING)
    }
}

/// Adds a report to a database.
pub(super) fn add_report(connection: &Connection, damage: Damage) -> Result<()> {
    let mut all: Vec<Damage> = settings::get(connection, SETTING)?.unwrap_or_default();
    all.push(damage);
    settings::put(connection, SETTING, &all)
}
