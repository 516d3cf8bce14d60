// The outline of a text on its way.
import { Skeleton } from "@mantine/core";

const LINES = ["94%", "88%", "91%", "62%"];

export function LinesSkeleton() {
  return LINES.map((width) => <Skeleton key={width} height={16} width={width} mt={16} />);
}
