import { addRoute, createRouter, type MatchedRoute } from "rou3";
import { compileRouter } from "rou3/compiler";
import {
  type Chain,
  Context,
  type Middleware,
  type RouteComponent,
  type RouteConfig,
} from "./context.ts";
import { HttpError } from "./http_error.ts";

/** What was declared for a part of a path. It applies to everything below as well. */
export interface Segment<State> {
  middlewares: Middleware<State>[];
  app?: RouteComponent<State>;
  layout?: RouteComponent<State>;
  /** Of the layout. */
  config?: RouteConfig;
  onError?: Middleware<State>;
  notFound?: Middleware<State>;
}

/** A pattern and its chains by method; `ALL` stands for every method. */
interface Entry<State> {
  pattern: string;
  methods: Map<string, Chain<State>>;
  /** Name of the parameter that matches the rest of a path. */
  rest?: string;
}

interface Match<State> extends Entry<State> {
  params: Record<string, string>;
}

/** Collects what an app declares, in order, and compiles it. */
export class Router<State> {
  readonly #segments = new Map<string, Segment<State>>();
  readonly #entries = new Map<string, Entry<State>>();

  /** The segment of a path such as `/api/:id`. Route groups are segments as well. */
  segment(path: string): Segment<State> {
    return this.#segmentsTo(path).at(-1)!;
  }

  /** Compiles a chain of what the path's segments hold so far, followed by the given middlewares. */
  chain(path: string, middlewares: Middleware<State>[]): Chain<State> {
    const chain: Chain<State> = { middlewares: [], layouts: [] };
    for (const segment of this.#segmentsTo(path)) addSegment(chain, segment);
    chain.middlewares.push(...middlewares);
    return chain;
  }

  /** Adds a route. If the pattern already has one for the method, that one stays. */
  add(method: string, pattern: string, chain: Chain<State>): void {
    const rest = /(\w+)\*$/.exec(pattern)?.[1];
    const create = () => ({ pattern, methods: new Map(), rest });
    const { methods } = this.#entries.getOrInsertComputed(pattern, create);
    methods.getOrInsert(method, chain);
  }

  /** Returns a function that finds the most specific pattern for a path returned by `pathnameOf`. */
  compile(): (path: string) => Match<State> | undefined {
    const fixed = new Map<string, Match<State>>();
    const dynamic = createRouter<Entry<State>>();
    for (const entry of this.#entries.values()) {
      const { pattern } = entry;
      if (/[:*]/.test(pattern)) addRoute(dynamic, "", pattern, entry);
      else {
        const match = { ...entry, params: Object.freeze({}) };
        fixed.set(pattern, match).set(`${pattern}/`, match);
      }
    }
    const find = compileRouter(dynamic);
    return (path) => fixed.get(path) ?? dynamicMatch(find("", path), path);
  }

  /** The segments from the root to a path. */
  #segmentsTo(path: string): Segment<State>[] {
    const parts = path.split("/").filter((part) => part !== "" && part !== "*");
    const create = () => ({ middlewares: [] });
    return ["", ...parts].map((_, length) => {
      const key = parts.slice(0, length).join("/");
      return this.#segments.getOrInsertComputed(key, create);
    });
  }
}

/** Adds a segment to the inner end of a chain. */
function addSegment<State>(chain: Chain<State>, segment: Segment<State>): void {
  const { app, layout, config, middlewares, onError, notFound = onError } =
    segment;
  if (app !== undefined) chain.app = app;
  if (config?.skipInheritedLayouts) chain.layouts = [];
  if (config?.skipAppWrapper) chain.app = undefined;
  if (layout !== undefined) chain.layouts.push(layout);
  if (notFound !== undefined) {
    // An error page is rendered within the components known so far.
    const shell = { app: chain.app, layouts: [...chain.layouts] };
    const recover = (ctx: Context<State>, error: unknown) => {
      const isNotFound = error instanceof HttpError && error.status === 404;
      const handler = isNotFound ? notFound : onError;
      if (handler === undefined) throw error;
      const errorChain = { ...shell, middlewares: [handler] };
      return Context.handleError(ctx, error, errorChain);
    };
    // The outermost is not a middleware: that would cost every request a turn of the event loop.
    if (chain.middlewares.length === 0 && chain.recover === undefined) {
      chain.recover = recover;
    } else chain.middlewares.push(recoverWith(recover));
  }
  chain.middlewares.push(...middlewares);
}

function recoverWith<State>(
  recover: NonNullable<Chain<State>["recover"]>,
): Middleware<State> {
  return async (ctx) => {
    try {
      return await ctx.next();
    } catch (error) {
      return await recover(ctx, error);
    }
  };
}

/** A match with decoded parameters; none if the path ends with a slash, as in Fresh, unless the pattern ends with `/*`. */
function dynamicMatch<State>(
  match: MatchedRoute<Entry<State>> | undefined,
  path: string,
): Match<State> | undefined {
  if (match === undefined) return undefined;
  if (!endsWithStar(match.data.pattern)) {
    if (path.endsWith("/")) return undefined;
    // rou3 lets the star match nothing, not even a slash.
  } else if (partsOf(path) < partsOf(match.data.pattern)) return undefined;
  const { data: { pattern, methods, rest }, params = {} } = match;
  for (const name in params) params[name] = decodePath(params[name]);
  // rou3 leaves out a rest that is empty.
  if (rest !== undefined) params[rest] ??= "";
  return { pattern, methods, params };
}

/** Whether a pattern is `*` or ends with `/*`. */
function endsWithStar(pattern: string): boolean {
  return pattern === "*" || pattern.endsWith("/*");
}

function partsOf(path: string): number {
  return path === "*" ? 2 : path.split("/").length;
}

/**
 * A URL whose path `URL` would leave as it is: only letters, digits and
 * `&'()*+,-.:;@_`, no empty segment, and none that begins with a dot.
 */
const PLAIN_URL =
  /^https?:\/\/[&-.0-;@-Z_a-z]+(\/|(?:\/[&-\-0-;@-Z_a-z][&-.0-;@-Z_a-z]*)+\/?)(?:\?|$)/;

/** Bounds the expression's state for backtracking, which grows with the URL. */
const MAX_PLAIN_LENGTH = 500;

let lastUrl: string | undefined;
let lastPathname: string | undefined;

/**
 * The path of a request's URL: `new URL(url).pathname` with runs of slashes
 * collapsed, or undefined if the URL is invalid. Parsing would cost more than
 * the rest of routing, so the path is cut out of a plain URL. Most requests have
 * the URL of the one before.
 */
export function pathnameOf(url: string): string | undefined {
  if (url === lastUrl) return lastPathname;
  const plain = url.length > MAX_PLAIN_LENGTH ? null : PLAIN_URL.exec(url);
  lastUrl = url;
  return lastPathname = plain?.[1] ??
    URL.parse(url)?.pathname.replace(/\/{2,}/g, "/");
}

/** Decodes a path or a part of one. If it has invalid escapes it is returned as is, for the handler to reject. */
export function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
