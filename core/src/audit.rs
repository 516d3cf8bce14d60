//! Contents of the audit log: who may read which kinds of entry, and the removal of personal data.

use serde_json::Value;

/// The kinds that editors work on and whose history they may read. The others are for ADMIN.
pub const CONTENT: &[&str] = &[
    "chapter",
    "class-message",
    "class-session",
    "closure",
    "comment",
    "contact",
    "course",
    "faq",
    "faq-category",
    "file",
    "language",
    "lesson",
    "level",
    "module",
    "objective",
    "prerequisite",
    "quiz",
    "quiz-question",
    "resource",
    "room",
    "session-series",
    "teacher",
    "test-question",
];

/// Data that the school publishes about itself is not personal.
const SCHOOL: &[&str] = &["school", "page"];

/// Parts of the names of personal fields, in lower case.
const PERSONAL: &[&str] = &["email", "phone", "dialcode", "birthdate", "password", "token", "country"];

/// Removes personal values from a row of this kind; `mustResetPassword` and similar booleans stay.
pub fn impersonal(entity: &str, mut values: Value) -> Value {
    if !SCHOOL.contains(&entity) {
        strip(&mut values);
    }
    values
}

fn strip(values: &mut Value) {
    match values {
        Value::Object(members) => {
            members.retain(|name, value| value.is_boolean() || !is_personal(name));
            members.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_personal(name: &str) -> bool {
    let name = name.to_lowercase();
    PERSONAL.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_persons_values_are_left_out_at_any_depth() {
        let teacher =
            json!({ "firstName": "Lin", "email": "lin@ecole.fr", "by": [{ "phoneNumber": "06" }, 3] });
        assert_eq!(impersonal("teacher", teacher), json!({ "firstName": "Lin", "by": [{}, 3] }));
        let user = json!({ "role": "ADMIN", "mustResetPassword": true, "passwordHash": "x", "payerEmail": "a@b.fr",
            "birthDate": "1990-05-17", "dialCode": "+33", "checkoutToken": "x", "country": "FR" });
        assert_eq!(impersonal("user", user), json!({ "role": "ADMIN", "mustResetPassword": true }));
    }

    #[test]
    fn what_the_school_says_of_itself_stays() {
        let school = json!({ "email": "bonjour@ecole.fr", "phone": "04" });
        assert_eq!(impersonal("school", school.clone()), school);
    }
}
