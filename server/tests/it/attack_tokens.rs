//! Attacks on tokens: those that the school did not sign, and those that are shown where they do not belong.
//!
//! Expiry, theft of a refresh token and codes of the desktop app stand in `auth` and `desktop_sign_in`, Google's
//! tokens in `google`.

use axum::http::Method;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::Duration;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use preau_core::role::Role;
use preau_server::one_time_tokens::{self, Purpose};
use preau_server::people::auth::access::Access;
use preau_server::{change, fetch_scalar};
use serde_json::{Value, json};

use crate::booking::{courses, draft, start};
use crate::school::{Client, Engine, School};

/// A token of these parts, whatever stands in them.
fn raw(header: &Value, claims: &Value, signature: &[u8]) -> String {
    let part = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    format!(
        "{}.{}.{}",
        part(header.to_string().as_bytes()),
        part(claims.to_string().as_bytes()),
        part(signature)
    )
}

fn signed(header: &Header, claims: &Value, secret: &str) -> String {
    jsonwebtoken::encode(header, claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap()
}

async fn secret(school: &School) -> String {
    let mut conn = school.app.db.read().await.unwrap();
    fetch_scalar!(conn, String, "SELECT secret FROM server_keys WHERE name = 'access-token'").unwrap()
}

/// What the school would sign for this user's newest session, with `changes` to it; null takes a claim out.
async fn claims(school: &School, user: i64, changes: Value) -> Value {
    let session = school.count("SELECT MAX(id) FROM sessions").await;
    let now = school.app.clock.now().timestamp();
    let mut claims =
        json!({ "sub": user.to_string(), "sid": session, "aud": "preau-api", "iat": now, "exp": now + 600 });
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    claims
}

async fn opens(client: &Client, token: &str) -> u16 {
    let mut client = client.clone();
    client.token = Some(token.to_owned());
    client.get("/users/me").await.status.as_u16()
}

both_engines!(a_token_that_the_school_did_not_sign_opens_nothing, |school| {
    let victim = school.account(Role::Admin, "admin@preau.test").await;
    let (visitor, key) = (school.visitor(), secret(&school).await);
    let good = claims(&school, victim.id(), json!({})).await;
    let hs256 = Header::new(Algorithm::HS256);
    assert_eq!(opens(&visitor, &signed(&hs256, &good, &key)).await, 200, "this is how the school signs");

    let mut forged = Vec::new();
    for alg in ["none", "None", "NONE", "nOnE", "", "HS256"] {
        forged.push(raw(&json!({ "alg": alg, "typ": "JWT" }), &good, b""));
        forged.push(raw(&json!({ "alg": alg }), &good, b"signature"));
    }
    // The right key under another algorithm, and what others are fooled by: keys that a token brings along.
    for alg in [Algorithm::HS384, Algorithm::HS512] {
        forged.push(signed(&Header::new(alg), &good, &key));
    }
    for alg in ["RS256", "ES256", "PS256", "EdDSA"] {
        let token = signed(&hs256, &good, &key);
        let signature = BASE64_URL_SAFE_NO_PAD.decode(token.rsplit('.').next().unwrap()).unwrap();
        forged.push(raw(&json!({ "alg": alg }), &good, &signature));
    }
    let own = json!({ "kty": "oct", "k": BASE64_URL_SAFE_NO_PAD.encode("mine"), "alg": "HS256" });
    for header in [
        json!({ "alg": "HS256", "jwk": own }),
        json!({ "alg": "HS256", "jku": "https://evil.example/keys" }),
        json!({ "alg": "HS256", "kid": "../../dev/null" }),
        json!({ "alg": "HS256", "kid": "' UNION SELECT 'mine" }),
    ] {
        let named: Header = serde_json::from_value(header).unwrap();
        forged.push(signed(&named, &good, "mine"));
    }
    for guess in ["", "secret", "preau", "access-token", "\0"] {
        forged.push(signed(&hs256, &good, guess));
    }
    let elsewhere = School::open(Engine::Sqlite, &[]).await;
    elsewhere.account(Role::Admin, "admin@preau.test").await;
    forged.push(signed(&hs256, &good, &secret(&elsewhere).await));
    for token in forged {
        assert_eq!(opens(&visitor, &token).await, 401, "{token}");
    }
});

both_engines!(a_signed_token_is_of_its_audience_time_person_and_session, |school| {
    let student = school.account(Role::Student, "zoe@preau.test").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let (visitor, key) = (school.visitor(), secret(&school).await);
    let now = school.app.clock.now().timestamp();
    for changes in [
        json!({ "aud": "preau-web" }),
        json!({ "aud": null }),
        json!({ "aud": "" }),
        json!({ "exp": null }),
        json!({ "exp": now }),
        json!({ "exp": now - 1 }),
        json!({ "exp": -1 }),
        json!({ "exp": (now + 600).to_string() }),
        json!({ "sub": null }),
        json!({ "sub": "" }),
        json!({ "sub": format!(" {}", admin.id()) }),
        json!({ "sub": format!("{} OR 1=1", admin.id()) }),
        json!({ "sub": admin.id() }),
        json!({ "sub": student.id().to_string() }),
        json!({ "sid": null }),
        json!({ "sid": 999_999 }),
        json!({ "sid": "1" }),
    ] {
        let token =
            signed(&Header::new(Algorithm::HS256), &claims(&school, admin.id(), changes.clone()).await, &key);
        assert_eq!(opens(&visitor, &token).await, 401, "{changes}");
    }
    // What a token claims beyond that is nobody's business: the role is the account's.
    let boast = json!({ "role": "ADMIN", "admin": true, "scope": "*" });
    let mut boaster = school.sign_in(student.id()).await;
    let token = signed(&Header::new(Algorithm::HS256), &claims(&school, student.id(), boast).await, &key);
    boaster.token = Some(token);
    boaster.get("/users").await.refused(403, "forbidden");
});

both_engines!(a_token_that_was_touched_opens_nothing, |school| {
    let student = school.account(Role::Student, "zoe@preau.test").await;
    let token = student.token.clone().unwrap();
    let (visitor, parts) = (school.visitor(), token.split('.').collect::<Vec<_>>());
    for place in 0..token.len() {
        let mut bytes = token.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        let touched = String::from_utf8(bytes).unwrap();
        // The last letter of a part bears bits that mean nothing; whoever reads strictly refuses those too.
        assert_eq!(opens(&visitor, &touched).await, 401, "letter {place}");
    }
    for touched in [
        parts[..2].join("."),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{token}."),
        format!("{token}.{}", parts[2]),
        format!("{token}="),
        format!(".{token}"),
        parts[1].to_owned(),
        token.to_uppercase(),
    ] {
        assert_eq!(opens(&visitor, &touched).await, 401, "{touched}");
    }
    for scheme in ["Basic", "Token", "JWT", "Bearer,", ""] {
        let header = [("Authorization", &*format!("{scheme} {token}"))];
        let reply = visitor.send(Method::GET, "/users/me", None, &header).await;
        assert_eq!(reply.status.as_u16(), 401, "{scheme}");
    }
    assert_eq!(opens(&visitor, &token).await, 200);
});

/// Every kind of token that the school gives, by name, and the only places where it is worth something.
async fn all_tokens(school: &School) -> Vec<(&'static str, String, &'static [&'static str])> {
    let user = school.add_user(Role::Editor, "ada@preau.test").await;
    school.give_password(user, "zebre-volant-7").await;
    let credentials = json!({ "email": "ada@preau.test", "password": "zebre-volant-7" });
    let tokens = school.visitor().post("/auth/login", credentials).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut all: Vec<(&str, String, &[&str])> = vec![
        ("access token", text(&tokens["accessToken"]), &["bearer"]),
        ("refresh token", text(&tokens["refreshToken"]), &["refresh"]),
    ];
    let app = &school.app;
    for (name, purpose, place) in [
        ("link to reset", Purpose::ResetPassword, &["reset"] as &[&str]),
        ("link to set", Purpose::SetPassword, &["reset"]),
        ("link to verify", Purpose::VerifyEmail, &["verify"]),
        ("link to change the address", Purpose::ChangeEmail, &["change"]),
        ("link to delete", Purpose::DeleteAccount, &["delete"]),
        ("code of the desktop app", Purpose::DesktopCode, &["desktop"]),
    ] {
        let payload = (purpose == Purpose::ChangeEmail).then_some("new@preau.test");
        let token =
            change!(app, None, |tx| one_time_tokens::create(tx, purpose, user, payload).await).unwrap();
        all.push((name, token, place));
    }
    let held = start(&school.visitor(), draft("payer@example.fr", &[])).await;
    all.push(("checkout token", held.token.clone(), &["checkout"]));
    all
}

/// The places where somebody may show a token, and what the school answers.
async fn shown(school: &School, place: &str, token: &str, user: i64) -> u16 {
    let visitor = school.visitor();
    let body = json!({ "token": token });
    let reply = match place {
        "bearer" => return opens(&visitor, token).await,
        "refresh" => visitor.post("/auth/refresh", json!({ "refreshToken": token })).await,
        "reset" => {
            let body = json!({ "token": token, "newPassword": "un-autre-zebre-8" });
            visitor.put(&format!("/users/{user}/reset-password"), body).await
        }
        "verify" => visitor.post("/users/verify-email", body).await,
        "change" => visitor.post("/users/confirm-email", body).await,
        "delete" => visitor.post("/users/confirm-deletion", body).await,
        "desktop" => {
            let proof =
                json!({ "code": token, "codeVerifier": "x".repeat(43), "redirectUri": "preau://auth" });
            visitor.post("/auth/desktop-token", proof).await
        }
        "google" => visitor.post("/auth/google", body).await,
        "checkout" => visitor.send(Method::GET, "/checkout/1", None, &[("X-Checkout-Token", token)]).await,
        other => panic!("no such place: {other}"),
    };
    reply.status.as_u16()
}

const PLACES: [&str; 9] =
    ["bearer", "refresh", "reset", "verify", "change", "delete", "desktop", "google", "checkout"];

both_engines!(one_kind_of_token_is_no_other, |school| {
    courses(&school).await;
    let all = all_tokens(&school).await;
    let user = school.count("SELECT id FROM users WHERE email = 'ada@preau.test'").await;
    for (name, token, own) in &all {
        for place in PLACES.iter().filter(|place| !own.contains(place)) {
            let status = shown(&school, place, token, user).await;
            assert!((400..500).contains(&status), "{name} as {place}: {status}");
        }
    }
    // None of that used anything up. Whoever resets or leaves comes last, for that ends the others.
    assert_eq!(school.count("SELECT COUNT(*) FROM one_time_tokens WHERE used_at IS NOT NULL").await, 0);
    for wanted in ["bearer", "checkout", "refresh", "verify", "reset"] {
        let (name, token, own) = all.iter().find(|(_, _, own)| own.contains(&wanted)).unwrap();
        assert!(shown(&school, own[0], token, user).await < 300, "{name} where it belongs");
    }
});

both_engines!(a_link_to_one_account_resets_no_other, |school| {
    let ada = school.add_user(Role::Student, "ada@preau.test").await;
    let admin = school.add_user(Role::Admin, "admin@preau.test").await;
    let app = &school.app;
    let token = change!(app, None, |tx| one_time_tokens::create(tx, Purpose::ResetPassword, ada, None).await)
        .unwrap();
    assert_eq!(shown(&school, "reset", &token, admin).await, 401);
    school.pass(Duration::minutes(29));
    assert_eq!(shown(&school, "reset", &token, ada).await, 204, "the try took nothing away");
    assert_eq!(shown(&school, "reset", &token, ada).await, 401, "and it works once");
});

both_engines!(a_session_of_somebody_else_opens_nothing, |school| {
    let zoe = school.account(Role::Student, "zoe@preau.test").await;
    let session_id = school.count("SELECT MAX(id) FROM sessions").await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let app = &school.app;
    let mixed = Access { user_id: admin.id(), session_id };
    let token = app.access_keys().issue(mixed, app.clock.now()).unwrap();
    assert_eq!(opens(&zoe, &token).await, 401);
});
