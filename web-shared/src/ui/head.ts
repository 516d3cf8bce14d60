// The head of a page: kept in step by the browser, collected by the painter of the server, which writes the whole of it.
import { createContext, useContext, useEffect } from "react";
import { useLocation } from "react-router";
import { useSchool } from "../school";

export interface Head {
  title?: string;
  /** One or two sentences, shown by search engines. */
  description?: string;
  /** The one address of this page, with its query: `/cours/anglais-a2`. Absent: the path without its query. */
  canonical?: string;
  /** The path of a picture for those who share the page. */
  image?: string;
  /** What the page is about, in the words of schema.org. */
  structured?: object | object[];
}

/** With the name of the school it is a page of. */
export type NamedHead = Head & { school: string };

/** In the server: takes the head of the page that is being painted. */
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
