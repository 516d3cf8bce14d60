import { act, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { repeatEarly } from "./early";

const heard = vi.fn();

function Form() {
  const [name, setName] = useState("");
  const [order, setOrder] = useState("date");
  const [size, setSize] = useState("small");
  const [agreed, setAgreed] = useState(false);
  useLayoutEffect(repeatEarly, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        heard({ name, order, size, agreed });
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

test("what a form was given before its parts could hear is heard by them, and then the press", async () => {
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
  expect(heard.mock.calls).toEqual([[given]]);
  expect(window.pressed).toBeUndefined();
});

test("a form that nobody touched hears nothing", async () => {
  heard.mockClear();
  document.body.innerHTML = `<div id="place">${renderToString(<Form />)}</div>`;
  await act(async () => {
    hydrateRoot(find("place"), <Form />);
  });
  expect(heard).not.toHaveBeenCalled();
  expect(find<HTMLInputElement>("name").value).toBe("");
});
