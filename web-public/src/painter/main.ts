// The painter: the pages of the site as text, made inside the server by the same parts the browser runs.
import "./world";
import { paint } from "./paint";

Object.assign(globalThis, {
  paint: async (order: string) => JSON.stringify(await paint(JSON.parse(order))),
});
