import { posix } from "node:path";
import type { Segment } from "./chain.ts";
import type { Middleware } from "./context.ts";
import type { RouteConfig, RouteHandler } from "./define.ts";
import { type Route, type RouteComponent, routeStep } from "./route.ts";
import type { Router } from "./router.ts";

/** What a file of the routes folder can export. */
interface RouteModule<State> {
  default?: RouteComponent<State> | Middleware<State> | Middleware<State>[];
  handler?: RouteHandler<unknown, State>;
  config?: RouteConfig;
}

/**
 * Adds the files of the routes folder: first what surrounds others, then the routes.
 *
 * @param modules by their path below the routes folder; that of a route may be a function that loads it
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
    surround(router.at(dir), name, module);
  }
  for (const { dir, name, module } of files) {
    if (name.startsWith("_")) continue;
    const path = posix.join("/", dir, name === "index" ? "" : name);
    // Route groups do not show in a URL.
    const pattern = path.replaceAll(/\/\([^/]+\)/g, "") || "/";
    const step = typeof module === "function"
      ? lateStep(module as () => Promise<RouteModule<State>>)
      : routeStep(routeOf(module));
    const chain = router.chain(dir, [step]);
    router.add("ALL", pattern, chain);
  }
}

/** Takes in a file that counts for others. */
function surround<State>(
  segment: Segment<State>,
  name: string,
  module: RouteModule<State>,
): void {
  const own = module.default;
  switch (name) {
    case "_app":
      segment.app = own as RouteComponent<State>;
      break;
    case "_layout":
      segment.layout = own as RouteComponent<State>;
      break;
    case "_middleware":
      segment.middlewares.push(...[own].flat() as Middleware<State>[]);
      break;
    case "_404":
      segment.notFound = routeStep(routeOf(module));
      break;
    case "_error":
      segment.onError = routeStep(routeOf(module));
  }
}

/** The step of a route that is loaded when it is first asked for; from then on it answers as any other. */
function lateStep<State>(
  load: () => Promise<RouteModule<State>>,
): Middleware<State> {
  let step: Middleware<State> | undefined;
  return (ctx) => {
    if (step !== undefined) return step(ctx);
    return load().then((module) => {
      step = routeStep(routeOf(module));
      return step(ctx);
    });
  };
}

function routeOf<State>(
  { default: component, handler, config }: RouteModule<State>,
): Route<State> {
  return { component, handler, config } as Route<State>;
}

/** In a path, `[id]` becomes `:id`, and `[...path]`, which takes the rest, `:path*`. */
function patternOf(path: string): string {
  return path.replace(/\[\.\.\.(\w+)\]/, ":$1*").replaceAll(
    /\[(\w+)\]/g,
    ":$1",
  );
}
