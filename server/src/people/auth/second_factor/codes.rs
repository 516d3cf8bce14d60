//! Codes of the second factor: TOTP (RFC 6238), and recovery codes for a lost phone.

use chrono::{DateTime, Utc};
use qrcode::QrCode;
use qrcode::render::svg;
use subtle::ConstantTimeEq as _;
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::clock::{Ids, sha256_hex};
use crate::error::{Error, Result};

/// Time step, in seconds.
const STEP: u64 = 30;
/// Steps before and after the current one that are accepted, to tolerate clock differences.
const TOLERANCE: u16 = 1;
const DIGITS: u8 = 6;
/// Recovery codes per account.
const RECOVERY_CODES: usize = 10;
/// Letters in a group of a recovery code.
const GROUP: usize = 4;

fn builder(secret: &str) -> Result<Builder> {
    let secret = Secret::try_from_base32(secret).map_err(unusable)?;
    let builder = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(DIGITS).with_skew(TOLERANCE);
    Ok(builder.with_step_duration(STEP).with_secret(secret))
}

fn unusable(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("second factor: {error}"))
}

/// A new secret of 160 bits, in base 32.
pub(super) fn new_secret(ids: Ids) -> String {
    Secret::from(ids.random_bytes::<20>()).to_base32()
}

/// The `otpauth:` address that transfers the secret to a phone.
pub(super) fn uri(secret: &str, school: &str, email: &str) -> Result<String> {
    // The label has the form `school:account`.
    let issuer = school.replace(':', " ");
    let totp: Totp =
        builder(secret)?.with_issuer(Some(issuer)).with_account_name(email).build().map_err(unusable)?;
    totp.to_url().map_err(unusable)
}

/// A text as a QR code (SVG).
pub(super) fn qr_code(text: &str) -> Result<String> {
    let code = QrCode::new(text).map_err(unusable)?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

/// The time step of this code, if it is within the tolerance.
pub(super) fn step(secret: &str, code: &str, now: DateTime<Utc>) -> Result<Option<i64>> {
    let digits: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let time = u64::try_from(now.timestamp()).map_err(unusable)?;
    let step = builder(secret)?.build().map_err(unusable)?.check(&digits, time);
    step.map(|step| i64::try_from(step).map_err(unusable)).transpose()
}

/// New recovery codes, of 80 bits each: `ABCD-EFGH-IJKL-MNOP`.
pub(super) fn new_recovery_codes(ids: Ids) -> Vec<String> {
    let code = |_| {
        let letters: Vec<char> =
            Secret::from(ids.random_bytes::<10>().to_vec()).to_base32().chars().collect();
        let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
        groups.join("-")
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// The stored hash of a recovery code, however it was typed.
pub(super) fn recovery_hash(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    sha256_hex(letters.map(|letter| letter.to_ascii_uppercase()).collect::<String>())
}

/// The hash in this list that matches the code.
pub(super) fn find(code: &str, hashes: Vec<String>) -> Option<String> {
    let wanted = recovery_hash(code);
    hashes.into_iter().find(|hash| hash.as_bytes().ct_eq(wanted.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `12345678901234567890`, the secret of the examples in RFC 6238.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_are_those_of_the_standard_one_step_early_or_late() {
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            let own = seconds / 30;
            for (moment, taken) in
                [(seconds, true), (seconds - 30, true), (seconds + 30, true), (seconds + 60, false)]
            {
                let found = step(SECRET, code, at(moment)).unwrap();
                assert_eq!(found, taken.then_some(own), "{code} at {moment}");
            }
        }
        assert_eq!(step(SECRET, " 287 082 ", at(59)).unwrap(), Some(1));
        for wrong in ["", "28708", "2870820", "28708a", "２８７０８２", "-87082"] {
            assert_eq!(step(SECRET, wrong, at(59)).unwrap(), None, "{wrong}");
        }
    }

    #[test]
    fn a_recovery_code_is_known_however_it_is_typed() {
        let codes = new_recovery_codes(Ids);
        assert_eq!(codes.len(), RECOVERY_CODES);
        let hashes: Vec<String> = codes.iter().map(|code| recovery_hash(code)).collect();
        for (code, hash) in codes.iter().zip(&hashes) {
            assert_eq!(code.len(), 19, "{code}");
            let typed = format!(" {} ", code.to_lowercase().replace('-', " "));
            assert_eq!(find(&typed, hashes.clone()).as_ref(), Some(hash));
        }
        assert_eq!(find("ABCD-EFGH-IJKL-MNOP", hashes), None);
    }

    #[test]
    fn a_phone_reads_school_and_account() {
        let uri = uri(SECRET, "Préau : langues", "ada@preau.test").unwrap();
        let read = Totp::from_url(&uri).unwrap();
        assert_eq!(read.issuer(), Some("Préau   langues"));
        assert!(uri.contains("ada%40preau.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), "{uri}");
        assert!(qr_code(&uri).unwrap().contains("<svg"));
    }
}
