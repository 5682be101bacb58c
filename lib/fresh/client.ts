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
  const { textContent, dataset } = document.getElementById(ISLAND_MARKER)!;
  const parse = dataset.rich === undefined
    ? JSON.parse
    : (await import("./rich_props.ts")).parseRichProps;
  // In the order of the islands on the page.
  const islands = parse(textContent!) as [name: string, props: Props][];
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
