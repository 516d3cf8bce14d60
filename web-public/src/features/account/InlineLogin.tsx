// Signing in without leaving the page: for the booking form.
import { LoginForm } from "./LoginForm";
import { SignInSteps } from "./SignInSteps";

export function InlineLogin({ onSignedIn }: { onSignedIn?: () => void }) {
  return (
    <SignInSteps onSignedIn={() => onSignedIn?.()}>
      {(onAnswer) => <LoginForm onAnswer={onAnswer} />}
    </SignInSteps>
  );
}
