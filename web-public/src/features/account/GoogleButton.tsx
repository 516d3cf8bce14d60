// "Continue with Google", drawn by Google itself. Nothing is loaded unless the school has set it up.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "web-shared/i18n/i18n";
import { notifyFailure } from "web-shared/ui/notify";
import { authConfigQuery, type Stop, useGoogleSignIn } from "./api";
import { googleIdentity } from "./google";

interface GoogleButtonProps {
  purpose: "signin_with" | "signup_with";
  rememberMe?: boolean;
  /** Google has said who it is: what the sign-in stops at, if at anything. */
  onAnswer: (stop: Stop) => void;
}

export function GoogleButton({ purpose, rememberMe = false, onAnswer }: GoogleButtonProps) {
  const { t } = useTranslation();
  const signIn = useGoogleSignIn();
  return (
    <GoogleIdentity
      purpose={purpose}
      onTicket={(ticket) =>
        signIn.mutate(
          { ...ticket, rememberMe },
          { onSuccess: onAnswer, onError: () => notifyFailure(t("account.googleFailed")) },
        )
      }
    />
  );
}

interface GoogleIdentityProps {
  purpose: "signin_with" | "signup_with" | "continue_with";
  /** Google has said who it is: the token, and the nonce it bears. */
  onTicket: (ticket: { token: string; nonce?: string | null }) => void;
}

export function GoogleIdentity({ purpose, onTicket }: GoogleIdentityProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const { data: config } = useQuery(authConfigQuery);
  const clientId = config?.googleClientId;
  const nonce = config?.nonce;

  // Google calls back much later: it must meet the choices of that moment.
  const answer = useRef((_token: string) => {});
  answer.current = (token) => onTicket({ token, nonce });

  useEffect(() => {
    if (!clientId) return;
    let left = false;
    googleIdentity()
      .then((google) => {
        if (left || !place.current) return;
        google.initialize({
          client_id: clientId,
          nonce: nonce ?? undefined,
          callback: ({ credential }) => answer.current(credential),
        });
        google.renderButton(place.current, {
          text: purpose,
          theme: "outline",
          size: "large",
          width: place.current.clientWidth,
          locale: currentLanguage(),
        });
      })
      .catch(() => notifyFailure(t("account.googleFailed")));
    return () => {
      left = true;
    };
  }, [clientId, nonce, purpose, t]);

  return clientId ? <div ref={place} style={{ minHeight: 44 }} /> : null;
}
