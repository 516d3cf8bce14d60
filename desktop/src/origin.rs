//! The origin of the window's page. Its address is `preau://localhost/…`; the web views of Windows and
//! Android do not support custom schemes and use `http://preau.localhost/…` instead. Requests to the app
//! itself always have the first form. Only this module knows the difference.

use std::fmt;

use http::header::{HeaderName, ORIGIN, REFERER};
use http::{HeaderMap, Method};
use url::Url;

use crate::answer::Request;

/// The scheme of the app's own protocol.
pub const SCHEME: &str = "preau";
const HOST: &str = "localhost";
/// The address of the dashboard; the web view converts it into its own form.
pub const START_ADDRESS: &str = "preau://localhost/dashboard/";

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
/// `Sec-Fetch-Dest` values of a document embedded in another one.
const EMBEDDED: [&str; 5] = ["embed", "fencedframe", "frame", "iframe", "object"];

/// The form of the page's addresses in a web view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// `preau://localhost`, on Linux and macOS.
    Scheme,
    /// `http://preau.localhost`, on Windows and Android.
    Http,
}

impl Origin {
    /// The form on this system.
    pub const CURRENT: Self =
        if cfg!(any(windows, target_os = "android")) { Self::Http } else { Self::Scheme };

    const fn text(self) -> &'static str {
        match self {
            Self::Scheme => "preau://localhost",
            Self::Http => "http://preau.localhost",
        }
    }

    /// Whether this address belongs to the window's own page.
    #[must_use]
    pub fn has(self, url: &Url) -> bool {
        let (scheme, host) = match self {
            Self::Scheme => (SCHEME, HOST),
            Self::Http => ("http", "preau.localhost"),
        };
        url.scheme() == scheme
            && url.host_str() == Some(host)
            && url.port().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    }

    /// The same for a text: an address, or only an origin.
    #[must_use]
    pub fn has_text(self, text: &str) -> bool {
        Url::parse(text).is_ok_and(|url| self.has(&url))
    }

    /// Whether a request was made by the window's own page, or by the window itself. A request without these
    /// headers is the web view's first load. A page of another site cannot omit `Origin` in a request that
    /// changes something.
    #[must_use]
    pub fn admits(self, request: &Request) -> bool {
        let headers = request.headers();
        let own = |name| is_fit(headers, &name, |text| self.has_text(text));
        request.uri().host().is_none_or(|host| host == HOST)
            && request.uri().port().is_none()
            && own(ORIGIN)
            && own(REFERER)
            && is_own_fetch(request.method(), headers)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Whether a header is missing, or occurs once with a fitting text.
fn is_fit(headers: &HeaderMap, name: &HeaderName, fits: impl Fn(&str) -> bool) -> bool {
    let mut all = headers.get_all(name).iter();
    let first = all.next();
    first.is_none_or(|value| all.next().is_none() && value.to_str().is_ok_and(fits))
}

/// Checks the web view's `Sec-Fetch-*` headers. `none` means that no link was followed: the window opened the
/// address, and only reads.
fn is_own_fetch(method: &Method, headers: &HeaderMap) -> bool {
    is_fit(headers, &FETCH_SITE, |site| site == "same-origin" || site == "none" && method.is_safe())
        && is_fit(headers, &FETCH_DEST, |dest| !EMBEDDED.contains(&dest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [(Origin, &str); 2] =
        [(Origin::Scheme, "preau://localhost"), (Origin::Http, "http://preau.localhost")];

    fn request(method: Method, uri: &str, headers: &[(&str, &str)]) -> Request {
        let request = http::Request::builder().method(method).uri(uri);
        headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value))
            .body(vec![])
            .unwrap()
    }

    fn admits(origin: Origin, method: Method, headers: &[(&str, &str)]) -> bool {
        origin.admits(&request(method, "preau://localhost/api/desktop/sync", headers))
    }

    #[test]
    fn the_page_s_addresses_have_the_form_of_the_system() {
        for (origin, text) in BOTH {
            assert_eq!(origin.to_string(), text);
            for path in ["", "/", "/dashboard/course/edit/-3?tab=modules#end"] {
                assert!(origin.has_text(&format!("{text}{path}")), "{text}{path}");
            }
        }
        for (origin, strange) in [
            (Origin::Scheme, "http://preau.localhost/"),
            (Origin::Scheme, "preau://elsewhere/"),
            (Origin::Scheme, "preau://localhost:81/"),
            (Origin::Http, "preau://localhost/"),
            (Origin::Http, "https://preau.localhost/"),
            (Origin::Http, "http://localhost/"),
            (Origin::Http, "http://preau.localhost:8080/"),
            (Origin::Http, "http://preau.localhost.example.org/"),
            (Origin::Http, "http://preau.localhost@example.org/"),
            (Origin::Http, "http://someone@preau.localhost/"),
            (Origin::Http, "null"),
        ] {
            assert!(!origin.has_text(strange), "{strange}");
        }
    }

    #[test]
    fn requests_of_the_page_are_accepted_in_both_forms() {
        for (origin, text) in BOTH {
            let page = format!("{text}/dashboard/accueil");
            assert!(admits(origin, Method::GET, &[]), "the first page");
            assert!(admits(
                origin,
                Method::GET,
                &[("sec-fetch-site", "none"), ("sec-fetch-dest", "document")]
            ));
            assert!(admits(origin, Method::GET, &[("referer", &page)]));
            assert!(admits(origin, Method::POST, &[("origin", text), ("referer", &page)]));
            assert!(admits(origin, Method::PUT, &[("origin", text), ("sec-fetch-site", "same-origin")]));
        }
    }

    #[test]
    fn requests_of_another_page_are_refused() {
        for (origin, text) in BOTH {
            for strange in
                ["null", "https://www.youtube-nocookie.com", "http://localhost", "preau://elsewhere", ""]
            {
                assert!(!admits(origin, Method::POST, &[("origin", strange)]), "{strange}");
                assert!(!admits(origin, Method::GET, &[("referer", strange)]), "{strange}");
            }
            for site in ["cross-site", "same-site", ""] {
                assert!(!admits(origin, Method::GET, &[("sec-fetch-site", site)]), "{site}");
            }
            for embedded in EMBEDDED {
                assert!(!admits(origin, Method::GET, &[("sec-fetch-dest", embedded)]), "{embedded}");
            }
            assert!(!admits(origin, Method::DELETE, &[("sec-fetch-site", "none")]));
            assert!(!admits(origin, Method::POST, &[("origin", text), ("origin", "https://example.org")]));
        }
        assert!(!admits(Origin::Scheme, Method::POST, &[("origin", "http://preau.localhost")]));
        assert!(!admits(Origin::Http, Method::POST, &[("origin", "preau://localhost")]));
    }

    #[test]
    fn another_host_of_the_protocol_is_not_the_app() {
        for uri in ["preau://elsewhere/api/desktop/state", "preau://localhost:81/", "preau://localhost.evil/"]
        {
            assert!(!Origin::CURRENT.admits(&request(Method::GET, uri, &[])), "{uri}");
        }
        assert!(Origin::CURRENT.admits(&request(Method::GET, "/api/desktop/state", &[])), "the window's own");
    }
}
