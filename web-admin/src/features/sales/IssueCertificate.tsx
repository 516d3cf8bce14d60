// Issues a learner's certificate by hand: some had completed their course before certificates were. Asking for one that is
// there already brings the same one.
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Certificate } from "web-shared/api/certificates";
import type { CourseType } from "web-shared/api/courses";
import { Confirm } from "web-shared/ui/Confirm";
import { notifyResult } from "web-shared/ui/notify";
import { useCertificatePdf } from "web-shared/ui/usePdf";
import { useIssue } from "./api";
import styles from "./Class.module.css";

interface Followed {
  courseType: CourseType;
  status: string;
}

/** A completed course on the net: of one in class nobody has written down who was there. */
export function isDue({ courseType, status }: Followed): boolean {
  return courseType === "ONLINE" && status === "COMPLETED";
}

interface IssueCertificateProps {
  subscriptionId: number;
  learnerName: string;
  courseName: string;
}

export function IssueCertificate(props: IssueCertificateProps) {
  const { t } = useTranslation();
  const [asking, ask] = useState(false);
  const label = t("dashboard.certificates.issueOf", { name: props.learnerName });
  return (
    <>
      <Button variant="light" size="sm" aria-label={label} onClick={() => ask(true)}>
        {t("dashboard.certificates.issue")}
      </Button>
      {asking && <IssueDialog {...props} onClose={() => ask(false)} />}
    </>
  );
}

export function IssueDialog(props: IssueCertificateProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { subscriptionId, learnerName: name, courseName: course, onClose } = props;
  const { mutate, isPending, error } = useIssue();
  function onSuccess({ certificate, fresh }: { certificate: Certificate; fresh: boolean }) {
    notifyResult(<Issued certificate={certificate} name={name} fresh={fresh} />);
    onClose();
  }
  return (
    <Confirm
      title={t("dashboard.certificates.issueTitle", { name })}
      action={t("dashboard.certificates.issue")}
      harmless
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ subscriptionId }, { onSuccess })}
      onClose={onClose}
    >
      <p>{t("dashboard.certificates.issueText", { name, course })}</p>
    </Confirm>
  );
}

interface IssuedProps {
  certificate: Certificate;
  name: string;
  /** It was not there before. */
  fresh: boolean;
}

function Issued({ certificate, name, fresh }: IssuedProps) {
  const { t } = useTranslation();
  const pdf = useCertificatePdf();
  return (
    <div className={styles.issued}>
      <p>
        {t(fresh ? "dashboard.certificates.done" : "dashboard.certificates.doneBefore", { name })}
      </p>
      <Anchor
        component="button"
        type="button"
        aria-disabled={pdf.isPending || undefined}
        onClick={() => !pdf.isPending && pdf.mutate(certificate)}
      >
        {certificate.number} (PDF)
      </Anchor>
    </div>
  );
}
