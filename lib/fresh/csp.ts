import type { Middleware } from "./context.ts";

/** Options of {@linkcode csp}. */
export interface CSPOptions {
  /** Directives such as `img-src *`, which add to the defaults or replace the one of their name. */
  csp?: string[];
  /** Forbid inline scripts and styles. Pages need no nonce for theirs: this engine makes none. */
  useNonce?: boolean;
}

const DEFAULTS = [
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
  for (const directive of [...DEFAULTS, ...options.csp ?? []]) {
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
