//! Setting the school's own networks.

use std::net::IpAddr;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use ipnet::IpNet;
use preau_core::code::Code;
use preau_core::problem::{Fault, Fields};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::school::networks;
use crate::write::Call;
use crate::{answer, routes};

/// Maximum number of networks of a school.
const MOST: usize = 20;
/// Shortest prefixes, of IPv4 and IPv6: a network of a school, not of a country.
const SHORTEST: (u8, u8) = (16, 32);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(own_networks, change_own_networks))
}

/// The school's own networks.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnNetworks {
    /// `192.0.2.7/32`, `2001:db8:1::/48`
    networks: Vec<String>,
    /// The address that the caller comes from.
    here: String,
}

/// The school's own networks, where limits per network address are twenty times as high.
#[utoipa::path(get, path = "/settings/networks", tag = "school", responses((status = 200, body = OwnNetworks)))]
async fn own_networks(State(app): State<AppContext>, caller: Caller) -> Result<Json<OwnNetworks>> {
    let networks = networks::read(&mut app.db.read().await?).await?;
    Ok(Json(OwnNetworks { networks: texts(&networks), here: caller.address() }))
}

#[derive(Deserialize, utoipa::ToSchema)]
struct OwnNetworksInput {
    /// Addresses or networks, at most 20; none shorter than /16, or /32 of IPv6.
    networks: Option<Vec<String>>,
}

/// Names the school's own networks.
#[utoipa::path(put, path = "/settings/networks", tag = "school", request_body = OwnNetworksInput,
    responses((status = 200, body = OwnNetworks)))]
async fn change_own_networks(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<OwnNetworksInput>,
) -> Result<Response> {
    let networks = parse(sent.networks)?;
    let here = call.caller.address();
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = texts(&networks::read(tx).await?);
        let after = texts(&networks);
        networks::write(tx, &after).await?;
        tx.audit(
            "school.updated",
            "school",
            0,
            Some(json!({ "ownNetworks": before })),
            Some(json!({ "ownNetworks": after })),
        )
        .await?;
        Ok(OwnNetworks { networks: after, here: here.clone() })
    })
}

fn parse(sent: Option<Vec<String>>) -> Result<Vec<IpNet>> {
    let sent = sent.ok_or_else(|| Error::field("networks", Code::Required))?;
    if sent.len() > MOST {
        return Err(Error::field("networks", Fault::new(Code::TooMany).with("max", MOST)));
    }
    let mut fields = Fields::default();
    let networks = sent
        .iter()
        .enumerate()
        .filter_map(|(i, text)| fields.check(format!("networks[{i}]"), network(text)))
        .collect();
    fields.finish()?;
    Ok(networks)
}

fn network(text: &str) -> Result<IpNet, Fault> {
    let text = text.trim();
    let network =
        text.parse::<IpAddr>().map(|ip| IpNet::from(ip.to_canonical())).or_else(|_| text.parse::<IpNet>());
    let network = network.map_err(|_| Fault::new(Code::InvalidValue))?.trunc();
    let shortest = if network.addr().is_ipv4() { SHORTEST.0 } else { SHORTEST.1 };
    if network.prefix_len() < shortest {
        return Err(Fault::new(Code::TooBig).with("max", format!("/{shortest}")));
    }
    Ok(network)
}

fn texts(networks: &[IpNet]) -> Vec<String> {
    networks.iter().map(ToString::to_string).collect()
}
