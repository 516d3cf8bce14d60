//! Parsers of settings. Every error says what is expected, without the text: it may be a secret.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use ipnet::IpNet;
use lettre::message::Mailbox;
use tracing_subscriber::EnvFilter;
use url::Url;

use super::{Place, Secret};

/// Maximum shutdown delay in seconds.
const LONGEST_DELAY: u64 = 600;

fn read<T: FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("expected {expected}"))
}

/// `127.0.0.1:8080`.
pub(super) fn socket_address(text: &str) -> Result<SocketAddr, String> {
    read(text, "an IP address and a port, such as 127.0.0.1:8080")
}

/// `10.0.0.0/8`, or one address: `127.0.0.1`.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    let alone = text.trim().parse::<IpAddr>().map(IpNet::from);
    alone
        .or_else(|_| read(text, "IP addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8"))
}

/// An integer from 1.
pub(super) fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let expected = "a whole number from 1";
    read(text, expected).and_then(|number: T| {
        if number >= T::from(1) { Ok(number) } else { Err(format!("expected {expected}")) }
    })
}

/// A duration in seconds.
pub(super) fn seconds(text: &str) -> Result<u64, String> {
    let expected = format!("a whole number of seconds from 0 to {LONGEST_DELAY}");
    let seconds = read(text, &expected)?;
    if seconds <= LONGEST_DELAY { Ok(seconds) } else { Err(format!("expected {expected}")) }
}

/// `https://ecole.example`.
pub(super) fn web_address(text: &str) -> Result<Url, String> {
    let expected = "a web address such as https://ecole.example";
    let url: Url = read(text, expected)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    if is_web { Ok(url) } else { Err(format!("expected {expected}")) }
}

/// `s3://bucket/folder`.
pub(super) fn bucket(text: &str) -> Result<Url, String> {
    let expected = "s3://bucket/folder, a folder of this school alone";
    let url: Url = read(text, expected)?;
    let names_folder = url.scheme() == "s3"
        && url.host_str().is_some_and(|bucket| !bucket.is_empty())
        && !url.path().trim_matches('/').is_empty();
    if names_folder { Ok(url) } else { Err(format!("expected {expected}")) }
}

/// `sqlite:FILE` or `postgres://…`.
pub(super) fn database_url(text: &str) -> Result<Secret, String> {
    Place::parse(text)
        .map(|_| text.into())
        .map_err(|_| "expected sqlite:FILE or postgres://user:password@host:port/database".to_owned())
}

/// `smtp://user:password@host:port` or `smtps://…`.
pub(super) fn smtp_url(text: &str) -> Result<Secret, String> {
    if super::smtp::connection(text).is_some() {
        return Ok(text.into());
    }
    Err("expected smtp://user:password@host:port or smtps://user:password@host:port".to_owned())
}

/// A mail address, as recipient or sender.
pub(super) fn mailbox(text: &str) -> Result<String, String> {
    read::<Mailbox>(text, "an address such as École <bonjour@ecole.example>").map(|_| text.to_owned())
}

/// A filter of log levels.
pub(super) fn log_filter(text: &str) -> Result<String, String> {
    EnvFilter::try_new(text)
        .map(|_| text.to_owned())
        .map_err(|_| "expected levels such as info or info,sqlx=warn".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_is_expected_and_never_repeats_the_text() {
        let refusals = [
            socket_address("localhost").unwrap_err(),
            network("10.0.0.0/8/8").unwrap_err(),
            count::<u32>("0").unwrap_err(),
            count::<u32>("-1").unwrap_err(),
            seconds("601").unwrap_err(),
            web_address("localhost:8080").unwrap_err(),
            web_address("ecole.example").unwrap_err(),
            bucket("s3://bucket").unwrap_err(),
            bucket("https://bucket/folder").unwrap_err(),
            database_url("mysql://preau:geheim@db/preau").unwrap_err(),
            database_url("postgres://preau:geheim@db:port/preau").unwrap_err(),
            smtp_url("imap://preau:geheim@mail.example").unwrap_err(),
            mailbox("École").unwrap_err(),
            log_filter("info,=").unwrap_err(),
        ];
        for refusal in refusals {
            assert!(refusal.starts_with("expected ") && !refusal.contains("geheim"), "{refusal}");
        }
    }

    #[test]
    fn what_is_expected_is_taken() {
        assert_eq!(socket_address(" 127.0.0.1:80 ").unwrap().port(), 80);
        assert_eq!(network("127.0.0.1").unwrap().prefix_len(), 32);
        assert_eq!(count::<usize>("1"), Ok(1));
        assert_eq!(seconds("0"), Ok(0));
        assert!(web_address("http://127.0.0.1:8080").is_ok());
        assert!(bucket("s3://bucket/a/folder").is_ok());
        assert!(database_url("sqlite:/var/lib/preau/preau.db").is_ok());
        assert!(database_url("postgres:///preau?host=/run/postgresql").is_ok());
        assert!(smtp_url("smtps://user:password@smtp.example:465").is_ok());
        assert!(mailbox("École <bonjour@ecole.example>").is_ok());
        assert!(log_filter("info,sqlx=warn").is_ok());
    }
}
