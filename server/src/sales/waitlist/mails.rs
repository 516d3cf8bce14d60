//! The mails to whoever waits: each is about one entry or one offer, and sent once.

use super::store::{self, EntryRow};
use super::view::WaitlistEntry;
use crate::clock::instant_text;
use crate::error::Result;
use crate::mail::facts::{WaitlistFacts, waitlist_fact, waitlist_offer_fact};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::write::Tx;

/// Queues the mail with the link that confirms an address; again each time it is asked for.
pub(super) async fn queue_confirmation(tx: &mut Tx, entry: &EntryRow) -> Result<()> {
    let kind = Kind::WaitlistConfirm(facts(tx, entry.id, false).await?);
    let fact = format!("{} at {}", waitlist_fact(entry.id), instant_text(tx.now));
    let letter = letter(tx, entry, kind, fact).await?;
    // Whoever typed the address may be somebody else: it is not greeted by name.
    mail::queue(tx, &NewMail { name: String::new(), ..letter }).await
}

/// Queues the mail with the offer of a seat.
pub(super) async fn queue_offer(tx: &mut Tx, entry: &EntryRow, reservation_id: i64) -> Result<()> {
    let kind = Kind::WaitlistOffer(facts(tx, entry.id, true).await?);
    let letter = letter(tx, entry, kind, waitlist_offer_fact(reservation_id)).await?;
    mail::queue(tx, &letter).await
}

/// Queues the mail that an offer was not answered in time.
pub(super) async fn queue_lapsed(tx: &mut Tx, entry: &EntryRow, reservation_id: i64) -> Result<()> {
    let kind = Kind::WaitlistLapsed(facts(tx, entry.id, false).await?);
    let letter = letter(tx, entry, kind, waitlist_offer_fact(reservation_id)).await?;
    mail::queue(tx, &letter).await
}

/// Queues the mail that nobody waits for a seat in this course any more.
pub(super) async fn queue_ended(tx: &mut Tx, entry: &EntryRow) -> Result<()> {
    let kind = Kind::WaitlistEnded(facts(tx, entry.id, false).await?);
    let letter = letter(tx, entry, kind, waitlist_fact(entry.id)).await?;
    mail::queue(tx, &letter).await
}

async fn facts(tx: &mut Tx, id: i64, with_offer: bool) -> Result<WaitlistFacts> {
    let WaitlistEntry { course_name, module_titles, for_another, learner_name, offer, .. } =
        store::view(tx, id).await?;
    let offer = offer.filter(|_| with_offer);
    Ok(WaitlistFacts {
        entry_id: id,
        course_name,
        modules: module_titles,
        learner_name: learner_name.filter(|_| for_another),
        start_date: offer.as_ref().and_then(|offer| offer.start_date),
        amount: offer.as_ref().map(|offer| offer.amount),
        until: offer.map(|offer| offer.until),
    })
}

/// A mail to whoever pays.
async fn letter(tx: &mut Tx, entry: &EntryRow, kind: Kind, fact: String) -> Result<NewMail> {
    let account = match entry.payer_id {
        Some(id) => accounts::store::find(tx, id).await?,
        None => accounts::store::find_by_email(tx, &entry.payer_email).await?,
    };
    Ok(match account {
        Some(account) => account.mail(kind, fact),
        None => NewMail {
            kind,
            fact,
            to: entry.payer_email.clone(),
            name: entry.first_name.clone(),
            language: entry.language.parse().unwrap_or_default(),
            user_id: None,
            reply_to: None,
        },
    })
}
