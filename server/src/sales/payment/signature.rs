//! The `Stripe-Signature` header: `t=<seconds>,v1=<HMAC-SHA256 of "t.body" as hex>`, over the raw body.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::clock::hex;
use crate::error::{Error, Result};

/// Name of the header.
pub const HEADER: &str = "stripe-signature";

/// Maximum difference between the signer's clock and ours; older events are rejected as replays.
const TOLERANCE: Duration = Duration::minutes(5);

/// The header's value for this body, signed at this time.
pub fn sign(secret: &str, body: &[u8], now: DateTime<Utc>) -> Result<String> {
    let time = now.timestamp();
    let signature = mac(secret, time, body).ok_or_else(|| Error::internal("unusable webhook secret"))?;
    Ok(format!("t={time},v1={}", hex(&signature.finalize().into_bytes())))
}

/// Whether one of the secrets signed this body within the tolerance. Several secrets are valid during a key rotation,
/// and a header has several signatures for the same reason.
#[must_use]
pub fn verifies(header: &str, body: &[u8], secrets: &[&str], now: DateTime<Utc>) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let mut times = parts().filter(|(name, _)| *name == "t").map(|(_, value)| value.parse::<i64>());
    let (Some(Ok(time)), None) = (times.next(), times.next()) else { return false };
    if time.abs_diff(now.timestamp()) > TOLERANCE.num_seconds().unsigned_abs() {
        return false;
    }
    let signatures: Vec<_> =
        parts().filter(|(name, _)| *name == "v1").filter_map(|(_, value)| from_hex(value)).collect();
    // `verify_slice` compares in constant time.
    secrets.iter().any(|secret| {
        signatures
            .iter()
            .any(|signature| mac(secret, time, body).is_some_and(|mac| mac.verify_slice(signature).is_ok()))
    })
}

fn mac(secret: &str, time: i64, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(time.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    Some(mac)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn a_signature_is_of_this_body_secret_and_moment() {
        let header = sign("whsec_one", b"{}", at(1_000_000)).unwrap();
        let cases = [
            ("as sent", "{}", vec!["whsec_one"], 1_000_000, true),
            ("while secrets change", "{}", vec!["whsec_two", "whsec_one"], 1_000_000, true),
            ("five minutes late", "{}", vec!["whsec_one"], 1_000_300, true),
            ("a fast clock", "{}", vec!["whsec_one"], 999_700, true),
            ("too late", "{}", vec!["whsec_one"], 1_000_301, false),
            ("from the future", "{}", vec!["whsec_one"], 999_699, false),
            ("another body", "{ }", vec!["whsec_one"], 1_000_000, false),
            ("another secret", "{}", vec!["whsec_two"], 1_000_000, false),
        ];
        for (name, body, secrets, now, expected) in cases {
            assert_eq!(verifies(&header, body.as_bytes(), &secrets, at(now)), expected, "{name}");
        }
    }

    #[test]
    fn a_header_may_carry_other_schemes_and_older_signatures() {
        let good = sign("s", b"{}", at(60)).unwrap();
        let (time, v1) = good.split_once(",v1=").unwrap();
        assert!(verifies(&format!("{time}, v0=00, v1=abcd, v1={v1}"), b"{}", &["s"], at(60)));
        let bad = [
            String::new(),
            "t=,v1=".to_owned(),
            time.to_owned(),
            format!("v1={v1}"),
            format!("{time},v0={v1}"),
            format!("{time},v1={}", &v1[1..]),
            format!("{time},v1=é{v1}"),
            format!("t=1,{time},v1={v1}"),
            format!("{time},t=60,v1={v1}"),
            format!("t=-9223372036854775808,v1={v1}"),
        ];
        for header in bad {
            assert!(!verifies(&header, b"{}", &["s"], at(60)), "{header}");
        }
    }

    #[test]
    fn a_known_vector_verifies() {
        // Computed with `printf '1492774577.{}' | openssl dgst -sha256 -hmac whsec_test`.
        let header = "t=1492774577,v1=0d0602f6611bd2252dd4b74b58a4528355a7380639a15e6cc21e3059d56d5b8b";
        assert!(verifies(header, b"{}", &["whsec_test"], at(1_492_774_577)));
    }

    proptest! {
        #[test]
        fn a_signature_is_of_these_bytes_alone(
            body in prop::collection::vec(any::<u8>(), 0..200), other in prop::collection::vec(any::<u8>(), 0..200),
            secret in "[!-~]{1,40}", made_up in "(t=|v1=|,|[0-9a-f]{1,64}| ){0,8}", place in 0..80_usize, letter in "[0-9a-f]",
        ) {
            let (now, secrets) = (at(1_000_000), [secret.as_str()]);
            let header = sign(&secret, &body, now).unwrap();
            prop_assert!(verifies(&header, &body, &secrets, now));
            prop_assert!(other == body || !verifies(&header, &other, &secrets, now));
            prop_assert!(!verifies(&made_up, &body, &secrets, now));
            let place = place % header.len();
            let changed = format!("{}{letter}{}", &header[..place], &header[place + 1..]);
            prop_assert!(changed == header || !verifies(&changed, &body, &secrets, now), "{}", changed);
        }
    }
}
