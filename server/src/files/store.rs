//! The store of file contents: the data folder, or an S3 bucket, behind the same interface.

use std::ops::Range;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{
    ClientOptions, GetOptions, ObjectStore, ObjectStoreExt as _, PutPayload, RetryConfig, WriteMultipart,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::config::Storage;
use crate::context::AppContext;
use crate::error::{Error, Result};

/// The place of a file until its hash is known.
const UNFINISHED: &str = "unfinished";
/// The place of chunks.
pub(super) const CHUNKS: &str = "chunks";
/// Minimum size of a part in S3, in bytes.
const PART: usize = 5 * 1024 * 1024;
/// Maximum number of concurrent uploads, and of concurrent parts of one file.
const UPLOADS: usize = 8;
const PARTS: usize = 4;
/// Maximum number of pictures that are decoded concurrently: the largest take 440 MB each (a progressive JPEG
/// of 40 megapixels in CMYK), and three seconds of CPU time.
const PICTURES: usize = 2;
/// Inactivity timeout of a bucket.
const INACTIVITY_TIMEOUT: Duration = Duration::from_secs(30);
/// Longest time in which an interrupted response body is resumed; the number of attempts is limited too.
const LONGEST: Duration = Duration::from_hours(24);

/// The store of the school's files.
#[derive(Debug)]
pub struct Store {
    objects: Arc<dyn ObjectStore>,
    /// Where a folder has unfinished files; a bucket handles them itself.
    unfinished: Option<PathBuf>,
    uploads: Semaphore,
    pictures: Arc<Semaphore>,
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        Self::internal(format!("files: {error}"))
    }
}

impl AppContext {
    /// The store of uploaded files.
    #[must_use]
    pub fn files(&self) -> &Store {
        self.part()
    }
}

impl Store {
    /// Opens the store of these settings.
    pub fn open(storage: &Storage) -> Result<Self> {
        Self::open_for(storage, INACTIVITY_TIMEOUT)
    }

    /// [`Store::open`] with another inactivity timeout of a bucket.
    pub fn open_for(storage: &Storage, silence: Duration) -> Result<Self> {
        match &storage.files {
            Some(bucket) => Self::bucket(bucket, storage, silence),
            None => Self::folder(&storage.data_dir.join("files")),
        }
    }

    /// The files in this folder, which is created when it does not exist, for its owner only.
    pub fn folder(folder: &FilePath) -> Result<Self> {
        let mut made = std::fs::DirBuilder::new();
        made.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700);
        made.create(folder).map_err(|error| Error::internal(format!("{}: {error}", folder.display())))?;
        let objects = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self { unfinished: Some(folder.join(UNFINISHED)), ..Self::of(Arc::new(objects)) })
    }

    fn bucket(bucket: &url::Url, storage: &Storage, silence: Duration) -> Result<Self> {
        let name = bucket.host_str().unwrap_or_default();
        // Reading a video takes as long as the reader's connection needs: only inactivity ends it, and an
        // interrupted response is resumed.
        let client = ClientOptions::new().with_timeout_disabled().with_read_timeout(silence);
        let retry = RetryConfig { retry_timeout: LONGEST, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new()
            .with_client_options(client)
            .with_retry(retry)
            .with_bucket_name(name)
            .with_region(&storage.files_region)
            // Not every S3-compatible store supports it.
            .with_disable_bulk_delete(true);
        if let Some(endpoint) = &storage.files_endpoint {
            let plain = endpoint.scheme() == "http";
            builder = builder.with_endpoint(endpoint.as_str().trim_end_matches('/')).with_allow_http(plain);
        }
        if let (Some(id), Some(secret)) = (&storage.files_key_id, &storage.files_secret_key) {
            builder = builder.with_access_key_id(id).with_secret_access_key(secret.expose());
        }
        let prefix = Path::from(bucket.path().trim_matches('/'));
        Ok(Self::of(Arc::new(PrefixStore::new(builder.build()?, prefix))))
    }

    fn of(objects: Arc<dyn ObjectStore>) -> Self {
        // One core stays free for readers.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pictures = Arc::new(Semaphore::new(cores.saturating_sub(1).clamp(1, PICTURES)));
        Self { objects, unfinished: None, uploads: Semaphore::new(UPLOADS), pictures }
    }

    /// A permit to upload, if one is free.
    pub(super) fn upload_permit(&self) -> Option<SemaphorePermit<'_>> {
        self.uploads.try_acquire().ok()
    }

    /// A permit to decode pictures, in order of requests. Only uploads and one job wait here, so they are
    /// few.
    pub(super) async fn picture_permit(&self) -> Result<OwnedSemaphorePermit> {
        let permit = Arc::clone(&self.pictures).acquire_owned().await;
        permit.map_err(|error| Error::internal(error.to_string()))
    }

    /// A new file, to be written and then put in place.
    pub(super) async fn begin(&self, id: &str) -> Result<Writing> {
        let unfinished = Path::from_iter([UNFINISHED, id]);
        let upload = self.objects.put_multipart(&unfinished).await?;
        Ok(Writing { parts: WriteMultipart::new_with_chunk_size(upload, PART), unfinished })
    }

    /// Stores a chunk atomically; returns its place.
    pub(super) async fn store_chunk(&self, id: &str, bytes: Vec<Bytes>) -> Result<String> {
        let place = Path::from_iter([CHUNKS, id]);
        let bytes = PutPayload::from_iter(bytes);
        if self.unfinished.is_some() {
            // The remains of a killed server are among the unfinished files.
            let unfinished = Path::from_iter([UNFINISHED, id]);
            self.objects.put(&unfinished, bytes).await?;
            self.objects.rename(&unfinished, &place).await?;
        } else {
            self.objects.put(&place, bytes).await?;
        }
        Ok(place.to_string())
    }

    /// Puts a finished file in place.
    pub(super) async fn place(&self, unfinished: &Path, place: &str) -> Result<()> {
        Ok(self.objects.rename(unfinished, &Path::from(place)).await?)
    }

    /// The bytes of a file, or of a range of it.
    pub async fn read(
        &self,
        place: &str,
        part: Option<Range<u64>>,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let options = GetOptions::new().with_range(part);
        let found = self.objects.get_opts(&Path::from(place), options).await?;
        Ok(found.into_stream().map_err(Error::from).boxed())
    }

    /// Writes a small file, reads it and deletes it, as uploads and readers do. The remains of a killed
    /// program are deleted with the unused files.
    pub async fn probe(&self, id: &str) -> Result<()> {
        let place = format!("probe-{id}");
        let mut writing = self.begin(id).await?;
        writing.add(id.to_owned().into()).await?;
        let unfinished = writing.finish().await?;
        self.place(&unfinished, &place).await?;
        let read: Vec<Bytes> = self.read(&place, None).await?.try_collect().await?;
        self.delete(&place).await?;
        if read.concat() == id.as_bytes() {
            return Ok(());
        }
        Err(Error::internal("files: the store answers other bytes than were written"))
    }

    /// Size of a file in bytes; nothing when there is none.
    pub async fn size(&self, place: &str) -> Result<Option<u64>> {
        match self.objects.head(&Path::from(place)).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file; succeeds when there is none.
    pub async fn delete(&self, place: &str) -> Result<()> {
        match self.objects.delete(&Path::from(place)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// All places that were written before `moment`.
    pub(super) async fn written_before(&self, moment: DateTime<Utc>) -> Result<Vec<String>> {
        let all: Vec<_> = self.objects.list(None).try_collect().await?;
        let old = all.into_iter().filter(|object| object.last_modified < moment);
        Ok(old.map(|object| object.location.to_string()).collect())
    }
}

impl Store {
    /// Deletes files that a killed server left unfinished before `moment`; listings do not contain them.
    pub(super) fn delete_unfinished(&self, moment: DateTime<Utc>) -> std::io::Result<()> {
        let Some(folder) = self.unfinished.as_deref().filter(|folder| folder.is_dir()) else { return Ok(()) };
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if DateTime::<Utc>::from(entry.metadata()?.modified()?) < moment {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// A file that is being written.
pub(super) struct Writing {
    parts: WriteMultipart,
    unfinished: Path,
}

impl Writing {
    /// Appends bytes, as fast as the store accepts them.
    pub(super) async fn add(&mut self, bytes: Bytes) -> Result<()> {
        self.parts.wait_for_capacity(PARTS).await?;
        self.parts.put(bytes);
        Ok(())
    }

    /// Completes the file.
    pub(super) async fn finish(self) -> Result<Path> {
        self.parts.finish().await?;
        Ok(self.unfinished)
    }

    /// Discards the file.
    pub(super) async fn abandon(self) {
        if let Err(error) = self.parts.abort().await {
            tracing::warn!(%error, "what is left of an upload could not be deleted");
        }
    }
}
