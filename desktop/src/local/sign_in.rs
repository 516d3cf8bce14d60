//! Finding the school, signing in with a password or through the browser, and signing out.

use std::sync::Arc;
use std::time::Duration;

use http::{Method, StatusCode};
use preau_core::draft::queue::Queue;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::operations_waiting;
use super::state::State;
use crate::answer::{self, Response, nothing};
use crate::context::{AppContext, Event};
use crate::error::{Error, Problem, Result};
use crate::profile::Profile;
use crate::school::browser::SignIn;
use crate::school::tokens::{Session, Tokens};
use crate::school::{ApiRequest, ApiResponse, Found, School};
use crate::uploads;

/// Timeout for signing in: checking a password is slow by intent.
const SIGN_IN_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout for the school's response when signing out.
const SIGN_OUT_TIMEOUT: Duration = Duration::from_secs(4);

/// The school that the page displays during signing in.
#[derive(Debug, Deserialize)]
pub(super) struct DisplayedSchool {
    #[serde(default)]
    address: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SchoolAddress {
    address: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Credentials {
    #[serde(flatten)]
    displayed: DisplayedSchool,
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    remember_me: bool,
}

/// The response to the challenge with which the school refused the password.
#[derive(Deserialize)]
pub(super) struct SecondFactor {
    #[serde(flatten)]
    displayed: DisplayedSchool,
    #[serde(default)]
    challenge: String,
    #[serde(default)]
    code: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SignOut {
    #[serde(default)]
    force: bool,
}

/// The address that the browser opens.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BrowserSignIn {
    pub(super) address: String,
}

/// Finds the school and stores it; a profile is created by signing in.
pub(super) async fn find(context: &AppContext, typed: SchoolAddress) -> Result<Response> {
    let found = context.client.find(&typed.address).await?;
    let Found { name, address, .. } = found.clone();
    let mut saved = context.status().saved.clone();
    saved.school = Some(School { name, address });
    context.data.save_state(&saved)?;
    context.update(|status| (status.saved, status.locked) = (saved, None));
    answer::json(StatusCode::OK, &found)
}

pub(super) async fn with_password(context: &Arc<AppContext>, sent: &Credentials) -> Result<Response> {
    let school = school(context, &sent.displayed)?;
    let body = json!({"email": sent.email, "password": sent.password, "rememberMe": sent.remember_me});
    check(context, &school).await?;
    begin(context, school, "/api/auth/login", &body).await
}

pub(super) async fn with_code(context: &Arc<AppContext>, sent: &SecondFactor) -> Result<Response> {
    let school = school(context, &sent.displayed)?;
    let body = json!({"challenge": sent.challenge, "code": sent.code});
    begin(context, school, "/api/auth/second-factor", &body).await
}

/// Signs in with the tokens in the school's response.
async fn begin(context: &Arc<AppContext>, school: School, path: &str, body: &Value) -> Result<Response> {
    let api_request = ApiRequest { timeout: SIGN_IN_TIMEOUT, ..ApiRequest::json(Method::POST, path, body) };
    let tokens = Tokens::from_response(&request(context, &school, &api_request, None).await?)?;
    enter(context, school, tokens).await?;
    answer::json(StatusCode::OK, &State::of(context)?)
}

/// Refuses a school with a newer API: its responses may mean something else.
async fn check(context: &AppContext, school: &School) -> Result<()> {
    let unreachable = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "school_unreachable");
    if context.client.is_supported(&school.address).await.map_err(|_| unreachable())? {
        return Ok(());
    }
    Err(Problem::new(StatusCode::CONFLICT, "school_too_new").into())
}

/// Opens a port and the browser; the result is reported in the state.
pub(super) async fn in_browser(context: &Arc<AppContext>, displayed: &DisplayedSchool) -> Result<Response> {
    let school = school(context, displayed)?;
    check(context, &school).await?;
    let sign_in = SignIn::begin(&school.address).await?;
    let address = sign_in.address.clone();
    context.cancel_sign_in();
    let task = {
        let context = Arc::clone(context);
        tokio::spawn(async move {
            let tokens = sign_in.finish(&context.client).await;
            let entered = match tokens {
                Ok(tokens) => enter(&context, school, tokens).await,
                Err(error) => Err(error),
            };
            let problem = entered.err().map(Error::into_problem);
            context.update(|status| (status.sign_in, status.sign_in_problem) = (None, problem));
        })
    };
    context.update(|status| (status.sign_in, status.sign_in_problem) = (Some(task.abort_handle()), None));
    context.emit(&Event::OpenBrowser(address.clone()));
    answer::json(StatusCode::ACCEPTED, &BrowserSignIn { address })
}

pub(super) fn cancel(context: &AppContext) -> Response {
    context.cancel_sign_in();
    context.update(|status| status.sign_in_problem = None);
    nothing(StatusCode::NO_CONTENT)
}

/// Signs out. Pending operations stay in the profile, for the next time it is signed in to.
pub(super) async fn sign_out(context: &Arc<AppContext>, sent: SignOut) -> Result<Response> {
    let Some(open) = context.open() else { return Ok(nothing(StatusCode::NO_CONTENT)) };
    let count = open.store.queue()?.operations().len();
    if count > 0 && !sent.force {
        return Err(operations_waiting(count).into());
    }
    context.sign_out()?;
    uploads::cancel_all(context, &open).await?;
    let api_request = ApiRequest {
        timeout: SIGN_OUT_TIMEOUT,
        ..ApiRequest::json(Method::POST, "/api/auth/logout", &Value::Null)
    };
    // Offline, the session still ends locally.
    let _ = tokio::time::timeout(SIGN_OUT_TIMEOUT, open.session.send(&context.client, &api_request)).await;
    if !open.session.delete_tokens().await? {
        context.schedule_token_deletion(&open.profile.id)?;
    }
    Ok(nothing(StatusCode::NO_CONTENT))
}

/// The school to sign in to. Nothing is sent unless it is the one that the page displays.
fn school(context: &AppContext, displayed: &DisplayedSchool) -> Result<School> {
    // A school that was looked for takes precedence.
    let saved = context.status().saved.school.clone();
    let school = saved.or_else(|| context.school()).ok_or_else(|| Problem::field("address", "required"))?;
    if school.address == displayed.address {
        return Ok(school);
    }
    Err(Problem::field("address", "other_school").with("address", school.address).into())
}

async fn request(
    context: &AppContext,
    school: &School,
    api_request: &ApiRequest,
    bearer: Option<&str>,
) -> Result<ApiResponse> {
    let unreachable = |_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "school_unreachable");
    Ok(context.client.send(&school.address, api_request, bearer).await.map_err(unreachable)?)
}

/// Signs in with the tokens of a member of the staff.
async fn enter(context: &Arc<AppContext>, school: School, tokens: Tokens) -> Result<()> {
    let bearer = tokens.access_token.clone();
    let answer = request(context, &school, &ApiRequest::get("/api/users/me"), Some(&bearer)).await?;
    if !answer.status.is_success() {
        return Err(answer.problem().into());
    }
    let user = answer.json();
    if let Some(code) = refusal(&user) {
        let goodbye = ApiRequest::json(Method::POST, "/api/auth/logout", &Value::Null);
        let _ = request(context, &school, &goodbye, Some(&bearer)).await;
        return Err(Problem::new(StatusCode::FORBIDDEN, code).into());
    }
    let profile = Profile::new(school, user)?;
    let address = &profile.school.address;
    let session = Session::start(address, &profile.id, context.secrets.clone(), tokens).await?;
    let open =
        context.open_profile(profile, Some(session)).await?.ok_or_else(|| Error::internal("not opened"))?;
    open.store.change_queue(Queue::signed_in)?;
    context.update(|status| status.sign_in_problem = None);
    context.wake.notify_one();
    Ok(())
}

/// Why an account cannot use the app, or not yet; older schools have no second factor.
fn refusal(user: &Value) -> Option<&'static str> {
    let is = |name: &str| user[name].as_bool() == Some(true);
    match user["role"].as_str() {
        Some("ADMIN" | "EDITOR") if is("mustResetPassword") => Some("must_reset_password"),
        Some("ADMIN" | "EDITOR") if is("secondFactorMissing") => Some("second_factor_missing"),
        Some("ADMIN" | "EDITOR") => None,
        _ => Some("staff_only"),
    }
}
