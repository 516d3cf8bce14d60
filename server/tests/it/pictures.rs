//! Pictures: what of them is kept, at which widths, for whom, and what is refused.

use std::io::Cursor;

use axum::http::{StatusCode, header};
use chrono::Duration;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder as _, ImageReader, Rgb, RgbImage};
use preau_core::role::Role;
use preau_server::files;
use preau_server::files::copies;
use preau_server::operations::doctor;
use serde_json::{Value, json};

use crate::content::{fill, with_modules};
use crate::files::{read, send, stored, text, upload};
use crate::learning::give;
use crate::school::{Client, School};

/// Of two colours: the upper left quarter is red, the rest is blue.
fn drawn(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        if x < width.div_ceil(2) && y < height.div_ceil(2) { Rgb([220, 30, 30]) } else { Rgb([30, 30, 220]) }
    })
}

fn png_of(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    DynamicImage::from(image.clone()).write_with_encoder(encoder).unwrap();
    bytes
}

pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    png_of(&drawn(width, height))
}

/// A PNG that is as large as its pixels.
pub(crate) fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut state = 1_u32;
    png_of(&RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, colours @ ..] = state.to_le_bytes();
        Rgb(colours)
    }))
}

/// A GIF of so many frames of 60 by 40 pixels, each a tenth of a second, with a comment.
pub(crate) fn gif(frames: u8) -> Vec<u8> {
    let mut encoder = gif::Encoder::new(Vec::new(), 60, 40, &[255, 0, 0, 0, 0, 255]).unwrap();
    encoder.set_repeat(gif::Repeat::Infinite).unwrap();
    encoder.write_raw_extension(gif::AnyExtension(0xfe), &[b"SECRET COMMENT"]).unwrap();
    for number in 0..frames {
        let mut frame = gif::Frame::from_indexed_pixels(60, 40, vec![number % 2; 60 * 40], None);
        frame.palette = None;
        frame.delay = 10;
        encoder.write_frame(&frame).unwrap();
    }
    encoder.into_inner().unwrap()
}

/// As a telephone writes it: what is to be turned a quarter clockwise, a camera, and a place.
const EXIF: &[u8] = b"II*\0\x08\0\0\0\x03\0\
    \x0f\x01\x02\0\x10\0\0\0\x32\0\0\0\
    \x12\x01\x03\0\x01\0\0\0\x06\0\0\0\
    \x25\x88\x04\0\x01\0\0\0\x42\0\0\0\
    \0\0\0\0SECRET CAMERA 1\0\
    \x01\0\x1d\0\x02\0\x0b\0\0\0\x54\0\0\0\0\0\0\0SECRET DAY\0";

fn photo(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
    encoder.set_exif_metadata(EXIF.to_vec()).unwrap();
    DynamicImage::from(drawn(width, height)).write_with_encoder(encoder).unwrap();
    bytes
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().unwrap().decode().unwrap()
}

pub(crate) fn size(bytes: &[u8]) -> (u32, u32) {
    let image = decoded(bytes);
    (image.width(), image.height())
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Whether the red quarter is at the upper right: turned a quarter clockwise.
fn is_upright(bytes: &[u8]) -> bool {
    let image = decoded(bytes).into_rgb8();
    let red = |x: u32, y: u32| image.get_pixel(x, y)[0] > image.get_pixel(x, y)[2];
    let (right, lower) = (image.width() - 4, image.height() - 4);
    red(right, 4) && !red(4, 4) && !red(4, lower) && !red(right, lower)
}

/// A teacher whose photo is for everybody.
async fn shown(editor: &Client, url: &str) {
    let teacher =
        json!({ "firstName": "Elena", "lastName": "Ricci", "email": "elena@ecole.fr", "photoUrl": url });
    editor.post("/teachers", teacher).await.ok();
}

async fn at_width(client: &Client, url: &str, width: u32) -> Vec<u8> {
    let reply = read(client, &format!("{url}?width={width}"), &[]).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    reply.bytes().to_vec()
}

both_engines!(of_a_photo_only_the_picture_is_kept_upright_and_in_five_sizes_at_most, |school| {
    let editor = with_modules(&school).await;
    let sent = photo(4000, 3000);
    assert!(contains(&sent, b"SECRET CAMERA") && contains(&sent, b"SECRET DAY"));
    let kept = upload(&editor, "IMG_1.JPG", &sent).await;
    assert_eq!((&kept["width"], &kept["height"]), (&json!(1800), &json!(2400)), "{kept}");
    let url = text(&kept, "url");
    shown(&editor, &url).await;
    let visitor = school.visitor();
    let whole = read(&visitor, &url, &[]).await;
    assert_eq!(whole.headers[header::CONTENT_TYPE], "image/jpeg");
    assert_eq!(size(whole.bytes()), (1800, 2400));
    assert_eq!(kept["size"], whole.bytes().len());
    assert!(is_upright(whole.bytes()));
    for (width, height) in [(480, 640), (960, 1280), (1600, 2133)] {
        let narrower = at_width(&visitor, &url, width).await;
        assert_eq!(size(&narrower), (width, height));
        assert!(is_upright(&narrower) && narrower.len() < whole.bytes().len());
    }
    assert_eq!(stored(&school).len(), 4);
    for file in stored(&school) {
        let bytes = std::fs::read(file).unwrap();
        assert!(!contains(&bytes, b"SECRET") && !contains(&bytes, b"Exif"));
    }
    // The same photo is the same file; its renditions are not kept twice.
    assert_eq!(send(&editor, "b.jpg", "image/jpeg", &sent).await.status, StatusCode::OK);
    assert_eq!((stored(&school).len(), school.count("SELECT COUNT(*) FROM renditions").await), (4, 3));
});

both_engines!(each_format_stays_what_it_is_and_nothing_is_enlarged, |school| {
    let editor = with_modules(&school).await;
    let pixels = drawn(1000, 500);
    let lossless = webp::Encoder::from_rgb(&pixels, 1000, 500).encode_lossless().to_vec();
    let lossy = webp::Encoder::from_rgb(&pixels, 1000, 500).encode(80.0).to_vec();
    for (name, bytes, chunk) in
        [("a.png", png(1000, 500), b"PNG\r"), ("a.webp", lossless, b"VP8L"), ("b.webp", lossy, b"VP8 ")]
    {
        let url = text(&upload(&editor, name, &bytes).await, "url");
        let whole = read(&editor, &url, &[]).await;
        assert!(contains(&whole.bytes()[..16], chunk), "{name}");
        assert_eq!(size(whole.bytes()), (1000, 500));
        assert_eq!(size(&at_width(&editor, &url, 960).await), (960, 480));
        assert_eq!(size(&at_width(&editor, &url, 1600).await), (1000, 500), "no wider than it is");
        if chunk != b"VP8 " {
            assert_eq!(decoded(whole.bytes()).into_rgb8(), pixels, "{name} loses nothing");
        }
    }
    for width in ["481", "0", "x"] {
        let url = text(&upload(&editor, "a.png", &png(1000, 500)).await, "url");
        let refused = read(&editor, &format!("{url}?width={width}"), &[]).await;
        assert_eq!((refused.status.as_u16(), refused.field_names()), (422, vec!["width".to_owned()]));
    }
});

both_engines!(renditions_are_read_by_whoever_may_read_the_picture, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let filled = fill(&editor, 11).await;
    let url = text(&upload(&editor, "a.png", &png(1000, 500)).await, "url");
    let html = format!("<p><img src=\"{url}\" alt=\"\"></p>");
    editor.put(&format!("/chapter-lessons/{}", filled.lesson), json!({ "content": html })).await.ok();
    let learner = school.account(Role::Student, "eleve@example.fr").await;
    let stranger = school.account(Role::Student, "autre@example.fr").await;
    give(&admin, &learner, &[11]).await;
    let narrow = format!("{url}?width=480");
    read(&school.visitor(), &narrow, &[]).await.refused(404, "not_found");
    read(&stranger, &narrow, &[]).await.refused(404, "not_found");
    assert_eq!(size(read(&learner, &narrow, &[]).await.bytes()), (480, 240));

    // By the link that the learner's browser is given, which holds for every width.
    let lesson = learner.get(&format!("/chapter-lessons/{}", filled.lesson)).await.ok();
    let html = text(&lesson, "linkedContent");
    let start = html.find(&format!("{url}?by=")).unwrap_or_else(|| panic!("{html}"));
    let link = html[start..].split('"').next().unwrap().replace("&amp;", "&");
    let reply = read(&school.visitor(), &format!("{link}&width=480"), &[]).await;
    assert_eq!(size(reply.bytes()), (480, 240));
    assert!(reply.headers[header::CACHE_CONTROL].to_str().unwrap().starts_with("private"));
    let tag = reply.headers[header::ETAG].to_str().unwrap().to_owned();
    let again = read(&learner, &narrow, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let whole = read(&learner, &url, &[("if-none-match", &tag)]).await;
    assert_eq!(whole.status, StatusCode::OK, "another picture has another tag");
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-01'").await;
    read(&school.visitor(), &format!("{link}&width=480"), &[]).await.refused(404, "not_found");
});

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let length = u32::try_from(data.len()).unwrap();
    [length.to_be_bytes().as_slice(), &body, &crc(&body).to_be_bytes()].concat()
}

/// A PNG whose header says so many pixels, and that holds none.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let header = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let pixels = chunk(b"IDAT", &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]);
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), pixels, chunk(b"IEND", b"")].concat()
}

fn animated_png() -> Vec<u8> {
    let still = png(8, 8);
    let header = 8 + 25;
    let frames = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    [&still[..header], &frames, &still[header..]].concat()
}

fn animated_webp() -> Vec<u8> {
    let config = webp::WebPConfig::new().unwrap();
    let (one, other) = (drawn(40, 40), drawn(20, 80));
    let mut encoder = webp::AnimEncoder::new(40, 40, &config);
    encoder.add_frame(webp::AnimFrame::from_rgb(&one, 40, 40, 0));
    encoder.add_frame(webp::AnimFrame::from_rgb(&other, 40, 40, 100));
    encoder.encode().to_vec()
}

both_engines!(what_cannot_be_written_anew_is_refused_by_name_and_leaves_nothing, |school| {
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let (whole_png, whole_jpeg) = (noise(200, 200), photo(300, 200));
    let whole_webp = webp::Encoder::from_rgb(&drawn(300, 200), 300, 200).encode(80.0).to_vec();
    let whole_gif = gif(2);
    let half = |bytes: &[u8]| bytes[..bytes.len() * 2 / 3].to_vec();
    let mut wide = gif::Encoder::new(Vec::new(), 2401, 1, &[0, 0, 0]).unwrap();
    wide.write_frame(&gif::Frame::from_indexed_pixels(2401, 1, vec![0; 2401], None)).unwrap();
    for (name, bytes, code, max) in [
        ("a.png", half(&whole_png), "picture_unreadable", None),
        ("a.jpg", half(&whole_jpeg), "picture_unreadable", None),
        ("a.webp", half(&whole_webp), "picture_unreadable", None),
        ("a.gif", half(&whole_gif), "picture_unreadable", None),
        ("b.gif", b"GIF89a\x08\0\x08\0 and so on".to_vec(), "picture_unreadable", None),
        ("b.png", b"\x89PNG\r\n\x1a\n the rest".to_vec(), "picture_unreadable", None),
        ("c.png", bomb(60_000, 60_000), "picture_too_large", Some(40)),
        ("d.png", bomb(8_000, 5_001), "picture_too_large", Some(40)),
        ("e.png", animated_png(), "animation_refused", None),
        ("e.webp", animated_webp(), "animation_refused", None),
        ("e.gif", wide.into_inner().unwrap(), "gif_too_large", Some(100)),
    ] {
        let reply = send(&editor, name, "application/octet-stream", &bytes).await;
        assert_eq!(reply.status.as_u16(), 422, "{name}: {}", reply.text());
        let said = reply.json();
        assert_eq!(reply.field_names(), ["file"], "{name}");
        assert_eq!(said["fields"][0]["code"], code, "{name}");
        assert_eq!(said["fields"][0]["params"]["max"].as_u64(), max, "{name}");
    }
    assert!(stored(&school).is_empty());
    assert_eq!(school.count("SELECT COUNT(*) FROM files").await, 0);
});

both_engines!(a_gif_keeps_its_frames_and_loses_its_comments, |school| {
    let editor = with_modules(&school).await;
    let sent = gif(5);
    assert!(contains(&sent, b"SECRET"));
    let kept = upload(&editor, "a.gif", &sent).await;
    let reply = read(&editor, &text(&kept, "url"), &[]).await;
    assert!(!contains(reply.bytes(), b"SECRET"));
    let mut decoder = gif::Decoder::new(reply.bytes()).unwrap();
    let mut colours = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height, frame.delay), (60, 40, 10));
        colours.push(frame.buffer[0]);
    }
    assert_eq!((colours, decoder.repeat()), (vec![0, 1, 0, 1, 0], gif::Repeat::Infinite));
    assert_eq!(at_width(&editor, &text(&kept, "url"), 480).await, reply.bytes());
});

both_engines!(renditions_are_forgotten_copied_and_missed_as_their_picture_is, |school| {
    let editor = with_modules(&school).await;
    let url = text(&upload(&editor, "a.png", &png(1000, 500)).await, "url");
    upload(&editor, "spare.png", &png(500, 500)).await;
    shown(&editor, &url).await;
    assert_eq!(stored(&school).len(), 3 + 2);
    let (db, storage) = (&school.app.db, &school.app.config.storage);
    let copy = school.data_dir().join("copy");
    assert_eq!(copies::save(db, storage, &copy).await.unwrap().copied, 3);

    school.pass(Duration::days(4_000));
    files::delete_unused(&school.app).await.unwrap();
    assert_eq!((stored(&school).len(), school.count("SELECT COUNT(*) FROM renditions").await), (3, 2));

    let narrowest = at_width(&school.visitor(), &url, 480).await;
    let lost = stored(&school).into_iter().find(|file| std::fs::read(file).unwrap() == narrowest).unwrap();
    std::fs::remove_file(lost).unwrap();
    let missing = files::missing(&school.app).await.unwrap();
    assert!(missing.len() == 1 && missing[0].contains("a.png, 480 px"), "{missing:?}");
    assert_eq!(copies::restore(db, storage, &copy).await.unwrap().copied, 3);
    assert_eq!(files::missing(&school.app).await.unwrap(), [""; 0]);

    // What was lost comes back with the next upload, too.
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    let editor = school.sign_in(editor.id()).await;
    upload(&editor, "a.png", &png(1000, 500)).await;
    assert_eq!(at_width(&school.visitor(), &url, 480).await, narrowest);
    assert_eq!(files::missing(&school.app).await.unwrap(), [""; 0]);
});

/// Makes every picture what it was before pictures were written anew: these bytes under the address it has.
async fn make_old(school: &School, bytes: &[u8]) {
    school.sql("DELETE FROM renditions").await;
    let size = bytes.len();
    let old = format!("UPDATE files SET size = {size}, width = NULL, height = NULL WHERE kind = 'IMAGE'");
    school.sql(old.leak()).await;
    for file in stored(school) {
        std::fs::write(file, bytes).unwrap();
    }
}

async fn told(school: &School) -> Vec<String> {
    let found = doctor::check(&school.app).await.unwrap();
    found.iter().map(ToString::to_string).filter(|line| line.starts_with("file")).collect()
}

both_engines!(pictures_of_before_are_rewritten_in_small_steps_under_their_addresses, |school| {
    let editor = with_modules(&school).await;
    let mut urls = Vec::new();
    for width in 1..=7 {
        urls.push(text(&upload(&editor, "a.jpg", &photo(8 * width, 8)).await, "url"));
    }
    shown(&editor, &urls[0]).await;
    make_old(&school, &photo(1200, 900)).await;
    let waiting = "SELECT COUNT(*) FROM files WHERE width IS NULL";
    files::rewrite_old(&school.app).await.unwrap();
    assert_eq!(school.count(waiting).await, 2, "a step is small");
    files::rewrite_old(&school.app).await.unwrap();
    assert_eq!((school.count(waiting).await, told(&school).await), (0, Vec::new()));
    for url in &urls {
        let whole = read(&editor, url, &[]).await;
        assert_eq!(size(whole.bytes()), (900, 1200));
        assert!(is_upright(whole.bytes()) && !contains(whole.bytes(), b"SECRET"));
        assert_eq!(size(&at_width(&editor, url, 480).await), (480, 640));
    }
    // What they were goes with the files that nothing refers to.
    school.pass(Duration::days(4_000));
    let editor = school.sign_in(editor.id()).await;
    files::delete_unused(&school.app).await.unwrap();
    let left = stored(&school);
    assert_eq!(left.len(), 2);
    assert!(left.iter().all(|file| !contains(&std::fs::read(file).unwrap(), b"SECRET")));
    assert_eq!(size(read(&editor, &urls[0], &[]).await.bytes()), (900, 1200));
});

both_engines!(a_picture_of_before_that_cannot_be_decoded_stays_and_the_doctor_names_it, |school| {
    let editor = with_modules(&school).await;
    let url = text(&upload(&editor, "a.jpg", &photo(8, 8)).await, "url");
    shown(&editor, &url).await;
    let damaged = &photo(1200, 900)[..2000];
    make_old(&school, damaged).await;
    assert_eq!(told(&school).await, Vec::<String>::new());
    for _ in 0..2 {
        files::rewrite_old(&school.app).await.unwrap();
        let found = told(&school).await;
        assert!(
            found.len() == 1 && found[0].contains(&url) && found[0].contains("picture_unreadable"),
            "{found:?}"
        );
    }
    assert_eq!(read(&editor, &url, &[]).await.bytes(), damaged);
    assert_eq!(at_width(&editor, &url, 480).await, damaged);
    // Bytes that are gone are the business of who looks for missing files.
    school.sql("UPDATE files SET kept_because = NULL").await;
    std::fs::remove_dir_all(school.data_dir().join("files")).unwrap();
    files::rewrite_old(&school.app).await.unwrap();
    let found = told(&school).await;
    assert!(found.len() == 1 && found[0].contains("is gone"), "{found:?}");
});

both_engines!(a_logo_of_before_keeps_a_size_that_is_true, |school| {
    let admin = school.account(Role::Admin, "a@example.fr").await;
    let url = text(&upload(&admin, "a.jpg", &photo(60, 40)).await, "url");
    admin.put("/settings/school", json!({ "logoUrl": url })).await.ok();
    make_old(&school, &photo(1200, 900)).await;
    school.sql("UPDATE school SET logo_width = 1200, logo_height = 900").await;
    files::rewrite_old(&school.app).await.unwrap();
    let settings: Value = school.visitor().get("/settings/school").await.ok();
    assert_eq!((&settings["logoWidth"], &settings["logoHeight"]), (&json!(900), &json!(1200)));
});
