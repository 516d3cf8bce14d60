//! The worker: leases due mails, renders them and sends them.
//!
//! Several servers share the outbox; the mails of a killed one are due again when their lease ends. A mail
//! has the same Message-ID in all attempts, so that recipients recognise a repeat.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use tokio_util::sync::CancellationToken;

use crate::clock::{Clock, Ids};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::one_time_tokens::{self, Purpose};
use crate::restore_mode;
use crate::write::Tx;
use crate::{change, config, crash_point};

use super::attachments::Attachments;
use super::link::{
    ButtonTarget, class_messages_path, course_places_path, invitation_path, path, proposal_path,
    waitlist_path,
};
use super::store::{self, Leased};
use super::transport::{Delivery, Transport};
use super::wording::{Frame, Wording};
use super::{Kind, Signature};

/// Mails that are leased together and sent concurrently.
const BATCH: i64 = 8;
/// Duration of a lease; longer than any delivery.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// Pause after the first failed attempt; doubles with each.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(5);
/// Longest pause.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);
/// Attempts after which a mail is parked: three days of the longest pause.
const MOST_TRIES: i64 = 3 * 24 * 12;
/// Interval in which each server checks for mails that others queued.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Renders and sends mails.
pub struct Mailer {
    pub(super) wording: Wording,
    transport: Transport,
    from: Mailbox,
    keeps_links: bool,
    /// Sent mails that the database could not record as sent: without this they would be sent again when
    /// their lease ends.
    unrecorded: Mutex<Vec<SentMail>>,
}

/// A sent mail by its id, with the link to display.
#[derive(Clone)]
struct SentMail {
    id: i64,
    shown: Option<String>,
}

impl AppContext {
    /// Renders and sends mails.
    #[must_use]
    pub fn mailer(&self) -> &Mailer {
        self.part()
    }
}

impl Mailer {
    /// A mailer with these settings.
    pub fn new(config: &config::Config) -> Result<Self> {
        let smtp_url = config.mail.smtp_url.as_ref().map(config::Secret::expose);
        let from = config.mail.mail_from.parse();
        Ok(Self {
            wording: Wording::load()?,
            transport: Transport::open(
                smtp_url,
                (!config.is_production()).then(|| config.storage.data_dir.join("mails")),
            )?,
            from: from.map_err(|_| Error::internal("PREAU_MAIL_FROM is not an address"))?,
            keeps_links: !config.is_production(),
            unrecorded: Mutex::default(),
        })
    }

    /// Checks the connection, without a mail.
    pub async fn test_connection(&self) -> std::result::Result<(), String> {
        self.transport.test_connection().await
    }

    /// Sends a test mail.
    pub async fn send_test(&self, to: Mailbox, clock: &Clock) -> std::result::Result<(), String> {
        let mail = Message::builder()
            .from(self.from.clone())
            .to(to)
            .date(SystemTime::from(clock.now()))
            .subject("Préau: test mail")
            .body(
                "This mail was sent by `preau check --mail-to`: mails of the school arrive here.\n"
                    .to_owned(),
            );
        let mail = mail.map_err(|error| error.to_string())?;
        match self.transport.deliver(&mail, "check.eml").await {
            Delivery::Sent => Ok(()),
            Delivery::Delayed(why) | Delivery::Refused(why) => Err(why),
        }
    }

    fn unrecorded(&self) -> MutexGuard<'_, Vec<SentMail>> {
        self.unrecorded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends mails until `stop`; those being sent then may finish.
pub async fn run(app: AppContext, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = run_due(&app).await {
            tracing::error!(%error, "the mail worker failed");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = app.mail_queued.notified() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

/// Sends the due mails and returns the number of sent ones; none while jobs are paused or there is no
/// transport. A mail that fails is not an error: it is retried or parked.
pub async fn run_due(app: &AppContext) -> Result<usize> {
    let mut sent = 0;
    record_sent(app).await?;
    if matches!(app.mailer().transport, Transport::Closed) || restore_mode::is_paused(app).await? {
        return Ok(sent);
    }
    while store::any_due(app).await? {
        let taken = lease_due(app).await?;
        crash_point!("mail.taken");
        let deliveries = join_all(taken.iter().map(|mail| send(app, mail))).await;
        for delivery in deliveries {
            sent += usize::from(delivery?);
        }
    }
    Ok(sent)
}

/// Records the mails that were already sent, before any others are leased.
async fn record_sent(app: &AppContext) -> Result<()> {
    loop {
        let next = app.mailer().unrecorded().first().cloned();
        let Some(mail) = next else { return Ok(()) };
        change!(app, None, |tx| store::sent(tx, mail.id, mail.shown.as_deref()).await)?;
        app.mailer().unrecorded().retain(|other| other.id != mail.id);
    }
}

/// A leased mail with the link of its button.
struct Outgoing {
    mail: Leased,
    link: Result<Link, String>,
}

struct Link {
    address: String,
    sets_password: bool,
    is_secret: bool,
}

/// Leases due mails and creates the tokens of their links.
async fn lease_due(app: &AppContext) -> Result<Vec<Outgoing>> {
    let base = app.config.public_url();
    change!(app, None, |tx| {
        let until = tx.now + LEASE;
        let leased = store::lease(tx, &app.server_name, until, BATCH).await?;
        let mut taken = Vec::with_capacity(leased.len());
        for mail in leased {
            let link = match mail.kind() {
                Ok(kind) => link(tx, &kind, &mail, &base).await?,
                Err(error) => Err(error.to_string()),
            };
            taken.push(Outgoing { mail, link });
        }
        Ok(taken)
    })
}

/// The link of the button, or a readable message why there is none.
async fn link(tx: &mut Tx, kind: &Kind, mail: &Leased, base: &str) -> Result<Result<Link, String>> {
    let account = match mail.user_id {
        Some(id) => store::account(tx, id).await?,
        None => None,
    };
    let button_target = kind.button_target(account.as_ref().is_some_and(|account| account.has_password));
    Ok(match (button_target, account) {
        (ButtonTarget::Page(page), _) => {
            Ok(Link { address: format!("{base}{page}"), sets_password: false, is_secret: false })
        }
        (ButtonTarget::ClassMessages(id), _) => {
            let address = format!("{base}{}", class_messages_path(id));
            Ok(Link { address, sets_password: false, is_secret: false })
        }
        (ButtonTarget::CoursePlaces(id), _) => {
            let address = format!("{base}{}", course_places_path(id));
            Ok(Link { address, sets_password: false, is_secret: false })
        }
        // The account's address has changed in the meantime: the old one gets no token.
        (ButtonTarget::Token(purpose), Some(account))
            if purpose != Purpose::ChangeEmail && account.email.as_ref() != Some(&mail.recipient) =>
        {
            Err("the account has another address now".to_owned())
        }
        (ButtonTarget::Token(purpose), Some(account)) => {
            let token = one_time_tokens::create(tx, purpose, account.id, kind.payload()).await?;
            let address = format!("{base}{}", path(purpose, account.id, &token));
            Ok(Link { address, sets_password: true, is_secret: true })
        }
        (ButtonTarget::Token(_), None) => Err("the account is gone".to_owned()),
        (ButtonTarget::Invitation(id), _) => {
            let token = Ids.token();
            if store::set_invitation_token(tx, id, &token).await? {
                let address = format!("{base}{}", invitation_path(&token));
                Ok(Link { address, sets_password: false, is_secret: true })
            } else {
                Err("the invitation is no longer valid".to_owned())
            }
        }
        (ButtonTarget::Waitlist(id), _) => {
            let token = Ids.token();
            if store::add_waitlist_token(tx, id, &token).await? {
                let address = format!("{base}{}", waitlist_path(&token));
                Ok(Link { address, sets_password: false, is_secret: true })
            } else {
                Err("the entry of the waiting list is gone".to_owned())
            }
        }
        (ButtonTarget::Proposal(_), Some(account)) if account.email.as_ref() != Some(&mail.recipient) => {
            Err("the account has another address now".to_owned())
        }
        (ButtonTarget::Proposal(id), _) => {
            let token = Ids.token();
            if store::add_proposal_token(tx, id, &token).await? {
                let address = format!("{base}{}", proposal_path(&token));
                Ok(Link { address, sets_password: false, is_secret: true })
            } else {
                Err("the proposal is gone".to_owned())
            }
        }
    })
}

/// Sends one mail and records the result. Returns whether it was sent.
async fn send(app: &AppContext, outgoing: &Outgoing) -> Result<bool> {
    let mail = &outgoing.mail;
    let signature = Signature::read(app).await?;
    let delivery = match &outgoing.link {
        Ok(link) => match message(app, mail, link, &signature).await {
            Ok(message) => app.mailer().transport.deliver(&message, &file_name(mail)).await,
            // A database error is temporary; a rendering error is permanent.
            Err(error @ Error::Database(_)) => Delivery::Delayed(error.to_string()),
            Err(error) => Delivery::Refused(error.to_string()),
        },
        Err(reason) => Delivery::Refused(reason.clone()),
    };
    crash_point!("mail.delivered");
    let outcome = record_outcome(app, outgoing, delivery).await?;
    crash_point!("mail.settled");
    // Neither address nor content is logged: the row has both.
    tracing::info!(mail = mail.id, kind = mail.kind, attempt = mail.attempts, outcome, "mail");
    metrics::counter!("preau_mails_total", "kind" => mail.kind.clone(), "outcome" => outcome).increment(1);
    Ok(outcome == "sent")
}

async fn record_outcome(app: &AppContext, outgoing: &Outgoing, delivery: Delivery) -> Result<&'static str> {
    let mail = &outgoing.mail;
    let shown = outgoing.link.as_ref().ok().filter(|link| link.is_secret && app.mailer().keeps_links);
    let shown = shown.map(|link| link.address.as_str());
    let noted = change!(app, None, |tx| {
        Ok(match &delivery {
            Delivery::Sent => {
                store::sent(tx, mail.id, shown).await?;
                "sent"
            }
            Delivery::Delayed(why) if mail.attempts < MOST_TRIES => {
                let next = tx.now + pause_after(mail.attempts);
                store::delayed(tx, mail, why, next).await?;
                "delayed"
            }
            Delivery::Delayed(why) | Delivery::Refused(why) => {
                store::parked(tx, mail, why).await?;
                "parked"
            }
        })
    });
    if noted.is_err() && matches!(delivery, Delivery::Sent) {
        app.mailer().unrecorded().push(SentMail { id: mail.id, shown: shown.map(ToOwned::to_owned) });
    }
    noted
}

/// Pause before the next attempt: doubles up to five minutes.
fn pause_after(attempts: i64) -> TimeDelta {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

/// The MIME message. Addresses are parsed and headers encoded, so that a name or subject cannot inject any.
async fn message(app: &AppContext, mail: &Leased, link: &Link, signature: &Signature) -> Result<Message> {
    let mailer = app.mailer();
    let kind = mail.kind()?;
    let contact = format!("{}/contacts", app.config.public_url());
    let frame = Frame {
        school: &signature.name,
        imprint: signature.imprint.as_deref(),
        contact: &contact,
        recipient: &mail.recipient_name,
        link: &link.address,
        sets_password: link.sets_password,
        logo: signature.logo.as_ref(),
    };
    let rendered = mailer.wording.render(&kind, mail.language()?, frame)?;
    let address = |text: &str| text.parse().map_err(|_| Error::internal("not an address mails can go to"));
    let name = Some(mail.recipient_name.clone()).filter(|name| !name.is_empty());
    let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
    let mut builder = Message::builder()
        .from(mailer.from.clone())
        .to(Mailbox::new(name, address(&mail.recipient)?))
        .date(SystemTime::from(app.clock.now()))
        .message_id(Some(format!("<{}@{}>", mail.message_id, mailer.from.email.domain())))
        .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
        .subject(rendered.subject);
    // A mail without a valid reply address is still sent.
    if let Some(reply_to) = mail.reply_to.as_ref().and_then(|text| text.parse().ok()) {
        builder = builder.reply_to(Mailbox::new(None, reply_to));
    }
    let letter = MultiPart::alternative_plain_html(rendered.text, rendered.html);
    let mut files = Vec::new();
    for id in kind.attached() {
        files.extend(app.part::<Attachments>().generate(app, id).await?);
    }
    let parts = if files.is_empty() { letter } else { MultiPart::mixed().multipart(letter) };
    let parts = files
        .into_iter()
        .try_fold(parts, |parts, file| Ok::<_, Error>(parts.singlepart(file.into_part()?)))?;
    builder.multipart(parts).map_err(|error| Error::internal(error.to_string()))
}

/// Sorts by time.
fn file_name(mail: &Leased) -> String {
    let at: DateTime<Utc> = mail.created_at;
    format!("{}-{:06}-{}.eml", at.format("%Y%m%dT%H%M%S%3fZ"), mail.id, mail.kind)
}
