// Before an adaptive test: what it is, what becomes of the answers, and its button. Whoever is signed in goes on where they
// stopped, on whatever device that was.
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { hasCode } from "web-shared/api/problem";
import type { components } from "web-shared/api/schema";
import { useSession } from "web-shared/api/session";
import type { Taught } from "web-shared/taughtLanguages";
import { Icon } from "web-shared/ui/Icon";
import { notifyNote } from "web-shared/ui/notify";
import { PageBody } from "web-shared/ui/Page";
import { FailedState, Note } from "web-shared/ui/Scene";
import styles from "./Attempt.module.css";
import { formAddress } from "./forms";
import type { Taking } from "./useAttempt";

const facts = [
  { icon: "list-numbers", text: "adaptiveTest.facts.questions" },
  { icon: "clock", text: "adaptiveTest.facts.time" },
  { icon: "user", text: "adaptiveTest.facts.account" },
  { icon: "exam", text: "adaptiveTest.facts.result" },
] as const;

interface StartProps {
  language: Taught;
  offer: components["schemas"]["TestOffer"] | undefined;
  taking: Taking;
  /** The address is that of a test under way, which this page knows nothing of. */
  broken: boolean;
}

export function Start({ language, offer, taking, broken }: StartProps) {
  const { t } = useTranslation();
  const { begin } = taking;
  const { start, waits } = useStart(language, taking);
  return (
    <PageBody narrow>
      <div className={styles.start}>
        <Interrupted gone={taking.gone} broken={broken} />
        <ul className={styles.facts}>
          {facts.map(({ icon, text }) => (
            <li key={text}>
              <Icon name={icon} size={22} />
              <span>{t(text)}</span>
            </li>
          ))}
        </ul>
        <Privacy />
        {begin.error && <FailedState error={begin.error} what={t("adaptiveTest.startFailed")} />}
        <div className={styles.actions}>
          <Button onClick={start} loading={begin.isPending}>
            {t(waits ? "adaptiveTest.resume" : "adaptiveTest.start")}
          </Button>
          {offer !== undefined && offer.fixedQuestions > 0 && (
            <Link to={formAddress(language, "fixed")}>
              {t("adaptiveTest.short", { count: offer.fixedQuestions })}
            </Link>
          )}
        </div>
      </div>
    </PageBody>
  );
}

/** `waits`: the test under way is in the memory of this page. */
function useStart(language: Taught, { attempt, begin }: Taking) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const waits = Boolean(attempt?.question);
  const notOffered = t("adaptiveTest.notOffered");

  function start() {
    const goOn = () => void navigate(formAddress(language, "adaptive"));
    if (waits) return goOn();
    begin.mutate(
      { restart: false },
      {
        onSuccess: goOn,
        onError: (error) => {
          if (!hasCode(error, "test_not_offered")) return;
          notifyNote(notOffered);
          void navigate(formAddress(language, "fixed"), { replace: true });
        },
      },
    );
  }
  return { start, waits };
}

/** Why a test that was begun is not here. Whoever was taking it a moment ago is brought to it. */
function Interrupted({ gone, broken }: { gone: boolean; broken: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  const note = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []); // after the first view, which knows no account
  useEffect(() => {
    if (gone) note.current?.focus();
  }, [gone]);
  const why = gone
    ? t("adaptiveTest.gone")
    : broken && shown && !session && t("adaptiveTest.broken");
  return (
    <div ref={note} role="status" tabIndex={-1}>
      {why && <Note tone="warning">{why}</Note>}
    </div>
  );
}

function Privacy() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <p className={styles.privacy}>
      {t(session ? "adaptiveTest.keptNamed" : "adaptiveTest.keptNameless")}{" "}
      <Link to="/confidentialite">{t("adaptiveTest.privacy")}</Link>
    </p>
  );
}
