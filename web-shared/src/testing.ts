// What every web test starts with: the French texts, an empty storage, and the browser parts jsdom has not.

import { webcrypto } from "node:crypto";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeEach, vi } from "vitest";
import dashboard from "../../web-admin/public/assets/i18n/fr.json";
import fr from "../../web-public/public/assets/i18n/fr.json";

await i18next.use(initReactI18next).init({
  lng: "fr",
  resources: { fr: { translation: { ...fr, ...dashboard } } },
  interpolation: { escapeValue: false },
});

configure({ asyncUtilTimeout: 5000 }); // milliseconds; a busy machine is not a failure
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** An observer of a page without layout: nothing ever moves. */
class Unseeing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  vi.stubGlobal("ResizeObserver", Unseeing);
  vi.stubGlobal("IntersectionObserver", Unseeing);
});

afterEach(() => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  sessionStorage.clear();
  localStorage.clear();
});
