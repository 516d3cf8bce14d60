// Under the testimonials: back, one arch per slide, forth, and the button that stops or starts their turning.
import { ActionIcon } from "@mantine/core";
import { type FocusEvent, type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Carousel.module.css";
import { slideOfKey } from "./ring";
import type { Ring } from "./useRing";

interface CarouselControlsProps {
  ring: Ring;
  slides: { id: string; name: string }[];
}

export function CarouselControls({ ring, slides }: CarouselControlsProps) {
  const { t } = useTranslation();
  const { middle, count, autoplay, show } = ring;
  const dots = useRef<HTMLDivElement>(null);
  const playback = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const slide = slideOfKey(event.key, middle, count);
    if (slide === null) return;
    event.preventDefault();
    show(slide);
    if (dots.current?.contains(document.activeElement)) {
      dots.current.querySelectorAll<HTMLElement>("[role=tab]")[slide]?.focus();
    }
  }

  // Whoever has just pressed "start" wants to see it start.
  function onFocus({ target }: FocusEvent<Element>) {
    autoplay.hold("focus", target !== playback.current);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus; the row only hears their keys
    <div
      className={styles.controls}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => autoplay.hold("focus", false)}
    >
      <ActionIcon
        className={styles.arrow}
        variant="default"
        aria-label={t("testimonials.previous")}
        onClick={() => show(middle - 1)}
      >
        <Icon name="arrow-left" />
      </ActionIcon>
      <div ref={dots} className={styles.dots} role="tablist" aria-label={t("testimonials.choose")}>
        {slides.map(({ id, name }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-label={name}
            aria-selected={at === middle}
            aria-controls={id}
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
      <ActionIcon
        ref={playback}
        aria-label={t(autoplay.playing ? "testimonials.pause" : "testimonials.play")}
        onClick={autoplay.playing ? autoplay.stop : autoplay.play}
      >
        <Icon name={autoplay.playing ? "pause-fill" : "play-fill"} />
      </ActionIcon>
    </div>
  );
}
