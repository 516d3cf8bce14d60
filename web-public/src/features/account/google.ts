// Google Identity Services: the little of it that is used, loaded once and only when asked for.

interface GoogleIdentity {
  initialize(options: {
    client_id: string;
    nonce?: string;
    callback: (answer: { credential: string }) => void;
  }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } };
  }
}

const SCRIPT = "https://accounts.google.com/gsi/client";
let loading: Promise<GoogleIdentity> | null = null;

export function googleIdentity(): Promise<GoogleIdentity> {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    script.onload = () =>
      window.google ? resolve(window.google.accounts.id) : reject(new Error("google"));
    script.onerror = () => reject(new Error("google"));
    document.head.append(script);
  });
}
