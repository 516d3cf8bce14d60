//! The page at an address: rendered, or the empty page of its site.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Uri, Version, header};
use axum::response::{IntoResponse, Response};
use preau_core::account_change::font_permille;
use preau_core::language::UiLanguage;

use super::files::Site;
use super::sent::Sent;
use super::ssr::{Outcome, RenderRequest, Rendered};
use super::{SiteContext, not_built};
use crate::http::caller::Caller;
use crate::http::headers::page_policy;
use crate::metrics::Route;

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
    let response = match rendered.as_deref().map(|rendered| (rendered, &rendered.outcome)) {
        None | Some((_, Outcome::Failed { .. })) => empty_page(context, &visitor.with_preferences(&page)),
        Some((_, Outcome::ClientOnly)) => {
            let mut response = empty_page(context, &visitor.with_preferences(&page));
            response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
            response
        }
        Some((_, Outcome::Redirect { status, to })) => redirect(*status, to),
        Some((rendered, Outcome::Page(parts))) => {
            let make = || Sent::new(&context.app.config, &visitor.with_preferences(&page), parts);
            rendered.sent.response(visitor.font_permille, &context.other_sizes, &asked.headers, make)
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
    };
    let (writes, began) = (context.app.db.public_writes(), Instant::now());
    if let Some(rendered) = context.page_cache.get(&request, &context.api, writes).await {
        return Some(rendered);
    }
    let network = Caller::anonymous(&context.app, asked).widest_network();
    if !context.render_limit.try_take(network, began) {
        return None;
    }
    let rendered = context.renderer.render(request.clone()).await?;
    // The server has a fault or too many requests: the browser reports it better, and tries again.
    if rendered.sources.iter().any(|source| source.status >= 429) {
        return None;
    }
    Some(context.page_cache.insert(&request, rendered, (writes, began)))
}

/// The visitor's preferences, from `?lang=` and the site's cookies.
struct Visitor {
    language: UiLanguage,
    /// In thousandths of the browser's font size; `None`: that size.
    font_permille: Option<i32>,
}

impl Visitor {
    fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let query = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let requested = query.filter(|(name, _)| name == "lang").find_map(|(_, value)| value.parse().ok());
        let language = requested.or_else(|| cookie(headers, "lang")?.parse().ok());
        let size = cookie(headers, "fontSize").and_then(|size| size.parse().ok());
        let font_permille = size.and_then(font_permille).filter(|permille| *permille != 1000);
        Self {
            language: language.unwrap_or_default(),
            font_permille: font_permille.and_then(|permille| i32::try_from(permille).ok()),
        }
    }

    /// The page in the visitor's language and font size.
    fn with_preferences(&self, page: &str) -> String {
        let language = self.language.as_str();
        let percent = self.font_permille.map(|permille| f64::from(permille) / 10.0);
        let style = percent.map(|percent| format!(" style=\"font-size:{percent}%\"")).unwrap_or_default();
        page.replacen("<html lang=\"fr\"", &format!("<html lang=\"{language}\"{style}"), 1).replacen(
            "/assets/i18n/fr.json",
            &format!("/assets/i18n/{language}.json"),
            1,
        )
    }
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The page without rendered content: the browser renders it.
fn empty_page(context: &SiteContext, page: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, page_policy(&context.app.config, None)),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "Cookie".to_owned()),
    ];
    (headers, page.to_owned()).into_response()
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
