//! Export of everything the school stores about one person.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use super::attempts::{self, AttemptsHeld};
use super::needs::{self, Needs};
use super::revision::{self, RevisionHeld};
use super::{Account, wards};
use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::fetch_all;
use crate::mail::store::kinds_for_school;
use crate::people::accounts::User;

/// Response of `GET /users/me/export`.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    account: User,
    /// The data of this account's wards.
    #[schema(no_recursion)]
    wards: Vec<Export>,
    sessions: Vec<SessionHeld>,
    reservations: Vec<ReservationHeld>,
    consents: Vec<ConsentHeld>,
    withdrawals: Vec<WithdrawalHeld>,
    payments: Vec<PaymentHeld>,
    invoices: Vec<InvoiceHeld>,
    subscriptions: Vec<SubscriptionHeld>,
    lessons_viewed: Vec<LessonHeld>,
    certificates: Vec<CertificateHeld>,
    /// Answers to level tests and quizzes.
    attempts: AttemptsHeld,
    /// What they revise.
    revision: RevisionHeld,
    /// Marks of their sessions.
    attendance: Vec<AttendanceHeld>,
    /// Note on what the learner needs.
    needs: Option<Needs>,
    /// Addresses of calendars, without the addresses themselves.
    calendars: Vec<CalendarHeld>,
    /// Waiting lists they joined, as payer or learner.
    waiting_lists: Vec<WaitlistHeld>,
    /// Other dates or another course that were proposed to them as payer.
    proposals: Vec<ProposalHeld>,
    comments: Vec<CommentHeld>,
    messages: Vec<MessageHeld>,
    /// The school's replies.
    message_replies: Vec<ReplyHeld>,
    /// What they wrote to classes.
    class_messages: Vec<ClassMessageHeld>,
    mails: Vec<MailHeld>,
}

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct SessionHeld {
    user_agent: String,
    ip: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    last_used_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    ended_at: Option<DateTime<Utc>>,
}

const SESSIONS: &str =
    "SELECT user_agent, ip, created_at, last_used_at, ended_at FROM sessions WHERE user_id = $1 ORDER BY id";

/// As payer or learner.
#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ReservationHeld {
    id: i64,
    course_name: String,
    status: String,
    scope: String,
    start_date: NaiveDate,
    /// Cents; none for a learner who did not pay.
    amount_cents: Option<i64>,
    currency: String,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
}

const RESERVATIONS: &str = "
    SELECT r.id, c.name AS course_name, r.status, r.scope, r.start_date,
        CASE WHEN r.payer_id = $1 THEN r.amount_cents END AS amount_cents, r.currency, r.created_at
    FROM reservations r JOIN courses c ON c.id = r.course_id
    WHERE r.payer_id = $1 OR r.learner_id = $1 ORDER BY r.id";

/// Agreed to as payer, before the seat was held.
#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ConsentHeld {
    reservation_id: i64,
    kind: String,
    /// Number of the terms that were accepted.
    terms_version: Option<i64>,
    #[serde(serialize_with = "clock::instant")]
    given_at: DateTime<Utc>,
}

const CONSENTS: &str = "
    SELECT c.reservation_id, c.kind, p.number AS terms_version, c.given_at
    FROM consents c JOIN reservations r ON r.id = c.reservation_id LEFT JOIN school_pages p ON p.id = c.page_id
    WHERE r.payer_id = $1 ORDER BY c.reservation_id, c.kind";

/// Declared as payer.
#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct WithdrawalHeld {
    reservation_id: i64,
    #[serde(serialize_with = "clock::instant")]
    declared_at: DateTime<Utc>,
    outcome: String,
    proposed_cents: i64,
    decided_cents: Option<i64>,
    #[serde(serialize_with = "clock::maybe_instant")]
    decided_at: Option<DateTime<Utc>>,
    note: Option<String>,
    /// State of the refund, if there is one.
    refund_status: Option<String>,
}

const WITHDRAWALS: &str = "
    SELECT w.reservation_id, w.declared_at, w.outcome, w.proposed_cents, w.decided_cents, w.decided_at, w.note,
        f.status AS refund_status
    FROM withdrawals w JOIN reservations r ON r.id = w.reservation_id LEFT JOIN refunds f ON f.id = w.refund_id
    WHERE r.payer_id = $1 ORDER BY w.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct PaymentHeld {
    payment_ref: String,
    reservation_id: Option<i64>,
    provider: String,
    amount_cents: i64,
    currency: String,
    status: String,
    #[serde(serialize_with = "clock::maybe_instant")]
    paid_at: Option<DateTime<Utc>>,
    refunded_cents: i64,
}

const PAYMENTS: &str = "
    SELECT p.payment_ref, p.reservation_id, p.provider, p.amount_cents, p.currency, p.status, p.paid_at,
        CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
            WHERE f.payment_id = p.id AND f.status = 'DONE'), 0) AS BIGINT) AS refunded_cents
    FROM payments p LEFT JOIN reservations r ON r.id = p.reservation_id
    WHERE p.user_id = $1 OR r.payer_id = $1 ORDER BY p.id";

/// As they were issued to this person.
#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct InvoiceHeld {
    number: String,
    reservation_id: i64,
    #[serde(serialize_with = "clock::instant")]
    issued_at: DateTime<Utc>,
    total_cents: i64,
    currency: String,
    /// Name, e-mail and postal address, as JSON.
    buyer: String,
    learner_name: String,
}

const INVOICES: &str = "
    SELECT i.number, i.reservation_id, i.issued_at, i.total_cents, i.currency, i.buyer, i.learner_name
    FROM invoices i JOIN reservations r ON r.id = i.reservation_id WHERE r.payer_id = $1 ORDER BY i.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct SubscriptionHeld {
    id: i64,
    course_name: String,
    scope: String,
    subscription_date: NaiveDate,
    opens_on: Option<NaiveDate>,
    access_expires_at: NaiveDate,
    active: bool,
    payment_reference: Option<String>,
    #[serde(serialize_with = "clock::maybe_instant")]
    completed_at: Option<DateTime<Utc>>,
    /// As set by the school.
    level: Option<String>,
}

const SUBSCRIPTIONS: &str = "
    SELECT s.id, c.name AS course_name, s.scope, s.subscription_date, s.opens_on, s.access_expires_at, s.active,
        s.payment_reference, s.completed_at, s.level
    FROM subscriptions s JOIN courses c ON c.id = s.course_id WHERE s.user_id = $1 ORDER BY s.id";

/// As received, also those that were replaced.
#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct AttendanceHeld {
    subscription_id: i64,
    date: NaiveDate,
    start_time: String,
    status: String,
    /// How late.
    minutes: Option<i64>,
    manner: String,
    reason: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    marked_at: DateTime<Utc>,
}

const ATTENDANCE: &str = "
    SELECT a.subscription_id, cs.day AS date, cs.start_time, a.status, a.minutes, a.manner, r.reason, a.marked_at
    FROM attendance a JOIN subscriptions s ON s.id = a.subscription_id JOIN class_sessions cs ON cs.id = a.session_id
    LEFT JOIN attendance_reasons r ON r.attendance_id = a.id WHERE s.user_id = $1 ORDER BY a.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct LessonHeld {
    subscription_id: i64,
    lesson_id: i64,
    title: String,
    #[serde(serialize_with = "clock::instant")]
    viewed_at: DateTime<Utc>,
    /// None for a lesson that was only marked with its chapter.
    #[serde(serialize_with = "clock::maybe_instant")]
    opened_at: Option<DateTime<Utc>>,
}

const LESSONS: &str = "
    SELECT v.subscription_id, v.lesson_id, l.title, v.viewed_at, v.opened_at
    FROM lesson_views v JOIN subscriptions s ON s.id = v.subscription_id JOIN lessons l ON l.id = v.lesson_id
    WHERE s.user_id = $1 ORDER BY v.viewed_at, v.lesson_id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct CertificateHeld {
    number: String,
    learner_name: Option<String>,
    course_name: String,
    language_code: String,
    level: String,
    hours: Option<i64>,
    attended_minutes: Option<i64>,
    held_minutes: Option<i64>,
    starts_on: NaiveDate,
    ends_on: NaiveDate,
    #[serde(serialize_with = "clock::instant")]
    issued_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    revoked_at: Option<DateTime<Utc>>,
}

const CERTIFICATES: &str = "
    SELECT number, learner_name, course_name, language_code, level, hours, attended_minutes, held_minutes, starts_on, ends_on,
        issued_at, revoked_at
    FROM certificates WHERE learner_id = $1 ORDER BY id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct CommentHeld {
    id: i64,
    course_id: Option<i64>,
    message: String,
    rating: i64,
    active: bool,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
}

const COMMENTS: &str =
    "SELECT id, course_id, message, rating, active, created_at FROM comments WHERE user_id = $1 ORDER BY id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct MessageHeld {
    name: String,
    subject: Option<String>,
    message: String,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
}

const MESSAGES: &str =
    "SELECT name, subject, message, created_at FROM contact_messages WHERE email = $1 ORDER BY id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ReplyHeld {
    /// What the message was about.
    subject: Option<String>,
    text: String,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
}

const REPLIES: &str = "
    SELECT m.subject, r.text, r.created_at FROM contact_replies r JOIN contact_messages m ON m.id = r.message_id
    WHERE m.email = $1 ORDER BY r.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ClassMessageHeld {
    course_name: String,
    text: String,
    file_name: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
}

const CLASS_MESSAGES: &str = "
    SELECT c.name AS course_name, m.text, f.name AS file_name, m.created_at
    FROM class_messages m JOIN courses c ON c.id = m.course_id LEFT JOIN files f ON f.address = m.file_url
    WHERE m.author_id = $1 ORDER BY m.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct MailHeld {
    kind: String,
    recipient: String,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    sent_at: Option<DateTime<Utc>>,
}

// Mails to the school are omitted, even where the school's address is the person's own.
const MAILS: &str = concat!(
    "SELECT kind, recipient, created_at, sent_at FROM mails
    WHERE user_id = $1 OR (recipient = $2 AND user_id IS NULL AND kind NOT IN ",
    kinds_for_school!(),
    ") ORDER BY id"
);

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct CalendarHeld {
    kind: String,
    room_name: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    read_on: Option<NaiveDate>,
}

const CALENDARS: &str = "
    SELECT k.kind, r.name AS room_name, k.created_at, k.read_on
    FROM calendar_tokens k LEFT JOIN rooms r ON r.id = k.room_id WHERE k.user_id = $1 ORDER BY k.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct WaitlistHeld {
    course_name: String,
    status: String,
    first_name: String,
    requested_start_date: Option<NaiveDate>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    offered_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "clock::maybe_instant")]
    ended_at: Option<DateTime<Utc>>,
}

const WAITING_LISTS: &str = "
    SELECT c.name AS course_name, w.status, w.first_name, w.start_date AS requested_start_date, w.created_at,
        w.offered_at, w.ended_at
    FROM waitlist_entries w JOIN courses c ON c.id = w.course_id
    WHERE w.payer_id = $1 OR w.learner_id = $1 OR (w.payer_id IS NULL AND w.payer_email = $2 AND w.payer_email <> '')
    ORDER BY w.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ProposalHeld {
    reservation_id: i64,
    course_name: String,
    /// The other course, or the same one.
    new_course_name: String,
    new_start_date: NaiveDate,
    new_end_date: NaiveDate,
    /// The last day to answer.
    answer_by: NaiveDate,
    /// The answer, once there is one.
    status: String,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    answered_at: Option<DateTime<Utc>>,
}

const PROPOSALS: &str = "
    SELECT p.reservation_id, c.name AS course_name, n.name AS new_course_name,
        COALESCE(d.new_start_date, n.start_date) AS new_start_date, COALESCE(d.new_end_date, n.end_date) AS new_end_date,
        d.answer_by, p.status, p.created_at, p.answered_at
    FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id
    JOIN reservations r ON r.id = p.reservation_id JOIN courses c ON c.id = d.course_id
    JOIN courses n ON n.id = COALESCE(d.target_course_id, d.course_id)
    WHERE r.payer_id = $1 ORDER BY p.id";

/// Collects the export. Data known by the address alone is included only once the address is verified.
pub async fn export(conn: &mut Conn, account: &Account) -> Result<Export> {
    let mut of_wards = Vec::new();
    for ward in wards(conn, account.id).await? {
        of_wards.push(export_one(conn, &ward).await?);
    }
    Ok(Export { wards: of_wards, ..export_one(conn, account).await? })
}

async fn export_one(conn: &mut Conn, account: &Account) -> Result<Export> {
    let id = account.id;
    let address = if account.is_verified() { account.address() } else { "" };
    Ok(Export {
        account: User::from(account),
        wards: Vec::new(),
        sessions: fetch_all!(conn, SessionHeld, SESSIONS, id)?,
        reservations: fetch_all!(conn, ReservationHeld, RESERVATIONS, id)?,
        consents: fetch_all!(conn, ConsentHeld, CONSENTS, id)?,
        withdrawals: fetch_all!(conn, WithdrawalHeld, WITHDRAWALS, id)?,
        payments: fetch_all!(conn, PaymentHeld, PAYMENTS, id)?,
        invoices: fetch_all!(conn, InvoiceHeld, INVOICES, id)?,
        subscriptions: fetch_all!(conn, SubscriptionHeld, SUBSCRIPTIONS, id)?,
        lessons_viewed: fetch_all!(conn, LessonHeld, LESSONS, id)?,
        certificates: fetch_all!(conn, CertificateHeld, CERTIFICATES, id)?,
        attempts: attempts::export(conn, id).await?,
        revision: revision::export(conn, id).await?,
        attendance: fetch_all!(conn, AttendanceHeld, ATTENDANCE, id)?,
        needs: needs::find(conn, id).await?,
        calendars: fetch_all!(conn, CalendarHeld, CALENDARS, id)?,
        waiting_lists: fetch_all!(conn, WaitlistHeld, WAITING_LISTS, id, address)?,
        proposals: fetch_all!(conn, ProposalHeld, PROPOSALS, id)?,
        comments: fetch_all!(conn, CommentHeld, COMMENTS, id)?,
        messages: fetch_all!(conn, MessageHeld, MESSAGES, address)?,
        message_replies: fetch_all!(conn, ReplyHeld, REPLIES, address)?,
        class_messages: fetch_all!(conn, ClassMessageHeld, CLASS_MESSAGES, id)?,
        mails: fetch_all!(conn, MailHeld, MAILS, id, address)?,
    })
}
