//! The mails of a confirmed reservation: to the payer, to a learner who is somebody else, to the school.
//!
//! One row of each kind per reservation, however often it is queued.

use preau_core::money::Cents;

use crate::config::Config;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;

use super::facts::store::{self, ReservationRow};
use super::facts::{DecisionFacts, ReservationFacts, WithdrawalFacts, reservation_fact, withdrawal_fact};
use super::{Kind, NewMail, queue, queue_all};

/// Queues the mails of a confirmed reservation, in the confirming transaction, after its payer, learner and
/// payment were written. `modules`: the titles of those sold.
pub async fn queue_confirmed(
    tx: &mut Tx,
    config: &Config,
    reservation_id: i64,
    modules: Vec<String>,
) -> Result<()> {
    let row = reservation(tx, reservation_id).await?;
    let facts = row.facts(modules)?;
    let fact = reservation_fact(reservation_id);
    let mut mails = vec![row.payer_mail(Kind::ReservationConfirmed(facts.clone()), fact.clone())?];
    if row.has_other_reader() {
        let mut told = facts.clone();
        if !row.names_learner() {
            (told.payer_name, told.learner_name) = (String::new(), String::new());
        }
        let named = row.names_learner();
        let learner = row.learner_mail(Kind::BeneficiaryConfirmed(told), fact.clone())?;
        let name = if named { learner.name.clone() } else { String::new() };
        mails.push(NewMail { name, ..learner });
    }
    mails.push(NewMail::to_school(config, Kind::AdminBooking(facts), fact)?);
    queue_all(tx, &mails).await
}

/// Queues a mail that informs a payer that the purchase went to the account that had appeared under the same
/// e-mail address.
pub async fn queue_account_existed(tx: &mut Tx, reservation_id: i64) -> Result<()> {
    let (row, facts) = read(tx, reservation_id).await?;
    let mail = row.payer_mail(Kind::AccountExisted(facts), reservation_fact(reservation_id))?;
    queue(tx, &mail).await
}

/// Queues the mail to the school about a booking.
pub async fn queue_for_school(tx: &mut Tx, config: &Config, facts: ReservationFacts) -> Result<()> {
    let fact = reservation_fact(facts.reservation_id);
    queue(tx, &NewMail::to_school(config, Kind::AdminBooking(facts), fact)?).await
}

/// Queues the acknowledgement of a withdrawal at this moment to the payer, and the mail to the school.
/// `back`: the amount that is refunded immediately.
pub async fn queue_withdrawal(tx: &mut Tx, config: &Config, id: i64, back: Option<Cents>) -> Result<()> {
    let (row, reservation) = read(tx, id).await?;
    let facts = WithdrawalFacts { confirmed_at: row.confirmed_at()?, declared_at: tx.now, reservation, back };
    let fact = withdrawal_fact(id);
    queue(tx, &row.payer_mail(Kind::WithdrawalReceived(facts.clone()), fact.clone())?).await?;
    queue(tx, &NewMail::to_school(config, Kind::AdminWithdrawal(facts), fact)?).await
}

/// Queues the mail to the payer with the decision about a withdrawal.
pub async fn queue_decision(tx: &mut Tx, reservation_id: i64, facts: DecisionFacts) -> Result<()> {
    let (row, _) = read(tx, reservation_id).await?;
    let mail = row.payer_mail(Kind::WithdrawalDecided(facts), withdrawal_fact(reservation_id))?;
    queue(tx, &mail).await
}

/// The facts of a reservation whose payer and learner have accounts.
///
/// # Errors
/// When there is no such reservation.
pub async fn facts(conn: &mut Conn, reservation_id: i64) -> Result<ReservationFacts> {
    let row = store::reservation(conn, reservation_id).await?.ok_or_else(Error::not_found)?;
    row.facts(store::module_titles(conn, reservation_id).await?)
}

async fn reservation(conn: &mut Conn, id: i64) -> Result<ReservationRow> {
    let missing = || Error::internal(format!("reservation {id} has no payer and learner to write to"));
    store::reservation(conn, id).await?.ok_or_else(missing)
}

async fn read(conn: &mut Conn, id: i64) -> Result<(ReservationRow, ReservationFacts)> {
    let row = reservation(conn, id).await?;
    let facts = row.facts(store::module_titles(conn, id).await?)?;
    Ok((row, facts))
}
