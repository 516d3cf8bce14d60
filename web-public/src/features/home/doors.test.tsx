// The doors of the front page: what they say is what stands behind them.
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { levelsQuery } from "web-shared/levels";
import { Provider } from "web-shared/ui/Provider";
import { type Summary, summaryQuery } from "./api";
import { CourseDoors } from "./CourseDoors";

test("a door says how many courses of each type there are, and leads to a type that has some", () => {
  const queries = createQueryClient();
  queries.setQueryData<Summary>(summaryQuery.queryKey, {
    offers: [
      { languageCode: "fr", online: 4, inPerson: 2, levels: ["C2", "A1"] },
      { languageCode: "en", online: 1, inPerson: 0, levels: ["Débutant", "Avancé"] },
      { languageCode: "it", online: 0, inPerson: 2, levels: [] },
    ],
  });
  const own = ["A1", "A2", "B1", "B2", "C1", "C2", "Débutant", "Avancé"];
  queries.setQueryData(
    levelsQuery.queryKey,
    own.map((name, id) => ({ id, version: 1, name, rank: id })),
  );
  render(
    <Provider queries={queries}>
      <MemoryRouter>
        <CourseDoors />
      </MemoryRouter>
    </Provider>,
  );
  const doors = screen
    .getAllByRole("link")
    .map((door) => [door.textContent?.replaceAll("\u00a0", " ").trim(), door.getAttribute("href")]);
  expect(doors).toEqual([
    ["Français4 en ligne, 2 en présentiel, A1 à C2", "/courses/french"],
    ["Anglais1 cours en ligne, Débutant à Avancé", "/courses/english"],
    ["Italien2 cours en présentiel", "/courses/italian?type=IN_PERSON"],
    ["Chinois", "/courses/chinese"],
  ]);
});
