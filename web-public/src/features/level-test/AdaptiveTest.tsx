// The adaptive test of a language on one address: what it is, its questions one after another, what it found.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { components } from "web-shared/api/schema";
import { type Taught, useLanguages } from "web-shared/taughtLanguages";
import { testAddress } from "web-shared/testAddress";
import { Page } from "web-shared/ui/Page";
import { AttemptFound } from "./AttemptFound";
import { hasForm } from "./address";
import { FINISHED, formAddress, isFinished } from "./forms";
import { lastTest, type TakenAttempt } from "./lastTest";
import type { Catalogue } from "./ResultPage";
import { Running } from "./Running";
import { Start } from "./Start";
import { TestFrame } from "./TestFrame";
import type { AttemptState, Taking } from "./useAttempt";

interface AdaptiveTestProps {
  language: Taught;
  offer: components["schemas"]["TestOffer"] | undefined;
  taking: Taking;
  catalogue: Catalogue;
}

export function AdaptiveTest({ language, offer, taking, catalogue }: AdaptiveTestProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const begun = hasForm(query, "adaptive");
  const taken = useFinished(language, begun ? taking.attempt : null);
  const { attempt } = taking;

  /** A reload finds the result of a test that is over, not its beginning. */
  function follow({ result }: AttemptState) {
    if (!result) return;
    void navigate(formAddress(language, "adaptive"), { replace: true, state: FINISHED });
  }

  if (taken) {
    return (
      <Page key="found" title={t("levelTest.resultTitle")} canonical={testAddress(language)}>
        <AttemptFound taken={taken} catalogue={catalogue} />
      </Page>
    );
  }
  return begun && attempt?.question ? (
    <TestFrame language={language}>
      <Running
        language={language}
        attempt={attempt}
        question={attempt.question}
        taking={taking}
        onAnswer={follow}
      />
    </TestFrame>
  ) : (
    <TestFrame language={language} lead={t("adaptiveTest.lead")}>
      <Start language={language} offer={offer} taking={taking} broken={begun} />
    </TestFrame>
  );
}

/** The result of the test that was just taken, or of one before a reload. */
function useFinished(language: Taught, attempt: Taking["attempt"]): TakenAttempt | null {
  const { state } = useLocation();
  const languages = useLanguages();
  const [before, setBefore] = useState<TakenAttempt | null>(null);
  const finished = isFinished(state);
  // After the first view, which knows no storage.
  useEffect(() => {
    const last = finished ? lastTest(languages) : null;
    const same = last?.form === "adaptive" && last.language.key === language.key;
    setBefore(same ? last : null);
  }, [finished, languages, language]);
  if (!attempt?.result) return attempt || !finished ? null : before;
  return { form: "adaptive", language, result: attempt.result, own: attempt.token === null };
}
