use super::*;
use crate::calendar::parse_date;

fn form(json: serde_json::Value) -> CourseForm {
    serde_json::from_value(json).unwrap()
}

fn sound() -> serde_json::Value {
    serde_json::json!({
        "name": " Primi passi ", "description": "Les premiers mots d’italien.", "type": "IN_PERSON", "totalHours": 30,
        "languageId": 1, "levelId": 2, "teacherId": 3, "startDate": "2026-04-01", "endDate": "2026-07-01",
        "modules": [{ "title": "Uno", "price": 50 }, { "title": "Due", "price": 40.5 }],
        "objectives": [{ "description": "Saluer" }],
    })
}

fn with(change: serde_json::Value) -> CourseForm {
    let change: serde_json::Map<String, serde_json::Value> = serde_json::from_value(change).unwrap();
    let mut json = sound();
    json.as_object_mut().unwrap().extend(change);
    form(json)
}

/// An existing course, with ids in its parts.
fn standing() -> Course {
    let mut course = form(sound()).create().unwrap().content;
    for (id, module) in (11..).zip(&mut course.modules) {
        module.id = Some(id);
    }
    course.objectives[0].id = Some(21);
    course
}

fn faults(form: &CourseForm, before: Option<&Course>) -> Vec<(String, String)> {
    let problem = match before {
        Some(before) => form.change(before).unwrap_err(),
        None => form.create().unwrap_err(),
    };
    problem.fields.into_iter().map(|field| (field.name, field.message)).collect()
}

#[test]
fn a_course_is_trimmed_priced_and_seated() {
    let course = form(sound()).create().unwrap().content;
    assert_eq!((course.name.as_str(), course.price, course.capacity), ("Primi passi", Cents(9050), Some(10)));
    assert_eq!((course.free, course.lang, course.prerequisites.len()), (false, None, 0));
    assert_eq!(with(serde_json::json!({ "type": "ONLINE" })).create().unwrap().content.capacity, None);
    let blank = serde_json::json!({
        "capacity": null, "meetingUrl": " ", "location": null, "schedule": "", "lang": "", "detailedDescription": "<p> </p>",
    });
    let course = with(blank).create().unwrap().content;
    assert_eq!(
        (course.capacity, course.meeting_url, course.location, course.schedule),
        (None, None, None, None)
    );
    assert_eq!(course.detailed_description, "");
}

#[test]
fn every_required_field_says_so() {
    let required = "Ce champ est requis".to_owned();
    let expected = [
        ("name", required.as_str()),
        ("description", required.as_str()),
        ("type", "Veuillez sélectionner un type"),
        ("languageId", required.as_str()),
        ("levelId", required.as_str()),
        ("teacherId", required.as_str()),
        ("startDate", "La date de début est requise"),
        ("endDate", "La date de fin est requise"),
        ("totalHours", required.as_str()),
    ];
    let expected: Vec<_> =
        expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(faults(&CourseForm::default(), None), expected);
}

#[test]
fn each_field_has_its_bounds() {
    let after = "La date de fin doit être postérieure à la date de début.";
    let cases = [
        (serde_json::json!({ "name": " ab " }), "name", "Minimum 3 caractères requis"),
        (serde_json::json!({ "name": "x".repeat(201) }), "name", "Au plus 200 caractères sont acceptés."),
        (serde_json::json!({ "description": "trop peu" }), "description", "Minimum 10 caractères requis"),
        (serde_json::json!({ "totalHours": 0 }), "totalHours", "Minimum 1 heure"),
        (serde_json::json!({ "totalHours": 10_001 }), "totalHours", "La valeur maximale est 10000."),
        (serde_json::json!({ "price": -1 }), "price", "Le prix doit être positif"),
        (serde_json::json!({ "price": 90.505 }), "price", "Ce montant n'est pas valide."),
        (serde_json::json!({ "startDate": "" }), "startDate", "La date de début est requise"),
        (serde_json::json!({ "endDate": "2026-04-01" }), "endDate", after),
        (serde_json::json!({ "endDate": "2026-02-30" }), "endDate", "Cette date n'est pas valide."),
        (serde_json::json!({ "capacity": 0 }), "capacity", "La valeur minimale est 1."),
        (
            serde_json::json!({ "meetingUrl": "javascript:x()" }),
            "meetingUrl",
            "Cette valeur n'est pas acceptée.",
        ),
        (serde_json::json!({ "sellingPoints": ["a", " "] }), "sellingPoints[1]", "Ce champ est requis"),
        (
            serde_json::json!({ "sellingPoints": vec!["a"; 13] }),
            "sellingPoints",
            "Au plus 12 éléments sont acceptés.",
        ),
        (serde_json::json!({ "lang": "klingon" }), "lang", "Cette valeur n'est pas acceptée."),
        (serde_json::json!({ "objectives": [{}] }), "objectives[0].description", "Ce champ est requis"),
        (serde_json::json!({ "clientId": "1" }), "clientId", "Cette valeur n'est pas acceptée."),
    ];
    for (change, name, message) in cases {
        let found = faults(&with(change.clone()), None);
        assert_eq!(found[0], (name.to_owned(), message.to_owned()), "{change}");
    }
    let missing = faults(&with(serde_json::json!({ "startDate": null })), None);
    assert_eq!(missing[1], ("endDate".to_owned(), after.to_owned()), "nothing follows what is missing");
}

#[test]
fn a_module_without_title_or_price_speaks_for_the_whole() {
    let wrong = with(
        serde_json::json!({ "modules": [{ "title": "Uno", "price": 1 }, { "title": " " }], "name": "" }),
    );
    let problem = wrong.create().unwrap_err();
    assert_eq!(problem.message, "Certains modules ont des erreurs (titre et prix requis)");
    let found: Vec<_> = problem.fields.iter().map(|f| (f.name.as_str(), f.message.as_str())).collect();
    let expected = [
        ("name", "Ce champ est requis"),
        ("modules[1].title", "Le titre est requis"),
        ("modules[1].price", "Le prix est requis"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_price_is_the_sum_of_the_modules() {
    let before = standing();
    let mismatch = "Le prix total ne correspond pas à la somme des prix des modules. Veuillez vérifier.";
    let wrong = [("price".to_owned(), mismatch.to_owned())];
    assert_eq!(faults(&with(serde_json::json!({ "price": 90 })), None), wrong);
    assert_eq!(faults(&form(serde_json::json!({ "price": 90 })), Some(&before)), wrong);
    let faulty = serde_json::json!({ "price": 90.5, "modules": [{ "title": "Uno", "price": 50 }, { "title": "", "price": 40.5 }] });
    let found: Vec<_> = faults(&with(faulty), None).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, ["modules[1].title"]);
    let dearer =
        form(serde_json::json!({ "price": 100.5, "modules": [{ "id": 12 }, { "id": 11, "price": 60 }] }));
    let after = dearer.change(&before).unwrap();
    assert_eq!((after.price, after.modules[0].contents.title.as_str()), (Cents(10_050), "Due"));
    let none = form(serde_json::json!({ "modules": [] })).change(&before).unwrap();
    assert_eq!(none.price, Cents::ZERO);
    let bare = with(serde_json::json!({ "modules": [], "price": 80 })).create().unwrap().content;
    assert_eq!(
        (bare.price, form(serde_json::json!({})).change(&bare).unwrap().price),
        (Cents(8000), Cents(8000))
    );
    let rich = with(
        serde_json::json!({ "modules": [{ "title": "a", "price": 1_000_000 }, { "title": "b", "price": 1 }] }),
    );
    assert_eq!(faults(&rich, None)[0].0, "price");
}

#[test]
fn a_change_leaves_what_it_does_not_name() {
    let before = Course {
        meeting_url: Some("https://meet.example/a".into()),
        lang: Some(UiLanguage::It),
        ..standing()
    };
    assert_eq!(form(serde_json::json!({})).change(&before).unwrap(), before);
    let cleared =
        form(serde_json::json!({ "meetingUrl": null, "lang": null, "capacity": null, "objectives": [] }));
    let after = cleared.change(&before).unwrap();
    assert_eq!(
        (after.meeting_url, after.lang, after.capacity, after.objectives.len()),
        (None, None, None, 0)
    );
    let nobody = form(
        serde_json::json!({ "teacherId": null, "startDate": " ", "modules": [{ "id": 99, "title": "a", "price": 1 }] }),
    );
    let names: Vec<_> = faults(&nobody, Some(&before)).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["teacherId", "startDate", "endDate", "modules[0].id"]);
    let later = form(serde_json::json!({ "startDate": "2026-05-01" })).change(&before).unwrap();
    assert_eq!(later.start_date, parse_date("2026-05-01").unwrap());
}
