/** The browser's side: makes the islands of the page interactive. */
import { parse } from "devalue";
import { type ComponentType, type ContainerNode, h, hydrate } from "preact";
import { ISLAND_END, ISLAND_START, ISLANDS_ID } from "./island_marks.ts";

type IslandModule = { default: ComponentType<Record<string, unknown>> };

type Use = [url: string, props: Record<string, unknown>];

async function start(): Promise<void> {
  const text = document.getElementById(ISLANDS_ID)!.textContent!;
  // Most pages have no signals among their props; those need not load the library.
  const signals = text.includes('"Signal"')
    ? await import("@preact/signals")
    : undefined;
  const uses: Use[] = parse(text, {
    Signal: ([value]: [unknown]) => signals?.signal(value),
  });
  const places = islandPlaces();
  await Promise.all(uses.map(async ([url, props], index) => {
    const place = places.get(index);
    if (place === undefined) return;
    const { default: Island }: IslandModule = await import(url);
    hydrate(h(Island, props), place);
  }));
}

/** Where the islands of the page are, by their index. */
function islandPlaces(): Map<number, ContainerNode> {
  const places = new Map<number, ContainerNode>();
  const comments = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_COMMENT,
  );
  for (let node; (node = comments.nextNode() as Comment | null) !== null;) {
    if (node.data.startsWith(ISLAND_START)) {
      places.set(
        Number(node.data.slice(ISLAND_START.length)),
        placeAfter(node),
      );
    }
  }
  return places;
}

/** The nodes between an island's two comments, as a parent that Preact can work with. */
function placeAfter(start: Comment): ContainerNode {
  const parent = start.parentNode!;
  const childNodes: ChildNode[] = [];
  let end = start.nextSibling;
  while (end !== null && end.nodeValue !== ISLAND_END) {
    childNodes.push(end);
    end = end.nextSibling;
  }
  // New nodes at the end of the island go before its closing comment.
  const insertBefore = (node: Node, next: Node | null) =>
    parent.insertBefore(node, next ?? end);
  return {
    nodeType: 1,
    parentNode: parent,
    firstChild: childNodes[0] ?? null,
    childNodes,
    contains: (node: Node) => childNodes.includes(node as ChildNode),
    insertBefore,
    appendChild: (node: Node) => insertBefore(node, null),
    removeChild: (node: Node) => parent.removeChild(node),
  } as unknown as ContainerNode;
}

start();
