import {
  type AnyComponent,
  type ComponentChildren,
  h,
  type VNode,
} from "preact";
import type { Chain } from "./chain.ts";
import type { Context, Middleware } from "./context.ts";
import type {
  HandlerFn,
  PageProps,
  PageResponse,
  RouteConfig,
  RouteHandler,
} from "./define.ts";
import { renderDocument } from "./document.ts";
import { HttpError } from "./http_error.ts";
import { snapshotOf } from "./snapshot.ts";

type Props<State> = PageProps<unknown, State>;

/** A page, a layout or the app wrapper; an `async` one may also answer with a Response of its own. */
export type RouteComponent<State> = AnyComponent<Props<State>>;

/** A page component, handlers for its data, or both. */
export interface Route<State> {
  component?: RouteComponent<State>;
  handler?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

/** The last step of a route: calls the handler of the request's method, and renders the data it hands on. */
export function routeStep<State>(route: Route<State>): Middleware<State> {
  const { component, handler } = route;
  const stepOf = (handle: HandlerFn<unknown, State>): Middleware<State> =>
    component === undefined ? handle as Middleware<State> : (ctx) => {
      const result = handle(ctx);
      // Awaiting a response that is there would cost a turn.
      return result instanceof Response
        ? result
        : renderPage(ctx, component, route.config, result);
    };
  const withoutData = () => ({ data: {} });
  if (typeof handler !== "object") return stepOf(handler ?? withoutData);

  // A Map, because a request may call its method "constructor".
  const steps = new Map<string, Middleware<State>>();
  if (component !== undefined) steps.set("GET", stepOf(withoutData));
  for (const [method, handle] of Object.entries(handler)) {
    steps.set(method, stepOf(handle));
  }
  return (ctx) => {
    const { method } = ctx.req;
    const step = steps.get(method === "HEAD" ? "GET" : method);
    if (step === undefined) throw new HttpError(404);
    return step(ctx);
  };
}

async function renderPage<State>(
  ctx: Context<State>,
  component: RouteComponent<State>,
  config: RouteConfig | undefined,
  result: PageResponse<unknown> | Promise<Response | PageResponse<unknown>>,
): Promise<Response> {
  const answer = await result;
  if (answer instanceof Response) return answer;
  const { data, headers, status = errorStatus(ctx.error) } = answer;
  const content = await place(component, ctx, null, data);
  if (content instanceof Response) return content;
  return ctx.render(content as VNode, { status, headers }, config);
}

function errorStatus(error: unknown): number {
  if (error === null) return 200;
  return error instanceof HttpError ? error.status : 500;
}

/** Renders an element within the components around it. */
export async function renderResponse<State>(
  ctx: Context<State>,
  { app, layouts }: Chain<State>,
  content: ComponentChildren,
  init: ResponseInit,
  { skipInheritedLayouts, skipAppWrapper }: RouteConfig,
): Promise<Response> {
  const outwards = skipInheritedLayouts ? [] : layouts.toReversed();
  if (app !== undefined && !skipAppWrapper) outwards.push(app);
  let tree = content;
  for (const component of outwards) {
    tree = await place(component, ctx, tree);
    if (tree instanceof Response) return tree;
  }
  const response = new Response(
    renderDocument(tree, snapshotOf(ctx.config)),
    init,
  );
  response.headers.set("content-type", "text/html; charset=utf-8");
  return response;
}

const AsyncFunction = (async () => {}).constructor;

/**
 * The element of a component around the given content. Preact renders in one go, so an `async`
 * component, which it cannot wait for, is called here instead.
 */
function place<State>(
  component: RouteComponent<State>,
  ctx: Context<State>,
  content: ComponentChildren,
  data?: unknown,
): ComponentChildren | Promise<ComponentChildren> {
  const { config, url, req, params, info, state, error, route } = ctx;
  const known = { config, url, req, params, info, state, error, route };
  const props: Props<State> = { ...known, Component: () => content, data };
  return component instanceof AsyncFunction
    ? (component as (props: Props<State>) => Promise<ComponentChildren>)(props)
    : h(component, props);
}
