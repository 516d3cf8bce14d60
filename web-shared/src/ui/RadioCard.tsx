// A card of a group of radios. Tab stops once in the group, as with the radios of the browser; arrows go on within it.
import { Radio, type RadioCardProps } from "@mantine/core";

interface GroupedRadioCardProps extends RadioCardProps {
  value: string;
  /** The one that Tab stops at: the chosen one, the first while none is. */
  stop: string;
}

export function RadioCard({ stop, ...props }: GroupedRadioCardProps) {
  return <Radio.Card tabIndex={props.value === stop ? 0 : -1} {...props} />;
}
