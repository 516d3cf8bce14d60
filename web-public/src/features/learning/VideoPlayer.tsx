// A video of a lesson. YouTube hears of its reader only after a click; the school's own files play in the page.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Icon } from "web-shared/ui/Icon";
import { Note } from "web-shared/ui/Scene";
import type { Video } from "./resources";
import { useFilm } from "./useFilm";
import styles from "./VideoPlayer.module.css";

interface VideoPlayerProps {
  video: Video;
  /** The language that is taught: its captions are in it. */
  language: string;
}

const POSTER = "/illustrations/tableau.svg";

export function VideoPlayer({ video, language }: VideoPlayerProps) {
  const { t } = useTranslation();
  const { resource } = video;
  return (
    <figure className={styles.video}>
      <div className={styles.screen} data-film={!video.youtubeId || undefined}>
        {video.youtubeId ? (
          <YouTube id={video.youtubeId} title={resource.title} />
        ) : (
          <Film key={resource.url} video={video} language={language} />
        )}
      </div>
      <figcaption>
        <span lang="fr">{resource.title}</span>
        {video.youtubeId && ` · ${t("learning.module.youTube")}`}
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

/** The arch over the picture. */
function PlayButton({ title, onPlay }: { title: string; onPlay: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={t("learning.module.play", { title })}
      onClick={onPlay}
    >
      <Icon name="play-fill" size={38} />
    </button>
  );
}

function Film({ video: { resource }, language }: VideoPlayerProps) {
  const { t } = useTranslation();
  const { player, film, captions, failed, renew, goOn } = useFilm(resource);
  const [started, setStarted] = useState(false); // from then on the controls of the browser
  if (failed) {
    return (
      <div className={styles.failed} role="alert">
        <Note tone="danger">
          {t("learning.module.videoFailed")}{" "}
          <a href={resource.link ?? resource.url}>{t("learning.module.openFile")}</a>
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
        src={film}
        aria-label={resource.title}
        poster={POSTER}
        controls={started}
        tabIndex={started ? 0 : -1}
        playsInline
        preload="metadata"
        onError={renew}
        onLoadedMetadata={goOn}
        onPlay={() => setStarted(true)}
      >
        {resource.captionsUrl && (
          <track
            kind="captions"
            src={captions}
            srcLang={language}
            label={t("learning.module.captions")}
            default
          />
        )}
      </video>
      {!started && <PlayButton title={resource.title} onPlay={play} />}
    </>
  );
}
