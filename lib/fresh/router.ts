import { addRoute, createRouter, type MatchedRoute } from "rou3";
import { compileRouter } from "rou3/compiler";
import { type Chain, compileChain, type Segment } from "./chain.ts";
import type { Middleware } from "./context.ts";
import { decodePath } from "./pathname.ts";

/** A pattern and what answers there, by method; `ALL` stands for every method. */
interface Entry<State> {
  pattern: string;
  methods: Map<string, Chain<State>>;
  /** Name of the parameter that takes the rest of a path. */
  rest?: string;
}

/** What is found for a path, with the parameters taken from there. */
interface Match<State> extends Entry<State> {
  params: Record<string, string>;
}

/** Collects what an app declares, in the order in which it counts. */
export class Router<State> {
  readonly #segments = new Map<string, Segment<State>>();
  readonly #entries = new Map<string, Entry<State>>();

  /** The segment of a path such as `/api/:id`. A route group is a segment as well. */
  at(path: string): Segment<State> {
    return this.#along(path).at(-1)!;
  }

  /** The steps after the middlewares that count so far for a path. */
  chain(path: string, steps: Middleware<State>[]): Chain<State> {
    return compileChain(this.#along(path), steps);
  }

  /** Adds what answers a method at a pattern; the first to come keeps the place. */
  add(method: string, pattern: string, chain: Chain<State>): void {
    const rest = /(\w+)\*$/.exec(pattern)?.[1];
    const create = () => ({ pattern, methods: new Map(), rest });
    const { methods } = this.#entries.getOrInsertComputed(pattern, create);
    methods.getOrInsert(method, chain);
  }

  /** The function that finds the most specific pattern for a path as it stands in a URL. */
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
    return (path) => fixed.get(path) ?? fitting(find("", path), path);
  }

  /** The segments that lead to a path, the root first. */
  #along(path: string): Segment<State>[] {
    const parts = path.split("/").filter((part) => part !== "" && part !== "*");
    const create = () => ({ middlewares: [] });
    return ["", ...parts].map((_, length) => {
      const key = parts.slice(0, length).join("/");
      return this.#segments.getOrInsertComputed(key, create);
    });
  }
}

/** A match with decoded parameters, unless a slash at the end of the path is in the way. */
function fitting<State>(
  match: MatchedRoute<Entry<State>> | undefined,
  path: string,
): Match<State> | undefined {
  if (match === undefined || path.endsWith("/")) return undefined;
  const { data: { pattern, methods, rest }, params = {} } = match;
  for (const name in params) params[name] = decodePath(params[name]);
  // A rest of no parts is not among them.
  if (rest !== undefined) params[rest] ??= "";
  return { pattern, methods, params };
}
