//! The PDF of certificates, read again by poppler, and its QR code by a reader of its own.

use std::path::Path;
use std::process::Command;

use preau_core::role::Role;
use serde_json::json;

use crate::certificates::italian;
use crate::paper::{poppler, settings, words};
use crate::progress::{give, view};
use crate::school::{Client, School};

/// A certificate of the whole Italian course in this interface language, for a learner of this name.
async fn paper(
    school: &School,
    admin: &Client,
    language: &'static str,
    first_name: &str,
    nth: i64,
) -> Vec<u8> {
    let learner = school.account(Role::Student, &format!("{language}{nth}@example.fr")).await;
    let (app, id) = (&school.app, learner.id());
    let named = "UPDATE users SET first_name = $2, last_name = '', language = $3 WHERE id = $1";
    preau_server::change!(app, None, |tx| preau_server::execute!(tx, named, id, first_name, language))
        .unwrap();
    let subscription = give(admin, &learner, &[]).await;
    for lesson in [101, 102, 103, 104, 105] {
        view(&learner, subscription, lesson).await.ok();
    }
    let answer = learner.get(&format!("/certificates/{nth}/pdf")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.bytes().to_vec()
}

/// What a camera would read. Of every few hundred codes the reader misses one at one distance: it comes nearer, or goes
/// farther away.
fn scanned(pdf: &[u8]) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("paper.pdf");
    std::fs::write(&file, pdf).unwrap();
    let read = ["300", "200", "400"];
    let mut read = read.iter().map(|resolution| seen(&file, resolution));
    read.find(|found| !found.is_empty()).unwrap_or_default()
}

/// The codes that are read out of the page at so many dots per inch.
fn seen(file: &Path, resolution: &str) -> Vec<String> {
    let output = Command::new("pdftoppm").args(["-gray", "-r", resolution]).arg(file).output().unwrap();
    // P5, width and height, the lightest grey, then a byte for each dot.
    let head: Vec<&[u8]> = output.stdout.splitn(4, u8::is_ascii_whitespace).collect();
    let number = |text: &[u8]| String::from_utf8_lossy(text).parse::<usize>().unwrap();
    let (width, height) = (number(head[1]), number(head[2]));
    let dots = &output.stdout[output.stdout.len() - width * height..];
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| dots[y * width + x]);
    image.detect_grids().iter().filter_map(|grid| grid.decode().ok()).map(|(_, text)| text).collect()
}

both_engines!(a_certificate_is_written_in_its_learner_s_language_and_in_french, |school| {
    let (admin, _) = italian(&school).await;
    settings(&school).await;
    let cases = [
        (
            "fr",
            "Zoé Nguyễn",
            vec!["Attestation de fin de formation", "L’école atteste que", "Italien · A1", "le 2 mars 2026"],
        ),
        (
            "en",
            "Zoé Martin",
            vec![
                "Certificate of completion",
                "Attestation de fin de formation",
                "Italian · A1",
                "2 March 2026",
            ],
        ),
        (
            "it",
            "Ève D’Arcy",
            vec![
                "Attestato di fine corso",
                "Attestation de fin de formation",
                "Italiano · A1",
                "2 marzo 2026",
            ],
        ),
        (
            "zh",
            "王小明",
            vec!["结业证书", "Attestation de fin de formation", "意大利语 · A1", "2026年3月2日"],
        ),
    ];
    for (nth, (language, name, expected)) in (1..).zip(cases) {
        let pdf = paper(&school, &admin, language, name, nth).await;
        let found = words(&pdf);
        let own = admin.get("/certificates").await.ok()[0].clone();
        let everywhere = [
            "École du Préau",
            "13100 Aix-en-Provence",
            "732 829 320 00074",
            "Italien A1",
            "http://localhost:8080/verifier",
        ];
        for text in expected.iter().chain(&everywhere).chain([&name, &own["number"].as_str().unwrap()]) {
            assert!(found.contains(text), "{text} in {found}");
        }
        assert!(!found.contains("Durée"), "no hours in {found}");
        assert_eq!(scanned(&pdf), [own["verifyUrl"].as_str().unwrap()]);
    }
});

both_engines!(a_certificate_is_one_page_tagged_and_archivable, |school| {
    let (admin, _) = italian(&school).await;
    settings(&school).await;
    let long = "Italien A1, les premiers pas : comprendre, parler, lire et écrire au quotidien, avec un long week-end à Gênes";
    let app = &school.app;
    preau_server::change!(app, None, |tx| {
        tx.public_content_changed();
        preau_server::execute!(tx, "UPDATE courses SET name = $1 WHERE id = 1", long)
    })
    .unwrap();
    let name =
        "Maria Fernanda Guadalupe de la Concepción Montgomery-Saint-Hilaire von Hohenstaufen-Bergamasco";
    let pdf = paper(&school, &admin, "en", name, 1).await;
    assert!(pdf.len() < 120_000, "{} bytes", pdf.len());
    let about = poppler("pdfinfo", &[], &pdf);
    let lines: Vec<String> =
        about.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for expected in ["Author: École du Préau", "Tagged: yes", "Pages: 1"] {
        assert!(lines.iter().any(|line| line == expected), "{expected} in {about}");
    }
    assert!(about.contains("841.89 x 595.276 pts (A4)"), "{about}");
    let bytes = String::from_utf8_lossy(&pdf);
    assert!(bytes.contains("<pdfaid:part>3</pdfaid:part>") && bytes.contains("<pdfaid:conformance>A"));
    let structure = poppler("pdfinfo", &["-struct"], &pdf);
    assert!(structure.contains("Figure") && structure.contains("H1"), "{structure}");
    let found = words(&pdf);
    assert!(found.contains("Hohenstaufen") && found.contains("Gênes"), "{found}");
    let own = admin.get("/certificates").await.ok();
    assert_eq!(scanned(&pdf), [own[0]["verifyUrl"].as_str().unwrap()]);
});

both_engines!(a_name_that_no_face_can_write_is_left_to_a_hand, |school| {
    let (admin, _) = italian(&school).await;
    settings(&school).await;
    let pdf = paper(&school, &admin, "en", "علي حسن", 1).await;
    let found = words(&pdf);
    assert!(found.contains("The name is written by hand") && !found.contains('?'), "{found}");
    let url = admin.get("/certificates").await.ok()[0]["verifyUrl"].clone();
    assert_eq!(scanned(&pdf), [url.as_str().unwrap()]);
    let read = school.visitor().post("/certificates/verify", json!({ "code": url })).await.ok();
    assert_eq!(read["learnerName"], "علي حسن");
});
