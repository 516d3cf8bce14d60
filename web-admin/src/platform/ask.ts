// The calls that the desktop app answers by itself. Their problems have the shape of the school's.
import { NetworkError, problemOf } from "web-shared/api/problem";
import { currentLanguage } from "web-shared/i18n/i18n";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export async function ask<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await send(method, path, body);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as Answer;
}

export async function askFile(path: string): Promise<Blob> {
  return (await send("GET", path)).blob();
}

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`/api/desktop/${path}`, {
    method,
    headers: {
      "Accept-Language": currentLanguage(),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause) => {
    throw new NetworkError(cause);
  });
  if (!response.ok) throw problemOf(await response.json().catch(() => null), response);
  return response;
}
