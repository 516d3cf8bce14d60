// The recording of a question: an arch to play it, a line to move along, its words to read once there is an answer. What
// cannot be heard can be read at once.
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../Icon";
import { type Renew, type Source, useRenewedMedia } from "../useRenewed";
import styles from "./Player.module.css";
import { usePlayer } from "./usePlayer";

interface PlayerProps {
  source: Source;
  /** Without it the link does not run out. */
  renew?: Renew | undefined;
  transcript: string | null;
  language: string;
  /** The transcript is offered. */
  readable: boolean;
}

export function Player({ source, renew, transcript, language, readable }: PlayerProps) {
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const player = usePlayer(audio);
  const media = useRenewedMedia(audio, source, renew);
  const failed = player.failed && media.failed;

  function onError() {
    player.look();
    media.onError();
  }

  function retry() {
    media.retry();
    player.retry();
  }

  return (
    <div className={styles.recording}>
      <audio
        ref={audio}
        src={media.source.link}
        preload="metadata"
        {...player.told}
        onError={onError}
        onLoadedMetadata={media.onLoadedMetadata}
      />
      {failed ? (
        <Unheard hasWords={transcript !== null} onRetry={retry} />
      ) : (
        <Controls player={player} />
      )}
      {transcript && (readable || failed) && (
        <details className={styles.transcript} open={failed || undefined}>
          <summary>{t("sheet.transcript")}</summary>
          <p lang={language}>{transcript}</p>
        </details>
      )}
    </div>
  );
}

function Controls({ player }: { player: ReturnType<typeof usePlayer> }) {
  const { t } = useTranslation();
  const { playing, slow, at, length } = player;
  const time = `${clock(at)} / ${clock(length)}`;
  return (
    <div className={styles.player}>
      <button
        type="button"
        className={styles.play}
        aria-label={playing ? t("sheet.pause") : t("sheet.play")}
        onClick={player.toggle}
      >
        <Icon name={playing ? "pause-fill" : "play-fill"} size={22} />
      </button>
      <span className={styles.line}>
        <Wave played={length > 0 ? at / length : 0} />
        <input
          type="range"
          aria-label={t("sheet.position")}
          aria-valuetext={time}
          min={0}
          max={length || 1}
          step={0.1}
          value={at}
          onChange={(event) => player.seek(Number(event.currentTarget.value))}
        />
      </span>
      <span className={styles.time}>{time}</span>
      <button type="button" className={styles.slow} aria-pressed={slow} onClick={player.slowDown}>
        {t("sheet.slowly")}
      </button>
    </div>
  );
}

function Unheard({ hasWords, onRetry }: { hasWords: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.unheard} role="alert">
      <Icon name="warning-circle-fill" size={22} />
      <p>
        {t("sheet.unheard")} {hasWords && t("sheet.unheardRead")}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}

const BARS = 46;

/** A drawing, not a measurement: bars that look like speech, dark as far as it was played. */
function Wave({ played }: { played: number }) {
  return (
    <span className={styles.wave} aria-hidden="true">
      {Array.from({ length: BARS }, (_, at) => (
        <span
          key={at}
          data-played={at < played * BARS || undefined}
          style={{ height: `${25 + ((at * 37 + at * at * 11) % 73)}%` }}
        />
      ))}
    </span>
  );
}

/** "0:05" */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
