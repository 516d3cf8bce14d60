//! Extractors of JSON bodies, queries and path parameters; each error is a problem that names the field.
//!
//! Control characters and NUL are refused here for every text of every call; further validation of texts is
//! in core.

use std::io;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use preau_core::code::Code;
use preau_core::json::{self, misfit};
use preau_core::problem::{Fault, Fields};
use preau_core::text::has_control_character;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{Error, Result};

/// A JSON body of a request or a response.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// The media type of a body, in lower case, without its parameters.
fn media_type(request: &Request) -> String {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Why a body could not be read: it is too large, it is not compressed as declared, or the connection broke.
/// In that case the client may send it again, so the request is not at fault (408).
pub(crate) fn body_fault(error: &(dyn std::error::Error + 'static)) -> Code {
    let mut source = Some(error);
    while let Some(error) = source {
        // axum boxes the error once more when it buffers a whole body.
        if error.is::<LengthLimitError>() || error.is::<Box<LengthLimitError>>() {
            return Code::TooLarge;
        }
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            return Code::MalformedRequest;
        }
        source = error.source();
    }
    Code::TooSlow
}

/// The bytes of a CSV file.
#[derive(Clone, Debug)]
pub struct Csv(pub axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Csv {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        if media_type(&request) != "text/csv" {
            return Err(Code::UnsupportedMediaType.into());
        }
        Raw::from_request(request, state).await.map(|Raw(bytes)| Self(bytes))
    }
}

/// A body as it was sent.
#[derive(Clone, Debug)]
pub struct Raw(pub axum::body::Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let bytes = axum::body::Bytes::from_request(request, state).await;
        bytes.map(Self).map_err(|error| body_fault(&error).into())
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let essence = media_type(&request);
        if essence != "application/json" && !essence.ends_with("+json") {
            return Err(Code::UnsupportedMediaType.into());
        }
        let Raw(bytes) = Raw::from_request(request, state).await?;
        parse(json::read(&bytes)?).map(Self)
    }
}

/// Deserialises a JSON value; a wrong type names its field.
///
/// # Errors
/// `invalid` with the field.
pub fn parse<T: DeserializeOwned>(value: Value) -> Result<T> {
    json::parse(value).map_err(Error::from)
}

/// The query of a request.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        let mut fields = Fields::default();
        for (name, value) in pairs {
            if has_control_character(&value) || has_control_character(&name) {
                fields.refuse(
                    name.chars().filter(|c| !c.is_control()).collect::<String>(),
                    Fault::new(Code::ControlCharacter),
                );
            }
        }
        fields.finish()?;
        let reader = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(reader)
            .map(Self)
            .map_err(|error| misfit(&error.path().to_string(), &error.inner().to_string()).into())
    }
}

/// Path parameters. An invalid one is answered with 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let decoded = axum::extract::RawPathParams::from_request_parts(parts, state).await;
        let clean = decoded.is_ok_and(|params| params.iter().all(|(_, value)| !has_control_character(value)));
        if !clean {
            return Err(Error::not_found());
        }
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(_) => Err(Error::not_found()),
        }
    }
}

/// An optional JSON body: older clients send none.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let limited = Request::from_parts(parts.clone(), body);
        let Raw(bytes) = Raw::from_request(limited, state).await?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self(T::default()));
        }
        let whole = Request::from_parts(parts, axum::body::Body::from(bytes));
        Json::from_request(whole, state).await.map(|Json(value)| Self(value))
    }
}
