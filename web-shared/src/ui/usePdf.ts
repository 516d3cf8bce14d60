// A paper as PDF, brought by a press: kept by the browser, or why not is told.
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { errorText } from "../i18n/errors";
import { notifyFailure } from "./notify";
import { saveFile } from "./saveFile";

interface Numbered {
  id: number;
  number: string;
}

/** `load` asks for the file; it is kept under the number of the paper. */
function usePdf<Paper extends Numbered>(load: (paper: Paper) => Promise<unknown>) {
  return useMutation({
    mutationFn: load,
    onSuccess: (pdf, { number }) => saveFile(`${number}.pdf`, pdf as Blob),
    onError: (error) => notifyFailure(errorText(error)),
  });
}

const asked = (id: number) => ({ params: { path: { id } }, parseAs: "blob" }) as const;

export function useInvoicePdf() {
  return usePdf(({ id }: Numbered) => unwrap(api.GET("/invoices/{id}/pdf", asked(id))));
}

export function useCertificatePdf() {
  return usePdf(({ id }: Numbered) => unwrap(api.GET("/certificates/{id}/pdf", asked(id))));
}
