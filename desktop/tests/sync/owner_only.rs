//! The app's folder is readable by this user only.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tempfile::TempDir;

use crate::school::School;
use crate::test_app::TestApp;

/// The permissions of others on a folder and its contents.
fn open_to_others(path: &Path) -> Vec<String> {
    let kind = fs::symlink_metadata(path).unwrap();
    let mode = kind.permissions().mode() & 0o777;
    let mut found = Vec::new();
    if mode & 0o077 != 0 {
        found.push(format!("{} {mode:o}", path.display()));
    }
    if kind.is_dir() {
        found.extend(fs::read_dir(path).unwrap().flat_map(|entry| open_to_others(&entry.unwrap().path())));
    }
    found
}

#[tokio::test]
async fn the_data_folder_is_readable_by_its_owner_only() {
    let (school, parent) = (School::open().await, TempDir::new().unwrap());
    let folder = parent.path().join("preau-desktop");
    let app = TestApp::signed_in(&folder, &school.url()).await;
    assert_eq!(open_to_others(&folder), Vec::<String>::new());
    drop(app);
    let profile = fs::read_dir(folder.join("profiles")).unwrap().next().unwrap().unwrap().path();
    for (path, mode) in [(&folder, 0o755), (&profile, 0o755), (&profile.join("drafts.db"), 0o644)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let _desk = TestApp::open(&folder).await;
    assert_eq!(open_to_others(&folder), Vec::<String>::new(), "mended");
}
