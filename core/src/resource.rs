//! Resources of a lesson as staff writes them: videos, documents and links.

use crate::chapter::MAX_TITLE;
use crate::code::Code;
use crate::editing::{Form, double_option, place};
use crate::file::FileKind;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields};
use crate::text;
use crate::url;
use serde::Deserialize;

keywords! {
    /// Type of a resource.
    ResourceType {
        Pdf = "PDF",
        Video = "VIDEO",
        Link = "LINK",
    }
}

impl ResourceType {
    /// Kinds of uploaded files it may refer to.
    const fn files(self) -> &'static [FileKind] {
        match self {
            Self::Pdf => &[FileKind::Pdf],
            Self::Video => &[FileKind::Video],
            Self::Link => FileKind::ALL,
        }
    }
}

/// A resource as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceInput {
    /// The lesson it belongs to.
    pub chapter_lesson_id: Option<i64>,
    /// At most 200 characters.
    pub title: Option<String>,
    /// A web address or a path of this site.
    pub url: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<ResourceType>,
    /// Captions of a video (`.vtt`): a web address or a path of this site.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub captions_url: Option<Option<String>>,
    /// Its position in the lesson; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new resource (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    pub lesson_id: i64,
    pub title: String,
    pub url: String,
    pub kind: ResourceType,
    /// Only for a video.
    pub captions_url: Option<String>,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for ResourceInput {
    type Content = Resource;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// A resource moved to another lesson goes to its end; one that is no longer a video loses its captions.
    fn over(&self, before: Option<&Resource>, fields: &mut Fields) -> Option<Resource> {
        let title = self.title.as_ref().or(before.map(|resource| &resource.title));
        let title = fields.require("title", title.map(|title| text::required_line(title, MAX_TITLE)));
        let url = self.url.as_ref().or(before.map(|resource| &resource.url));
        let kind = self.kind.or(before.map(|resource| resource.kind));
        let kinds = kind.map_or(FileKind::ALL, ResourceType::files);
        let url = fields.require("url", url.map(|url| url::address_of(url, kinds)));
        let kind = fields.require("type", kind.map(Ok::<_, Fault>));
        if fields.any(Code::Required) {
            fields.summarise(Code::ResourceIncomplete);
        }
        let lesson_id = self.chapter_lesson_id.or(before.map(|resource| resource.lesson_id));
        let lesson_id = fields.require("chapterLessonId", lesson_id.map(Ok::<_, Fault>));
        let captions_url = kind.and_then(|kind| self.captions(kind, before, fields));
        let stayed = before.filter(|resource| lesson_id == Some(resource.lesson_id));
        let order_index = place(self.order_index, stayed.and_then(|resource| resource.order_index), fields);
        Some(Resource {
            lesson_id: lesson_id?,
            title: title?,
            url: url?,
            kind: kind?,
            captions_url,
            order_index,
        })
    }
}

impl ResourceInput {
    fn captions(&self, kind: ResourceType, before: Option<&Resource>, fields: &mut Fields) -> Option<String> {
        let sent = self.captions_url.as_ref();
        let sent = sent.map(|url| url.as_deref().filter(|url| !url.trim().is_empty()));
        match (kind, sent) {
            (ResourceType::Video, Some(url)) => fields.check(
                "captionsUrl",
                url.map(|url| url::address_of(url, &[FileKind::Captions])).transpose(),
            )?,
            (ResourceType::Video, None) => before.and_then(|resource| resource.captions_url.clone()),
            (ResourceType::Pdf | ResourceType::Link, Some(Some(_))) => {
                fields.refuse("captionsUrl", Code::InvalidValue);
                None
            }
            (ResourceType::Pdf | ResourceType::Link, Some(None) | None) => None,
        }
    }
}

/// The id of a resource's YouTube video, if it is one.
pub fn youtube_id(kind: ResourceType, url: &str) -> Option<&str> {
    match kind {
        ResourceType::Video => url::youtube_id(url),
        ResourceType::Pdf | ResourceType::Link => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> ResourceInput {
        ResourceInput {
            chapter_lesson_id: Some(1),
            title: Some(" Le train ".into()),
            url: Some(" /assets/video/treno.mp4 ".into()),
            kind: Some(ResourceType::Video),
            captions_url: Some(Some("/assets/video/treno.vtt".into())),
            ..ResourceInput::default()
        }
    }

    #[test]
    fn a_resource_has_a_lesson_a_title_an_address_and_a_type() {
        let resource = input().create().unwrap().content;
        assert_eq!((resource.title.as_str(), resource.url.as_str()), ("Le train", "/assets/video/treno.mp4"));
        let problem =
            ResourceInput { chapter_lesson_id: Some(1), ..ResourceInput::default() }.create().unwrap_err();
        assert_eq!(problem.message, "Veuillez remplir tous les champs de la ressource.");
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["title", "url", "type"]);
        for evil in ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x", "a.pdf"]
        {
            let url = ResourceInput { url: Some(evil.into()), ..input() }.create().unwrap_err();
            assert_eq!((url.fields[0].name.as_str(), url.code), ("url", Code::InvalidValue), "{evil}");
            let captions =
                ResourceInput { captions_url: Some(Some(evil.into())), ..input() }.create().unwrap_err();
            assert_eq!(
                (captions.fields[0].name.as_str(), captions.code),
                ("captionsUrl", Code::InvalidValue)
            );
        }
    }

    #[test]
    fn captions_are_a_video_s() {
        let before = Resource { order_index: Some(3), ..input().create().unwrap().content };
        assert_eq!(ResourceInput::default().change(&before).unwrap(), before);
        let cleared: ResourceInput = serde_json::from_str(r#"{"captionsUrl": null}"#).unwrap();
        assert_eq!(cleared.change(&before).unwrap().captions_url, None);
        let paper: ResourceInput = serde_json::from_str(r#"{"type": "PDF"}"#).unwrap();
        assert_eq!(paper.change(&before).unwrap().captions_url, None);
        let problem = ResourceInput { kind: Some(ResourceType::Pdf), ..input() }.create().unwrap_err();
        assert_eq!((problem.fields[0].name.as_str(), problem.code), ("captionsUrl", Code::InvalidValue));
        let moved = ResourceInput { chapter_lesson_id: Some(2), ..ResourceInput::default() };
        assert_eq!(moved.change(&before).unwrap().order_index, None);
    }

    #[test]
    fn only_a_video_is_shown_from_youtube() {
        let url = "https://youtu.be/t4IjJav7xbg";
        assert_eq!(youtube_id(ResourceType::Video, url), Some("t4IjJav7xbg"));
        assert_eq!(youtube_id(ResourceType::Link, url), None);
    }
}
