// One reservation: who, what, the money, the mails, all that happened, and what can be done now.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isMissing } from "web-shared/api/problem";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { type ReservationDetail, reservationQuery } from "./api";
import { DeskPayment } from "./DeskPayment";
import { GiveBack, leftOf } from "./GiveBack";
import { Mails } from "./Mails";
import { Money } from "./Money";
import { People } from "./People";
import { Release } from "./Release";
import styles from "./Reservation.module.css";
import { HoldLeft, ReservationState } from "./state";
import { Timeline } from "./Timeline";
import { Withdrawal } from "./Withdrawal";

export function ReservationPage() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(reservationQuery(id));
  return (
    <DashboardPage
      title={t("dashboard.sales.reservationTitle", { id: Number.isNaN(id) ? "" : id })}
      back={
        <Link to="/sales/reservations">
          <Icon name="arrow-left" size={18} />
          {t("dashboard.sales.allReservations")}
        </Link>
      }
      tag={data && <State reservation={data} />}
      action={data && <Actions reservation={data} />}
    >
      {data ? (
        <Parts reservation={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (isMissing(error)) return <Note>{t("dashboard.sales.noSuchReservation")}</Note>;
  return <FailedState error={error} onRetry={onRetry} />;
}

type Shown = ReservationDetail & { offset: number };

function State({ reservation: { status, purchase, offset } }: { reservation: Shown }) {
  return (
    <span className={styles.state}>
      <ReservationState status={status} />
      {status === "HELD" && purchase && <HoldLeft until={purchase.expiresAt} offset={offset} />}
    </span>
  );
}

/** A lost seat can still be paid for while one is left: the server sees to it. */
function Actions({ reservation }: { reservation: Shown }) {
  const { t } = useTranslation();
  const [paying, pay] = useDisclosure(false);
  const [releasing, release] = useDisclosure(false);
  const [refunding, refund] = useDisclosure(false);
  const { status } = reservation;
  const held = status === "HELD";
  return (
    <div className={styles.actions}>
      {held && (
        <Button variant="outline" color="red" onClick={release.open}>
          {t("dashboard.sales.release")}
        </Button>
      )}
      {(held || status === "EXPIRED") && (
        <Button leftSection={<Icon name="credit-card" />} onClick={pay.open}>
          {t("dashboard.sales.pay")}
        </Button>
      )}
      {leftOf(reservation) > 0 && (
        <Button variant="outline" onClick={refund.open}>
          {t("dashboard.sales.giveBack.open")}
        </Button>
      )}
      {refunding && <GiveBack reservation={reservation} onClose={refund.close} />}
      {paying && <DeskPayment reservation={reservation} onClose={pay.close} />}
      {releasing && <Release reservation={reservation} onClose={release.close} />}
    </div>
  );
}

function Parts({ reservation }: { reservation: Shown }) {
  const { history } = reservation;
  if (!history) return null;
  return (
    <div className={styles.parts}>
      <div>
        <Withdrawal reservation={reservation} />
        <Money reservation={reservation} history={history} />
        <Mails mails={history.mails} />
      </div>
      <div>
        <People reservation={reservation} history={history} />
        <Timeline history={history} />
      </div>
    </div>
  );
}
