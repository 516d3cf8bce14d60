//! The address of an SMTP server.

use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use url::Url;

/// The transport for an address; nothing when it is invalid. To other machines TLS is used when the server
/// offers it, and required before a password is sent; `?tls=` overrides.
pub(crate) fn connection(smtp_url: &str) -> Option<AsyncSmtpTransportBuilder> {
    let mut url = Url::parse(smtp_url).ok()?;
    let local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    if url.scheme() == "smtp" && !local && !url.query_pairs().any(|(name, _)| name == "tls") {
        let port = url.port().unwrap_or(25);
        let tls = if url.password().is_some() { "required" } else { "opportunistic" };
        url.set_port(Some(port)).ok()?;
        url.query_pairs_mut().append_pair("tls", tls);
    }
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).ok()
}
