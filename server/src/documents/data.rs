//! The data of invoices and credit notes.

use chrono::NaiveDate;
use preau_core::address::Address;
use preau_core::invoice::{InvoiceKind, Means};
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::price::PriceFacts;
use serde::{Deserialize, Serialize};

/// The seller, as the school's settings were when the document was issued.
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
    /// Absent in documents from before schools had logos of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
}

/// The buyer, as their account was then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    pub name: String,
    pub email: String,
    /// Absent in documents from before buyers gave it.
    #[serde(default, flatten)]
    pub address: Option<Address>,
    pub country: Option<String>,
}

/// What was sold, or refunded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceLine {
    pub title: String,
    pub quantity: i64,
    pub unit: Cents,
    pub total: Cents,
    /// From what the price was computed; none for a whole price.
    pub price: Option<PriceFacts>,
}

/// The invoice that a credit note corrects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credited {
    pub number: String,
    pub issued_on: NaiveDate,
    /// Whether the reservation moved to another course: the money pays another invoice.
    pub moved: bool,
}

/// The data of an invoice or a credit note.
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
