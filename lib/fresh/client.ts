/** The browser's side: makes the islands of a page interactive. */
import { type ComponentType, type ContainerNode, h, hydrate } from "preact";
import { readIslandData } from "./island_data.ts";

/** Stands in the comment before an island, with a slash in the one after; also the id of the islands' data. */
export const ISLAND = "fresh:island";

type Props = Record<string, unknown>;

/** Hydrates the islands of the page, which its data names in their order; loads no others. */
export async function hydrateIslands(
  loaders: Record<string, () => Promise<{ default: ComponentType<Props> }>>,
): Promise<void> {
  const text = document.getElementById(ISLAND)!.textContent!;
  // A page that hands over no signal does not load what they are made of.
  const signals = text.includes('"Signal"')
    ? await import("./signals.ts")
    : null;
  const islands = readIslandData(text, {
    Signal: (value) => signals!.signal((value as [unknown])[0]),
  }) as [name: string, props: Props][];
  const comments = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_COMMENT,
  );
  const starts: Comment[] = [];
  while (comments.nextNode()) {
    const comment = comments.currentNode as Comment;
    if (comment.data === ISLAND) starts.push(comment);
  }
  islands.forEach(async ([name, props], i) => {
    const { default: component } = await loaders[name]();
    hydrate(h(component, props), placeAfter(starts[i]));
  });
}

/** The nodes between an island's two comments, as a parent that Preact can work with. */
function placeAfter(start: Comment): ContainerNode {
  const childNodes: ChildNode[] = [];
  let end = start.nextSibling;
  while (end !== null && end.nodeValue !== `/${ISLAND}`) {
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
