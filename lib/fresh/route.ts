import type { Context, LayoutConfig, Middleware } from "./context.ts";
import type { PageResponse, RouteHandler } from "./define.ts";
import { HttpError } from "./http_error.ts";
import { place, renderResponse, type RouteComponent } from "./render.ts";

/** Settings a route file can export as `config`. */
export type RouteConfig = LayoutConfig;

/** A page component, handlers for its data, or both. */
export interface Route<State> {
  component?: RouteComponent<State>;
  handler?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

type Handler<State> = (
  ctx: Context<State>,
) =>
  | Response
  | PageResponse<unknown>
  | Promise<Response | PageResponse<unknown>>;

/** The last step of a route: calls the handler of the request's method, and renders the data it hands on. */
export function routeStep<State>(route: Route<State>): Middleware<State> {
  const { component, handler, config = {} } = route;
  const answer = (handle: Handler<State>): Middleware<State> =>
    component === undefined ? handle as Middleware<State> : async (ctx) => {
      const result = await handle(ctx);
      return result instanceof Response
        ? result
        : renderPage(ctx, component, config, result);
    };
  const render: Middleware<State> | undefined = component &&
    ((ctx) => renderPage(ctx, component, config, { data: {} }));

  if (typeof handler === "function") return answer(handler);
  if (handler === undefined) {
    if (render === undefined) {
      throw new TypeError("A route needs a component or a handler");
    }
    return render;
  }
  // A Map, because a request may call its method "constructor".
  const byMethod = new Map<string, Middleware<State>>();
  if (render !== undefined) byMethod.set("GET", render);
  for (const [method, handle] of Object.entries(handler)) {
    byMethod.set(method, answer(handle));
  }
  const get = byMethod.get("GET");
  if (get !== undefined && !byMethod.has("HEAD")) byMethod.set("HEAD", get);
  return (ctx) => {
    const step = byMethod.get(ctx.req.method);
    if (step === undefined) throw new HttpError(404);
    return step(ctx);
  };
}

async function renderPage<State>(
  ctx: Context<State>,
  component: RouteComponent<State>,
  config: RouteConfig,
  response: PageResponse<unknown>,
): Promise<Response> {
  const content = await place(component, ctx, null, response.data);
  if (content instanceof Response) return content;
  const init = {
    status: response.status ?? errorStatus(ctx.error),
    headers: response.headers,
  };
  return await renderResponse(ctx, content, init, config);
}

function errorStatus(error: unknown): number {
  if (error === null) return 200;
  return error instanceof HttpError ? error.status : 500;
}
