// Words of a lesson that become cards.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { Added } from "./Added";
import { KeepWord } from "./KeepWord";
import { enter, here, refusal, setUp, show, word } from "./revisionTesting";

beforeEach(() => {
  setUp();
  enter();
});

function lesson() {
  const { user } = show(
    <>
      <article>
        <KeepWord lessonId={11} language="it" />
        <p id="text">Buonasera, vorrei un caffè.</p>
      </article>
      <p id="outside">ailleurs</p>
    </>,
  );
  return user;
}

function select(id: string, from: number, to: number) {
  const text = document.getElementById(id)?.firstChild;
  if (text) document.getSelection()?.setBaseAndExtent(text, from, text, to);
}

const open = async () => {
  const button = screen.getByRole("button", { name: "Retenir un mot" });
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  return within(await screen.findByRole("dialog", { name: "Retenir un mot" }));
};

test("the selected word is kept with its meaning, once, and can be taken back", async () => {
  const sent: { clientId: string; front: string }[] = [];
  let fails = true;
  here.answers["/revision/cards"] = async (request) => {
    sent.push(await request.json());
    if (fails) return refusal(503, "unavailable");
    return Response.json(word(5, "vorrei"), { status: 201 });
  };
  const user = lesson();
  await waitFor(() => screen.getByText(/Buonasera/));
  select("text", 11, 17);
  const dialog = await open();
  const front = dialog.getByRole<HTMLInputElement>("textbox", { name: "Mot ou expression" });
  expect(front.value).toBe("vorrei");
  await user.type(dialog.getByRole("textbox", { name: /^Ce qu’il veut dire/ }), "je voudrais");
  await user.click(dialog.getByRole("button", { name: "Retenir" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(dialog.getByRole("alert").textContent).not.toBe(""));
  fails = false;
  await user.click(dialog.getByRole("button", { name: "Retenir" }));
  expect(await screen.findByText(/« vorrei » est dans vos révisions/)).toBeTruthy();
  expect(sent[0]).toMatchObject({ lessonId: 11, front: "vorrei", back: "je voudrais" });
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId);
  await user.click(screen.getByRole("button", { name: "Annuler" }));
  expect(await screen.findByText("C’est annulé.")).toBeTruthy();
  expect(here.calls).toContain("DELETE /revision/cards/5");
});

test("what is selected elsewhere is no word of the lesson, and nothing is not kept", async () => {
  const user = lesson();
  await waitFor(() => screen.getByText("ailleurs"));
  select("outside", 0, 8);
  const dialog = await open();
  const front = dialog.getByRole<HTMLInputElement>("textbox", { name: "Mot ou expression" });
  expect(front.value).toBe("");
  await user.click(dialog.getByRole("button", { name: "Retenir" }));
  expect(dialog.getByText("Ce champ est requis")).toBeTruthy();
  expect(here.calls).toEqual([]);
});

test("after a quiz one reads how many questions come back", async () => {
  show(<Added count={3} />);
  const line = await screen.findByText(/^3 questions ajoutées à vos révisions\./);
  const link = within(line).getByRole("link", { name: "Réviser" });
  expect(link.getAttribute("href")).toBe("/revision");
});
