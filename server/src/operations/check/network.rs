//! The addresses to serve on.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use serde_json::Value;

use super::Finding;
use crate::config::Config;
use crate::http::listen;

/// Timeout for the version of the school that is being served.
const VERSION_TIMEOUT: Duration = Duration::from_secs(5);

/// Whether each address is free, or in use by this school.
pub(super) async fn addresses(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "network";
    let addr = config.network.addr;
    let (mut found, is_served) = match listen::bind(addr, "PREAU_ADDR").await {
        Ok(_) => (vec![Finding::ok(SUBJECT, format!("{addr} is free"))], false),
        Err(error) => match served_version(addr).await {
            Some(version) => (
                vec![Finding::ok(SUBJECT, format!("{addr} is served by a running school ({version})"))],
                true,
            ),
            None => (vec![Finding::fails(SUBJECT, error.to_string())], false),
        },
    };
    if let Some(addr) = config.network.metrics_addr {
        found.push(match listen::bind(addr, "PREAU_METRICS_ADDR").await {
            Ok(_) => Finding::ok(SUBJECT, format!("{addr} is free for metrics")),
            Err(_) if is_served => Finding::ok(SUBJECT, format!("{addr} is in use while the school runs")),
            Err(error) => Finding::fails(SUBJECT, error.to_string()),
        });
    }
    found
}

/// The version of the school that is served at this address, if one is.
async fn served_version(addr: SocketAddr) -> Option<String> {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let client = reqwest::Client::builder().timeout(VERSION_TIMEOUT).no_proxy().build().ok()?;
    let url = format!("http://{}/api/version", SocketAddr::new(ip, addr.port()));
    let answer: Value = client.get(url).send().await.ok()?.json().await.ok()?;
    (answer["product"] == "preau")
        .then(|| format!("version {}", answer["version"].as_str().unwrap_or_default()))
}
