// The sheet of a session as PDF: closed, or blank for paper.
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { saveFile } from "web-shared/ui/saveFile";

export type SheetKind = "closed" | "blank";

export function useSheet(session: number) {
  return useMutation({
    mutationFn: (kind: SheetKind) =>
      unwrap(
        api.GET("/class-sessions/{id}/sheet.pdf", {
          params: { path: { id: session }, query: kind === "blank" ? { blank: true } : {} },
          parseAs: "blob",
        }),
      ),
    onSuccess: (pdf, kind) => saveFile(`appel-${session}-${kind}.pdf`, pdf as unknown as Blob),
    onError: (error) => notifyFailure(errorText(error)),
  });
}
