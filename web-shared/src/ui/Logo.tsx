// The school's own logo, or the product's. Its size is known before it arrives, so that nothing moves when it does.
import { useQuery } from "@tanstack/react-query";
import { schoolQuery } from "../school";
import styles from "./Logo.module.css";
import { Picture } from "./Picture";

interface LogoProps {
  onNight?: boolean;
  height?: number;
}

/** Of the product's: width to height. A school's own may be a little wider. */
const SHAPE = 198 / 48;
const WIDEST = 5;

export function Logo({ onNight = false, height = 40 }: LogoProps) {
  const { data: school, isPending } = useQuery(schoolQuery);
  const width = Math.round(height * SHAPE);
  if (isPending) return <span className={styles.place} style={{ height, width }} />;
  const { logoUrl, logoWidth, logoHeight } = school ?? {};
  if (school && logoUrl && logoWidth && logoHeight) {
    return (
      <Picture
        className={onNight ? `${styles.own} ${styles.plate}` : styles.own}
        src={logoUrl}
        alt={school.name}
        ownWidth={logoWidth}
        {...fitted({ width: logoWidth, height: logoHeight }, { width: height * WIDEST, height })}
      />
    );
  }
  return (
    <img
      className={onNight ? styles.night : undefined}
      src={onNight ? "/logo-clair.svg" : "/logo.svg"}
      alt="Préau"
      height={height}
      width={width}
    />
  );
}

interface Size {
  width: number;
  height: number;
}

/** As large as the room lets it be, and no larger than it is. */
export function fitted({ width, height }: Size, room: Size): Size {
  const scale = Math.min(room.width / width, room.height / height, 1);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}
