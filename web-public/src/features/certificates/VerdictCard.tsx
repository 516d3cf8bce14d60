// What a code is worth, in a word, a colour and a sign; with the certificate it speaks of, and what to do in doubt.

import { Button, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, moment } from "web-shared/format/format";
import { useLanguages } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { Plaque } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import type { Verdict } from "./api";
import styles from "./Certificates.module.css";
import type { Summary } from "./code";
import { Facts } from "./Facts";

const SIGNS: Record<Verdict["is"], string> = {
  authentic: "seal-check-duotone",
  signed: "seal-check-duotone",
  revoked: "warning-circle-fill",
  unknown: "question",
  forged: "warning-circle-fill",
  unreadable: "info",
  unreachable: "info",
};

/** Those that may be others once the school is reached. */
const PASSING: Verdict["is"][] = ["signed", "unreachable"];

interface VerdictCardProps {
  verdict: Verdict;
  /** When it was given: milliseconds since 1970. */
  at: number;
  /** It is being asked about again. */
  busy: boolean;
  onRetry: () => void;
}

export function VerdictCard({ verdict, at, busy, onRetry }: VerdictCardProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { is } = verdict;
  const certificate = "certificate" in verdict ? verdict.certificate : null;
  const language = useLanguages().of(certificate?.language);
  const since = is === "revoked" ? day(verdict.day) : "";
  return (
    <article className={styles.verdict} data-is={is} data-language={language?.code}>
      {certificate && <View certificate={certificate} faded={is !== "authentic"} />}
      <div className={styles.body}>
        <div className={styles.seal}>
          <Icon name={SIGNS[is]} size={32} />
          <div>
            <h2 ref={heading} tabIndex={-1}>
              {t(`certificates.is.${is}`)}
            </h2>
            <p>{t(`certificates.says.${is}`, { day: since })}</p>
          </div>
        </div>
        {certificate && <Facts certificate={certificate} />}
        {is !== "authentic" && is !== "unreachable" && <Doubt />}
        {certificate && (
          <p className={styles.at}>
            {t("certificates.checkedOn", { moment: moment(new Date(at).toISOString()) })}
          </p>
        )}
        <div className={styles.actions}>
          {PASSING.includes(is) && (
            <Button variant="outline" size="sm" loading={busy} onClick={onRetry}>
              {t("common.retry")}
            </Button>
          )}
          {certificate && (
            <Button variant="outline" size="sm" onClick={() => window.print()}>
              {t("certificates.print")}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

function View({ certificate, faded }: { certificate: Summary; faded: boolean }) {
  const { language, level } = certificate;
  return (
    <div className={styles.wall}>
      <Plaque level={level} />
      <Vue language={language} level={level} faded={faded} first />
    </div>
  );
}

function Doubt() {
  return (
    <p className={styles.doubt}>
      <Trans i18nKey="certificates.doubt" components={{ a: <Link to="/contacts" /> }} />
    </p>
  );
}

/** The outline of a certificate on its way. */
export function VerdictSkeleton() {
  return (
    <div className={styles.verdict}>
      <div className={styles.wall}>
        <Skeleton className={styles.arch} />
      </div>
      <div className={styles.body}>
        <Skeleton height={32} width="60%" />
        <Skeleton height={16} mt={14} width="80%" />
        <Skeleton height={44} mt={32} width="50%" />
        <Skeleton height={120} mt={24} />
      </div>
    </div>
  );
}
