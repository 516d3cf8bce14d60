//! For search engines: the sitemap, and `robots.txt` with the addresses they must not read.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use preau_core::page::PageKind;

use super::SiteContext;
use crate::error::Result;
use crate::fetch_all;
use crate::office::settings::pages::published;

/// Pages that always exist.
const PAGES: [&str; 9] = [
    "/",
    "/courses?type=ONLINE",
    "/courses?type=IN_PERSON",
    "/tests",
    "/faq",
    "/contacts",
    "/verifier",
    "/confidentialite",
    "/accessibilite",
];
const LANGUAGES: [&str; 4] = ["fr", "en", "it", "zh"];
const COURSES: &str = "SELECT slug, updated_at FROM courses WHERE status = 'PUBLISHED' ORDER BY id";

/// Excludes the API and addresses that belong to one visitor.
const ROBOTS: &str = "User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /profile
Disallow: /reservation/
Disallow: /login
Disallow: /signup
Disallow: /settings
";

#[derive(preau_derive::FromRow)]
struct CourseRow {
    slug: String,
    updated_at: DateTime<Utc>,
}

pub(super) async fn sitemap(State(context): State<SiteContext>) -> Result<Response> {
    let mut conn = context.app.db.read().await?;
    let courses = fetch_all!(conn, CourseRow, COURSES)?;
    let origin = context.app.config.public_url();
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for page in PAGES {
        xml += &entry(&origin, page, None);
    }
    for page in published(&mut conn).await? {
        // `PAGES` contains the page of this kind.
        if page.kind != PageKind::Privacy {
            xml += &entry(&origin, &format!("/{}", page.kind.slug()), None);
        }
    }
    for course in courses {
        xml += &entry(&origin, &format!("/cours/{}", course.slug), Some(course.updated_at));
    }
    xml += "</urlset>\n";
    let headers =
        [(header::CONTENT_TYPE, "application/xml; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, xml).into_response())
}

/// One page with its translations; slugs and paths are safe in XML.
fn entry(origin: &str, path: &str, changed: Option<DateTime<Utc>>) -> String {
    let joint = if path.contains('?') { "&amp;" } else { "?" };
    let changed = changed.map(|at| format!("<lastmod>{}</lastmod>", at.format("%Y-%m-%dT%H:%M:%SZ")));
    let translations = LANGUAGES.map(|language| {
        let query = if language == "fr" { String::new() } else { format!("{joint}lang={language}") };
        format!("<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{origin}{path}{query}\"/>")
    });
    let (changed, translations) = (changed.unwrap_or_default(), translations.concat());
    format!("<url><loc>{origin}{path}</loc>{changed}{translations}</url>\n")
}

pub(super) async fn robots(State(context): State<SiteContext>) -> Response {
    let sitemap = format!("{ROBOTS}\nSitemap: {}/sitemap.xml\n", context.app.config.public_url());
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], sitemap).into_response()
}
