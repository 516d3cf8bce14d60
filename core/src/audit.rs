//! What the journal keeps of a change: who may read about which kind of thing, and nothing personal.

use serde_json::Value;

/// What an editor works on, and so may read the history of. The rest is an administrator's.
pub const CONTENT: &[&str] = &[
    "chapter",
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
    "teacher",
    "test-question",
];

/// What the school publishes about itself is nobody's personal value.
const SCHOOL: &[&str] = &["school", "page"];

/// Parts of names under which a person's own values stand, in lower case.
const PERSONAL: &[&str] = &["email", "phone", "dialcode", "birthdate", "password", "token", "country"];

/// The values of a row of this kind without what belongs to a person; `mustResetPassword` and its like, which only
/// say yes or no, stay.
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
