//! SQL of the school's settings.

use chrono::{DateTime, Utc};
use preau_core::school::School as Facts;
use serde::Serialize;

use super::logo::{Logo, Size};
use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_one};

/// What the school says of itself, as it stands in the settings.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct School {
    /// Raised by each write.
    pub version: i64,
    /// Under which everybody knows it.
    pub name: String,
    /// Of the company or association, when it has another.
    pub legal_name: Option<String>,
    /// `SARL au capital de 10 000 €`
    pub legal_form: Option<String>,
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub country: Option<String>,
    /// Digits only.
    pub siret: Option<String>,
    /// Digits only.
    pub training_activity_number: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// The ground on which no VAT is charged, or a mention of earlier times.
    pub vat_mention: Option<String>,
    pub mediator_name: Option<String>,
    pub mediator_address: Option<String>,
    pub mediator_url: Option<String>,
    /// The address of an uploaded picture, which everybody may read; nothing: the product's own.
    pub logo_url: Option<String>,
    /// In pixels, so that no page jumps when it arrives.
    pub logo_width: Option<i64>,
    pub logo_height: Option<i64>,
    /// Where one arranges the call of 15 minutes, when the school says it itself.
    #[serde(rename = "ownMeetingUrl")]
    pub meeting_url: Option<String>,
    /// Whether sessions also skip the two public holidays that Alsace and Moselle add.
    pub alsace_moselle: bool,
    /// Nothing before the first write.
    #[serde(serialize_with = "clock::maybe_instant")]
    pub updated_at: Option<DateTime<Utc>>,
}

impl School {
    /// The facts that core validates.
    #[must_use]
    pub fn facts(&self) -> Facts {
        Facts {
            name: self.name.clone(),
            legal_name: self.legal_name.clone(),
            legal_form: self.legal_form.clone(),
            street: self.street.clone(),
            postal_code: self.postal_code.clone(),
            city: self.city.clone(),
            country: self.country.clone(),
            siret: self.siret.clone(),
            training_activity_number: self.training_activity_number.clone(),
            phone: self.phone.clone(),
            email: self.email.clone(),
            vat_mention: self.vat_mention.clone(),
            mediator_name: self.mediator_name.clone(),
            mediator_address: self.mediator_address.clone(),
            mediator_url: self.mediator_url.clone(),
            logo_url: self.logo_url.clone(),
            meeting_url: self.meeting_url.clone(),
            alsace_moselle: self.alsace_moselle,
        }
    }

    /// Its own logo with its size, when it has one.
    pub(crate) fn logo(&self) -> Option<Logo> {
        let pixels_of = |pixels: Option<i64>| u32::try_from(pixels?).ok();
        let size = Size { width: pixels_of(self.logo_width)?, height: pixels_of(self.logo_height)? };
        Some(Logo { url: self.logo_url.clone()?, size })
    }

    /// Its postal address in one line, as far as it is known: `12, rue des Platanes, 13100 Aix-en-Provence,
    /// France`.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let words = [self.postal_code.as_deref(), self.city.as_deref()];
        let town = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let street = self.street.as_deref().unwrap_or_default();
        let lines: Vec<_> = [street, &town].into_iter().filter(|line| !line.is_empty()).collect();
        let country = self.country.as_deref().filter(|_| !lines.is_empty());
        (!lines.is_empty()).then(|| lines.into_iter().chain(country).collect::<Vec<_>>().join(", "))
    }
}

const READ: &str = "
    SELECT version, name, legal_name, legal_form, street, postal_code, city, country, siret,
        training_activity_number, phone, email, vat_mention, mediator_name, mediator_address, mediator_url,
        logo_url, logo_width, logo_height, meeting_url, alsace_moselle, updated_at
    FROM school WHERE id = 1";

/// The school's settings.
pub async fn read(conn: &mut Conn) -> Result<School> {
    fetch_one!(conn, School, READ)
}

const WRITE: &str = "
    UPDATE school SET version = version + 1, name = $1, legal_name = $2, legal_form = $3, street = $4,
        postal_code = $5, city = $6, country = $7, siret = $8, training_activity_number = $9, phone = $10,
        email = $11, vat_mention = $12, mediator_name = $13, mediator_address = $14, mediator_url = $15,
        logo_url = $16, logo_width = $17, logo_height = $18, meeting_url = $19, alsace_moselle = $20,
        updated_at = $21
    WHERE id = 1";

/// Writes the settings, with the size of the logo.
pub(crate) async fn write(tx: &mut Tx, school: &Facts, logo: Option<Size>) -> Result<()> {
    tx.public_content_changed();
    execute!(
        tx,
        WRITE,
        &school.name,
        school.legal_name.as_deref(),
        school.legal_form.as_deref(),
        school.street.as_deref(),
        school.postal_code.as_deref(),
        school.city.as_deref(),
        school.country.as_deref(),
        school.siret.as_deref(),
        school.training_activity_number.as_deref(),
        school.phone.as_deref(),
        school.email.as_deref(),
        school.vat_mention.as_deref(),
        school.mediator_name.as_deref(),
        school.mediator_address.as_deref(),
        school.mediator_url.as_deref(),
        school.logo_url.as_deref(),
        logo.map(|size| i64::from(size.width)),
        logo.map(|size| i64::from(size.height)),
        school.meeting_url.as_deref(),
        school.alsace_moselle,
        tx.now
    )?;
    Ok(())
}
