// The painter: the pages of the site as text, made inside the server by the same parts the browser runs.
import "./world";
import { paint, routeOf } from "./paint";

Object.assign(globalThis, {
  paint: async (text: string) => {
    const order = JSON.parse(text);
    return JSON.stringify([routeOf(order.path), await paint(order)]);
  },
});
