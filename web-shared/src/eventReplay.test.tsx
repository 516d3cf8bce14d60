import { act, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { replayEvents } from "./eventReplay";

const submitted = vi.fn();

function Form() {
  const [name, setName] = useState("");
  const [order, setOrder] = useState("date");
  const [size, setSize] = useState("small");
  const [agreed, setAgreed] = useState(false);
  useLayoutEffect(replayEvents, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted({ name, order, size, agreed });
      }}
    >
      <input id="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <select id="order" value={order} onChange={(event) => setOrder(event.currentTarget.value)}>
        <option value="date">date</option>
        <option value="price">price</option>
      </select>
      {["small", "large"].map((one) => (
        <input
          key={one}
          id={one}
          type="radio"
          name="size"
          checked={size === one}
          onChange={() => setSize(one)}
        />
      ))}
      <input id="agreed" type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} />
      <button type="submit">send</button>
    </form>
  );
}

function find<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

test("input and a click from before hydration are replayed, the click last", async () => {
  document.body.innerHTML = `<div id="place">${renderToString(<Form />)}</div>`;
  find<HTMLInputElement>("name").value = "Jeanne";
  find<HTMLSelectElement>("order").value = "price";
  find<HTMLInputElement>("large").checked = true;
  find<HTMLInputElement>("agreed").checked = true;
  window.pressed = document.querySelector("button") ?? undefined;

  await act(async () => {
    hydrateRoot(find("place"), <Form />);
  });

  const given = { name: "Jeanne", order: "price", size: "large", agreed: true };
  expect(submitted.mock.calls).toEqual([[given]]);
  expect(window.pressed).toBeUndefined();
});

test("an untouched form gets no events", async () => {
  submitted.mockClear();
  document.body.innerHTML = `<div id="place">${renderToString(<Form />)}</div>`;
  await act(async () => {
    hydrateRoot(find("place"), <Form />);
  });
  expect(submitted).not.toHaveBeenCalled();
  expect(find<HTMLInputElement>("name").value).toBe("");
});
