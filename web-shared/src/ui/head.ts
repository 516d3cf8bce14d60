// The head of a page: the browser updates it; server-side rendering collects it and writes all of it.
import { createContext, useContext, useEffect } from "react";
import { useLocation } from "react-router";
import { useSchool } from "../school";

export interface Head {
  title?: string;
  /** One or two sentences for search engines. */
  description?: string;
  /** The canonical address of this page, with its query: `/cours/anglais-a2`. Absent: the path without its query. */
  canonical?: string;
  /** The path of the picture shown when the page is shared. */
  image?: string;
  /** Structured data, as schema.org defines it. */
  structured?: object | object[];
}

/** With the name of the school. */
export type NamedHead = Head & { school: string };

/** On the server: receives the head of the page that is being rendered. */
export const HeadContext = createContext<((head: NamedHead) => void) | null>(null);

export function titleOf({ title, school }: NamedHead): string {
  return title ? `${title} · ${school}` : school;
}

export function useHead(head: Head): void {
  const named = { ...head, school: useSchool().name };
  useContext(HeadContext)?.(named);
  const { pathname } = useLocation();
  const title = titleOf(named);
  const { description } = head;
  const canonical = head.canonical ?? pathname;

  useEffect(() => {
    document.title = title;
    tag("meta[name=description]")?.setAttribute("content", description ?? "");
    tag("link[rel=canonical]")?.setAttribute("href", new URL(canonical, location.origin).href);
  }, [title, description, canonical]);
}

function tag(selector: string): Element | null {
  return document.head.querySelector(selector);
}
