//! Assembles the running school from the state of its modules.

use std::time::Duration;

use crate::background::Background;
use crate::changes::Kinds;
use crate::clock::{Clock, Ids};
use crate::config::Config;
use crate::context::{AppContext, Parts};
use crate::db::Db;
use crate::error::{Error, Result};
use crate::files::{Links, ModuleReaders, Store};
use crate::learning::attendance::CheckInKey;
use crate::learning::{certificates, level_test};
use crate::mail::attachments::Attachments;
use crate::mail::worker::Mailer;
use crate::office::faq;
use crate::people::auth::Turns;
use crate::people::auth::access::AccessKeys;
use crate::people::auth::oidc::Oidc;
use crate::people::keys;
use crate::people::passwords::Passwords;
use crate::sales::checkout::webhook;
use crate::sales::invoices;
use crate::sales::payment::Payments;
use crate::sales::payment::sandbox::Webhook;
use crate::sales::waitlist::offers;
use crate::write::SeatOffers;
use crate::{calendar, catalogue, learning};

/// Timeout of requests to the payment provider and the identity provider.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(20);

/// Opens the school on a migrated database.
pub async fn open(config: Config, db: Db, clock: Clock) -> Result<AppContext> {
    let ids = Ids;
    let secret = keys::load_or_create(&db, &clock, &ids, "access-token").await?;
    let nonce_key = keys::load_or_create(&db, &clock, &ids, "google-nonce").await?;
    let link_key = keys::load_or_create(&db, &clock, &ids, "file-links").await?;
    let check_in_key = keys::load_or_create(&db, &clock, &ids, "check-in").await?;
    keys::load_or_create(&db, &clock, &ids, certificates::keys::FIRST).await?;
    let parts = Parts::default()
        .with(AccessKeys::new(&secret))
        .with(Oidc::new(nonce_key))
        .with(Passwords::new()?)
        .with(Turns::default())
        .with(Background::new()?)
        .with(Store::open(&config.storage)?)
        .with(Links::new(link_key))
        .with(CheckInKey(check_in_key))
        .with(Payments::from_config(&config.payment, &db, &clock, &ids).await?)
        .with(Webhook(|app, signature, body| Box::pin(webhook::receive(app, signature, body))))
        .with(Mailer::new(&config)?)
        .with(Attachments {
            invoice: |app, id| Box::pin(invoices::attachment(app, id)),
            certificate: |app, id| Box::pin(certificates::attachment(app, id)),
            sessions: |app, id| Box::pin(calendar::attachment(app, id)),
        })
        .with(ModuleReaders(|conn, user, course, module, today| {
            Box::pin(catalogue::subscribed::may_read(conn, user, course, module, today))
        }))
        .with(Kinds::new(&[
            catalogue::REPLICATED,
            learning::REPLICATED,
            level_test::REPLICATED,
            faq::REPLICATED,
        ]));
    db.set_before_commit(SeatOffers(|tx, course_id| Box::pin(offers::offer_free_seats(tx, course_id))));
    let http = reqwest::Client::builder()
        .timeout(PROVIDER_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .map_err(|error| Error::internal(error.to_string()))?;
    Ok(AppContext::new(config, db, clock, http, parts))
}
