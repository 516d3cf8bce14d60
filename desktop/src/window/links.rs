//! Where an address leads: the window stays with the dashboard, everything else is opened outside it.

use tauri::Url;

/// The scheme of everything the window shows.
pub(super) const SCHEME: &str = "preau";
/// The first address.
pub(super) const FIRST: &str = "preau://localhost/dashboard/";

/// Where an address leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A page of the dashboard, or something the page made itself.
    Inside,
    /// A file that the school has, by path and query.
    File(String),
    /// A page of the school's public site, by path and query.
    School(String),
    /// Another site, a mail, a telephone number.
    Outside,
    /// Nothing that a link may open.
    Nothing,
}

/// Where this address leads.
pub(super) fn target(url: &Url) -> Target {
    match url.scheme() {
        SCHEME if url.host_str() == Some("localhost") => within(url),
        "http" | "https" | "mailto" | "tel" => Target::Outside,
        "blob" if url.path().starts_with("preau://localhost/") => Target::Inside,
        "about" => Target::Inside,
        _ => Target::Nothing,
    }
}

fn within(url: &Url) -> Target {
    let path = url.path();
    let address = url.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    match path.split('/').nth(1) {
        Some("dashboard") => Target::Inside,
        Some("api" | "files") => Target::File(address),
        _ => Target::School(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_dashboard_is_shown_in_the_window() {
        let file = |path: &str| Target::File(path.into());
        let school = |path: &str| Target::School(path.into());
        let cases = [
            ("preau://localhost/dashboard/", Target::Inside),
            ("preau://localhost/dashboard/course/edit/-3?tab=modules", Target::Inside),
            ("preau://localhost/dashboards", school("/dashboards")),
            ("preau://localhost/courses/12?lang=en", school("/courses/12?lang=en")),
            ("preau://localhost/", school("/")),
            ("preau://localhost/files/a.pdf?token=1", file("/files/a.pdf?token=1")),
            ("preau://localhost/api/invoices/3/pdf", file("/api/invoices/3/pdf")),
            ("preau://elsewhere/dashboard/", Target::Nothing),
            ("blob:preau://localhost/7a", Target::Inside),
            ("blob:https://example.org/7a", Target::Nothing),
            ("https://example.org/dashboard/", Target::Outside),
            ("http://localhost/dashboard/", Target::Outside),
            ("mailto:someone@preau.test", Target::Outside),
            ("about:blank", Target::Inside),
            ("file:///etc/passwd", Target::Nothing),
            ("javascript:alert(1)", Target::Nothing),
            ("data:text/html,hello", Target::Nothing),
            ("ipc://localhost/", Target::Nothing),
        ];
        for (address, expected) in cases {
            assert_eq!(target(&address.parse().unwrap()), expected, "{address}");
        }
    }
}
