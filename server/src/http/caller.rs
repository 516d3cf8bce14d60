//! Who is calling: an account or a visitor, and from which network. The gate finds it out, before every handler.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use preau_core::code::Code;
use preau_core::role::Role;

use crate::context::AppContext;
use crate::error::{Error, Result};

/// The account behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The user.
    pub id: i64,
    /// Their role now, not when the token was made; STUDENT while a new password must be chosen or the second factor
    /// that the school requires is missing.
    pub role: Role,
    /// The teacher whose account it is; under the same conditions as the role.
    pub teacher_id: Option<i64>,
    /// The session the token belongs to.
    pub session_id: i64,
    /// Whether only a new password may be chosen.
    pub must_reset_password: bool,
    /// Whether they are staff without the second factor that the school requires.
    pub lacks_second_factor: bool,
}

impl SignedIn {
    /// EDITOR or ADMIN, who edit all content. What is a teacher's own: `catalogue::teaching`.
    #[must_use]
    pub fn is_staff(&self) -> bool {
        self.role.edits_content()
    }

    /// ADMIN.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }
}

/// Who is calling: perhaps nobody known.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The account, when a valid token came along.
    pub user: Option<SignedIn>,
    /// Where the request comes from, behind configured proxies only.
    pub ip: IpAddr,
}

impl Caller {
    /// Whoever sent this request, without looking for an account.
    pub(crate) fn anonymous(app: &AppContext, request: &Parts) -> Self {
        Self { user: None, ip: address(app, request) }
    }

    /// EDITOR or ADMIN.
    #[must_use]
    pub fn is_staff(&self) -> bool {
        self.user.is_some_and(|user| user.is_staff())
    }

    /// ADMIN.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.user.is_some_and(|user| user.is_admin())
    }

    /// The account.
    ///
    /// # Errors
    /// `unauthenticated` when there is none.
    pub fn user(&self) -> Result<SignedIn> {
        self.user.ok_or_else(|| Code::Unauthenticated.into())
    }

    /// What limits per address count by: the address, or the /64 of an IPv6 one.
    #[must_use]
    pub fn address(&self) -> String {
        network_of(self.ip)
    }

    /// The /48 around an IPv6 address: what one customer may be given, where /64s cost nothing.
    #[must_use]
    pub fn surrounding_network(&self) -> Option<String> {
        match self.ip {
            IpAddr::V4(_) => None,
            IpAddr::V6(ip) => Some(format!("{}/48", prefix(ip, 48))),
        }
    }

    /// The widest network that one customer may be given: the address, or the /48 around an IPv6 one.
    pub(crate) fn widest_network(&self) -> String {
        self.surrounding_network().unwrap_or_else(|| self.address())
    }
}

/// An address as limits count by it; see [`Caller::address`].
#[must_use]
pub fn network_of(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("{}/64", prefix(ip, 64)),
    }
}

fn prefix(ip: Ipv6Addr, length: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(ip.to_bits() & (u128::MAX << (128 - length)))
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get().copied().ok_or_else(|| Error::internal("a route outside the gate"))
    }
}

impl<S: Sync> FromRequestParts<S> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Caller::from_request_parts(parts, state).await?.user()
    }
}

fn address(app: &AppContext, request: &Parts) -> IpAddr {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V6(Ipv6Addr::LOCALHOST));
    let forwarded = request.headers.get_all("x-forwarded-for").into_iter();
    let hops: Vec<&str> = forwarded.flat_map(|value| value.to_str().unwrap_or_default().split(',')).collect();
    client_of(peer, &hops, |proxy| app.config.trusts(proxy))
}

/// From the right: each trusted proxy vouches for the entry before its own. What is no address hides all
/// that stands left of it. An IPv4 address that a socket for both kinds shows as IPv6 (`::ffff:…`) is itself.
fn client_of(peer: IpAddr, hops: &[&str], trusts: impl Fn(IpAddr) -> bool) -> IpAddr {
    let mut client = peer.to_canonical();
    for hop in hops.iter().rev() {
        match hop_address(hop.trim()) {
            Some(before) if trusts(client) => client = before.to_canonical(),
            Some(_) | None => break,
        }
    }
    client
}

/// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bracketed = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match bracketed {
        Some(inside) => inside.parse().map(IpAddr::V6).ok(),
        None => hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|addr| addr.ip())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_believed_as_far_as_trusted_proxies_vouch_for_it() {
        let cases: [(&str, &[&str], &str); 15] = [
            ("203.0.113.9", &["192.0.2.1"], "203.0.113.9"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.1:4711"], "192.0.2.1"),
            ("10.0.0.1", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("10.0.0.1", &["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.1", &[" 2001:db8::1 "], "2001:db8::1"),
            ("10.0.0.1", &["198.51.100.7", "192.0.2.1:1", "10.0.0.2"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.1", "10.0.0.2:5000"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.1", "unknown", "10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", &["192.0.2.1", ""], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1", "[::1]:99999"], "10.0.0.1"),
            ("::ffff:10.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["::ffff:192.0.2.1"], "192.0.2.1"),
            ("::ffff:203.0.113.9", &["192.0.2.1"], "203.0.113.9"),
        ];
        for (peer, hops, expected) in cases {
            let trusts = |ip: IpAddr| ip.to_string().starts_with("10.");
            let client = client_of(peer.parse().unwrap(), hops, trusts);
            assert_eq!(client.to_string(), expected, "{peer} {hops:?}");
        }
    }
}
