//! Anonymises deleted accounts: an empty row remains, which accounting may refer to.

use serde_json::json;

use crate::clock::Ids;
use crate::db::contains_pattern;
use crate::error::Result;
use crate::mail::store::kinds_for_school;
use crate::people::accounts::store::{Account, refuse_last_admin, unlink_teacher, wards};
use crate::people::auth::second_factor;
use crate::people::auth::sessions::{self, EndReason};
use crate::sales::decisions;
use crate::sales::reservations::store as reservations;
use crate::sales::subscriptions::store as subscriptions;
use crate::write::Tx;
use crate::{execute, fetch_all};

/// Signature of comments of deleted accounts.
const SIGNATURE: &str = "Ancien élève";

const EMPTY: &str = "
    UPDATE users SET email = $2, password_hash = NULL, first_name = 'Ancien', last_name = 'élève', country = NULL,
        photo_url = NULL, phone_number = NULL, dial_code = NULL, birth_date = NULL, street = NULL, postal_code = NULL,
        city = NULL, google_sub = NULL, guardian_id = NULL,
        must_reset_password = FALSE, password_expires_at = NULL, email_verified_at = NULL, search_text = '',
        version = version + 1, updated_at = $3, deleted_at = $3
    WHERE id = $1";
const SIGN_COMMENTS: &str = "UPDATE comments SET signature = $2 WHERE user_id = $1";
// With the replies to them; unsent ones would quote them.
const DROP_CONTACTS: [&str; 2] = [
    "DELETE FROM mails WHERE kind = 'contact-reply' AND recipient = $1",
    "DELETE FROM contact_messages WHERE email = $1",
];
// Unsent mails stay: they are about the account's money. Other mails to the same address may have been for
// the school, or for its previous owner.
const DROP_MAILS: &str = concat!(
    "DELETE FROM mails
    WHERE status <> 'QUEUED' AND (user_id = $1 OR params LIKE $3 ESCAPE '\\'
        OR (recipient = $2 AND user_id IS NULL AND kind NOT IN ",
    kinds_for_school!(),
    "))"
);
// Joined without an account, with the address that the account confirmed.
const LEAVE_LISTS: &str = "DELETE FROM waitlist_entries WHERE payer_id IS NULL AND payer_email = $1";
const DROP_INVITATIONS: &str = "DELETE FROM teacher_invitations WHERE email = $1";
// Their own, and seats that are offered to them: `$2` is their address, once it is verified.
const HOLDS: &str = "
    SELECT id FROM reservations WHERE status = 'HELD' AND (payer_id = $1
        OR (kind <> 'SALE' AND (learner_id = $1 OR (payer_id IS NULL AND payer_email = $2)))) ORDER BY id";
const SUBSCRIPTIONS: &str =
    "SELECT id, course_id, holds_seat FROM subscriptions WHERE user_id = $1 AND active ORDER BY id";
// Responses stored for repeats may contain their data: their own, and those of others who wrote about them.
const DROP_ANSWERS: &str = "DELETE FROM idempotency_keys WHERE answer LIKE $1 ESCAPE '\\'";
const DROP_ANSWERS_OF_BOTH: &str =
    "DELETE FROM idempotency_keys WHERE answer LIKE $1 ESCAPE '\\' AND answer LIKE $2 ESCAPE '\\'";
// Sales stay with their amounts. A hold that somebody else pays for keeps the learner's address.
const FORGET: &[&str] = &[
    "UPDATE reservations SET payer_email = '', draft = NULL, address_key = NULL, request_key = NULL
     WHERE payer_id = $1",
    "UPDATE reservations SET learner_email = '', child_key = '' WHERE learner_id = $1 AND status <> 'HELD'",
    "DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)",
    "UPDATE sessions SET user_agent = '', ip = NULL WHERE user_id = $1",
    "DELETE FROM one_time_tokens WHERE user_id = $1",
    "DELETE FROM calendar_tokens WHERE user_id = $1",
    "UPDATE certificates SET learner_name = NULL, learner_search = NULL,
        revoke_reason = CASE WHEN revoke_reason IS NOT NULL THEN '' END
     WHERE learner_id = $1",
    "DELETE FROM mails WHERE kind = 'certificate-issued' AND status = 'QUEUED'
     AND fact IN (SELECT 'certificate:' || id FROM certificates WHERE learner_id = $1)",
    "UPDATE contact_replies SET author_id = NULL WHERE author_id = $1",
    "DELETE FROM mails WHERE kind = 'class-message' AND status <> 'QUEUED' AND EXISTS (
        SELECT 1 FROM class_messages c
        WHERE c.author_id = $1 AND mails.fact LIKE 'class message ' || c.id || ' for %')",
    "UPDATE class_messages SET author_id = NULL WHERE author_id = $1",
    "DELETE FROM beneficiaries WHERE user_id = $1 OR beneficiary_id = $1",
    "DELETE FROM beneficiary_lookups WHERE user_id = $1",
    "DELETE FROM learner_needs WHERE user_id = $1",
    "DELETE FROM attendance_reasons WHERE attendance_id IN (
        SELECT a.id FROM attendance a JOIN subscriptions s ON s.id = a.subscription_id WHERE s.user_id = $1)",
    "DELETE FROM proposal_tokens WHERE proposal_id IN (SELECT p.id FROM decision_proposals p
        JOIN reservations r ON r.id = p.reservation_id WHERE r.payer_id = $1)",
    "DELETE FROM waitlist_tokens WHERE entry_id IN (
        SELECT id FROM waitlist_entries WHERE payer_id = $1 OR learner_id = $1)",
    "UPDATE waitlist_entries SET payer_id = NULL, learner_id = NULL, payer_email = '', learner_email = '', child_key = '',
        first_name = '', ended_at = COALESCE(ended_at, updated_at),
        status = CASE WHEN status IN ('UNCONFIRMED', 'WAITING', 'OFFERED') THEN 'LEFT' ELSE status END
     WHERE payer_id = $1 OR learner_id = $1",
    "UPDATE test_answers SET given = NULL WHERE attempt_id IN (SELECT id FROM test_attempts WHERE user_id = $1)",
    "UPDATE test_attempts SET user_id = NULL WHERE user_id = $1",
    "UPDATE quiz_answers SET given = NULL WHERE attempt_id IN (SELECT id FROM quiz_attempts WHERE user_id = $1)",
    "UPDATE quiz_attempts SET user_id = NULL WHERE user_id = $1",
    "DELETE FROM revision_reviews WHERE user_id = $1",
    "DELETE FROM revision_cards WHERE user_id = $1",
    "UPDATE subscriptions SET grant_reason = '' WHERE user_id = $1 AND grant_reason IS NOT NULL",
    "UPDATE reservations SET confirm_note = NULL WHERE payer_id = $1 OR learner_id = $1",
    "UPDATE withdrawals SET note = NULL
     WHERE reservation_id IN (SELECT id FROM reservations WHERE payer_id = $1 OR learner_id = $1)",
    "UPDATE refunds SET note = NULL, hand_note = NULL WHERE payment_id IN (
        SELECT p.id FROM payments p LEFT JOIN reservations r ON r.id = p.reservation_id
        WHERE p.user_id = $1 OR r.payer_id = $1 OR r.learner_id = $1)",
];

// Of mails to a guardian, only those about this child are deleted.
const DROP_MAILS_ABOUT: &str = "
    DELETE FROM mails WHERE status <> 'QUEUED' AND (
        fact IN (SELECT 'reservation ' || id FROM reservations WHERE learner_id = $1)
        OR fact IN (SELECT 'withdrawal from reservation ' || id FROM reservations WHERE learner_id = $1)
        OR fact IN (SELECT 'completion of subscription ' || id FROM subscriptions WHERE user_id = $1)
        OR fact IN (SELECT 'first session of subscription ' || id FROM subscriptions WHERE user_id = $1)
        OR fact IN (SELECT x.prefix || p.id FROM decision_proposals p JOIN reservations r ON r.id = p.reservation_id,
            (SELECT 'proposal ' AS prefix UNION ALL SELECT 'reminder of proposal ' UNION ALL SELECT 'learner of proposal ') x
            WHERE r.learner_id = $1)
        OR fact LIKE 'class message % for user ' || $1 OR fact LIKE 'course % changed at % for user ' || $1
        OR fact IN (SELECT 'certificate:' || id FROM certificates WHERE learner_id = $1))";

/// Anonymises an account and deletes what only it needed; its e-mail address can be used again. Its
/// subscriptions end, its holds are released, and payments that arrive for them are refunded. Nobody could
/// act for its wards any more, so they are deleted too.
///
/// # Errors
/// `last_admin`.
pub async fn erase(tx: &mut Tx, account: &Account) -> Result<()> {
    refuse_last_admin(tx, account).await?;
    for ward in wards(tx, account.id).await? {
        erase_one(tx, &ward).await?;
    }
    erase_one(tx, account).await
}

async fn erase_one(tx: &mut Tx, account: &Account) -> Result<()> {
    sessions::end_all(tx, account.id, None, EndReason::Deleted).await?;
    unlink_teacher(tx, account).await?;
    let verified = if account.is_verified() { account.address() } else { "-" };
    // A random address, so that nobody can have taken it beforehand.
    let nowhere = format!("{}@deleted.invalid", Ids.hex128());
    execute!(tx, EMPTY, account.id, nowhere, tx.now)?;
    for (id,) in fetch_all!(tx, (i64,), HOLDS, account.id, verified)? {
        let hold = reservations::get(tx, id).await?;
        reservations::cancel(tx, &hold).await?;
    }
    decisions::learner_left(tx, account.id).await?;
    for (id, course_id, holds_seat) in fetch_all!(tx, (i64, i64, bool), SUBSCRIPTIONS, account.id)? {
        subscriptions::deactivate(tx, id, course_id, holds_seat).await?;
    }
    tx.public_content_changed();
    for statement in FORGET.iter().chain(&second_factor::store::REMOVE) {
        execute!(tx, *statement, account.id)?;
    }
    execute!(tx, SIGN_COMMENTS, account.id, SIGNATURE)?;
    if let Some(email) = &account.email {
        let named = contains_pattern(&json!(email).to_string());
        execute!(tx, DROP_MAILS, account.id, email, &named)?;
        execute!(tx, DROP_ANSWERS, &named)?;
        execute!(tx, DROP_INVITATIONS, email)?;
        if account.is_verified() {
            for statement in DROP_CONTACTS {
                execute!(tx, statement, email)?;
            }
            execute!(tx, LEAVE_LISTS, email)?;
        }
    } else {
        execute!(tx, DROP_MAILS_ABOUT, account.id)?;
        execute!(tx, DROP_ANSWERS, contains_pattern(&json!(account.full_name()).to_string()))?;
        let named = |name: &str, value: &str| contains_pattern(&format!("\"{name}\":{}", json!(value)));
        let (first, last) = (named("firstName", &account.first_name), named("lastName", &account.last_name));
        execute!(tx, DROP_ANSWERS_OF_BOTH, first, last)?;
    }
    tx.audit("user.deleted", "user", account.id, Some(json!({ "role": account.role() })), None).await
}
