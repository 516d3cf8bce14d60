// One filter of a list with a handful of values, the first of which leaves nothing out.
import { Select } from "@mantine/core";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  data: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, data, onChange } = props;
  return (
    <Select
      aria-label={label}
      allowDeselect={false}
      value={value}
      data={data}
      onChange={(chosen) => chosen && onChange(chosen as Value)}
    />
  );
}
