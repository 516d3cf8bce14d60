//! The folder of a profile with files that were chosen offline, each named by the hash of its bytes.

use std::path::{Path, PathBuf};
use std::{fs, io};

use chrono::{DateTime, TimeDelta, Utc};
use preau_core::file;

use crate::error::Result;
use crate::store::Store;

/// Its name within the profile's folder.
pub(crate) const FOLDER: &str = "files";
/// How long a file is stored after its last reference is gone.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// The path of the file with this address.
pub(crate) fn path(folder: &Path, address: &str) -> Option<PathBuf> {
    file::at(address)?;
    Some(folder.join(address.strip_prefix(file::FOLDER)?))
}

/// Removes files that have been unreferenced for long, and incomplete copies.
pub(crate) fn delete_unreferenced(store: &Store, profile: &Path) -> Result<()> {
    let folder = match fs::read_dir(profile.join(FOLDER)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        folder => folder?,
    };
    let (queue, drafts) = (store.queue()?, store.drafts()?);
    for entry in folder {
        let entry = entry?;
        // An interrupted copy.
        if entry.path().extension().is_some_and(|end| end == "new") {
            fs::remove_file(entry.path())?;
            continue;
        }
        let age = store.clock().now() - DateTime::<Utc>::from(entry.metadata()?.modified()?);
        let address = format!("{}{}", file::FOLDER, entry.file_name().to_string_lossy());
        let is_named = || {
            queue.names_file(&address)
                || drafts.iter().any(|draft| draft.value.to_string().contains(&address))
        };
        if age > RETENTION && !is_named() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use preau_core::draft::kind::Kind;
    use preau_core::draft::operation::{Action, Edit, Target};
    use serde_json::{Value, json};

    use super::*;
    use crate::clock::Clock;

    #[test]
    fn unreferenced_files_are_deleted_after_a_month_and_incomplete_ones_immediately() {
        let profile = tempfile::tempdir().unwrap();
        let folder = profile.path().join(FOLDER);
        fs::create_dir(&folder).unwrap();
        let names = ["1", "2", "3"].map(|digit| format!("{}.pdf", digit.repeat(64)));
        for name in names.iter().map(String::as_str).chain(["half.new"]) {
            fs::write(folder.join(name), b"%PDF-1.7").unwrap();
        }
        let clock = Clock::manual(Clock::System.now());
        let (store, _) = Store::open_at(profile.path(), clock.clone()).unwrap();
        let [queued, drafted, _] = names.clone().map(|name| format!("{}{name}", file::FOLDER));
        let edit = Edit {
            id: "a".to_owned(),
            kind: Kind::Resource,
            action: Action::Create,
            target: Target::ClientId("own".to_owned()),
            parent: None,
            payload: json!({"url": queued}),
            base: Value::Null,
            base_version: None,
        };
        store.change_queue(|queue| queue.add(edit)).unwrap().unwrap();
        store.store_draft("form", "", "", &json!({"url": drafted})).unwrap();
        let left = || {
            let mut names: Vec<_> = fs::read_dir(&folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string())
                .collect();
            names.sort();
            names.into_iter().map(Result::unwrap).collect::<Vec<_>>()
        };
        delete_unreferenced(&store, profile.path()).unwrap();
        assert_eq!(left(), names);
        clock.advance(RETENTION + TimeDelta::minutes(1));
        delete_unreferenced(&store, profile.path()).unwrap();
        assert_eq!(left(), names[..2]);
    }
}
