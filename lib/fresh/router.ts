import { addRoute, createRouter, type MatchedRoute } from "rou3";
import { compileRouter } from "rou3/compiler";
import type { Chain } from "./context.ts";

/** A pattern and what answers there, by method; `ALL` stands for every method. */
export interface RouteEntry<State> {
  readonly pattern: string;
  readonly methods: Map<string, Chain<State>>;
}

/** The entry that matches a path, with the parameters it took from there. */
export interface Match<State> {
  entry: RouteEntry<State>;
  params: Record<string, string>;
}

interface Dynamic<State> {
  entry: RouteEntry<State>;
  order: number;
  names: readonly string[];
}

/** Collects routes and compiles them to the function that finds the one for a path. */
export class Router<State> {
  readonly #entries = new Map<string, RouteEntry<State>>();

  /** Adds what answers a method (or `ALL`) at a pattern; the first to come keeps the place. */
  add(method: string, pattern: string, chain: Chain<State>): void {
    let entry = this.#entries.get(pattern);
    if (entry === undefined) {
      this.#entries.set(pattern, entry = { pattern, methods: new Map() });
    }
    if (!entry.methods.has(method)) entry.methods.set(method, chain);
  }

  /**
   * The function that finds the pattern for a path as it stands in a URL: among the static ones
   * first, then among the others in the order they were added.
   */
  compile(): (path: string) => Match<State> | undefined {
    const fixed = new Map<string, RouteEntry<State>>();
    const dynamic = createRouter<Dynamic<State>>();
    for (const [order, entry] of [...this.#entries.values()].entries()) {
      const { pattern } = entry;
      const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name);
      if (pattern.endsWith("*") && names.length === 0) names.push("0");
      if (names.length === 0) fixed.set(withoutEndSlash(pattern), entry);
      else addRoute(dynamic, "", pattern, { entry, order, names });
    }
    const findAll = compileRouter(dynamic, { matchAll: true });
    return (path) => {
      const entry = fixed.get(path) ?? fixed.get(withoutEndSlash(path));
      return entry === undefined
        ? firstMatch(findAll("", path), path)
        : { entry, params: {} };
    };
  }
}

function firstMatch<State>(
  matches: MatchedRoute<Dynamic<State>>[],
  path: string,
): Match<State> | undefined {
  let first: MatchedRoute<Dynamic<State>> | undefined;
  for (const match of matches) {
    // As in a URLPattern: only a final `/*` takes a slash at the end, and it takes at least that.
    const fits = match.data.entry.pattern.endsWith("/*")
      ? match.params?.["0"] !== undefined
      : !path.endsWith("/");
    if (fits && (first === undefined || match.data.order < first.data.order)) {
      first = match;
    }
  }
  if (first === undefined) return undefined;
  const params: Record<string, string> = {};
  for (const name of first.data.names) {
    params[name] = decode(first.params?.[name] ?? "");
  }
  return { entry: first.data.entry, params };
}

/** What answers a method; HEAD is answered as GET when it has no chain of its own. */
export function chainFor<State>(
  entry: RouteEntry<State>,
  method: string,
): Chain<State> | undefined {
  const { methods } = entry;
  return methods.get(method) ??
    (method === "HEAD" ? methods.get("GET") : undefined) ??
    methods.get("ALL");
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Decodes a part of a path; one with broken escapes stays as it is, for the handler to refuse. */
function decode(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}
