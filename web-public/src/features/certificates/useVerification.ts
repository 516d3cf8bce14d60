// The text in the field, and the one that was asked about. The address bears a code after `#`, where no server sees it: a
// scanned one is checked at once, a pasted one can be handed on and looked at again.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { keysQuery, verdictQuery } from "./api";
import { beginsCode, readCode } from "./code";

export function useVerification() {
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState("");
  const { hash } = useLocation();
  const navigate = useNavigate();
  const verdict = useQuery(verdictQuery(asked));
  useQuery(keysQuery);

  function ask(about: string) {
    setMissing(about === "");
    if (about !== "" && about === asked) void verdict.refetch();
    else setAsked(about);
  }

  // After the first view: the server, which rendered it, does not get the code.
  const follow = useEffectEvent((code: string) => {
    if (!beginsCode(code) || code === asked) return;
    setText(code);
    ask(code);
  });
  useEffect(() => follow(hash.slice(1)), [hash]);

  function submit() {
    const typed = text.trim();
    const code = readCode(typed)?.text;
    ask(code ?? typed);
    void navigate({ hash: code ?? "" }, { preventScrollReset: true });
  }

  return { text, type: setText, missing, asked, submit, verdict };
}
