// Writing a text in another language, and giving it up again.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import type { InterfaceLanguage } from "web-shared/i18n/i18n";
import { Provider } from "web-shared/ui/Provider";
import { LanguageTabs } from "./LanguageTabs";

function Entry() {
  const [shown, setShown] = useState<InterfaceLanguage>("fr");
  const [translated, setTranslated] = useState<InterfaceLanguage[]>([]);
  return (
    <LanguageTabs
      own="fr"
      translated={translated}
      faulty={[]}
      refusal={null}
      shown={shown}
      onShow={setShown}
      onAdd={(language) => setTranslated([language])}
      onRemove={() => setTranslated([])}
    >
      <label>
        Question
        <input />
      </label>
    </LanguageTabs>
  );
}

test("a new translation begins at its first field; one that is given up leaves the focus beside it", async () => {
  render(
    <Provider queries={createQueryClient()}>
      <Entry />
    </Provider>,
  );
  await userEvent.click(screen.getByRole("tab", { name: "English" }));
  await userEvent.click(screen.getByRole("button", { name: "Traduire" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Question"));
  await userEvent.click(screen.getByRole("button", { name: "Supprimer cette traduction" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Traduire" }));
});
