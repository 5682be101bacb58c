import {
  cloneElement,
  type ComponentChildren,
  Fragment,
  isValidElement,
  toChildArray,
  type VNode,
} from "preact";

/** An element of a page's `<head>`. */
export type HeadElement = VNode<Record<string, unknown>>;

/** The elements among children, those of fragments included. */
export function headElements(children: ComponentChildren): HeadElement[] {
  return toChildArray(children).flatMap((child) => {
    if (!isValidElement(child)) return [];
    const element = child as HeadElement;
    return element.type === Fragment && "children" in element.props
      ? headElements(element.props.children as ComponentChildren)
      : [element];
  });
}

/** An attribute and its value that two elements must not share: the later one replaces the earlier. */
export interface HeadIdentity {
  attribute: string;
  value: string;
}

/**
 * What makes an element the only one of its sort: being the title, its key or id, the name of a
 * `<meta>`, the relation of a `<link>`. Without any of these it stands beside all others.
 */
export function headIdentity(
  { type, key, props }: HeadElement,
): HeadIdentity | undefined {
  if (type === "title") return { attribute: "title", value: "" };
  if (key != null) return { attribute: "data-key", value: String(key) };
  if (props.id !== undefined) {
    return { attribute: "id", value: String(props.id) };
  }
  if (type === "meta" && props.name !== undefined) {
    return { attribute: "name", value: String(props.name) };
  }
  if (type === "link" && props.rel !== undefined) {
    return { attribute: "rel", value: String(props.rel) };
  }
}

/** Puts elements added by `Head` in the place of those they replace, or after all others. */
export function mergeHead(
  own: ComponentChildren,
  added: ComponentChildren,
): HeadElement[] {
  const merged = new Map<unknown, HeadElement>();
  for (const element of [...headElements(own), ...headElements(added)]) {
    const identity = headIdentity(element);
    // A Map keeps the place of a key that is set again.
    merged.set(
      identity === undefined
        ? element
        : `${identity.attribute}=${identity.value}`,
      element,
    );
  }
  return [...merged.values()].map((element) =>
    element.key == null
      ? element
      : cloneElement(element, { "data-key": element.key })
  );
}
