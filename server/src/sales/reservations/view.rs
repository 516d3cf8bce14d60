//! API representation of reservations: complete for the payer and ADMIN, partial for a learner who is not the payer.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::payment::{PaymentStatus, RefundStatus};
use preau_core::price::{Line, Scope};
use preau_core::refund::RefundReason;
use preau_core::reservation::ReservationStatus;
use preau_core::withdrawal::WithdrawalOutcome;
use serde::Serialize;

use crate::catalogue::threshold::Threshold;
use crate::clock;
use crate::sales::invoices::view::Paper;

/// A reservation of a course, from the hold on.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reservation {
    pub id: i64,
    pub version: i64,
    pub status: ReservationStatus,
    pub course_id: i64,
    pub course_name: String,
    pub course_type: CourseType,
    pub course_slug: String,
    /// Empty: the whole course.
    pub reserved_module_ids: Vec<i64>,
    pub module_titles: Vec<String>,
    pub requested_start_date: NaiveDate,
    /// The learner, once they have an account.
    pub user_id: Option<i64>,
    /// While the start of the course depends on how many enrol; null otherwise.
    pub threshold: Option<Threshold>,
    /// For the payer and ADMIN only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purchase: Option<Purchase>,
}

/// The payer's view of a reservation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    pub payer_id: Option<i64>,
    pub payer_name: Option<String>,
    pub payer_email: String,
    pub learner_name: Option<String>,
    pub learner_email: String,
    /// Whether payer and learner are different people.
    pub for_another: bool,
    pub lines: Vec<Line>,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    pub currency: String,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// Until when a seat is or was held.
    #[serde(serialize_with = "clock::instant")]
    pub expires_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// `CARD`, `TRANSFER`, `CHEQUE`, `CASH` or `FREE`.
    pub confirmed_by: Option<String>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Pending payment by transfer, cheque or cash.
    pub desk: bool,
    /// `PAY_REF_…` of the payment that confirmed it.
    pub payment_reference: Option<String>,
    /// Status of the payment that confirmed it, else of the latest; absent where there is none.
    pub payment_status: Option<PaymentStatus>,
    pub subscription_id: Option<i64>,
    pub refunds: Vec<RefundView>,
    /// Its invoice and credit notes, in the order of issue.
    pub papers: Vec<Paper>,
    /// Euros refunded or being refunded.
    #[schema(value_type = f64)]
    pub refunded: Cents,
    /// Whether the payer may still cancel the hold.
    pub cancellable: bool,
    /// The last day on which the payer may withdraw from what was confirmed.
    pub withdraw_until: Option<NaiveDate>,
    /// The right of withdrawal and its state; only where a single reservation is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal: Option<WithdrawalView>,
}

/// The right of withdrawal from a purchase on the site.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalView {
    /// Once it is declared.
    pub id: Option<i64>,
    /// The last day.
    pub until: Option<NaiveDate>,
    /// Whether it can be declared now.
    pub possible: bool,
    /// Euros refunded at once: everything, while nothing was used.
    #[schema(value_type = Option<f64>)]
    pub refund: Option<Cents>,
    /// Proposed refund in euros, when the school must decide.
    #[schema(value_type = Option<f64>)]
    pub proposed: Option<Cents>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub declared_at: Option<DateTime<Utc>>,
    pub outcome: Option<WithdrawalOutcome>,
    /// Refund in euros decided by the school.
    #[schema(value_type = Option<f64>)]
    pub decided: Option<Cents>,
    /// The school's comment on its decision.
    pub note: Option<String>,
}

/// A refund.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    pub id: i64,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    pub status: RefundStatus,
    pub reason: RefundReason,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// Paid at the desk: the school gives the money back by hand.
    pub by_hand: bool,
}

/// Module ids of a scope in JSON: empty for the whole course.
#[must_use]
pub fn module_ids(scope: Scope, lines: &[Line]) -> Vec<i64> {
    match scope {
        Scope::Course => Vec::new(),
        Scope::Modules => lines.iter().filter_map(|line| line.module_id).collect(),
    }
}

impl Reservation {
    /// Restricts to what this user may see: only the payer sees the purchase.
    #[must_use]
    pub fn for_user(self, user_id: i64) -> Self {
        let pays = self.purchase.as_ref().is_some_and(|purchase| purchase.payer_id == Some(user_id));
        Self { purchase: self.purchase.filter(|_| pays), ..self }
    }
}
