//! Checks of external services: mails and payments.

use std::time::Duration;

use lettre::message::Mailbox;
use tokio::time::timeout;

use super::Finding;
use crate::clock::Clock;
use crate::config::{Config, PaymentProvider, Secret};
use crate::mail::worker::Mailer;
use crate::sales::payment::Payments;

/// Timeout of the payment provider.
const PROVIDER: Duration = Duration::from_secs(5);

/// Connects to the SMTP server and signs in; sends a mail only when requested.
pub(super) async fn mails(config: &Config, to: Option<Mailbox>, clock: &Clock) -> Vec<Finding> {
    const SUBJECT: &str = "mails";
    let mailer = match Mailer::new(config) {
        Ok(mailer) => mailer,
        Err(error) => return vec![Finding::fails(SUBJECT, error.to_string())],
    };
    let Some(url) = &config.mail.smtp_url else {
        let mut found = vec![if config.keeps_mails() {
            Finding::warning(SUBJECT, NO_SMTP)
        } else {
            let folder = config.storage.data_dir.join("mails");
            Finding::ok(SUBJECT, format!("written as files into {}", folder.display()))
        }];
        if to.is_some() {
            found.push(Finding::fails(SUBJECT, "no test mail was sent: set SMTP_URL"));
        }
        return found;
    };
    let server = server_name(url);
    if let Err(why) = mailer.test_connection().await {
        return vec![Finding::fails(
            SUBJECT,
            format!(
                "the SMTP server {server} cannot be used ({why}): correct SMTP_URL, or look at that server"
            ),
        )];
    }
    let mut found =
        vec![Finding::ok(SUBJECT, format!("the SMTP server {server} answers and lets this school in"))];
    if let Some(to) = to {
        let address = to.email.to_string();
        found.push(match mailer.send_test(to, clock).await {
            Ok(()) => Finding::ok(SUBJECT, format!("a test mail was handed over for {address}: look whether it arrives")),
            Err(why) => Finding::fails(
                SUBJECT,
                format!("the SMTP server {server} refused the test mail ({why}): look at PREAU_MAIL_FROM and {address}"),
            ),
        });
    }
    found
}

/// Also reported at start.
pub const NO_SMTP: &str =
    "SMTP_URL is not set: mails wait in the outbox and reach nobody until it names the school's SMTP server";

/// Host and port, without user and password.
fn server_name(url: &Secret) -> String {
    let url = url::Url::parse(url.expose()).ok();
    let host = url.as_ref().and_then(|url| url.host_str()).unwrap_or_default().to_owned();
    match url.and_then(|url| url.port()) {
        Some(port) => format!("{host}:{port}"),
        None => host,
    }
}

/// Reads one payment from the provider.
pub(super) async fn payments(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "payments";
    let settings = &config.payment;
    if settings.provider == PaymentProvider::Sandbox {
        return vec![Finding::ok(SUBJECT, "test cards only, no provider")];
    }
    let at = settings.stripe_api_base.as_str();
    let client = reqwest::Client::builder().timeout(PROVIDER).no_proxy().build();
    let tried = match client {
        Ok(http) => timeout(PROVIDER, Payments::test_connection(settings, &http)).await,
        Err(error) => return vec![Finding::fails(SUBJECT, error.to_string())],
    };
    let why = match tried {
        Ok(Ok(())) => {
            let mut found = vec![Finding::ok(SUBJECT, format!("Stripe at {at} takes the secret key"))];
            let is_test =
                settings.stripe_secret_key.as_ref().is_some_and(|key| key.expose().starts_with("sk_test_"));
            if is_test && config.is_production() {
                found.push(Finding::warning(
                    SUBJECT,
                    "STRIPE_SECRET_KEY is a test key, no real card is charged: set the live keys before the school sells",
                ));
            }
            return found;
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => format!("no answer within {} seconds", PROVIDER.as_secs()),
    };
    vec![Finding::fails(
        SUBJECT,
        format!(
            "Stripe at {at} cannot be used ({why}): look at STRIPE_SECRET_KEY and at the way out of this network"
        ),
    )]
}
