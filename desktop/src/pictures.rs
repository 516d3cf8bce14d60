//! Cache of the school's pictures in the profile's folder, for offline use. Videos and PDF documents are not
//! cached: they are large, and are not edited here.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use http::{HeaderValue, Method, StatusCode, header};
use preau_core::file::FOLDER as FILES;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::answer::{Request, Response, body};
use crate::owner_only;
use crate::profile::hex;
use crate::school::ApiResponse;
use crate::system;

const FOLDER: &str = "pictures";
/// Maximum bytes of a cached picture.
const LARGEST: usize = 2 * 1024 * 1024;
/// Maximum number of pictures; the one that was fetched longest ago is removed first.
const MOST: usize = 400;

/// Caches a response that is a picture; a picture's address always refers to the same bytes.
pub(crate) fn keep(profile: &Path, request: &Request, answer: &ApiResponse) -> io::Result<()> {
    let kind =
        answer.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let whole = answer.status == StatusCode::OK && answer.body.len() <= LARGEST;
    let Some(file) = file(profile, request).filter(|_| whole && kind.starts_with("image/")) else {
        return Ok(());
    };
    let folder = profile.join(FOLDER);
    owner_only::create_folder(&folder)?;
    let new = file.with_extension("new");
    let mut kept = owner_only::file_options().truncate(true).open(&new)?;
    kept.write_all(&[kind.as_bytes(), b"\n", &answer.body].concat())?;
    drop(kept);
    system::rename(&new, &file)?;
    forget_oldest(&folder)
}

/// The cached picture: in the requested width, or in its original size.
pub(crate) fn find(profile: &Path, request: &Request) -> Option<Response> {
    let at_width = fs::read(file(profile, request)?);
    let kept = at_width.or_else(|_| fs::read(named(profile, request.uri().path()))).ok()?;
    let end = kept.iter().position(|byte| *byte == b'\n')?;
    let kind = HeaderValue::from_bytes(&kept[..end]).ok()?;
    Some(body(StatusCode::OK, kind, kept[end + 1..].to_vec()))
}

/// Statistics of the cache.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct KeptPictures {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

/// The number of cached pictures, and their size.
pub(crate) fn kept(profile: &Path) -> io::Result<KeptPictures> {
    let folder = match fs::read_dir(profile.join(FOLDER)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(KeptPictures::default()),
        folder => folder?,
    };
    let mut kept = KeptPictures::default();
    for entry in folder {
        kept.count += 1;
        kept.bytes += entry?.metadata()?.len();
    }
    Ok(kept)
}

fn file(profile: &Path, request: &Request) -> Option<PathBuf> {
    let path = request.uri().path();
    let is_file = *request.method() == Method::GET && path.starts_with(FILES);
    // The other parameters of a link contain its user and its expiry.
    let query = request.uri().query().unwrap_or_default();
    let width = query.split('&').find(|part| part.starts_with("width="));
    is_file.then(|| match width {
        Some(width) => named(profile, &format!("{path}?{width}")),
        None => named(profile, path),
    })
}

fn named(profile: &Path, address: &str) -> PathBuf {
    profile.join(FOLDER).join(hex(&Sha256::digest(address)))
}

fn forget_oldest(folder: &Path) -> io::Result<()> {
    let mut all: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        all.push((entry.metadata()?.modified()?, entry.path()));
    }
    all.sort();
    let over = all.len().saturating_sub(MOST);
    all.iter().take(over).try_for_each(|(_, file)| fs::remove_file(file))
}
