//! Modules, objectives and prerequisites written one by one: each in the same way, each with its course.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::course_form::{CLIENT_ID, editor, form, ids, path, put, sound, with};
use crate::school::{Client, School};

/// A kind of part as these tests look at it.
struct Kind {
    /// Where one is made, for the course of this id.
    make: fn(i64) -> String,
    path: &'static str,
    entity: &'static str,
    text: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind { make: |_| "/modules".to_owned(), path: "/modules", entity: "module", text: "title" },
    Kind {
        make: |course| format!("/objectives/course/{course}"),
        path: "/objectives",
        entity: "objective",
        text: "description",
    },
    Kind {
        make: |course| format!("/prerequisites/course/{course}"),
        path: "/prerequisites",
        entity: "prerequisite",
        text: "description",
    },
];

impl Kind {
    fn sample(&self, course: i64, text: &str) -> Value {
        let mut sample = json!({ "courseId": course, self.text: text });
        if self.path == "/modules" {
            sample["price"] = json!(10);
        }
        sample
    }

    fn of(&self, course: i64) -> String {
        format!("{}/course/{course}", self.path)
    }
}

/// A course without parts; answers its id.
async fn bare(editor: &Client) -> i64 {
    let empty = json!({ "modules": [], "objectives": [], "prerequisites": [], "price": 80 });
    editor.post("/courses/admin", with(empty)).await.ok()["id"].as_i64().unwrap()
}

async fn course(editor: &Client, id: i64) -> Value {
    editor.get(&format!("/courses/admin/{id}")).await.ok()
}

async fn noted(school: &School, action: &str) -> i64 {
    school.count(format!("SELECT COUNT(*) FROM audit WHERE action = '{action}'").leak()).await
}

both_engines!(every_part_is_made_changed_and_deleted_and_raises_its_course, |school| {
    let editor = editor(&school).await;
    for kind in &KINDS {
        let id = bare(&editor).await;
        let mut sample = kind.sample(id, "Saluer");
        sample["clientId"] = json!(CLIENT_ID);
        let path = (kind.make)(id);
        let first = editor.post(&path, sample.clone()).await;
        let again = editor.post(&path, sample.clone()).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200), "{}", first.text());
        let made = first.json();
        assert_eq!(json!([made, made["version"], made["orderIndex"]]), json!([again.json(), 1, 1]));
        assert_eq!(course(&editor, id).await["version"], 2);

        let at = format!("{}/{}", kind.path, made["id"]);
        let changed = editor.put(&at, json!({ kind.text: " Compter " })).await.ok();
        let mut expected = made.clone();
        expected[kind.text] = json!("Compter");
        expected["version"] = json!(2);
        assert_eq!(changed, expected, "what is absent stays");
        let old = [("If-Match", "\"1\"")];
        let stale = editor.send(Method::PUT, &at, Some(json!({ kind.text: "x" })), &old).await;
        assert_eq!(stale.refused(412, "stale")["current"], changed);
        assert_eq!(editor.put(&at, json!({ kind.text: " " })).await.field_names(), [kind.text]);
        assert_eq!(editor.put(&at, json!({ "courseId": 99 })).await.field_names(), ["courseId"]);
        assert_eq!(course(&editor, id).await["version"], 3);

        editor.send(Method::DELETE, &at, None, &old).await.refused(412, "stale");
        assert_eq!(editor.delete(&at).await.status, 204);
        editor.delete(&at).await.refused(404, "not_found");
        editor.post(&path, sample).await.refused(410, "gone");
        assert_eq!(course(&editor, id).await["version"], 4);
        for done in ["created", "updated", "deleted"] {
            assert_eq!(noted(&school, &format!("{}.{done}", kind.entity)).await, 1);
        }
        let nowhere = editor.post(&(kind.make)(99), kind.sample(99, "Saluer")).await;
        assert!([404, 422].contains(&nowhere.status.as_u16()), "{}", nowhere.text());
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted").await, 3);
});

both_engines!(parts_are_made_together_or_not_at_all_and_put_in_order, |school| {
    let editor = editor(&school).await;
    for kind in &KINDS {
        let id = bare(&editor).await;
        let batch = format!("{}/batch", (kind.make)(id));
        let rows = |texts: &[&str]| -> Value { texts.iter().map(|text| kind.sample(id, text)).collect() };
        let refused = editor.post(&batch, rows(&["a", " ", "c"])).await;
        assert_eq!(refused.field_names(), [format!("[1].{}", kind.text)]);
        assert_eq!(course(&editor, id).await["version"], 1, "nothing was made");
        let made = editor.post(&batch, rows(&["a", "b", "c"])).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let made = ids(&made.json());

        let seen = course(&editor, id).await["version"].clone();
        let order = format!("{}/order", kind.of(id));
        let ordered = editor.put(&order, json!([made[2], made[0]])).await.ok();
        assert_eq!(ids(&ordered), [made[2], made[0], made[1]]);
        assert_eq!(editor.get(&kind.of(id)).await.ok(), ordered);
        let seen = format!("\"{seen}\"");
        let stale = editor.send(Method::PUT, &order, Some(json!(made)), &[("If-Match", &seen)]).await;
        assert_eq!(stale.refused(412, "stale")["current"]["id"], id);
        assert_eq!(editor.put(&order, json!([made[0], 999])).await.field_names(), ["[1]"]);
        assert_eq!(noted(&school, &format!("{}.ordered", kind.entity)).await, 1);
    }
    sound(&school).await;
});

both_engines!(a_list_is_emptied_in_one_call, |school| {
    let editor = editor(&school).await;
    let made = editor.post("/courses/admin", form()).await.ok();
    for (list, entity) in [("objectives", "objective"), ("prerequisites", "prerequisite")] {
        let all = format!("/{list}/course/{}", made["id"]);
        let old = [("If-Match", "\"99\"")];
        editor.send(Method::DELETE, &all, None, &old).await.refused(412, "stale");
        assert_eq!(editor.delete(&all).await.status, 204);
        assert_eq!(editor.get(&all).await.ok(), json!([]));
        assert_eq!(noted(&school, &format!("{entity}.cleared")).await, 1);
        editor.delete(&format!("/{list}/course/999")).await.refused(404, "not_found");
    }
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted").await, 3);
    assert_eq!(editor.get(&path(&made)).await.ok()["version"], 3);
});

both_engines!(a_course_costs_what_its_modules_cost, |school| {
    let editor = editor(&school).await;
    let id = bare(&editor).await;
    assert_eq!(course(&editor, id).await["price"], 80, "without modules what was sent stands");
    let uno = editor.post("/modules", json!({ "courseId": id, "title": "Uno", "price": 12.5 })).await.ok();
    assert_eq!(course(&editor, id).await["price"], 12.5);
    editor.post("/modules", json!({ "courseId": id, "title": "Due", "price": 20 })).await.ok();
    editor.put(&format!("/modules/{}", uno["id"]), json!({ "price": 30 })).await.ok();
    let now = course(&editor, id).await;
    assert_eq!(now["price"], 50);
    let wrong = put(&editor, &now, json!({ "price": 49 })).await;
    wrong.refused(422, "price_mismatch");
    assert_eq!(wrong.field_names(), ["price"]);
    editor.delete(&format!("/modules/{}", uno["id"])).await.ok();
    assert_eq!(course(&editor, id).await["price"], 20);
    let wrong = editor.post("/modules", json!({ "courseId": id })).await;
    let told = wrong.refused(422, "invalid")["fields"].clone();
    assert_eq!(
        json!([told[0]["message"], told[1]["message"]]),
        json!(["Le titre est requis", "Le prix est requis"])
    );
    let negative = editor.post("/modules", json!({ "courseId": id, "title": "a", "price": -1 })).await;
    assert_eq!(negative.refused(422, "negative_amount")["message"], "Le prix doit être positif");
    let dear = json!({ "courseId": id, "title": "a", "price": 1_000_000 });
    assert_eq!(editor.post("/modules", dear).await.field_names(), ["price"]);
    sound(&school).await;
});

both_engines!(only_staff_writes_courses_and_their_parts, |school| {
    let editor = editor(&school).await;
    let id = bare(&editor).await;
    let student = school.account(Role::Student, "zoe@example.fr").await;
    for (client, status, code) in [(school.visitor(), 401, "unauthenticated"), (student, 403, "forbidden")] {
        let at = format!("/courses/admin/{id}");
        client.post("/courses/admin", form()).await.refused(status, code);
        client.put(&at, form()).await.refused(status, code);
        client.delete(&at).await.refused(status, code);
        client.post(&format!("{at}/duplicate"), json!({})).await.refused(status, code);
        for into in ["publish", "unpublish", "archive"] {
            client.patch(&format!("{at}/{into}"), json!({})).await.refused(status, code);
        }
        for kind in &KINDS {
            client.post(&(kind.make)(id), kind.sample(id, "Saluer")).await.refused(status, code);
            client.put(&format!("{}/order", kind.of(id)), json!([])).await.refused(status, code);
        }
    }
    assert_eq!(course(&editor, id).await["version"], 1);
});
