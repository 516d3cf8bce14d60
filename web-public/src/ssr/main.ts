// The entry of server-side rendering: the server calls `render` and gets a page as text, made by the browser's components.
import "./environment";
import { render, routeOf } from "./render";

Object.assign(globalThis, {
  render: async (json: string) => {
    const request = JSON.parse(json);
    return JSON.stringify([routeOf(request.path), await render(request)]);
  },
});
