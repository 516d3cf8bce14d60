// Pictures and recordings of a lesson, seen and heard where they stand.
import { Player } from "web-shared/ui/sheet/Player";
import styles from "./LessonMedia.module.css";
import type { Media } from "./resources";

interface LessonMediaProps {
  media: Media[];
  /** The language that is taught. */
  language: string;
}

export function LessonMedia({ media, language }: LessonMediaProps) {
  return media.map(({ resource: { id, title, url, link }, kind }) => (
    <figure key={id} className={styles.media}>
      {kind === "picture" ? (
        <img src={link ?? url} alt="" loading="lazy" />
      ) : (
        <Player url={link ?? url} transcript={null} language={language} readable={false} />
      )}
      <figcaption lang="fr">{title}</figcaption>
    </figure>
  ));
}
