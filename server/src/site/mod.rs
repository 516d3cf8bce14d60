//! Everything outside the API: files, the sites' pages, and files for search engines.
//!
//! A page of the public site is rendered here with the components that the browser runs, and hydrated there. When
//! rendering is not possible at once, the server sends the empty page and the browser renders it.

mod files;
mod identity;
mod kept_pages;
mod page;
mod page_cache;
mod render_limit;

mod sent;
mod sitemap;
mod ssr;
mod stored;

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use self::kept_pages::KeptPages;
use self::page_cache::PageCache;
use self::sent::OtherSizes;
use crate::context::AppContext;
use crate::http::headers::DOCS_POLICY;
use crate::metrics::Route;

/// Compression level of pages: they contain styles and data, which justifies a few milliseconds.
const PAGE_QUALITY: CompressionLevel = CompressionLevel::Precise(5);

/// State shared by the handlers of the site.
#[derive(Clone)]
struct SiteContext {
    app: AppContext,
    /// The API, called within the process.
    api: Router,
    renderer: Arc<ssr::Renderer>,
    page_cache: Arc<PageCache>,
    other_sizes: Arc<OtherSizes>,
    render_limit: Arc<render_limit::RenderLimit>,
}

/// Files, pages, sitemap and robots; `api` supplies the data of the pages.
pub(crate) fn routes(app: AppContext, api: Router) -> Router {
    let folder = app.config.storage.data_dir.join("pages");
    let kept = KeptPages::open(folder, files::renderer_digest().trim_matches('"'), app.clock.today());
    let context = SiteContext {
        renderer: Arc::new(ssr::Renderer::new(api.clone())),
        page_cache: Arc::new(PageCache::new(kept)),
        other_sizes: Arc::default(),
        render_limit: Arc::default(),
        app,
        api,
    };
    Router::new()
        .route("/sitemap.xml", get(sitemap::sitemap))
        .route("/robots.txt", get(sitemap::robots))
        .route("/manifest.webmanifest", get(identity::manifest))
        .route("/.well-known/security.txt", get(identity::security_txt))
        .route("/licences", get(licences))
        .fallback(serve)
        .layer(CompressionLayer::new().quality(PAGE_QUALITY).compress_when(page::is_page))
        .with_state(context)
}

/// Serves every path outside the API: a file, or the page of its site.
async fn serve(State(context): State<SiteContext>, request: Request) -> Response {
    let (mut asked, _) = request.into_parts();
    let (method, headers) = (asked.method.clone(), &mut asked.headers);
    if !matches!(method, Method::GET | Method::HEAD) {
        let refused =
            (StatusCode::METHOD_NOT_ALLOWED, Extension(Route::PAGE), [(header::ALLOW, "GET, HEAD")]);
        return refused.into_response();
    }
    if method == Method::HEAD {
        headers.remove(header::RANGE);
    }
    let (site, path) = files::Site::of(asked.uri.path());
    if path != files::PAGE && !path.is_empty() {
        if let Some(response) = site.respond(path, &asked.headers) {
            return (Extension(Route::ASSET), response).into_response();
        }
        // A page is the wrong response for a missing script or picture.
        if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            return (StatusCode::NOT_FOUND, Extension(Route::ASSET), "not found").into_response();
        }
    }
    page::respond(&context, site, &asked).await
}

/// The page that shows the API's description.
pub(crate) async fn docs() -> Response {
    let Some(page) = files::Site::Public.plain("docs-ui/index.html") else { return not_built() };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, DOCS_POLICY),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, Body::from(page)).into_response()
}

/// The notices of third-party licences.
async fn licences(headers: HeaderMap) -> Response {
    files::Site::Public.respond(files::LICENCES, &headers).unwrap_or_else(not_built)
}

/// The same notices as bytes; `None` when the sites are not built.
pub(crate) fn licences_text() -> Option<Bytes> {
    files::Site::Public.plain(files::LICENCES)
}

/// Whether the caller accepts this encoding.
fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let refused = |weight: &str| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding)) && !parts.any(refused)
    })
}

fn not_built() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, "The sites are not built: run `make build`.\n").into_response()
}
