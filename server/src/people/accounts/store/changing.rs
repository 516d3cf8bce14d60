//! Changes of accounts: data, password, address.

use preau_core::account::Profile;
use preau_core::code::Code;
use preau_core::person::Person;
use preau_core::phone::{DialCode, Phone};
use preau_core::role::Role;
use serde_json::json;

use super::opening::{TEMPORARY_PASSWORD_LIFE, profile_of};
use super::{Account, account_fact, find_by_email, get, search_text};
use crate::error::Result;
use crate::mail::{self, Kind};
use crate::one_time_tokens::{self, Purpose};
use crate::people::auth::sessions::{self, EndReason};
use crate::write::Tx;
use crate::{execute, fetch_scalar};

const UPDATE: &str = "
    UPDATE users SET first_name = $2, last_name = $3, country = $4, phone_number = $5, dial_code = $6,
        birth_date = $7, photo_url = $8, email = $9, email_verified_at = $10, language = $11, font_size = $12,
        role = $13, must_reset_password = $14, search_text = $15, street = $17, postal_code = $18, city = $19,
        session_reminders = $20, session_changes = $21, version = version + 1, updated_at = $16
    WHERE id = $1";

// Addresses of calendars stay with an account only while it is what it was.
const REVOKE_CALENDARS: &str = "DELETE FROM calendar_tokens WHERE user_id = $1";

/// Revokes the addresses by which calendar apps read the account's sessions.
pub async fn revoke_calendars(tx: &mut Tx, user_id: i64) -> Result<()> {
    execute!(tx, REVOKE_CALENDARS, user_id)?;
    Ok(())
}

/// Writes the columns of `now` and `profile`.
pub async fn update(tx: &mut Tx, now: &Account, profile: &Profile) -> Result<()> {
    let address = profile.address.as_ref();
    execute!(
        tx,
        UPDATE,
        now.id,
        &profile.first_name,
        &profile.last_name,
        profile.country.as_deref(),
        profile.phone_number.as_ref().map(Phone::as_str),
        profile.dial_code.as_ref().map(DialCode::as_str),
        profile.birth_date,
        profile.photo_url.as_deref(),
        now.email.as_deref(),
        now.email_verified_at,
        now.language().as_str(),
        now.font_size,
        now.role().as_str(),
        now.must_reset_password,
        search_text(&profile.first_name, &profile.last_name, now.address()),
        tx.now,
        address.map(|address| &address.street),
        address.map(|address| &address.postal_code),
        address.map(|address| &address.city),
        now.session_reminders,
        now.session_changes
    )?;
    Ok(())
}

/// Updates the account with the data typed in a booking; never its address.
///
/// # Errors
/// `not_found`.
pub async fn update_profile(tx: &mut Tx, user_id: i64, person: &Person) -> Result<()> {
    let account = get(tx, user_id).await?;
    let address = person.address.clone().or_else(|| account.postal_address());
    let profile = Profile { photo_url: account.photo_url.clone(), address, ..profile_of(person) };
    update(tx, &account, &profile).await?;
    tx.audit("user.updated", "user", user_id, None, Some(json!({ "by": "booking" }))).await
}

const SET_PASSWORD: &str = "
    UPDATE users SET password_hash = $2, must_reset_password = $3, password_expires_at = $4,
        version = version + 1, updated_at = $5
    WHERE id = $1";

const SPEND_CHECKOUTS: &str = "UPDATE reservations SET signed_in_at = $2 WHERE payer_id = $1 AND created_account AND signed_in_at IS NULL";

/// Replaces the password; one that must be replaced again expires. Ends every other session of the account, invalidates
/// every link to its password or address, the addresses of its calendars and the right of its purchases to open a session,
/// and sends a mail about it.
pub async fn set_password(
    tx: &mut Tx,
    account: &Account,
    hash: &str,
    must_reset: bool,
    but: Option<i64>,
) -> Result<()> {
    let until = must_reset.then(|| tx.now + TEMPORARY_PASSWORD_LIFE);
    execute!(tx, SET_PASSWORD, account.id, hash, must_reset, until, tx.now)?;
    sessions::end_all(tx, account.id, but, EndReason::Password).await?;
    execute!(tx, SPEND_CHECKOUTS, account.id, tx.now)?;
    revoke_calendars(tx, account.id).await?;
    for purpose in [Purpose::ResetPassword, Purpose::SetPassword, Purpose::ChangeEmail, Purpose::DesktopCode]
    {
        one_time_tokens::invalidate_all(tx, purpose, account.id).await?;
    }
    let after = json!({ "mustResetPassword": must_reset });
    tx.audit("user.password-changed", "user", account.id, None, Some(after)).await?;
    let fact = account_fact(account.id, tx);
    mail::queue(tx, &account.mail(Kind::PasswordChanged, fact)).await
}

const SET_EMAIL: &str = "
    UPDATE users SET email = $2, email_verified_at = $3, search_text = $4, version = version + 1, updated_at = $5
    WHERE id = $1";
const VERIFY: &str = "
    UPDATE users SET email_verified_at = $2, version = version + 1, updated_at = $2
    WHERE id = $1 AND email_verified_at IS NULL";

// Whoever reads the former mailbox answers nothing.
const DROP_PROPOSAL_LINKS: &str = "
    DELETE FROM proposal_tokens WHERE proposal_id IN (SELECT p.id FROM decision_proposals p
        JOIN reservations r ON r.id = p.reservation_id WHERE r.payer_id = $1)";

/// Sets another address of the account, or a ward's first one, which ends the guardianship. `shown`: whether the
/// address is verified.
///
/// # Errors
/// `email_taken`.
pub async fn set_email(tx: &mut Tx, account: &Account, email: &str, shown: bool) -> Result<()> {
    if find_by_email(tx, email).await?.is_some_and(|other| other.id != account.id) {
        return Err(Code::EmailTaken.into());
    }
    let text = search_text(&account.first_name, &account.last_name, email);
    execute!(tx, SET_EMAIL, account.id, email, shown.then_some(tx.now), text, tx.now)?;
    delete_links(tx, account.id).await?;
    execute!(tx, DROP_PROPOSAL_LINKS, account.id)?;
    tx.audit("user.email-changed", "user", account.id, None, None).await
}

/// Marks the account's address as verified.
pub async fn verify(tx: &mut Tx, user_id: i64) -> Result<()> {
    if execute!(tx, VERIFY, user_id, tx.now)? == 1 {
        tx.audit("user.email-verified", "user", user_id, None, None).await?;
    }
    Ok(())
}

const UNLINK_GOOGLE: &str = "
    UPDATE users SET google_sub = NULL, version = version + 1, updated_at = $2
    WHERE id = $1 AND google_sub IS NOT NULL";

/// Unlinks the account's Google account. Returns whether one was linked.
pub async fn unlink_google(tx: &mut Tx, user_id: i64) -> Result<bool> {
    let linked = execute!(tx, UNLINK_GOOGLE, user_id, tx.now)? == 1;
    if linked {
        tx.audit("user.google-unlinked", "user", user_id, None, None).await?;
    }
    Ok(linked)
}

/// Handles that somebody followed a link mailed to the address, which proves ownership. A Google account linked before
/// the address was verified may be a stranger's, so it is unlinked.
pub async fn confirm_ownership(tx: &mut Tx, user_id: i64) -> Result<()> {
    if !get(tx, user_id).await?.is_verified() {
        unlink_google(tx, user_id).await?;
    }
    verify(tx, user_id).await
}

const LINK_GOOGLE: &str = "
    UPDATE users SET google_sub = $2, photo_url = COALESCE(photo_url, $3), version = version + 1, updated_at = $4
    WHERE id = $1";

/// Links this Google account; its picture is used when the account has none.
pub async fn link_google(tx: &mut Tx, user_id: i64, sub: &str, picture: Option<String>) -> Result<()> {
    execute!(tx, LINK_GOOGLE, user_id, sub, picture.as_deref(), tx.now)?;
    tx.audit("user.google-linked", "user", user_id, None, None).await
}

const OTHER_ADMINS: &str =
    "SELECT COUNT(*) FROM users WHERE role = 'ADMIN' AND deleted_at IS NULL AND id <> $1";

/// Refuses to remove the last ADMIN.
///
/// # Errors
/// `last_admin`.
pub async fn refuse_last_admin(tx: &mut Tx, account: &Account) -> Result<()> {
    if account.role() == Role::Admin && fetch_scalar!(tx, i64, OTHER_ADMINS, account.id)? == 0 {
        return Err(Code::LastAdmin.into());
    }
    Ok(())
}

/// Invalidates the links sent to an address that the account has left.
async fn delete_links(tx: &mut Tx, user_id: i64) -> Result<()> {
    for purpose in Purpose::ALL {
        one_time_tokens::invalidate_all(tx, *purpose, user_id).await?;
    }
    Ok(())
}

// Their link is created when they are sent, so those still queued must not be sent.
const PARK_CHANGES: &str = "
    UPDATE mails SET status = 'PARKED', last_error = 'the account was given back to its address'
    WHERE user_id = $1 AND kind = 'change-email' AND status = 'QUEUED'";
const CLEAR_PASSWORD: &str = "
    UPDATE users SET password_hash = NULL, must_reset_password = FALSE, password_expires_at = NULL,
        google_sub = NULL, version = version + 1, updated_at = $2
    WHERE id = $1";

/// Called before somebody else's purchase or Google account is attached: an unverified address may have been registered
/// by a stranger. Removes everything that gives access (password, Google account, sessions, links, a pending change of
/// address) and mails a link to set a password. A verified account is left unchanged.
pub async fn revoke_unverified_access(tx: &mut Tx, user_id: i64) -> Result<()> {
    let account = get(tx, user_id).await?;
    if account.is_verified() {
        return Ok(());
    }
    execute!(tx, CLEAR_PASSWORD, user_id, tx.now)?;
    sessions::end_all(tx, user_id, None, EndReason::Password).await?;
    delete_links(tx, user_id).await?;
    execute!(tx, PARK_CHANGES, user_id)?;
    revoke_calendars(tx, user_id).await?;
    tx.audit("user.password-cleared", "user", user_id, None, None).await?;
    let fact = account_fact(user_id, tx);
    mail::queue(tx, &account.mail(Kind::SetPassword, fact)).await
}
