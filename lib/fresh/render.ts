import { type AnyComponent, type ComponentChildren, h } from "preact";
import { type Context, type LayoutConfig, progressOf } from "./context.ts";
import type { PageProps } from "./define.ts";
import { renderDocument } from "./document.ts";

/** A page, a layout or the app wrapper. An `async` one may also answer with a Response of its own. */
export type RouteComponent<State> = AnyComponent<PageProps<unknown, State>>;

/** A layout and what it leaves out. */
export interface Layout<State> {
  component: RouteComponent<State>;
  config: LayoutConfig;
}

/** What goes around the pages of a route, outermost first. */
export interface Shell<State> {
  readonly appWrapper: RouteComponent<State> | undefined;
  readonly layouts: readonly Layout<State>[];
}

/** Renders an element within the shell of the request's route. */
export async function renderResponse<State>(
  ctx: Context<State>,
  content: ComponentChildren,
  init: ResponseInit,
  config: LayoutConfig,
): Promise<Response> {
  const progress = progressOf(ctx);
  let tree = content;
  for (const component of shellComponents(progress.shell, config)) {
    tree = await place(component, ctx, tree);
    if (tree instanceof Response) return tree;
  }
  progress.nonce ??= crypto.randomUUID().replaceAll("-", "");
  const html = renderDocument(tree, progress.app.snapshot, progress.nonce);
  const headers = new Headers(init.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(html, {
    status: init.status,
    statusText: init.statusText,
    headers,
  });
}

/** The components around a page, innermost first. */
function shellComponents<State>(
  shell: Shell<State>,
  config: LayoutConfig,
): RouteComponent<State>[] {
  const components: RouteComponent<State>[] = [];
  let { skipAppWrapper = false, skipInheritedLayouts = false } = config;
  for (const layout of shell.layouts.toReversed()) {
    if (skipInheritedLayouts) break;
    components.push(layout.component);
    skipInheritedLayouts = layout.config.skipInheritedLayouts ?? false;
    skipAppWrapper ||= layout.config.skipAppWrapper ?? false;
  }
  if (!skipAppWrapper && shell.appWrapper !== undefined) {
    components.push(shell.appWrapper);
  }
  return components;
}

/**
 * The element of a component around the given content. Preact renders in one go, so an `async`
 * component, which it cannot wait for, is called here instead.
 */
export function place<State>(
  component: RouteComponent<State>,
  ctx: Context<State>,
  content: ComponentChildren,
  data?: unknown,
): ComponentChildren | Promise<ComponentChildren> {
  const props = pageProps(ctx, content, data);
  return isAsync(component) ? component(props) : h(component, props);
}

function pageProps<State>(
  ctx: Context<State>,
  content: ComponentChildren,
  data: unknown,
): PageProps<unknown, State> {
  return {
    config: ctx.config,
    url: ctx.url,
    req: ctx.req,
    params: ctx.params,
    info: ctx.info,
    state: ctx.state,
    isPartial: ctx.isPartial,
    error: ctx.error,
    route: ctx.route,
    Component: () => content,
    data,
  };
}

const AsyncFunction = (async () => {}).constructor;

function isAsync<State>(
  component: RouteComponent<State>,
): component is (
  props: PageProps<unknown, State>,
) => Promise<ComponentChildren> {
  return component instanceof AsyncFunction;
}
