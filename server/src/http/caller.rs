//! Who is calling, and whether they may: the gate before every handler.
//!
//! The gate reads the bearer token, the session's row and core's permission table, and refuses by
//! default. Whether a row is the caller's own is the handler's business.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, MatchedPath, Request, State};
use axum::http::{HeaderMap, Method, header, request::Parts};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use preau_core::code::Code;
use preau_core::permission;
use preau_core::role::Role;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::people::auth::second_factor::store::lacks_second_factor;

/// Largest body taken of visitors and students, in bytes.
const BODY: usize = 256 * 1024;
/// Largest body taken of those who write content, in bytes.
const STAFF_BODY: usize = 2 * 1024 * 1024;

/// The account behind a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The user.
    pub id: i64,
    /// Their role now, not when the token was made; STUDENT while a new password must be chosen or the second factor
    /// that the school requires is missing.
    pub role: Role,
    /// The session the token belongs to.
    pub session_id: i64,
    /// Whether only a new password may be chosen.
    pub must_reset_password: bool,
    /// Whether they are staff without the second factor that the school requires.
    pub lacks_second_factor: bool,
}

impl SignedIn {
    /// EDITOR or ADMIN.
    #[must_use]
    pub fn is_staff(&self) -> bool {
        matches!(self.role, Role::Editor | Role::Admin)
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
    pub(crate) fn stranger(app: &AppContext, request: &Parts) -> Self {
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
    pub fn surroundings(&self) -> Option<String> {
        match self.ip {
            IpAddr::V4(_) => None,
            IpAddr::V6(ip) => Some(format!("{}/48", prefix(ip, 48))),
        }
    }

    /// The widest network that one customer may be given: the address, or the /48 around an IPv6 one.
    pub(crate) fn widest_network(&self) -> String {
        self.surroundings().unwrap_or_else(|| self.address())
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

/// Calls on which a bad token is ignored: they are how one gets a good one, or need none.
const TOKEN_IGNORED: &[(&str, &str)] = &[
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/register"),
    ("POST", "/api/auth/refresh"),
    ("POST", "/api/auth/google"),
    ("POST", "/api/auth/second-factor"),
    ("POST", "/api/auth/desktop-token"),
    ("POST", "/api/users/forgot-password"),
    ("PUT", "/api/users/{id}/reset-password"),
    ("POST", "/api/payment/webhook"),
    ("POST", "/api/checkout/{id}/complete"),
];

/// All that a session that must choose a new password may do: read itself, choose, log out.
const RESET_ALLOWED: &[(&str, &str)] = &[
    ("PUT", "/api/users/{id}/reset-password"),
    ("GET", "/api/users/me"),
    ("GET", "/api/users/{id}"),
    ("GET", "/api/users/email/{email}"),
    ("POST", "/api/auth/logout"),
];

fn stands_in(list: &[(&str, &str)], method: &str, path: &str) -> bool {
    list.contains(&(method, path))
}

/// Whether this call refuses a token that is no longer good.
pub(crate) fn refuses_bad_tokens(method: &str, path: &str) -> bool {
    !stands_in(TOKEN_IGNORED, method, path)
}

/// Whether this call refuses a session that must choose a new password.
pub(crate) fn refuses_while_resetting(method: &str, path: &str) -> bool {
    refuses_bad_tokens(method, path) && !stands_in(RESET_ALLOWED, method, path)
}

/// The gate.
pub async fn gate(
    State(app): State<AppContext>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    match admit(&app, &path, &parts).await {
        Ok(caller) => {
            parts.extensions.insert(caller);
            let mut request = Request::from_parts(parts, body);
            DefaultBodyLimit::max(if caller.is_staff() { STAFF_BODY } else { BODY }).apply(&mut request);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

async fn admit(app: &AppContext, path: &MatchedPath, request: &Parts) -> Result<Caller> {
    // HEAD is a GET whose body is not sent.
    let method = if request.method == Method::HEAD { "GET" } else { request.method.as_str() };
    let stands_in = |list| stands_in(list, method, path.as_str());
    let row = permission::lookup(method, path.as_str())
        .ok_or_else(|| Error::internal(format!("no permission row for {method} {}", path.as_str())))?;

    let mut user = None;
    if request.headers.contains_key(header::AUTHORIZATION) {
        user = signed_in(app, &request.headers).await?;
        if user.is_none() && !stands_in(TOKEN_IGNORED) {
            return Err(Code::SessionExpired.into());
        }
        if user.is_some_and(|user| user.must_reset_password) && !stands_in(RESET_ALLOWED) {
            if !stands_in(TOKEN_IGNORED) {
                return Err(Code::MustResetPassword.into());
            }
            user = None;
        }
    }
    if !row.access(user.map(|user| user.role)).allows() {
        return Err(user.map_or(Code::Unauthenticated, refusal).into());
    }
    Ok(Caller { user, ip: address(app, request) })
}

/// Why a role does not suffice.
const fn refusal(user: SignedIn) -> Code {
    if user.lacks_second_factor { Code::SecondFactorMissing } else { Code::Forbidden }
}

#[derive(preau_derive::FromRow)]
struct SessionRow {
    user_id: i64,
    role: String,
    must_reset_password: bool,
    lacks_second_factor: bool,
}

const SESSION: &str = concat!(
    "SELECT users.id AS user_id, users.role, users.must_reset_password, ",
    lacks_second_factor!(),
    " AS lacks_second_factor
    FROM sessions s JOIN users ON users.id = s.user_id
    WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3 AND users.deleted_at IS NULL"
);

async fn signed_in(app: &AppContext, headers: &HeaderMap) -> Result<Option<SignedIn>> {
    let now = app.clock.now();
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = token
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let Some(access) = token.and_then(|(_, token)| app.access_keys().verify(token.trim(), now)) else {
        return Ok(None);
    };
    let mut conn = app.db.read().await?;
    let row = fetch_optional!(conn, SessionRow, SESSION, access.session_id, access.user_id, now)?;
    row.map(|row| {
        let role = row.role.parse().map_err(|_| Error::internal("unknown role in users"))?;
        Ok(SignedIn {
            id: row.user_id,
            // "Itself" is what a student may read and change.
            role: if row.must_reset_password || row.lacks_second_factor { Role::Student } else { role },
            session_id: access.session_id,
            must_reset_password: row.must_reset_password,
            lacks_second_factor: row.lacks_second_factor,
        })
    })
    .transpose()
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
