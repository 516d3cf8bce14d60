// A search through a list; the address keeps it (useSought).
import { SearchInput } from "web-shared/ui/SearchInput";
import { useSearch } from "./usePage";

export function SearchField({ label, className }: { label: string; className?: string }) {
  const [typed, type] = useSearch();
  return (
    <SearchInput
      className={className}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={typed}
      onChange={type}
    />
  );
}
