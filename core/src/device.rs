//! Browser and operating system of a client according to its `User-Agent`, so that users recognise their devices in a
//! list. Not used for any decision.

use serde::Serialize;

/// A browser and its operating system; empty where unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Device {
    /// `Firefox`; `Application Préau` for the desktop app.
    pub browser: Option<&'static str>,
    /// `Windows`, or the device where that is more specific: `iPhone`.
    pub system: Option<&'static str>,
}

/// Marker of the desktop app.
pub const DESKTOP_APP: &str = "PreauDesktop";

/// Markers of browsers. Most also name others for compatibility, so the first match counts.
const BROWSERS: &[(&str, &str)] = &[
    (DESKTOP_APP, "Application Préau"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Markers of operating systems, likewise.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

impl Device {
    /// Parses a `User-Agent`.
    pub fn recognise(agent: &str) -> Self {
        let first = |signs: &[(&str, &'static str)]| {
            signs.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
        };
        Self { browser: first(BROWSERS), system: first(SYSTEMS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_told_apart() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        let cases = [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0".to_owned(), "Firefox", "Linux"),
            (format!("Mozilla/5.0 (X11; Linux x86_64) {webkit} HeadlessChrome/142.0.0.0 Safari/537.36"), "Chrome", "Linux"),
            (format!("Mozilla/5.0 (Windows NT 10.0) {webkit} Chrome/142.0 Safari/537.36 Edg/142.0"), "Edge", "Windows"),
            (
                format!("Mozilla/5.0 (Linux; Android 16) {webkit} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36"),
                "Samsung Internet",
                "Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1".to_owned(),
                "Safari",
                "iPhone",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15".to_owned(), "Safari", "macOS"),
        ];
        for (agent, browser, system) in cases {
            let told = Device { browser: Some(browser), system: Some(system) };
            assert_eq!(Device::recognise(&agent), told, "{agent}");
        }
        let app = Device { browser: Some("Application Préau"), system: Some("Windows") };
        assert_eq!(Device::recognise("PreauDesktop Preau/1.0 (Windows)"), app);
        assert_eq!(Device::recognise("curl/8"), Device { browser: None, system: None });
    }
}
