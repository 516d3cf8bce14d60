//! One page as it is sent: the built page of its site, the rendered content, and a new nonce.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Uri, Version, header};
use axum::response::{IntoResponse, Response};
use preau_core::account_change::font_permille;
use preau_core::language::UiLanguage;

use super::files::Site;
use super::ssr::{Outcome, RenderRequest, Rendered};
use super::{SiteContext, not_built};
use crate::http::caller::Caller;
use crate::http::headers::page_policy;
use crate::metrics::Route;

/// Placeholder for the nonce in the built pages.
const NONCE: &str = "__CSP_NONCE__";
/// Longest address that is rendered, in bytes.
const LONGEST_ADDRESS: usize = 1024;

/// The page at this address.
pub(super) async fn respond(context: &SiteContext, site: Site, asked: &Parts) -> Response {
    let Some(page) = site.page() else { return not_built() };
    let visitor = Visitor::of(&asked.uri, &asked.headers);
    let rendered = match site {
        Site::Public => rendered(context, asked, &visitor).await,
        Site::Dashboard => None,
    };
    let route = match (site, rendered.as_deref()) {
        (Site::Dashboard, _) => Route::DASHBOARD,
        (Site::Public, None) => Route::PAGE,
        (Site::Public, Some(rendered)) if rendered.route.is_empty() => Route::NO_PAGE,
        (Site::Public, Some(rendered)) => Route(rendered.route.clone().into()),
    };
    let response = match rendered.as_deref().map(|rendered| &rendered.outcome) {
        None | Some(Outcome::Failed { .. }) => {
            page_response(context, StatusCode::OK, &visitor.with_preferences(&page))
        }
        Some(Outcome::ClientOnly) => {
            let mut response = page_response(context, StatusCode::OK, &visitor.with_preferences(&page));
            response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
            response
        }
        Some(Outcome::Redirect { status, to }) => redirect(*status, to),
        Some(Outcome::Page { status, head, html, data }) => {
            let status = StatusCode::from_u16(*status).unwrap_or_default();
            page_response(context, status, &with_content(&visitor.with_preferences(&page), head, html, data))
        }
    };
    (Extension(route), response).into_response()
}

/// The page from the cache or rendered now; `None` when the browser must render it.
async fn rendered(context: &SiteContext, asked: &Parts, visitor: &Visitor) -> Option<Arc<Rendered>> {
    let uri = &asked.uri;
    if uri.path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return None;
    }
    let request = RenderRequest {
        path: uri.path().to_owned(),
        query: uri
            .query()
            .filter(|query| !query.is_empty())
            .map(|query| format!("?{query}"))
            .unwrap_or_default(),
        language: visitor.language.as_str(),
        today: context.app.clock.today(),
        origin: context.app.config.public_url(),
        nonce: context.nonce_mark.to_string(),
    };
    if let Some(rendered) = context.page_cache.get(&request, &context.api).await {
        return Some(rendered);
    }
    let network = Caller::anonymous(&context.app, asked).widest_network();
    if !context.render_limit.try_take(network, Instant::now()) {
        return None;
    }
    let rendered = context.renderer.render(request.clone()).await?;
    // The server has a fault or too many requests: the browser reports it better, and tries again.
    if rendered.sources.iter().any(|source| source.status >= 429) {
        return None;
    }
    Some(context.page_cache.insert(&request, rendered))
}

/// The visitor's preferences, from `?lang=` and the site's cookies.
struct Visitor {
    language: UiLanguage,
    /// In percent of the browser's font size.
    font_size: Option<f64>,
}

impl Visitor {
    fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let query = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let requested = query.filter(|(name, _)| name == "lang").find_map(|(_, value)| value.parse().ok());
        let language = requested.or_else(|| cookie(headers, "lang")?.parse().ok());
        let size = cookie(headers, "fontSize").and_then(|size| size.parse().ok());
        Self { language: language.unwrap_or_default(), font_size: size.and_then(percent) }
    }

    /// The page in the visitor's language and font size.
    fn with_preferences(&self, page: &str) -> String {
        let language = self.language.as_str();
        let style =
            self.font_size.map(|percent| format!(" style=\"font-size:{percent}%\"")).unwrap_or_default();
        page.replacen("<html lang=\"fr\"", &format!("<html lang=\"{language}\"{style}"), 1).replacen(
            "/assets/i18n/fr.json",
            &format!("/assets/i18n/{language}.json"),
            1,
        )
    }
}

/// The font size in percent of the browser's own; `None` for the default.
fn percent(size: i64) -> Option<f64> {
    let permille = font_permille(size).filter(|permille| *permille != 1000)?;
    i32::try_from(permille).ok().map(|permille| f64::from(permille) / 10.0)
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// Inserts the rendered head and content, and the data for hydration.
fn with_content(page: &str, head: &str, html: &str, data: &str) -> String {
    let (before, rest) = page.split_once("<!--head-->").unwrap_or((page, ""));
    let (_, rest) = rest.split_once("<!--/head-->").unwrap_or(("", rest));
    let (middle, end) = rest.split_once("<!--root-->").unwrap_or((rest, ""));
    let (middle, _) = middle.rsplit_once("<noscript>").unwrap_or((middle, ""));
    // Only `<` could end a data block.
    let data = data.replace('<', "\\u003c");
    format!(
        "{before}{head}{middle}<div id=\"root\">{html}</div>\
         <script type=\"application/json\" id=\"server-rendered\">{data}</script>{end}"
    )
}

fn page_response(context: &SiteContext, status: StatusCode, page: &str) -> Response {
    let nonce = context.app.ids.hex128();
    // The built page's placeholder precedes all rendered content: only the first is replaced, content may repeat it.
    let html = page.replacen(NONCE, &nonce, 1).replace(&*context.nonce_mark, &nonce);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, page_policy(&context.app.config, &nonce)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "Cookie".to_owned()),
    ];
    (status, headers, html).into_response()
}

fn redirect(status: u16, to: &str) -> Response {
    let Ok(to) = HeaderValue::from_str(to) else { return StatusCode::NOT_FOUND.into_response() };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
    (status, [(header::LOCATION, to), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))])
        .into_response()
}

/// Whether an answer is a page: files are compressed when they are built.
pub(super) fn is_page(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("text/html") || kind.starts_with("application/xml")
}
