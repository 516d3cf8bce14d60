//! One page as it is sent: the built page of its site, what was painted for it, and a fresh nonce.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, Uri, Version, header};
use axum::response::{IntoResponse, Response};
use preau_core::account_change::font_permille;
use preau_core::language::UiLanguage;

use super::files::Site;
use super::painter::{Order, Painted, Painting};
use super::{Studio, not_built};
use crate::http::caller::Caller;
use crate::http::headers::page_policy;
use crate::metrics::Route;

/// What the sites write where the nonce belongs.
const NONCE: &str = "__CSP_NONCE__";
/// Longest address that is painted, in bytes.
const LONGEST_ADDRESS: usize = 1024;

/// The page at this address.
pub(super) async fn answer(studio: &Studio, site: Site, asked: &Parts) -> Response {
    let Some(page) = site.page() else { return not_built() };
    let visitor = Visitor::of(&asked.uri, &asked.headers);
    let painted = match site {
        Site::Public => painted(studio, asked, &visitor).await,
        Site::Dashboard => None,
    };
    let route = match (site, painted.as_deref()) {
        (Site::Dashboard, _) => Route::DASHBOARD,
        (Site::Public, None) => Route::PAGE,
        (Site::Public, Some(painted)) if painted.route.is_empty() => Route::NO_PAGE,
        (Site::Public, Some(painted)) => Route(painted.route.clone().into()),
    };
    let response = match painted.as_deref().map(|painted| &painted.painting) {
        None | Some(Painting::Failed { .. }) => sent(studio, StatusCode::OK, &visitor.dressed(&page)),
        Some(Painting::Own) => {
            let mut response = sent(studio, StatusCode::OK, &visitor.dressed(&page));
            response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
            response
        }
        Some(Painting::Redirect { status, to }) => redirect(*status, to),
        Some(Painting::Page { status, head, html, data }) => {
            let status = StatusCode::from_u16(*status).unwrap_or_default();
            sent(studio, status, &filled(&visitor.dressed(&page), head, html, data))
        }
    };
    (Extension(route), response).into_response()
}

async fn painted(studio: &Studio, asked: &Parts, visitor: &Visitor) -> Option<Arc<Painted>> {
    let uri = &asked.uri;
    if uri.path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return None;
    }
    let order = Order {
        path: uri.path().to_owned(),
        query: uri
            .query()
            .filter(|query| !query.is_empty())
            .map(|query| format!("?{query}"))
            .unwrap_or_default(),
        language: visitor.language.as_str(),
        today: studio.app.clock.today(),
        origin: studio.app.config.public_url(),
        nonce: studio.nonce_mark.to_string(),
    };
    if let Some(painted) = studio.kept.still_true(&order, &studio.api).await {
        return Some(painted);
    }
    if !studio.turns.take(Caller::stranger(&studio.app, asked).widest_network(), Instant::now()) {
        return None;
    }
    let painted = studio.painter.paint(order.clone()).await?;
    // The school is in trouble: the browser tells it better, and tries again.
    if painted.sources.iter().any(|source| source.status >= 429) {
        return None;
    }
    Some(studio.kept.keep(&order, painted))
}

/// What the page is made for: `?lang=` and the cookies that the site keeps.
struct Visitor {
    language: UiLanguage,
    /// Percent of the browser's letters.
    letters: Option<f64>,
}

impl Visitor {
    fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        let query = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let wished = query.filter(|(name, _)| name == "lang").find_map(|(_, value)| value.parse().ok());
        let language = wished.or_else(|| cookie(headers, "lang")?.parse().ok());
        let size = cookie(headers, "fontSize").and_then(|size| size.parse().ok());
        Self { language: language.unwrap_or_default(), letters: size.and_then(percent) }
    }

    /// The page in their language and with letters of their size.
    fn dressed(&self, page: &str) -> String {
        let language = self.language.as_str();
        let style =
            self.letters.map(|percent| format!(" style=\"font-size:{percent}%\"")).unwrap_or_default();
        page.replacen("<html lang=\"fr\"", &format!("<html lang=\"{language}\"{style}"), 1).replacen(
            "/assets/i18n/fr.json",
            &format!("/assets/i18n/{language}.json"),
            1,
        )
    }
}

/// The size of the letters in percent of the browser's own, when it is not the usual one.
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

/// Puts the painting into the page: its head, its content, and the data the browser takes over with.
fn filled(page: &str, head: &str, html: &str, data: &str) -> String {
    let (before, rest) = page.split_once("<!--head-->").unwrap_or((page, ""));
    let (_, rest) = rest.split_once("<!--/head-->").unwrap_or(("", rest));
    let (middle, end) = rest.split_once("<!--root-->").unwrap_or((rest, ""));
    let (middle, _) = middle.rsplit_once("<noscript>").unwrap_or((middle, ""));
    // In a data block only `<` could end it.
    let data = data.replace('<', "\\u003c");
    format!(
        "{before}{head}{middle}<div id=\"root\">{html}</div>\
         <script type=\"application/json\" id=\"painted\">{data}</script>{end}"
    )
}

fn sent(studio: &Studio, status: StatusCode, page: &str) -> Response {
    let nonce = studio.app.ids.hex128();
    // The built page's own mark stands before anything that was painted: once, and no content can repeat it.
    let html = page.replacen(NONCE, &nonce, 1).replace(&*studio.nonce_mark, &nonce);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_SECURITY_POLICY, page_policy(&studio.app.config, &nonce)),
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
