import type { VNode } from "preact";
import type { Chain } from "./chain.ts";
import type { RouteConfig } from "./define.ts";
import { HttpError } from "./http_error.ts";
import { renderResponse } from "./route.ts";

/** The configuration in force; `root` is the folder of the project. */
export interface Config {
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = (
  ctx: Context<State>,
) => Response | Promise<Response>;

/** One request on its way through middlewares and handler. */
export class Context<State> {
  readonly state: State = {} as State;
  /** What was thrown, on an error page. */
  error: unknown = null;
  readonly #path: string;
  #chain: Chain<State>;
  /** Index of the step that `next()` runs. */
  #position = 0;
  #url: URL | undefined = undefined;
  /** The response that a step gave at once, and the promise of it that `next()` handed out. */
  #ready: Response | undefined = undefined;
  #promise: Promise<Response> | undefined = undefined;

  /**
   * @param route pattern of the matched route
   * @param params decoded as by `decodeURI`, but as sent where percent-encoding is broken
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

  /**
   * The response that a promise of `next()` stands for, if a step gave it at
   * once: where every middleware handed that promise on, nobody has to await it.
   */
  static readyOf<State>(
    ctx: Context<State>,
    promise: Promise<Response>,
  ): Response | undefined {
    return promise === ctx.#promise ? ctx.#ready : undefined;
  }

  /** The path of a request as it is routed. */
  static pathOf<State>(ctx: Context<State>): string {
    return ctx.#path;
  }

  /** Lets another chain answer for what the one before has thrown. */
  static answerError<State>(
    ctx: Context<State>,
    error: unknown,
    chain: Chain<State>,
  ): Promise<Response> {
    ctx.error = error;
    ctx.#chain = chain;
    ctx.#position = 0;
    return ctx.next();
  }

  /** The requested URL, runs of slashes in its path made one. Parsed on first use: most requests do without. */
  get url(): URL {
    if (this.#url !== undefined) return this.#url;
    const url = URL.parse(this.req.url);
    if (url === null) throw new HttpError(400);
    if (url.pathname.includes("//")) url.pathname = this.#path;
    return this.#url = url;
  }

  /** Runs the rest of the chain. Rejects with what it throws; a 404 when nothing is left that could answer. */
  next(): Promise<Response> {
    const { steps } = this.#chain;
    try {
      if (this.#position === steps.length) throw new HttpError(404);
      const result = steps[this.#position++](this);
      if (result instanceof Promise) return result;
      this.#ready = result;
      return this.#promise = Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Sends the client elsewhere; a path stays on this host, however many slashes it starts with. */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.startsWith("/")
      ? pathOrUrl.replace(/^[^?#]*/, (path) => path.replace(/[/\\]{2,}/g, "/"))
      : pathOrUrl;
    return new Response(null, { status, headers: { location } });
  }

  /** Answers with a page: the element within its layouts and the app wrapper. */
  render(
    vnode: VNode | null,
    init: ResponseInit = {},
    config: RouteConfig = {},
  ): Promise<Response> {
    return renderResponse(this, this.#chain, vnode, init, config);
  }
}
