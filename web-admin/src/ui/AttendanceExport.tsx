// Every mark of a period, as the school keeps it, as a file for spreadsheets: of all courses one may read, or of one.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { addDays, today } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { saveCsv } from "./csv";

interface AttendanceExportProps {
  from: string;
  to: string;
  courseId?: number;
  size?: "sm" | "md";
}

export function AttendanceExport({ size = "md", ...query }: AttendanceExportProps) {
  const { t } = useTranslation();
  const { from, to, courseId } = query;
  const file = useMutation({
    mutationFn: () =>
      unwrap(api.GET("/attendance/export.csv", { params: { query }, parseAs: "blob" })),
    onSuccess: (csv) => {
      const parts = ["presences", courseId, from, to].filter((part) => part !== undefined);
      saveCsv(parts.join("-"), csv as unknown as Blob);
    },
    onError: (error) => notifyFailure(errorText(error)),
  });
  return (
    <Button
      variant="outline"
      size={size}
      leftSection={<Icon name="download-simple" />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t(courseId ? "dashboard.roll.export" : "dashboard.stats.attendance.export")}
    </Button>
  );
}

const YEAR = 365; // days

/** That of one class, of the last year. */
export function ClassAttendanceExport({ courseId }: { courseId: number }) {
  const to = today();
  return <AttendanceExport courseId={courseId} from={addDays(to, -YEAR)} to={to} />;
}
