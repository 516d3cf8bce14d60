//! The history of a reservation for ADMIN: people, payments, mails and events. Takes a fixed number of statements.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::payment::Provider;
use preau_core::person::Person;
use preau_core::price::Scope;
use preau_core::role::Role;
use preau_core::subscription::can_access;
use serde::Serialize;

use super::view::Reservation;
use crate::catalogue::store::keyword;
use crate::clock;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::mail::{self, MailNote};
use crate::people::accounts::store::international_phone;
use crate::sales::checkout::draft::Draft;
use crate::sales::refunds::money::{self, PaymentMade, RefundMade};
use crate::{fetch_all, fetch_optional};

/// A reservation; for ADMIN with its history.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReservationDetail {
    #[serde(flatten)]
    pub reservation: Reservation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<ReservationHistory>,
}

/// The history of a reservation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReservationHistory {
    pub payer: Party,
    pub learner: Party,
    /// Note on the payment at the desk.
    pub note: Option<String>,
    pub payments: Vec<PaymentMade>,
    pub refunds: Vec<RefundMade>,
    pub mails: Vec<MailNote>,
    pub events: Vec<ReservationEvent>,
    pub subscription: Option<SubscriptionMade>,
}

/// A person of a reservation: their account, or what was typed while there is none.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Party {
    pub user_id: Option<i64>,
    /// None once the draft is erased.
    pub name: Option<String>,
    pub email: String,
    pub phone: Option<String>,
}

/// An event of its history, by a person or the server.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReservationEvent {
    #[serde(serialize_with = "clock::instant")]
    pub at: DateTime<Utc>,
    /// `held`, `extended`, `confirmed`, `cancelled` or `expired`.
    pub what: String,
    /// None: a visitor without an account, or the server.
    pub by: Option<String>,
    pub role: Option<Role>,
}

/// The subscription it created or extended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionMade {
    pub id: i64,
    pub scope: Scope,
    pub access_expires_at: NaiveDate,
    pub can_access: bool,
}

#[derive(preau_derive::FromRow)]
struct People {
    draft: Option<String>,
    note: Option<String>,
    payer_id: Option<i64>,
    payer_name: Option<String>,
    payer_email: String,
    payer_phone: Option<String>,
    learner_id: Option<i64>,
    learner_name: Option<String>,
    learner_email: String,
    learner_phone: Option<String>,
}

const PEOPLE: &str = concat!(
    "
    SELECT r.draft, r.confirm_note AS note, r.payer_id, r.payer_email, r.learner_id, r.learner_email,
        payer.first_name || ' ' || payer.last_name AS payer_name,
        ",
    international_phone!("payer"),
    " AS payer_phone,
        learner.first_name || ' ' || learner.last_name AS learner_name,
        ",
    international_phone!("learner"),
    " AS learner_phone
    FROM reservations r
    LEFT JOIN users payer ON payer.id = r.payer_id LEFT JOIN users learner ON learner.id = r.learner_id
    WHERE r.id = $1"
);

impl People {
    fn parties(self) -> Result<(Party, Party)> {
        let draft = self.draft.as_deref().map(Draft::parse).transpose()?;
        let booker = draft.as_ref().map(|draft| &draft.booker);
        let beneficiary = draft.as_ref().and_then(|draft| draft.beneficiary.as_ref()).or(booker);
        let payer = Party {
            user_id: self.payer_id,
            name: self.payer_name.or_else(|| booker.map(full_name)),
            email: self.payer_email,
            phone: self.payer_phone.or_else(|| booker.map(phone)),
        };
        let learner = Party {
            user_id: self.learner_id,
            name: self.learner_name.or_else(|| beneficiary.map(full_name)),
            email: self.learner_email,
            phone: self.learner_phone.or_else(|| beneficiary.map(phone)),
        };
        Ok((payer, learner))
    }
}

/// First and last name.
pub fn full_name(person: &Person) -> String {
    format!("{} {}", person.first_name, person.last_name)
}

fn phone(person: &Person) -> String {
    format!("{} {}", person.dial_code.as_str(), person.phone_number.after(&person.dial_code))
}

const EVENTS: &str = "
    SELECT a.at, a.action, u.first_name || ' ' || u.last_name, a.role
    FROM audit a LEFT JOIN users u ON u.id = a.user_id
    WHERE a.entity = 'reservation' AND a.entity_id = $1 ORDER BY a.id";

async fn events(conn: &mut Conn, id: i64) -> Result<Vec<ReservationEvent>> {
    type Row = (DateTime<Utc>, String, Option<String>, Option<String>);
    let event = |(at, action, by, role): Row| {
        let role = role.map(|role| keyword(&role, "audit.role")).transpose()?;
        let what = action.strip_prefix("reservation.").unwrap_or(&action).to_owned();
        Ok(ReservationEvent { at, what, by, role })
    };
    fetch_all!(conn, Row, EVENTS, id)?.into_iter().map(event).collect()
}

const SUBSCRIPTION: &str = "
    SELECT s.id, s.scope, s.access_expires_at, s.active
    FROM subscription_reservations sr JOIN subscriptions s ON s.id = sr.subscription_id
    WHERE sr.reservation_id = $1";

async fn subscription(conn: &mut Conn, id: i64, today: NaiveDate) -> Result<Option<SubscriptionMade>> {
    let row = fetch_optional!(conn, (i64, String, NaiveDate, bool), SUBSCRIPTION, id)?;
    let made = |(id, scope, expires, active): (i64, String, NaiveDate, bool)| {
        Ok(SubscriptionMade {
            id,
            scope: keyword(&scope, "subscriptions.scope")?,
            access_expires_at: expires,
            can_access: can_access(active, expires, today),
        })
    };
    row.map(made).transpose()
}

/// The history of this reservation.
///
/// # Errors
/// `not_found`.
pub async fn of(conn: &mut Conn, id: i64, today: NaiveDate, in_use: Provider) -> Result<ReservationHistory> {
    let mut people = fetch_optional!(conn, People, PEOPLE, id)?.ok_or_else(Error::not_found)?;
    let note = people.note.take();
    let (payer, learner) = people.parties()?;
    Ok(ReservationHistory {
        payer,
        learner,
        note,
        payments: money::payments(conn, id, in_use).await?,
        refunds: money::refunds(conn, id, in_use).await?,
        mails: mail::of_reservation(conn, id).await?,
        events: events(conn, id).await?,
        subscription: subscription(conn, id, today).await?,
    })
}
