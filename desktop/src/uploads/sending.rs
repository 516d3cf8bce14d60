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

use super::kept::{self, Facts, Kept};
use super::{give_up, note, offline, unreadable};
use crate::context::AppContext;
use crate::error::{Error, Problem};
use crate::profile::OpenProfile;
use crate::school::tokens::AuthError;
use crate::school::{ApiRequest, ApiResponse, LONG_TIMEOUT, OnSent};
use crate::transfers::State;

/// Size of the first chunk: large enough for most pictures, small enough for a slow connection.
const FIRST: u64 = 1024 * 1024;
/// A chunk that took less is followed by a larger one, one that took longer by a smaller one.
const QUICK: Duration = Duration::from_secs(2);
const SLOW: Duration = Duration::from_secs(15);
/// Between two attempts: first and maximum.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(15)];
/// The account, or the school, has too many uploads in progress.
const TOO_MANY: &str = "too_many_uploads";
/// Inactivity timeout of a chunk: the school's is no longer.
const SILENCE: Duration = Duration::from_secs(30);

/// Why sending stops.
enum Stop {
    /// The connection was lost.
    Lost,
    /// The school has deleted the unfinished upload.
    Gone,
    Refused(Box<Problem>),
}

impl From<AuthError> for Stop {
    fn from(error: AuthError) -> Self {
        match error {
            error if error.is_temporary() => Self::Lost,
            AuthError::SignedOut => Self::Lost,
            AuthError::Failed(error) => error.into(),
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(Box::new(error.into_problem()))
    }
}

impl From<Problem> for Stop {
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
pub(super) async fn run(context: Arc<AppContext>, open: Arc<OpenProfile>, kept: Kept) {
    let profile = Arc::clone(&open);
    tokio::select! {
        () = send_whole(context, open, kept) => {}
        () = profile.connection_state.closed() => {}
    }
}

async fn send_whole(context: Arc<AppContext>, open: Arc<OpenProfile>, kept: Kept) {
    let mut sending = Sending { context, open, kept, chunk: FIRST, moved: false };
    let [first, most] = PAUSES;
    let mut pause = first;
    loop {
        match sending.send().await {
            Ok(file) => {
                if let Err(error) = offline::arrived(&sending.context, &sending.open, &sending.kept, &file) {
                    tracing::error!(%error, "that a file has arrived was not kept");
                    sending.context.record_error(&error);
                }
                return sending.note(|upload| {
                    upload.state = State::Arrived;
                    upload.sent = upload.size;
                    upload.file = Some(file);
                });
            }
            Err(Stop::Refused(problem)) if !sending.waits_after(&problem) => {
                return sending.refused(*problem).await;
            }
            // The upload is started again; a school that does not support that is too old.
            Err(Stop::Gone) if sending.kept.school_id.is_some() => sending.kept.school_id = None,
            Err(Stop::Gone) => {
                return sending.refused(Problem::new(StatusCode::NOT_FOUND, "not_found")).await;
            }
            // This is the first sign that the school cannot be reached.
            Err(Stop::Lost) if sending.kept.keeps && sending.kept.school_id.is_none() => {
                return offline::run(sending.context, sending.open, sending.kept).await;
            }
            Err(Stop::Lost | Stop::Refused(_)) => {
                sending.note(|upload| upload.state = State::Waiting);
                pause = if std::mem::take(&mut sending.moved) { first } else { pause };
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(most);
            }
        }
    }
}

struct Sending {
    context: Arc<AppContext>,
    open: Arc<OpenProfile>,
    kept: Kept,
    /// Size of the next chunk in bytes.
    chunk: u64,
    /// Whether anything was received since the connection last broke.
    moved: bool,
}

impl Sending {
    fn note(&self, change: impl FnOnce(&mut super::Upload)) {
        note(&self.context, &self.kept.id, false, change);
    }

    /// A file of the queue waits until other uploads are finished: there may be nobody to cancel one.
    fn waits_after(&self, problem: &Problem) -> bool {
        self.kept.address.is_some() && problem.code == TOO_MANY
    }

    async fn refused(&self, problem: Problem) {
        tracing::warn!(code = problem.code, "a file was not sent");
        if let Err(error) = kept::forget(&self.open.store, &self.kept.id) {
            tracing::warn!(%error, "what was on its way is still remembered");
        }
        if let Some(address) = &self.kept.address
            && let Err(error) = offline::refused(&self.context, &self.open, address, &problem)
        {
            tracing::error!(%error, "that a file was refused was not kept");
        }
        self.note(|upload| {
            upload.state = State::Failed;
            upload.problem = Some(problem);
        });
        give_up(&self.context, &self.open, &self.kept).await;
    }

    /// Sends all missing bytes; returns the school's description of the file.
    async fn send(&mut self) -> Result<Value, Stop> {
        let mut status = self.status().await?;
        loop {
            while status.offset < self.kept.facts.size {
                status = self.send_chunk(status).await?;
            }
            self.note(|upload| {
                upload.state = State::Finishing;
                upload.sent = upload.size;
            });
            let path = format!("/api/uploads/{}/finish", status.id);
            let api_request =
                ApiRequest { timeout: LONG_TIMEOUT, ..ApiRequest::json(Method::POST, path, &Value::Null) };
            let answer = self.request(&api_request).await?;
            match go_on_at(&answer) {
                Some(offset) => status.offset = offset,
                None => return Ok(accepted(&answer)?.json()),
            }
        }
    }

    /// Starts the upload at the school, or requests its state.
    async fn status(&mut self) -> Result<UploadStatus, Stop> {
        let api_request = if let Some(id) = &self.kept.school_id {
            ApiRequest::get(format!("/api/uploads/{id}"))
        } else {
            let new = json!({"name": self.kept.name, "size": self.kept.facts.size});
            ApiRequest::json(Method::POST, "/api/uploads", &new)
        };
        let status: UploadStatus = read(accepted(&self.request(&api_request).await?)?)?;
        self.kept.school_id = Some(status.id.clone());
        kept::note(&self.open.store, &self.kept.id, Some(&status.id))?;
        self.note(|upload| {
            upload.state = State::Sending;
            upload.sent = status.offset;
        });
        Ok(status)
    }

    async fn request(&self, api_request: &ApiRequest) -> Result<ApiResponse, Stop> {
        Ok(self.context.send(&self.open, api_request).await?)
    }

    async fn send_chunk(&mut self, status: UploadStatus) -> Result<UploadStatus, Stop> {
        let begins = status.offset;
        let length = self.chunk.clamp(status.min_chunk_size, status.chunk_size);
        let bytes = self.bytes(begins, length.min(self.kept.facts.size - begins)).await?;
        let octets = HeaderValue::from_static("application/octet-stream");
        let api_request = ApiRequest {
            method: Method::PUT,
            headers: HeaderMap::from_iter([(header::CONTENT_TYPE, octets)]),
            body: bytes,
            timeout: SILENCE,
            on_sent: Some(self.on_sent(begins)),
            ..ApiRequest::get(format!("/api/uploads/{}?offset={begins}", status.id))
        };
        let begun = Instant::now();
        // A connection that breaks during a large body may still be usable: the next request finds that out.
        let sent = self.open.session.send(&self.context.client, &api_request).await;
        let answer = sent.inspect_err(|_| self.chunk = (length / 2).max(status.min_chunk_size))?;
        if let Some(offset) = go_on_at(&answer) {
            return Ok(UploadStatus { offset, ..status });
        }
        let arrived: UploadStatus = read(accepted(&answer)?)?;
        self.moved = true;
        self.chunk = match begun.elapsed() {
            quick if quick < QUICK => length.saturating_mul(2),
            slow if slow > SLOW => length / 2,
            _ => length,
        };
        Ok(arrived)
    }

    /// Reports the progress to the page.
    fn on_sent(&self, begins: u64) -> OnSent {
        let (context, id) = (Arc::clone(&self.context), self.kept.id.clone());
        OnSent::new(move |bytes| note(&context, &id, true, |upload| upload.sent = begins + bytes))
    }

    async fn bytes(&self, begins: u64, length: u64) -> Result<Bytes, Stop> {
        let (path, facts) = (self.kept.path.clone(), self.kept.facts);
        let read = tokio::task::spawn_blocking(move || bytes_of(path, facts, begins, length)).await;
        read.ok().flatten().ok_or_else(|| unreadable().into())
    }
}

/// A part of the file; nothing when the file has changed.
fn bytes_of(path: PathBuf, facts: Facts, begins: u64, length: u64) -> Option<Bytes> {
    if kept::facts(&path) != Some(facts) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(begins)).ok()?;
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes.into())
}

/// The offset at which the school wants to continue, when it differs from the one that was sent.
fn go_on_at(answer: &ApiResponse) -> Option<u64> {
    let body = (answer.status == StatusCode::CONFLICT).then(|| answer.json())?;
    (body["code"] == "upload_offset").then(|| body["params"]["offset"].as_u64())?
}

/// A successful response.
fn accepted(answer: &ApiResponse) -> Result<&ApiResponse, Stop> {
    if answer.status.is_success() {
        return Ok(answer);
    }
    let problem = answer.problem();
    match answer.status {
        StatusCode::NOT_FOUND if answer.is_definite() => Err(Stop::Gone),
        _ if answer.is_definite() || problem.code == TOO_MANY => Err(problem.into()),
        _ => Err(Stop::Lost),
    }
}

fn read(answer: &ApiResponse) -> Result<UploadStatus, Stop> {
    Ok(serde_json::from_slice(&answer.body).map_err(Error::from)?)
}
