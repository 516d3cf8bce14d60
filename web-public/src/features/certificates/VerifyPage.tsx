// Whether a certificate is authentic, for whoever was shown one: scanned, it is checked at once; pasted, on demand.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Page, PageHeader } from "web-shared/ui/Page";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import styles from "./Certificates.module.css";
import { CodeForm } from "./CodeForm";
import { useVerification } from "./useVerification";
import { VerdictCard, VerdictSkeleton } from "./VerdictCard";

export function VerifyPage() {
  const { t } = useTranslation();
  const verification = useVerification();
  const { asked, verdict } = verification;
  const { data, dataUpdatedAt, error, isFetching, refetch } = verdict;
  const retry = () => void refetch();
  const head = { title: t("certificates.title"), description: t("certificates.description") };
  return (
    <Page {...head}>
      <div className={styles.head}>
        <PageHeader
          title={t("certificates.title")}
          lead={t("certificates.lead")}
          scene="table-livres"
        />
      </div>
      <div className={`wrap ${styles.result}`} aria-live="polite">
        {data ? (
          <VerdictCard
            key={asked + data.is}
            verdict={data}
            at={dataUpdatedAt}
            busy={isFetching}
            onRetry={retry}
          />
        ) : error && !isFetching ? (
          <FailedState error={error} what={t("certificates.failed")} onRetry={retry} />
        ) : (
          asked && (
            <Waiting>
              <VerdictSkeleton />
            </Waiting>
          )
        )}
      </div>
      <div className={`wrap ${styles.page}`}>
        <CodeForm verification={verification} />
        <Whereabouts />
      </div>
    </Page>
  );
}

/** How one comes by a code. */
function Whereabouts() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="where-codes-are">
      <h2 id="where-codes-are">{t("certificates.how.title")}</h2>
      <ul className={styles.ways}>
        <li>
          <Icon name="certificate-duotone" size={28} />
          <span>{t("certificates.how.scan")}</span>
        </li>
        <li>
          <Icon name="link-simple" size={22} />
          <span>{t("certificates.how.link")}</span>
        </li>
        <li>
          <Icon name="lock-simple" size={22} />
          <span>{t("certificates.how.privacy")}</span>
        </li>
      </ul>
    </section>
  );
}
