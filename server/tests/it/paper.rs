//! The PDF of invoices and credit notes, read again by poppler: words of four languages, embedded faces, tags.

use std::process::Command;

use preau_core::role::Role;
use serde_json::json;

use crate::invoices::{admin, cancelled, held, paid};
use crate::school::{Client, School};

/// What a program of poppler says of this file.
pub(crate) fn poppler(program: &str, arguments: &[&str], pdf: &[u8]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("paper.pdf");
    std::fs::write(&file, pdf).unwrap();
    let output = Command::new(program).arg(file).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program} of poppler-utils is needed: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // `Suspects` is a boolean, as the standard wants it; poppler asks for another kind.
    let complaints = String::from_utf8_lossy(&output.stderr)
        .replace("Syntax Error: Suspects object is wrong type (boolean)", "");
    assert!(complaints.trim().is_empty(), "{complaints}");
    String::from_utf8(output.stdout).unwrap()
}

/// The words of a paper, each space a plain one.
pub fn words(pdf: &[u8]) -> String {
    poppler("pdftotext", &["-raw", "-"], pdf).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) async fn pdf(admin: &Client, id: i64) -> Vec<u8> {
    let answer = admin.get(&format!("/invoices/{id}/pdf")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.bytes().to_vec()
}

pub(crate) async fn school_with_settings(school: &School) -> Client {
    let admin = admin(school).await;
    settings(school).await;
    admin
}

/// What a school says of itself on its papers.
pub async fn settings(school: &School) {
    school
        .sql(
            "UPDATE school SET name = 'École du Préau', legal_name = 'Préau Langues', legal_form = 'SARL',
                street = '12, cours Mirabeau', postal_code = '13100', city = 'Aix-en-Provence', country = 'France',
                siret = '73282932000074', training_activity_number = '93131234513', phone = '+33 4 42 00 00 00',
                email = 'bonjour@ecole.example',
                vat_mention = 'TVA non applicable, art. 261-4-4° a du CGI'",
        )
        .await;
}

both_engines!(an_invoice_is_written_in_the_language_of_the_sale_and_in_french, |school| {
    let admin = school_with_settings(&school).await;
    let cases = [
        ("fr", vec!["Facture F2026-00001", "Date d’émission", "2 mars 2026", "100,00 €", "Chèque"]),
        (
            "en",
            vec![
                "Invoice F2026-00002",
                "Facture F2026-00002",
                "Issued on",
                "2 March 2026",
                "€100.00",
                "Cheque",
            ],
        ),
        (
            "it",
            vec![
                "Fattura F2026-00003",
                "Facture F2026-00003",
                "Data di emissione",
                "2 marzo 2026",
                "Assegno",
            ],
        ),
        ("zh", vec!["发票 F2026-00004", "Facture F2026-00004", "开具日期", "2026年3月2日", "王小明", "支票"]),
    ];
    for (nth, (language, expected)) in (1..).zip(cases) {
        let learner = school.add_user(Role::Student, &format!("{language}@example.fr")).await;
        school
            .sql("UPDATE users SET first_name = '王小明', last_name = '' WHERE email = 'zh@example.fr'")
            .await;
        // Each reads another language; the desk speaks French.
        school.sql("UPDATE users SET language = SUBSTR(email, 1, 2) WHERE role = 'STUDENT'").await;
        paid(&admin, held(&admin, learner, &[]).await).await;
        let found = words(&pdf(&admin, nth).await);
        let everywhere = [
            "École du Préau",
            "12, cours Mirabeau",
            "13100 Aix-en-Provence",
            "732 829 320 00074",
            "93131234513",
            "TVA non applicable, art. 261-4-4° a du CGI",
            "Facture acquittée.",
            "Chinois A1",
            "Date d’émission",
        ];
        for text in expected.iter().chain(&everywhere) {
            assert!(found.contains(text), "{text} in {found}");
        }
    }
});

both_engines!(a_paper_is_tagged_archivable_and_brings_its_faces, |school| {
    let admin = school_with_settings(&school).await;
    let learner = school.add_user(Role::Student, "ming@example.fr").await;
    school
        .sql(
            "UPDATE users SET first_name = '王小明', last_name = 'Ngüyễn', language = 'zh'
             WHERE email = 'ming@example.fr'",
        )
        .await;
    paid(&admin, held(&admin, learner, &[]).await).await;
    let pdf = pdf(&admin, 1).await;
    assert!(pdf.len() < 120_000, "{} bytes", pdf.len());
    let about = poppler("pdfinfo", &[], &pdf);
    let lines: Vec<String> =
        about.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for expected in ["Title: 发票 F2026-00001", "Author: École du Préau", "Tagged: yes", "Pages: 1"] {
        assert!(lines.iter().any(|line| line == expected), "{expected} in {about}");
    }
    assert!(about.contains("595.276 x 841.89 pts (A4)"), "{about}");
    let bytes = String::from_utf8_lossy(&pdf);
    assert!(bytes.contains("<pdfaid:part>3</pdfaid:part>") && bytes.contains("<pdfaid:conformance>A"));
    let faces = poppler("pdffonts", &[], &pdf);
    for face in ["RadioCanada-Regular", "RadioCanada-SemiBold", "Besley-SemiBold", "NotoSansCJKsc-Regular"] {
        let line =
            faces.lines().find(|line| line.contains(face)).unwrap_or_else(|| panic!("{face} in {faces}"));
        let told: Vec<&str> = line.split_whitespace().collect();
        // Embedded, subset, with its letters named.
        assert!(told.windows(3).any(|three| three == ["yes", "yes", "yes"]), "{line}");
    }
});

both_engines!(a_long_invoice_turns_the_page_and_loses_no_line, |school| {
    let admin = school_with_settings(&school).await;
    school
        .sql("UPDATE courses SET name = 'Italien A1, les premiers pas : comprendre, parler, lire et écrire au quotidien, avec un long week-end à Gênes' WHERE id = 1")
        .await;
    for statement in [
        "DELETE FROM lessons",
        "DELETE FROM chapters",
        "UPDATE modules SET price_cents = 100 WHERE course_id = 1",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at)
            SELECT 100 + id, 1, 'Deuxième partie : ' || title || ', conversations, écoutes et exercices écrits de révision', 100, 10 + id,
                created_at, updated_at FROM modules WHERE course_id = 1",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at)
            SELECT 1000 + id, 1, 'Suite de : ' || title, 100, 100 + id, created_at, updated_at FROM modules WHERE course_id = 1",
        "INSERT INTO modules (id, course_id, title, price_cents, order_index, created_at, updated_at)
            SELECT 10000 + id, 1, 'Encore : ' || title, 100, 10000 + id, created_at, updated_at FROM modules WHERE course_id = 1",
    ] {
        school.sql(statement).await;
    }
    let modules: Vec<i64> = [11, 12, 13, 111, 112, 113]
        .iter()
        .flat_map(|id| [*id, 1000 + id, 10_000 + id, 11_000 + id])
        .collect();
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    let headers = [("accept-language", "fr")];
    let wish = json!({ "userId": learner, "courseId": 1, "reservedModuleIds": modules,
        "requestedStartDate": "2026-03-09" });
    let method = axum::http::Method::POST;
    let id = admin.send(method, "/reservations", Some(wish), &headers).await.ok()["id"].as_i64().unwrap();
    paid(&admin, id).await;
    let pdf = pdf(&admin, 1).await;
    let found = words(&pdf);
    assert_eq!(found.matches("1,00 €").count(), 2 * modules.len());
    assert_eq!(found.matches("Désignation").count(), 2, "the head of the table on both pages");
    assert!(found.contains("F2026-00001 · 1/2") && found.contains("F2026-00001 · 2/2"));
    assert!(found.contains("Total TTC 24,00 €"));
});

both_engines!(a_credit_note_names_its_invoice_and_what_went_back, |school| {
    let admin = school_with_settings(&school).await;
    let learner = school.add_user(Role::Student, "zoe@example.fr").await;
    let id = held(&admin, learner, &[11, 12]).await;
    paid(&admin, id).await;
    cancelled(&school, &admin, id, json!(1.5)).await;
    let found = words(&pdf(&admin, 2).await);
    for text in
        ["Avoir A2026-00001", "Facture d’origine F2026-00001 du 2 mars 2026", "Total de l’avoir 1,50 €"]
    {
        assert!(found.contains(text), "{text} in {found}");
    }
});
