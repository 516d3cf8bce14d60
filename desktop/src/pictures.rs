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
const MAX_SIZE: usize = 2 * 1024 * 1024;
/// Maximum number of pictures; the one that was fetched longest ago is removed first.
const MAX_COUNT: usize = 400;

/// Caches a response that is a picture; a picture's address always refers to the same bytes.
pub(crate) fn store(profile: &Path, request: &Request, answer: &ApiResponse) -> io::Result<()> {
    let kind =
        answer.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let whole = answer.status == StatusCode::OK && answer.body.len() <= MAX_SIZE;
    let Some(file) = cache_path(profile, request).filter(|_| whole && kind.starts_with("image/")) else {
        return Ok(());
    };
    let folder = profile.join(FOLDER);
    owner_only::create_folder(&folder)?;
    let new = file.with_extension("new");
    let mut cached = owner_only::file_options().truncate(true).open(&new)?;
    cached.write_all(&[kind.as_bytes(), b"\n", &answer.body].concat())?;
    drop(cached);
    system::rename(&new, &file)?;
    delete_oldest(&folder)
}

/// The cached picture: in the requested width, or in its original size.
pub(crate) fn find(profile: &Path, request: &Request) -> Option<Response> {
    let at_width = fs::read(cache_path(profile, request)?);
    let cached = at_width.or_else(|_| fs::read(path_of(profile, request.uri().path()))).ok()?;
    let end = cached.iter().position(|byte| *byte == b'\n')?;
    let kind = HeaderValue::from_bytes(&cached[..end]).ok()?;
    Some(body(StatusCode::OK, kind, cached[end + 1..].to_vec()))
}

/// Statistics of the cache.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "KeptPictures"))]
pub(crate) struct CachedPictures {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

/// The number of cached pictures, and their size.
pub(crate) fn statistics(profile: &Path) -> io::Result<CachedPictures> {
    let folder = match fs::read_dir(profile.join(FOLDER)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(CachedPictures::default()),
        folder => folder?,
    };
    let mut cached = CachedPictures::default();
    for entry in folder {
        cached.count += 1;
        cached.bytes += entry?.metadata()?.len();
    }
    Ok(cached)
}

fn cache_path(profile: &Path, request: &Request) -> Option<PathBuf> {
    let path = request.uri().path();
    let is_file = *request.method() == Method::GET && path.starts_with(FILES);
    // The other parameters of a link contain its user and its expiry.
    let query = request.uri().query().unwrap_or_default();
    let width = query.split('&').find(|part| part.starts_with("width="));
    is_file.then(|| match width {
        Some(width) => path_of(profile, &format!("{path}?{width}")),
        None => path_of(profile, path),
    })
}

fn path_of(profile: &Path, address: &str) -> PathBuf {
    profile.join(FOLDER).join(hex(&Sha256::digest(address)))
}

fn delete_oldest(folder: &Path) -> io::Result<()> {
    let mut all: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        all.push((entry.metadata()?.modified()?, entry.path()));
    }
    all.sort();
    let over = all.len().saturating_sub(MAX_COUNT);
    all.iter().take(over).try_for_each(|(_, file)| fs::remove_file(file))
}
