/** The browser's side of islands: makes those of a page interactive. */
import { type ComponentType, type ContainerNode, h, hydrate } from "preact";

/**
 * The factories that the bundler compiles JSX to. Preact exports these anyway,
 * so browsers load no JSX runtime beside it.
 */
export { Fragment as freshFragment, h as freshElement } from "preact";

/** Text of the comment before an island; the one after it has a slash in front. Also the id of the props. */
export const ISLAND_MARKER = "fresh:island";

type Props = Record<string, unknown>;

/** Hydrates the islands of the page and loads no others. */
export async function hydrateIslands(
  loaders: Record<string, () => Promise<{ default: ComponentType<Props> }>>,
): Promise<void> {
  const text = document.getElementById(ISLAND_MARKER)!.textContent!;
  // Only pages that pass signals to islands load the signals package for them.
  const signals = text.includes('"Signal"')
    ? await import("./signals.ts")
    : null;
  // In the order of the islands on the page.
  const islands = parseIslandProps(text, {
    Signal: (value) => signals!.signal((value as [unknown])[0]),
  }) as [name: string, props: Props][];
  const comments = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_COMMENT,
  );
  const starts: Comment[] = [];
  while (comments.nextNode()) {
    const comment = comments.currentNode as Comment;
    if (comment.data === ISLAND_MARKER) starts.push(comment);
  }
  islands.forEach(async ([name, props], i) => {
    const { default: component } = await loaders[name]();
    hydrate(h(component, props), containerAfter(starts[i]));
  });
}

/** The nodes between an island's two comments, as a container that Preact can hydrate. */
function containerAfter(start: Comment): ContainerNode {
  const childNodes: ChildNode[] = [];
  let end = start.nextSibling;
  while (end !== null && end.nodeValue !== `/${ISLAND_MARKER}`) {
    childNodes.push(end);
    end = end.nextSibling;
  }
  return {
    childNodes,
    firstChild: childNodes[0] ?? null,
    // New nodes at the end of the island go before its closing comment.
    insertBefore: (node: Node, next: Node | null) =>
      start.parentNode!.insertBefore(node, next ?? end),
  } as unknown as ContainerNode;
}

/** Values that devalue encodes as negative indexes. */
const CONSTANTS = [, undefined, , NaN, Infinity, -Infinity, -0];

/**
 * Parses island props written by devalue's `stringify`: JSON values,
 * `undefined`, numbers that JSON lacks, dates, sets, maps, shared and circular
 * references, and the types that have a reviver.
 *
 * Devalue's own `parse` supports more types than props can have and is five
 * times as long, which every visitor would load.
 *
 * @throws {TypeError} if there is a value of another type
 */
export function parseIslandProps(
  text: string,
  revivers: Record<string, (value: unknown) => unknown>,
): unknown {
  const encoded = JSON.parse(text);
  const decoded: unknown[] = [];
  const decode = (i: number): unknown => {
    if (i < 0) return CONSTANTS[-i];
    if (i in decoded) return decoded[i];
    // Called before the contents are decoded, because they may refer back to this value.
    const keep = <Value>(value: Value): Value => decoded[i] = value;
    const value = encoded[i];
    if (value === null || typeof value !== "object") return keep(value);
    if (!Array.isArray(value)) {
      const object = keep<Record<string, unknown>>({});
      for (const key in value) object[key] = decode(value[key]);
      return object;
    }
    const [type, ...rest] = value;
    if (typeof type !== "string") {
      const list = keep<unknown[]>([]);
      for (const item of value) list.push(decode(item));
      return list;
    }
    if (Object.hasOwn(revivers, type)) {
      return keep(revivers[type](decode(rest[0])));
    }
    switch (type) {
      case "Date":
        return keep(new Date(rest[0]));
      case "Set": {
        const set = keep(new Set());
        for (const item of rest) set.add(decode(item));
        return set;
      }
      case "Map": {
        const map = keep(new Map());
        while (rest.length > 0) {
          map.set(decode(rest.shift()), decode(rest.shift()));
        }
        return map;
      }
    }
    throw new TypeError(`No island gets a ${type}`);
  };
  return decode(0);
}
