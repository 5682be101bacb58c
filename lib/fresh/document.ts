import type { Signal } from "@preact/signals";
import { stringify } from "devalue";
import { isDeepStrictEqual } from "node:util";
import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
  type Options,
  options,
  type VNode,
} from "preact";
import { useContext } from "preact/hooks";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { ISLAND_MARKER } from "./client.ts";
import { HeadContext, type HeadParts, mergeHead } from "./head.ts";
import type { Snapshot } from "./snapshot.ts";

/** Placeholder for the children of `<head>`, which are known once the whole page is rendered. */
const HEAD_MARKER = "<!--fresh:head-->";
const HEAD_PLACEHOLDER = jsxTemplate([HEAD_MARKER]);
const END = "</body></html>";

/** An island on a page. */
interface IslandUse {
  /** Its name in the client module. */
  name: string;
  component: FunctionComponent;
  props: object;
}

/** Collects the islands of a page; undefined inside an island. */
const IslandsContext = createContext<IslandUse[] | undefined>(undefined);

/** Renders a page to an HTML document, with merged `<head>` and the scripts that its islands need. */
export function renderDocument(
  page: ComponentChildren,
  snapshot: Snapshot | undefined,
): string {
  const head: HeadParts = { own: h("meta", { charset: "utf-8" }), added: [] };
  const islands: IslandUse[] = [];
  const tree = h(
    HeadContext.Provider,
    { value: head },
    h(IslandsContext.Provider, { value: islands }, page),
  );
  let html = withHook(snapshot?.islands, () => renderToString(tree));
  if (!/^<html[\s>]/.test(html)) {
    html = `<html><head>${HEAD_MARKER}</head><body>${html}${END}`;
  }
  const headHtml = renderToString(h(Fragment, null, mergeHead(head)));
  html = `<!DOCTYPE html>${html.replace(HEAD_MARKER, () => headHtml)}`;
  if (snapshot === undefined || islands.length === 0) return html;
  const scripts = islandScripts(islands, snapshot.client);
  return html.endsWith(END)
    ? html.slice(0, -END.length) + scripts + END
    : html + scripts;
}

/** Preact calls `__b` before it renders an element; that is its name in the published builds. */
const hooks: Options & { __b?: (vnode: VNode<object>) => void } = options;

/** Runs a synchronous rendering with islands and `<head>` replaced by the components below. */
function withHook(
  islands: Snapshot["islands"] | undefined,
  render: () => string,
): string {
  const previousHook = hooks.__b;
  hooks.__b = (vnode) => {
    const { type, props } = vnode;
    const name = islands?.get(type as ComponentType<never>);
    if (name !== undefined) {
      vnode.props = { name, component: type, props } as never;
      vnode.type = Island as ComponentType;
    } else if (type === "head" && vnode.props.children !== HEAD_PLACEHOLDER) {
      vnode.type = DocumentHead;
    }
    previousHook?.(vnode);
  };
  try {
    return render();
  } finally {
    hooks.__b = previousHook;
  }
}

function DocumentHead(props: { children?: ComponentChildren }): VNode {
  useContext(HeadContext)!.own = props.children;
  return h("head", props, HEAD_PLACEHOLDER);
}

/** Puts comments around an island for the browser to find it. An island inside another is a plain component. */
function Island(use: IslandUse): VNode {
  const islands = useContext(IslandsContext);
  // Called, because an element of the component would be replaced again.
  const content = use.component(use.props) as VNode;
  if (islands === undefined) return content;
  islands.push(use);
  return jsxTemplate(
    [`<!--${ISLAND_MARKER}-->`, `<!--/${ISLAND_MARKER}-->`],
    h(IslandsContext.Provider, { value: undefined }, content),
  );
}

/** The props of a page's islands, and the script that hydrates them. */
function islandScripts(islands: IslandUse[], client: string): string {
  const { text, isRich } = writeProps(
    islands.map(({ name, props }) => [name, props]),
  );
  // JSON, not an inline script, which a Content-Security-Policy of 'self' would block. A "</script>" in
  // a string must not end the element.
  return `<script type="application/json" id="${ISLAND_MARKER}"${
    isRich ? " data-rich" : ""
  }>` + text.replaceAll("<", "\\u003c") +
    `</script><script type="module" src="${client}"></script>`;
}

/**
 * Every signal carries it. To import the package would make Preact call it for
 * each element that the server renders, which takes a third of a page's time.
 */
const SIGNAL_BRAND = Symbol.for("preact-signals");

function isSignal(value: unknown): value is Signal {
  return typeof value === "object" && value !== null &&
    (value as { brand?: symbol }).brand === SIGNAL_BRAND;
}

/** Writes props as JSON if that says all, so that browsers need no parser for more. */
function writeProps(props: unknown): { text: string; isRich: boolean } {
  try {
    const text = JSON.stringify(props);
    if (isDeepStrictEqual(JSON.parse(text), props)) {
      return { text, isRich: false };
    }
  } catch {
    // A BigInt or a circular reference.
  }
  const text = stringify(props, {
    Signal: (value: unknown) => isSignal(value) && [value.peek()],
    // After Signal: `isValidElement` is true for whatever has no constructor.
    JSX: (value: unknown) => {
      if (!isValidElement(value) || !("props" in value)) return false;
      throw new TypeError("Cannot pass JSX to an island");
    },
  });
  return { text, isRich: true };
}
