import type { AnyComponent, VNode } from "preact";
import {
  type Context,
  createPageElement,
  type Middleware,
  type PageProps,
  type RouteComponent,
  type RouteConfig,
} from "./context.ts";
import { HttpError } from "./http_error.ts";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** Data for a page component, with the status and headers of the response. */
export interface PageResponse<T> {
  data: T;
  headers?: HeadersInit;
  status?: number;
}

/** Responds to a request, or returns data for the page component of its route. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

/** Handlers by method. */
export type HandlerByMethod<Data, State> = {
  [M in Method]?: HandlerFn<Data, State>;
};

/** One handler for all methods, or one for each. */
export type RouteHandler<Data, State> =
  | HandlerFn<Data, State>
  | HandlerByMethod<Data, State>;

/** A page component, handlers, or both. */
export interface Route<State> {
  component?: RouteComponent<State>;
  handler?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

/** Returns data from a handler to the page component. */
export function page<T>(
  data: T,
  init: { headers?: HeadersInit; status?: number } = {},
): PageResponse<T> {
  return { ...init, data };
}

/** Makes functions that return their argument, for TypeScript to infer its types. */
export function createDefine<State>() {
  return {
    handlers: <
      Data,
      Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>,
    >(handlers: Handlers) => handlers,
    page: <
      Handler extends RouteHandler<unknown, State> = never,
      Data = Handler extends HandlerFn<infer Data, State> ? Data
        : Handler extends HandlerByMethod<infer Data, State> ? Data
        : never,
    >(render: AnyComponent<PageProps<Data, State>>) => render,
    middleware: <M extends Middleware<State> | Middleware<State>[]>(
      middleware: M,
    ) => middleware,
    layout: (render: AnyComponent<PageProps<unknown, State>>) => render,
  };
}

/** Compiles a route to the last middleware of its chain, which calls the method's handler and renders its data. */
export function routeMiddleware<State>(
  { component, handler, config }: Route<State>,
): Middleware<State> {
  const compile = (handle: HandlerFn<unknown, State>): Middleware<State> =>
    component === undefined ? handle as Middleware<State> : (ctx) => {
      const result = handle(ctx);
      // Not awaited: a synchronous response saves a turn of the event loop.
      return result instanceof Response
        ? result
        : renderPage(ctx, component, config, result);
    };
  const withoutData = () => ({ data: {} });
  if (typeof handler !== "object") return compile(handler ?? withoutData);

  // A Map, because a request may name its method "constructor".
  const byMethod = new Map<string, Middleware<State>>();
  if (component !== undefined) byMethod.set("GET", compile(withoutData));
  for (const [method, handle] of Object.entries(handler)) {
    byMethod.set(method, compile(handle));
  }
  return (ctx) => {
    const { method } = ctx.req;
    const middleware = byMethod.get(method) ??
      (method === "HEAD" ? byMethod.get("GET") : undefined);
    if (middleware === undefined) throw new HttpError(404);
    return middleware(ctx);
  };
}

async function renderPage<State>(
  ctx: Context<State>,
  component: RouteComponent<State>,
  config: RouteConfig | undefined,
  pending: PageResponse<unknown> | Promise<Response | PageResponse<unknown>>,
): Promise<Response> {
  const result = await pending;
  if (result instanceof Response) return result;
  const { data, headers, status = statusOf(ctx.error) } = result;
  const element = await createPageElement(component, ctx, null, data);
  if (element instanceof Response) return element;
  return ctx.render(element as VNode, { status, headers }, config);
}

function statusOf(error: unknown): number {
  if (error === null) return 200;
  return error instanceof HttpError ? error.status : 500;
}
