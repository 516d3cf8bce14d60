// Which account dialog is open: the address says it. `/login` and `/signup` open theirs over the home page,
// elsewhere `?account=` opens one over the page one is reading. `next` is the path to go to after signing in,
// for pages that only a signed-in reader may open; without it the role decides.
import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

export type AccountDialog = "login" | "signup" | "forgot";

const DIALOGS: readonly AccountDialog[] = ["login", "signup", "forgot"];
const OWN_PATHS: Record<string, AccountDialog> = { "/login": "login", "/signup": "signup" };
const PARAM = "account";
const NEXT = "next";
/** One slash, and nothing that a browser would read as another or leave out. */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u;

export function useAccountDialog() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const own = OWN_PATHS[pathname];
  const asked = DIALOGS.find((dialog) => dialog === query.get(PARAM));

  const open = useCallback(
    (dialog: AccountDialog, next?: string) =>
      setQuery(
        (before) => {
          before.set(PARAM, dialog);
          if (next) before.set(NEXT, next);
          return before;
        },
        { preventScrollReset: true, replace: Boolean(asked) },
      ),
    [setQuery, asked],
  );

  const close = useCallback(() => {
    if (own) return navigate("/", { replace: true, preventScrollReset: true });
    return setQuery(
      (before) => {
        before.delete(PARAM);
        before.delete(NEXT);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [own, navigate, setQuery]);

  return { shown: asked ?? own, next: ownPath(query.get(NEXT)), open, close };
}

/** The path, if it is one of this site: a link from elsewhere must not send the reader elsewhere. */
function ownPath(path: string | null): string | null {
  return path && OWN_PATH.test(path) ? path : null;
}
