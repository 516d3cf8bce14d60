//! Sign-in of the desktop app through the browser (RFC 8252): valid redirect addresses, and the proof that the code is
//! redeemed by the app that requested it (PKCE, RFC 7636). Hashing is in the server.

use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use crate::role::Role;
use serde::{Deserialize, Serialize};

/// Address scheme of the app, opened by the operating system.
const APP: &str = "preau://auth";
/// Loopback addresses where the app listens on its own port.
const HERE: [&str; 2] = ["http://127.0.0.1:", "http://[::1]:"];
/// Maximum length of an address, in characters.
const MAX_ADDRESS: usize = 500;
/// Length of a SHA-256 in base64url without padding, in characters.
const CHALLENGE: usize = 43;
/// Minimum and maximum length of a verifier, in characters.
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// The browser page's request for a code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DesktopCodeInput {
    /// SHA-256 of the verifier in base64url, without padding.
    pub code_challenge: Option<String>,
    /// `S256`.
    pub code_challenge_method: Option<String>,
    /// Redirect address of the code: `http://127.0.0.1:<port>/…`, `http://[::1]:<port>/…` or `preau://auth`.
    pub redirect_uri: Option<String>,
}

/// The validated request for a code, stored with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DesktopAsked {
    pub challenge: String,
    pub redirect_uri: String,
}

impl DesktopCodeInput {
    /// Validates the request.
    ///
    /// # Errors
    /// `required` and `invalid_value` under `codeChallenge`, `codeChallengeMethod` and `redirectUri`.
    pub fn parse(&self) -> Result<DesktopAsked, Problem> {
        let mut fields = Fields::default();
        let fitting = |sent: &Option<String>, fits: fn(&str) -> bool| {
            sent.clone().map(|text| if fits(&text) { Ok(text) } else { Err(Fault::from(Code::InvalidValue)) })
        };
        let challenge = fields.require("codeChallenge", fitting(&self.code_challenge, is_challenge));
        fields
            .require("codeChallengeMethod", fitting(&self.code_challenge_method, |method| method == "S256"));
        let redirect_uri = fields.require("redirectUri", fitting(&self.redirect_uri, is_app_address));
        match challenge.zip(redirect_uri) {
            Some((challenge, redirect_uri)) if fields.is_empty() => {
                Ok(DesktopAsked { challenge, redirect_uri })
            }
            Some(_) | None => Err(fields.into_problem()),
        }
    }
}

/// The app's request for a session.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DesktopTokenInput {
    /// The code received at the redirect address.
    pub code: Option<String>,
    /// 43 to 128 characters that only the app knows.
    pub code_verifier: Option<String>,
    /// The redirect address with which the code was requested.
    pub redirect_uri: Option<String>,
    /// Whether to stay signed in for 30 days instead of 12 hours; yes when absent.
    pub remember_me: Option<bool>,
}

/// A code with the proof of who requested it.
#[derive(Clone, PartialEq, Eq)]
pub struct DesktopProof {
    pub code: String,
    pub verifier: String,
    pub redirect_uri: String,
    pub remember_me: bool,
}

impl DesktopTokenInput {
    /// Validates the form of the proof; the server verifies it.
    ///
    /// # Errors
    /// `required` under `code`, `codeVerifier` and `redirectUri`; `invalid_value` under `codeVerifier`.
    pub fn parse(self) -> Result<DesktopProof, Problem> {
        let mut fields = Fields::default();
        let given = |text: Option<String>| text.filter(|text| !text.is_empty()).map(Ok::<_, Fault>);
        let code = fields.require("code", given(self.code));
        let verifier = self.code_verifier.filter(|text| !text.is_empty());
        let verifier =
            verifier.map(|text| if is_verifier(&text) { Ok(text) } else { Err(Code::InvalidValue) });
        let verifier = fields.require("codeVerifier", verifier);
        let redirect_uri = fields.require("redirectUri", given(self.redirect_uri));
        match (code, verifier, redirect_uri) {
            (Some(code), Some(verifier), Some(redirect_uri)) => Ok(DesktopProof {
                code,
                verifier,
                redirect_uri,
                remember_me: self.remember_me.unwrap_or(true),
            }),
            _ => Err(fields.into_problem()),
        }
    }
}

/// Only staff that edits content uses the app.
///
/// # Errors
/// `staff_only`.
pub fn check_role(role: Role) -> Result<(), Fault> {
    if role.edits_content() { Ok(()) } else { Err(Code::StaffOnly.into()) }
}

/// Whether a code may be sent to this address: the app itself, or a port of this computer, never over the network.
pub fn is_app_address(address: &str) -> bool {
    let after_port = HERE.iter().find_map(|here| address.strip_prefix(here)).and_then(|rest| {
        let (port, path) = rest.split_once('/')?;
        let digits = port.bytes().all(|byte| byte.is_ascii_digit());
        (digits && port.parse::<u16>().is_ok_and(|port| port > 0)).then_some(path)
    });
    let plain = |path: &str| path.bytes().all(|byte| byte.is_ascii_graphic() && !b"#\\<>\"".contains(&byte));
    address == APP || (address.len() <= MAX_ADDRESS && after_port.is_some_and(plain))
}

fn is_challenge(text: &str) -> bool {
    text.len() == CHALLENGE
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

fn is_verifier(text: &str) -> bool {
    VERIFIER.contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_goes_to_the_app_or_to_this_computer_only() {
        #[derive(Debug, Deserialize)]
        struct Case {
            address: String,
            fits: bool,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/desktop_address.json")).unwrap();
        for case in cases {
            assert_eq!(is_app_address(&case.address), case.fits, "{case:?}");
        }
        assert!(!is_app_address(&format!("http://127.0.0.1:80/{}", "a".repeat(500))));
    }

    fn names(problem: Problem) -> Vec<String> {
        problem.fields.into_iter().map(|field| field.name).collect()
    }

    #[test]
    fn a_code_is_asked_for_with_a_challenge() {
        let nothing = DesktopCodeInput::default().parse().unwrap_err();
        assert_eq!(names(nothing), ["codeChallenge", "codeChallengeMethod", "redirectUri"]);
        let input = |challenge: &str, method: &str| DesktopCodeInput {
            code_challenge: Some(challenge.to_owned()),
            code_challenge_method: Some(method.to_owned()),
            redirect_uri: Some(APP.to_owned()),
        };
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert_eq!(input(challenge, "S256").parse().unwrap().challenge, challenge);
        assert_eq!(names(input(challenge, "plain").parse().unwrap_err()), ["codeChallengeMethod"]);
        for wrong in ["", &challenge[1..], &format!("{challenge}="), &challenge.replace('-', "+")] {
            assert_eq!(names(input(wrong, "S256").parse().unwrap_err()), ["codeChallenge"], "{wrong}");
        }
    }

    #[test]
    fn a_session_is_asked_for_with_the_verifier() {
        let nothing = DesktopTokenInput::default().parse().err().unwrap();
        assert_eq!(names(nothing), ["code", "codeVerifier", "redirectUri"]);
        let input = |verifier: &str| DesktopTokenInput {
            code: Some("c".to_owned()),
            code_verifier: Some(verifier.to_owned()),
            redirect_uri: Some(APP.to_owned()),
            remember_me: None,
        };
        assert!(input(&"a.~_-".repeat(9)).parse().ok().unwrap().remember_me);
        for wrong in ["a".repeat(42), "a".repeat(129), format!("{}+", "a".repeat(43))] {
            assert_eq!(names(input(&wrong).parse().err().unwrap()), ["codeVerifier"]);
        }
    }

    #[test]
    fn the_app_is_for_staff() {
        let refused: Vec<Role> =
            Role::ALL.iter().copied().filter(|role| check_role(*role).is_err()).collect();
        assert_eq!(refused, [Role::Student, Role::Teacher]);
    }
}
