//! Sends one file: starts the upload, sends it chunk by chunk, finishes it; resumes it whenever the
//! connection breaks.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use super::stored::{self, FileStamp, StoredUpload};
use super::{delete_at_school, note, offline, unreadable};
use crate::context::AppContext;
use crate::error::{Error, Problem};
use crate::profile::OpenProfile;
use crate::school::tokens::AuthError;
use crate::school::{ApiRequest, ApiResponse, LONG_TIMEOUT, OnSent};
use crate::upload_registry::UploadState;

/// Size of the first chunk: large enough for most pictures, small enough for a slow connection.
const FIRST_CHUNK: u64 = 1024 * 1024;
/// A chunk that took less is followed by a larger one, one that took longer by a smaller one.
const FAST: Duration = Duration::from_secs(2);
const SLOW: Duration = Duration::from_secs(15);
/// Between two attempts: first and maximum.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(15)];
/// The account, or the school, has too many uploads in progress.
const TOO_MANY: &str = "too_many_uploads";
/// Inactivity timeout of a chunk: the school's is no longer.
const INACTIVITY_TIMEOUT: Duration = Duration::from_secs(30);

/// Why sending stops.
enum SendError {
    ConnectionLost,
    /// The school has deleted the unfinished upload.
    Gone,
    Refused(Box<Problem>),
}

impl From<AuthError> for SendError {
    fn from(error: AuthError) -> Self {
        match error {
            error if error.is_temporary() => Self::ConnectionLost,
            AuthError::SignedOut => Self::ConnectionLost,
            AuthError::Failed(error) => error.into(),
        }
    }
}

impl From<Error> for SendError {
    fn from(error: Error) -> Self {
        Self::Refused(Box::new(error.into_problem()))
    }
}

impl From<Problem> for SendError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

/// The school's state of an upload.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UploadStatus {
    id: String,
    offset: u64,
    chunk_size: u64,
    min_chunk_size: u64,
}

/// Sends a file until it is finished or refused, its task is cancelled, or its profile is closed.
pub(super) async fn run(context: Arc<AppContext>, open: Arc<OpenProfile>, upload: StoredUpload) {
    let profile = Arc::clone(&open);
    tokio::select! {
        () = send_until_done(context, open, upload) => {}
        () = profile.connection_state.closed() => {}
    }
}

async fn send_until_done(context: Arc<AppContext>, open: Arc<OpenProfile>, upload: StoredUpload) {
    let mut sender = Sender { context, open, upload, chunk: FIRST_CHUNK, progressed: false };
    let [first, max] = PAUSES;
    let mut pause = first;
    loop {
        match sender.send().await {
            Ok(file) => {
                if let Err(error) = offline::uploaded(&sender.context, &sender.open, &sender.upload, &file) {
                    tracing::error!(%error, "that a file has arrived was not kept");
                    sender.context.record_error(&error);
                }
                return sender.note(|upload| {
                    upload.state = UploadState::Arrived;
                    upload.sent = upload.size;
                    upload.file = Some(file);
                });
            }
            Err(SendError::Refused(problem)) if !sender.must_wait(&problem) => {
                return sender.refused(*problem).await;
            }
            // The upload is started again; a school that does not support that is too old.
            Err(SendError::Gone) if sender.upload.school_id.is_some() => sender.upload.school_id = None,
            Err(SendError::Gone) => {
                return sender.refused(Problem::new(StatusCode::NOT_FOUND, "not_found")).await;
            }
            // This is the first sign that the school cannot be reached.
            Err(SendError::ConnectionLost)
                if sender.upload.store_offline && sender.upload.school_id.is_none() =>
            {
                return offline::run(sender.context, sender.open, sender.upload).await;
            }
            Err(SendError::ConnectionLost | SendError::Refused(_)) => {
                sender.note(|upload| upload.state = UploadState::Waiting);
                pause = if std::mem::take(&mut sender.progressed) { first } else { pause };
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(max);
            }
        }
    }
}

struct Sender {
    context: Arc<AppContext>,
    open: Arc<OpenProfile>,
    upload: StoredUpload,
    /// Size of the next chunk in bytes.
    chunk: u64,
    /// Whether anything was received since the connection last broke.
    progressed: bool,
}

impl Sender {
    fn note(&self, change: impl FnOnce(&mut super::Upload)) {
        note(&self.context, &self.upload.id, false, change);
    }

    /// A file of the queue waits until other uploads are finished: there may be nobody to cancel one.
    fn must_wait(&self, problem: &Problem) -> bool {
        self.upload.address.is_some() && problem.code == TOO_MANY
    }

    async fn refused(&self, problem: Problem) {
        tracing::warn!(code = problem.code, "a file was not sent");
        if let Err(error) = stored::delete(&self.open.store, &self.upload.id) {
            tracing::warn!(%error, "what was on its way is still remembered");
        }
        if let Some(address) = &self.upload.address
            && let Err(error) = offline::refused(&self.context, &self.open, address, &problem)
        {
            tracing::error!(%error, "that a file was refused was not kept");
        }
        self.note(|upload| {
            upload.state = UploadState::Failed;
            upload.problem = Some(problem);
        });
        delete_at_school(&self.context, &self.open, &self.upload).await;
    }

    /// Sends all missing bytes; returns the school's description of the file.
    async fn send(&mut self) -> Result<Value, SendError> {
        let mut status = self.status().await?;
        loop {
            while status.offset < self.upload.stamp.size {
                status = self.send_chunk(status).await?;
            }
            self.note(|upload| {
                upload.state = UploadState::Finishing;
                upload.sent = upload.size;
            });
            let path = format!("/api/uploads/{}/finish", status.id);
            let api_request =
                ApiRequest { timeout: LONG_TIMEOUT, ..ApiRequest::json(Method::POST, path, &Value::Null) };
            let answer = self.request(&api_request).await?;
            match expected_offset(&answer) {
                Some(offset) => status.offset = offset,
                None => return Ok(successful(&answer)?.json()),
            }
        }
    }

    /// Starts the upload at the school, or requests its state.
    async fn status(&mut self) -> Result<UploadStatus, SendError> {
        let api_request = if let Some(id) = &self.upload.school_id {
            ApiRequest::get(format!("/api/uploads/{id}"))
        } else {
            let new = json!({"name": self.upload.name, "size": self.upload.stamp.size});
            ApiRequest::json(Method::POST, "/api/uploads", &new)
        };
        let status: UploadStatus = read(successful(&self.request(&api_request).await?)?)?;
        self.upload.school_id = Some(status.id.clone());
        stored::record_school_id(&self.open.store, &self.upload.id, Some(&status.id))?;
        self.note(|upload| {
            upload.state = UploadState::Sending;
            upload.sent = status.offset;
        });
        Ok(status)
    }

    async fn request(&self, api_request: &ApiRequest) -> Result<ApiResponse, SendError> {
        Ok(self.context.send(&self.open, api_request).await?)
    }

    async fn send_chunk(&mut self, status: UploadStatus) -> Result<UploadStatus, SendError> {
        let begins = status.offset;
        let length = self.chunk.clamp(status.min_chunk_size, status.chunk_size);
        let bytes = self.bytes(begins, length.min(self.upload.stamp.size - begins)).await?;
        let octets = HeaderValue::from_static("application/octet-stream");
        let api_request = ApiRequest {
            method: Method::PUT,
            headers: HeaderMap::from_iter([(header::CONTENT_TYPE, octets)]),
            body: bytes,
            timeout: INACTIVITY_TIMEOUT,
            on_sent: Some(self.on_sent(begins)),
            ..ApiRequest::get(format!("/api/uploads/{}?offset={begins}", status.id))
        };
        let started = Instant::now();
        // A connection that breaks during a large body may still be usable: the next request finds that out.
        let sent = self.open.session.send(&self.context.client, &api_request).await;
        let answer = sent.inspect_err(|_| self.chunk = (length / 2).max(status.min_chunk_size))?;
        if let Some(offset) = expected_offset(&answer) {
            return Ok(UploadStatus { offset, ..status });
        }
        let received: UploadStatus = read(successful(&answer)?)?;
        self.progressed = true;
        self.chunk = match started.elapsed() {
            quick if quick < FAST => length.saturating_mul(2),
            slow if slow > SLOW => length / 2,
            _ => length,
        };
        Ok(received)
    }

    /// Reports the progress to the page.
    fn on_sent(&self, begins: u64) -> OnSent {
        let (context, id) = (Arc::clone(&self.context), self.upload.id.clone());
        OnSent::new(move |bytes| note(&context, &id, true, |upload| upload.sent = begins + bytes))
    }

    async fn bytes(&self, begins: u64, length: u64) -> Result<Bytes, SendError> {
        let (path, stamp) = (self.upload.path.clone(), self.upload.stamp);
        let read = tokio::task::spawn_blocking(move || bytes_of(path, stamp, begins, length)).await;
        read.ok().flatten().ok_or_else(|| unreadable().into())
    }
}

/// A part of the file; nothing when the file has changed.
fn bytes_of(path: PathBuf, stamp: FileStamp, begins: u64, length: u64) -> Option<Bytes> {
    if stored::file_stamp(&path) != Some(stamp) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(begins)).ok()?;
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes.into())
}

/// The offset at which the school wants to continue, when it differs from the one that was sent.
fn expected_offset(answer: &ApiResponse) -> Option<u64> {
    let body = (answer.status == StatusCode::CONFLICT).then(|| answer.json())?;
    (body["code"] == "upload_offset").then(|| body["params"]["offset"].as_u64())?
}

/// A successful response.
fn successful(answer: &ApiResponse) -> Result<&ApiResponse, SendError> {
    if answer.status.is_success() {
        return Ok(answer);
    }
    let problem = answer.problem();
    match answer.status {
        StatusCode::NOT_FOUND if answer.is_definite() => Err(SendError::Gone),
        _ if answer.is_definite() || problem.code == TOO_MANY => Err(problem.into()),
        _ => Err(SendError::ConnectionLost),
    }
}

fn read(answer: &ApiResponse) -> Result<UploadStatus, SendError> {
    Ok(serde_json::from_slice(&answer.body).map_err(Error::from)?)
}
