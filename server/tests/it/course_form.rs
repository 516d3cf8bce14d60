//! How staff writes a course: one form with all its parts, saved together or not at all.

use axum::http::Method;
use preau_core::role::Role;
use preau_server::operations::doctor;
use serde_json::{Value, json};

use crate::school::{Client, Reply, School};

pub(crate) const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";
const PART_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ac";

/// Two languages, two levels, two teachers, and somebody who writes courses.
pub(crate) async fn editor(school: &School) -> Client {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        // What a desktop app would be told of these.
        "DELETE FROM changes",
        "INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
            (1, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'Chinois', 'zh', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
            (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'A2', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO teachers (id, first_name, last_name, email, created_at, updated_at) VALUES
            (1, 'Chiara', 'Bellini', 'chiara@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'Wei', 'Zhang', 'wei@preau.test', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
    school.account(Role::Editor, "editor@preau.test").await
}

/// A course as the form of the dashboard sends it.
pub(crate) fn form() -> Value {
    json!({
        "name": " Primi passi ", "description": "Les premiers mots d’italien.", "type": "IN_PERSON",
        "detailedDescription": "<p onclick=\"x()\">Ciao<script>alert(1)</script></p>", "totalHours": 30,
        "languageId": 1, "levelId": 1, "teacherId": 1, "startDate": "2026-04-01", "endDate": "2026-07-01",
        "location": "Salle 2", "schedule": "Mardi\nJeudi", "meetingUrl": "https://meet.example/ciao",
        "sellingPoints": ["À dix au plus"], "lang": "it", "price": 90.5,
        "modules": [
            { "title": "Uno", "description": "Saluer.", "price": 50 },
            { "title": "Due", "price": 40.5 },
        ],
        "objectives": [{ "description": "Saluer" }, { "description": "Compter" }],
        "prerequisites": [{ "description": "Savoir lire" }],
    })
}

pub(crate) fn with(change: Value) -> Value {
    let change: serde_json::Map<String, Value> = serde_json::from_value(change).unwrap();
    let mut form = form();
    form.as_object_mut().unwrap().extend(change);
    form
}

pub(crate) fn path(course: &Value) -> String {
    format!("/courses/admin/{}", course["id"])
}

/// Changes a course that was seen in this version.
pub(crate) async fn put(client: &Client, course: &Value, change: Value) -> Reply {
    let seen = format!("\"{}\"", course["version"]);
    client.send(Method::PUT, &path(course), Some(change), &[("If-Match", &seen)]).await
}

/// The ids of a list of parts.
pub(crate) fn ids(parts: &Value) -> Vec<i64> {
    parts.as_array().unwrap().iter().map(|part| part["id"].as_i64().unwrap()).collect()
}

/// Nothing is out of order.
pub(crate) async fn sound(school: &School) {
    let found: Vec<String> =
        doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found, [""; 0]);
    let priced =
        "SELECT COUNT(*) FROM courses c WHERE EXISTS (SELECT 1 FROM modules m WHERE m.course_id = c.id)
        AND c.price_cents <> (SELECT SUM(m.price_cents) FROM modules m WHERE m.course_id = c.id)";
    assert_eq!(school.count(priced).await, 0, "a course costs what its modules cost");
}

both_engines!(a_course_is_made_whole_as_a_draft, |school| {
    let editor = editor(&school).await;
    let made = editor.post("/courses/admin", with(json!({ "clientId": CLIENT_ID }))).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let course = made.json();
    let shown =
        ["name", "slug", "status", "price", "capacity", "seatsTaken", "version", "detailedDescription"];
    let shown: Vec<&Value> = shown.iter().map(|name| &course[*name]).collect();
    let expected = json!(["Primi passi", "primi-passi", "DRAFT", 90.5, 10, 0, 1, "<p>Ciao</p>"]);
    assert_eq!(json!(shown), expected);
    assert_eq!(course["modules"][1]["orderIndex"], 2);
    assert_eq!(course["objectives"][0]["description"], "Saluer");
    assert_eq!(editor.get(&path(&course)).await.ok(), course);
    school.visitor().get(&format!("/courses/{}/details", course["id"])).await.refused(404, "not_found");

    let again = editor.post("/courses/admin", with(json!({ "clientId": CLIENT_ID, "name": "Autre" }))).await;
    assert_eq!((again.status.as_u16(), again.json()), (200, course));
    let twin = editor.post("/courses/admin", form()).await.ok();
    assert_eq!(twin["slug"], "primi-passi-2");
    let sign = editor.post("/courses/admin", with(json!({ "name": "!!!" }))).await.ok();
    assert_eq!(sign["slug"], "cours");
    let found = editor.get("/courses?q=passi%20italien%20bellini").await.ok();
    assert_eq!(found.as_array().unwrap().len(), 2);
    let audit = "SELECT COUNT(*) FROM audit WHERE action = 'course.created' AND entity = 'course'
        AND before_values IS NULL AND after_values LIKE '%\"title\":\"Due\"%'";
    assert_eq!(school.count(audit).await, 3);
    sound(&school).await;
});

both_engines!(every_fault_of_the_form_is_told_at_once_and_nothing_is_made, |school| {
    let editor = editor(&school).await;
    let wrong = json!({
        "name": "ab", "description": "trop peu", "totalHours": 0, "startDate": "2026-04-01", "endDate": "2026-04-01",
        "modules": [{ "title": "Uno", "price": 1 }, { "title": " " }], "objectives": [{}], "languageId": 1,
    });
    let refused = editor.post("/courses/admin", wrong).await;
    let problem = refused.refused(422, "modules_incomplete");
    assert_eq!(problem["message"], "Certains modules ont des erreurs (titre et prix requis)");
    let told: Vec<_> =
        problem["fields"].as_array().unwrap().iter().map(|f| (&f["name"], &f["message"])).collect();
    let expected = json!([
        ["name", "Minimum 3 caractères requis"],
        ["description", "Minimum 10 caractères requis"],
        ["type", "Veuillez sélectionner un type"],
        ["levelId", "Ce champ est requis"],
        ["teacherId", "Ce champ est requis"],
        ["endDate", "La date de fin doit être postérieure à la date de début."],
        ["totalHours", "Minimum 1 heure"],
        ["modules[1].title", "Le titre est requis"],
        ["modules[1].price", "Le prix est requis"],
        ["objectives[0].description", "Ce champ est requis"],
    ]);
    assert_eq!(json!(told), expected);
    let mismatch = editor.post("/courses/admin", with(json!({ "price": 90 }))).await;
    let message = "Le prix total ne correspond pas à la somme des prix des modules. Veuillez vérifier.";
    assert_eq!(mismatch.refused(422, "price_mismatch")["fields"][0]["message"], message);
    let unknown = with(json!({ "languageId": 99, "levelId": 99, "teacherId": 99 }));
    let unknown = editor.post("/courses/admin", unknown).await;
    unknown.refused(422, "unknown_reference");
    assert_eq!(unknown.field_names(), ["languageId", "levelId", "teacherId"]);
    let strange = with(json!({ "modules": [{ "id": 1, "title": "Uno", "price": 90.5 }] }));
    assert_eq!(editor.post("/courses/admin", strange).await.field_names(), ["modules[0].id"]);
    for table in
        ["SELECT COUNT(*) FROM courses", "SELECT COUNT(*) FROM modules", "SELECT COUNT(*) FROM audit"]
    {
        assert_eq!(school.count(table).await, 0, "{table}");
    }
});

both_engines!(a_list_that_is_sent_is_all_there_is_to_be, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", form()).await.ok();
    let (modules, points) = (ids(&course["modules"]), ids(&course["objectives"]));
    let change = json!({
        "modules": [
            { "title": "Zero", "price": 10, "clientId": PART_ID },
            { "id": modules[1], "price": 30, "description": "Compter." },
        ],
        "objectives": [{ "id": points[1] }, { "id": points[0], "description": "Dire bonjour" }],
        "prerequisites": [],
    });
    let after = put(&editor, &course, change.clone()).await.ok();
    assert_eq!(json!([after["version"], after["price"], after["prerequisites"]]), json!([2, 40, []]));
    assert_eq!(
        after["modules"][1],
        json!({
            "id": modules[1], "version": 2, "courseId": course["id"], "title": "Due", "description": "Compter.",
            "price": 30, "orderIndex": 2, "chapters": [],
        })
    );
    assert_eq!(ids(&after["objectives"]), [points[1], points[0]]);
    assert_eq!(after["objectives"][1]["description"], "Dire bonjour");
    editor.get(&format!("/modules/{}", modules[0])).await.refused(404, "not_found");
    let gone = "SELECT COUNT(*) FROM changes WHERE deleted AND entity IN ('module', 'prerequisite')";
    assert_eq!(school.count(gone).await, 2);

    let repeated = editor.put(&path(&course), change.clone()).await.ok();
    assert_eq!(ids(&repeated["modules"]), ids(&after["modules"]), "the client's id is known");
    assert_eq!(repeated["modules"], after["modules"], "what stays as it was keeps its version");
    editor.put(&path(&course), json!({ "modules": [{ "id": modules[1] }] })).await.ok();
    let late = editor.put(&path(&course), change).await;
    assert_eq!(late.field_names(), ["modules[0].clientId"], "a repeat brings nothing back: {}", late.text());
    let stranger = editor.post("/courses/admin", form()).await.ok();
    let foreign = json!({ "modules": [{ "id": stranger["modules"][0]["id"], "title": "a", "price": 1 }] });
    let foreign = editor.put(&path(&course), foreign).await;
    foreign.refused(422, "unknown_reference");
    assert_eq!(foreign.field_names(), ["modules[0].id"]);
    sound(&school).await;
});

both_engines!(one_bad_part_refuses_the_whole_change, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", form()).await.ok();
    let keep = ids(&course["modules"]);
    let change = json!({
        "name": "Autre nom", "objectives": [],
        "modules": [{ "id": keep[0] }, { "title": "Tre", "price": 5 }, { "title": "", "price": -1 }],
    });
    let refused = editor.put(&path(&course), change).await;
    refused.refused(422, "modules_incomplete");
    assert_eq!(refused.field_names(), ["modules[2].title", "modules[2].price"]);
    assert_eq!(editor.get(&path(&course)).await.ok(), course, "nothing has changed");
    assert_eq!(school.count("SELECT COUNT(*) FROM audit").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM changes WHERE deleted").await, 0);
});

both_engines!(an_older_version_gets_the_present_course_and_every_write_is_noted, |school| {
    let editor = editor(&school).await;
    let course = editor.post("/courses/admin", form()).await.ok();
    let after = put(&editor, &course, json!({ "totalHours": 40, "levelId": 2 })).await.ok();
    assert_eq!(json!([after["version"], after["totalHours"], after["level"]]), json!([2, 40, "A2"]));
    assert_eq!(after["modules"], course["modules"], "what is absent stays");
    let stale = put(&editor, &course, json!({ "totalHours": 50 })).await;
    assert_eq!(stale.refused(412, "stale")["current"], after);
    let audit = "SELECT COUNT(*) FROM audit WHERE action = 'course.updated' AND role = 'EDITOR'
        AND before_values LIKE '%\"totalHours\":30%' AND before_values LIKE '%\"title\":\"Uno\"%'
        AND after_values LIKE '%\"totalHours\":40%' AND after_values LIKE '%\"title\":\"Uno\"%'";
    assert_eq!(school.count(audit).await, 1);
    assert_eq!(editor.get("/courses?q=a2").await.ok()[0]["id"], course["id"], "found by what it says now");
});
