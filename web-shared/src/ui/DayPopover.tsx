// The sheet of a calendar below its button. It comes when a calendar first opens (DayInput).
import { Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { DayPicker, type DayPickerProps } from "./DayPicker";

export interface DayPopoverProps extends DayPickerProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button it opens from. */
  button: ReactElement;
}

export function DayPopover({ opened, onChange, button, ...days }: DayPopoverProps) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <DayPicker {...days} />
      </Popover.Dropdown>
    </Popover>
  );
}
