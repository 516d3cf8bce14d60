// Calls that openapi.json does not describe yet.
import { api } from "./client";

type Answering<T> = Promise<{ data?: T; error?: unknown; response: Response }>;
type Init = {
  params?: { path?: object; query?: object };
  body?: unknown;
  headers?: object;
  parseAs?: "text";
};
type Call = <T>(path: string, init: Init) => Answering<T>;

const { GET, POST, PUT, DELETE } = api as unknown as Record<string, Call>;
export const ahead = { GET, POST, PUT, DELETE } as Record<"GET" | "POST" | "PUT" | "DELETE", Call>;
