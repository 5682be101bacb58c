import { type Middleware, progressOf } from "./context.ts";

/** Options of {@linkcode csp}. */
export interface CSPOptions {
  /** Only report what breaks the policy. */
  reportOnly?: boolean;
  /** Where browsers report to. */
  reportTo?: string;
  /** Directives such as `img-src *`, which add to the defaults or replace the one of their name. */
  csp?: string[];
  /** Allow the inline scripts and styles of rendered pages by a nonce, instead of all of them. */
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
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const directives = new Map<string, string>();
  for (const directive of [...DEFAULTS, ...options.csp ?? []]) {
    const name = directive.trim().split(/\s/)[0];
    directives.delete(name);
    directives.set(name, directive.trim());
  }
  if (reportTo !== undefined) {
    directives.set(
      "report-to",
      `report-to csp-endpoint; report-uri ${reportTo}`,
    );
  }
  const policy = [...directives.values()].join("; ");
  const header = `Content-Security-Policy${reportOnly ? "-Report-Only" : ""}`;

  return async (ctx) => {
    const response = await ctx.next();
    const { nonce } = progressOf(ctx);
    response.headers.set(
      header,
      useNonce && nonce !== undefined
        ? policy.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`)
        : policy,
    );
    if (reportTo !== undefined) {
      response.headers.set("Reporting-Endpoints", `csp-endpoint="${reportTo}"`);
    }
    return response;
  };
}
