//! The files of the page, as the school's server serves them: the dashboard, and what it uses of the public
//! site. Debug builds read the folders at run time, so that a site may be built after the app.

use std::borrow::Cow;

use http::{HeaderValue, Method, StatusCode, header};
use rust_embed::RustEmbed;

use crate::answer::{Request, Response, body, nothing};
use crate::origin::Origin;

#[derive(RustEmbed)]
#[folder = "../web-admin/dist"]
#[exclude = "*.br"]
#[exclude = "*.gz"]
#[exclude = "*.vite/*"]
#[allow_missing = true]
struct Dashboard;

#[derive(RustEmbed)]
#[folder = "../web-public/dist"]
#[include = "assets/*"]
#[include = "icons.svg"]
#[include = "logo.svg"]
#[include = "logo-clair.svg"]
#[include = "illustrations/*"]
#[exclude = "*.br"]
#[exclude = "*.gz"]
#[allow_missing = true]
struct PublicSite;

/// Files of the public site that the dashboard uses.
const PUBLIC_SITE_FILES: &[&str] = &["assets/", "icons.svg", "logo.svg", "logo-clair.svg", "illustrations/"];
const PAGE: &str = "index.html";
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// Serves a file, or the page for every address within the dashboard.
pub(crate) fn answer(request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return nothing(StatusCode::METHOD_NOT_ALLOWED);
    }
    let path = request.uri().path().trim_start_matches('/');
    if path.is_empty() {
        return to_dashboard();
    }
    let inside = path.strip_prefix("dashboard").filter(|rest| rest.is_empty() || rest.starts_with('/'));
    if let Some(inside) = inside {
        return of_dashboard(inside.trim_start_matches('/'));
    }
    let shared = PUBLIC_SITE_FILES
        .iter()
        .any(|known| path == *known || known.ends_with('/') && path.starts_with(known));
    let file = if shared { PublicSite::get(path) } else { None };
    file.map_or_else(not_found, |file| file_response(path, file.data))
}

fn to_dashboard() -> Response {
    let mut response = nothing(StatusCode::SEE_OTHER);
    response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/dashboard/"));
    response
}

fn of_dashboard(path: &str) -> Response {
    if path != PAGE && !path.is_empty() {
        if let Some(file) = Dashboard::get(path) {
            return file_response(path, file.data);
        }
        // A missing script or picture must not be answered with the page.
        if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            return not_found();
        }
    }
    let Some(page) = Dashboard::get(PAGE) else {
        let text = "The dashboard is not built: run `make build`.\n";
        return body(StatusCode::SERVICE_UNAVAILABLE, TEXT, text.as_bytes().to_vec());
    };
    let mut response = body(StatusCode::OK, HTML, page.data.into_owned());
    let headers = response.headers_mut();
    headers.extend(HeaderValue::from_str(&policy()).map(|policy| (header::CONTENT_SECURITY_POLICY, policy)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// The content security policy of the school's server, without what the dashboard does not use, and with
/// access to the window.
fn policy() -> String {
    let own = format!("'self' {}", Origin::CURRENT);
    format!(
        "default-src {own}; script-src {own}; style-src {own}; style-src-attr 'unsafe-inline'; img-src {own} data: blob: https:; font-src {own}; \
         connect-src {own} ipc: http://ipc.localhost; frame-src https://www.youtube-nocookie.com; \
         media-src {own} blob: https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action {own}"
    )
}

fn file_response(path: &str, data: Cow<'static, [u8]>) -> Response {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json");
    let kind = if text { format!("{}; charset=utf-8", kind.essence_str()) } else { kind.to_string() };
    let kind = HeaderValue::from_str(&kind).unwrap_or(TEXT);
    let mut response = body(StatusCode::OK, kind, data.into_owned());
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

fn not_found() -> Response {
    body(StatusCode::NOT_FOUND, TEXT, b"not found".to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str) -> Response {
        answer(&http::Request::get(path).body(Vec::new()).unwrap())
    }

    #[test]
    fn only_files_of_the_dashboard_are_served() {
        for path in
            ["/static/app.js", "/index.html", "/.ssr/ssr.js", "/dashboard/nothing.js", "/docs-ui/open.js"]
        {
            assert_eq!(get(path).status(), StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(get("/").headers()[header::LOCATION], "/dashboard/");
        let post = http::Request::post("/dashboard/").body(Vec::new()).unwrap();
        assert_eq!(answer(&post).status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn every_address_of_the_dashboard_serves_the_page_and_allows_no_inline_script() {
        let pages = ["/dashboard", "/dashboard/", "/dashboard/course/edit/-3"].map(get);
        if pages[0].status() == StatusCode::SERVICE_UNAVAILABLE {
            return; // not built
        }
        for page in &pages {
            let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            let own = format!("'self' {}", Origin::CURRENT);
            assert!(policy.contains(&format!("script-src {own}; style-src {own};")), "{policy}");
            let text = String::from_utf8_lossy(page.body());
            assert!(!text.contains("<script>") && !text.contains("<style"), "{text}");
        }
    }
}
