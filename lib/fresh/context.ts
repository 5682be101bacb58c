import type { FunctionComponent, VNode } from "preact";
import { HttpError } from "./http_error.ts";
import { renderResponse, type Shell } from "./render.ts";
import type { Snapshot } from "./snapshot.ts";

/** What an app can be told when it is made. */
export interface FreshConfig {
  mode?: "development" | "production";
}

/** The configuration in force. */
export interface ResolvedFreshConfig {
  /** Folder of the project. */
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

/** The surrounding components that a page or a layout goes without. */
export interface LayoutConfig {
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** Answers a request, or passes it on with `ctx.next()`. */
export type MiddlewareFn<State> = (
  ctx: Context<State>,
) => Response | Promise<Response>;

/** Answers a request, or passes it on with `ctx.next()`. */
export type Middleware<State> = MiddlewareFn<State>;

/** What a matched route consists of, compiled once: its steps, outermost first, and what goes around its pages. */
export interface Chain<State> {
  readonly steps: readonly Middleware<State>[];
  readonly shell: Shell<State>;
  /** Answers for what the steps throw. */
  readonly recover?: Recovery<State>;
}

/** Answers for an error that was thrown, or throws it again. */
export type Recovery<State> = (
  ctx: Context<State>,
  error: unknown,
) => Response | Promise<Response>;

/** What an app gives to every request it serves. */
export interface Surroundings {
  readonly config: ResolvedFreshConfig;
  readonly snapshot: Snapshot | undefined;
}

/** How far a request has come: what the engine knows of it and handlers do not see. */
export interface Progress<State> {
  readonly app: Surroundings;
  /** Path of the URL, as it is routed. */
  readonly path: string;
  steps: readonly Middleware<State>[];
  /** Index of the step that `next()` runs. */
  position: number;
  shell: Shell<State>;
  /** What the page's scripts and styles carry for the Content-Security-Policy; absent until one is rendered. */
  nonce: string | undefined;
}

/** The engine's own view of a request. */
export let progressOf: <State>(ctx: Context<State>) => Progress<State>;

const NO_COMPONENT: FunctionComponent = () => null;

/** One request on its way through middlewares and handler. */
export class Context<State> {
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  /** Pattern of the matched route. */
  readonly route: string | null;
  /** Decoded as by `decodeURI`; a value whose percent-encoding is broken stays as it was sent. */
  readonly params: Record<string, string>;
  readonly state: State = {} as State;
  /** What was thrown, on an error page. */
  error: unknown | null = null;

  readonly #progress: Progress<State>;
  #url: URL | undefined = undefined;

  static {
    progressOf = (ctx) => ctx.#progress;
  }

  constructor(
    req: Request,
    info: Deno.ServeHandlerInfo,
    app: Surroundings,
    path: string,
    chain: Chain<State>,
    route: string | null,
    params: Record<string, string>,
  ) {
    this.req = req;
    this.info = info;
    this.route = route;
    this.params = params;
    this.#progress = {
      app,
      path,
      steps: chain.steps,
      position: 0,
      shell: chain.shell,
      nonce: undefined,
    };
  }

  get config(): ResolvedFreshConfig {
    return this.#progress.app.config;
  }

  get isPartial(): boolean {
    return false;
  }

  get Component(): FunctionComponent {
    return NO_COMPONENT;
  }

  /** The requested URL, runs of slashes in its path made one. Parsed on first use: most requests do without. */
  get url(): URL {
    if (this.#url === undefined) {
      const url = URL.parse(this.req.url);
      if (url === null) throw new HttpError(400);
      if (url.pathname.includes("//")) {
        url.pathname = url.pathname.replace(/\/{2,}/g, "/");
      }
      this.#url = url;
    }
    return this.#url;
  }

  /** Runs the rest of the chain. Rejects with what it throws; a 404 when nothing is left that could answer. */
  next(): Promise<Response> {
    const progress = this.#progress;
    const step = progress.steps[progress.position++];
    if (step === undefined) return Promise.reject(new HttpError(404));
    try {
      return Promise.resolve(step(this));
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
    config: LayoutConfig = {},
  ): Promise<Response> {
    return renderResponse(this, vnode, init, config);
  }
}
