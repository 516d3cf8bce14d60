// Starts a site: its texts first, then its pages. Without texts there is only one sentence, and it stands here.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider, type RouterProviderProps } from "react-router/dom";
import { followAccount } from "../accountChoices";
import { createQueryClient } from "../api/query";
import { startI18n } from "../i18n/i18n";
import { showFontSize, storedFontSize } from "../preferences";
import { Provider } from "./Provider";

export async function start(router: RouterProviderProps["router"]): Promise<void> {
  const place = document.getElementById("root");
  if (!place) return;
  showFontSize(storedFontSize());
  followAccount();
  try {
    await startI18n();
  } catch {
    place.textContent = "Le site n'a pas pu se charger. Rechargez la page dans un instant.";
    return;
  }
  createRoot(place).render(
    <StrictMode>
      <Provider queries={createQueryClient()}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>,
  );
}
