//! The school's own networks: limits per network address are higher there, because a whole class shares one
//! address.

use ipnet::IpNet;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::limits::Limit;
use crate::write::Tx;
use crate::{execute, fetch_optional};

/// Factor of the limits for the school's own networks.
pub(crate) const OWN_FACTOR: i64 = 20;

const READ: &str = "SELECT own_networks FROM school WHERE id = 1";
const WRITE: &str = "UPDATE school SET own_networks = $1 WHERE id = 1";

/// The school's networks.
pub(crate) async fn read(conn: &mut Conn) -> Result<Vec<IpNet>> {
    let Some((text,)) = fetch_optional!(conn, (String,), READ)? else { return Ok(Vec::new()) };
    let damaged = |error: &dyn std::fmt::Display| Error::internal(format!("the school's networks: {error}"));
    let texts: Vec<String> = serde_json::from_str(&text).map_err(|error| damaged(&error))?;
    texts.iter().map(|text| text.parse::<IpNet>().map_err(|error| damaged(&error))).collect()
}

/// Replaces the networks.
pub(crate) async fn write(tx: &mut Tx, networks: &[String]) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, WRITE, serde_json::json!(networks).to_string())?;
    Ok(())
}

/// Whether this caller is in one of the school's own networks.
pub(crate) async fn is_own(conn: &mut Conn, caller: &Caller) -> Result<bool> {
    let ip = caller.ip.to_canonical();
    Ok(read(conn).await?.iter().any(|network| network.contains(&ip)))
}

/// The limit for this caller.
pub(crate) const fn raised(limit: Limit, own: bool) -> Limit {
    if own { Limit { hits: limit.hits * OWN_FACTOR, ..limit } } else { limit }
}
