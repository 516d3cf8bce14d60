// A picture of the school. Of one that was uploaded the browser fetches the width that its place on the page needs.
import { srcSetOf } from "../pictures";

interface PictureProps {
  src: string;
  alt: string;
  /** Of its place, in CSS pixels: known before it arrives, so that nothing moves. */
  width: number;
  height: number;
  /** How wide it is drawn, when it is cut to its place and so wider than that. */
  drawn?: number;
  /** Its own width, where that is known. */
  ownWidth?: number;
  className?: string;
  loading?: "lazy";
}

export function Picture({ src, alt, drawn, ownWidth, ...place }: PictureProps) {
  const srcSet = srcSetOf(src, ownWidth);
  return (
    <img
      {...place}
      srcSet={srcSet}
      sizes={srcSet && `${drawn ?? place.width}px`}
      src={src}
      alt={alt}
    />
  );
}
