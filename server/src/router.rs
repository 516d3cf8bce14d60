//! Every route of the school, and what surrounds them: request ids, limits, the gate, compression.
//!
//! Each concept owns its routes; this file only puts them together.

use std::sync::LazyLock;
use std::time::Duration;

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
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::error::{Error, REQUEST_ID};
use crate::kept::Shelf;
use crate::metrics::Route;
use crate::{caller, etag, files, headers, idempotency, openapi, paging, site};

/// Longest a request may take.
const REQUEST_TIME: Duration = Duration::from_mins(1);
/// Longest a file may take to arrive, provided it does not stand still.
const UPLOAD_TIME: Duration = Duration::from_hours(2);

/// The calls of the API with their description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(crate::payment::routes())
        .merge(crate::version::routes())
        .merge(crate::auth::routes())
        .merge(crate::accounts::routes())
        .merge(crate::catalogue::routes())
        .merge(crate::learning::routes())
        .merge(crate::level_test::routes())
        .merge(crate::mail::routes())
        .merge(crate::contact::routes())
        .merge(crate::faq::routes())
        .merge(crate::files::routes())
        .merge(crate::comments::routes())
        .merge(crate::school::routes())
        .merge(crate::checkout::routes())
        .merge(crate::reservations::routes())
        .merge(crate::invoices::routes())
        .merge(crate::withdrawals::routes())
        .merge(crate::refunds::routes())
        .merge(crate::cancellation::routes())
        .merge(crate::subscriptions::routes())
        .merge(crate::progress::routes())
        .merge(crate::certificates::routes())
        .merge(crate::changes::routes())
        .merge(crate::audit::routes())
        .merge(crate::stats::routes())
}

/// The API's description, complete with errors and security; its paths stand under `/api`.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    openapi::complete(api().into_openapi())
}

/// Everything the school serves.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api
        .route_layer(middleware::from_fn_with_state(app.clone(), idempotency::layer))
        .route_layer(middleware::from_fn_with_state(app.clone(), caller::gate))
        .route_layer(middleware::from_fn(paging::layer))
        .route_layer(middleware::from_fn(etag::layer))
        // Beside the gate: what describes the API is for everyone and no call of it.
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
    let inside = Shelf::inside(app.clone()).before(api.clone());
    let everything = Router::new()
        .merge(crate::health::routes())
        .with_state(app.clone())
        .merge(site::routes(app.clone(), inside))
        .merge(api)
        .layer(middleware::from_fn_with_state(REQUEST_TIME, time_limit))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), headers::secure))
        .layer(middleware::from_fn_with_state(app.clone(), with_request_id));
    Shelf::outside(app).before(everything)
}

async fn openapi_json() -> Response {
    static TEXT: LazyLock<Option<String>> = LazyLock::new(|| document().to_json().ok());
    match &*TEXT {
        Some(text) => ([(header::CONTENT_TYPE, "application/json")], text.as_str()).into_response(),
        None => Error::internal("the description cannot be written").into_response(),
    }
}

/// Gives up on what takes longer than `most`.
pub async fn time_limit(
    State(most): State<Duration>,
    request: Request<axum::body::Body>,
    next: Next,
) -> Response {
    let most = if files::is_upload(&request) { UPLOAD_TIME } else { most };
    match tokio::time::timeout(most, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Error::from(Code::TooSlow).into_response(),
    }
}

fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> Response {
    Error::internal("a handler panicked").into_response()
}

/// Names every request, so that an answer and its log lines can be matched.
async fn with_request_id(State(app): State<App>, request: Request<axum::body::Body>, next: Next) -> Response {
    let id = app.ids.hex128();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let started = std::time::Instant::now();
    // At the level of errors, so that they bear it whatever is logged.
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
    // The route, never the address: addresses carry e-mails and tokens.
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
