//! Calendar files (RFC 5545): sessions of classes as calendar apps read them. What they contain is decided by callers.
//!
//! The crate `icalendar` puts the time of writing into each component, also into time zones, where it does not belong;
//! `calcard` writes what it is given. The same sessions always give the same bytes, so that a tag of them can be compared.

use std::fmt::Write as _;

use calcard::common::PartialDateTime;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType as Kind, ICalendarMethod, ICalendarParameter,
    ICalendarProperty as Property, ICalendarStatus, ICalendarValue, ICalendarValueType, Uri,
};
use chrono::{DateTime, Datelike as _, NaiveDateTime, Timelike as _, Utc};
use preau_core::calendar::{paris_day, paris_time};

/// The media type of a calendar file.
pub(crate) const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";

const ZONE: &str = "Europe/Paris";
const PRODUCT: &str = "-//Preau//Preau//FR";

/// A session as calendars show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// Never changes: calendars recognise the session by it.
    pub(crate) uid: String,
    /// Rises with each change.
    pub(crate) sequence: i64,
    pub(crate) changed_at: DateTime<Utc>,
    pub(crate) starts_at: DateTime<Utc>,
    pub(crate) ends_at: DateTime<Utc>,
    pub(crate) summary: String,
    pub(crate) location: Option<String>,
    pub(crate) description: Option<String>,
    /// The address of an online class.
    pub(crate) link: Option<String>,
    pub(crate) cancelled: bool,
}

/// Who sends a file by mail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Organizer<'a> {
    pub(crate) name: &'a str,
    pub(crate) email: &'a str,
}

/// What a file is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'a> {
    /// A calendar of this name that is read again and again.
    Feed { name: &'a str },
    /// A file to be opened once.
    File,
    /// An attachment of a mail: calendars replace what they have of the same sessions.
    Mail(Organizer<'a>),
}

/// The file with these sessions.
pub(crate) fn write(purpose: Purpose<'_>, events: &[Event]) -> String {
    let mut calendar = ICalendarComponent::new(Kind::VCalendar);
    calendar.add_property(Property::Version, "2.0");
    calendar.add_property(Property::Prodid, PRODUCT);
    calendar.add_property(Property::Calscale, "GREGORIAN");
    match purpose {
        Purpose::Feed { name } => {
            calendar.add_property(Property::Name, name);
            calendar.add_property(Property::Other("X-WR-CALNAME".to_owned()), name);
            calendar.add_property_with_params(
                Property::RefreshInterval,
                [ICalendarParameter::value(ICalendarValueType::Duration)],
                "PT1H",
            );
            calendar.add_property(Property::Other("X-PUBLISHED-TTL".to_owned()), "PT1H");
        }
        Purpose::File | Purpose::Mail(_) => {
            calendar.add_property(Property::Method, ICalendarMethod::Publish);
        }
    }
    let mut file = File(vec![calendar]);
    file.add_zone();
    for event in events {
        file.add_event(event, purpose);
    }
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = write!(text, "{}", ICalendar { components: file.0 });
    text
}

/// Components; the first is the calendar, which contains the others.
struct File(Vec<ICalendarComponent>);

impl File {
    fn add(&mut self, component: ICalendarComponent, parent: usize) -> usize {
        let place = self.0.len();
        self.0.push(component);
        if let (Some(parent), Ok(id)) = (self.0.get_mut(parent), u32::try_from(place)) {
            parent.component_ids.push(id);
        }
        place
    }

    /// The rules of summer time since 1996.
    fn add_zone(&mut self) {
        let mut zone = ICalendarComponent::new(Kind::VTimezone);
        zone.add_property(Property::Tzid, ZONE);
        let zone = self.add(zone, 0);
        for (kind, name, from, to, begins, month) in [
            (Kind::Daylight, "CEST", "+0100", "+0200", "19960331T020000", 3),
            (Kind::Standard, "CET", "+0200", "+0100", "19961027T030000", 10),
        ] {
            let mut part = ICalendarComponent::new(kind);
            part.add_property(Property::Tzname, name);
            part.add_property(Property::Tzoffsetfrom, from);
            part.add_property(Property::Tzoffsetto, to);
            part.add_property(Property::Dtstart, begins);
            part.add_property(Property::Rrule, format!("FREQ=YEARLY;BYMONTH={month};BYDAY=-1SU"));
            self.add(part, zone);
        }
    }

    fn add_event(&mut self, event: &Event, purpose: Purpose<'_>) {
        let mut one = ICalendarComponent::new(Kind::VEvent);
        one.add_uid(&event.uid);
        one.add_sequence(event.sequence);
        one.add_dtstamp(utc(event.changed_at));
        one.add_property(Property::LastModified, utc(event.changed_at));
        for (name, at) in [(Property::Dtstart, event.starts_at), (Property::Dtend, event.ends_at)] {
            let zone = ICalendarParameter::tzid(ZONE.to_owned());
            one.add_property_with_params(name, [zone], partial(paris_day(at).and_time(paris_time(at))));
        }
        one.add_property(Property::Summary, event.summary.as_str());
        for (name, text) in
            [(Property::Location, &event.location), (Property::Description, &event.description)]
        {
            if let Some(text) = text {
                one.add_property(name, text.as_str());
            }
        }
        if let Some(link) = &event.link {
            one.add_property(Property::Url, uri(link));
        }
        if let Purpose::Mail(Organizer { name, email }) = purpose {
            let name = ICalendarParameter::cn(name.to_owned());
            one.add_property_with_params(Property::Organizer, [name], uri(&format!("mailto:{email}")));
        }
        let status = if event.cancelled { ICalendarStatus::Cancelled } else { ICalendarStatus::Confirmed };
        one.add_property(Property::Status, status);
        self.add(one, 0);
    }
}

fn uri(address: &str) -> ICalendarValue {
    ICalendarValue::Uri(Uri::Location(address.to_owned()))
}

fn utc(at: DateTime<Utc>) -> PartialDateTime {
    PartialDateTime { tz_hour: Some(0), tz_minute: Some(0), ..partial(at.naive_utc()) }
}

fn partial(at: NaiveDateTime) -> PartialDateTime {
    let small = |number: u32| u8::try_from(number).ok();
    PartialDateTime {
        year: u16::try_from(at.year()).ok(),
        month: small(at.month()),
        day: small(at.day()),
        hour: small(at.hour()),
        minute: small(at.minute()),
        second: small(at.second()),
        ..PartialDateTime::default()
    }
}
