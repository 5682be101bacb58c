import {
  cloneElement,
  type ComponentChildren,
  createContext,
  isValidElement,
  toChildArray,
  type VNode,
} from "preact";
import { useContext } from "preact/hooks";

/** The children of a page's `<head>`, and those that `Head` adds. */
export interface HeadParts {
  own: ComponentChildren;
  added: ComponentChildren[];
}

/** Collects the parts while the server renders; undefined in browsers. */
export const HeadContext = createContext<HeadParts | undefined>(undefined);

/**
 * Adds its children to the document's `<head>` on the server. They replace
 * elements there with the same key, id, name (`<meta>`) or relation (`<link>`),
 * and the title.
 */
export function Head(
  { children }: { children?: ComponentChildren },
): ComponentChildren {
  useContext(HeadContext)?.added.push(children);
  return null;
}

type HeadElement = VNode<Record<string, unknown>>;

/** Merges added elements into the page's own: in place of what they replace, or at the end. */
export function mergeHead({ own, added }: HeadParts): HeadElement[] {
  // A key that is set again keeps its position in a Map.
  const merged = new Map<unknown, HeadElement>();
  for (const element of elementsOf(own)) {
    const identity = identityOf(element);
    merged.set(merged.has(identity) ? element : identity, element);
  }
  for (const element of elementsOf(added)) {
    merged.set(identityOf(element), element);
  }
  return [...merged.values()].map((element) =>
    element.key == null
      ? element
      : cloneElement(element, { "data-key": element.key })
  );
}

function elementsOf(children: ComponentChildren): HeadElement[] {
  return toChildArray(children).filter((child) => isValidElement(child));
}

/** Attribute that identifies an element among those of its type. */
const IDENTITY_ATTRIBUTES: Record<string, string> = {
  meta: "name",
  link: "rel",
};

/** Equal for elements that replace each other; the element itself if it replaces none. */
function identityOf(element: HeadElement): unknown {
  const { type, key, props } = element;
  if (type === "title") return type;
  const identity = key ?? props.id ?? props[IDENTITY_ATTRIBUTES[String(type)]];
  return identity === undefined ? element : `${type} ${identity}`;
}
