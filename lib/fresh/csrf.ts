import type { Context, Middleware } from "./context.ts";
import { HttpError } from "./http_error.ts";

/** Which origins may send requests that change something; this server's own by default. */
export interface CsrfOptions<State = unknown> {
  origin?:
    | string
    | string[]
    | ((origin: string, ctx: Context<State>) => boolean);
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses with 403 what another site makes a visitor's browser send. Browsers tell where a request
 * comes from in Sec-Fetch-Site (W3C Fetch Metadata) or Origin; a request with neither comes from a
 * program, which no other site can steer.
 */
export function csrf<State>(
  options: CsrfOptions<State> = {},
): Middleware<State> {
  const isAllowed = (origin: string, ctx: Context<State>): boolean => {
    const { origin: allowed = ctx.url.origin } = options;
    return typeof allowed === "function"
      ? allowed(origin, ctx)
      : [allowed].flat().includes(origin);
  };
  return (ctx) => {
    const { method, headers } = ctx.req;
    const site = headers.get("sec-fetch-site");
    const origin = headers.get("origin");
    const isOwn = SAFE.includes(method) || site === "same-origin" ||
      site === "none" ||
      (origin === null ? site === null : isAllowed(origin, ctx));
    if (!isOwn) throw new HttpError(403);
    return ctx.next();
  };
}
