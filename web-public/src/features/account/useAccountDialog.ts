// Which account dialog is open: the address says it. `/login` and `/signup` open theirs over the home page,
// elsewhere `?account=` opens one over the page one is reading.
import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

export type AccountDialog = "login" | "signup" | "forgot";

const DIALOGS: readonly AccountDialog[] = ["login", "signup", "forgot"];
const OWN_PATHS: Record<string, AccountDialog> = { "/login": "login", "/signup": "signup" };
const PARAM = "account";

export function useAccountDialog() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const own = OWN_PATHS[pathname];
  const asked = DIALOGS.find((dialog) => dialog === query.get(PARAM));

  const open = useCallback(
    (dialog: AccountDialog) =>
      setQuery(
        (before) => {
          before.set(PARAM, dialog);
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
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [own, navigate, setQuery]);

  return { shown: asked ?? own, open, close };
}
