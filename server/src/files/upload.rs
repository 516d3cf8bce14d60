//! Taking a file in: its name, what the sender calls it and its first bytes must agree, and it ends at its limit.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use preau_core::code::Code;
use preau_core::file::{self, FileKind, FileType};
use preau_core::problem::Fault;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::rewriting;
use super::rows::{self, NewFile};
use super::store::Writing;
use super::stored::{Stored, StoredBytes};
use crate::app::App;
use crate::change;
use crate::clock::hex;
use crate::error::{Error, Result};
use crate::extract::{Json, Query};
use crate::write::Call;

/// Longest that a sender may be silent.
const SILENCE: Duration = Duration::from_secs(30);
/// Seconds until another try may find a place.
const BUSY_FOR: u64 = 5;

/// What a file is called.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Named {
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
#[utoipa::path(post, path = "/files", tag = "files", params(Named),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 201, body = UploadedFile),
        (status = 200, body = UploadedFile, description = "It was there already."), (status = 429)))]
pub(super) async fn upload_file(
    State(app): State<App>,
    call: Call,
    Query(named): Query<Named>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let user = call.caller.user()?;
    let (name, kind) = accepted(&named.name, &headers)?;
    let turn = app.files.turn();
    if turn.is_none() {
        return Err(Error::too_many(Code::TooManyRequests, BUSY_FOR));
    }
    let stored = receive(&app, kind, body).await?;
    let new = NewFile { address: file::address(&stored.bytes.sha256, kind), kind, name, stored };
    let is_lost = rows::is_lost(&app, &new.address).await?;
    let kept = change!(app, Some(&call), |tx| rows::keep(tx, &new, user.id, is_lost).await)?;
    if !kept.is_ours {
        new.stored.delete(&app.files).await?;
    }
    let size = new.stored.size;
    let answer = UploadedFile {
        link: app.file_links.to(&new.address, user.id, app.clock.now())?,
        url: new.address,
        name: new.name,
        kind: kind.kind,
        media_type: kind.media_type(),
        size: new.stored.bytes.size,
        width: size.map(|size| size.width),
        height: size.map(|size| size.height),
    };
    let status = if kept.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(answer)).into_response())
}

/// Its name and type, when both will do and it does not announce too much.
fn accepted(name: &str, headers: &HeaderMap) -> Result<(String, &'static FileType)> {
    let text = |name: header::HeaderName| {
        headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    };
    let name = file::name(name).map_err(|fault| Error::field("name", fault))?;
    let kind = FileType::of_name(&name).map_err(|fault| Error::field("name", fault))?;
    let declared =
        text(header::CONTENT_TYPE).split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if !kind.is_declared(&declared) {
        return Err(mismatch());
    }
    if text(header::CONTENT_LENGTH).parse::<u64>().is_ok_and(|size| size > kind.kind.limit()) {
        return Err(too_large(kind.kind));
    }
    Ok((name, kind))
}

fn mismatch() -> Error {
    Error::field("file", Code::FileTypeMismatch)
}

fn too_large(kind: FileKind) -> Error {
    Fault::new(Code::FileTooLarge).with("max", kind.megabytes()).into()
}

/// Where the bytes of a sender go.
enum Target {
    Store(Writing),
    /// A picture is small, and stored only once it is written anew.
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

/// What the sender sends, in its place.
async fn receive(app: &App, kind: &'static FileType, body: Body) -> Result<Stored> {
    let id = app.ids.hex128();
    let mut target = match kind.kind {
        FileKind::Image => Target::Memory(Vec::new()),
        FileKind::Pdf | FileKind::Audio | FileKind::Video | FileKind::Captions => {
            Target::Store(app.files.begin(&id).await?)
        }
    };
    let arrived = pour(&mut target, kind, body).await;
    match (target, arrived) {
        (Target::Memory(bytes), arrived) => {
            arrived?;
            Stored::of_picture(app, &rewriting::rewrite(&app.files, bytes, kind).await?).await
        }
        (Target::Store(writing), Ok((sha256, size))) => {
            let unfinished = writing.finish().await?;
            Ok(StoredBytes::place(&app.files, &unfinished, sha256, size, &id).await?.into())
        }
        (Target::Store(writing), Err(error)) => {
            writing.abandon().await;
            Err(error)
        }
    }
}

/// From the sender into the target; answers hash and size.
async fn pour(target: &mut Target, kind: &FileType, body: Body) -> Result<(String, u64)> {
    let mut chunks = body.into_data_stream();
    let (mut head, mut hash, mut size) = (Vec::new(), Sha256::new(), 0_u64);
    while let Some(chunk) = next(&mut chunks).await? {
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

async fn next(chunks: &mut axum::body::BodyDataStream) -> Result<Option<Bytes>> {
    match tokio::time::timeout(SILENCE, chunks.next()).await {
        Ok(chunk) => chunk.transpose().map_err(|_| Code::MalformedRequest.into()),
        Err(_) => Err(Code::TooSlow.into()),
    }
}
