// What a learner keeps of a course: its certificate as PDF, or that the school has revoked it.
import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Certificate, ownCertificatesQuery } from "../api/certificates";
import { day, dayOf } from "../format/format";
import { Icon } from "./Icon";
import styles from "./OwnCertificates.module.css";
import { useCertificatePdf } from "./usePdf";

/** Nothing where this subscription has none; more than one when modules were added and completed later. */
export function OwnCertificates({ subscriptionId }: { subscriptionId: number }) {
  const { t } = useTranslation();
  const own = useOwn(subscriptionId);
  const alone = own.length === 1;
  return (
    <Certificates
      own={own}
      words={({ issuedAt, courseName: course }) => ({
        text: alone
          ? t("certificates.own.download")
          : t("certificates.own.downloadOf", { day: day(dayOf(issuedAt)) }),
        label: alone ? t("certificates.own.downloadNamed", { course }) : undefined,
      })}
    />
  );
}

/** Those whose subscription the school has deleted since. */
export function OtherCertificates() {
  const { t } = useTranslation();
  const own = useOwn(null);
  if (own.length === 0) return null;
  return (
    <section className={styles.others}>
      <h2>{t("certificates.own.others")}</h2>
      <Certificates
        own={own}
        words={({ issuedAt, courseName: course }) => ({
          text: t("certificates.own.downloadOther", { course, day: day(dayOf(issuedAt)) }),
        })}
      />
    </section>
  );
}

function useOwn(subscriptionId: number | null): Certificate[] {
  const { data = [] } = useQuery(ownCertificatesQuery);
  return data.filter((one) => (one.subscriptionId ?? null) === subscriptionId);
}

interface Words {
  text: string;
  /** What tells it from others, for those who hear it alone. */
  label?: string | undefined;
}

interface CertificatesProps {
  own: Certificate[];
  words: (certificate: Certificate) => Words;
}

function Certificates({ own, words }: CertificatesProps) {
  const { t } = useTranslation();
  if (own.length === 0) return null;
  return (
    <ul className={styles.certificates} aria-label={t("certificates.own.title")}>
      {own.map((one) => (
        <li key={one.id}>
          {one.revokedAt ? (
            <Revoked since={one.revokedAt} />
          ) : (
            <Valid certificate={one} words={words(one)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Valid({ certificate, words }: { certificate: Certificate; words: Words }) {
  const { t } = useTranslation();
  const pdf = useCertificatePdf();
  const { courseName: course, verifyUrl } = certificate;
  return (
    <>
      <Button
        variant="light"
        fullWidth
        loading={pdf.isPending}
        leftSection={<Icon name="certificate-duotone" size={24} />}
        aria-label={words.label}
        onClick={() => pdf.mutate(certificate)}
      >
        {words.text}
      </Button>
      {verifyUrl && (
        <Anchor
          href={verifyUrl}
          className={styles.address}
          aria-label={t("certificates.own.addressNamed", { course })}
        >
          {t("certificates.own.address")}
        </Anchor>
      )}
    </>
  );
}

function Revoked({ since }: { since: string }) {
  return (
    <p className={styles.revoked}>
      <Icon name="warning" size={20} />
      <span>
        <Trans
          i18nKey="certificates.own.revoked"
          values={{ day: day(dayOf(since)) }}
          components={{ a: <Link to="/contacts" /> }}
        />
      </span>
    </p>
  );
}
