//! Invoices and credit notes in short, for lists.

use chrono::{DateTime, Utc};
use preau_core::invoice::{InvoiceKind, Means};
use preau_core::money::Cents;
use serde::Serialize;

use crate::clock;
use crate::documents::data::Seller;
use crate::school::store::School;

impl From<School> for Seller {
    fn from(school: School) -> Self {
        Self {
            name: school.name,
            legal_name: school.legal_name,
            legal_form: school.legal_form,
            street: school.street,
            postal_code: school.postal_code,
            city: school.city,
            country: school.country,
            siret: school.siret,
            training_activity_number: school.training_activity_number,
            phone: school.phone,
            email: school.email,
            logo_url: school.logo_url,
        }
    }
}

/// An invoice or a credit note of a reservation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Paper {
    pub id: i64,
    /// `F2026-00001`, `A2026-00001`.
    pub number: String,
    pub kind: InvoiceKind,
    #[serde(serialize_with = "clock::instant")]
    pub issued_at: DateTime<Utc>,
    /// Euros, positive also for a credit note.
    #[schema(value_type = f64)]
    pub total: Cents,
}

/// An invoice or a credit note in the list of all.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedInvoice {
    pub id: i64,
    /// `F2026-00001`, `A2026-00001`.
    pub number: String,
    pub kind: InvoiceKind,
    #[serde(serialize_with = "clock::instant")]
    pub issued_at: DateTime<Utc>,
    /// Euros, positive also for a credit note.
    #[schema(value_type = f64)]
    pub total: Cents,
    pub buyer_name: String,
    pub course_name: String,
    pub means: Means,
    /// `PAY_REF_…`
    pub payment_reference: String,
    pub reservation_id: i64,
    /// For a credit note: the number of its invoice.
    pub credited_number: Option<String>,
}
