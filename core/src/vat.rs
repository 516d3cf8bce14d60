//! Grounds for charging no VAT. Rates are not supported: a school that must charge VAT cannot sell here.

use crate::keyword::keywords;

keywords! {
    /// A ground of exemption, in the wording of invoices.
    VatGround {
        /// Professional training by a school that holds the administration's certificate.
        Training = "TVA non applicable, art. 261-4-4° a du CGI",
        /// Lessons given by a teacher whom the pupils pay directly.
        OwnLessons = "TVA non applicable, art. 261-4-4° b du CGI",
        /// A small business below the thresholds.
        SmallBusiness = "TVA non applicable, art. 293 B du CGI",
        /// A non-profit association, for its members.
        Association = "TVA non applicable, art. 261-7-1° du CGI",
    }
}
