import {
  type AnyComponent,
  type ComponentChildren,
  type FunctionComponent,
  h,
  type VNode,
} from "preact";
import { renderDocument } from "./document.ts";
import { HttpError } from "./http_error.ts";
import { type Config, snapshotOf } from "./snapshot.ts";

/** Responds to a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response>;

/** Which of the components around a page to leave out. */
export interface RouteConfig {
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** Props of pages, layouts and the app wrapper. */
export type PageProps<Data = unknown, T = unknown> =
  & Omit<Context<T>, "next" | "redirect" | "render">
  & { Component: FunctionComponent; data: Data };

/** A page, a layout or the app wrapper. An `async` one may return a Response instead of an element. */
export type RouteComponent<State> = AnyComponent<PageProps<unknown, State>>;

/** What handles the requests of a route, compiled. */
export interface Chain<State> {
  /** In the order in which they run; the route's handler is the last one. */
  middlewares: Middleware<State>[];
  app?: RouteComponent<State>;
  /** Outermost first. */
  layouts: RouteComponent<State>[];
  /** Responds to an error thrown by the middlewares, or throws it again. */
  recover?: (ctx: Context<State>, error: unknown) => Promise<Response>;
}

/** A request on its way through middlewares and handler. */
export class Context<State> {
  readonly state: State = {} as State;
  /** What was thrown last: the error that an error page is for, or that a middleware has caught. */
  error: unknown = null;
  readonly #path: string;
  #chain: Chain<State>;
  /** Index of the middleware that `next()` runs. */
  #position = 0;
  #url: URL | undefined = undefined;
  /** The last response that a middleware returned without a promise, and the promise `next()` made of it. */
  #syncResponse: Response | undefined = undefined;
  #syncPromise: Promise<Response> | undefined = undefined;
  /** The promise whose error is recorded. Middlewares often pass on the same one. */
  #observed: Promise<Response> | undefined = undefined;

  /**
   * @param route pattern of the matched route
   * @param params decoded like `decodeURI` does; values with invalid escapes are left as sent
   * @param path path of the URL, see `pathnameOf`
   */
  constructor(
    readonly config: Config,
    readonly req: Request,
    readonly info: Deno.ServeHandlerInfo,
    readonly route: string | null,
    readonly params: Record<string, string>,
    path: string,
    chain: Chain<State>,
  ) {
    this.#path = path;
    this.#chain = chain;
  }

  // The following are static because Fresh's Context lacks them: the app must not see them.

  /**
   * The response behind a promise of `next()`, if all middlewares passed that
   * promise on and the handler was synchronous: then nothing needs an await.
   */
  static syncResponseOf<State>(
    ctx: Context<State>,
    promise: Promise<Response>,
  ): Response | undefined {
    return promise === ctx.#syncPromise ? ctx.#syncResponse : undefined;
  }

  /** The path that the request was routed by. */
  static pathOf<State>(ctx: Context<State>): string {
    return ctx.#path;
  }

  /** Runs another chain to respond to an error that the current one threw. */
  static handleError<State>(
    ctx: Context<State>,
    error: unknown,
    chain: Chain<State>,
  ): Promise<Response> {
    ctx.error = error;
    ctx.#chain = chain;
    ctx.#position = 0;
    return ctx.next();
  }

  /**
   * The requested URL, with runs of slashes in its path collapsed. Parsed on
   * first use, because most requests don't need it.
   *
   * @throws {HttpError} 400 if the Host header makes it invalid
   */
  get url(): URL {
    if (this.#url !== undefined) return this.#url;
    const url = URL.parse(this.req.url);
    if (url === null) throw new HttpError(400);
    if (url.pathname.includes("//")) url.pathname = this.#path;
    return this.#url = url;
  }

  /** Runs the rest of the chain. Rejects with the error it throws, or with a 404 at the end of the chain. */
  next(): Promise<Response> {
    const { middlewares } = this.#chain;
    try {
      if (this.#position === middlewares.length) throw new HttpError(404);
      const result = middlewares[this.#position++](this);
      if (result instanceof Promise) return this.#observe(result);
      this.#syncResponse = result;
      return this.#syncPromise = Promise.resolve(result);
    } catch (error) {
      this.error = error;
      return Promise.reject(error);
    }
  }

  /** Records the error of a promise before a middleware that awaits it goes on. The synchronous response has none. */
  #observe(promise: Promise<Response>): Promise<Response> {
    if (promise !== this.#observed && promise !== this.#syncPromise) {
      this.#observed = promise;
      promise.catch((error) => this.error = error);
    }
    return promise;
  }

  /** Redirects the client. Paths stay on this host, however many slashes they start with. */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.startsWith("/")
      ? pathOrUrl.replace(/^[^?#]*/, (path) => path.replace(/[/\\]{2,}/g, "/"))
      : pathOrUrl;
    return new Response(null, { status, headers: { location } });
  }

  /** Renders an element, with the layouts and the app wrapper around it, as an HTML document. */
  async render(
    vnode: VNode | null,
    init: ResponseInit = {},
    { skipInheritedLayouts, skipAppWrapper }: RouteConfig = {},
  ): Promise<Response> {
    const { app, layouts } = this.#chain;
    const wrappers = skipInheritedLayouts ? [] : layouts.toReversed();
    if (app !== undefined && !skipAppWrapper) wrappers.push(app);
    let tree: ComponentChildren = vnode;
    for (const wrapper of wrappers) {
      tree = await createPageElement(wrapper, this, tree);
      if (tree instanceof Response) return tree;
    }
    const html = renderDocument(tree, snapshotOf(this.config));
    const response = new Response(html, init);
    response.headers.set("content-type", "text/html; charset=utf-8");
    return response;
  }
}

const AsyncFunction = (async () => {}).constructor;

/**
 * Creates the element of a page, layout or app wrapper. Preact renders
 * synchronously, so `async` components are called here and not by Preact.
 *
 * @param children what `props.Component` renders
 */
export function createPageElement<State>(
  component: RouteComponent<State>,
  ctx: Context<State>,
  children: ComponentChildren,
  data?: unknown,
): ComponentChildren | Promise<ComponentChildren> {
  const { config, url, req, params, info, state, error, route } = ctx;
  const shared = { config, url, req, params, info, state, error, route };
  const props = { ...shared, Component: () => children, data };
  return component instanceof AsyncFunction
    ? (component as (p: typeof props) => Promise<ComponentChildren>)(props)
    : h(component, props);
}
