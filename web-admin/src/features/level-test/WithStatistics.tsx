// The statistics of a language's test. Only the school's server has them: without it a note says why.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { useSchoolAway } from "../../ui/SchoolOnly";
import { type Statistics, statisticsQuery } from "./api";

export function useStatistics(language: string) {
  const away = useSchoolAway();
  return { away, ...useQuery({ ...statisticsQuery(language), enabled: away === null }) };
}

interface WithStatisticsProps {
  language: string;
  children: (statistics: Statistics) => ReactNode;
}

export function WithStatistics({ language, children }: WithStatisticsProps) {
  const { away, data, error, refetch } = useStatistics(language);
  if (away) return <Note>{away}</Note>;
  if (data) return children(data);
  return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Waiting />;
}

/** How often a question was asked, as far as that is known, and whether it misleads. */
export function useFiguresOf({ id, language }: { id: number; language: string }) {
  const item = useStatistics(language).data?.items.find(({ questionId }) => questionId === id);
  return { asked: item?.asked ?? 0, misleading: item?.misleading ?? false };
}
