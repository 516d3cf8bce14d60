//! Receives a file: its name, its declared type and its first bytes must agree, and its size is limited.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt as _, TryStreamExt as _};
use preau_core::class_message;
use preau_core::code::Code;
use preau_core::file::{self, FileKind, FileType};
use preau_core::problem::Fault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::rewriting;
use super::rows::{self, NewFile};
use super::store::Writing;
use super::stored::{Stored, StoredBytes};
use super::uploads;
use crate::change;
use crate::clock::hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Query, body_fault};
use crate::http::limits::Limit;
use crate::write::Call;

/// Inactivity timeout of a sender.
const INACTIVITY_TIMEOUT: Duration = Duration::from_secs(30);
/// Limit of files sent by one teacher.
const LIMIT_OF_TEACHERS: Limit = Limit::per_minutes(20, 60);
/// Seconds until another attempt may get a permit.
pub(super) const RETRY_AFTER: u64 = 5;

/// The query parameters.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UploadQuery {
    /// With its extension, which says its type.
    name: String,
}

/// A file that was uploaded.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UploadedFile {
    /// Its address, to be kept in content.
    url: String,
    /// The same for the caller's pictures and players, which send no token; for some hours.
    link: String,
    /// As it was called.
    name: String,
    kind: FileKind,
    media_type: &'static str,
    /// In bytes, as it is kept.
    size: i64,
    /// Of a picture as it is kept, in pixels.
    width: Option<u32>,
    height: Option<u32>,
}

/// Keeps a file: images up to 10 MB, PDF 50 MB, audio 100 MB, video 1 GB, captions 1 MB. The body is the file itself.
/// The same bytes are the same file, however often they are sent. A picture of at most 40 megapixels is written anew:
/// without EXIF data, turned upright, at most 2,400 pixels on its longer side.
#[utoipa::path(post, path = "/files", tag = "files", params(UploadQuery),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 201, body = UploadedFile),
        (status = 200, body = UploadedFile, description = "It was there already."), (status = 429)))]
pub(super) async fn upload_file(
    State(app): State<AppContext>,
    call: Call,
    Query(named): Query<UploadQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let user = call.caller.user()?;
    let (name, kind) = check_type(&named.name, content_type(&headers), content_length(&headers))?;
    check_sender(&app, user, kind).await?;
    let Some(_permit) = app.files().upload_permit() else {
        return Err(Error::too_many(Code::TooManyRequests, RETRY_AFTER));
    };
    let stored = receive(&app, kind, body_stream(body)).await?;
    let new = NewFile { address: file::address(&stored.bytes.sha256, kind), kind, name, stored };
    let is_new = store(&app, &call, user.id, &new, None).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    file_response(&app, user.id, &new.address, &new.name, status).await
}

/// Creates the file of the received bytes, and completes the upload that sent them. Returns whether it is
/// new.
pub(super) async fn store(
    app: &AppContext,
    call: &Call,
    user_id: i64,
    new: &NewFile,
    upload: Option<&str>,
) -> Result<bool> {
    let is_lost = rows::is_lost(app, &new.address).await?;
    let inserted = change!(app, Some(call), |tx| {
        if let Some(id) = upload {
            uploads::store::finish(tx, id, &new.address).await?;
        }
        rows::insert(tx, new, user_id, is_lost).await
    })?;
    if !inserted.is_ours {
        new.stored.delete(app.files()).await?;
    }
    Ok(inserted.is_new)
}

/// The file of this address as in the response to its sender.
pub(super) async fn file_response(
    app: &AppContext,
    user_id: i64,
    address: &str,
    name: &str,
    status: StatusCode,
) -> Result<Response> {
    let mut conn = app.db.read().await?;
    let (size, width, height) = rows::dimensions(&mut conn, address).await?;
    let kind = file::at(address).ok_or_else(|| Error::internal("a file without an address"))?;
    let answer = UploadedFile {
        link: app.file_links().create(address, user_id, app.clock.now())?,
        url: address.to_owned(),
        name: name.to_owned(),
        kind: kind.kind,
        media_type: kind.media_type(),
        size,
        width: width.and_then(|width| u32::try_from(width).ok()),
        height: height.and_then(|height| u32::try_from(height).ok()),
    };
    Ok((status, Json(answer)).into_response())
}

fn content_type(headers: &HeaderMap) -> &str {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Its name and type, when both are allowed and agree and the announced size is within the limit.
pub(super) fn check_type(
    name: &str,
    declared: &str,
    size: Option<u64>,
) -> Result<(String, &'static FileType)> {
    let name = file::name(name).map_err(|fault| Error::field("name", fault))?;
    let kind = FileType::of_name(&name).map_err(|fault| Error::field("name", fault))?;
    let declared = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if !kind.is_declared(&declared) {
        return Err(mismatch());
    }
    if size.is_some_and(|size| size > kind.kind.limit()) {
        return Err(too_large(kind.kind));
    }
    Ok((name, kind))
}

/// Whoever does not edit content uploads for messages to classes: no videos, and not without end.
pub(super) async fn check_sender(app: &AppContext, user: SignedIn, kind: &FileType) -> Result<()> {
    if user.is_staff() {
        return Ok(());
    }
    if !class_message::KINDS.contains(&kind.kind) {
        return Err(Error::field("name", Code::FileTypeRefused));
    }
    app.limit(&format!("upload {}", user.id), LIMIT_OF_TEACHERS).await
}

pub(super) fn mismatch() -> Error {
    Error::field("file", Code::FileTypeMismatch)
}

fn too_large(kind: FileKind) -> Error {
    Fault::new(Code::FileTooLarge).with("max", kind.megabytes()).into()
}

/// Where the received bytes go.
enum Target {
    Store(Writing),
    /// A picture is small, and stored only after it was re-encoded.
    Memory(Vec<u8>),
}

impl Target {
    async fn add(&mut self, bytes: Bytes) -> Result<()> {
        match self {
            Self::Store(writing) => writing.add(bytes).await,
            Self::Memory(all) => {
                all.extend_from_slice(&bytes);
                Ok(())
            }
        }
    }
}

/// Receives a body and puts it in place.
pub(super) async fn receive(
    app: &AppContext,
    kind: &'static FileType,
    bytes: BoxStream<'_, Result<Bytes>>,
) -> Result<Stored> {
    let id = app.ids.hex128();
    let mut target = match kind.kind {
        FileKind::Image => Target::Memory(Vec::new()),
        FileKind::Pdf | FileKind::Audio | FileKind::Video | FileKind::Captions => {
            Target::Store(app.files().begin(&id).await?)
        }
    };
    let arrived = copy_body(&mut target, kind, bytes).await;
    match (target, arrived) {
        (Target::Memory(bytes), arrived) => {
            arrived?;
            Stored::of_picture(app, &rewriting::rewrite(app.files(), bytes, kind).await?).await
        }
        (Target::Store(writing), Ok((sha256, size))) => {
            let unfinished = writing.finish().await?;
            Ok(StoredBytes::place(app.files(), &unfinished, sha256, size, &id).await?.into())
        }
        (Target::Store(writing), Err(error)) => {
            writing.abandon().await;
            Err(error)
        }
    }
}

/// Copies the body into the target; returns hash and size.
async fn copy_body(
    target: &mut Target,
    kind: &FileType,
    mut chunks: BoxStream<'_, Result<Bytes>>,
) -> Result<(String, u64)> {
    let (mut head, mut hash, mut size) = (Vec::new(), Sha256::new(), 0_u64);
    while let Some(chunk) = chunks.try_next().await? {
        let known = size >= kind.kind.head();
        size += chunk.len() as u64;
        if size > kind.kind.limit() {
            return Err(too_large(kind.kind));
        }
        hash.update(&chunk);
        if !known {
            head.extend_from_slice(&chunk);
            if size >= kind.kind.head() && !kind.begins_so(&head) {
                return Err(mismatch());
            }
        }
        target.add(chunk).await?;
    }
    if size < kind.kind.head() && !kind.begins_so(&head) {
        return Err(mismatch());
    }
    Ok((hex(&hash.finalize()), size))
}

/// The request's body as a stream.
fn body_stream(body: Body) -> BoxStream<'static, Result<Bytes>> {
    let arriving = body.into_data_stream();
    stream::try_unfold(arriving, |mut arriving| async move {
        Ok(next_chunk(&mut arriving).await?.map(|bytes| (bytes, arriving)))
    })
    .boxed()
}

/// The next bytes of the body.
///
/// # Errors
/// `too_slow` when the sender is inactive or the connection breaks.
pub(super) async fn next_chunk(arriving: &mut axum::body::BodyDataStream) -> Result<Option<Bytes>> {
    match tokio::time::timeout(INACTIVITY_TIMEOUT, arriving.next()).await {
        Ok(bytes) => bytes.transpose().map_err(|error| body_fault(&error).into()),
        Err(_) => Err(Code::TooSlow.into()),
    }
}
