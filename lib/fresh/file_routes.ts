import { posix } from "node:path";
import type { Middleware, RouteComponent, RouteConfig } from "./context.ts";
import { type RouteHandler, routeMiddleware } from "./route.ts";
import type { Router, Segment } from "./router.ts";

/** Exports of a file in the routes folder; in a `_middleware` file the default export is middlewares. */
interface RouteModule<State> {
  default?: RouteComponent<State> | Middleware<State> | Middleware<State>[];
  handler?: RouteHandler<unknown, State>;
  handlers?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

/** What `config` may hold. */
const CONFIG = ["skipInheritedLayouts", "skipAppWrapper"];

/**
 * Adds the files of the routes folder: first those whose names start with `_`, then the routes.
 *
 * @param modules by path in the routes folder; a route's may be a function that imports it
 * @throws {Error} for a file name that Fresh has and this engine lacks, and for two routes with one URL
 */
export function addFileRoutes<State>(
  router: Router<State>,
  modules: readonly (readonly [path: string, module: unknown])[],
): void {
  const files = modules.map(([path, module]) => ({
    ...posix.parse(patternOf(path)),
    module: module as RouteModule<State>,
  }));
  for (const { dir, name, module } of files) {
    addToSegment(router.segment(dir), name, module);
  }
  const patterns = new Set<string>();
  for (const { dir, name, module } of files) {
    if (name.startsWith("_")) continue;
    const path = posix.join("/", dir, name === "index" ? "" : name);
    // Route groups are no part of the URL.
    const pattern = path.replaceAll(/\/\([^/]+\)/g, "") || "/";
    if (patterns.has(pattern)) {
      throw new Error(`Two files in routes have the URL ${pattern}`);
    }
    patterns.add(pattern);
    const middleware = typeof module === "function"
      ? lazyMiddleware(module as () => Promise<RouteModule<State>>)
      : moduleMiddleware(module);
    router.add("ALL", pattern, router.chain(dir, [middleware]));
  }
}

/** Adds a file that applies to its whole folder. */
function addToSegment<State>(
  segment: Segment<State>,
  name: string,
  module: RouteModule<State>,
): void {
  if (!name.startsWith("_")) return;
  const exported = module.default;
  const handler = handlerOf(module);
  const isWrapper = name === "_app" || name === "_layout";
  if (isWrapper && (handler !== undefined || typeof exported !== "function")) {
    throw new Error(`${name}: the only function it exports is a component`);
  }
  switch (name) {
    case "_app":
      segment.app = exported as RouteComponent<State>;
      break;
    case "_layout":
      segment.layout = exported as RouteComponent<State>;
      segment.config = configOf(module);
      break;
    case "_middleware": {
      const middlewares = [exported ?? handler].flat();
      if (middlewares.some((each) => typeof each !== "function")) {
        throw new Error(`${name}: a middleware is a function for all methods`);
      }
      segment.middlewares.push(...middlewares as Middleware<State>[]);
      break;
    }
    case "_404":
      segment.notFound = moduleMiddleware(module);
      break;
    case "_error":
      segment.onError = moduleMiddleware(module);
      break;
    default:
      throw new Error(`${name}: no such file is known in routes`);
  }
}

/** Imports a route on its first request. Later requests don't wait for a promise. */
function lazyMiddleware<State>(
  load: () => Promise<RouteModule<State>>,
): Middleware<State> {
  let middleware: Middleware<State> | undefined;
  return (ctx) => {
    if (middleware !== undefined) return middleware(ctx);
    return load().then((module) => {
      middleware = moduleMiddleware(module);
      return middleware(ctx);
    });
  };
}

function moduleMiddleware<State>(
  module: RouteModule<State>,
): Middleware<State> {
  const component = module.default as RouteComponent<State> | undefined;
  const handler = handlerOf(module);
  if (component === undefined && handler === undefined) {
    throw new Error(
      "A file in routes exports neither a component nor a handler",
    );
  }
  return routeMiddleware({ component, handler, config: configOf(module) });
}

function handlerOf<State>({ handler, handlers }: RouteModule<State>) {
  return handler ?? handlers;
}

/** @throws {Error} for a key that Fresh has and this engine lacks */
function configOf<State>({ config }: RouteModule<State>) {
  for (const key in config) {
    if (!CONFIG.includes(key)) throw new Error(`config.${key} is unknown`);
  }
  return config;
}

/**
 * Converts `[id]` to `:id`, and `[...path]`, which matches the rest of a path,
 * to `:path*`.
 */
function patternOf(path: string): string {
  if (path.includes("[[")) throw new Error(`${path}: no part is optional`);
  return path.replace(/\[\.\.\.(\w+)\]/, ":$1*").replaceAll(
    /\[(\w+)\]/g,
    ":$1",
  );
}
