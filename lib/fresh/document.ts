import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  Fragment,
  h,
  type Options,
  options,
  type VNode,
} from "preact";
import { useContext } from "preact/hooks";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { mergeHead } from "./head.ts";
import { ISLAND_END, ISLAND_START } from "./island_marks.ts";
import { type IslandUse, pageScripts, preloadLinks } from "./page_scripts.ts";
import { Head } from "./runtime.ts";
import type { Snapshot } from "./snapshot.ts";

/** Stands where the children of `<head>` go: they are known only when the whole page has been rendered. */
const HEAD_SLOT = "<!--fresh:head-->";

/** One page being rendered, and what was met on the way. */
interface Rendering {
  readonly snapshot: Snapshot | undefined;
  readonly nonce: string;
  hasHtml: boolean;
  /** Children of the `<head>` element. */
  head: ComponentChildren;
  /** Children of the `Head` components. */
  readonly added: ComponentChildren[];
  readonly islands: IslandUse[];
}

/** Rendering is synchronous, so there is one at a time. */
let current: Rendering;

/** Renders a page as a document, its `<head>` put together and its islands made known to the browser. */
export function renderDocument(
  tree: ComponentChildren,
  snapshot: Snapshot | undefined,
  nonce: string,
): string {
  const page: Rendering = {
    snapshot,
    nonce,
    hasHtml: false,
    head: h("meta", { charset: "utf-8" }),
    added: [],
    islands: [],
  };
  let html = render(tree, page);
  if (!page.hasHtml) {
    html = `<html><head>${HEAD_SLOT}</head><body>${html}</body></html>`;
  }
  const head = render(mergeHead(page.head, page.added), page) +
    preloadLinks(page.islands, snapshot);
  html = html.replace(HEAD_SLOT, () => head);
  const scripts = pageScripts(page.islands, snapshot, nonce);
  const end = html.lastIndexOf("</body>");
  return end < 0
    ? `<!DOCTYPE html>${html}${scripts}`
    : `<!DOCTYPE html>${html.slice(0, end)}${scripts}${html.slice(end)}`;
}

/** A vnode whose place a stand-in took. */
interface Original {
  type: VNode["type"];
  props: Record<string, unknown>;
}

type StandIn = (original: Original) => ComponentChildren;

/** Preact's hook before it renders an element, under the name it has in the published builds. */
const hooks: Options & {
  __b?: (vnode: VNode<Record<string, unknown>>) => void;
} = options;

/** What the stand-ins themselves render, to be left alone. */
const done = new WeakSet<object>();

function render(children: ComponentChildren, page: Rendering): string {
  const others = hooks.__b;
  current = page;
  hooks.__b = (vnode) => {
    const standIn = standInFor(vnode.type);
    if (standIn !== undefined && !done.has(vnode)) {
      const { type, props } = vnode;
      vnode.props = { type, props, children: undefined };
      vnode.type = standIn as ComponentType;
    }
    others?.(vnode);
  };
  try {
    return renderToString(h(Fragment, null, children));
  } finally {
    hooks.__b = others;
  }
}

function standInFor(type: VNode["type"]): StandIn | undefined {
  switch (type) {
    case "html":
      current.hasHtml = true;
      return undefined;
    case "head":
      return DocumentHead;
    case "script":
    case "style":
      return WithNonce;
    case Head:
      return CollectedHead;
    default:
      return current.snapshot?.islands.has(type as ComponentType<never>)
        ? Island
        : undefined;
  }
}

function DocumentHead({ type, props }: Original): VNode {
  current.head = props.children as ComponentChildren;
  return plain(type, { ...props, children: jsxTemplate([HEAD_SLOT]) });
}

function WithNonce({ type, props }: Original): VNode {
  return plain(type, { nonce: current.nonce, ...props });
}

function CollectedHead({ props }: Original): null {
  current.added.push(props.children as ComponentChildren);
  return null;
}

const InsideIsland = createContext(false);

/** Puts comments around an island, for the browser to find it. Within another island it is a component like any. */
function Island({ type, props }: Original): VNode {
  const content = plain(type, props);
  if (useContext(InsideIsland)) return content;
  const component = type as ComponentType<never>;
  const index = current.islands.push({ component, props }) - 1;
  return jsxTemplate(
    [`<!--${ISLAND_START}${index}-->`, `<!--${ISLAND_END}-->`],
    h(InsideIsland.Provider, { value: true }, content),
  );
}

function plain(type: VNode["type"], props: Record<string, unknown>): VNode {
  const vnode = h(type as ComponentType<typeof props>, props);
  done.add(vnode);
  return vnode as VNode;
}
