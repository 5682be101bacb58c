import type { Middleware } from "./context.ts";
import type { RouteHandler } from "./define.ts";
import type { RouteComponent } from "./render.ts";
import { type Route, type RouteConfig, routeStep } from "./route.ts";
import type { Router } from "./router.ts";
import { compileChain, type Segment } from "./segment.ts";

/** What a file of the routes folder can export. */
export interface RouteModule<State> {
  default?: RouteComponent<State> | Middleware<State> | Middleware<State>[];
  handler?: RouteHandler<unknown, State> | Middleware<State>[];
  handlers?: RouteHandler<unknown, State> | Middleware<State>[];
  config?: RouteConfig;
}

interface RouteFile<State> {
  /** The folders it is in, as patterns; route groups among them. */
  folder: string[];
  name: string;
  module: RouteModule<State>;
}

/**
 * Adds the files of the routes folder: what surrounds others first, then the routes, the more
 * specific pattern before the less.
 *
 * @param routes modules by their path below the routes folder
 */
export function addFileRoutes<State>(
  root: Segment<State>,
  router: Router<State>,
  routes: Iterable<readonly [path: string, module: unknown]>,
): void {
  const files = [...routes].map(([path, module]): RouteFile<State> => {
    const folder = path.replace(/\.\w+$/, "").split("/").map(partPattern);
    return {
      name: folder.pop()!,
      folder,
      module: module as RouteModule<State>,
    };
  });
  for (const file of files) surround(root.along(file.folder).at(-1)!, file);
  const pages = files.filter(({ name }) => !name.startsWith("_")).map((
    file,
  ) => ({
    ...file,
    parts: file.name === "index" ? file.folder : [...file.folder, file.name],
  }));
  for (
    const { parts, folder, module } of pages.sort((a, b) =>
      compareParts(a.parts, b.parts)
    )
  ) {
    const chain = compileChain(root.along(folder), [
      routeStep(routeOf(module)),
    ]);
    router.add("ALL", `/${visible(parts).join("/")}`, chain);
  }
}

/** Takes in a file whose name starts with an underscore. */
function surround<State>(
  segment: Segment<State>,
  { name, module }: RouteFile<State>,
): void {
  const component = module.default as RouteComponent<State>;
  switch (name) {
    case "_app":
      segment.appWrapper = component;
      break;
    case "_layout":
      segment.layout = { component, config: module.config ?? {} };
      break;
    case "_middleware": {
      const own = module.default ?? module.handler ?? module.handlers;
      segment.middlewares.push(...[own].flat() as Middleware<State>[]);
      break;
    }
    case "_404":
      segment.notFound = routeStep(routeOf(module));
      break;
    case "_error":
    case "_500":
      segment.onError = routeStep(routeOf(module));
  }
}

function routeOf<State>(
  { default: component, handler, handlers, config }: RouteModule<State>,
): Route<State> {
  return {
    component: component as RouteComponent<State> | undefined,
    handler: (handler ?? handlers) as RouteHandler<unknown, State> | undefined,
    config,
  };
}

/** The pattern of a file or folder name: `[id]` is `:id`, `[[id]]` may be absent, `[...path]` takes the rest. */
function partPattern(name: string): string {
  return name
    .replace(/^\[\[(\w+)\]\]$/, ":$1?")
    .replace(/^\[\.\.\.(\w+)\]$/, ":$1*")
    .replaceAll(/\[(\w+)\]/g, ":$1");
}

/** How much a part leaves open. */
function openness(part = ""): number {
  if (!part.includes(":")) return 0;
  if (part.endsWith("*")) return 4;
  if (part.endsWith("?")) return 3;
  return part.startsWith(":") && !part.includes(":", 1) ? 2 : 1;
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [visible(a), visible(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = openness(left[i]) - openness(right[i]);
    if (difference !== 0) return difference;
  }
  // Of two files for the same address, the one outside a group wins.
  return left.length - right.length || a.length - b.length;
}

/** The parts that show in a URL: all but route groups. */
function visible(parts: readonly string[]): string[] {
  return parts.filter((part) => !part.startsWith("("));
}
