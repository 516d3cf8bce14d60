//! Files of a built site as they are embedded: text once, compressed with brotli, everything else as it is. What a browser
//! without brotli gets is made from that and kept for a while.

use std::borrow::Cow;
use std::io::{self, Read as _, Write as _};
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::HeaderMap;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rust_embed::EmbeddedFile;

use super::accepts;
use crate::clock::hex;

/// What the name of a compressed file ends with.
pub(super) const BROTLI: &str = ".br";
/// The most memory for files in other encodings, in bytes.
const BYTES: u64 = 4 * 1024 * 1024;
/// Expected number of them.
const FILES: usize = 64;
/// Size of the buffers of the compressors, in bytes.
const BUFFER: usize = 16 * 1024;
const GZIP_LEVEL: u32 = 6;

/// How the bytes of a response are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    Plain,
    Gzip,
    Brotli,
}

impl Encoding {
    /// The value of `Content-Encoding`.
    pub(super) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }

    /// The best that a caller accepts.
    pub(super) fn accepted(asked: &HeaderMap) -> Self {
        match () {
            () if accepts(asked, "br") => Self::Brotli,
            () if accepts(asked, "gzip") => Self::Gzip,
            () => Self::Plain,
        }
    }
}

/// A file of a built site.
pub(super) struct Stored {
    file: EmbeddedFile,
    pub(super) is_compressed: bool,
}

impl Stored {
    /// The file of this path, which `get` finds by its name in the build.
    pub(super) fn find(path: &str, get: impl Fn(&str) -> Option<EmbeddedFile>) -> Option<Self> {
        if path.ends_with(BROTLI) {
            return None;
        }
        let compressed = get(&format!("{path}{BROTLI}")).map(|file| Self { file, is_compressed: true });
        compressed.or_else(|| get(path).map(|file| Self { file, is_compressed: false }))
    }

    /// The `ETag` of the file in this encoding.
    pub(super) fn tag(&self, encoding: Encoding) -> String {
        let hash = hex(&self.file.metadata.sha256_hash()[..16]);
        match encoding {
            Encoding::Gzip => format!("\"{hash}-gzip\""),
            Encoding::Plain if self.is_compressed => format!("\"{hash}-plain\""),
            Encoding::Plain | Encoding::Brotli => format!("\"{hash}\""),
        }
    }

    /// The file in this encoding; one that is embedded as it is has no other.
    pub(super) fn bytes(self, encoding: Encoding) -> io::Result<Bytes> {
        if !self.is_compressed || encoding == Encoding::Brotli {
            return Ok(embedded(self.file));
        }
        let key = (self.file.metadata.sha256_hash(), encoding);
        CONVERTED.get_or_insert_with(&key, || {
            let plain = decompress(&embedded(self.file))?;
            if encoding == Encoding::Gzip { gzip(&plain) } else { Ok(plain) }
        })
    }

    /// The plain file, not kept for the next time.
    pub(super) fn plain_once(self) -> io::Result<Bytes> {
        if self.is_compressed { decompress(&embedded(self.file)) } else { Ok(embedded(self.file)) }
    }
}

fn embedded(file: EmbeddedFile) -> Bytes {
    match file.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

/// By the digest of the embedded file.
type Key = ([u8; 32], Encoding);

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Bytes> for Weight {
    fn weight(&self, _: &Key, bytes: &Bytes) -> u64 {
        bytes.len() as u64
    }
}

static CONVERTED: LazyLock<Cache<Key, Bytes, Weight>> =
    LazyLock::new(|| Cache::with_weighter(FILES, BYTES, Weight));

fn decompress(compressed: &[u8]) -> io::Result<Bytes> {
    let mut plain = Vec::new();
    brotli::Decompressor::new(compressed, BUFFER).read_to_end(&mut plain)?;
    Ok(plain.into())
}

/// Compresses with gzip.
pub(super) fn gzip(plain: &[u8]) -> io::Result<Bytes> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(GZIP_LEVEL));
    writer.write_all(plain)?;
    writer.finish().map(Bytes::from)
}
