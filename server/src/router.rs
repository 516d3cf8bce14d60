//! All routes of the school, and their middleware: request ids, limits, the gate, compression.
//!
//! Each concept defines its routes; this file only assembles them.

use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, State};
use axum::http::{HeaderValue, Request, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use preau_core::code::Code;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::decompression::RequestDecompressionLayer;
use tower_http::map_request_body::MapRequestBodyLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, REQUEST_ID};
use crate::http::etag;
use crate::http::headers;
use crate::http::idempotency;
use crate::http::openapi;
use crate::http::paging;
use crate::http::response_cache::ResponseCache;
use crate::http::uploads;
use crate::metrics::Route;
use crate::people::auth::gate;
use crate::site;

/// Timeout of a request.
const REQUEST_TIME: Duration = Duration::from_mins(1);
/// Maximum time for a file to be received, unless it stalls, or to be assembled.
const UPLOAD_TIME: Duration = Duration::from_hours(2);

/// The calls of the API with their description.
fn api() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(crate::sales::payment::routes())
        .merge(crate::http::version::routes())
        .merge(crate::people::auth::routes())
        .merge(crate::people::accounts::routes())
        .merge(crate::catalogue::routes())
        .merge(crate::calendar::routes())
        .merge(crate::learning::routes())
        .merge(crate::learning::level_test::routes())
        .merge(crate::mail::routes())
        .merge(crate::office::contact::routes())
        .merge(crate::office::class_messages::routes())
        .merge(crate::office::faq::routes())
        .merge(crate::files::routes())
        .merge(crate::office::comments::routes())
        .merge(crate::office::settings::routes())
        .merge(crate::sales::checkout::routes())
        .merge(crate::sales::reservations::routes())
        .merge(crate::sales::invoices::routes())
        .merge(crate::sales::waitlist::routes())
        .merge(crate::sales::decisions::routes())
        .merge(crate::sales::withdrawals::routes())
        .merge(crate::sales::refunds::routes())
        .merge(crate::sales::cancellation::routes())
        .merge(crate::sales::subscriptions::routes())
        .merge(crate::learning::progress::routes())
        .merge(crate::learning::attendance::routes())
        .merge(crate::learning::certificates::routes())
        .merge(crate::changes::routes())
        .merge(crate::office::audit::routes())
        .merge(crate::office::stats::routes())
        .merge(crate::operations::routes())
}

/// The API's description, complete with errors and security; its paths are under `/api`.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    openapi::complete(api().into_openapi())
}

/// Everything the school serves.
pub fn router(app: AppContext) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api
        .route_layer(middleware::from_fn_with_state(app.clone(), idempotency::layer))
        .route_layer(middleware::from_fn_with_state(app.clone(), gate::gate))
        // The inner layers see the decompressed body: limits of bodies, idempotency keys.
        .route_layer((
            RequestDecompressionLayer::new().pass_through_unaccepted(true),
            MapRequestBodyLayer::new(Body::new),
        ))
        .route_layer(middleware::from_fn(paging::layer))
        .route_layer(middleware::from_fn(etag::layer))
        // Outside the gate: the API's description is public and not a call itself.
        .route("/openapi.json", get(openapi_json))
        .route("/docs", get(site::docs))
        .layer(
            CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
                DefaultPredicate::new()
                    .and(NotForContentType::const_new("audio/"))
                    .and(NotForContentType::const_new("video/"))
                    .and(NotForContentType::const_new("application/pdf")),
            ),
        )
        .fallback(|| async { (Extension(Route::NO_CALL), Error::not_found()) })
        .method_not_allowed_fallback(|| async { Error::from(Code::MethodNotAllowed) });
    let api = Router::new().nest("/api", api).with_state(app.clone());
    let internal = ResponseCache::internal(app.clone()).wrap(api.clone());
    let everything = Router::new()
        .merge(crate::http::health::routes())
        .with_state(app.clone())
        .merge(site::routes(app.clone(), internal))
        .merge(api)
        .layer(middleware::from_fn_with_state(REQUEST_TIME, time_limit))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), headers::secure))
        .layer(middleware::from_fn_with_state(app.clone(), with_request_id));
    ResponseCache::external(app).wrap(everything)
}

async fn openapi_json() -> Response {
    static TEXT: LazyLock<Option<String>> = LazyLock::new(|| document().to_json().ok());
    match &*TEXT {
        Some(text) => ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response(),
        None => Error::internal("the description cannot be written").into_response(),
    }
}

/// Responds with a timeout after `most`.
pub async fn time_limit(
    State(most): State<Duration>,
    request: Request<axum::body::Body>,
    next: Next,
) -> Response {
    let most = if uploads::takes_long(&request) { UPLOAD_TIME } else { most };
    match tokio::time::timeout(most, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Error::from(Code::TooSlow).into_response(),
    }
}

fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Error::internal("a handler panicked").into_response()
}

/// Assigns an id to every request, so that a response and its log lines can be matched.
async fn with_request_id(
    State(app): State<AppContext>,
    request: Request<axum::body::Body>,
    next: Next,
) -> Response {
    let id = app.ids.hex128();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let started = std::time::Instant::now();
    // At error level, so that log lines of every level have it.
    let span = tracing::error_span!("request", request_id = %id);
    let mut response = {
        use tracing::Instrument as _;
        REQUEST_ID.scope(id.clone(), next.run(request)).instrument(span.clone()).await
    };
    let seconds = started.elapsed().as_secs_f64();
    let status = response.status().as_u16();
    let labelled = response.extensions_mut().remove::<Route>();
    let matched = matched.as_ref().map(MatchedPath::as_str);
    let route = labelled.as_ref().map(|route| &*route.0).or(matched).unwrap_or("other");
    // The route, never the address: addresses contain e-mail addresses and tokens.
    crate::metrics::request(method.as_str(), route, status, seconds);
    let ms = (seconds * 1000.0).round();
    span.in_scope(|| {
        if route.starts_with("/api") || response.status().is_server_error() {
            tracing::info!(%method, route, status, ms, "request");
        } else {
            tracing::debug!(%method, route, status, ms, "request");
        }
    });
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_stands_beside_its_schema() {
        crate::http::openapi::check_examples(&serde_json::to_value(document()).unwrap());
    }
}
