//! Invoices and credit notes as they stand: whole for their paper, in short for lists.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::address::Address;
use preau_core::invoice::{InvoiceKind, Means};
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::school::store::School;

/// Who sells, as the school's settings were when the paper was issued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seller {
    pub name: String,
    pub legal_name: Option<String>,
    pub legal_form: Option<String>,
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub country: Option<String>,
    pub siret: Option<String>,
    pub training_activity_number: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Absent on papers from before schools had logos of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
}

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

/// Who buys, as their account was then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    pub name: String,
    pub email: String,
    /// Absent on papers from before buyers gave it.
    #[serde(default, flatten)]
    pub address: Option<Address>,
    pub country: Option<String>,
}

/// What was sold, or what of it went back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceLine {
    pub title: String,
    pub quantity: i64,
    pub unit: Cents,
    pub total: Cents,
}

/// The invoice that a credit note takes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credited {
    pub number: String,
    pub issued_on: NaiveDate,
}

/// An invoice or a credit note, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invoice {
    pub id: i64,
    pub kind: InvoiceKind,
    pub number: String,
    pub reservation_id: i64,
    pub issued_on: NaiveDate,
    pub language: UiLanguage,
    pub total: Cents,
    pub vat_mention: String,
    pub seller: Seller,
    pub buyer: Buyer,
    pub course_name: String,
    pub learner_name: String,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    pub means: Means,
    pub payment_ref: String,
    pub paid_on: NaiveDate,
    pub lines: Vec<InvoiceLine>,
    pub credited: Option<Credited>,
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
    /// Euros, also of a credit note without a minus.
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
    /// Euros, also of a credit note without a minus.
    #[schema(value_type = f64)]
    pub total: Cents,
    pub buyer_name: String,
    pub course_name: String,
    pub means: Means,
    /// `PAY_REF_…`
    pub payment_reference: String,
    pub reservation_id: i64,
    /// Of a credit note: the number of its invoice.
    pub credited_number: Option<String>,
}
