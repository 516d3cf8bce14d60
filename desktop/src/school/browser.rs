//! Signing in through the school's own page in the system's browser (RFC 8252): the page sends a code to a
//! port of this computer, on which the app listens for one response. The PKCE verifier, which proves that the
//! code was issued to this app, never leaves the app.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use http::Method;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use super::tokens::Tokens;
use super::{ApiRequest, Client};
use crate::clock::random_bytes;
use crate::error::{Error, Problem, Result};

/// How long the app waits for the sign-in in the browser.
const TIMEOUT: Duration = Duration::from_mins(15);
/// Maximum number of bytes of a request that are read.
const MAX_REQUEST: usize = 8 * 1024;
const PAGE: &str = include_str!("landing.html");

/// A sign-in in progress.
#[derive(Debug)]
pub struct SignIn {
    listener: TcpListener,
    verifier: String,
    state: String,
    redirect: String,
    school: String,
    /// The address that the browser opens.
    pub address: String,
}

impl SignIn {
    /// Opens a port for the response.
    pub async fn begin(school: &str) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let redirect = format!("http://127.0.0.1:{}/", listener.local_addr()?.port());
        let [verifier, state] =
            [random_bytes::<32>(), random_bytes::<32>()].map(|bytes| BASE64_URL_SAFE_NO_PAD.encode(bytes));
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
        let mut address =
            Url::parse(&format!("{school}/bureau")).map_err(|e| Error::internal(e.to_string()))?;
        address
            .query_pairs_mut()
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("redirect_uri", &redirect)
            .append_pair("state", &state);
        let (address, school) = (address.to_string(), school.to_owned());
        Ok(Self { listener, verifier, state, redirect, school, address })
    }

    /// Waits for the response and exchanges its code for a session.
    ///
    /// # Errors
    /// `access_denied` when it was refused in the browser; the school's own problem; a timeout.
    pub async fn finish(self, client: &Client) -> Result<Tokens> {
        let answer = tokio::time::timeout(TIMEOUT, self.wait_for_code());
        let code = answer.await.map_err(|_| sign_in_error("sign_in_timed_out"))??;
        let body = json!({
            "code": code, "codeVerifier": self.verifier, "redirectUri": self.redirect, "rememberMe": true,
        });
        let api_request = ApiRequest::json(Method::POST, "/api/auth/desktop-token", &body);
        Tokens::from_response(&client.send(&self.school, &api_request, None).await?)
    }

    /// The code; other requests get an error response and are ignored.
    async fn wait_for_code(&self) -> Result<String> {
        loop {
            let (mut stream, _) = self.listener.accept().await?;
            let asked = tokio::time::timeout(Duration::from_secs(5), read_target(&mut stream)).await;
            let Ok(Some(target)) = asked else { continue };
            let result = self.parse_redirect(&target);
            let _ = stream.write_all(result_page(result.as_ref()).as_bytes()).await;
            let _ = stream.shutdown().await;
            if let Some(result) = result {
                return result;
            }
        }
    }

    fn parse_redirect(&self, target: &str) -> Option<Result<String>> {
        let url = Url::parse("http://127.0.0.1").ok()?.join(target).ok()?;
        let named =
            |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
        if named("state")? != self.state {
            return None;
        }
        match (named("code"), named("error")) {
            (Some(code), None) => Some(Ok(code)),
            (_, error) => Some(Err(sign_in_error(&error.unwrap_or_default()))),
        }
    }
}

fn sign_in_error(code: &str) -> Error {
    let known = ["access_denied", "sign_in_timed_out"].iter().find(|known| **known == code);
    Problem::new(http::StatusCode::FORBIDDEN, *known.unwrap_or(&"access_denied")).into()
}

/// The target of a GET request.
async fn read_target(stream: &mut TcpStream) -> Option<String> {
    let mut read = Vec::new();
    let mut piece = [0; 1024];
    while !read.windows(4).any(|end| end == b"\r\n\r\n") {
        let length = stream.read(&mut piece).await.ok()?;
        if length == 0 || read.len() > MAX_REQUEST {
            return None;
        }
        read.extend_from_slice(&piece[..length]);
    }
    let text = String::from_utf8_lossy(&read);
    let mut words = text.lines().next()?.split(' ');
    (words.next() == Some("GET")).then(|| words.next().map(ToOwned::to_owned))?
}

fn result_page(result: Option<&Result<String>>) -> String {
    let (status, class) = match result {
        Some(Ok(_)) => ("200 OK", "done"),
        Some(Err(_)) => ("200 OK", "refused"),
        None => ("404 Not Found", "nothing"),
    };
    let body = PAGE.replace("__WHAT__", class);
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'; \
         base-uri 'none'; frame-ancestors 'none'\r\n\r\n{body}",
        body.len(),
        script_hash(&body),
    )
}

/// The CSP hash with which the page may run its own script and nothing else.
fn script_hash(page: &str) -> String {
    let script = page.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next());
    base64::prelude::BASE64_STANDARD.encode(Sha256::digest(script.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(address: &str) -> (u16, String) {
        let answer = reqwest::get(address).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    #[tokio::test]
    async fn only_a_redirect_with_the_expected_state_is_accepted() {
        let sign_in = SignIn::begin("https://ecole.fr").await.unwrap();
        let asked = Url::parse(&sign_in.address).unwrap();
        assert_eq!(asked.path(), "/bureau");
        let (redirect, state) = (sign_in.redirect.clone(), sign_in.state.clone());
        let waiting = tokio::spawn(async move { sign_in.wait_for_code().await });
        assert_eq!(get(&format!("{redirect}favicon.ico")).await.0, 404);
        assert_eq!(get(&format!("{redirect}?code=theirs&state=wrong")).await.0, 404);
        let (status, page) = get(&format!("{redirect}?code=ours&state={state}")).await;
        assert_eq!(status, 200);
        assert!(page.contains("class=\"done\"") && page.contains("您") && page.contains("Préau"), "{page}");
        assert_eq!(waiting.await.unwrap().unwrap(), "ours");
    }

    #[tokio::test]
    async fn a_refusal_in_the_browser_ends_the_sign_in() {
        let sign_in = SignIn::begin("https://ecole.fr").await.unwrap();
        let address = format!("{}?error=access_denied&state={}", sign_in.redirect, sign_in.state);
        let waiting = tokio::spawn(async move { sign_in.wait_for_code().await });
        get(&address).await;
        assert_eq!(waiting.await.unwrap().unwrap_err().into_problem().code, "access_denied");
    }
}
