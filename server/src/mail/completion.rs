//! The mail to the school about a completed course: one per subscription.

use crate::config::Config;
use crate::error::{Error, Result};
use crate::write::Tx;

use super::facts::{completion_fact, store};
use super::{Kind, NewMail, queue};

/// Queues the mail, in the completing transaction, after the completion was written.
pub async fn queue_for_school(tx: &mut Tx, config: &Config, subscription_id: i64) -> Result<()> {
    let missing = || Error::internal(format!("subscription {subscription_id} is not completed"));
    let facts = store::completion(tx, subscription_id).await?.ok_or_else(missing)?;
    let fact = completion_fact(subscription_id);
    queue(tx, &NewMail::to_school(config, Kind::CourseCompleted(facts), fact)?).await
}
