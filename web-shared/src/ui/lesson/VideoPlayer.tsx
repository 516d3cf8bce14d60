// A video of a lesson. YouTube hears of its reader only after a click; the school's own files play in the page.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "../../i18n/i18n";
import { Icon } from "../Icon";
import { Note } from "../Scene";
import { type Source, useRenewedMedia } from "../useRenewed";
import { sourceOf, type Video } from "./resources";
import type { Resource } from "./types";
import styles from "./VideoPlayer.module.css";

interface VideoPlayerProps {
  video: Video;
  /** The language that is taught: its captions are in it. */
  language: string;
  /** Asks where a resource is found now. */
  renew: (id: number) => Promise<Source | undefined>;
  /** The page shows no other site: YouTube opens in the browser. */
  outside: boolean;
}

const POSTER = "/illustrations/tableau.svg";

export function VideoPlayer({ video, outside, ...props }: VideoPlayerProps) {
  const { t } = useTranslation();
  const { resource, youtubeId } = video;
  return (
    <figure className={styles.video}>
      <div className={styles.screen} data-film={!youtubeId || undefined}>
        {!youtubeId ? (
          <Film key={resource.url} resource={resource} {...props} />
        ) : outside ? (
          <ToYouTube id={youtubeId} title={resource.title} />
        ) : (
          <YouTube id={youtubeId} title={resource.title} />
        )}
      </div>
      <figcaption>
        <span lang="fr">{resource.title}</span>
        {youtubeId && ` · ${t(outside ? "lesson.youTubeOutside" : "lesson.youTube")}`}
      </figcaption>
    </figure>
  );
}

function YouTube({ id, title }: { id: string; title: string }) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (playing) frame.current?.focus();
  }, [playing]);
  if (playing) {
    return (
      <iframe
        ref={frame}
        src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&hl=${currentLanguage()}`}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <>
      <img src={POSTER} alt="" />
      <PlayButton title={title} onPlay={() => setPlaying(true)} />
    </>
  );
}

function ToYouTube({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <img src={POSTER} alt="" />
      <a
        className={styles.play}
        href={`https://www.youtube.com/watch?v=${id}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("lesson.play", { title })}
      >
        <Icon name="play-fill" size={38} />
      </a>
    </>
  );
}

/** The arch over the picture. */
function PlayButton({ title, onPlay }: { title: string; onPlay: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={t("lesson.play", { title })}
      onClick={onPlay}
    >
      <Icon name="play-fill" size={38} />
    </button>
  );
}

interface FilmProps extends Pick<VideoPlayerProps, "language" | "renew"> {
  resource: Resource;
}

function Film({ resource, language, renew }: FilmProps) {
  const { t } = useTranslation();
  const player = useRef<HTMLVideoElement>(null);
  const film = useRenewedMedia(player, sourceOf(resource), () => renew(resource.id));
  const [started, setStarted] = useState(false); // from then on the controls of the browser
  if (film.failed) {
    return (
      <div className={styles.failed} role="alert">
        <Note tone="danger">
          {t("lesson.videoFailed")}{" "}
          <a href={resource.link ?? resource.url}>{t("lesson.openFile")}</a>
        </Note>
      </div>
    );
  }
  function play() {
    setStarted(true);
    player.current?.focus();
    player.current?.play().catch(() => undefined); // what cannot be played says so itself
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the school says whether there are captions */}
      <video
        ref={player}
        src={film.source.link}
        aria-label={resource.title}
        poster={POSTER}
        controls={started}
        tabIndex={started ? 0 : -1}
        playsInline
        preload="metadata"
        onError={film.onError}
        onLoadedMetadata={film.onLoadedMetadata}
        onPlay={() => setStarted(true)}
      >
        {film.source.captions && (
          <track
            kind="captions"
            src={film.source.captions}
            srcLang={language}
            label={t("lesson.captions")}
            default
          />
        )}
      </video>
      {!started && <PlayButton title={resource.title} onPlay={play} />}
    </>
  );
}
