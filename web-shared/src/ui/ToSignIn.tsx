// In place of a page that is only for signed-in readers: to the sign-in, and from there back here.
import { Navigate, useLocation } from "react-router";

/** `at`: the address of the sign-in. */
export function ToSignIn({ at }: { at: string }) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${at}?next=${encodeURIComponent(pathname + search + hash)}`} replace />;
}
