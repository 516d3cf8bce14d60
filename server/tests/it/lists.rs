//! Lists that grow: at most 200 rows at once, with how many there are and where they go on.

use preau_core::role::Role;
use serde_json::Value;

use crate::booking::courses;
use crate::school::{Reply, School};

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

fn rows(reply: &Reply) -> usize {
    match reply.json() {
        Value::Array(rows) => rows.len(),
        page => page["items"].as_array().unwrap().len(),
    }
}

async fn crowd(school: &School) {
    for n in 0..205 {
        school.add_user(Role::Student, &format!("learner{n}@preau.test")).await;
    }
}

both_engines!(a_long_list_comes_in_parts_and_says_how_long_it_is, |school| {
    crowd(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let first = admin.get("/users").await;
    assert_eq!((rows(&first), header(&first, "x-total-count")), (200, "206"));
    assert_eq!(header(&first, "link"), "<?page=3&size=100>; rel=\"next\"");
    let rest = admin.get("/users?page=3&size=100").await;
    assert_eq!((rows(&rest), header(&rest, "x-total-count"), header(&rest, "link")), (6, "206", ""));

    let sized = admin.get("/users?size=2&role=STUDENT").await;
    assert_eq!((sized.json()["page"].clone(), rows(&sized)), (Value::from(1), 2));
    assert_eq!(header(&sized, "link"), "<?role=STUDENT&page=2&size=2>; rel=\"next\"");
    assert_eq!(sized.json()["total"], 205);
});

both_engines!(what_is_kept_says_so_too, |school| {
    courses(&school).await;
    for _ in 0..2 {
        let list = school.visitor().get("/courses").await;
        assert_eq!((rows(&list), header(&list, "x-total-count"), header(&list, "link")), (3, "3", ""));
    }
});
