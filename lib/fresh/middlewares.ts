import type { Context, Middleware } from "./context.ts";
import { HttpError } from "./http_error.ts";

/** Options of {@linkcode csp}. */
export interface CSPOptions {
  /** Directives such as `img-src *`. They replace the default of the same name, or add to the defaults. */
  csp?: string[];
  /** Blocks inline scripts and styles. This engine renders none, so there is no nonce. */
  useNonce?: boolean;
}

const CSP_DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** Sets a Content-Security-Policy (CSP Level 3) on responses. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const directives = new Map<string, string>();
  for (const directive of [...CSP_DEFAULTS, ...options.csp ?? []]) {
    const [name] = directive.split(" ");
    directives.delete(name);
    directives.set(name, directive);
  }
  let policy = [...directives.values()].join("; ");
  if (options.useNonce) policy = policy.replaceAll(" 'unsafe-inline'", "");
  return async (ctx) => {
    const response = await ctx.next();
    response.headers.set("content-security-policy", policy);
    return response;
  };
}

/** Options of {@linkcode csrf}. */
export interface CsrfOptions<State = unknown> {
  /** Origins that may send unsafe requests; the server's own by default. */
  origin?:
    | string
    | string[]
    | ((origin: string, ctx: Context<State>) => boolean);
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Rejects unsafe requests that another site makes a visitor's browser send, with 403. Browsers name
 * the source in Sec-Fetch-Site (W3C Fetch Metadata) or Origin. A request with neither header comes
 * from a program, which other sites can't control.
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
    const isOwn = SAFE_METHODS.includes(method) || site === "same-origin" ||
      site === "none" ||
      (origin === null ? site === null : isAllowed(origin, ctx));
    if (!isOwn) throw new HttpError(403);
    return ctx.next();
  };
}
