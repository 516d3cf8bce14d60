// Signing in without leaving the page: for the booking form.
import { LoginForm } from "./LoginForm";

export function InlineLogin({ onSignedIn }: { onSignedIn?: () => void }) {
  return <LoginForm required onSignedIn={() => onSignedIn?.()} />;
}
