//! The web app manifest, and `security.txt` with the contact for reports of vulnerabilities.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{Duration, SecondsFormat};
use serde_json::json;

use super::SiteContext;
use crate::error::Result;
use crate::school::store as school;

/// Colour of the browser's interface; see the sites' `index.html`.
const THEME: &str = "#2B1554";
/// Validity that `security.txt` states; it is generated for each request.
const VALIDITY: Duration = Duration::days(180);

/// The web app manifest.
pub(super) async fn manifest(State(context): State<SiteContext>) -> Result<Response> {
    let school = school::read(&mut context.app.db.read().await?).await?;
    let icon =
        |src: &str, sizes: &str, purpose: &str| json!({ "src": src, "sizes": sizes, "purpose": purpose });
    let manifest = json!({
        "id": "/",
        "name": school.name,
        "short_name": school.name,
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "lang": "fr",
        "theme_color": THEME,
        "background_color": "#ffffff",
        "icons": [
            icon("/icon-192.png", "192x192", "any"),
            icon("/icon-512.png", "512x512", "any"),
            icon("/icon-maskable.png", "512x512", "maskable"),
        ],
    });
    let headers = [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, manifest.to_string()).into_response())
}

/// RFC 9116: the school's e-mail address, or its contact page when it has none.
pub(super) async fn security_txt(State(context): State<SiteContext>) -> Result<Response> {
    let school = school::read(&mut context.app.db.read().await?).await?;
    let origin = context.app.config.public_url();
    let contact =
        school.email.map_or_else(|| format!("{origin}/contacts"), |email| format!("mailto:{email}"));
    let expires = (context.app.clock.now() + VALIDITY).to_rfc3339_opts(SecondsFormat::Secs, true);
    let text = format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: fr, en\n\
         Canonical: {origin}/.well-known/security.txt\n"
    );
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, text).into_response())
}
