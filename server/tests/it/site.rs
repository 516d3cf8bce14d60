//! The public site as the server renders it: content of the pages, redirects, and how long a rendered page is cached.
//! When the sites are not built, these tests check nothing.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::{Method, StatusCode, header};
use serde_json::Value;

use crate::catalogue::catalogue;
use crate::school::{Engine, Reply, School};

const RENDERED: &str = "id=\"server-rendered\"";

pub async fn get(school: &School, path: &str, headers: &[(&str, &str)]) -> Reply {
    school.visitor().request(Method::GET, path, None, headers).await
}

/// The page as soon as the server renders it; `None` when the sites are not built.
pub async fn rendered(school: &School, path: &str, headers: &[(&str, &str)]) -> Option<Reply> {
    for _ in 0..300 {
        let reply = get(school, path, headers).await;
        if reply.status == StatusCode::SERVICE_UNAVAILABLE {
            return None;
        }
        let not_rendered = reply.status.is_redirection() || reply.headers.contains_key("x-robots-tag");
        if not_rendered || reply.text().contains(RENDERED) {
            return Some(reply);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} is never rendered");
}

async fn school_with_courses() -> School {
    let school = School::open(Engine::Sqlite, &[]).await;
    catalogue(&school).await;
    school
}

#[tokio::test(flavor = "multi_thread")]
async fn a_course_stands_in_its_page_with_a_head_for_search_engines() {
    let school = school_with_courses().await;
    let Some(page) = rendered(&school, "/cours/primi-passi", &[]).await else { return };
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.headers[header::VARY], "Cookie, Accept-Encoding");
    let html = page.text();
    for part in [
        "<title>Primi passi · Préau</title>",
        "<meta name=\"description\" content=\"Premiers mots\" />",
        "<link rel=\"canonical\" href=\"http://localhost:8080/cours/primi-passi\" />",
        "hreflang=\"zh\" href=\"http://localhost:8080/cours/primi-passi?lang=zh\"",
        "<meta property=\"og:title\" content=\"Primi passi\" />",
        "\"@type\":\"Course\"",
        "<h1",
        "Saluer",
    ] {
        assert!(html.contains(part), "{part} is not in the page");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_editors_write_stays_text() {
    let school = school_with_courses().await;
    school
        .sql(
            "UPDATE courses SET name = '</script><script>alert(1)</script>', description = '\"><u>'
             WHERE id = 1",
        )
        .await;
    let Some(page) = rendered(&school, "/cours/primi-passi", &[]).await else { return };
    let html = page.text();
    assert!(!html.contains("<script>alert"), "the name is executed");
    assert!(!html.contains("\"><u>"), "the description leaves its attribute");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_sent_compressed_and_once() {
    let school = school_with_courses().await;
    let Some(plain) = rendered(&school, "/cours/ciao", &[]).await else { return };
    let brotli = get(&school, "/cours/ciao", &[("Accept-Encoding", "gzip, br")]).await;
    assert_eq!(brotli.headers[header::CONTENT_ENCODING], "br");
    let mut text = Vec::new();
    brotli::Decompressor::new(brotli.bytes(), 4096).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.bytes());
    let tag = plain.headers[header::ETAG].to_str().unwrap().to_owned();
    assert_eq!(brotli.headers[header::ETAG], tag);
    let known = get(&school, "/cours/ciao", &[("If-None-Match", &tag)]).await;
    assert_eq!((known.status, known.bytes().len()), (StatusCode::NOT_MODIFIED, 0));
    let larger = get(&school, "/cours/ciao", &[("Cookie", "fontSize=20"), ("If-None-Match", &tag)]).await;
    assert_eq!(larger.status, StatusCode::OK, "of another font size");
    school.sql("UPDATE courses SET name = 'Salve' WHERE id = 2").await;
    let changed = get(&school, "/cours/ciao", &[("If-None-Match", &tag)]).await;
    assert_eq!(changed.status, StatusCode::OK);
    assert!(changed.text().contains("Salve"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_is_in_the_next_answer() {
    let school = school_with_courses().await;
    let Some(first) = rendered(&school, "/cours/ciao", &[]).await else { return };
    assert!(first.text().contains("<title>Ciao "));
    assert!(get(&school, "/cours/ciao", &[]).await.text().contains("<title>Ciao "));
    school.sql("UPDATE courses SET name = 'Ciao di nuovo' WHERE id = 2").await;
    let second = rendered(&school, "/cours/ciao", &[]).await.unwrap();
    assert!(second.text().contains("<title>Ciao di nuovo "));
    school.sql("UPDATE courses SET status = 'ARCHIVED' WHERE id = 2").await;
    assert_eq!(rendered(&school, "/cours/ciao", &[]).await.unwrap().status, StatusCode::NOT_FOUND);
}

/// The first page kept on disk, once it is written.
async fn kept_page(school: &School) -> PathBuf {
    for _ in 0..100 {
        let mut kept = std::fs::read_dir(school.data_dir().join("pages")).into_iter().flatten();
        let is_whole = |path: &PathBuf| path.extension().is_some_and(|end| end == "json");
        if let Some(file) = kept.find_map(|file| Some(file.ok()?.path()).filter(is_whole)) {
            return file;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no page is kept");
}

/// The school after a start, with a page on its disk.
async fn restarted(school: &School, file: &Path, text: &str) -> School {
    let school = school.twin().await;
    let pages = school.data_dir().join("pages");
    std::fs::create_dir_all(&pages).unwrap();
    std::fs::write(pages.join(file.file_name().unwrap()), text).unwrap();
    school
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_start_a_page_comes_from_the_disk_while_nothing_has_changed() {
    let school = school_with_courses().await;
    let Some(_) = rendered(&school, "/cours/ciao", &[]).await else { return };
    let file = kept_page(&school).await;
    let marked = std::fs::read_to_string(&file).unwrap().replace("<title>Ciao ", "<title>Kept ");
    let title = async |school: &School| {
        let page = rendered(school, "/cours/ciao", &[]).await.unwrap().text();
        page.split_once("<title>").unwrap().1.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(title(&restarted(&school, &file, &marked).await).await, "Kept");
    // A file that is cut off is no page.
    assert_eq!(title(&restarted(&school, &file, "{").await).await, "Ciao");
    school.sql("UPDATE courses SET name = 'Salve' WHERE id = 2").await;
    assert_eq!(title(&restarted(&school, &file, &marked).await).await, "Salve");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_has_its_status() {
    let school = school_with_courses().await;
    let cases = [
        ("/", 200, ""),
        ("/courses?type=ONLINE", 200, ""),
        ("/online-course-details?id=2", 200, ""),
        ("/online-course-details?id=99", 404, ""),
        ("/cours/nowhere", 404, ""),
        ("/cours/interview", 404, ""),
        ("/cours/estate", 404, ""),
        ("/cours/Primi-Passi?a=b", 308, "/cours/primi-passi?a=b"),
        ("/cours/2", 308, "/cours/ciao"),
        ("/cours?type=ONLINE", 308, "/courses?type=ONLINE"),
        ("/courses-details?id=2", 308, "/online-course-details?id=2"),
        ("/nowhere/at/all", 302, "/"),
        ("/profile", 200, ""),
    ];
    if rendered(&school, "/", &[]).await.is_none() {
        return;
    }
    for (path, status, to) in cases {
        let reply = rendered(&school, path, &[]).await.unwrap();
        assert_eq!(reply.status.as_u16(), status, "{path}");
        let place = reply.headers.get(header::LOCATION).map_or("", |place| place.to_str().unwrap());
        assert_eq!(place, to, "{path}");
    }
    let own = get(&school, "/profile", &[]).await;
    assert_eq!(own.headers["x-robots-tag"], "noindex");
    assert!(!own.text().contains(RENDERED));
    assert_eq!(get(&school, "/.ssr/ssr.js", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_speaks_the_language_of_its_address_then_of_the_visitor() {
    let school = school_with_courses().await;
    let cookies = ("Cookie", "a=b; lang=it; fontSize=100");
    let Some(page) = rendered(&school, "/faq", &[cookies]).await else { return };
    let html = page.text();
    assert!(html.contains("<html lang=\"it\" style=\"font-size:200%\""));
    let (_, data) = html.split_once("id=\"server-rendered\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["texts"]["faq"]["search"], "Cercare tra le domande");
    assert!(data["texts"]["profile"].is_null(), "texts of another page");
    let page = rendered(&school, "/faq?lang=en", &[cookies]).await.unwrap();
    assert!(page.text().contains("<html lang=\"en\""));
    for odd in ["lang=xx; fontSize=\"><script>", "lang=; fontSize=7", "fontSize=50"] {
        let page = rendered(&school, "/faq", &[("Cookie", odd)]).await.unwrap();
        assert!(page.text().contains("<html lang=\"fr\" data-"), "{odd}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_find_the_published_courses_and_stay_out_of_the_rest() {
    let school = school_with_courses().await;
    let sitemap = get(&school, "/sitemap.xml", &[]).await;
    assert_eq!(sitemap.headers[header::CONTENT_TYPE], "application/xml; charset=utf-8");
    let xml = sitemap.text();
    assert!(xml.contains("<loc>http://localhost:8080/cours/primi-passi</loc><lastmod>2026-01-01T00:00:00Z<"));
    assert!(xml.contains("<loc>http://localhost:8080/verifier</loc>"));
    assert!(!xml.contains("interview") && !xml.contains("estate"));
    let robots = get(&school, "/robots.txt", &[]).await.text();
    assert!(
        robots.contains("Disallow: /profile")
            && robots.contains("Sitemap: http://localhost:8080/sitemap.xml")
    );
}

#[tokio::test]
async fn programs_learn_the_school_s_name_its_icons_and_whom_to_tell_of_a_weakness() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let manifest = get(&school, "/manifest.webmanifest", &[]).await;
    assert_eq!(manifest.headers[header::CONTENT_TYPE], "application/manifest+json");
    let manifest: serde_json::Value = serde_json::from_str(&manifest.text()).unwrap();
    assert_eq!(manifest["name"], "Préau");
    let security = get(&school, "/.well-known/security.txt", &[]).await.text();
    assert!(security.starts_with("Contact: http://localhost:8080/contacts\nExpires: "), "{security}");
    school.sql("UPDATE school SET email = 'bonjour@ecole.fr'").await;
    let security = get(&school, "/.well-known/security.txt", &[]).await.text();
    assert!(security.starts_with("Contact: mailto:bonjour@ecole.fr\n"), "{security}");

    if get(&school, "/", &[]).await.status == StatusCode::SERVICE_UNAVAILABLE {
        return;
    }
    for icon in manifest["icons"].as_array().unwrap() {
        let picture = get(&school, icon["src"].as_str().unwrap(), &[]).await;
        assert_eq!(picture.headers[header::CONTENT_TYPE], "image/png");
    }
}
