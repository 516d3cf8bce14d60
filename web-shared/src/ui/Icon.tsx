// A sign of the sprite. Decorative: the word beside it, or the label of its button, says what it means.

export function Icon({ name, size = "1.25em" }: { name: string; size?: string | number }) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden="true" focusable="false">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
