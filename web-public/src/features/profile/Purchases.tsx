// "Mes achats": every reservation this person pays, for themselves or for others, the newest first.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CardSkeletons, EmptyState, FailedState, Waiting } from "web-shared/ui/Scene";
import { type Bought, purchasesQuery } from "./api";
import styles from "./Profile.module.css";
import { Purchase } from "./Purchase";

/** How many are shown at a time. */
const BATCH = 10;

interface PurchasesProps {
  /** Makes ready to pay a seat that is held and answers where; handed in by the app. */
  toPayment: (hold: Bought) => string;
}

export function Purchases({ toPayment }: PurchasesProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(BATCH);
  const { data, error, refetch } = useQuery(purchasesQuery);

  if (!data) {
    return error ? (
      <FailedState
        what={t("profile.purchases.failed")}
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <Waiting>
        <CardSkeletons />
      </Waiting>
    );
  }
  if (data.bought.length === 0) {
    return (
      <EmptyState
        scene="table-livres"
        action={
          <Button component={Link} to="/courses">
            {t("subscriptions.seeCourses")}
          </Button>
        }
      >
        {t("profile.purchases.none")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.purchases}>
        {data.bought.slice(0, shown).map((bought) => (
          <li key={bought.id}>
            <Purchase
              bought={bought}
              offset={data.offset}
              toPayment={toPayment}
              onOver={() => void refetch()}
            />
          </li>
        ))}
      </ul>
      {data.bought.length > shown && (
        <div className={styles.more}>
          <Button variant="outline" onClick={() => setShown(shown + BATCH)}>
            {t("profile.purchases.more")}
          </Button>
        </div>
      )}
    </>
  );
}
