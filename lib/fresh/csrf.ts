import type { Context, Middleware } from "./context.ts";
import { HttpError } from "./http_error.ts";

/** Options of {@linkcode csrf}. */
export interface CsrfOptions<State = unknown> {
  /** The origins that may send requests which change something; this server's own by default. */
  origin?:
    | string
    | string[]
    | ((origin: string, context: Context<State>) => boolean);
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses with 403 what another site makes a visitor's browser send. Browsers tell where a request
 * comes from in Sec-Fetch-Site (W3C Fetch Metadata) or Origin; a request with neither comes from a
 * program, which no other site can steer.
 */
export function csrf<State>(
  options: CsrfOptions<State> = {},
): Middleware<State> {
  const { origin: allowed } = options;
  const isAllowed = (origin: string, ctx: Context<State>): boolean => {
    if (allowed === undefined) return origin === ctx.url.origin;
    return typeof allowed === "function"
      ? allowed(origin, ctx)
      : [allowed].flat().includes(origin);
  };

  return (ctx) => {
    const { method, headers } = ctx.req;
    if (SAFE.has(method)) return ctx.next();
    const site = headers.get("sec-fetch-site");
    if (site === "same-origin" || site === "none") return ctx.next();
    const origin = headers.get("origin");
    if (origin === null ? site !== null : !isAllowed(origin, ctx)) {
      throw new HttpError(403);
    }
    return ctx.next();
  };
}
