//! Security headers of every response, and the content security policies of pages.
//!
//! Pages have the strict policy: it allows the one inline script and the one style element of rendered pages by their
//! hashes, and style attributes, which rendered pages contain. The API serves no documents; its policy allows nothing.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::config::{Config, PaymentProvider};
use crate::context::AppContext;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        PERMISSIONS_POLICY,
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), usb=()",
    ),
];
const NO_DOCUMENT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
/// One year.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers to every response; headers that a handler has set stay.
pub async fn secure(State(app): State<AppContext>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Google's window reports to its opener who signed in.
    let opener =
        if app.config.google.google_client_id.is_some() { "same-origin-allow-popups" } else { "same-origin" };
    headers.entry(OPENER_POLICY).or_insert(HeaderValue::from_static(opener));
    if api {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NO_DOCUMENT);
    }
    if app.config.is_production() {
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(HTTPS_ONLY);
    }
    response
}

/// The text of the inline script and of the style element of a page.
#[derive(Clone, Copy, Debug)]
pub struct Inline<'a> {
    /// Of the script.
    pub script: &'a str,
    /// Of the style element.
    pub style: &'a str,
}

/// The policy of the sites' pages.
#[must_use]
pub fn page_policy(config: &Config, inline: Option<Inline<'_>>) -> String {
    let hash = |text: &str| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let own = |text: Option<&str>| format!("'self'{}", text.map(hash).unwrap_or_default());
    let mut script = own(inline.map(|inline| inline.script));
    let mut style = own(inline.map(|inline| inline.style));
    let mut connect = "'self'".to_owned();
    let mut frame = "https://www.youtube-nocookie.com".to_owned();
    if config.payment.provider == PaymentProvider::Stripe {
        script += " https://js.stripe.com";
        connect += " https://api.stripe.com";
        frame += " https://js.stripe.com https://hooks.stripe.com";
    }
    if config.google.google_client_id.is_some() {
        for list in [&mut script, &mut style, &mut connect, &mut frame] {
            *list += " https://accounts.google.com";
        }
    }
    format!(
        "default-src 'self'; script-src {script}; style-src {style}; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: https:; \
         font-src 'self'; connect-src {connect}; frame-src {frame}; media-src 'self' https:; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
}

/// The policy of the page that displays the API's description.
pub const DOCS_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
);
