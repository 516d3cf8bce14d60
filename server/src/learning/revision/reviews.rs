//! Reviews as devices send them, and what follows from them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;
use preau_core::revision::{NewReview, replay};
use serde::Serialize;

use super::store;
use crate::error::Result;
use crate::write::Tx;

/// Reviews of one card that are kept: each new one replays them all.
const MOST: i64 = 500;

/// What became of a review.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReviewOutcome {
    client_id: String,
    card_id: i64,
    /// False: the card is gone, or was reviewed more often than anybody does.
    counted: bool,
    /// The day on which the card comes back, after all reviews that the school knows. Null when the card is gone.
    due_on: Option<NaiveDate>,
}

/// Adds the reviews that are not known yet, and says of all what became of them, in the order in which they were sent.
pub(super) async fn add(tx: &mut Tx, user_id: i64, sent: &[NewReview]) -> Result<Vec<ReviewOutcome>> {
    let client_ids: Vec<&str> = sent.iter().map(|review| review.made.client_id.as_str()).collect();
    // The card of each review that is known.
    let mut known = store::known_reviews(tx, user_id, &client_ids).await?;
    let cards: Vec<i64> = sent.iter().map(|review| review.card_id).chain(known.values().copied()).collect();
    let mut counts = store::review_counts(tx, user_id, &cards).await?;
    let mut new = Vec::new();
    for review in sent {
        let Some(count) = counts.get_mut(&review.card_id).filter(|count| **count < MOST) else { continue };
        if !known.contains_key(&review.made.client_id) {
            *count += 1;
            known.insert(review.made.client_id.clone(), review.card_id);
            new.push(review);
        }
    }
    store::insert_reviews(tx, user_id, &new).await?;
    reschedule(tx, new.iter().map(|review| review.card_id).collect()).await?;
    let due = store::due_days(tx, user_id, &cards).await?;
    Ok(sent.iter().map(|review| outcome(review, &known, &due)).collect())
}

fn outcome(
    review: &NewReview,
    known: &HashMap<String, i64>,
    due: &BTreeMap<i64, NaiveDate>,
) -> ReviewOutcome {
    let client_id = review.made.client_id.clone();
    let counted = known.get(&client_id).copied();
    let card_id = counted.unwrap_or(review.card_id);
    let due_on = counted.and_then(|card_id| due.get(&card_id).copied());
    ReviewOutcome { client_id, card_id, counted: counted.is_some(), due_on }
}

/// Replays all reviews of these cards.
async fn reschedule(tx: &mut Tx, cards: BTreeSet<i64>) -> Result<()> {
    let cards: Vec<i64> = cards.into_iter().collect();
    let missed = store::missed(tx, &cards).await?;
    for (card_id, reviews) in store::reviews_of(tx, &cards).await? {
        if let Some(state) = replay(&reviews)? {
            let due_on = state.due_on(missed.get(&card_id).copied());
            store::reschedule(tx, card_id, &state, due_on).await?;
        }
    }
    Ok(())
}
