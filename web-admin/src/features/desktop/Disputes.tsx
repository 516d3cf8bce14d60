// Over every page while two versions of something wait for a choice: it stays until all is chosen.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { stateQuery } from "../../platform/state";
import { operationsQuery } from "./api";
import styles from "./Disputes.module.css";
import { mergeAddress } from "./places";

export function Disputes() {
  const { t } = useTranslation();
  const { data: state } = useQuery(stateQuery);
  const count = state?.conflicts ?? 0;
  const operations = useQuery({ ...operationsQuery, enabled: count > 0 });
  const here = useLocation().pathname;
  if (count === 0) return null;
  const [first] = operations.data?.filter(({ state }) => state === "conflict") ?? [];
  const to = first && mergeAddress(first.id);
  return (
    <section className={styles.banner} data-banner aria-label={t("dashboard.desktop.banner.label")}>
      <Icon name="warning" size={22} />
      <p>
        {t("dashboard.desktop.banner.text", { count })}{" "}
        {first && <span className={styles.title}>{first.title}</span>}
      </p>
      {to && to !== here && <Link to={to}>{t("dashboard.desktop.banner.compare")}</Link>}
    </section>
  );
}
