// Under the testimonials: back, an arch for each of the slides around the middle one, forth.
import { ActionIcon } from "@mantine/core";
import { type KeyboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Carousel.module.css";
import { dotsAround, slideOfKey } from "./ring";
import type { Ring } from "./useRing";

interface CarouselControlsProps {
  ring: Ring;
  slides: { id: string; name: string }[];
}

export function CarouselControls({ ring, slides }: CarouselControlsProps) {
  const { t } = useTranslation();
  const { middle, count, show } = ring;
  const dots = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const slide = slideOfKey(event.key, middle, count);
    if (slide === null) return;
    event.preventDefault();
    const among = dots.current?.contains(document.activeElement);
    flushSync(() => show(slide)); // its arch may not be there yet
    if (among) dots.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus; the row only hears their keys
    <div className={styles.controls} onKeyDown={onKeyDown}>
      <ActionIcon
        className={styles.arrow}
        variant="default"
        aria-label={t("testimonials.previous")}
        onClick={() => show(middle - 1)}
      >
        <Icon name="arrow-left" />
      </ActionIcon>
      <div ref={dots} className={styles.dots} role="tablist" aria-label={t("testimonials.choose")}>
        {dotsAround(middle, count).map((at) => (
          <button
            key={slides[at]?.id}
            type="button"
            role="tab"
            aria-label={slides[at]?.name}
            aria-selected={at === middle}
            aria-controls={slides[at]?.id}
            tabIndex={at === middle ? 0 : -1}
            onClick={() => show(at)}
          />
        ))}
      </div>
      <ActionIcon
        className={styles.arrow}
        variant="default"
        aria-label={t("testimonials.next")}
        onClick={() => show(middle + 1)}
      >
        <Icon name="arrow-right" />
      </ActionIcon>
    </div>
  );
}
