import {
  cloneElement,
  type ComponentChildren,
  createContext,
  isValidElement,
  toChildArray,
  type VNode,
} from "preact";
import { useContext } from "preact/hooks";

/** What a page has for its `<head>`: the children of that element, and those of `Head`. */
export interface HeadParts {
  own: ComponentChildren;
  added: ComponentChildren[];
}

/** Where the parts are collected while the server renders; absent in browsers. */
export const HeadContext = createContext<HeadParts | undefined>(undefined);

/**
 * Puts its children into the document's `<head>` as the server renders it. An element there with
 * the same key, id, name (`<meta>`) or relation (`<link>`) gives way, and so does the title.
 */
export function Head(
  { children }: { children?: ComponentChildren },
): ComponentChildren {
  useContext(HeadContext)?.added.push(children);
  return null;
}

type HeadElement = VNode<Record<string, unknown>>;

/** Puts elements added by `Head` in the place of those they replace, or after all others. */
export function mergeHead({ own, added }: HeadParts): HeadElement[] {
  // A Map keeps the place of a key that is set again.
  const merged = new Map<unknown, HeadElement>();
  for (const element of elements(own)) {
    const identity = identityOf(element);
    merged.set(merged.has(identity) ? element : identity, element);
  }
  for (const element of elements(added)) {
    merged.set(identityOf(element), element);
  }
  return [...merged.values()].map((element) =>
    element.key == null
      ? element
      : cloneElement(element, { "data-key": element.key })
  );
}

function elements(children: ComponentChildren): HeadElement[] {
  return toChildArray(children).filter((child) => isValidElement(child));
}

/** The attribute that makes one of several elements of a type the same. */
const NAMING: Record<string, string> = { meta: "name", link: "rel" };

/** What an element must not share with another; itself if it may stand beside all others. */
function identityOf(element: HeadElement): unknown {
  const { type, key, props } = element;
  if (type === "title") return type;
  const identity = key ?? props.id ?? props[NAMING[String(type)]];
  return identity === undefined ? element : `${type} ${identity}`;
}
