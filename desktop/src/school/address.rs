//! Normalises the address of a school as typed: `https://ecole.fr`, without a path.

use url::{Host, Url};

/// The origin of a typed address: `https` unless it is this computer. Nothing when it is not an address.
#[must_use]
pub fn origin(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let whole = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let mut url = Url::parse(&whole).ok()?;
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let is_local_host = is_local(&url);
    match (url.scheme(), is_local_host) {
        // Servers on this computer use HTTP unless a scheme was typed.
        ("https", true) if !typed.contains("://") => url.set_scheme("http").ok()?,
        ("https", _) | ("http", true) => {}
        ("http", false) => url.set_scheme("https").ok()?,
        _ => return None,
    }
    // A host without a dot is a typing error, unless it is this computer.
    let named = match url.host()? {
        Host::Domain(domain) => domain.contains('.') || is_local_host,
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    };
    named.then(|| url.origin().ascii_serialization())
}

/// Whether the host is this computer.
pub(super) fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(domain)) => domain == "localhost" || domain.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_addresses_become_origins() {
        let cases = [
            ("ecole.fr", "https://ecole.fr"),
            ("  Ecole.FR/ ", "https://ecole.fr"),
            ("https://ecole.fr/dashboard/courses?page=2#top", "https://ecole.fr"),
            ("http://ecole.fr", "https://ecole.fr"),
            ("ecole.fr:8443", "https://ecole.fr:8443"),
            ("écoles.fr", "https://xn--coles-9ra.fr"),
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:8080/fr", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("https://localhost:8443", "https://localhost:8443"),
            ("192.168.1.20", "https://192.168.1.20"),
        ];
        for (typed, wanted) in cases {
            assert_eq!(origin(typed).as_deref(), Some(wanted), "{typed}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for typed in
            ["", "   ", "mon école", "ecole", "ftp://ecole.fr", "https://a:b@ecole.fr", "file:///etc"]
        {
            assert_eq!(origin(typed), None, "{typed}");
        }
    }
}
