//! What programs ask of a site: how it calls itself on a home screen, and whom to tell of a weakness.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{Duration, SecondsFormat};
use serde_json::json;

use super::Studio;
use crate::error::Result;
use crate::school::store as school;

/// Colour of the browser's frame; see the sites' `index.html`.
const THEME: &str = "#2B1554";
/// How long `security.txt` says that it holds; it is written anew for each request.
const HOLDS: Duration = Duration::days(180);

/// The web app manifest.
pub(super) async fn manifest(State(studio): State<Studio>) -> Result<Response> {
    let school = school::read(&mut studio.app.db.read().await?).await?;
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

/// RFC 9116: the school's address, or its contact page while it has none.
pub(super) async fn security_txt(State(studio): State<Studio>) -> Result<Response> {
    let school = school::read(&mut studio.app.db.read().await?).await?;
    let origin = studio.app.config.public_url();
    let contact =
        school.email.map_or_else(|| format!("{origin}/contacts"), |email| format!("mailto:{email}"));
    let expires = (studio.app.clock.now() + HOLDS).to_rfc3339_opts(SecondsFormat::Secs, true);
    let text = format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: fr, en\n\
         Canonical: {origin}/.well-known/security.txt\n"
    );
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, text).into_response())
}
