//! The school in its documents: the wall with arches, the address, and the legal identity.

use krilla::image::Image;
use krilla::tagging::Tag;

use super::canvas::{Canvas, Part, Place, TextBlock};
use super::font::Face;
use super::look::{HAIRLINE, LIGHT, NIGHT, SECONDARY, WALL, WHITE, french_style};
use super::picture::within;
use super::words::Words;
use crate::documents::data::Seller;

/// A wall across the top of the page; up to `right` its arches, or the school's logo.
pub(super) fn wall(canvas: &mut Canvas, [width, foot]: [f32; 2], right: f32, logo: Option<&Image>) {
    canvas.rectangle([0.0, 0.0, width, foot], WALL);
    canvas.rectangle([0.0, foot, width, 3.0], HAIRLINE);
    if let Some(logo) = logo {
        return logo_plate(canvas, [right - 164.0, 26.0, 164.0, 86.0], logo);
    }
    for (from_right, width, height, colour) in
        [(142.0, 28.0, 50.0, WHITE), (104.0, 40.0, 74.0, WHITE), (54.0, 54.0, 102.0, LIGHT)]
    {
        canvas.arch(right - from_right, foot, width, height, colour);
    }
}

/// A logo of any colours on a white plate: left, top, width and height.
pub(super) fn logo_plate(canvas: &mut Canvas, room: [f32; 4], logo: &Image) {
    canvas.rectangle(room, WHITE);
    canvas.image(within(room, logo), logo);
}

/// Its name in large letters, and its address below it.
pub(super) fn address(canvas: &mut Canvas, place: Place, size: f32, seller: &Seller) -> TextBlock {
    let name = french_style(Face::Title, size, NIGHT);
    let line = french_style(Face::Text, 9.0, SECONDARY);
    let written = canvas.write(place, name, &seller.name);
    let mut bottom = written.bottom + 3.0;
    let mut parts = vec![Part::of(Tag::P, written.parts)];
    for text in lines(seller) {
        let written = canvas.write(Place { top: bottom, ..place }, line, &text);
        bottom = written.bottom;
        parts.push(Part::of(Tag::P, written.parts));
    }
    TextBlock { parts, bottom }
}

/// Postal address and contact data, a line each.
fn lines(seller: &Seller) -> Vec<String> {
    let joined = |parts: &[&Option<String>], between: &str| {
        let parts: Vec<&str> = parts.iter().filter_map(|part| part.as_deref()).collect();
        parts.join(between)
    };
    let lines = [
        joined(&[&seller.street], ""),
        joined(&[&seller.postal_code, &seller.city], " "),
        joined(&[&seller.country], ""),
        joined(&[&seller.phone, &seller.email], " · "),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The school's legal identity. It must be stated that its declaration is not an approval.
pub(super) fn identity(seller: &Seller, words: &Words) -> String {
    let legal = seller.legal_name.as_ref().unwrap_or(&seller.name);
    let siret = seller.siret.as_ref().map(|siret| format!("{} {}", words.siret, grouped(siret)));
    let activity = seller.training_activity_number.as_ref().map(|number| {
        format!("{} {number}. Cet enregistrement ne vaut pas agrément de l’État.", words.activity)
    });
    let parts = [Some(legal.clone()), seller.legal_form.clone(), siret, activity];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A SIRET in groups: `123 456 789 00012`.
fn grouped(siret: &str) -> String {
    match (siret.get(..3), siret.get(3..6), siret.get(6..9), siret.get(9..)) {
        (Some(a), Some(b), Some(c), Some(d)) if siret.len() == 14 => [a, b, c, d].join("\u{a0}"),
        _ => siret.to_owned(),
    }
}
