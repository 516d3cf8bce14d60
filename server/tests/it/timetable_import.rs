//! A timetable out of a file: tried, refused row by row, written whole, and written once.

use axum::http::Method;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::catalogue::catalogue;
use crate::school::{Client, Reply, School};

const CSV: [(&str, &str); 1] = [("Content-Type", "text/csv; charset=utf-8")];

async fn import(editor: &Client, file: &str, query: &str) -> Reply {
    let path = format!("/class-sessions/import{query}");
    editor.send_bytes(Method::POST, &path, Some(file.as_bytes().to_vec()), &CSV).await
}

async fn planner(school: &School) -> Client {
    catalogue(school).await;
    let editor = school.account(Role::Editor, "emma@preau.test").await;
    for (name, seats) in [("Figuier", 12), ("Platane", 6)] {
        assert_eq!(editor.post("/rooms", json!({ "name": name, "seats": seats })).await.status, 201);
    }
    editor
}

fn outcomes(report: &Value) -> Vec<Value> {
    let lines = report["lines"].as_array().unwrap().iter();
    lines
        .map(|line| {
            json!([line["line"], line["outcome"], line["fields"][0]["name"], line["fields"][0]["code"]])
        })
        .collect()
}

const TERM: &str = "Cours;Date;Heure;Durée;Salle;Professeur;Module;Remarque\n\
    primi passi;09/03/2026;18h30;90;figuier;chiara bellini;uno;Apportez un crayon.\n\
    Primi passi;2026-03-12;18:30;90;Platane;;;\n\
    ciao;06/04/2026;19 h;60;;;;\n";

both_engines!(a_term_is_tried_and_then_written_once, |school| {
    let editor = planner(&school).await;
    let trial = import(&editor, TERM, "?dryRun=true").await.ok();
    assert_eq!(json!([trial["dryRun"], trial["created"], trial["errors"]]), json!([true, 3, 0]));
    let [_, second, third] = [0, 1, 2].map(|n| trial["lines"][n].clone());
    assert_eq!(json!([second["warnings"], second["skipped"]]), json!([["room_too_small"], null]));
    assert_eq!(third["skipped"]["label"], "Lundi de Pâques");
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 0, "a trial writes nothing");
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE entity = 'class-session'").await, 0);

    let report = import(&editor, TERM, "").await.ok();
    assert_eq!(json!([report["dryRun"], report["created"]]), json!([false, 3]));
    let sessions = editor.get("/class-sessions?courseId=1").await.ok();
    assert_eq!(
        json!([
            sessions[0]["date"],
            sessions[0]["startTime"],
            sessions[0]["roomName"],
            sessions[0]["moduleId"],
            sessions[0]["note"]
        ]),
        json!(["2026-03-09", "18:30", "Figuier", 12, "Apportez un crayon."])
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'class-session.created'").await, 3);
    let again = import(&editor, TERM, "").await.ok();
    assert_eq!(json!([again["created"], again["unchanged"]]), json!([0, 3]));
    // What was changed by hand, or in the file, is neither written over nor written twice.
    let edited = TERM.replace(";90;Platane", ";60;Figuier").replace("un crayon", "un stylo");
    let trial = import(&editor, &edited, "?dryRun=true").await.ok();
    let wanted = [
        json!([2, "error", "note", "session_differs"]),
        json!([3, "error", "minutes", "session_differs"]),
        json!([4, "unchanged", null, null]),
    ];
    assert_eq!(outcomes(&trial), wanted);
    assert_eq!(trial["lines"][1]["fields"][1]["name"], "room");
    import(&editor, &edited, "").await.refused(422, "import_refused");
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 3);
});

both_engines!(what_is_in_the_way_is_named_by_its_row_and_nothing_is_written, |school| {
    let editor = planner(&school).await;
    let file = "course,date,startTime,minutes,room,teacher,module\n\
        Primi passi,2026-03-09,18:30,90,Figuier,,\n\
        Ciao,2026-03-09,19:00,60,Figuier,,\n\
        Interview,2026-04-02,18:30,60,,,\n\
        Primi passi,2026-04-02,19:00,60,,,\n\
        Primi passi,2027-03-09,18:30,90,,,\n\
        Nessuno,2026-03-09,18:30,90,,,\n\
        Primi passi,2026-03-10,18:30,90,Grenier,Luca,Tre\n\
        Primi passi,2026-13-10,25:00,x,,,\n";
    let wanted = json!([
        [2, "created", null, null],
        [3, "error", "room", "room_taken"],
        [4, "created", null, null],
        [5, "error", "teacher", "teacher_taken"],
        [6, "error", "date", "outside_course_dates"],
        [7, "error", "course", "unknown_reference"],
        [8, "error", "room", "unknown_reference"],
        [9, "error", "date", "invalid_date"],
    ]);
    let trial = import(&editor, file, "?dryRun=true").await.ok();
    assert_eq!(json!(outcomes(&trial)), wanted);
    assert_eq!(trial["lines"][1]["fields"][0]["params"]["course"], "Primi passi");
    let refused = import(&editor, file, "").await.refused(422, "import_refused");
    let names: Vec<_> =
        refused["fields"].as_array().unwrap().iter().map(|field| field["name"].clone()).collect();
    assert_eq!(names[..3], ["[3].room", "[5].teacher", "[6].date"]);
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 0);

    let chiara = school.account(Role::Student, "lea@preau.test").await;
    import(&chiara, file, "").await.refused(403, "forbidden");
    editor.post("/class-sessions/import", json!({})).await.refused(415, "unsupported_media_type");
    let many = format!("course,date,startTime,minutes\n{}", "Ciao,2026-03-09,19:00,60\n".repeat(501));
    import(&editor, &many, "").await.refused(422, "too_many");
});

both_engines!(a_cancelled_session_is_not_planned_again_by_its_file, |school| {
    let editor = planner(&school).await;
    let file = "course,date,startTime,minutes,room\nPrimi passi,2026-03-09,18:30,90,Figuier\n";
    import(&editor, file, "").await.ok();
    let reason = json!({ "reason": "Neige" });
    editor.patch("/class-sessions/1/cancel", reason).await.ok();
    let trial = import(&editor, file, "?dryRun=true").await.ok();
    assert_eq!(json!(outcomes(&trial)), json!([[2, "error", "date", "session_cancelled"]]));
    assert_eq!(school.count("SELECT COUNT(*) FROM class_sessions").await, 1);
});
