// The steps of a sign-in: the ways in, then what one of them stops at, the second factor or a new password.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { currentSession, type SessionUser } from "web-shared/api/session";
import { errorText } from "web-shared/i18n/errors";
import { CodeStep, isExpired } from "web-shared/ui/CodeStep";
import { Note } from "web-shared/ui/Scene";
import { type Challenge, type Stop, useAnswerChallenge } from "./api";
import { ForcedReset } from "./ForcedReset";

interface SignInStepsProps {
  onSignedIn: (user: SessionUser) => void;
  /** The ways in; each tells what its answer was. */
  children: (onAnswer: (stop: Stop) => void) => ReactNode;
}

export function SignInSteps({ onSignedIn, children }: SignInStepsProps) {
  const [stop, setStop] = useState<Stop>(null);
  const [interrupted, setInterrupted] = useState<unknown>(null);
  const ways = useFocusBack(stop === null);

  function onAnswer(next: Stop) {
    setInterrupted(null);
    setStop(next);
    const user = currentSession()?.user;
    if (!next && user) onSignedIn(user);
  }

  function back(reason: unknown) {
    setStop(null);
    setInterrupted(reason);
  }

  return (
    <>
      {stop && "challenge" in stop && <Code challenge={stop} onAnswer={onAnswer} onBack={back} />}
      {stop && "tokens" in stop && <ForcedReset stopped={stop} onDone={() => back(null)} />}
      <div role="alert">
        {Boolean(interrupted) && <Note tone="warning">{errorText(interrupted)}</Note>}
      </div>
      {/* What was typed is still there for whoever comes back. */}
      <div ref={ways} hidden={stop !== null}>
        {children(onAnswer)}
      </div>
    </>
  );
}

/** Whoever comes back from a step types the password anew. */
function useFocusBack(shown: boolean) {
  const ways = useRef<HTMLDivElement>(null);
  const left = useRef(false);
  useEffect(() => {
    if (shown && left.current) {
      ways.current?.querySelector<HTMLElement>("[autocomplete=current-password]")?.focus();
    }
    left.current = !shown;
  }, [shown]);
  return ways;
}

interface CodeProps {
  challenge: Challenge;
  onAnswer: (stop: Stop) => void;
  /** With the reason, when there is one. */
  onBack: (reason: unknown) => void;
}

function Code({ challenge, onAnswer, onBack }: CodeProps) {
  const answer = useAnswerChallenge(challenge);
  return (
    <CodeStep
      busy={answer.isPending}
      error={answer.error}
      onCode={(code) =>
        answer.mutate(code, {
          onSuccess: onAnswer,
          onError: (error) => isExpired(error) && onBack(error),
        })
      }
      onBack={() => onBack(null)}
    />
  );
}
