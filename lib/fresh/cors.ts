import type { Context, Middleware } from "./context.ts";

/** Options of {@linkcode cors}. */
export interface CORSOptions<State> {
  /** The origins that may read responses: `*`, some, or what a function returns for the asking one. */
  origin:
    | string
    | string[]
    | ((origin: string, ctx: Context<State>) => string | undefined | null);
  allowMethods?: string[];
  allowHeaders?: string[];
  /** How long a browser may remember the answer to a preflight, in seconds. */
  maxAge?: number;
  credentials?: boolean;
  exposeHeaders?: string[];
}

const METHODS = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"];

/** Lets pages of other origins read responses (Fetch standard, section 3.2), and answers preflights. */
export function cors<State>(
  options: CORSOptions<State> = { origin: "*" },
): Middleware<State> {
  const { origin: allowed, allowMethods = METHODS, allowHeaders } = options;
  const allowedOrigin = (ctx: Context<State>) => {
    if (allowed === "*") return "*";
    const origin = ctx.req.headers.get("origin") ?? "";
    if (typeof allowed === "function") return allowed(origin, ctx);
    return [allowed].flat().includes(origin) ? origin : null;
  };

  return async (ctx) => {
    const isPreflight = ctx.req.method === "OPTIONS";
    const response = isPreflight
      ? new Response(null, { status: 204 })
      : await ctx.next();
    const { headers } = response;
    const set = (name: string, value?: string | string[] | number | null) => {
      const text = String(value ?? "");
      if (text !== "") headers.set(`access-control-${name}`, text);
    };
    set("allow-origin", allowedOrigin(ctx));
    // What is allowed to one origin must not be served to another from a cache.
    if (allowed !== "*") headers.append("vary", "Origin");
    if (options.credentials) set("allow-credentials", "true");
    set("expose-headers", options.exposeHeaders);
    if (!isPreflight) return response;
    set("max-age", options.maxAge);
    set("allow-methods", allowMethods);
    const asked = ctx.req.headers.get("access-control-request-headers");
    const names = allowHeaders?.length
      ? allowHeaders
      : asked?.replace(/\s/g, "");
    set("allow-headers", names);
    if (names) headers.append("vary", "Access-Control-Request-Headers");
    return response;
  };
}
