//! Classifies addresses: the window stays in the dashboard, everything else is opened outside it.

use preau_desktop::origin::Origin;
use tauri::Url;

/// The target of an address.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A page of the dashboard, or something the page created itself.
    Inside,
    /// A file of the school, by path and query.
    File(String),
    /// A page of the school's public site, by path and query.
    School(String),
    /// Another site, a mail address, a telephone number.
    Outside,
    /// Not allowed in a link.
    Nothing,
}

/// The target of this address, in a window whose pages have this origin.
pub(super) fn target(url: &Url, own: Origin) -> Target {
    match url.scheme() {
        _ if own.has(url) => within(url),
        "http" | "https" | "mailto" | "tel" => Target::Outside,
        "blob" if own.has_text(url.path()) => Target::Inside,
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
    fn only_the_dashboard_is_displayed_in_the_window() {
        let file = |path: &str| Target::File(path.into());
        let school = |path: &str| Target::School(path.into());
        let own = [
            ("/dashboard/", Target::Inside),
            ("/dashboard/course/edit/-3?tab=modules", Target::Inside),
            ("/dashboards", school("/dashboards")),
            ("/courses/12?lang=en", school("/courses/12?lang=en")),
            ("/", school("/")),
            ("/files/a.pdf?token=1", file("/files/a.pdf?token=1")),
            ("/api/invoices/3/pdf", file("/api/invoices/3/pdf")),
        ];
        for origin in [Origin::Scheme, Origin::Http] {
            for (path, expected) in &own {
                assert_eq!(target(&format!("{origin}{path}").parse().unwrap(), origin), *expected, "{path}");
            }
            assert_eq!(target(&format!("blob:{origin}/7a").parse().unwrap(), origin), Target::Inside);
        }
    }

    #[test]
    fn everything_else_is_opened_outside_or_not_at_all() {
        for (address, expected) in [
            ("preau://elsewhere/dashboard/", Target::Nothing),
            ("blob:https://example.org/7a", Target::Nothing),
            ("https://example.org/dashboard/", Target::Outside),
            ("https://preau.localhost/dashboard/", Target::Outside),
            ("http://localhost/dashboard/", Target::Outside),
            ("mailto:someone@preau.test", Target::Outside),
            ("about:blank", Target::Inside),
            ("file:///etc/passwd", Target::Nothing),
            ("javascript:alert(1)", Target::Nothing),
            ("data:text/html,hello", Target::Nothing),
            ("ipc://localhost/", Target::Nothing),
        ] {
            for origin in [Origin::Scheme, Origin::Http] {
                assert_eq!(target(&address.parse().unwrap(), origin), expected, "{address}");
            }
        }
        // The form of the other systems is an ordinary address.
        assert_eq!(
            target(&"http://preau.localhost/dashboard/".parse().unwrap(), Origin::Scheme),
            Target::Outside
        );
        assert_eq!(target(&"preau://localhost/dashboard/".parse().unwrap(), Origin::Http), Target::Nothing);
    }
}
