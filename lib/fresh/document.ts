import { Signal } from "@preact/signals";
import { stringify } from "devalue";
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
import { ISLAND } from "./client.ts";
import { HeadContext, type HeadParts, mergeHead } from "./head.ts";
import type { Snapshot } from "./snapshot.ts";

/** Stands where the children of `<head>` go: they are known only when the whole page has been rendered. */
const HEAD_MARK = "<!--fresh:head-->";
const HEAD_SLOT = jsxTemplate([HEAD_MARK]);
const END = "</body></html>";

/** An island on a page, and the name under which the client module knows it. */
interface IslandUse {
  name: string;
  component: FunctionComponent;
  props: object;
}

/** Where the islands of a page are collected; absent within an island. */
const IslandsContext = createContext<IslandUse[] | undefined>(undefined);

/** Renders a page as a document, its `<head>` put together and its islands made known to the browser. */
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
  let html = withStandIns(snapshot?.islands, () => renderToString(tree));
  if (!/^<html[\s>]/.test(html)) {
    html = `<html><head>${HEAD_MARK}</head><body>${html}${END}`;
  }
  const headHtml = renderToString(h(Fragment, null, mergeHead(head)));
  html = `<!DOCTYPE html>${html.replace(HEAD_MARK, () => headHtml)}`;
  if (snapshot === undefined || islands.length === 0) return html;
  const scripts = islandScripts(islands, snapshot.client);
  return html.endsWith(END)
    ? html.slice(0, -END.length) + scripts + END
    : html + scripts;
}

/** Preact's hook before it renders an element, under the name it has in the published builds. */
const hooks: Options & { __b?: (vnode: VNode<object>) => void } = options;

/** Runs a synchronous rendering in which components stand in for islands and for `<head>`. */
function withStandIns(
  islands: Snapshot["islands"] | undefined,
  render: () => string,
): string {
  const others = hooks.__b;
  hooks.__b = (vnode) => {
    const { type, props } = vnode;
    const name = islands?.get(type as ComponentType<never>);
    if (name !== undefined) {
      vnode.props = { name, component: type, props } as never;
      vnode.type = Island as ComponentType;
    } else if (type === "head" && vnode.props.children !== HEAD_SLOT) {
      vnode.type = DocumentHead;
    }
    others?.(vnode);
  };
  try {
    return render();
  } finally {
    hooks.__b = others;
  }
}

function DocumentHead(props: { children?: ComponentChildren }): VNode {
  useContext(HeadContext)!.own = props.children;
  return h("head", props, HEAD_SLOT);
}

/** Puts comments around an island, for the browser to find it. Within another island it is a component like any. */
function Island(use: IslandUse): VNode {
  const islands = useContext(IslandsContext);
  // Called, because an element of the component would be taken for an island again.
  const content = use.component(use.props) as VNode;
  if (islands === undefined) return content;
  islands.push(use);
  return jsxTemplate(
    [`<!--${ISLAND}-->`, `<!--/${ISLAND}-->`],
    h(IslandsContext.Provider, { value: undefined }, content),
  );
}

/** The data of a page's islands, and the script that brings them to life. */
function islandScripts(islands: IslandUse[], client: string): string {
  const uses = islands.map(({ name, props }) => [name, props]);
  const data = stringify(uses, {
    Signal: (value: unknown) => value instanceof Signal && [value.peek()],
    // After the signals: to Preact a signal is an element as well.
    Element: (value: unknown) => {
      if (!isValidElement(value)) return false;
      throw new TypeError("Cannot pass JSX to an island: its props are data");
    },
  });
  // Data, not an inline script: a Content-Security-Policy of 'self' lets it pass. "</script>" in a
  // string must not end the element.
  return `<script type="application/json" id="${ISLAND}">` +
    data.replaceAll("<", "\\u003c") +
    `</script><script type="module" src="${client}"></script>`;
}
