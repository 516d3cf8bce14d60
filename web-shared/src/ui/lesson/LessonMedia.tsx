// Pictures and recordings of a lesson, seen and heard where they stand.
import { Player } from "../sheet/Player";
import { type Source, useRenewed } from "../useRenewed";
import styles from "./LessonMedia.module.css";
import { type Media, sourceOf } from "./resources";

interface LessonMediaProps {
  media: Media[];
  /** The language that is taught. */
  language: string;
  renew: (id: number) => Promise<Source | undefined>;
}

export function LessonMedia({ media, language, renew }: LessonMediaProps) {
  return media.map(({ resource, kind }) => {
    const { id, title, url } = resource;
    const place = { source: sourceOf(resource), renew: () => renew(id) };
    return (
      <figure key={`${id} ${url}`} className={styles.media}>
        {kind === "picture" ? (
          <Picture {...place} />
        ) : (
          <Player {...place} transcript={null} language={language} readable={false} />
        )}
        <figcaption lang="fr">{title}</figcaption>
      </figure>
    );
  });
}

function Picture(props: { source: Source; renew: () => Promise<Source | undefined> }) {
  const { source, renew } = useRenewed(props.source, props.renew);
  return <img src={source.link} alt="" loading="lazy" onError={renew} />;
}
